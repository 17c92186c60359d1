//! Reading JSON input field by field, with a violation and its pointer for each wrong value.
//!
//! The input stays JSON text ([`RawValue`]). Each level is decoded when a route reads it, so that
//! numbers keep their digits and fields that no route reads cost no memory.

use std::borrow::{Borrow, Cow};
use std::cell::RefCell;
use std::collections::HashMap;

use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::value::RawValue;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Path, Reason, Violations};

use crate::Problem;

/// Collects the violations of one input.
#[derive(Default)]
pub struct Reader {
    violations: RefCell<Violations>,
}

/// A value of the input, and its path.
#[derive(Clone)]
pub struct Element<'v> {
    value: &'v RawValue,
    path: Path,
    reader: &'v Reader,
}

/// The fields of an object of the input; of several with one name, the last.
pub struct Fields<'v> {
    object: HashMap<Text<'v>, &'v RawValue>,
    path: Path,
    reader: &'v Reader,
}

/// A string, borrowed from the input unless it has escapes.
#[derive(PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
struct Text<'v>(#[serde(borrow)] Cow<'v, str>);

impl Borrow<str> for Text<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// The type of a JSON value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl Reader {
    /// Reads a whole input with `read`.
    ///
    /// # Errors
    /// 400 with every violation.
    pub fn read<T>(
        value: &RawValue,
        read: impl FnOnce(&Element<'_>) -> Option<T>,
    ) -> Result<T, Problem> {
        let (result, violations) = Self::read_in_part(value, read)?;
        violations.or(result).map_err(Problem::invalid)
    }

    /// Reads an input with `read`; returns the valid part, and the violations of the rest.
    ///
    /// # Errors
    /// 400 with every violation, if `read` returns `None`.
    pub fn read_in_part<T>(
        value: &RawValue,
        read: impl FnOnce(&Element<'_>) -> Option<T>,
    ) -> Result<(T, Violations), Problem> {
        let reader = Self::default();
        let result = read(&Element {
            value,
            path: Path::root(),
            reader: &reader,
        });
        let violations = reader.violations.into_inner();
        match result {
            Some(result) => Ok((result, violations)),
            None => Err(Problem::invalid(violations)),
        }
    }
}

impl<'v> Element<'v> {
    /// Adds a violation of this value.
    pub fn refuse(&self, reason: Reason) {
        self.reader
            .violations
            .borrow_mut()
            .add(self.path.clone(), reason);
    }

    /// Returns a success; adds a failure to the violations.
    pub fn check<T>(&self, result: Result<T, Reason>) -> Option<T> {
        result.map_err(|reason| self.refuse(reason)).ok()
    }

    /// Returns a success; adds the failures of a rule over several fields to the violations.
    pub fn check_all<T>(&self, result: Result<T, Violations>) -> Option<T> {
        result
            .map_err(|found| self.reader.violations.borrow_mut().append(found))
            .ok()
    }

    /// The path of this value.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn kind(&self) -> Kind {
        match self.value.get().as_bytes() {
            [b'n', ..] => Kind::Null,
            [b't' | b'f', ..] => Kind::Boolean,
            [b'"', ..] => Kind::String,
            [b'[', ..] => Kind::Array,
            [b'{', ..] => Kind::Object,
            _ => Kind::Number,
        }
    }

    /// Decodes a value of this kind, one level deep.
    fn decode<T: Deserialize<'v>>(&self, kind: Kind, wanted: &'static str) -> Option<T> {
        if self.kind() != kind {
            return self.refuse_type(wanted);
        }
        let decoded = serde_json::from_str(self.value.get());
        self.check(decoded.map_err(|error| Reason::new(format!("must be JSON: {error}"))))
    }

    fn refuse_type<T>(&self, wanted: &'static str) -> Option<T> {
        let what = if self.kind() == Kind::Null {
            "must not be null"
        } else {
            wanted
        };
        self.refuse(Reason::new(what));
        None
    }

    /// A string that `parse` accepts.
    pub fn string<T>(&self, parse: impl FnOnce(&str) -> Result<T, Reason>) -> Option<T> {
        let Text(text) = self.decode(Kind::String, "must be a string")?;
        self.check(parse(&text))
    }

    /// A number, exactly as written, that `parse` accepts.
    pub fn number<T>(&self, parse: impl FnOnce(Decimal) -> Result<T, Reason>) -> Option<T> {
        match self.kind() {
            Kind::Number => self.check(parse_decimal(self.value.get()).and_then(parse)),
            _ => self.refuse_type("must be a number"),
        }
    }

    /// A string or a number that its function accepts.
    pub fn string_or_number<T>(
        &self,
        text: impl FnOnce(&str) -> Result<T, Reason>,
        number: impl FnOnce(Decimal) -> Result<T, Reason>,
    ) -> Option<T> {
        match self.kind() {
            Kind::String => self.string(text),
            Kind::Number => self.number(number),
            _ => self.refuse_type("must be a number or a string"),
        }
    }

    /// A boolean.
    pub fn boolean(&self) -> Option<bool> {
        self.decode(Kind::Boolean, "must be a boolean")
    }

    /// A boolean, or one of the strings `"true"` and `"false"`.
    pub fn boolean_or_text(&self) -> Option<bool> {
        const WANTED: &str = "must be a boolean";
        match self.kind() {
            Kind::String => {
                self.string(|text| text.parse::<bool>().map_err(|_| Reason::new(WANTED)))
            }
            _ => self.boolean(),
        }
    }

    /// An object.
    pub fn object(&self) -> Option<Fields<'v>> {
        Some(Fields {
            object: self.decode(Kind::Object, "must be an object")?,
            path: self.path.clone(),
            reader: self.reader,
        })
    }

    /// A list of at most `max` elements, each read with `read`.
    pub fn list<T>(&self, max: usize, read: impl Fn(&Element<'v>) -> Option<T>) -> Option<Vec<T>> {
        let elements: Vec<&'v RawValue> = self.decode(Kind::Array, "must be an array")?;
        if elements.len() > max {
            self.refuse(Reason::new(format!("must have at most {max} elements")));
            return None;
        }
        let read = elements.into_iter().enumerate().map(|(place, value)| {
            read(&Element {
                value,
                path: self.path.index(place),
                reader: self.reader,
            })
        });
        // Every element is read, so that the violations of later ones are collected too.
        let read: Vec<Option<T>> = read.collect();
        read.into_iter().collect()
    }

    /// Whether this is a list.
    pub fn is_list(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// Whether this is a string.
    pub fn is_string(&self) -> bool {
        self.kind() == Kind::String
    }
}

impl<'v> Fields<'v> {
    /// The field of this name; `None` if it was not sent.
    pub fn get(&self, name: &'static str) -> Option<Element<'v>> {
        let value = *self.object.get(name)?;
        Some(Element {
            value,
            path: self.path.field(name),
            reader: self.reader,
        })
    }

    /// The field of this name; its absence is a violation.
    pub fn required(&self, name: &'static str) -> Option<Element<'v>> {
        let found = self.get(name);
        if found.is_none() {
            self.reader
                .violations
                .borrow_mut()
                .add(self.path.field(name), Reason::new("is required"));
        }
        found
    }

    /// Whether a field was sent.
    pub fn has(&self, name: &str) -> bool {
        self.object.contains_key(name)
    }
}
