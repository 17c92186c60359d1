//! Sends operations to a server, and compares every answer and everybody's view with the model.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};
use wayfare_testkit::{Client, FixedClock, Method, Reply};

use super::exact;
use super::operation::{Guard, Operation, Route, SEATS, TRIPS};
use super::world::{Expected, World};

/// An id that no trip has.
const NO_TRIP: &str = "01890000-0000-7000-8000-000000000000";

pub(crate) type Checked<T = ()> = Result<T, String>;

pub(crate) struct Driver {
    pub(crate) case: usize,
    clock: FixedClock,
    pub(crate) nobody: Client,
    /// The client of each seat's last account.
    pub(crate) clients: Vec<Client>,
    pub(crate) world: World,
    /// The last tag of each trip.
    pub(crate) tags: Vec<String>,
    /// Whether the version of each trip may have risen since, by the deletion of an account.
    pub(crate) may_be_newer: bool,
    /// The last answer to each reader of each path, as a caching client keeps it.
    pub(crate) cache: HashMap<(usize, String), (String, Vec<u8>)>,
    /// The requests and the statuses of their answers.
    pub(crate) trace: Vec<String>,
}

pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(what()) }
}

pub(crate) fn compare(what: &str, answered: &Value, expected: &Value) -> Checked {
    let (mut answered, mut expected) = (answered.clone(), expected.clone());
    if let (Value::Object(answered), Value::Object(expected)) = (&mut answered, &mut expected) {
        // What agrees is not shown.
        let same = answered
            .iter()
            .filter(|(name, value)| expected.get(*name) == Some(*value));
        let same: Vec<String> = same.map(|(name, _)| name.clone()).collect();
        for name in same {
            answered.remove(&name);
            expected.remove(&name);
        }
    }
    ensure(answered == expected, || {
        format!("{what}\n  answered: {answered}\n  expected: {expected}")
    })
}

pub(crate) fn version(tag: &str) -> i64 {
    let version = tag.trim_start_matches('"').split('-').next();
    version
        .and_then(|version| version.parse().ok())
        .unwrap_or(-1)
}

/// Removes the ids of destinations, which the service generates.
pub(crate) fn without_destination_ids(mut items: Value) -> Value {
    let list = match &mut items {
        Value::Array(list) => list.as_mut_slice(),
        item => std::slice::from_mut(item),
    };
    for item in list {
        if let Some(destination) = item.get_mut("destination").and_then(Value::as_object_mut) {
            destination.remove("_id");
        }
    }
    items
}

/// Shortens the pointer to an end of the estimate or of the dates: the contract does not say which
/// of the two ends is named.
fn pointer(pointer: &str) -> String {
    let sides = ["/budget/lo", "/budget/hi", "/date/start", "/date/end"];
    let whole = pointer
        .rsplit_once('/')
        .filter(|_| sides.contains(&pointer));
    whole.map_or(pointer, |(whole, _)| whole).to_owned()
}

impl Driver {
    /// Everybody signs up; 0 makes a trip and takes 1 and 2 along.
    pub(crate) async fn new(case: usize, client: Client, clock: FixedClock) -> Checked<Self> {
        let world = World {
            base_url: client.base_url().to_owned(),
            ..World::default()
        };
        let mut driver = Self {
            case,
            clock,
            clients: vec![client.clone(); SEATS.len()],
            nobody: client,
            world,
            tags: Vec::new(),
            may_be_newer: false,
            cache: HashMap::new(),
            trace: Vec::new(),
        };
        for seat in 0..SEATS.len() {
            driver.world.seats.push(usize::MAX);
            driver.sign_up(seat).await?;
        }
        driver
            .create(0, Route::B, &json!({"name": "First"}))
            .await?;
        let people = json!({"members": ["@0", "@1", "@2"]});
        driver
            .put(0, 0, Route::Management, &people, Guard::None)
            .await?;
        Ok(driver)
    }

    /// Runs a case; the error tells what is wrong and every request that led there.
    pub(crate) async fn run(mut self, operations: &[Operation]) -> Checked {
        for operation in operations {
            let outcome = self.step(operation).await;
            outcome.map_err(|error| self.report(&error))?;
        }
        let outcome = self.check_lists().await;
        outcome.map_err(|error| self.report(&error))
    }

    fn report(&self, error: &str) -> String {
        format!("{error}\n{}", self.trace.join("\n"))
    }

    async fn step(&mut self, operation: &Operation) -> Checked {
        self.clock.advance(Duration::from_millis(1));
        match operation {
            Operation::SignUp { seat } => self.sign_up(*seat).await?,
            Operation::Rename { seat, to } => self.rename(*seat, to).await?,
            Operation::ShareEmail { seat, share } => self.share_email(*seat, *share).await?,
            Operation::DeleteAccount { seat } => self.delete_account(*seat).await?,
            Operation::Create { by, route, body } => self.create(*by, *route, body).await?,
            Operation::Put {
                by,
                trip,
                route,
                body,
                guard,
            } => {
                self.put(*by, *trip, *route, body, *guard).await?;
                return self.check_trip(*trip).await;
            }
            Operation::Echo { by, trip, route } => return self.echo(*by, *trip, *route).await,
            Operation::Delete {
                by,
                trip,
                route,
                guard,
            } => {
                self.delete_trip(*by, *trip, *route, *guard).await?;
                return self.check_trip(*trip).await;
            }
        }
        for trip in 0..self.world.trips.len() {
            self.check_trip(trip).await?;
        }
        self.may_be_newer = false;
        Ok(())
    }

    pub(crate) async fn send(
        &mut self,
        seat: usize,
        method: Method,
        path: &str,
        body: Option<&str>,
        header: Option<(&str, &str)>,
    ) -> Checked<Reply<Value>> {
        let client = self.clients.get(seat).unwrap_or(&self.nobody);
        let mut call = client.request(method.clone(), &format!("/api/v1{path}"));
        if let Some(body) = body {
            call = call.body("application/json", body);
        }
        if let Some((name, value)) = header {
            call = call.header(name, value);
        }
        let reply = call.send().await.map_err(|error| error.to_string())?;
        let who = SEATS.get(seat).unwrap_or(&"nobody");
        let header = header
            .map(|(name, value)| format!("{name}: {value}"))
            .unwrap_or_default();
        let body = body.unwrap_or_default();
        self.trace.push(format!(
            "{who} {method} {path} {header} {body} -> {}",
            reply.status
        ));
        Ok(reply.into())
    }

    /// The answer to a `GET` as a client with a cache has it, and its tag; `Err` is another status.
    pub(crate) async fn get(
        &mut self,
        seat: usize,
        path: &str,
    ) -> Checked<Result<(Value, String), u16>> {
        let key = (seat, path.to_owned());
        let known = self.cache.get(&key).cloned();
        let header = known
            .as_ref()
            .map(|(tag, _)| ("if-none-match", tag.as_str()));
        let reply = self.send(seat, Method::GET, path, None, header).await?;
        self.trace.pop();
        let (tag, body) = match (reply.status, known) {
            (200, _) => (reply.etag(), reply.body),
            (304, Some(known)) => known,
            (status, _) => return Ok(Err(status)),
        };
        let value = exact::read(&body)?;
        self.cache.insert(key, (tag.clone(), body));
        Ok(Ok((value, tag)))
    }

    pub(crate) fn expect(reply: &Reply<Value>, expected: &Expected) -> Checked {
        let wrong = || format!("answered: {reply:?}\nexpected: {expected:?}");
        match expected {
            Expected::Status(status) => ensure(reply.status == *status, wrong),
            Expected::Invalid(pointers) => {
                ensure(reply.status == 400, wrong)?;
                let problem = reply.clone().problem();
                let mut found: Vec<String> = problem.pointers().into_iter().map(pointer).collect();
                let mut pointers = pointers.clone();
                found.sort_unstable();
                pointers.sort_unstable();
                ensure(found == pointers, wrong)
            }
            Expected::Body(body) => {
                ensure(matches!(reply.status, 200 | 201), wrong)?;
                let answered = without_destination_ids(exact::read(&reply.body)?);
                if body.is_null() {
                    return compare("an empty item", &answered["item_id"], &json!(""));
                }
                compare(&format!("{reply:?}"), &answered, body)
            }
        }
    }

    async fn create(&mut self, seat: usize, route: Route, body: &Value) -> Checked {
        if self.world.trips.len() == TRIPS {
            return Ok(());
        }
        let path = if route == Route::A { "/trips" } else { "/trip" };
        let sent = exact::write(body);
        let reply = self
            .send(seat, Method::POST, path, Some(&sent), None)
            .await?;
        if let Err(refused) = self.world.create(seat, body) {
            return Self::expect(&reply, &refused);
        }
        Self::expect(&reply, &Expected::Status(200))?;
        let answered = exact::read(&reply.body)?;
        let id = if route == Route::A {
            &answered["id"]
        } else {
            &answered["uuid"]
        };
        let place = self.world.trips.len() - 1;
        self.world.trips[place].id = id.as_str().unwrap_or_default().to_owned();
        if route == Route::B {
            let expected = self.world.show_updated(&self.world.trips[place], route);
            compare("the created trip", &answered, &expected)?;
        }
        self.tags.push(String::new());
        self.check_trip(place).await
    }

    pub(crate) fn path(&self, trip: usize, route: Route) -> String {
        route.path(self.world.trips.get(trip).map_or(NO_TRIP, |trip| &trip.id))
    }

    fn tag(&self, trip: usize, guard: Guard) -> Option<String> {
        let tag = self.tags.get(trip).map_or("\"1-\"", String::as_str);
        match guard {
            Guard::None => None,
            Guard::Current => Some(tag.to_owned()),
            Guard::Stale => Some(format!("\"{}-stale\"", version(tag) + 1)),
        }
    }

    async fn put(
        &mut self,
        seat: usize,
        trip: usize,
        route: Route,
        body: &Value,
        guard: Guard,
    ) -> Checked {
        let mut sent = body.clone();
        let people = sent.get_mut("members").and_then(Value::as_array_mut);
        for person in people.into_iter().flatten() {
            *person = json!(self.world.reference(person.as_str().unwrap_or_default()));
        }
        if let Some(owner) = sent.get_mut("owner") {
            *owner = json!(self.world.reference(owner.as_str().unwrap_or_default()));
        }
        if let Some(roles) = sent.get_mut("roles").and_then(Value::as_object_mut) {
            *roles = std::mem::take(roles)
                .into_iter()
                .map(|(person, role)| (self.world.reference(&person), role))
                .collect();
        }
        let (path, tag) = (self.path(trip, route), self.tag(trip, guard));
        let header = tag.as_deref().map(|tag| ("if-match", tag));
        let text = exact::write(&sent);
        let reply = self
            .send(seat, route.method(), &path, Some(&text), header)
            .await?;
        let expected = self.world.put(seat, trip, route, body, guard);
        Self::expect(&reply, &expected)?;
        if matches!(reply.status, 200 | 201) {
            let (before, after) = (version(&self.tags[trip]), version(&reply.etag()));
            ensure(after == before + 1, || {
                format!("version {before} became {after}")
            })?;
            self.tags[trip] = reply.etag();
        }
        Ok(())
    }

    async fn delete_trip(
        &mut self,
        seat: usize,
        trip: usize,
        route: Route,
        guard: Guard,
    ) -> Checked {
        let (path, tag) = (self.path(trip, route), self.tag(trip, guard));
        let header = tag.as_deref().map(|tag| ("if-match", tag));
        let reply = self.send(seat, Method::DELETE, &path, None, header).await?;
        Self::expect(
            &reply,
            &Expected::Status(self.world.delete_trip(seat, trip, guard)),
        )
    }

    /// The answer of a `GET`, sent back to the `PUT` of the same path, changes nothing (interface:
    /// "Update semantics").
    pub(crate) async fn echo(&mut self, seat: usize, trip: usize, route: Route) -> Checked {
        let path = self.path(trip, route);
        let got = self.send(seat, Method::GET, &path, None, None).await?;
        let expected = match self.world.read(seat, trip) {
            Err(refused) => return Self::expect(&got, &refused),
            // Who may not edit may send what changes nothing.
            Ok((caller, trip)) if trip.members.contains(&caller) => 304,
            Ok(_) => 401,
        };
        let body = String::from_utf8_lossy(&got.body).into_owned();
        let reply = self
            .send(seat, Method::PUT, &path, Some(&body), None)
            .await?;
        Self::expect(&reply, &Expected::Status(expected))
    }
}
