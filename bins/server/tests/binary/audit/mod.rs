//! The audit log: one line for each action of a journey, without secrets, at every level.

mod journey;

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;
use wayfare_test_postgres::shared;

use journey::{Journey, OTHER_PASSWORD, PASSWORD, SLIP, audit_lines};

#[test]
fn tells_each_action_once_on_sqlite() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("wayfare.db");
    tells_each_action_once(&format!("sqlite://{}", file.display()));
}

#[test]
fn tells_each_action_once_on_postgresql() {
    let database = shared().unwrap().create_database("audit").unwrap();
    tells_each_action_once(database.url());
}

fn tells_each_action_once(database: &str) {
    let mut journey = Journey::start(database);
    let (token, ada) = journey.sign_up("ada");
    let (of_bob, bob) = journey.sign_up("bob");
    let (_, eve) = journey.sign_up("eve");
    sign_in_and_out(&mut journey, &ada);
    let key = keys(&mut journey, &token, &ada);
    let trip = trips(&mut journey, (&token, &ada), (&of_bob, &bob));
    journey.assert_told(
        &["users", "keys", "ada", "--delete", &key],
        "",
        "key.delete",
    );
    accounts(&mut journey, (&token, &ada), (&of_bob, &bob));
    commands(&journey);
    let Journey {
        served,
        expected,
        secrets,
        ..
    } = journey;
    let (_, log) = served.stop(Signal::SIGTERM);
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret}");
    }
    assert!(log.lines().all(|line| line.len() <= 4 << 10), "{log}");
    let mut lines = audit_lines(&log);
    let migrated = lines.remove(0);
    assert_eq!(
        (&migrated["action"], &migrated["actor"]),
        (&json!("database.migrate"), &json!("operator"))
    );
    for (id, expected) in expected.iter().enumerate() {
        let id = json!(format!("request-{id}"));
        let of_request: Vec<_> = lines
            .iter()
            .filter(|line| line["request_id"] == id)
            .collect();
        let told: Vec<_> = of_request
            .iter()
            .map(|line| {
                (
                    line["action"].as_str().unwrap(),
                    line["actor"].as_str().unwrap(),
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(action, actor)| (*action, actor.as_str()))
            .collect();
        assert_eq!(told, expected, "{id}");
        assert!(of_request.iter().all(|line| line["client"] == "127.0.0.1"));
    }
    assert_eq!(lines.len(), expected.iter().flatten().count());
    let told = |action: &str, field: &str| {
        let line = lines.iter().find(|line| line["action"] == action);
        assert!(line.is_some(), "{action}");
        line.unwrap()[field].as_str().unwrap().to_owned()
    };
    for action in [
        "share-link.create",
        "invitation.use",
        "role.give",
        "feed.create",
        "trip.delete",
    ] {
        assert_eq!(told(action, "trip"), trip, "{action}");
    }
    assert_eq!(
        told("role.give", "audit.target"),
        format!("{eve} as editor")
    );
    assert_eq!(
        told("role.change", "audit.target"),
        format!("{bob} as viewer")
    );
    assert_eq!(told("role.remove", "audit.target"), eve);
    assert_eq!(told("trip.hand-over", "audit.target"), bob);
    assert_eq!(told("sign-in.refuse", "audit.target"), ada);
    assert_eq!(
        told("sign-in.accept", "audit.target"),
        told("token.revoke", "audit.target")
    );
    // Nothing else is logged at this level, but that a token was reused.
    let others = log.lines().count() - lines.len() - 1;
    assert_eq!(others, 1, "{log}");
}

fn sign_in_and_out(journey: &mut Journey, ada: &str) {
    let accept = ("sign-in.accept", ada);
    let tokens = journey.sign_in("ada", PASSWORD, accept);
    let end = json!({"refresh_token": tokens["refresh_token"]});
    journey.ok(
        ("POST", "/auth/revoke"),
        "",
        &end,
        Some(("token.revoke", ada)),
    );
    // It has ended already.
    journey.ok(("POST", "/auth/revoke"), "", &end, None);
    journey.sign_in("ada", OTHER_PASSWORD, ("sign-in.refuse", ""));
    journey.sign_in(SLIP, PASSWORD, ("sign-in.refuse", ""));
    let tokens = journey.sign_in("ada", PASSWORD, accept);
    let first = &tokens["refresh_token"];
    let second = journey.refresh(first, None);
    journey.refresh(&second["refresh_token"], None);
    journey.refresh(first, Some(("token.reuse", "")));
}

/// Makes two keys, and ends one; returns the id of the other.
fn keys(journey: &mut Journey, token: &str, ada: &str) -> String {
    let make = |journey: &mut Journey| {
        let new = json!({"name": "Program", "scope": "read"});
        let made = journey.ok(
            ("POST", "/user/ada/keys"),
            token,
            &new,
            Some(("key.create", ada)),
        );
        made["id"].as_str().unwrap().to_owned()
    };
    let (ended, other) = (make(journey), make(journey));
    let path = format!("/user/ada/keys/{ended}");
    journey.ok(
        ("DELETE", &path),
        token,
        &json!({}),
        Some(("key.delete", ada)),
    );
    other
}

/// Shares a trip in all ways, and deletes it; returns its id.
fn trips(journey: &mut Journey, (token, ada): (&str, &str), (of_bob, bob): (&str, &str)) -> String {
    let made = journey.ok(("POST", "/trip"), token, &json!({"name": "Lisbon"}), None);
    let trip = made["uuid"].as_str().unwrap().to_owned();
    let path = |rest: &str| format!("/trips/{trip}{rest}");
    let nothing = json!({});
    let text = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();

    let links = path("/share-links");
    let link = journey.ok(
        ("POST", &links),
        token,
        &nothing,
        Some(("share-link.create", ada)),
    );
    let link = format!("{links}/{}", text(&link, "id"));
    let label = json!({"label": "For friends"});
    journey.ok(
        ("PATCH", &link),
        token,
        &label,
        Some(("share-link.update", ada)),
    );
    journey.ok(
        ("DELETE", &link),
        token,
        &nothing,
        Some(("share-link.delete", ada)),
    );

    let feed = path("/feed");
    journey.ok(("POST", &feed), token, &nothing, Some(("feed.create", ada)));
    journey.ok(
        ("DELETE", &feed),
        token,
        &nothing,
        Some(("feed.delete", ada)),
    );
    // It has ended already.
    journey.ok(("DELETE", &feed), token, &nothing, None);

    let invitations = path("/invitations");
    let invite = Some(("invitation.create", ada));
    let invitation = journey.ok(("POST", &invitations), token, &nothing, invite);
    let join = text(&invitation, "url");
    let join = format!("/invitations/{}", join.rsplit('/').next().unwrap());
    journey.ok(
        ("POST", &join),
        of_bob,
        &nothing,
        Some(("invitation.use", bob)),
    );
    let one = format!("{invitations}/{}", text(&invitation, "id"));
    journey.ok(
        ("DELETE", &one),
        token,
        &nothing,
        Some(("invitation.delete", ada)),
    );

    removals(journey, token, ada, &path(""));

    let roles = json!({"roles": {"bob": "viewer"}});
    journey.ok(
        ("PUT", &path("/roles")),
        token,
        &roles,
        Some(("role.change", ada)),
    );
    let management = path("/management");
    for (change, action) in [
        (json!({"members": ["ada", "bob", "eve"]}), "role.give"),
        (json!({"members": ["ada", "bob"]}), "role.remove"),
        (json!({"private": false}), "trip.publish"),
        (json!({"private": true}), "trip.hide"),
        (json!({"owner": "bob"}), "trip.hand-over"),
    ] {
        journey.ok(("PUT", &management), token, &change, Some((action, ada)));
    }
    let public = json!({"name": "Porto", "private": false});
    journey.ok(
        ("POST", "/trips"),
        token,
        &public,
        Some(("trip.publish", ada)),
    );
    let people = json!({"with": ["people"]});
    journey.ok(
        ("POST", &path("/copy")),
        of_bob,
        &people,
        Some(("role.give", bob)),
    );
    // Refused requests have no line.
    let refused = journey.send(("DELETE", &path("")), token, &nothing, None);
    assert_eq!(refused.0, 401);
    journey.ok(
        ("DELETE", &path("")),
        of_bob,
        &nothing,
        Some(("trip.delete", bob)),
    );
    trip
}

/// Removes a party, a settlement, and items one by one and together.
fn removals(journey: &mut Journey, token: &str, ada: &str, trip: &str) {
    let nothing = json!({});
    let add = |journey: &mut Journey, part: &str, body: Value, id: &str| {
        let path = format!("{trip}/{part}");
        let made = journey.ok(("POST", &path), token, &body, None);
        format!("{path}/{}", made[id].as_str().unwrap())
    };
    let stop = json!({"item_type": "destination", "day": 1});
    let paid = json!({"from": "ada", "to": "bob", "amount": 1, "currency": "CAD"});
    for (part, body, id, action) in [
        ("trip_items", stop.clone(), "item_id", "item.delete"),
        ("settlements", paid, "id", "settlement.delete"),
        (
            "parties",
            json!({"name": "Eva"}),
            "memberId",
            "party.delete",
        ),
    ] {
        let made = add(journey, part, body, id);
        journey.ok(("DELETE", &made), token, &nothing, Some((action, ada)));
    }
    for _ in 0..2 {
        add(journey, "trip_items", stop.clone(), "item_id");
    }
    let all = format!("{trip}/trip_items");
    let none = json!({"trip_items": []});
    journey.ok(("PUT", &all), token, &none, Some(("item.delete", ada)));
}

fn accounts(journey: &mut Journey, (token, ada): (&str, &str), (of_bob, bob): (&str, &str)) {
    let path = "/api/v1/user/ada/export";
    let id = journey.expected.len();
    let headers = format!("token: {token}\r\nX-Request-Id: request-{id}\r\n");
    assert_eq!(journey.served.send("GET", path, &headers, "").0, 200);
    journey
        .expected
        .push(vec![("account.export", ada.to_owned())]);
    for (change, action) in [
        (
            json!({"email": "ada@example.org", "current": PASSWORD}),
            "email.change",
        ),
        (json!({"email": "", "current": PASSWORD}), "email.change"),
        (json!({"username": "Ada"}), "account.rename"),
    ] {
        journey.ok(("PUT", "/user/ada"), token, &change, Some((action, ada)));
    }
    // What gives nobody another way in has no line.
    let other = json!({"description": "Programmer", "email": ""});
    journey.ok(("PUT", "/user/ada"), token, &other, None);
    let change = json!({"current": PASSWORD, "password": OTHER_PASSWORD});
    journey.ok(
        ("PUT", "/auth/password"),
        token,
        &change,
        Some(("password.set", ada)),
    );
    let tokens = journey.sign_in("ada", OTHER_PASSWORD, ("sign-in.accept", ada));
    let token = tokens["access_token"].as_str().unwrap().to_owned();
    journey.ok(
        ("POST", "/auth/revoke"),
        &token,
        &json!({"all": true}),
        Some(("token.revoke-all", ada)),
    );
    journey.ok(("POST", "/trip"), of_bob, &json!({"name": "Porto"}), None);
    journey.ok(
        ("DELETE", "/user/bob"),
        of_bob,
        &json!({}),
        Some(("account.delete", bob)),
    );
    // With the copy and the trip that he owned.
    let lines = journey.expected.last_mut().unwrap();
    lines.extend([
        ("trip.delete", bob.to_owned()),
        ("trip.delete", bob.to_owned()),
    ]);
}

/// Runs the other commands that change something, and some that change nothing.
fn commands(journey: &Journey) {
    let file = |name: &str, text: &str| {
        std::fs::write(journey.folder.path().join(name), text).unwrap();
    };
    file(
        "rates.csv",
        "date,base,currency,rate\n2026-05-01,EUR,USD,1.1\n",
    );
    file(
        "trip.gpx",
        "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\
         <wpt lat=\"38.7\" lon=\"-9.1\"><name>Lisbon</name></wpt></gpx>",
    );
    journey.assert_told(&["users", "create", "fay"], PASSWORD, "account.create");
    journey.assert_told(
        &["users", "set-password", "fay"],
        OTHER_PASSWORD,
        "password.set",
    );
    journey.assert_told(&["users", "revoke", "fay"], "", "token.revoke-all");
    journey.assert_told(&["import", "--user", "fay", "trip.gpx"], "", "trip.import");
    journey.assert_told(
        &["export-account", "fay", "--to", "fay.zip"],
        "",
        "account.export",
    );
    let export = ["export", "--user", "fay", "--out", "trips"];
    journey.assert_told(&export, "", "account.export");
    // With the trip that was imported.
    let gone = ["account.delete", "trip.delete"];
    journey.assert_all_told(&["users", "delete", "fay"], "", &gone);
    journey.assert_told(&["rates", "import", "rates.csv"], "", "rates.import");
    journey.assert_told(&["places", "refresh"], "", "places.refresh");
    journey.assert_told(&["pictures", "sweep"], "", "pictures.sweep");
    for silent in [
        &["users", "list"][..],
        &["users", "show", "ada"],
        &["rates", "list"],
        &["migrate"],
    ] {
        assert_eq!(journey.run(silent, ""), Vec::<Value>::new(), "{silent:?}");
    }
}
