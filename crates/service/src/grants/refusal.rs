//! Refusing further invitations by mail: by a link in each of them, without an account.

use std::sync::Arc;

use wayfare_storage::Repositories;

use super::Grants;
use crate::{Client, Error};

impl Grants {
    /// Whether the address that got a mail refuses invitations, by the token of the mail's link, on
    /// behalf of a client.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the token is not one of a mail; [`Error::Busy`],
    /// [`Error::Unavailable`].
    pub async fn is_refused(&self, client: Client, token: &str) -> Result<bool, Error> {
        let address = self.context.refused_address(token)?;
        let find = move |data: &mut dyn Repositories| Ok(data.mail().is_refused(address)?);
        self.context.executor.read(client, find).await
    }

    /// Refuses further invitations to the address that got a mail, whoever writes them.
    ///
    /// # Errors
    /// As [`Grants::is_refused`].
    pub async fn refuse(&self, client: Client, token: &str) -> Result<(), Error> {
        let address = self.context.refused_address(token)?;
        let context = Arc::clone(&self.context);
        let refuse =
            move |data: &mut dyn Repositories| Ok(data.mail().refuse(address, context.now())?);
        self.context.executor.write(client, refuse).await
    }
}
