//! Mailboxes: the secret address to which an account forwards its bookings (interface: "A mailbox
//! for trips").

use std::sync::Arc;

use data_encoding::BASE32_NOPAD;
use wayfare_domain::grant::{Grant, Mailbox};
use wayfare_domain::{GrantId, GrantKind};
use wayfare_storage::{GrantsOf, Repositories, StoredGrant};

use super::{GrantPlace, Grants, end_all, hash_of};
use crate::runtime::executor::INTERNAL;
use crate::runtime::random;
use crate::{AuditAction, Caller, Error, KeyClaim, Purpose, Secret, audit};

/// The bytes of a secret: 26 characters of base32.
const SECRET: usize = 16;

impl Grants {
    /// Gives the caller a mailbox, and ends the one before.
    ///
    /// # Errors
    /// As [`Accounts::authorize`](crate::Accounts::authorize); [`Error::AlreadyDone`],
    /// [`Error::KeyReused`] and [`Error::KeyInUse`]; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn open_mailbox(
        &self,
        caller: Caller,
        place: GrantPlace,
        key: Option<KeyClaim>,
    ) -> Result<(), Error> {
        let (id, now) = (GrantId(random::id()), self.context.now());
        let mailbox = Grant::new(id, caller.user, None, Mailbox, now);
        let secret = secret_of(&self.context.secrets.current, id);
        let insert = self.insert(caller, place, &mailbox, &secret, key.clone());
        self.context.once(caller, key.as_ref(), insert).await
    }

    /// The secret of the caller's mailbox, if they have one.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Unavailable`].
    pub async fn mailbox(&self, caller: Caller) -> Result<Option<String>, Error> {
        let (kind, user) = (GrantKind::Mailbox, caller.user);
        let of = GrantsOf {
            kind,
            user,
            trip: None,
        };
        let list = move |data: &mut dyn Repositories| Ok(data.grants().list(of)?);
        let stored = self.context.executor.read(caller.client(), list).await?;
        let own = |stored: &StoredGrant| {
            let secrets = self.context.secrets.valid();
            let mut secrets = secrets.map(|secret| secret_of(secret, stored.grant.id));
            secrets.find(|secret| stored.hash == Some(hash_of(secret)))
        };
        Ok(stored.first().and_then(own))
    }

    /// Ends the caller's mailbox, if any.
    ///
    /// # Errors
    /// As [`Grants::open_mailbox`].
    pub async fn close_mailbox(&self, caller: Caller, place: GrantPlace) -> Result<(), Error> {
        let end = self.context.executor.write(caller.client(), move |data| {
            let (of, _) = place.lock(data, caller, GrantKind::Mailbox)?;
            if end_all(data, of)? {
                audit(
                    AuditAction::MailboxDelete,
                    Some(caller.user),
                    &caller.user,
                    None,
                );
            }
            Ok(())
        });
        end.await
    }

    /// The holder of the mailbox of a secret, in any case, as a caller.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is none; [`Error::Busy`], [`Error::Unavailable`].
    pub(crate) async fn holder_of_mailbox(&self, secret: &str) -> Result<Caller, Error> {
        let hash = hash_of(&secret.to_ascii_lowercase());
        let context = Arc::clone(&self.context);
        let find = move |data: &mut dyn Repositories| {
            let found = data.grants().find_by_hash(GrantKind::Mailbox, &hash)?;
            let user = found.ok_or(Error::NotFound)?.grant.user;
            let account = data.users().find(user)?.ok_or(Error::NotFound)?;
            Ok(Caller::new(user, account.generation))
        };
        context.executor.read(INTERNAL, find).await
    }
}

/// The secret of a mailbox.
fn secret_of(secret: &Secret, id: GrantId) -> String {
    let code = secret.mac(Purpose::Mailbox, &[id.0.as_bytes()]);
    let text = BASE32_NOPAD.encode(code.get(..SECRET).unwrap_or_default());
    text.to_ascii_lowercase()
}
