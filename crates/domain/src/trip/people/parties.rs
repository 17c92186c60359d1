//! The parties of a trip's budgets: which member ids mean the same person (interface: "Members of
//! budgets").

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

use crate::text::{appearance, undirected};
use crate::trip::money::budget::MemberId;
use crate::trip::{Budget, MemberShare, Party, Trip};
use crate::{Name, People, Person, UserId};

/// A member id where it is written, such as in a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention<'a> {
    /// The member id, as written.
    pub member: &'a str,
    /// The user whom it meant when it was written.
    pub user: Option<UserId>,
}

impl MemberShare {
    /// The member id of this share.
    pub fn mention(&self) -> Mention<'_> {
        Mention {
            member: self.member.as_str(),
            user: self.user,
        }
    }
}

/// A member whom the owner has added by a username that was another party's member id already. What
/// is written by it from then on is the member's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedMember {
    /// The member id.
    pub name: MemberId,
    /// The member.
    pub user: UserId,
}

/// The identity of a party.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Identity<'a> {
    User(UserId),
    /// A member id that means no member.
    Text(&'a str),
}

/// The parties of some mentions, in the order in which they first appear: each person is one
/// party, and so is each member id that means nobody.
///
/// All sums over budgets by member are sums by party: [`Trip::parties`] has those of all budgets,
/// [`Parties::new`] those of further mentions too, such as recorded payments. Sums are kept in a
/// list as long as [`Parties::names`], at the place that [`Parties::place_of`] returns:
///
/// ```
/// # use wayfare_domain::{People, SignedAmount, Trip};
/// # fn costs(trip: &Trip, people: &People) -> Vec<(String, Vec<SignedAmount>)> {
/// let parties = trip.parties(people);
/// let mut costs = vec![Vec::new(); parties.names().len()];
/// for share in trip.budgets().flat_map(|budget| &budget.shares) {
///     if let Some(costs) = parties.place_of(share.mention()).and_then(|at| costs.get_mut(at)) {
///         costs.push(share.cost);
///     }
/// }
/// parties.names().iter().cloned().zip(costs).collect()
/// # }
/// ```
pub struct Parties<'a> {
    people: &'a People,
    /// The users whom member ids meant when they were written.
    written: HashMap<&'a str, UserId>,
    /// These users.
    users: HashSet<UserId>,
    identities: IndexSet<Identity<'a>>,
    names: Vec<String>,
}

impl<'a> Parties<'a> {
    /// The parties of mentions. `people` are the people of the trip.
    pub fn new(mentions: impl Iterator<Item = Mention<'a>> + Clone, people: &'a People) -> Self {
        let mut parties = Self {
            people,
            written: HashMap::new(),
            users: HashSet::new(),
            identities: IndexSet::new(),
            names: Vec::new(),
        };
        for Mention { member, user } in mentions.clone() {
            if let Some(user) = user {
                parties.written.entry(member).or_insert(user);
                parties.users.insert(user);
            }
        }
        let mut taken = HashSet::new();
        for mention in mentions {
            let identity = parties.identity(mention);
            if parties.identities.insert(identity) {
                let name = parties.free_name(mention.member, identity, &taken);
                taken.insert(name.clone());
                parties.names.push(name);
            }
        }
        parties
    }

    /// The names of the parties: each is the first of its member ids.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of a mention's party in [`Parties::names`].
    pub fn place_of(&self, mention: Mention<'_>) -> Option<usize> {
        self.identities.get_index_of(&self.identity(mention))
    }

    /// The place of the party that a request names: by any of its member ids, by its name in
    /// answers, or by the username or user id of a person of the trip.
    pub fn find(&self, reference: &str) -> Option<usize> {
        let place = self.place_of_text(reference);
        let place = place.or_else(|| self.names.iter().position(|name| name == reference));
        place.or_else(|| self.place_of_user(self.people.resolve(reference)?))
    }

    /// The place of the party that a user is.
    pub fn place_of_user(&self, user: UserId) -> Option<usize> {
        self.identities.get_index_of(&Identity::User(user))
    }

    /// By what a new cost names a person of the trip: by the username, or by the id if that
    /// username is another party.
    pub fn reference(&self, person: &Person) -> String {
        let username = person.username.as_str();
        let place = self.place_of_text(username);
        match place.is_none_or(|place| self.user(place) == Some(person.id)) {
            true => username.to_owned(),
            false => person.id.to_string(),
        }
    }

    fn place_of_text(&self, member: &str) -> Option<usize> {
        self.place_of(Mention { member, user: None })
    }

    /// The user that a party is; `None` if its member id means nobody.
    pub fn user(&self, place: usize) -> Option<UserId> {
        match self.identities.get_index(place)? {
            Identity::User(user) => Some(*user),
            Identity::Text(_) => None,
        }
    }

    /// Whom a member id means: the user whom it meant when it was written, else the one whom the
    /// same text means elsewhere on the trip, else the user of that id, if one of the people or
    /// meant by others. Never who has that username by now: money follows no name.
    fn identity<'m>(&self, mention: Mention<'m>) -> Identity<'m> {
        let Mention { member, user } = mention;
        let user = user.or_else(|| self.written.get(member).copied());
        let user = user.or_else(|| self.people.resolve_id(member));
        let by_id = || UserId::parse(member).filter(|user| self.users.contains(user));
        let user = user.or_else(by_id);
        user.map_or(Identity::Text(member), Identity::User)
    }

    /// The member id, unless it names another party already: after two people have exchanged their
    /// usernames. Then the person's present username, else their id.
    fn free_name(&self, member: &str, identity: Identity<'_>, taken: &HashSet<String>) -> String {
        if let Identity::User(user) = identity
            && taken.contains(member)
        {
            let username = self.people.username(user);
            if username.is_empty() || taken.contains(username) {
                return user.to_string();
            }
            return username.to_owned();
        }
        member.to_owned()
    }
}

/// The names by which people know the member ids and the people of a trip.
pub struct MemberNames<'a> {
    people: &'a People,
    /// Of the people of the trip.
    shown: HashMap<UserId, String>,
    /// By member id: whom it means, and the first name that a share or the party gives it.
    written: HashMap<&'a str, (Option<UserId>, &'a str)>,
}

impl MemberNames<'_> {
    /// The same, with the names of people who have left the trip: with the member id where the name
    /// looks like another.
    #[must_use]
    pub fn with_former(mut self, former: &[(UserId, Name)]) -> Self {
        if former.is_empty() {
            return self;
        }
        let mut ids: HashMap<UserId, &str> = HashMap::new();
        for (member, (user, _)) in &self.written {
            if let Some(user) = user {
                let id = ids.entry(*user).or_insert(member);
                *id = (*id).min(member);
            }
        }
        let texts = self.written.iter().filter_map(shown_text);
        let names = self.shown.values().map(String::as_str).chain(texts);
        let mut taken: HashSet<String> = names.map(appearance).collect();
        for (user, name) in former {
            let id = ids.get(user).copied().unwrap_or_default();
            let name = undirected(name.as_str());
            let shown = match taken.insert(appearance(&name)) {
                true => name.into_owned(),
                false => format!("{name} ({id})"),
            };
            self.shown.entry(*user).or_insert(shown);
        }
        self
    }

    /// The name of a member id: the display name of the person whom it means, else what a share or
    /// the party says, else the id itself.
    pub fn get<'m>(&'m self, member: &'m str) -> &'m str {
        let (user, name) = self.meant(member);
        match user.and_then(|user| self.shown.get(&user)) {
            Some(shown) => shown,
            None if name.is_empty() => member,
            None => name,
        }
    }

    /// Whom a member id means.
    pub fn user(&self, member: &str) -> Option<UserId> {
        self.meant(member).0
    }

    fn meant(&self, member: &str) -> (Option<UserId>, &str) {
        let written = self.written.get(member).copied();
        written.unwrap_or_else(|| (self.people.resolve(member), ""))
    }

    /// The name of whom a share or a payment means: a former username of theirs may be somebody
    /// else's now.
    pub fn of<'m>(&'m self, mention: Mention<'m>) -> &'m str {
        let shown = mention.user.and_then(|user| self.shown.get(&user));
        shown.map_or_else(|| self.get(mention.member), String::as_str)
    }

    /// The name of one of the people of the trip; empty for other users.
    pub fn person(&self, user: UserId) -> &str {
        self.shown.get(&user).map_or("", String::as_str)
    }
}

/// The text by which a member id that means nobody is shown.
fn shown_text<'a>(
    (member, (user, name)): (&&'a str, &(Option<UserId>, &'a str)),
) -> Option<&'a str> {
    let text = if name.is_empty() { *member } else { *name };
    user.is_none().then_some(text)
}

impl Trip {
    /// The names of the member ids and of the people of the trip: `people`.
    pub fn member_names<'a>(&'a self, people: &'a People) -> MemberNames<'a> {
        let mut written: HashMap<&str, (Option<UserId>, &str)> = HashMap::new();
        let shares = self.budgets().flat_map(|budget| &budget.shares);
        let shares = shares.map(|share| (share.mention(), share.name.as_str()));
        let parties = self.plan.parties.iter();
        let parties = parties.map(|party| (party.mention(), party.name.as_str()));
        let settled = self.plan.settlements.iter();
        let settled = settled.flat_map(|settlement| [settlement.payer(), settlement.payee()]);
        let settled = settled.map(|mention| (mention, ""));
        for (Mention { member, user }, name) in shares.chain(parties).chain(settled) {
            let known = written.entry(member).or_default();
            known.0 = known.0.or(user);
            if known.1.is_empty() {
                known.1 = name;
            }
        }
        for (member, (user, _)) in &mut written {
            *user = user.or_else(|| people.resolve_id(member));
        }
        MemberNames {
            people,
            shown: people.shown_names(written.iter().filter_map(shown_text)),
            written,
        }
    }

    /// The budgets: the trip-wide one, then those of the items.
    pub fn budgets(&self) -> impl Iterator<Item = &Budget> + Clone {
        let of_items = self.itinerary.iter().map(|item| &item.budget);
        std::iter::once(&self.plan.budget).chain(of_items)
    }

    /// The budgets, to change them.
    pub(in crate::trip) fn budgets_mut(&mut self) -> impl Iterator<Item = &mut Budget> {
        let items = Arc::make_mut(&mut self.itinerary).iter_mut();
        let of_items = items.map(|item| &mut item.budget);
        let overview = Arc::make_mut(&mut self.overview);
        std::iter::once(&mut overview.plan.budget).chain(of_items)
    }

    /// The member ids of all budgets, in order.
    pub fn mentions(&self) -> impl Iterator<Item = Mention<'_>> + Clone {
        self.budgets()
            .flat_map(|budget| &budget.shares)
            .map(MemberShare::mention)
    }

    /// The member ids of parties that may be named by no budget, in order.
    pub fn party_mentions(&self) -> impl Iterator<Item = Mention<'_>> + Clone {
        self.plan.parties.iter().map(Party::mention)
    }

    /// The parties of all budgets. `people` are the people of the trip.
    pub fn parties<'a>(&'a self, people: &'a People) -> Parties<'a> {
        Parties::new(self.mentions().chain(self.party_mentions()), people)
    }

    /// The member ids of `budgets`, which are some of this trip's, that mean no member of it
    /// and no party that the owner has added, each once, in order.
    pub fn unknown_members<'a>(
        &'a self,
        budgets: impl Iterator<Item = &'a Budget>,
        people: &'a People,
    ) -> Vec<&'a str> {
        let parties = self.parties(people);
        let is_member = |mention| {
            let user = parties
                .place_of(mention)
                .and_then(|place| parties.user(place));
            user.is_some_and(|user| self.members.contains(&user))
                || self.open_party(mention.member).is_some()
        };
        let mut seen = HashSet::new();
        let mentions = budgets.flat_map(|budget| budget.shares.iter().map(MemberShare::mention));
        mentions
            .filter(|mention| seen.insert(mention.member) && !is_member(*mention))
            .map(|mention| mention.member)
            .collect()
    }

    /// Records whom the owner adds by a username that is another party's member id.
    pub(in crate::trip) fn record_named(&mut self, added: &HashMap<&str, UserId>) {
        let taken = self.all_mentions().filter_map(|Mention { member, user }| {
            let (name, added) = added.get_key_value(member)?;
            (*added != user?).then_some((*name, *added))
        });
        for (name, user) in taken.collect::<HashMap<&str, UserId>>() {
            if let Ok(name) = MemberId::new(name) {
                self.plan.named.retain(|known| known.name != name);
                self.plan.named.push(NamedMember { name, user });
            }
        }
    }

    fn named(&self, member: &str) -> Option<UserId> {
        let mut named = self.plan.named.iter();
        let named = named.find(|named| named.name.as_str() == member)?;
        Some(named.user).filter(|user| self.members.contains(user))
    }

    /// Records whom the member ids that this edit has written mean, so that they mean the same
    /// people after a rename. A text that has meant nobody before goes on to mean nobody, until
    /// this edit adds the member of that name; one that has meant somebody goes on to mean them,
    /// until the owner adds another member by it. `find_user` finds a user by username or id; only
    /// members count.
    pub(in crate::trip) fn bind_members(
        &mut self,
        before: &Self,
        find_user: &dyn Fn(&str) -> Option<UserId>,
    ) {
        let mut known: HashMap<&str, Option<UserId>> = HashMap::new();
        for Mention { member, user } in before.all_mentions() {
            let known = known.entry(member).or_default();
            *known = known.or(user);
        }
        for Mention { member, user } in self.all_mentions().filter(|it| it.user.is_some()) {
            let known = known.entry(member).or_default();
            *known = known.or(user);
        }
        let mean = |member: &str| {
            let person = find_user(member).filter(|user| self.members.contains(user));
            match known.get(member).copied() {
                Some(None) => person.filter(|user| !before.members.contains(user)),
                known => {
                    let holder = self.claimant(member).or_else(|| self.named(member));
                    holder.or(known.flatten()).or(person)
                }
            }
        };
        let open = self
            .written_mentions()
            .filter(|mention| mention.user.is_none());
        let found = open.filter_map(|it| Some((it.member.to_owned(), mean(it.member)?)));
        let found: HashMap<String, UserId> = found.collect();
        if found.is_empty() {
            return;
        }
        let bind = |member: &MemberId, user: &mut Option<UserId>| {
            *user = user.or_else(|| found.get(member.as_str()).copied());
        };
        for share in self.budgets_mut().flat_map(|budget| &mut budget.shares) {
            bind(&share.member, &mut share.user);
        }
        for paid in &mut self.plan.settlements {
            bind(&paid.from, &mut paid.from_user);
            bind(&paid.to, &mut paid.to_user);
        }
    }
}
