//! The fields of an account, which the sign-up and the account's page have in common.

use wayfare_domain::{ShortText, User};

use crate::form::{Field, Kind};
use crate::i18n::texts as t;

/// The fields of a new or a present account.
pub(crate) fn account_fields(user: Option<&User>) -> Vec<Field> {
    let name = user.map_or("", |user| user.name.as_str());
    let username = user.map_or("", |user| user.username.as_str());
    let email = user.and_then(|user| user.email.as_ref());
    let email = email.map_or("", ShortText::as_str);
    let email = Field::new("email", t::EMAIL_OPTIONAL, email);
    let name = Field::new("name", t::YOUR_NAME, name).required();
    let username = Field::new("username", t::USERNAME, username).required();
    vec![
        name.autocomplete("name"),
        username.autocomplete("username").hint(t::USERNAME_HINT),
        email.kind(Kind::Of("email")).autocomplete("email"),
    ]
}
