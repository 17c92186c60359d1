//! A trip in the model: what edits make of its content, and how it is answered (interface:
//! "Updates" to "Itinerary and map").

use std::collections::HashSet;

use serde_json::{Value, json};

use super::budget::{self, Budget, OwnRates};
use super::exact::Fraction;
use super::operation::Route;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trip {
    pub(crate) id: String,
    pub(crate) owner: usize,
    /// In the order in which they joined; the owner is one of them.
    pub(crate) members: Vec<usize>,
    /// The members who may only read.
    pub(crate) viewers: HashSet<usize>,
    /// The members who have made it, or edited it since they joined.
    pub(crate) editors: HashSet<usize>,
    /// The fields that both variants show alike, in the form of Variant B; and those of the map.
    pub(crate) content: Value,
    pub(crate) budget: Budget,
    pub(crate) rates: OwnRates,
    pub(crate) items: Vec<Item>,
    pub(crate) deleted: bool,
    /// Whether the higher end of the estimate was ever sent.
    pub(crate) is_hi_sent: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    /// All but id, index and budget, as answered.
    pub(crate) shown: Value,
    pub(crate) id: String,
    pub(crate) budget: Budget,
}

impl Item {
    /// The item that a body makes, given the budget of the item of that id.
    pub(crate) fn of(sent: &Value, current: Option<&Budget>, base: &str) -> Self {
        let default = Budget::default();
        let budget = Budget::of_item(&sent["budget"], current.unwrap_or(&default), base);
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
        let id = sent["item_id"].as_str().unwrap().to_owned();
        Self { shown, id, budget }
    }

    pub(crate) fn day(&self) -> i64 {
        self.shown["day"].as_str().unwrap()[1..].parse().unwrap()
    }
}

impl Trip {
    pub(crate) fn new(owner: usize) -> Self {
        let content = json!({
            "name": "", "desc": "", "dest": [], "budget": {"lo": "=0", "hi": "=0"},
            "expenditures": [], "date": {"start": "=0", "end": "=0"}, "todo": [],
            "private": true, "notes": "", "locations": [],
        });
        Self {
            id: String::new(),
            owner,
            members: vec![owner],
            viewers: HashSet::new(),
            editors: HashSet::from([owner]),
            content,
            budget: Budget::default(),
            is_hi_sent: false,
            rates: OwnRates::new(),
            items: Vec::new(),
            deleted: false,
        }
    }

    pub(crate) fn is_visible_to(&self, viewer: Option<usize>) -> bool {
        let is_member = viewer.is_some_and(|viewer| self.members.contains(&viewer));
        !self.deleted && (is_member || self.content["private"] == json!(false))
    }

    pub(crate) fn edit(&mut self, route: Route, sent: &Value, faults: &mut Vec<String>) {
        if route.is_extension() {
            return self.edit_single(route, sent, faults);
        }
        if route == Route::Items {
            faults.extend(negative(sent, ""));
            let is_read = faults.is_empty();
            self.take_items(&sent["trip_items"], faults);
            let list = sent["trip_items"].as_array().unwrap();
            for (place, sent) in list.iter().enumerate().filter(|_| is_read) {
                let budget = Budget::of_item(&sent["budget"], &Budget::default(), "");
                faults.extend(budget.mixed_signs(&format!("/trip_items/{place}/budget")));
            }
            return;
        }
        self.take(sent, faults);
        let takes_budget = matches!(route, Route::A | Route::Budget);
        if let Some(budget) = sent.get("budget").filter(|_| takes_budget) {
            let base = self.budget.base_currency();
            self.budget = self.budget.merged(budget);
            if negative(sent, "").is_empty() {
                faults.extend(self.budget.mixed_signs("/budget"));
            }
            if self.budget.base_currency() != base {
                self.rates.clear();
            }
        }
    }

    /// Takes the fields of `content`: objects merge by key, all else is replaced.
    pub(crate) fn take(&mut self, sent: &Value, faults: &mut Vec<String>) {
        faults.extend(negative(sent, ""));
        let (known_hi, had_hi) = (self.content["budget"]["hi"].clone(), self.is_hi_sent);
        let known_date = self.content["date"].clone();
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
        let ends = &sent["budget"];
        let sent_hi = ends.get("hi").filter(|hi| **hi != known_hi);
        self.is_hi_sent |= sent_hi.is_some();
        let [lo, hi] = ["lo", "hi"].map(|end| Fraction::of(&self.content["budget"][end]));
        if lo > hi && ends.get("hi").is_none() && !had_hi {
            self.content["budget"]["hi"] = self.content["budget"]["lo"].clone();
        } else if lo > hi {
            faults.push("/budget".to_owned());
        }
        self.keep_missing_date(&known_date);
        let [start, end] = ["start", "end"].map(|side| millis(&self.content["date"][side]));
        if end != 0 && start > end {
            faults.push("/date".to_owned());
        }
    }

    /// Start and end; one that was never sent is the other one.
    pub(crate) fn dates(&self) -> Value {
        let date = &self.content["date"];
        let side = |side, other| match &date[side] {
            missing if missing == "=0" => &date[other],
            sent => sent,
        };
        json!({"start": side("start", "end"), "end": side("end", "start")})
    }

    /// A date that was never sent stays so if it was sent back as it was answered.
    fn keep_missing_date(&mut self, known: &Value) {
        let date = &mut self.content["date"];
        for (side, other) in [("start", "end"), ("end", "start")] {
            let was_missing = known[side] == "=0" && known[other] != "=0";
            if was_missing && [&date[side], &date[other]] == [&known[other]; 2] {
                date[side] = json!("=0");
            }
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
        let items = items.into_iter().map(|(sent, _)| {
            let current = self.items.iter().find(|item| sent["item_id"] == item.id);
            Item::of(sent, current.map(|item| &item.budget), &base)
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
    pub(crate) fn answering_item(&self, before: &Self) -> Value {
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

    pub(crate) fn summary(&self) -> Value {
        let items: Vec<&Budget> = self.items.iter().map(|item| &item.budget).collect();
        budget::summary(&self.budget, &items, &self.rates)
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

/// Whether the amount at a pointer may be that of a refund.
fn may_be_negative(pointer: &str) -> bool {
    let (parent, name) = pointer.rsplit_once('/').unwrap_or_default();
    match name {
        "totalCost" | "totalPaidCost" | "paidValue" | "paymentBaseCurrencyValue" => true,
        "cost" => parent.contains("/membersBudget/") || parent.contains("/expenditures/"),
        _ => false,
    }
}

/// Pointers to the amounts in a body that are negative and must not be.
pub(crate) fn negative(value: &Value, pointer: &str) -> Vec<String> {
    match value {
        Value::String(text) if text.starts_with("=-") && !may_be_negative(pointer) => {
            vec![pointer.to_owned()]
        }
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
pub(crate) fn instants(date: &Value) -> Value {
    let instant = |side: &str| {
        let at = time::OffsetDateTime::from_unix_timestamp(millis(&date[side]) / 1000).unwrap();
        at.format(&time::format_description::well_known::Rfc3339)
            .unwrap()
    };
    json!({"start": instant("start"), "end": instant("end")})
}
