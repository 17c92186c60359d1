//! Content lines: escaping and folding (RFC 5545, section 3.1).

use jiff::civil::DateTime;

/// The basic form of a wall clock: `20260601T090000`.
const LOCAL: &str = "%Y%m%dT%H%M%S";
/// The longest line, in octets, without its end.
const LINE: usize = 75;

/// Lines of a calendar.
#[derive(Debug, Default)]
pub(crate) struct Content(String);

impl Content {
    /// Drops all after the first bytes, which end with a line.
    pub(crate) fn truncate(&mut self, bytes: usize) {
        self.0.truncate(bytes);
    }

    /// Adds a property whose value needs no escapes.
    pub(crate) fn line(&mut self, name: &str, parameters: &[(&str, &str)], value: &str) {
        let mut line = name.to_owned();
        for (name, value) in parameters {
            line.push(';');
            line.push_str(name);
            line.push('=');
            if value.contains([':', ';', ',']) {
                line.push('"');
                line.extend(value.chars().filter(|character| *character != '"'));
                line.push('"');
            } else {
                line.push_str(value);
            }
        }
        line.push(':');
        line.push_str(value);
        self.fold(&line);
    }

    /// Adds a property whose value is text.
    pub(crate) fn text(&mut self, name: &str, value: &str) {
        let mut line = format!("{name}:");
        let mut characters = value.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\\' | ';' | ',' => {
                    line.push('\\');
                    line.push(character);
                }
                '\r' if characters.peek() == Some(&'\n') => {}
                '\r' | '\n' => line.push_str("\\n"),
                '\t' => line.push('\t'),
                _ if character.is_control() => {}
                _ => line.push(character),
            }
        }
        self.fold(&line);
    }

    /// Adds all lines of another part.
    pub(crate) fn append(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0.into_bytes()
    }

    /// Adds a line in pieces of at most [`LINE`] octets, none of which ends within a character.
    fn fold(&mut self, line: &str) {
        let mut length = 0;
        for character in line.chars() {
            if length + character.len_utf8() > LINE {
                self.0.push_str("\r\n ");
                length = 1;
            }
            self.0.push(character);
            length += character.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

/// Writes a wall clock in the basic form.
pub(super) fn format_local(local: DateTime) -> String {
    local.strftime(LOCAL).to_string()
}

/// Parses a wall clock in the basic form; a leap second is the one before.
pub(super) fn parse_local(text: &str) -> Option<DateTime> {
    let text = text.trim();
    (text.len() == 15)
        .then(|| DateTime::strptime(LOCAL, text.to_ascii_uppercase()).ok())
        .flatten()
}
