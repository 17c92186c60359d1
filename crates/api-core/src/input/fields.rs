//! Reading JSON input field by field, with a violation and its pointer for each wrong value.
//!
//! The input stays JSON text ([`RawValue`]). Each level is decoded when a route reads it, so that
//! numbers keep their digits and fields that no route reads cost no memory.

mod decode;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use rust_decimal::Decimal;
use serde::de::DeserializeSeed;
use serde_json::Deserializer;
use serde_json::value::RawValue;
use wayfare_domain::money::parse_decimal;
use wayfare_domain::violation::Step;
use wayfare_domain::{Path, Reason, Violations};

use crate::Problem;

use decode::{AtMost, Field, Object, Text};

/// Greatest number of fields of an object, unknown ones included.
pub const MAX_FIELDS: usize = 1_000;

/// How fields that no route reads are handled (RFC 7240).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handling {
    /// They are ignored.
    Lenient,
    /// They are violations.
    Strict,
}

impl Handling {
    /// Why strict handling refuses a field.
    pub(crate) fn unknown() -> Reason {
        Reason::new("is not a field that this takes")
    }
}

/// How fields that are null are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// They are violations, as in updates.
    Refused,
    /// They count as left out, as in a `POST`.
    LeftOut,
}

/// How the fields of an input are handled that are not read as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldHandling {
    /// Fields that no route reads.
    pub unread: Handling,
    /// Fields that are null.
    pub nulls: Nulls,
}

/// Collects the violations of one input.
pub struct Reader {
    violations: RefCell<Violations>,
    nulls: Nulls,
    /// Under strict handling, the objects that were read, by their place in the input, each with
    /// the names of its unread fields.
    unread: Option<RefCell<BTreeMap<usize, Unread>>>,
}

/// The unread fields of an object.
struct Unread {
    object: Path,
    names: Vec<String>,
}

/// A value of the input, and where it is: its path is made only if it is needed.
pub struct Element<'v> {
    value: &'v RawValue,
    parent: &'v Path,
    step: Option<Step>,
    reader: &'v Reader,
}

/// The fields of an object of the input; of several with one name, the last.
pub struct Fields<'v> {
    object: BTreeMap<Cow<'v, str>, Field<'v>>,
    /// The place of the object in the input.
    place: usize,
    path: Path,
    reader: &'v Reader,
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
        handling: FieldHandling,
        read: impl FnOnce(&Element<'_>) -> Option<T>,
    ) -> Result<T, Problem> {
        let (result, violations) = Self::read_in_part(value, handling, read)?;
        violations.or(result).map_err(Problem::invalid)
    }

    /// Reads an input with `read`; returns the valid part, and the violations of the rest.
    ///
    /// # Errors
    /// 400 with every violation, if `read` returns `None`.
    pub fn read_in_part<T>(
        value: &RawValue,
        handling: FieldHandling,
        read: impl FnOnce(&Element<'_>) -> Option<T>,
    ) -> Result<(T, Violations), Problem> {
        let reader = Self::new(handling);
        let result = read(&Element {
            value,
            parent: &Path::root(),
            step: None,
            reader: &reader,
        });
        let violations = reader.finish();
        match result {
            Some(result) => Ok((result, violations)),
            None => Err(Problem::invalid(violations)),
        }
    }

    fn new(handling: FieldHandling) -> Self {
        Self {
            violations: RefCell::default(),
            nulls: handling.nulls,
            unread: (handling.unread == Handling::Strict).then(RefCell::default),
        }
    }

    /// The violations, with those of unread fields.
    fn finish(self) -> Violations {
        let mut violations = self.violations.into_inner();
        let unread = self.unread.map(RefCell::into_inner).unwrap_or_default();
        for Unread { object, names } in unread.into_values() {
            for name in names {
                violations.add(object.unknown(name), Handling::unknown());
            }
        }
        violations
    }

    /// Notes the unread fields of an object. One that is read several times has those that no
    /// reading has read.
    fn note_unread(&self, fields: &Fields<'_>) {
        let Some(unread) = &self.unread else { return };
        let is_unread = |name: &str| {
            let field = fields.object.get(name);
            field.is_some_and(|field| !field.is_read.get())
        };
        let mut unread = unread.borrow_mut();
        if let Some(noted) = unread.get_mut(&fields.place) {
            noted.names.retain(|name| is_unread(name));
            return;
        }
        let names = fields.object.keys().filter(|name| is_unread(name));
        let noted = Unread {
            object: fields.path.clone(),
            names: names.map(ToString::to_string).collect(),
        };
        unread.insert(fields.place, noted);
    }
}

impl<'v> Element<'v> {
    /// Adds a violation of this value.
    pub fn refuse(&self, reason: Reason) {
        self.reader.violations.borrow_mut().add(self.path(), reason);
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
    pub fn path(&self) -> Path {
        match &self.step {
            Some(step) => self.parent.step(step.clone()),
            None => self.parent.clone(),
        }
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
    fn decode<T>(
        &self,
        kind: Kind,
        wanted: &'static str,
        seed: impl DeserializeSeed<'v, Value = T>,
    ) -> Option<T> {
        if self.kind() != kind {
            return self.refuse_type(wanted);
        }
        let decoded = seed.deserialize(&mut Deserializer::from_str(self.value.get()));
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
        let Text(text) = self.decode(Kind::String, "must be a string", PhantomData::<Text<'v>>)?;
        self.check(parse(&text))
    }

    /// A number, exactly as written, that `parse` accepts.
    pub fn number<T>(&self, parse: impl FnOnce(Decimal) -> Result<T, Reason>) -> Option<T> {
        match self.kind() {
            Kind::Number => self.check(parse_decimal(self.value.get()).and_then(parse)),
            _ => self.refuse_type("must be a number"),
        }
    }

    /// A string, or the JSON of any other value as it is written.
    pub fn string_or_json(&self) -> Option<String> {
        match self.kind() {
            Kind::String => self.string(|text| Ok(text.to_owned())),
            _ => Some(self.value.get().to_owned()),
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
        self.decode(Kind::Boolean, "must be a boolean", PhantomData)
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

    /// An object of at most [`MAX_FIELDS`] fields.
    pub fn object(&self) -> Option<Fields<'v>> {
        let object = self.decode(Kind::Object, "must be an object", Object)?;
        Some(Fields {
            object: self.check(object.ok_or_else(|| too_many(MAX_FIELDS, "fields")))?,
            place: self.value.get().as_ptr().addr(),
            path: self.path(),
            reader: self.reader,
        })
    }

    /// A list of at most `max` elements, each read with `read`.
    pub fn list<T>(&self, max: usize, read: impl Fn(&Element<'_>) -> Option<T>) -> Option<Vec<T>> {
        let elements = self.decode(Kind::Array, "must be an array", AtMost { max })?;
        let elements = self.check(elements.ok_or_else(|| too_many(max, "elements")))?;
        let path = self.path();
        let read = elements.into_iter().enumerate().map(|(index, value)| {
            read(&Element {
                value,
                parent: &path,
                step: Some(Step::Index(index)),
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

    /// Whether this is null.
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether this is a string.
    pub fn is_string(&self) -> bool {
        self.kind() == Kind::String
    }
}

fn too_many(max: usize, what: &str) -> Reason {
    Reason::new(format!("must have at most {max} {what}"))
}

impl<'v> Fields<'v> {
    /// The field of this name; `None` if it was not sent, or is null and that counts as left out.
    pub fn get(&self, name: &'static str) -> Option<Element<'_>> {
        let leaves_out =
            |field: &Element<'_>| self.reader.nulls == Nulls::LeftOut && field.is_null();
        self.get_nullable(name).filter(|field| !leaves_out(field))
    }

    /// The field of this name, for which null is a value; `None` if it was not sent.
    pub fn get_nullable(&self, name: &'static str) -> Option<Element<'_>> {
        let field = self.object.get(name)?;
        field.is_read.set(true);
        Some(Element {
            value: field.value,
            parent: &self.path,
            step: Some(Step::Field(name.into())),
            reader: self.reader,
        })
    }

    /// The field of this name; its absence is a violation.
    pub fn required(&self, name: &'static str) -> Option<Element<'_>> {
        let found = self.get(name);
        if found.is_none() {
            self.reader
                .violations
                .borrow_mut()
                .add(self.path.field(name), Reason::new("is required"));
        }
        found
    }

    /// Checks that one of these fields was sent: if none was, each is a violation.
    pub fn require_any(&self, names: &[&'static str]) {
        if names.iter().any(|name| self.has(name)) {
            return;
        }
        let reason = match names {
            [_] => "is required".to_owned(),
            _ => format!("is required if none of {} is sent", names.join(", ")),
        };
        let mut violations = self.reader.violations.borrow_mut();
        for name in names {
            violations.add(self.path.field(*name), Reason::new(reason.clone()));
        }
    }

    /// What `read` makes of the field of this name; `None` if it was not sent, too.
    pub fn read<'f, T>(
        &'f self,
        name: &'static str,
        read: impl FnOnce(&Element<'f>) -> Option<T>,
    ) -> Option<T> {
        read(&self.get(name)?)
    }

    /// As [`Fields::read`]; the absence of the field is a violation.
    pub fn read_required<'f, T>(
        &'f self,
        name: &'static str,
        read: impl FnOnce(&Element<'f>) -> Option<T>,
    ) -> Option<T> {
        read(&self.required(name)?)
    }

    /// What `read` makes of the field of this name, the default if it was not sent.
    pub fn read_or<'f, T>(
        &'f self,
        name: &'static str,
        default: T,
        read: impl FnOnce(&Element<'f>) -> Option<T>,
    ) -> Option<T> {
        match self.get(name) {
            Some(field) => read(&field),
            None => Some(default),
        }
    }

    /// As [`Fields::read_or`] for a value that may be missing: `Some(None)` if it was not sent.
    pub fn read_optional<'f, T>(
        &'f self,
        name: &'static str,
        read: impl FnOnce(&Element<'f>) -> Option<T>,
    ) -> Option<Option<T>> {
        self.read_or(name, None, |field| read(field).map(Some))
    }

    /// All fields of an object whose names are data, in the order of their names.
    pub fn entries(&self) -> Vec<(&str, Element<'_>)> {
        let entries = self.object.iter().map(|(name, field)| {
            field.is_read.set(true);
            let element = Element {
                value: field.value,
                parent: &self.path,
                step: Some(Step::Unknown(name.to_string())),
                reader: self.reader,
            };
            (&**name, element)
        });
        entries.collect()
    }

    /// Whether a field was sent.
    pub fn has(&self, name: &'static str) -> bool {
        self.get(name).is_some()
    }
}

impl Drop for Fields<'_> {
    fn drop(&mut self) {
        self.reader.note_unread(self);
    }
}

#[cfg(test)]
mod tests;
