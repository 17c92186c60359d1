//! The model: accounts and trips, and what the contract says that each request does to them.

use std::collections::HashSet;

use serde_json::{Value, json};
use wayfare_testkit::Method;

use super::operation::{Guard, Route, SEATS};
use super::trip::{Trip, instants};

/// An account, which may be deleted. Accounts and trips are identified by their index.
#[derive(Debug, Clone)]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) username: String,
    pub(crate) email: String,
    pub(crate) shares_email: bool,
    pub(crate) deleted: bool,
}

/// The answer that the contract demands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expected {
    Status(u16),
    /// 400, with the pointers of all that is wrong.
    Invalid(Vec<String>),
    /// 200, with this body.
    Body(Value),
}

#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) base_url: String,
    pub(crate) users: Vec<User>,
    /// The account of each seat, the last one that was made.
    pub(crate) seats: Vec<usize>,
    /// Oldest first.
    pub(crate) trips: Vec<Trip>,
}

impl World {
    /// The account behind a seat's token, unless it was deleted.
    pub(crate) fn caller(&self, seat: usize) -> Option<usize> {
        let user = *self.seats.get(seat)?;
        (!self.users[user].deleted).then_some(user)
    }

    pub(crate) fn user_named(&self, name: &str) -> Option<usize> {
        self.users
            .iter()
            .position(|user| !user.deleted && user.username.eq_ignore_ascii_case(name))
    }

    /// The text that stands for a person in a request: `@2` is the username in seat 2, `#2` the id.
    pub(crate) fn reference(&self, text: &str) -> String {
        let seat = text.get(1..).and_then(|seat| seat.parse::<usize>().ok());
        match (text.get(..1), seat.and_then(|seat| self.seats.get(seat))) {
            (Some("@"), Some(user)) => self.users[*user].username.clone(),
            (Some("#"), Some(user)) => self.users[*user].id.clone(),
            _ => text.to_owned(),
        }
    }

    fn resolve(&self, reference: &Value) -> Option<usize> {
        let text = self.reference(reference.as_str()?);
        let by_id = self
            .users
            .iter()
            .position(|user| !user.deleted && user.id == text);
        self.user_named(&text).or(by_id)
    }

    /// 401 without a token, 404 for what is not visible (interface: "Authorization").
    pub(crate) fn read(&self, seat: usize, trip: usize) -> Result<(usize, &Trip), Expected> {
        let caller = self.caller(seat).ok_or(Expected::Status(401))?;
        let trip = self
            .trips
            .get(trip)
            .filter(|trip| trip.is_visible_to(Some(caller)));
        Ok((caller, trip.ok_or(Expected::Status(404))?))
    }

    pub(crate) fn create(&mut self, seat: usize, sent: &Value) -> Result<(), Expected> {
        let owner = self.caller(seat).ok_or(Expected::Status(401))?;
        let mut trip = Trip::new(owner);
        trip.is_hi_sent = sent["budget"].get("hi").is_some();
        let mut faults = Vec::new();
        trip.take(sent, &mut faults);
        if !faults.is_empty() {
            return Err(Expected::Invalid(faults));
        }
        self.trips.push(trip);
        Ok(())
    }

    pub(crate) fn put(
        &mut self,
        seat: usize,
        place: usize,
        route: Route,
        sent: &Value,
        guard: Guard,
    ) -> Expected {
        self.try_put(seat, place, route, sent, guard)
            .unwrap_or_else(|refused| refused)
    }

    fn try_put(
        &mut self,
        seat: usize,
        place: usize,
        route: Route,
        sent: &Value,
        guard: Guard,
    ) -> Result<Expected, Expected> {
        let (caller, before) = self.read(seat, place)?;
        if route.item().is_some_and(|id| before.place_of(id).is_none()) {
            return Err(Expected::Status(404));
        }
        if !before.members.contains(&caller) {
            return Err(Expected::Status(401));
        }
        let is_viewer = before.viewers.contains(&caller);
        if is_viewer && route.method() != Method::PUT {
            return Err(Expected::Status(401));
        }
        let (mut after, mut faults) = (before.clone(), Vec::new());
        self.manage(caller, &mut after, sent, &mut faults)?;
        after.edit(route, sent, &mut faults);
        let is_members_only = sent.as_object().is_some_and(|sent| sent.len() == 1);
        let leaves = is_members_only && !after.members.contains(&caller);
        if is_viewer && !leaves && (!faults.is_empty() || after != *before) {
            return Err(Expected::Status(401));
        }
        if !faults.is_empty() {
            return Err(Expected::Invalid(faults));
        }
        if guard == Guard::Stale {
            return Err(Expected::Status(412));
        }
        if after == *before {
            return Ok(Expected::Status(304));
        }
        after.editors.insert(caller);
        after.editors.retain(|user| after.members.contains(user));
        let body = match route {
            Route::A | Route::B => self.show_updated(&after, route),
            Route::Management => self.show_people(&after),
            Route::Roles => self.show_roles(&after),
            Route::Rates => after.show_rates(),
            Route::Budget => after.budget.show(&after.budget.base_currency()),
            Route::Map => {
                json!({"notes": after.content["notes"], "locations": after.content["locations"]})
            }
            Route::Items => after.answering_item(before),
            Route::AddItem | Route::Item(_) | Route::MoveItem(_) => {
                let id = route.item().or(sent["item_id"].as_str());
                let place = id.and_then(|id| after.place_of(id));
                place.map_or(Value::Null, |place| {
                    let mut shown = after.show_items()[place].clone();
                    let is_travel = shown["item_type"] == "transportations";
                    shown["kind"] = json!(if is_travel { "travel" } else { "other" });
                    shown
                })
            }
            Route::Shift => self.show_updated(&after, Route::A),
        };
        self.trips[place] = after;
        Ok(Expected::Body(body))
    }

    /// Only the owner may change owner, members, roles and privacy; a member may leave.
    fn manage(
        &self,
        caller: usize,
        trip: &mut Trip,
        sent: &Value,
        faults: &mut Vec<String>,
    ) -> Result<(), Expected> {
        let former = trip.owner;
        let owner = sent.get("owner").map(|owner| self.resolve(owner));
        let list = sent["members"].as_array();
        let list = list.map(|list| {
            list.iter()
                .map(|sent| self.resolve(sent))
                .collect::<Vec<_>>()
        });
        if let Some(None) = owner {
            faults.push("/owner".to_owned());
        }
        let unknown = list
            .iter()
            .flatten()
            .enumerate()
            .filter(|(_, user)| user.is_none());
        faults.extend(unknown.map(|(place, _)| format!("/members/{place}")));
        let mut roles = Vec::new();
        for (reference, role) in sent["roles"].as_object().into_iter().flatten() {
            let reference = json!(reference);
            let user = self.resolve(&reference);
            let present = user.filter(|user| trip.members.contains(user));
            let is_owner = present == Some(former);
            match present.filter(|_| is_owner == (role == "owner")) {
                Some(user) => roles.push((user, role == "viewer")),
                None => faults.push(format!(
                    "/roles/{}",
                    self.reference(reference.as_str().unwrap())
                )),
            }
        }
        let known: Option<Vec<usize>> = list.map(|list| list.into_iter().flatten().collect());
        if caller != former {
            let others = |user: &&usize| **user != former && **user != caller;
            let same_others = known.as_ref().is_none_or(|sent| {
                trip.members.iter().filter(others).collect::<HashSet<_>>()
                    == sent.iter().filter(others).collect::<HashSet<_>>()
            });
            let same_owner = owner.is_none_or(|owner| owner == Some(former));
            let private = sent.get("private").unwrap_or(&trip.content["private"]);
            let same_privacy = *private == trip.content["private"];
            let is_same =
                |(user, is_viewer): &(usize, bool)| trip.viewers.contains(user) == *is_viewer;
            if !faults.is_empty()
                || !roles.iter().all(is_same)
                || !same_owner
                || !same_others
                || !same_privacy
            {
                return Err(Expected::Status(401));
            }
        }
        trip.owner = owner.flatten().unwrap_or(former);
        if let Some(sent) = known {
            let owner = trip.owner;
            trip.members
                .retain(|user| [former, owner].contains(user) || sent.contains(user));
            let joined = sent.iter().filter(|user| !trip.members.contains(user));
            let joined: Vec<usize> = joined.copied().collect();
            trip.members.extend(joined);
        }
        trip.members.push(trip.owner);
        let mut seen = HashSet::new();
        trip.members.retain(|user| seen.insert(*user));
        for (user, is_viewer) in roles {
            if is_viewer {
                trip.viewers.insert(user);
            } else {
                trip.viewers.remove(&user);
            }
        }
        let (owner, members) = (trip.owner, &trip.members);
        trip.viewers
            .retain(|user| *user != owner && members.contains(user));
        Ok(())
    }

    pub(crate) fn delete_trip(&mut self, seat: usize, place: usize, guard: Guard) -> u16 {
        let owns = match self.read(seat, place) {
            Err(Expected::Status(status)) => return status,
            Err(_) => return 404,
            Ok((caller, trip)) => trip.owner == caller,
        };
        match (owns, guard) {
            (false, _) => 401,
            (true, Guard::Stale) => 412,
            (true, _) => {
                self.trips[place].deleted = true;
                204
            }
        }
    }

    /// Deletes the account with its trips and takes it off all others.
    pub(crate) fn delete_account(&mut self, user: usize) {
        self.users[user].deleted = true;
        for trip in &mut self.trips {
            trip.deleted |= trip.owner == user;
            trip.members.retain(|member| *member != user);
            trip.viewers.remove(&user);
        }
    }

    /// The trips that a list shows, newest first: those that `of` is on and `viewer` sees.
    pub(crate) fn list(&self, of: usize, viewer: Option<usize>) -> Vec<&Trip> {
        let listed = |trip: &&Trip| trip.members.contains(&of) && trip.is_visible_to(viewer);
        self.trips.iter().rev().filter(listed).collect()
    }

    fn names(&self, trip: &Trip) -> Vec<&str> {
        trip.members
            .iter()
            .map(|user| self.users[*user].username.as_str())
            .collect()
    }

    pub(crate) fn show_roles(&self, trip: &Trip) -> Value {
        let role = |user: &usize| {
            let role = if *user == trip.owner {
                "owner"
            } else if trip.viewers.contains(user) {
                "viewer"
            } else {
                "editor"
            };
            (self.users[*user].username.clone(), json!(role))
        };
        let roles: serde_json::Map<String, Value> = trip.members.iter().map(role).collect();
        json!({ "roles": roles })
    }

    fn show_people(&self, trip: &Trip) -> Value {
        json!({
            "owner": self.users[trip.owner].username,
            "members": self.names(trip),
            "private": trip.content["private"],
        })
    }

    /// Variant B's trip, as its `PUT` and `POST` answer it; or what Variant A's `PUT` answers.
    pub(crate) fn show_updated(&self, trip: &Trip, route: Route) -> Value {
        let mut shown = trip.content.clone();
        let fields = shown.as_object_mut().unwrap();
        fields.remove("notes");
        fields.remove("locations");
        fields.insert("uuid".to_owned(), json!(trip.id));
        fields.insert(
            "img".to_owned(),
            json!(format!("{}/trip/default/picture", self.api())),
        );
        fields.insert(
            "url".to_owned(),
            json!(format!("{}/trip/{}", self.base_url, trip.id)),
        );
        fields.extend(self.show_people(trip).as_object().unwrap().clone());
        shown["date"] = trip.dates();
        if route == Route::A {
            shown["budget"] = trip.summary();
            shown["date"] = instants(&shown["date"]);
        }
        shown
    }

    /// Variant A's summary, as `viewer` sees it.
    pub(crate) fn show_summary(&self, trip: &Trip, viewer: usize) -> Value {
        let person = |user: &usize| {
            let User {
                id,
                username,
                email,
                shares_email,
                ..
            } = &self.users[*user];
            let takes_part = trip.editors.contains(user);
            let is_shared = *shares_email && takes_part && trip.members.contains(&viewer);
            let is_shown = *user == viewer || is_shared;
            let email = if is_shown { email } else { "" };
            json!({"userId": id, "userName": username, "email": email})
        };
        let others = trip.members.iter().filter(|user| **user != trip.owner);
        json!({
            "_id": trip.id,
            "name": trip.content["name"],
            "desc": trip.content["desc"],
            "photos": [],
            "mainImage": "",
            "photoURLs": [],
            "mainImageURL": format!("{}/trip/default/picture", self.api()),
            "ownerUser": person(&trip.owner),
            "nonOwnerUsers": others.map(person).collect::<Vec<_>>(),
        })
    }

    /// An entry of Variant B's lists.
    pub(crate) fn show_entry(&self, trip: &Trip) -> Value {
        let shown = self.show_updated(trip, Route::B);
        json!({
            "uuid": shown["uuid"],
            "name": shown["name"],
            "desc": shown["desc"],
            "img": shown["img"],
        })
    }

    /// Variant A's detail without its destinations, whose ids the service mints.
    pub(crate) fn show_detail(&self, trip: &Trip, viewer: usize) -> Value {
        let mut shown = self.show_updated(trip, Route::A);
        let fields = shown.as_object_mut().unwrap();
        for absent in ["uuid", "img", "dest"] {
            fields.remove(absent);
        }
        fields.extend(self.show_summary(trip, viewer).as_object().unwrap().clone());
        let ids = trip
            .members
            .iter()
            .map(|user| self.users[*user].id.as_str());
        shown["members"] = ids.collect();
        shown["owner"] = json!(self.users[trip.owner].id);
        shown["image"] = shown["mainImageURL"].clone();
        let mut locations = trip.content["locations"].clone();
        for location in locations.as_array_mut().unwrap() {
            location["date"] = instants(&location["date"]);
        }
        shown["areas"] = json!([]);
        shown["areaNames"] = json!([]);
        shown["map"] = json!({"notes": trip.content["notes"], "locations": locations});
        shown
    }

    fn api(&self) -> String {
        format!("{}/api/v1", self.base_url)
    }
}

/// The username that each seat signs up with in a case.
pub(crate) fn username(case: usize, seat: usize) -> String {
    format!("{}{case}", SEATS[seat])
}
