//! The keys of a JSON document, by which its kind is told before it is read.

use std::collections::HashSet;
use std::fmt;
use std::io::Read;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::import::json::BoundedJson;

/// The most keys that are kept.
const MAX_KEYS: usize = 300;
/// The longest key that is kept, in bytes.
const MAX_KEY: usize = 40;
/// How deep objects are looked into.
const DEPTH: usize = 3;

/// The keys of a document and of the first element of each of its lists, as paths such as
/// `expenses[].users`.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    paths: HashSet<String>,
    is_whole: bool,
}

impl Outline {
    /// The outline of a document, as far as that can be read.
    pub(crate) fn read(document: impl Read) -> Self {
        let mut outline = Self::default();
        let mut json = serde_json::Deserializer::from_reader(BoundedJson::buffered(document));
        let level = Level {
            outline: &mut outline,
            path: String::new(),
            depth: 0,
        };
        let read = level.deserialize(&mut json);
        outline.is_whole = read.and_then(|()| json.end()).is_ok();
        outline
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// The keys of an object at a path.
    pub(crate) fn keys<'o>(&'o self, path: &'o str) -> impl Iterator<Item = &'o str> {
        let paths = self.paths.iter();
        let keys = paths.filter_map(move |it| it.strip_prefix(path)?.strip_prefix('.'));
        keys.filter(|key| !key.contains(['.', '[']))
    }

    /// Whether an object has a key, wherever it is.
    pub(super) fn has_key(&self, key: &str) -> bool {
        let mut paths = self.paths.iter();
        paths.any(|path| path.rsplit('.').next() == Some(key))
    }

    /// Whether all of the document was read.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// A value at a path.
struct Level<'o> {
    outline: &'o mut Outline,
    path: String,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let first = Level {
            outline: self.outline,
            path: format!("{}[]", self.path),
            depth: self.depth,
        };
        if list.next_element_seed(first)?.is_some() {
            while list.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let is_kept = key.len() <= MAX_KEY && self.outline.paths.len() < MAX_KEYS;
            if !is_kept || self.depth == DEPTH {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let path = match self.path.as_str() {
                "" => key,
                path => format!("{path}.{key}"),
            };
            self.outline.paths.insert(path.clone());
            map.next_value_seed(Level {
                outline: &mut *self.outline,
                path,
                depth: self.depth + 1,
            })?;
        }
        Ok(())
    }
}
