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
    /// Whether the user shares the address with the other people of their trips.
    pub share_email: bool,
    /// Whether the person has edited the trip since joining it.
    pub has_edited: bool,
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
        let id = UserId::parse(reference);
        self.0
            .iter()
            .find(|person| person.username.is(reference) || Some(person.id) == id)
            .map(|person| person.id)
    }

    /// Records an edit of the trip by one of them. Returns whether it is that person's first.
    pub fn record_edit(&mut self, by: UserId) -> bool {
        let editor = self.0.iter_mut().find(|person| person.id == by);
        editor.is_some_and(|editor| !std::mem::replace(&mut editor.has_edited, true))
    }

    /// The e-mail address of `person` that `reader` may see: their own, or a shared one; else
    /// empty.
    ///
    /// Somebody shares it with the other people of trips which they own or have edited, since
    /// anybody can be put on a trip by others.
    pub fn email_for<'a>(&self, owner: UserId, reader: UserId, person: &'a Person) -> &'a str {
        let takes_part = person.id == owner || person.has_edited;
        let is_shared = person.share_email && takes_part && self.get(reader).is_some();
        let shown = reader == person.id || is_shared;
        match &person.email {
            Some(email) if shown => email.as_str(),
            _ => "",
        }
    }
}
