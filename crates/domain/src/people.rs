//! The people of a trip: look-up by id and name, the names they are known by, and the visibility
//! of e-mail addresses.

use std::collections::HashMap;

use crate::text::{appearance, undirected};
use crate::{Name, ShortText, UserId, Username};

/// One of the people of a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The user id.
    pub id: UserId,
    /// The handle.
    pub username: Username,
    /// The display name.
    pub name: Name,
    /// E-mail address, if one was given. Shown by [`People::email_for`] only.
    pub email: Option<ShortText>,
    /// Whether the user shares the address with the other people of their trips.
    pub share_email: bool,
    /// Whether the person has made the trip, or edited it since joining it.
    pub has_edited: bool,
    /// Who has put the person on the trip, or handed it over to them, if they have accepted
    /// neither.
    pub imposed_by: Option<UserId>,
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

    /// The names by which they know each other: the display name, with the username where another
    /// of them, or one of `others`, looks the same, with the username or without.
    pub fn shown_names<'a>(
        &'a self,
        others: impl Iterator<Item = &'a str>,
    ) -> HashMap<UserId, String> {
        let short = |person: &Person| match appearance(person.name.as_str()).is_empty() {
            true => person.username.as_str().to_owned(),
            false => undirected(person.name.as_str()).into_owned(),
        };
        let full = |person: &Person| format!("{} ({})", short(person), person.username.as_str());
        let mut uses: HashMap<String, u32> = HashMap::new();
        let names = self
            .0
            .iter()
            .flat_map(|person| [short(person), full(person)]);
        for name in names.chain(others.map(str::to_owned)) {
            *uses.entry(appearance(&name)).or_default() += 1;
        }
        let shown = |person: &Person| {
            let name = short(person);
            let is_unique = uses.get(&appearance(&name)) == Some(&1);
            (person.id, if is_unique { name } else { full(person) })
        };
        self.0.iter().map(shown).collect()
    }

    /// Finds one of them by id alone: a username may be another person's tomorrow.
    pub fn resolve_id(&self, text: &str) -> Option<UserId> {
        let id = UserId::parse(text)?;
        self.get(id).map(|person| person.id)
    }

    /// Finds a user by username, in any case, or by id.
    pub fn resolve(&self, reference: &str) -> Option<UserId> {
        let id = UserId::parse(reference);
        self.0
            .iter()
            .find(|person| person.username.is(reference) || Some(person.id) == id)
            .map(|person| person.id)
    }

    /// Records an edit of the trip by one of them, who with `accepts` also accepts what was imposed
    /// on them.
    pub fn record_edit(&mut self, by: UserId, accepts: bool) {
        if let Some(editor) = self.0.iter_mut().find(|person| person.id == by) {
            editor.has_edited = true;
            editor.imposed_by.take_if(|_| accepts);
        }
    }

    /// Whether one of them has not accepted what was imposed on them.
    pub fn is_imposed_on(&self, id: UserId) -> bool {
        self.get(id)
            .is_some_and(|person| person.imposed_by.is_some())
    }

    /// The account whose limits a trip of `owner`'s counts for: who has handed it over, until the
    /// owner accepts it.
    pub fn accountable(&self, owner: UserId) -> UserId {
        let imposed_by = self.get(owner).and_then(|owner| owner.imposed_by);
        imposed_by.unwrap_or(owner)
    }

    /// Whether an owner gives a trip back: to whom it counts for, who is still on it.
    pub fn gives_back(&self, former_owner: UserId, owner: UserId) -> bool {
        self.get(owner).is_some() && self.accountable(former_owner) == owner
    }

    /// Records what an edit by `by` imposes: new members, and a new owner who does not get back
    /// what they had handed over.
    pub fn impose(&mut self, by: UserId, before: &Self, former_owner: UserId, owner: UserId) {
        let gives_back = before.gives_back(former_owner, owner);
        for person in self.0.iter_mut().filter(|person| person.id != by) {
            if person.id == owner && owner != former_owner {
                person.imposed_by = (!gives_back).then_some(by);
            } else if before.get(person.id).is_none() {
                person.imposed_by = Some(by);
            }
        }
    }

    /// The e-mail address of `person` that `reader` may see: their own, or a shared one; else
    /// empty.
    ///
    /// Somebody shares it with the other people of trips which they have made or edited: others can
    /// put anybody on a trip, and hand it over.
    pub fn email_for<'a>(&self, reader: UserId, person: &'a Person) -> &'a str {
        let is_shared = person.share_email && person.has_edited && self.get(reader).is_some();
        let shown = reader == person.id || is_shared;
        match &person.email {
            Some(email) if shown => email.as_str(),
            _ => "",
        }
    }
}
