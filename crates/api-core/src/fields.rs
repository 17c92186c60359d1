//! Reading JSON input field by field: everything that is wrong is found at once, each with its
//! pointer.

use std::cell::RefCell;

use rust_decimal::Decimal;
use serde_json::{Map, Value};
use wayfare_domain::money::parse_decimal;
use wayfare_domain::{Path, Reason, Violations};

use crate::Problem;

/// Collects what is wrong with one input.
#[derive(Default)]
pub struct Reader {
    violations: RefCell<Violations>,
}

/// A value of the input and where it is.
#[derive(Clone)]
pub struct Element<'v> {
    value: &'v Value,
    path: Path,
    reader: &'v Reader,
}

/// The fields of an object of the input.
#[derive(Clone)]
pub struct Fields<'v> {
    object: &'v Map<String, Value>,
    path: Path,
    reader: &'v Reader,
}

impl Reader {
    /// Reads a whole input with `read`.
    ///
    /// # Errors
    /// 400 with all that `read` found wrong.
    pub fn read<T>(
        value: &Value,
        read: impl FnOnce(&Element<'_>) -> Option<T>,
    ) -> Result<T, Problem> {
        let (result, violations) = Self::read_in_part(value, read)?;
        violations.or(result).map_err(Problem::invalid)
    }

    /// Reads what is right of an input with `read`; gives that, and what is wrong with the rest.
    ///
    /// # Errors
    /// 400 with all that `read` found wrong, where it could make nothing of the input.
    pub fn read_in_part<T>(
        value: &Value,
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
    /// Notes what is wrong with this value.
    pub fn refuse(&self, reason: Reason) {
        self.reader
            .violations
            .borrow_mut()
            .add(self.path.clone(), reason);
    }

    /// Keeps a success; notes a failure.
    pub fn check<T>(&self, result: Result<T, Reason>) -> Option<T> {
        result.map_err(|reason| self.refuse(reason)).ok()
    }

    /// Keeps a success; notes the failures of a rule over several fields.
    pub fn check_all<T>(&self, result: Result<T, Violations>) -> Option<T> {
        result
            .map_err(|found| self.reader.violations.borrow_mut().append(found))
            .ok()
    }

    /// Where this value is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn refuse_type<T>(&self, wanted: &'static str) -> Option<T> {
        let what = if self.value.is_null() {
            "must not be null"
        } else {
            wanted
        };
        self.refuse(Reason::new(what));
        None
    }

    /// A string, as `parse` takes it.
    pub fn string<T>(&self, parse: impl FnOnce(&'v str) -> Result<T, Reason>) -> Option<T> {
        match self.value {
            Value::String(text) => self.check(parse(text)),
            _ => self.refuse_type("must be a string"),
        }
    }

    /// A number, exactly as written, as `parse` takes it.
    pub fn number<T>(&self, parse: impl FnOnce(Decimal) -> Result<T, Reason>) -> Option<T> {
        match self.value {
            Value::Number(number) => self.check(parse_decimal(number.as_str()).and_then(parse)),
            _ => self.refuse_type("must be a number"),
        }
    }

    /// A string or a number, each as its function takes it.
    pub fn string_or_number<T>(
        &self,
        text: impl FnOnce(&'v str) -> Result<T, Reason>,
        number: impl FnOnce(Decimal) -> Result<T, Reason>,
    ) -> Option<T> {
        match self.value {
            Value::String(_) => self.string(text),
            Value::Number(_) => self.number(number),
            _ => self.refuse_type("must be a number or a string"),
        }
    }

    /// A boolean.
    pub fn boolean(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(*value),
            _ => self.refuse_type("must be a boolean"),
        }
    }

    /// A boolean, or one of the strings `"true"` and `"false"`.
    pub fn boolean_or_text(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(*value),
            Value::String(text) if text == "true" => Some(true),
            Value::String(text) if text == "false" => Some(false),
            _ => self.refuse_type("must be a boolean"),
        }
    }

    /// An object.
    pub fn object(&self) -> Option<Fields<'v>> {
        match self.value {
            Value::Object(object) => Some(Fields {
                object,
                path: self.path.clone(),
                reader: self.reader,
            }),
            _ => self.refuse_type("must be an object"),
        }
    }

    /// A list of at most `max` elements, each as `read` takes it.
    pub fn list<T>(&self, max: usize, read: impl Fn(&Element<'v>) -> Option<T>) -> Option<Vec<T>> {
        let Value::Array(elements) = self.value else {
            return self.refuse_type("must be an array");
        };
        if elements.len() > max {
            self.refuse(Reason::new(format!("must have at most {max} elements")));
            return None;
        }
        let read = elements.iter().enumerate().map(|(place, value)| {
            read(&Element {
                value,
                path: self.path.index(place),
                reader: self.reader,
            })
        });
        // Every element is read, so that what is wrong with a later one is found too.
        let read: Vec<Option<T>> = read.collect();
        read.into_iter().collect()
    }

    /// Whether this is a list.
    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// Whether this is a string.
    pub fn is_string(&self) -> bool {
        self.value.is_string()
    }
}

impl<'v> Fields<'v> {
    /// The field of a name, where it was sent.
    pub fn get(&self, name: &'static str) -> Option<Element<'v>> {
        let value = self.object.get(name)?;
        Some(Element {
            value,
            path: self.path.field(name),
            reader: self.reader,
        })
    }

    /// The field of a name; its absence is noted.
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
