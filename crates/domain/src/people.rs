//! The people of a trip as others see them: names by id, and whose e-mail address is shown to whom.

use crate::{ShortText, UserId, Username};

/// What a trip shows of one of its people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Who it is.
    pub id: UserId,
    /// The handle.
    pub username: Username,
    /// E-mail address, where one was given. Shown by [`People::email_for`] only.
    pub email: Option<ShortText>,
    /// Whether the other people of the trip see the address.
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

    /// The username of one of them; empty for somebody who is not.
    pub fn username(&self, id: UserId) -> &str {
        self.get(id).map_or("", |person| person.username.as_str())
    }

    /// The user that a text names by username, in any case, or by id.
    pub fn resolve(&self, reference: &str) -> Option<UserId> {
        let key = Username::key_of(reference);
        self.0
            .iter()
            .find(|person| person.username.key() == key || person.id.to_string() == key)
            .map(|person| person.id)
    }

    /// The address of `person` that `viewer` sees: their own, or another's of the same trip who
    /// shares it; else nothing.
    pub fn email_for<'a>(&self, viewer: UserId, person: &'a Person) -> &'a str {
        let shown = viewer == person.id || (person.share_email && self.get(viewer).is_some());
        match &person.email {
            Some(email) if shown => email.as_str(),
            _ => "",
        }
    }
}
