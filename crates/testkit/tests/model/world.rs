//! The model: accounts and trips, and what the contract says that each request does to them.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::budget::{self, Budget};
use crate::exact::Fraction;
use crate::operation::{Guard, Route, SEATS};

/// An account, deleted ones included. Accounts and trips are known by their place in the world.
#[derive(Debug, Clone)]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) username: String,
    pub(crate) email: String,
    pub(crate) shares_email: bool,
    pub(crate) deleted: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trip {
    pub(crate) id: String,
    pub(crate) owner: usize,
    /// In the order in which they joined; the owner is one of them.
    pub(crate) members: Vec<usize>,
    /// The fields that both variants show alike, in the form of Variant B; and those of the map.
    pub(crate) content: Value,
    pub(crate) budget: Budget,
    pub(crate) items: Vec<Item>,
    pub(crate) deleted: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    /// All but id, index and budget, as answered.
    shown: Value,
    id: String,
    budget: Budget,
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

    /// Section 3: 401 without a token, 404 for what is not visible.
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
        if !before.members.contains(&caller) {
            return Err(Expected::Status(401));
        }
        let (mut after, mut faults) = (before.clone(), Vec::new());
        self.manage(caller, &mut after, sent, &mut faults)?;
        after.edit(route, sent, &mut faults);
        if !faults.is_empty() {
            return Err(Expected::Invalid(faults));
        }
        if guard == Guard::Stale {
            return Err(Expected::Status(412));
        }
        if after == *before {
            return Ok(Expected::Status(304));
        }
        let body = match route {
            Route::A | Route::B => self.show_updated(&after, route),
            Route::Management => self.show_people(&after),
            Route::Budget => after.budget.show(&after.budget.base_currency()),
            Route::Map => {
                json!({"notes": after.content["notes"], "locations": after.content["locations"]})
            }
            Route::Items => after.answering_item(before),
        };
        self.trips[place] = after;
        Ok(Expected::Body(body))
    }

    /// Owner, members and privacy are the owner's; a member may take themself off.
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
            if !faults.is_empty() || !same_owner || !same_others || !same_privacy {
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
        if route == Route::A {
            shown["budget"] = trip.summary();
            shown["date"] = instants(&trip.content["date"]);
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
            let is_shown = *user == viewer || *shares_email && trip.members.contains(&viewer);
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

impl Trip {
    fn new(owner: usize) -> Self {
        let content = json!({
            "name": "", "desc": "", "dest": [], "budget": {"lo": "=0", "hi": "=0"},
            "expenditures": [], "date": {"start": "=0", "end": "=0"}, "todo": [],
            "private": true, "notes": "", "locations": [],
        });
        Self {
            id: String::new(),
            owner,
            members: vec![owner],
            content,
            budget: Budget::default(),
            items: Vec::new(),
            deleted: false,
        }
    }

    pub(crate) fn is_visible_to(&self, viewer: Option<usize>) -> bool {
        let is_member = viewer.is_some_and(|viewer| self.members.contains(&viewer));
        !self.deleted && (is_member || self.content["private"] == json!(false))
    }

    fn edit(&mut self, route: Route, sent: &Value, faults: &mut Vec<String>) {
        if route == Route::Items {
            faults.extend(negative(sent, ""));
            return self.take_items(&sent["trip_items"], faults);
        }
        self.take(sent, faults);
        let takes_budget = matches!(route, Route::A | Route::Budget);
        if let Some(budget) = sent.get("budget").filter(|_| takes_budget) {
            self.budget = self.budget.merged(budget);
        }
    }

    /// Takes the fields of `content`: objects merge by key, all else is replaced.
    fn take(&mut self, sent: &Value, faults: &mut Vec<String>) {
        faults.extend(negative(sent, ""));
        for (field, known) in self.content.as_object_mut().unwrap() {
            match (sent.get(field), known) {
                (Some(Value::Object(sent)), Value::Object(known)) => {
                    for (key, known) in known {
                        *known = sent.get(key).unwrap_or(known).clone();
                    }
                }
                (Some(list), known) if field == "locations" => {
                    *known = list.as_array().unwrap().iter().map(location).collect();
                }
                (Some(sent), known) => *known = sent.clone(),
                (None, _) => {}
            }
        }
        if sent.get("name") == Some(&json!("")) {
            faults.push("/name".to_owned());
        }
        let estimate = &self.content["budget"];
        if Fraction::of(&estimate["lo"]) > Fraction::of(&estimate["hi"]) {
            faults.push("/budget".to_owned());
        }
        let [start, end] = ["start", "end"].map(|side| millis(&self.content["date"][side]));
        if end != 0 && start > end {
            faults.push("/date".to_owned());
        }
    }

    fn take_items(&mut self, list: &Value, faults: &mut Vec<String>) {
        let mut seen = HashSet::new();
        let mut items: Vec<(&Value, usize)> = Vec::new();
        for (place, sent) in list.as_array().unwrap().iter().enumerate() {
            if !seen.insert(&sent["item_id"]) {
                faults.push(format!("/trip_items/{place}/item_id"));
            }
            let index = sent["index"]
                .as_str()
                .and_then(|index| index[1..].parse().ok());
            items.push((sent, index.unwrap_or(place)));
        }
        items.sort_by_key(|(_, index)| *index);
        let base = self.budget.base_currency();
        let default = Budget::default();
        let items = items.into_iter().map(|(sent, _)| {
            let id = sent["item_id"].as_str().unwrap().to_owned();
            let current = self.items.iter().find(|item| item.id == id);
            let current = current.map_or(&default, |item| &item.budget);
            let budget = Budget::of_item(&sent["budget"], current, &base);
            let mut shown = json!({
                "item_type": sent["item_type"],
                "day": sent.get("day").unwrap_or(&json!("=1")),
                "duration": "=0",
                "destination": {"name": "", "location": "", "description": ""},
                "photos": [],
            });
            if let Some(name) = sent["destination"].get("name") {
                shown["destination"]["name"] = name.clone();
            }
            if let Some(start) = sent["start_time"].as_str() {
                shown["start_time"] = json!(start);
            }
            Item { shown, id, budget }
        });
        self.items = items.collect();
    }

    /// The itinerary as `GET` answers it, without ids of destinations.
    pub(crate) fn show_items(&self) -> Vec<Value> {
        let show = |(index, item): (usize, &Item)| {
            let mut shown = item.shown.clone();
            shown["item_id"] = json!(item.id);
            shown["index"] = json!(format!("={index}"));
            shown["budget"] = item.budget.show_of_item();
            shown
        };
        self.items.iter().enumerate().map(show).collect()
    }

    /// The first item that was added or changed, else the first, else an empty one.
    fn answering_item(&self, before: &Self) -> Value {
        let is_new = |item: &Item| !before.items.contains(item);
        let place = self.items.iter().position(is_new).unwrap_or(0);
        self.show_items()
            .into_iter()
            .nth(place)
            .unwrap_or(Value::Null)
    }

    /// The name of the first destination of the itinerary, else of the first one of `dest`.
    pub(crate) fn starting_point(&self) -> Value {
        let names = self
            .items
            .iter()
            .map(|item| &item.shown["destination"]["name"]);
        let mut names = names
            .filter(|name| **name != "")
            .chain(self.content["dest"].as_array().unwrap());
        names.next().cloned().unwrap_or(json!(""))
    }

    /// The number of events of the timeline: every item, every location that has a date, and the
    /// way to such a location.
    pub(crate) fn events(&self) -> usize {
        let locations = self.content["locations"].as_array().into_iter().flatten();
        let dated = locations.filter(|location| location["date"]["start"] != "=0");
        let ways = dated.map(|location| usize::from(location["transportation"]["type"] != ""));
        self.items.len() + ways.map(|way| 1 + way).sum::<usize>()
    }

    fn summary(&self) -> Value {
        let items: Vec<&Budget> = self.items.iter().map(|item| &item.budget).collect();
        budget::summary(&self.budget, &items)
    }
}

fn location(sent: &Value) -> Value {
    let date = sent.get("date");
    let side = |side, other| date.and_then(|date| date.get(side).or(date.get(other)));
    let none = json!("=0");
    json!({
        "title": sent["title"],
        "address": sent.get("address").unwrap_or(&json!("")),
        "date": {
            "start": side("start", "end").unwrap_or(&none),
            "end": side("end", "start").unwrap_or(&none),
        },
        "transportation": sent.get("transportation").unwrap_or(
            &json!({"type": "", "distance": "=0", "time": "=0", "cost": "=0"}),
        ),
    })
}

/// Pointers to the negative amounts in a body.
fn negative(value: &Value, pointer: &str) -> Vec<String> {
    match value {
        Value::String(text) if text.starts_with("=-") => vec![pointer.to_owned()],
        Value::Array(list) => list
            .iter()
            .enumerate()
            .flat_map(|(place, value)| negative(value, &format!("{pointer}/{place}")))
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| negative(value, &format!("{pointer}/{name}")))
            .collect(),
        _ => Vec::new(),
    }
}

/// Unix time in milliseconds: numbers below 100,000,000,000 are seconds.
fn millis(number: &Value) -> i64 {
    let time: i64 = number.as_str().unwrap()[1..].parse().unwrap();
    if time < 100_000_000_000 {
        time * 1000
    } else {
        time
    }
}

/// `{start, end}` as Variant A answers it.
fn instants(date: &Value) -> Value {
    let instant = |side: &str| {
        let at = time::OffsetDateTime::from_unix_timestamp(millis(&date[side]) / 1000).unwrap();
        at.format(&time::format_description::well_known::Rfc3339)
            .unwrap()
    };
    json!({"start": instant("start"), "end": instant("end")})
}

/// The username that each seat signs up with in a case.
pub(crate) fn username(case: usize, seat: usize) -> String {
    format!("{}{case}", SEATS[seat])
}
