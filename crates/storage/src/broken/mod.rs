//! Stored values that break a rule, such as those that a fault of an earlier version has let in.
//! Each is left out of what is read, so that it is an error of that value alone.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use wayfare_domain::{TripId, is_uuid_shaped};

/// The most trips that are remembered as logged.
const MAX_LOGGED: usize = 1_000;

/// A stored value that breaks a rule. It has nothing of the value itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenValue {
    /// Where it is: the document and the names of fields, such as `plan/settlements`.
    pub place: String,
    /// Its id, or its place in a list, from 0; empty if it is in no list.
    pub id: String,
    /// The rule.
    pub reason: String,
}

impl BrokenValue {
    /// A value that is in no list.
    pub(crate) fn new(place: &str, reason: &str) -> Self {
        Self {
            place: place.to_owned(),
            id: String::new(),
            reason: reason.to_owned(),
        }
    }
}

/// Parses a document of this name. Values that break a rule are left out, and told to `tell`.
///
/// # Errors
/// The text is no JSON, or no document of this type.
pub(crate) fn parse_document<T: DeserializeOwned>(
    name: &str,
    text: &str,
    tell: Tell<'_>,
) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|_| {
        let value: Value = serde_json::from_str(text)?;
        let readable = keep::<T>(value, name, "", &|value| value, tell);
        serde_json::from_value(readable.unwrap_or_default())
    })
}

/// Logs a broken value of a trip, for each trip once.
pub(crate) fn log(trip: TripId, value: &BrokenValue) {
    static LOGGED: LazyLock<Mutex<HashSet<TripId>>> = LazyLock::new(Mutex::default);
    let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    if logged.len() < MAX_LOGGED && logged.insert(trip) {
        let BrokenValue { place, id, reason } = value;
        tracing::warn!(
            %trip, place, id, reason,
            "left out a stored value that breaks a rule; wayfare check-data lists all"
        );
    }
}

/// A part of a document as a document that has nothing else.
type Within<'a> = &'a dyn Fn(Value) -> Value;
/// Called with each broken value.
type Tell<'a> = &'a mut dyn FnMut(BrokenValue);

/// What of the value at a place, with an id, can be read as a part of a document of type `T`, if
/// anything. Each part is tried alone, so the work is linear in the size.
fn keep<T: DeserializeOwned>(
    value: Value,
    place: &str,
    id: &str,
    within: Within<'_>,
    tell: Tell<'_>,
) -> Option<Value> {
    let reason = match T::deserialize(&within(value.clone())) {
        Ok(_) => return Some(value),
        Err(error) => error.to_string(),
    };
    let is_list = || T::deserialize(&within(Value::Array(Vec::new()))).is_ok();
    let kept = match value {
        Value::Array(elements) if is_list() => {
            let elements = elements.into_iter().enumerate();
            let kept = elements.filter_map(|(index, element)| {
                let id = id_of(&element).unwrap_or_else(|| index.to_string());
                let alone = |value| within(Value::Array(vec![value]));
                keep::<T>(element, place, &id, &alone, tell)
            });
            Some(Value::Array(kept.collect()))
        }
        Value::Object(fields) => keep_fields::<T>(fields, place, id, within, tell),
        _ => None,
    };
    if kept.is_none() {
        refuse(place, id, &reason, tell);
    }
    kept
}

/// What of an object can be read: all fields but the broken ones if none is required, else all but
/// a single broken one. `None` if more are broken.
fn keep_fields<T: DeserializeOwned>(
    mut fields: Map<String, Value>,
    place: &str,
    id: &str,
    within: Within<'_>,
    tell: Tell<'_>,
) -> Option<Value> {
    let is_read = |fields| T::deserialize(&within(Value::Object(fields))).is_ok();
    if is_read(Map::new()) {
        let kept = fields.into_iter().filter_map(|(name, value)| {
            let alone = |value| within(Value::Object(Map::from_iter([(name.clone(), value)])));
            let value = keep::<T>(value, &format!("{place}/{name}"), id, &alone, tell)?;
            Some((name, value))
        });
        return Some(Value::Object(kept.collect()));
    }
    let is_only_broken = |name: &&String| {
        let mut others = fields.clone();
        others.remove(*name);
        is_read(others)
    };
    let broken = fields.keys().find(is_only_broken)?.clone();
    let value = fields.remove(&broken)?;
    let with = |value| {
        let mut all = fields.clone();
        all.insert(broken.clone(), value);
        within(Value::Object(all))
    };
    if let Some(value) = keep::<T>(value, &format!("{place}/{broken}"), id, &with, tell) {
        fields.insert(broken, value);
    }
    Some(Value::Object(fields))
}

fn refuse(place: &str, id: &str, reason: &str, tell: Tell<'_>) {
    // A message of another kind may quote the value.
    let is_rule = ["must ", "missing field "];
    let is_rule = is_rule.iter().any(|start| reason.starts_with(start));
    let reason = if is_rule { reason } else { "can't be read" };
    tell(BrokenValue {
        place: place.to_owned(),
        id: id.to_owned(),
        reason: reason.to_owned(),
    });
}

/// The id of an element, if it is a UUID.
fn id_of(element: &Value) -> Option<String> {
    let id = element.get("id")?.as_str()?;
    is_uuid_shaped(id).then(|| id.to_owned())
}

#[cfg(test)]
mod tests;
