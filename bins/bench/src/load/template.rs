//! Request templates: bytes with variables, filled in by this program and by the load generator.

/// The number of trips that writes are spread over.
pub(crate) const TRIPS: u64 = 1_000;
/// The number of users, beside those who send requests, who own the other trips.
pub(crate) const PEOPLE: u64 = 10_000;
/// The first number of each seeded kind of row: all numbers have twelve digits.
pub(crate) const FIRST: u64 = 100_000_000_000;

/// A part of a request that differs from request to request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variable {
    /// `{n}`: a number that no other request has.
    Serial,
    /// `{trip}`: the number of one of the trips that writes are spread over.
    Trip,
    /// `{person}`: the number of one of the seeded users.
    Person,
    /// `{token}`: an unused refresh token.
    Token,
}

impl Variable {
    const ALL: [Self; 4] = [Self::Serial, Self::Trip, Self::Person, Self::Token];

    fn placeholder(self) -> &'static str {
        match self {
            Self::Serial => "{n}",
            Self::Trip => "{trip}",
            Self::Person => "{person}",
            Self::Token => "{token}",
        }
    }

    /// The name of the Lua variable that holds it.
    fn lua(self) -> &'static str {
        self.placeholder().trim_matches(['{', '}'])
    }

    fn value(self, n: u64) -> String {
        match self {
            Self::Serial => n.to_string(),
            Self::Trip => trip_number(n).to_string(),
            Self::Person => (FIRST + n % PEOPLE).to_string(),
            Self::Token => token(n),
        }
    }
}

/// The number of the trip that the request of a number is about.
pub(crate) fn trip_number(n: u64) -> u64 {
    FIRST + n % TRIPS
}

/// The refresh token of a number, as it is seeded.
pub(crate) fn token(n: u64) -> String {
    format!("bench-{n}")
}

#[derive(Debug, Clone)]
enum Piece {
    Text(Vec<u8>),
    Variable(Variable),
}

/// Bytes with variables.
#[derive(Debug, Clone)]
pub(crate) struct Template(Vec<Piece>);

impl Template {
    /// Parses a text with the placeholders `{n}`, `{trip}`, `{person}` and `{token}`.
    pub(crate) fn new(text: impl AsRef<[u8]>) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text.as_ref();
        while let Some((before, variable, after)) = split_at_variable(rest) {
            pieces.push(Piece::Text(before.to_vec()));
            pieces.push(Piece::Variable(variable));
            rest = after;
        }
        pieces.push(Piece::Text(rest.to_vec()));
        Self(pieces)
    }

    /// Whether it has no variables, so that all requests are the same.
    pub(crate) fn is_fixed(&self) -> bool {
        self.0.len() == 1
    }

    /// Whether it has this variable.
    pub(crate) fn uses(&self, variable: Variable) -> bool {
        let is_it = |piece: &Piece| matches!(piece, Piece::Variable(used) if *used == variable);
        self.0.iter().any(is_it)
    }

    /// The bytes for the request of a number.
    pub(crate) fn fill(&self, n: u64) -> Vec<u8> {
        let bytes = self.0.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Variable(variable) => variable.value(n).into_bytes(),
        });
        bytes.collect::<Vec<_>>().concat()
    }

    /// As [`fill`](Self::fill), as text.
    pub(crate) fn fill_text(&self, n: u64) -> String {
        String::from_utf8_lossy(&self.fill(n)).into_owned()
    }

    /// The template as a Lua expression over variables named as in the placeholders.
    pub(crate) fn lua(&self) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Text(text) => lua_string(text),
            Piece::Variable(variable) => variable.lua().to_owned(),
        });
        pieces.collect::<Vec<_>>().join(" .. ")
    }
}

/// The first variable in a text, with what stands before and after it.
fn split_at_variable(text: &[u8]) -> Option<(&[u8], Variable, &[u8])> {
    (0..text.len()).find_map(|index| {
        let (before, rest) = text.split_at_checked(index)?;
        Variable::ALL.into_iter().find_map(|variable| {
            let after = rest.strip_prefix(variable.placeholder().as_bytes())?;
            Some((before, variable, after))
        })
    })
}

/// Bytes as a Lua string literal.
pub(crate) fn lua_string(bytes: &[u8]) -> String {
    let mut literal = String::from("\"");
    for byte in bytes {
        match byte {
            b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' => literal.push(char::from(*byte)),
            _ => literal.push_str(&format!("\\{byte:03}")),
        }
    }
    literal + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_in_variables() {
        let template = Template::new(r#"/trip/{trip}?n={n}&p={person}&{"token":"{token}"}"#);
        assert_eq!(
            template.fill_text(2_007),
            r#"/trip/100000000007?n=2007&p=100000002007&{"token":"bench-2007"}"#
        );
        assert!(!template.is_fixed());
        assert!(template.uses(Variable::Token));
        assert!(Template::new(r#"{"name":"n"}"#).is_fixed());
        assert!(!Template::new("{trip}").uses(Variable::Token));
    }

    #[test]
    fn converts_to_lua_concatenation() {
        assert_eq!(
            Template::new("/a/{trip}/b/{n}").lua(),
            r#""/a/" .. trip .. "/b/" .. n .. """#
        );
        assert_eq!(Template::new("/a").lua(), r#""/a""#);
    }

    #[test]
    fn escapes_bytes_in_lua_strings() {
        assert_eq!(
            lua_string(b"a \"\\\r\n\xff1"),
            r#""a \034\092\013\010\2551""#
        );
    }
}
