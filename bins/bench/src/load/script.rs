//! The script of the load generator, in Lua.

use super::action::{Action, Case, Request, Sender, Spread};
use super::seed::{FIRST, Seed, TRIP};

/// A GIF of four pixels, cheap to decode and encode. Its palette is the twelve digits of `{n}`, so
/// that no trip has the picture already.
const GIF: &[u8] =
    b"GIF89a\x02\0\x02\0\x81\0\0{n}\x2c\0\0\0\0\x02\0\x02\0\0\x02\x03\x44\xa8\x15\0\x3b";
const GPX: &[u8] = b"<gpx version='1.1'><metadata><name>{n}</name></metadata>\
    <rte><rtept lat='38.7' lon='-9.1'><name>Lisbon</name></rtept></rte></gpx>";
const NEW_TRIP: &str =
    r#"{"name":"Lisbon","desc":"A week in spring","date":{"start":1777593600,"end":1778803200}}"#;

/// Numbers the threads, reports answers that are errors while `probes`, and prints the result as a
/// last line of JSON.
const FRAME: &str = r#"
local threads = 0
function setup(thread)
    thread:set('number', threads)
    threads = threads + 1
end
local sent, n, trip, made, answer, follows = 0
local function serial()
    sent = sent + 1
    return string.format('%02d%02d%08d', 10 + round, number, sent)
end
function init()
    math.randomseed(100 * round + number)
end
if pattern or probes then
    function response(status, headers, body)
        if status >= 400 and not reported then
            reported = io.stderr:write(status, ' ', body, '\n')
        end
        local token = headers.authorization or ''
        if follows and pattern then answer = (body .. token):match(pattern) end
    end
end
function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format(
        '{"requests":%d,"rate":%f,"p50":%f,"p99":%f,"bytes":%f,"errors":%d}\n',
        summary.requests, summary.requests / summary.duration * 1e6,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        summary.bytes / summary.requests, e.connect + e.read + e.write + e.status + e.timeout))
end
"#;

/// The session of a sender at the pages.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) cookie: String,
    pub(crate) form_token: String,
}

/// Writes the scripts of a case.
pub(crate) struct Script<'a> {
    pub(crate) case: &'a Case,
    pub(crate) seed: &'a Seed,
    pub(crate) session: &'a Session,
}

impl Script<'_> {
    /// The script of a round, with one branch for each action; the first round probes.
    pub(crate) fn of_round(&self, round: u32) -> String {
        let mut branches = String::new();
        let mut below = 0;
        for (action, share) in &self.case.actions {
            below += share;
            let request = self.action(action);
            branches.push_str(&format!("    if kind <= {below} then\n{request}    end\n"));
        }
        let mut patterns = self
            .case
            .actions
            .iter()
            .filter_map(|(action, _)| action.then);
        let pattern = patterns
            .next()
            .map_or("nil".to_owned(), |(made, _)| format!("'{made}'"));
        format!(
            "local round, probes, pattern = {round}, {}, {pattern}{FRAME}\
            function request()\n    local kind = math.random(1, 100)\n{branches}end\n",
            round == 0
        )
    }

    /// Returns the next request.
    fn action(&self, action: &Action) -> String {
        let then = action.then.map_or_else(String::new, |(_, then)| {
            // A refreshed token refreshes itself.
            let follows = then.path == action.first.path && then.body.contains("{made}");
            format!(
                "if answer then made, answer, follows = answer, nil, {follows} return {} end\n",
                self.request(&then)
            )
        });
        let trip = match action.spread {
            Spread::Even(trips) => format!("{FIRST} + math.random(0, {})", trips - 1),
            Spread::Zipf(trips) => {
                format!("{FIRST} + math.floor(math.exp(math.random() * math.log({trips}))) - 1")
            }
        };
        format!(
            "{then}n, trip, follows = serial(), {trip}, true\nreturn {}\n",
            self.request(&action.first)
        )
    }

    fn request(&self, request: &Request) -> String {
        let bearer = |token: &str| Some(("authorization", format!("Bearer {token}")));
        let sender = match request.sender {
            Sender::Nobody => None,
            Sender::Made => bearer("{made}"),
            _ if request.needs_session() => Some(("cookie", self.session.cookie.clone())),
            Sender::Ada => bearer(&self.seed.ada.token),
            Sender::Writer => bearer(&self.seed.writer.token),
        };
        let variant = ("api-variant", request.variant.to_owned());
        let variant = match request.variant {
            "-" => None,
            "key" => Some(("idempotency-key", "{n}".to_owned())),
            _ => Some(variant),
        };
        let (kind, body) = match request.body {
            "" => ("", "nil".to_owned()),
            body if body.starts_with("{file:") => {
                let part = body.trim_start_matches("{file:").trim_end_matches('}');
                let kind = "multipart/form-data; boundary=wayfare";
                (kind, self.literal(&form_with_file(part)))
            }
            body if body.starts_with('{') => ("application/json", self.literal(body.as_bytes())),
            body => {
                let kind = "application/x-www-form-urlencoded";
                (kind, self.literal(body.as_bytes()))
            }
        };
        let kind = (!kind.is_empty()).then(|| ("content-type", kind.to_owned()));
        let headers = sender.into_iter().chain(variant).chain(kind);
        let headers: String = headers
            .map(|(name, value)| format!("['{name}'] = {}, ", self.literal(value.as_bytes())))
            .collect();
        let path = self.literal(request.path.as_bytes());
        format!(
            "wrk.format('{}', {path}, {{{headers}}}, {body})",
            request.method
        )
    }

    /// The expression of a text with the values of its names.
    fn literal(&self, text: &[u8]) -> String {
        let names = self.seed.names.iter();
        let text = names.fold(lua_string(text), |text, (name, value)| {
            text.replace(name, &escaped(value.as_bytes()))
        });
        text.replace("{form}", &self.session.form_token)
            .replace("{new-trip}", &escaped(NEW_TRIP.as_bytes()))
            .replace("{spread}", &format!("{TRIP}\" .. trip .. \""))
            .replace("{n}", "\" .. n .. \"")
            .replace("{made}", "\" .. made .. \"")
    }
}

/// The body of an upload: a trip to import in the part `file`, else a picture.
fn form_with_file(part: &str) -> Vec<u8> {
    let head = format!(
        "--wayfare\r\ncontent-disposition: form-data; name=\"{part}\"; filename=\"a\"\r\n\r\n"
    );
    let file = if part == "file" { GPX } else { GIF };
    [head.as_bytes(), file, b"\r\n--wayfare--\r\n"].concat()
}

fn lua_string(bytes: &[u8]) -> String {
    format!("\"{}\"", escaped(bytes))
}

/// Bytes within a Lua string literal.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        match byte {
            b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' => text.push(char::from(*byte)),
            _ => text.push_str(&format!("\\{byte:03}")),
        }
    }
    text
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
