//! A text with places that are filled anew for each request, here and by the load generator alike.

/// A number that no other request has.
const SERIAL: &str = "{n}";
/// The number of one of the trips that writes are spread over.
const TRIP: &str = "{trip}";
/// A refresh token that is not spent.
const TOKEN: &str = "{token}";
/// How many trips writes are spread over.
pub(crate) const SPREAD: u64 = 1_000;
/// What the numbers of those trips, and of other seeded rows, begin from: so all have as many
/// digits.
pub(crate) const FIRST: u64 = 100_000_000_000;

/// A text with places to be filled.
#[derive(Debug, Clone, Default)]
pub(crate) struct Template(String);

impl Template {
    /// From a text in which `{n}`, `{trip}` and `{token}` are the places.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Whether there are no places: all requests are the same.
    pub(crate) fn is_fixed(&self) -> bool {
        ![SERIAL, TRIP, TOKEN]
            .iter()
            .any(|place| self.0.contains(place))
    }

    /// Whether it takes a refresh token.
    pub(crate) fn takes_token(&self) -> bool {
        self.0.contains(TOKEN)
    }

    /// The text of the request of a number, for those that are not sent by the load generator.
    pub(crate) fn filled(&self, n: u64) -> String {
        let trip = FIRST + n % SPREAD;
        self.0
            .replace(SERIAL, &n.to_string())
            .replace(TRIP, &trip.to_string())
            .replace(TOKEN, &token(n))
    }

    /// The text as an expression of Lua, over the variables `n`, `trip` and `token`.
    pub(crate) fn lua(&self) -> String {
        let mut expression = String::new();
        let mut rest = self.0.as_str();
        while let Some((at, place, name)) = next_place(rest) {
            let (before, after) = (
                rest.get(..at).unwrap_or_default(),
                rest.get(at + place.len()..).unwrap_or_default(),
            );
            expression.push_str(&format!("{} .. {name} .. ", quoted(before)));
            rest = after;
        }
        expression.push_str(&quoted(rest));
        expression
    }
}

/// The refresh token of a number, as it is seeded.
pub(crate) fn token(n: u64) -> String {
    format!("bench-{n}")
}

/// A text as a literal of Lua.
pub(crate) fn quoted(text: &str) -> String {
    format!("[==[{text}]==]")
}

fn next_place(text: &str) -> Option<(usize, &'static str, &'static str)> {
    [(SERIAL, "n"), (TRIP, "trip"), (TOKEN, "token")]
        .into_iter()
        .filter_map(|(place, name)| Some((text.find(place)?, place, name)))
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled() {
        let template = Template::new(r#"/trip/{trip}?n={n}&{"token":"{token}"}"#);
        assert_eq!(
            template.filled(2_007),
            r#"/trip/100000000007?n=2007&{"token":"bench-2007"}"#
        );
        assert!(!template.is_fixed());
        assert!(Template::new(r#"{"name":"n"}"#).is_fixed());
    }

    #[test]
    fn lua_joins_the_text_with_its_variables() {
        let template = Template::new("/a/{trip}/b/{n}");
        assert_eq!(
            template.lua(),
            "[==[/a/]==] .. trip .. [==[/b/]==] .. n .. [==[]==]"
        );
        assert_eq!(Template::new("/a").lua(), "[==[/a]==]");
    }
}
