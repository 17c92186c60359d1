//! Requests, the Lua that makes them for `wrk`, and the statements that `pgbench` runs instead.

use super::seed::{FIRST, Seed, TRIP};

/// A GIF of four pixels, cheap to decode and encode. Its palette is the twelve digits of `{n}`, so
/// that no trip has the picture already.
const GIF: &[u8] =
    b"GIF89a\x02\0\x02\0\x81\0\0{n}\x2c\0\0\0\0\x02\0\x02\0\0\x02\x03\x44\xa8\x15\0\x3b";
/// The boundary of the forms with files.
const BOUNDARY: &str = "wayfare";

/// The trips that requests are about.
#[derive(Clone, Copy)]
pub(crate) enum Spread {
    /// Evenly so many trips.
    Even(u64),
    /// So many trips by Zipf's law: the rank of each is log-uniform.
    Zipf(u64),
}

impl Spread {
    /// The number of a random trip, in Lua.
    fn lua(self) -> String {
        match self {
            Self::Even(trips) => format!("{FIRST} + math.random(0, {})", trips - 1),
            Self::Zipf(trips) => {
                format!("{FIRST} + math.floor(math.exp(math.random() * math.log({trips}))) - 1")
            }
        }
    }

    /// The same as a command of `pgbench`.
    fn pgbench(self) -> String {
        match self {
            Self::Even(trips) => format!("\\set trip random({FIRST}, {})\n", FIRST + trips - 1),
            Self::Zipf(trips) => format!(
                "\\set trip {FIRST} - 1 + int(exp(random(0, 1000000) / 1000000.0 * ln({trips})))\n"
            ),
        }
    }
}

/// Who sends a request: with a token to the API, with a session to the pages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sender {
    /// The user with 20 trips.
    Ada,
    /// The owner of the 60,000 trips.
    Writer,
    Nobody,
    /// The account whose token the answer before has.
    Made,
}

/// The plain statements that `pgbench` runs in place of an action.
#[derive(Clone, Copy)]
pub(crate) enum Statements {
    None,
    Detail,
    Edit,
    /// Lists of a user, with a limit and the total for a page.
    List {
        is_page: bool,
    },
}

/// A request. Its path and body may have `{spread}` for the id of a trip, `{n}` for twelve digits
/// that no other request has, `{items}` for 20 items, `{gif}` for a picture, `{form}` for the token
/// of the session's forms, and the names of what the seed has.
#[derive(Clone, Copy)]
pub(crate) struct Request {
    pub(crate) sender: Sender,
    /// Method and path.
    pub(crate) line: &'static str,
    /// The value of `Api-Variant`; none if it is empty.
    pub(crate) variant: &'static str,
    /// JSON, a form, or a form with files.
    body: &'static str,
}

/// What a connection sends: a request, and possibly another one that needs its answer.
#[derive(Clone, Copy)]
pub(crate) struct Action {
    pub(crate) first: Request,
    pub(crate) spread: Spread,
    pub(crate) statements: Statements,
    pub(crate) then: Option<Then>,
}

/// The request that follows with `{made}`, a part of the answer before, on the same trip and with
/// the same `{n}`.
#[derive(Clone, Copy)]
pub(crate) struct Then {
    /// The Lua pattern of the part, in the body or the header `Authorization`.
    pub(crate) made: &'static str,
    pub(crate) request: Request,
    /// Whether it follows its own answers, too.
    pub(crate) repeats: bool,
}

/// The session of a sender at the pages.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) cookie: String,
    pub(crate) form_token: String,
}

impl Request {
    pub(crate) const fn new(
        sender: Sender,
        variant: &'static str,
        line: &'static str,
        body: &'static str,
    ) -> Self {
        Self {
            sender,
            line,
            variant,
            body,
        }
    }

    pub(crate) fn method(&self) -> &'static str {
        self.line
            .split_once(' ')
            .map_or("GET", |(method, _)| method)
    }

    fn path(&self) -> &'static str {
        self.line
            .split_once(' ')
            .map_or(self.line, |(_, path)| path)
    }

    pub(crate) fn needs_session(&self) -> bool {
        self.sender != Sender::Nobody && !self.path().starts_with("/api/")
    }

    /// The name in the tables.
    pub(crate) fn name(&self) -> String {
        let path = self.path();
        match path.strip_prefix("/api/v1") {
            Some(path) => {
                let variant = self.variant.to_uppercase();
                let name = format!("{variant} {} {path}", self.method());
                name.trim_start().to_owned()
            }
            None => format!("page {}", self.line),
        }
    }

    pub(crate) fn content_type(&self) -> Option<String> {
        Some(match self.body.chars().next()? {
            '{' => "application/json".to_owned(),
            '-' => format!("multipart/form-data; boundary={BOUNDARY}"),
            _ => "application/x-www-form-urlencoded".to_owned(),
        })
    }

    /// The headers that say who sends it, and to which variant.
    pub(crate) fn headers(&self, seed: &Seed, session: &Session) -> Vec<(&'static str, String)> {
        let bearer = |token: &str| ("authorization", format!("Bearer {token}"));
        let sender = match self.sender {
            Sender::Nobody => None,
            Sender::Made => Some(bearer("{made}")),
            _ if self.needs_session() => Some(("cookie", session.cookie.clone())),
            Sender::Ada => Some(bearer(&seed.ada.token)),
            Sender::Writer => Some(bearer(&seed.writer.token)),
        };
        let variant = ("api-variant", self.variant.to_owned());
        let variant = (!self.variant.is_empty()).then_some(variant);
        sender.into_iter().chain(variant).collect()
    }

    /// The path and body of the first one.
    pub(crate) fn filled(&self, seed: &Seed, session: &Session) -> (String, Vec<u8>) {
        let fill = |text: &str| {
            with_seed(text, seed, session)
                .replace("{spread}", &format!("{TRIP}{FIRST}"))
                .replace("{n}", &"0".repeat(12))
        };
        let body = fill(self.body);
        let body = match body.split_once("{gif}") {
            Some((before, after)) => [before.as_bytes(), GIF, after.as_bytes()].concat(),
            None => body.into_bytes(),
        };
        (fill(self.path()), body)
    }

    /// The expression of the request in Lua, with the variables `trip`, `n` and `made`.
    fn lua(&self, seed: &Seed, session: &Session) -> String {
        let literal = |text: &str| {
            lua_string(with_seed(text, seed, session).as_bytes())
                .replace("{gif}", lua_string(GIF).trim_matches('"'))
                .replace("{spread}", &format!("{TRIP}\" .. trip .. \""))
                .replace("{n}", "\" .. n .. \"")
                .replace("{made}", "\" .. made .. \"")
        };
        let kind = self.content_type().map(|kind| ("content-type", kind));
        let headers = self.headers(seed, session).into_iter().chain(kind);
        let headers: String = headers
            .map(|(name, value)| format!("['{name}'] = {}, ", literal(&value)))
            .collect();
        let body = match self.body {
            "" => "nil".to_owned(),
            body => literal(body),
        };
        format!(
            "wrk.format('{}', {}, {{{headers}}}, {body})",
            self.method(),
            literal(self.path())
        )
    }
}

fn with_seed(text: &str, seed: &Seed, session: &Session) -> String {
    let text = text
        .replace("{form}", &session.form_token)
        .replace("{items}", &super::seed::items("{n}").to_string());
    let names = seed.names.iter();
    names.fold(text, |text, (name, value)| text.replace(name, value))
}

/// Bytes as a Lua string literal.
fn lua_string(bytes: &[u8]) -> String {
    let mut literal = String::from("\"");
    for byte in bytes {
        match byte {
            b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' => literal.push(char::from(*byte)),
            _ => literal.push_str(&format!("\\{byte:03}")),
        }
    }
    literal + "\""
}

impl Action {
    pub(crate) const fn new(first: Request) -> Self {
        Self {
            first,
            spread: Spread::Even(1_000),
            statements: Statements::None,
            then: None,
        }
    }

    /// The same as plain statements on such trips.
    pub(crate) const fn like(self, statements: Statements, spread: Spread) -> Self {
        Self {
            spread,
            statements,
            ..self
        }
    }

    /// The name in the tables.
    pub(crate) fn name(&self) -> String {
        let first = self.first.name();
        match &self.then {
            Some(then) if then.repeats => format!("{first}, again"),
            Some(then) if then.request.line == self.first.line => format!("{first}, and back"),
            Some(then) => format!("{first}, {}", then.request.line.replace("/api/v1", "")),
            None => first,
        }
    }

    /// Returns the next request, in Lua.
    pub(crate) fn lua(&self, seed: &Seed, session: &Session) -> String {
        let then = self.then.map_or_else(String::new, |then| {
            format!(
                "if answer then made, answer, follows = answer, nil, {}; return {} end\n",
                then.repeats,
                then.request.lua(seed, session)
            )
        });
        format!(
            "{then}        n, trip, follows = serial(), {}, true\n        return {}",
            self.spread.lua(),
            self.first.lua(seed, session)
        )
    }

    /// The transaction of `pgbench`; `None` if there is none.
    pub(crate) fn transaction(&self, seed: &Seed) -> Option<String> {
        let id = format!("('{TRIP}' || :trip::text)::uuid");
        let user = match self.first.sender {
            Sender::Ada => &seed.ada.id,
            _ => &seed.writer.id,
        };
        match self.statements {
            Statements::None => None,
            Statements::Detail => Some(format!(
                "{}SELECT * FROM trips WHERE id = {id};\n\
                SELECT users.id, users.username FROM trip_members \
                JOIN users ON users.id = trip_members.user_id \
                WHERE trip_members.trip_id = {id} ORDER BY trip_members.position;\n",
                self.spread.pgbench()
            )),
            Statements::Edit => Some(format!(
                "{}UPDATE trips SET name = 'Trip ' || :client_id::text, version = version + 1 \
                WHERE id = {id};\n",
                self.spread.pgbench()
            )),
            Statements::List { is_page } => {
                let list = format!(
                    "SELECT trips.id, trips.name, trips.description, trips.gallery FROM trip_members \
                    JOIN trips ON trips.id = trip_members.trip_id \
                    WHERE trip_members.user_id = '{user}'::uuid \
                    ORDER BY trip_members.trip_created_at DESC, trip_members.trip_id DESC"
                );
                Some(if is_page {
                    format!(
                        "{list} LIMIT 20;\nSELECT count(*) FROM trip_members WHERE user_id = '{user}'::uuid;\n"
                    )
                } else {
                    format!("{list};\n")
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_bytes_in_lua_strings() {
        assert_eq!(
            lua_string(b"a \"\\\r\n\xff1{n}"),
            r#""a \034\092\013\010\2551{n}""#
        );
    }
}
