//! What a file says of a place beside its description.

use std::collections::HashSet;
use std::iter;

use super::markup::to_text;
use super::xml::MAX_TEXT;

/// Texts that end a description, line by line.
#[derive(Debug, Default)]
pub(crate) struct Details(String);

impl Details {
    /// Adds a text, as far as one is kept; `name` says what it is, if it is not empty.
    pub(crate) fn add(&mut self, name: &str, text: &str) {
        let (name, text) = (name.trim(), text.trim());
        if text.is_empty() || self.0.len() > MAX_TEXT {
            return;
        }
        if !name.is_empty() {
            self.0.extend([name, ": "]);
        }
        self.0.extend([text, "\n"]);
    }

    /// Adds a link with its text, which may be empty.
    pub(crate) fn add_link(&mut self, text: &str, address: &str) {
        let (text, address) = (text.trim(), address.trim());
        if text.is_empty() || text == address || address.is_empty() {
            self.add("", if address.is_empty() { text } else { address });
        } else {
            self.add("", &format!("{text} ({address})"));
        }
    }

    /// A description with the lines that are not in it.
    pub(crate) fn after(&self, description: &str) -> String {
        let text = to_text(description);
        let known: HashSet<&str> = text.lines().map(str::trim).collect();
        let new = self.0.lines().filter(|line| !known.contains(line.trim()));
        let lines = iter::once(description.trim_end()).chain(new);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }
}
