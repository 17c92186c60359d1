//! What two people have typed into one form: a three-way merge of its fields.
//!
//! A form carries the imprints of the values that it was opened with. A value that was sent and has
//! its imprint was not touched; a present one that has none was changed by somebody else.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use super::fields::VERSION;
use super::{Chips, Field, Fields, Form, Kind};

/// The name of the field whose value the amounts of a form mean.
const CURRENCY: &str = "currency";
/// The length of an imprint.
const IMPRINT: usize = 8;
/// What stands between the version of a trip and the imprints.
const AFTER_VERSION: char = '-';

/// A sent form, merged with the present values.
pub(crate) struct Merged {
    /// What was sent, with the present values of the fields that were not touched.
    pub(crate) fields: Fields,
    /// The names of the fields that both have changed, to different values.
    pub(crate) disputed: Vec<String>,
}

/// What a form was opened with.
struct Opened<'a> {
    imprints: HashSet<&'a [u8]>,
}

impl<'a> Opened<'a> {
    fn new(version: &'a str) -> Self {
        let (_, imprints) = version.split_once(AFTER_VERSION).unwrap_or(("", version));
        Self {
            imprints: imprints.as_bytes().chunks(IMPRINT).collect(),
        }
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.imprints.contains(imprint(name, value).as_bytes())
    }
}

/// Tells the value of a field from others.
fn imprint(name: &str, value: &str) -> String {
    let hash = Sha256::digest(format!("{}:{name}{value}", name.len()));
    let bytes = hash.iter().take(IMPRINT / 2);
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

/// The version of the trip that a form was opened with; `None` of another form.
pub(crate) fn opened_version(sent: &Fields) -> Option<i64> {
    let (version, _) = sent.get(VERSION)?.split_once(AFTER_VERSION)?;
    version.parse().ok()
}

impl Form {
    /// A form of present values, which somebody else may change.
    pub(crate) fn versioned(mut self) -> Self {
        let fields = self.fields.iter();
        self.version = fields
            .map(|field| imprint(&field.name, &field.value))
            .collect();
        self
    }

    /// The form as it is opened with a version of its trip.
    pub(crate) fn opened_at(mut self, version: i64) -> Self {
        if !self.version.is_empty() {
            self.version = format!("{version}{AFTER_VERSION}{}", self.version);
        }
        self
    }

    /// Merges what was sent with the present values, which this form has: each field has the value
    /// that one of the two has changed. An amount counts as changed with its currency.
    pub(crate) fn merge(&self, sent: &Fields) -> Merged {
        let mut merged = Merged {
            fields: sent.clone(),
            disputed: Vec::new(),
        };
        let version = sent.text(VERSION);
        if version.is_empty() || self.version.is_empty() {
            return merged;
        }
        let opened = Opened::new(version);
        let is_touched = |field: &Field, value: &str| !opened.has(&field.name, value);
        // Whether the sender and somebody else have changed a field.
        let touched = |field: &Field| {
            let own = field.sent_value(sent);
            let is_own = own.is_some_and(|value| is_touched(field, &value));
            [is_own, is_touched(field, &field.value)]
        };
        let currency = self.fields.iter().find(|field| field.name == CURRENCY);
        let of_currency = currency.map_or([false; 2], touched);
        for field in &self.fields {
            let Some(own) = field.sent_value(sent) else {
                continue;
            };
            let [mut is_own, mut is_others] = touched(field);
            if matches!(field.kind, Kind::Amount) {
                is_own |= of_currency[0];
                is_others |= of_currency[1];
            }
            match (is_own, is_others) {
                _ if own == field.value => {}
                (false, _) => merged
                    .fields
                    .set(&field.name, &field.sent_values(&field.value)),
                (true, false) => {}
                (true, true) => merged.disputed.push(field.name.clone()),
            }
        }
        merged
    }
}

impl Field {
    /// The value that was sent, as this field has it; `None` if its form had no such field.
    pub(super) fn sent_value(&self, sent: &Fields) -> Option<String> {
        match self.kind {
            Kind::Check | Kind::Confirm => {
                Some(if sent.has(&self.name) { "on" } else { "" }.to_owned())
            }
            Kind::Chips(Chips { is_many: true, .. }) if sent.has(&self.name) => {
                let chosen = sent.all(&self.name).filter(|value| !value.is_empty());
                Some(chosen.collect::<Vec<&str>>().join(" "))
            }
            _ => sent.get(&self.name).map(str::to_owned),
        }
    }

    /// The values that a browser sends for one of this field.
    fn sent_values<'a>(&self, value: &'a str) -> Vec<&'a str> {
        match self.kind {
            Kind::Check | Kind::Confirm if value.is_empty() => Vec::new(),
            Kind::Chips(Chips { is_many: true, .. }) => std::iter::once("")
                .chain(value.split_whitespace())
                .collect(),
            _ => vec![value],
        }
    }
}

#[cfg(test)]
mod tests;
