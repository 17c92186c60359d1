//! Edits of single items, shifts and own rates in the model (interface: "One item at a time",
//! "Shifting a trip", "Own rates").

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::exact::Fraction;
use super::operation::Route;
use super::trip::{Item, Trip, negative};

impl Trip {
    /// Applies the body of a route of this page.
    pub(crate) fn edit_single(&mut self, route: Route, sent: &Value, faults: &mut Vec<String>) {
        match route {
            Route::AddItem => self.add(sent, faults),
            Route::Item(id) => self.change(id, sent, faults),
            Route::MoveItem(id) => self.move_item(id, sent),
            Route::Shift => self.shift(number(&sent["days"])),
            Route::Rates => self.set_rates(&sent["rates"], faults),
            _ => {}
        }
    }

    /// Replaces all own rates.
    fn set_rates(&mut self, sent: &Value, faults: &mut Vec<String>) {
        let base = self.budget.base_currency();
        self.rates.clear();
        for (code, rate) in sent.as_object().unwrap() {
            let rate = rate.as_str().unwrap().trim_start_matches('=');
            let is_plain = rate
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.');
            let is_good = is_plain && !Fraction::of(&json!(format!("={rate}"))).is_zero();
            let wrong = [!is_good, *code == base];
            faults.extend(
                wrong
                    .iter()
                    .filter(|wrong| **wrong)
                    .map(|_| format!("/rates/{code}")),
            );
            if is_good {
                self.rates
                    .insert(code.clone(), Fraction::of(&json!(format!("={rate}"))));
            }
        }
    }

    /// The own rates as they are answered: text in plain notation.
    pub(crate) fn show_rates(&self) -> Value {
        let rates = self.rates.iter().map(|(code, rate)| {
            let rate = rate.show();
            (
                code.clone(),
                json!(rate.as_str().unwrap().trim_start_matches('=')),
            )
        });
        json!({"rates": rates.collect::<serde_json::Map<_, _>>()})
    }

    pub(crate) fn place_of(&self, id: &str) -> Option<usize> {
        self.items.iter().position(|item| item.id == id)
    }

    fn add(&mut self, sent: &Value, faults: &mut Vec<String>) {
        faults.extend(negative(sent, ""));
        let id = sent["item_id"].as_str().unwrap();
        // What can't be read is refused before it meets the trip.
        if faults.is_empty() && self.place_of(id).is_some() {
            faults.push("/item_id".to_owned());
        }
        let base = self.budget.base_currency();
        let item = Item::of(sent, None, &base);
        if negative(sent, "").is_empty() {
            faults.extend(item.budget.mixed_signs("/budget"));
        }
        let place = match sent.get("index") {
            Some(index) => usize::try_from(number(index)).unwrap_or(0),
            None => self.end_of_day(item.day()),
        };
        self.items.insert(place.min(self.items.len()), item);
    }

    fn end_of_day(&self, day: i64) -> usize {
        let last = |wanted: &dyn Fn(i64) -> bool| {
            let places = 0..self.items.len();
            places.rev().find(|place| wanted(self.items[*place].day()))
        };
        let last = last(&|other| other == day).or_else(|| last(&|other| other < day));
        last.map_or(0, |place| place + 1)
    }

    fn change(&mut self, id: &str, sent: &Value, faults: &mut Vec<String>) {
        faults.extend(negative(sent, ""));
        let Some(place) = self.place_of(id) else {
            return;
        };
        let mut item = self.items.remove(place);
        for field in ["item_type", "day", "start_time"] {
            if let Some(value) = sent.get(field) {
                item.shown[field] = value.clone();
            }
        }
        if let Some(name) = sent["destination"].get("name") {
            item.shown["destination"]["name"] = name.clone();
        }
        let to = sent
            .get("index")
            .map_or(place, |index| usize::try_from(number(index)).unwrap_or(0));
        self.items.insert(to.min(self.items.len()), item);
    }

    fn move_item(&mut self, id: &str, sent: &Value) {
        let Some(from) = self.place_of(id) else {
            return;
        };
        let mut item = self.items.remove(from);
        let day = number(&sent["day"]);
        let of_day: Vec<usize> = (0..self.items.len())
            .filter(|place| self.items[*place].day() == day)
            .collect();
        let index = sent.get("index").map_or(usize::MAX, |index| {
            usize::try_from(number(index)).unwrap_or(0)
        });
        let index = index.min(of_day.len());
        let present = of_day.iter().filter(|place| **place < from).count();
        let stays = item.day() == day && index == present;
        let to = match of_day.get(index) {
            _ if stays => from,
            Some(place) => *place,
            None => self.end_of_day(day),
        };
        let days = day - item.day();
        shift_item(&mut item, days);
        item.shown["day"] = sent["day"].clone();
        self.items.insert(to, item);
    }

    fn shift(&mut self, days: i64) {
        self.items
            .iter_mut()
            .for_each(|item| shift_item(item, days));
        shift_dates(&mut self.content["date"], days);
        let locations = self.content["locations"].as_array_mut();
        for location in locations.into_iter().flatten() {
            shift_dates(&mut location["date"], days);
        }
    }
}

fn number(value: &Value) -> i64 {
    value.as_str().unwrap()[1..].parse().unwrap()
}

fn shift_item(item: &mut Item, days: i64) {
    if let Some(start) = item.shown["start_time"].as_str() {
        let start = OffsetDateTime::parse(start, &Rfc3339).unwrap() + Duration::days(days);
        item.shown["start_time"] = json!(start.format(&Rfc3339).unwrap());
    }
}

/// Dates in Variant B's form, 0 for a missing one.
fn shift_dates(date: &mut Value, days: i64) {
    for side in ["start", "end"] {
        let at = number(&date[side]);
        let unit = if at < 100_000_000_000 {
            86_400
        } else {
            86_400_000
        };
        if at != 0 {
            date[side] = json!(format!("={}", at + days * unit));
        }
    }
}
