//! Users who read and write trips at random and record the answers.

use std::time::Instant;

use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use wayfare_testkit::sample::Traveller;
use wayfare_testkit::{Call, Method, Reply};

use super::history::{Event, Field, State, Wish};

/// The number of users at each server.
pub(crate) const ALL: usize = 6;
/// The fields that every member may write.
const FIELDS: [Field; 5] = [
    Field::Name,
    Field::Description,
    Field::ToDo,
    Field::Notes,
    Field::Category,
];
const MEMBERS: [&str; 2] = ["ada bob cid", "ada bob"];

/// A user on one connection.
pub(crate) struct Person<'t> {
    traveller: Traveller,
    trips: &'t [String; 2],
    random: StdRng,
    /// The last seen entity tag of each trip.
    tags: [Option<String>; 2],
}

/// A trip's version and state.
pub(crate) async fn read(traveller: &Traveller, trip: &str) -> (i64, State) {
    let get = |path: &str| {
        traveller
            .client
            .request(Method::GET, &path.replace("{}", trip))
    };
    let reply = get("/api/v1/trip/{}").await.expect_status(200);
    let version = version_of(&reply.etag());
    let mut state = shown(&reply.value());
    state.extend(shown(&get("/api/v1/trip/{}/map").await.value()));
    // Fields that no request sets.
    state.insert(Field::Category, String::new());
    (version, state)
}

fn version_of(tag: &str) -> i64 {
    tag.trim_start_matches('"')
        .split('-')
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

/// The state of a trip in any answer.
fn shown(answer: &Value) -> State {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let people = |value: &Value| {
        let names: Vec<&str> = value.as_array()?.iter().filter_map(Value::as_str).collect();
        // The detail of Variant A has ids.
        names.contains(&"ada").then(|| names.join(" "))
    };
    let first = |value: &Value| {
        Some(
            value
                .as_array()?
                .first()
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
        )
    };
    let map = answer.get("map").unwrap_or(answer);
    let fields = [
        (Field::Name, text(&answer["name"])),
        (Field::Description, text(&answer["desc"])),
        (Field::ToDo, first(&answer["todo"])),
        (Field::Notes, text(&map["notes"])),
        (Field::Category, text(&answer["category"])),
        (Field::Members, people(&answer["members"])),
    ];
    fields
        .into_iter()
        .filter_map(|(field, value)| Some((field, value?)))
        .collect()
}

impl<'t> Person<'t> {
    pub(crate) fn new(traveller: Traveller, trips: &'t [String; 2], random: StdRng) -> Self {
        Self {
            traveller,
            trips,
            random,
            tags: [None, None],
        }
    }

    /// Sends this many requests. Returns each with the index of its trip.
    pub(crate) async fn live(mut self, operations: usize) -> Vec<(usize, Event)> {
        let mut events = Vec::with_capacity(operations);
        for _ in 0..operations {
            let place = self.random.random_range(0..2);
            events.push((place, self.act(place).await));
        }
        events
    }

    fn chance(&mut self, one_of: u32) -> bool {
        self.random.random_range(0..one_of) == 0
    }

    async fn act(&mut self, place: usize) -> Event {
        let (mut call, mut wish) = if self.chance(2) {
            self.read(place)
        } else {
            self.write(place)
        };
        if let (Wish::Write { of, .. }, Some(tag)) = (&mut wish, self.tags[place].clone())
            && self.chance(3)
        {
            *of = Some(version_of(&tag));
            call = call.if_match(&tag);
        }
        let begun = Instant::now();
        let reply = call.await;
        let ended = Instant::now();
        self.written_down(place, wish, reply, begun, ended)
    }

    fn written_down(
        &mut self,
        place: usize,
        wish: Wish,
        reply: Reply<Value>,
        begun: Instant,
        ended: Instant,
    ) -> Event {
        let (who, status) = (self.traveller.username.clone(), reply.status);
        let tag = (status == 200).then(|| reply.etag());
        let version = tag.as_deref().map(version_of);
        let mut seen = if status == 200 {
            shown(&reply.value())
        } else {
            State::new()
        };
        if let (Wish::Write { field, value, .. }, 200) = (&wish, status) {
            // If the answer shows the field, it has the value that was sent.
            seen.entry(*field).or_insert_with(|| value.clone());
        }
        self.tags[place] = tag.or(self.tags[place].take());
        Event {
            who,
            wish,
            status,
            version,
            seen,
            begun,
            ended,
        }
    }

    fn call(&self, method: Method, place: usize, path: &str) -> Call<Value> {
        self.traveller
            .client
            .request(method, &path.replace("{}", &self.trips[place]))
    }

    fn read(&mut self, place: usize) -> (Call<Value>, Wish) {
        let paths = ["/api/v1/trip/{}", "/api/v1/trips/{}", "/api/v1/trip/{}/map"];
        let path = paths[self.random.random_range(0..paths.len())];
        (self.call(Method::GET, place, path), Wish::Read)
    }

    fn write(&mut self, place: usize) -> (Call<Value>, Wish) {
        let manages = self.traveller.username == "ada" && self.chance(4);
        let field = if manages {
            Field::Members
        } else {
            FIELDS[self.random.random_range(0..FIELDS.len())]
        };
        // Few values, so that some repeat the current one or an earlier one.
        let value = match field {
            Field::Members => MEMBERS[self.random.random_range(0..2)].to_owned(),
            _ => format!("value {}", self.random.random_range(0..4)),
        };
        let either = self.chance(2);
        let trip = if either {
            "/api/v1/trip/{}"
        } else {
            "/api/v1/trips/{}"
        };
        let (path, body) = match field {
            Field::Name => (trip, json!({"name": value})),
            Field::Description => (trip, json!({"desc": value})),
            Field::ToDo => (trip, json!({"todo": [value]})),
            Field::Notes => ("/api/v1/trip/{}/map", json!({"notes": value})),
            Field::Category => (
                "/api/v1/trips/{}/budget",
                json!({"budget": {"category": value}}),
            ),
            Field::Members if either => (
                trip,
                json!({"members": value.split(' ').collect::<Vec<_>>()}),
            ),
            Field::Members => (
                "/api/v1/trips/{}/management",
                json!({"members": value.split(' ').collect::<Vec<_>>()}),
            ),
        };
        (
            self.call(Method::PUT, place, path).json(&body),
            Wish::Write {
                field,
                value,
                of: None,
            },
        )
    }
}
