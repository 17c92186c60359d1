//! The people of a trip: look-up by id and name, and the visibility of e-mail addresses.

use crate::{ShortText, UserId, Username};

/// One of the people of a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The user id.
    pub id: UserId,
    /// The handle.
    pub username: Username,
    /// E-mail address, if one was given. Shown by [`People::email_for`] only.
    pub email: Option<ShortText>,
    /// Whether the other people of the trip may see the address.
    pub share_email: bool,
}

/// The people of a trip, owner included, in the order in which they joined.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct People(Vec<Person>);

impl People {
    /// The people in the order in which they joined.
    pub fn new(people: Vec<Person>) -> Self {
        Self(people)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Person> {
        self.0.iter()
    }

    /// One of them.
    pub fn get(&self, id: UserId) -> Option<&Person> {
        self.0.iter().find(|person| person.id == id)
    }

    /// The username of one of them; empty for other users.
    pub fn username(&self, id: UserId) -> &str {
        self.get(id).map_or("", |person| person.username.as_str())
    }

    /// Finds a user by username, in any case, or by id.
    pub fn resolve(&self, reference: &str) -> Option<UserId> {
        let key = Username::key_of(reference);
        self.0
            .iter()
            .find(|person| person.username.key() == key || person.id.to_string() == key)
            .map(|person| person.id)
    }

    /// The e-mail address of `person` that `viewer` may see: their own, or a shared one of somebody
    /// on the same trip; else empty.
    pub fn email_for<'a>(&self, viewer: UserId, person: &'a Person) -> &'a str {
        let shown = viewer == person.id || (person.share_email && self.get(viewer).is_some());
        match &person.email {
            Some(email) if shown => email.as_str(),
            _ => "",
        }
    }
}
