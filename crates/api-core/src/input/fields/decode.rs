//! Decoding one level of JSON: an object or a list whose values stay JSON text.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::MAX_FIELDS;

/// The value of a field.
pub(super) struct Field<'v> {
    pub(super) value: &'v RawValue,
    pub(super) is_read: Cell<bool>,
}

/// A string, borrowed from the input unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'v>(#[serde(borrow)] pub(super) Cow<'v, str>);

/// Decodes a list of at most `max` elements; `None` for a longer one, which takes no more memory.
pub(super) struct AtMost {
    pub(super) max: usize,
}

impl<'de> DeserializeSeed<'de> for AtMost {
    type Value = Option<Vec<&'de RawValue>>;

    fn deserialize<D: serde::Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for AtMost {
    type Value = Option<Vec<&'de RawValue>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while elements.len() < self.max {
            match list.next_element()? {
                Some(element) => elements.push(element),
                None => return Ok(Some(elements)),
            }
        }
        let mut is_longer = false;
        while list.next_element::<IgnoredAny>()?.is_some() {
            is_longer = true;
        }
        Ok((!is_longer).then_some(elements))
    }
}

/// Decodes an object; `None` for one of more than [`MAX_FIELDS`], which takes no more memory.
pub(super) struct Object;

impl<'de> DeserializeSeed<'de> for Object {
    type Value = Option<BTreeMap<Cow<'de, str>, Field<'de>>>;

    fn deserialize<D: serde::Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object {
    type Value = Option<BTreeMap<Cow<'de, str>, Field<'de>>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut object = BTreeMap::new();
        while object.len() < MAX_FIELDS {
            let Some((Text(name), value)) = fields.next_entry()? else {
                return Ok(Some(object));
            };
            let is_read = Cell::new(false);
            object.insert(name, Field { value, is_read });
        }
        let mut is_longer = false;
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            is_longer = true;
        }
        Ok((!is_longer).then_some(object))
    }
}
