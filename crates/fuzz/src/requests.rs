//! Requests to a real server: bodies of every route, heads, tokens, forms and notes.

use serde_json::{Value, json};

use crate::http::{Answer, State, site};

/// The routes with a JSON body. The last field of a `PUT` is whether `GET` is supported too.
const ROUTES: [(&str, &str, bool); 22] = [
    ("PUT", "/trips/{trip}", true),
    ("PUT", "/trip/{trip}", true),
    ("PUT", "/trips/{trip}/trip_items", true),
    ("PUT", "/trip/{trip}/map", true),
    ("PUT", "/trips/{trip}/budget", true),
    ("PUT", "/trips/{trip}/management", false),
    ("POST", "/trips", false),
    ("POST", "/trip", false),
    ("POST", "/user", false),
    ("PUT", "/user/{user}", false),
    ("PUT", "/user/{user}/settings", false),
    ("PUT", "/user/{user}/privacy", true),
    ("POST", "/auth/token", false),
    ("POST", "/auth/revoke", false),
    ("PUT", "/auth/password", false),
    ("POST", "/trips/{trip}/trip_items", false),
    ("PUT", "/trips/{trip}/trip_items/item", true),
    ("POST", "/trips/{trip}/trip_items/item/move", false),
    ("POST", "/trips/{trip}/shift", false),
    ("PUT", "/trips/{trip}/roles", true),
    ("POST", "/trips/{trip}/share-links", false),
    ("PUT", "/trips/{trip}/trip_items/item/place", false),
];
const JSON: &str = "Content-Type: application/json\r\n";

fn fill_in(path: &str, state: &State) -> String {
    path.replace("{trip}", &state.trip)
        .replace("{user}", &state.username)
}

/// A body of any route, with an `If-Match`: the first byte selects the route, the rest of the first
/// line is the header. Accepted content can be read, and sending it back is no change.
pub(crate) fn body(bytes: &[u8]) {
    let Some((route, rest)) = bytes.split_first() else {
        return;
    };
    let line = rest
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(rest.len());
    let (tag, body) = rest.split_at(line);
    let body = body.strip_prefix(b"\n").unwrap_or(body);
    let (method, path, is_read) = ROUTES
        .into_iter()
        .cycle()
        .nth(usize::from(*route))
        .unwrap_or_default();
    let site = site();
    let mut state = site.state();
    let tag: String = tag
        .iter()
        .filter(|byte| byte.is_ascii_graphic())
        .map(|byte| char::from(*byte))
        .collect();
    let condition = if tag.is_empty() {
        String::new()
    } else {
        format!("If-Match: {tag}\r\n")
    };
    let path = fill_in(path, &state);
    let answer = site
        .call(
            &mut state,
            method,
            &path,
            &format!("{JSON}{condition}"),
            body,
        )
        .checked();
    if answer.status == 200 && is_read {
        check_round_trip(&mut state, &path, body);
    }
    // Rejected content changes nothing.
    if matches!(answer.status, 400 | 412 | 413 | 415) || is_intact(&mut state) {
        return;
    }
    site.replace_account(&mut state);
}

/// Returns whether the account still has its tokens, name and trip: no input gave the trip away,
/// left it, renamed the account or signed it out.
fn is_intact(state: &mut State) -> bool {
    let site = site();
    let trip = fill_in("/trips/{trip}", state);
    ["/user", &trip].into_iter().all(|path| {
        let answer = site.call(state, "GET", path, "", b"").checked();
        answer.status == 200 && names_account(&answer, state)
    })
}

/// Returns whether a response names the account: as the account, or as the owner of the trip.
fn names_account(answer: &Answer, state: &State) -> bool {
    let value = answer.json();
    let name = value["username"]
        .as_str()
        .or_else(|| value["ownerUser"]["userName"].as_str());
    name == Some(state.username.as_str())
}

/// The response to a `GET` of a path changes nothing as the body of its `PUT`.
fn check_round_trip(state: &mut State, path: &str, sent: &[u8]) {
    let site = site();
    let read = site.call(state, "GET", path, "", b"").checked();
    // An account that gave its trip away may have lost access, or the rights of its owner.
    if read.status != 200 {
        return;
    }
    let again = site.call(state, "PUT", path, JSON, &read.body).checked();
    let (sent, shown) = (
        String::from_utf8_lossy(sent),
        String::from_utf8_lossy(&read.body),
    );
    assert_eq!(
        again.status, 304,
        "{path} took {sent}\nanswered {shown}\nand to that {}",
        again.head
    );
}

/// Any path, query and headers: the first line is the rest of the path, the others are headers.
pub(crate) fn head(bytes: &[u8]) {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let path: Vec<u8> = lines
        .next()
        .unwrap_or_default()
        .iter()
        .copied()
        .filter(|byte| *byte != b'\r')
        .collect();
    let site = site();
    let mut state = site.state();
    let path = String::from_utf8_lossy(&path)
        .replace("{trip}", &state.trip)
        .replace("{user}", &state.username);
    let mut request = format!(
        "GET /api/v1/{path} HTTP/1.1\r\nHost: x\r\nToken: {}\r\n",
        state.token
    )
    .into_bytes();
    for line in lines.filter(|line| !line.is_empty()) {
        // Skips headers that announce a body, for which the server would wait.
        let name: Vec<u8> = line
            .iter()
            .copied()
            .take_while(|byte| *byte != b':')
            .map(|byte| byte.to_ascii_lowercase())
            .collect();
        if name.trim_ascii() == b"content-length" || name.trim_ascii() == b"transfer-encoding" {
            continue;
        }
        request.extend_from_slice(line);
        request.extend_from_slice(b"\r\n");
    }
    request.extend_from_slice(b"\r\n");
    if let Some(answer) = site.raw(&mut state, &request) {
        assert!(answer.status < 500, "{}", answer.head);
        let head = answer.head.to_ascii_lowercase();
        assert!(
            !head.contains("\nset-cookie") && !head.contains("\nx-injected"),
            "{head}"
        );
    }
}

/// Any token: only the real one is accepted.
pub(crate) fn token(bytes: &[u8]) {
    let site = site();
    let mut state = site.state();
    let printable = bytes
        .iter()
        .filter(|byte| byte.is_ascii_graphic())
        .map(|byte| char::from(*byte));
    let token: String = printable.take(4_000).collect();
    // Inserts parts of the real token, to mix them with others.
    let parts: Vec<&str> = state.token.split('.').collect();
    let token = ["{head}", "{claims}", "{signature}"]
        .iter()
        .zip(&parts)
        .fold(token, |token, (mark, part)| token.replace(mark, part));
    let is_real = token == state.token;
    let request =
        format!("GET /api/v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n");
    if let Some(answer) = site.raw(&mut state, request.as_bytes()) {
        assert_eq!(answer.checked().status == 200, is_real, "{token}");
    }
}

/// A multipart form with pictures, with the boundary `x`.
pub(crate) fn form(bytes: &[u8]) {
    let site = site();
    let mut state = site.state();
    let path = fill_in("/trips/{trip}/picture", &state);
    site.call(
        &mut state,
        "PUT",
        &path,
        "Content-Type: multipart/form-data; boundary=x\r\n",
        bytes,
    )
    .checked();
}

/// Elements that cleaned notes must not have.
const FORBIDDEN: [&str; 12] = [
    "script", "iframe", "style", "object", "embed", "svg", "math", "form", "base", "meta", "link",
    "input",
];

/// Returns whether a tag links to a script, as far as a search in the text can tell.
fn links_to_script(tag: &str) -> bool {
    let inside = tag.split('>').next().unwrap_or_default();
    [
        "href=\"javascript:",
        "src=\"javascript:",
        "href=\"data:",
        "src=\"data:",
    ]
    .iter()
    .any(|address| inside.contains(address))
}

/// Notes of a map: cleaned notes have no active content, and cleaning is idempotent.
pub(crate) fn notes(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let site = site();
    let mut state = site.state();
    let path = fill_in("/trip/{trip}/map", &state);
    let mut put_notes = |path: &str, notes: &str| -> Option<Value> {
        let body = json!({"notes": notes}).to_string();
        let answer = site
            .call(&mut state, "PUT", path, JSON, body.as_bytes())
            .checked();
        (answer.status == 200).then(|| answer.json()["notes"].clone())
    };
    let Some(clean) = put_notes(&path, text) else {
        return;
    };
    let clean = clean.as_str().unwrap_or_default();
    // In cleaned notes `<` only starts a tag.
    for tag in clean.to_ascii_lowercase().split('<').skip(1) {
        let name: String = tag
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        assert!(!FORBIDDEN.contains(&name.as_str()), "{text} became {clean}");
        assert!(!links_to_script(tag), "{text} became {clean}");
    }
    // Resets the notes, so that the cleaned ones are cleaned again.
    put_notes(&path, "");
    let again = put_notes(&path, clean);
    assert!(
        again.is_none() || again.as_ref() == Some(&json!(clean)),
        "{text} became {clean}, then {again:?}"
    );
}
