//! Content lines: escaping and folding (RFC 5545, section 3.1).

use jiff::civil::DateTime;

/// The longest line, in octets, without its end.
const LINE: usize = 75;

/// Lines of a calendar.
#[derive(Debug, Default)]
pub(crate) struct Content(String);

impl Content {
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

/// A wall clock in the basic form: `20260601T090000`.
pub(crate) fn civil(local: DateTime) -> String {
    format!(
        "{:04}{:02}{:02}T{:02}{:02}{:02}",
        local.year(),
        local.month(),
        local.day(),
        local.hour(),
        local.minute(),
        local.second()
    )
}
