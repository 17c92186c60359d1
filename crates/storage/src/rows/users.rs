//! Rows of users.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::user::{Link, Privacy, Settings};
use wayfare_domain::{Language, Person, PictureId, ShortText, User, UserId, Username};

use super::{description, name, text};
use crate::columns::{JsonColumn, JsonText, Key, Timestamp};
use crate::schema::users;
use crate::{Account, Credentials, PasswordHash};

/// A user and the token generation.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct UserRow {
    id: Key,
    username: String,
    name: String,
    description: String,
    email: Option<String>,
    links: JsonColumn<Vec<Link>>,
    interests: JsonColumn<Vec<ShortText>>,
    picture: Option<Key>,
    limited_deals: bool,
    newsletter: bool,
    private_account: bool,
    share_email: bool,
    version: i64,
    token_generation: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
    confirmed_email: Option<String>,
    language: Option<String>,
}

impl UserRow {
    /// Builds the account.
    pub(crate) fn into_account(self) -> QueryResult<Account> {
        let key = self.email.as_deref().map(User::email_key);
        let email = self.email.and_then(|email| text("email", email).ok());
        let user = User {
            id: UserId(self.id.0),
            username: Username::stored(self.username),
            name: name(&self.name)?,
            email,
            // A server of the version before changes the address alone.
            is_email_confirmed: key.is_some() && key == self.confirmed_email,
            // A language that a later version knows is none here.
            language: self.language.and_then(|tag| Language::known(&tag)),
            description: description(&self.description),
            links: self.links.value,
            interests: self.interests.value,
            picture: self.picture.map(|picture| PictureId(picture.0)),
            settings: Settings {
                limited_deals: self.limited_deals,
                newsletter: self.newsletter,
            },
            privacy: Privacy {
                private_account: self.private_account,
                share_email: self.share_email,
            },
            version: self.version,
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        };
        Ok(Account {
            user,
            generation: self.token_generation,
        })
    }
}

/// The columns that an edit may change.
#[derive(Insertable)]
#[diesel(table_name = users, treat_none_as_default_value = false)]
pub(crate) struct UserColumns<'a> {
    pub(crate) username: &'a str,
    pub(crate) username_key: String,
    pub(crate) name: &'a str,
    pub(crate) description: &'a str,
    pub(crate) email: Option<&'a str>,
    pub(crate) links: JsonText,
    pub(crate) interests: JsonText,
    pub(crate) picture: Option<Key>,
    pub(crate) limited_deals: bool,
    pub(crate) newsletter: bool,
    pub(crate) private_account: bool,
    pub(crate) share_email: bool,
    pub(crate) version: i64,
    pub(crate) updated_at: Timestamp,
    /// The address once it is confirmed, as it is compared.
    pub(crate) confirmed_email: Option<String>,
    pub(crate) language: Option<&'a str>,
}

impl<'a> UserColumns<'a> {
    /// The columns of a user.
    pub(crate) fn new(user: &'a User) -> QueryResult<Self> {
        let User {
            id: _,
            username,
            name,
            email,
            is_email_confirmed,
            language,
            description,
            links,
            interests,
            picture,
            settings,
            privacy,
            version,
            created_at: _,
            updated_at,
        } = user;
        let confirmed = email.as_ref().filter(|_| *is_email_confirmed);
        Ok(Self {
            username: username.as_str(),
            username_key: username.key(),
            name: name.as_str(),
            description: description.as_str(),
            email: email.as_ref().map(ShortText::as_str),
            links: JsonText::new(links)?,
            interests: JsonText::new(interests)?,
            picture: picture.map(Key::from),
            limited_deals: settings.limited_deals,
            newsletter: settings.newsletter,
            private_account: privacy.private_account,
            share_email: privacy.share_email,
            version: *version,
            updated_at: Timestamp(*updated_at),
            confirmed_email: confirmed.map(|email| User::email_key(email)),
            language: language.map(Language::tag),
        })
    }
}

/// The token generation of new users.
pub(crate) const FIRST_GENERATION: i64 = 1;

/// A new user.
#[derive(Insertable)]
#[diesel(table_name = users, treat_none_as_default_value = false)]
pub(crate) struct NewUser<'a> {
    id: Key,
    created_at: Timestamp,
    token_generation: i64,
    password_hash: Option<&'a str>,
    #[diesel(embed)]
    rest: UserColumns<'a>,
}

impl<'a> NewUser<'a> {
    /// The row of a user in the first token generation.
    pub(crate) fn new(user: &'a User, password: Option<&'a PasswordHash>) -> QueryResult<Self> {
        Ok(Self {
            id: Key::from(user.id),
            created_at: Timestamp(user.created_at),
            token_generation: FIRST_GENERATION,
            password_hash: password.map(|hash| hash.0.as_str()),
            rest: UserColumns::new(user)?,
        })
    }
}

/// The fields of a user that a trip shows.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct PersonRow {
    pub(crate) id: Key,
    username: String,
    name: String,
    email: Option<String>,
    share_email: bool,
}

impl PersonRow {
    /// Builds the person, who is on no trip.
    pub(crate) fn into_person(self) -> QueryResult<Person> {
        let email = self.email.and_then(|email| text("email", email).ok());
        Ok(Person {
            id: UserId(self.id.0),
            username: Username::stored(self.username),
            name: name(&self.name)?,
            email,
            share_email: self.share_email,
            has_edited: false,
            imposed_by: None,
        })
    }
}

/// A user's credentials.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
pub(crate) struct CredentialsRow {
    id: Key,
    token_generation: i64,
    password_hash: Option<String>,
}

impl From<CredentialsRow> for Credentials {
    fn from(row: CredentialsRow) -> Self {
        Self {
            user: UserId(row.id.0),
            generation: row.token_generation,
            password: row.password_hash.map(PasswordHash),
        }
    }
}
