//! Values of schema.org, as JSON-LD and microdata have them: a list or its only element, an object
//! or its name.

use std::io::Cursor;

use serde_json::{Map, Value};
use wayfare_domain::Trip;
use wayfare_domain::trip::place::Coordinates;

use crate::import::draft::{Draft, DraftPlace};
use crate::import::json::BoundedJson;
use crate::import::markup::to_text;
use crate::import::point::{coordinates, is_nowhere};

/// How many characters of a text are looked at.
const MAX_TEXT: usize = 2_000;
/// The most elements of a list that are looked at for a text.
const MAX_ELEMENTS: usize = 20;
/// How many objects may be around a text.
const MAX_WRAPPED: usize = 4;

/// Reads JSON; of what has control characters in texts or commas after last elements, too.
///
/// # Errors
/// What is wrong with it.
pub(super) fn parse(json: &str) -> Result<Value, String> {
    let read = |json: &str| serde_json::from_reader(BoundedJson::buffered(Cursor::new(json)));
    read(json).or_else(|error: serde_json::Error| {
        let tidy = tidy(json);
        read(&tidy).map_err(|_| error.to_string())
    })
}

/// JSON with spaces for control characters in texts, and without commas before closing brackets.
fn tidy(json: &str) -> String {
    let mut tidy = String::with_capacity(json.len());
    let (mut is_text, mut is_escaped) = (false, false);
    for character in json.chars() {
        if is_text {
            tidy.push(if character.is_control() {
                ' '
            } else {
                character
            });
            is_text = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
            continue;
        }
        is_text = character == '"';
        if matches!(character, ']' | '}') {
            let length = tidy.trim_end().len();
            if tidy
                .get(..length)
                .is_some_and(|before| before.ends_with(','))
            {
                tidy.truncate(length - 1);
            }
        }
        tidy.push(character);
    }
    tidy
}

/// An object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'v>(&'v Map<String, Value>);

impl<'v> Node<'v> {
    /// The object that a value is, or the first of the first elements of a list.
    pub(super) fn of(value: &'v Value) -> Option<Self> {
        match value {
            Value::Object(map) => Some(Self(map)),
            Value::Array(list) => {
                let mut first = list.iter().take(MAX_ELEMENTS);
                first.find_map(Value::as_object).map(Self)
            }
            _ => None,
        }
    }

    pub(super) fn value(self, name: &str) -> Option<&'v Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// All values of the object.
    pub(super) fn values(self) -> impl Iterator<Item = &'v Value> {
        self.0.values()
    }

    /// The object of a name; `None` if it is a text.
    pub(super) fn node(self, name: &str) -> Option<Self> {
        Self::of(self.value(name)?)
    }

    /// The objects of a name, as far as their number can matter.
    pub(super) fn nodes(self, name: &str) -> impl Iterator<Item = Self> + use<'v> {
        let elements = elements(self.value(name)).take(Trip::MAX_ITEMS + 1);
        elements.filter_map(Value::as_object).map(Self)
    }

    /// The text of a name, or the name of its object; empty if there is none.
    pub(super) fn text(self, name: &str) -> String {
        self.value(name).map(text_of).unwrap_or_default()
    }

    /// The first of these names that has a text.
    pub(super) fn first_text(self, names: &[&str]) -> String {
        let mut texts = names.iter().map(|name| self.text(name));
        texts.find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// The last words of its types: `FlightReservation` of `http://schema.org/FlightReservation`.
    pub(super) fn types(self) -> impl Iterator<Item = &'v str> {
        let types = elements(self.value("@type"));
        types.filter_map(|value| value.as_str().map(last_word))
    }

    /// Its address: a text, or the parts of a `PostalAddress`.
    pub(super) fn address(self) -> String {
        let Some(address) = self.node("address") else {
            return self.text("address");
        };
        let part = |name| address.text(name);
        let town = [part("postalCode"), part("addressLocality")];
        let parts = [
            part("streetAddress"),
            joined(&town, " "),
            part("addressRegion"),
            part("addressCountry"),
        ];
        match joined(&parts, ", ") {
            address_parts if address_parts.is_empty() => address.text("name"),
            address_parts => address_parts,
        }
    }

    /// Where it is, if it tells that by coordinates. 0, 0 is nowhere.
    fn coordinates(self, draft: &mut Draft<'_>) -> Option<Coordinates> {
        let at = self.node("geo").unwrap_or(self);
        let (latitude, longitude) = (at.text("latitude"), at.text("longitude"));
        if latitude.is_empty() && longitude.is_empty() {
            return None;
        }
        let point = coordinates(&latitude, &longitude);
        if point.is_none() {
            draft.warn("a point has no valid coordinates");
        }
        point.filter(|at| !is_nowhere(*at))
    }
}

/// A place that a booking names.
#[derive(Debug, Default)]
pub(super) struct Site {
    pub(super) name: String,
    /// The code of an airport.
    pub(super) code: String,
    pub(super) address: String,
    pub(super) coordinates: Option<Coordinates>,
}

impl Site {
    /// The place of the first of these names that is there; a text is its name.
    pub(super) fn find(node: Node<'_>, names: &[&str], draft: &mut Draft<'_>) -> Self {
        let found = names.iter().find_map(|name| node.value(name));
        let Some(place) = found.and_then(Node::of) else {
            let name = found.map(text_of).unwrap_or_default();
            return Self {
                name,
                ..Self::default()
            };
        };
        Self::of(place, draft)
    }

    pub(super) fn of(place: Node<'_>, draft: &mut Draft<'_>) -> Self {
        let code = place.text("iataCode").to_ascii_uppercase();
        Self {
            name: place.text("name"),
            code: Some(code).filter(|it| is_airport(it)).unwrap_or_default(),
            address: place.address(),
            coordinates: place.coordinates(draft),
        }
    }

    /// What it is called in a title: its code, name, or address.
    pub(super) fn title(&self) -> &str {
        let names = [&self.code, &self.name, &self.address];
        let mut names = names.into_iter();
        names.find(|name| !name.is_empty()).map_or("", |it| it)
    }

    /// Its name and code.
    pub(super) fn full_name(&self) -> String {
        match (self.name.as_str(), self.code.as_str()) {
            (name, "") => name.to_owned(),
            (name, code) if name.is_empty() || name == code => code.to_owned(),
            (name, code) => format!("{name} ({code})"),
        }
    }

    /// A place whose location is its name and address; that of an airport with a code is the code
    /// in its title.
    pub(super) fn into_place(self, title: &str) -> DraftPlace {
        let is_named = self.code.is_empty() && self.name != title;
        let name = Some(self.name).filter(|name| is_named && !self.address.contains(name.as_str()));
        DraftPlace {
            name: title.to_owned(),
            location: joined(&[name.unwrap_or_default(), self.address], ", "),
            coordinates: self.coordinates,
            ..DraftPlace::default()
        }
    }
}

/// The title of travel: what it is or is called, and its ends.
pub(super) fn travel_title(word: &str, ends: [&Site; 2]) -> String {
    let title = match ends.map(Site::title) {
        ["", ""] => word.to_owned(),
        [from, to] if to.is_empty() || from == to => format!("{word} {from}"),
        [from, to] => format!("{word} {from} – {to}"),
    };
    title.trim().to_owned()
}

/// Whether it may be the IATA code of an airport.
pub(super) fn is_airport(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// The first text that is not empty.
pub(super) fn first(texts: impl IntoIterator<Item = String>) -> String {
    let mut texts = texts.into_iter();
    texts.find(|text| !text.is_empty()).unwrap_or_default()
}

/// The texts that are not empty.
pub(super) fn joined(texts: &[String], between: &str) -> String {
    let texts = texts.iter().map(String::as_str);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(between)
}

/// What follows the last separator of an address or a name with a prefix.
pub(super) fn last_word(name: &str) -> &str {
    let name = name.trim().trim_end_matches('/');
    name.rsplit(['/', '#', ':']).next().unwrap_or_default()
}

/// The values of a list, or the only one.
fn elements(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    let list = value.and_then(Value::as_array);
    let one = value.filter(|_| list.is_none());
    list.into_iter().flatten().chain(one)
}

/// The text of a value, in one line and without markup. Of a list it is that of its first element
/// that has one; lists in lists, which together hold any number of elements, have none.
pub(super) fn text_of(value: &Value) -> String {
    find_text(value, MAX_WRAPPED, true, &mut { MAX_TEXT })
}

/// The text of a value, of an object's value or name, or, if it may be one, of a list. At most
/// `left` characters are looked at.
fn find_text(value: &Value, wrapped: usize, may_be_list: bool, left: &mut usize) -> String {
    let text = match value {
        Value::String(text) => text.chars().take(*left).collect(),
        Value::Number(number) => number.to_string(),
        Value::Array(list) if may_be_list => {
            let texts = list.iter().take(MAX_ELEMENTS);
            let mut texts = texts.map(|value| find_text(value, wrapped, false, left));
            return texts.find(|text| !text.is_empty()).unwrap_or_default();
        }
        Value::Object(map) if wrapped > 0 => {
            let value = map.get("@value").or_else(|| map.get("name"));
            let text = value.map(|value| find_text(value, wrapped - 1, may_be_list, left));
            return text.unwrap_or_default();
        }
        _ => return String::new(),
    };
    *left = left.saturating_sub(text.len());
    let text = to_text(&text);
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
