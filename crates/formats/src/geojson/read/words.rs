//! Values of properties: texts, and places as Google writes them.

use std::fmt;

use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The longest text that is kept, in characters.
const MAX_TEXT: usize = 12_000;

/// A text or a number; empty for anything else.
#[derive(Default, Clone)]
pub(crate) struct Words(pub(crate) String);

/// An address, or an object with a name, an address and a point, as Google writes it.
#[derive(Default)]
pub(super) struct Location {
    pub(super) name: Words,
    pub(super) address: Words,
    pub(super) latitude: Words,
    pub(super) longitude: Words,
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue(None))
    }
}

impl<'de> Deserialize<'de> for Location {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut location = Self::default();
        let address = deserializer.deserialize_any(AnyValue(Some(&mut location)))?;
        if !address.0.is_empty() {
            location.address = address;
        }
        Ok(location)
    }
}

/// Reads any value as words. An object fills the location, if there is one.
struct AnyValue<'l>(Option<&'l mut Location>);

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Words;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Words, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Words, E> {
        Ok(Words(text.chars().take(MAX_TEXT).collect()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Words, E> {
        Ok(Words(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Words, E> {
        Ok(Words(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Words, E> {
        Ok(Words(number.to_string()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_unit<E>(self) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Words::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Words, A::Error> {
        let Self(mut location) = self;
        while let Some(Words(key)) = map.next_key()? {
            let Some(location) = &mut location else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            match key.as_str() {
                "name" | "Business Name" => location.name = map.next_value()?,
                "address" | "Address" => location.address = map.next_value()?,
                "Latitude" => location.latitude = map.next_value()?,
                "Longitude" => location.longitude = map.next_value()?,
                "Geo Coordinates" => {
                    map.next_value_seed(AnyValue(Some(location)))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Words::default())
    }
}
