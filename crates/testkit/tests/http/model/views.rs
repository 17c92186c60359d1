//! What everybody sees of trips and lists, compared with the model.

use serde_json::{Value, json};
use wayfare_testkit::Method;

use super::driver::{Checked, Driver, compare, ensure, version, without_destination_ids};
use super::operation::{NOBODY, Route, SEATS};
use super::trip::Trip;
use super::world::Expected;

/// Takes the fields of these names out of an object.
fn take<const N: usize>(object: &mut Value, names: [&str; N]) -> [Value; N] {
    names.map(|name| {
        object
            .as_object_mut()
            .and_then(|it| it.remove(name))
            .unwrap_or_default()
    })
}

fn each(list: &Value, name: &str) -> Value {
    list.as_array()
        .into_iter()
        .flatten()
        .map(|entry| entry[name].clone())
        .collect()
}

impl Driver {
    /// A trip as everybody sees it, and in full as one of its readers sees it.
    pub(crate) async fn check_trip(&mut self, place: usize) -> Checked {
        if place >= self.world.trips.len() {
            return Ok(());
        }
        for seat in 0..=NOBODY {
            self.check_b(seat, place).await?;
        }
        let reader = (0..SEATS.len()).find(|seat| self.world.read(*seat, place).is_ok());
        match reader {
            Some(seat) => self.check_all_of(seat, place).await,
            None => Ok(()),
        }
    }

    /// Compares the answer at a path of a trip: its body if the person may read it, else its
    /// status.
    async fn read(
        &mut self,
        seat: usize,
        place: usize,
        path: &str,
    ) -> Checked<Option<(Trip, usize, Value)>> {
        let known = self
            .world
            .read(seat, place)
            .map(|(caller, trip)| (caller, trip.clone()));
        match (known, self.get(seat, path).await?) {
            (Ok((caller, trip)), Ok((body, tag))) => {
                let last = version(&self.tags[place]);
                let is_same = last == version(&tag) || last == -1;
                let is_newer = self.may_be_newer && last < version(&tag);
                ensure(is_same || is_newer, || {
                    format!("{path}: version {last} is now {tag}")
                })?;
                self.tags[place] = tag;
                Ok(Some((trip, caller, body)))
            }
            (Err(Expected::Status(wanted)), Err(status)) if status == wanted => Ok(None),
            (known, answer) => Err(format!(
                "{seat} reads {path}\n  answered: {answer:?}\n  expected: {known:?}"
            )),
        }
    }

    async fn check_b(&mut self, seat: usize, place: usize) -> Checked {
        let path = self.path(place, Route::B);
        let Some((trip, _, mut body)) = self.read(seat, place, &path).await? else {
            return Ok(());
        };
        let [destinations] = take(&mut body, ["destinations"]);
        compare(&path, &body, &self.world.show_updated(&trip, Route::B))?;
        compare(
            "destinations",
            &each(&destinations, "name"),
            &trip.content["dest"],
        )
    }

    async fn check_all_of(&mut self, seat: usize, place: usize) -> Checked {
        let path = self.path(place, Route::A);
        if let Some((trip, caller, mut body)) = self.read(seat, place, &path).await? {
            let [dest, objects, start] = take(&mut body, ["dest", "destObjs", "startObj"]);
            compare(&path, &body, &self.world.show_detail(&trip, caller))?;
            compare("destObjs", &each(&objects, "name"), &trip.content["dest"])?;
            compare("dest", &dest, &each(&objects, "_id"))?;
            compare("startObj", &start["name"], &trip.starting_point())?;
        }
        let path = self.path(place, Route::Items);
        if let Some((trip, _, body)) = self.read(seat, place, &path).await? {
            compare(
                &path,
                &without_destination_ids(body),
                &Value::Array(trip.show_items()),
            )?;
        }
        let path = self.path(place, Route::Roles);
        if let Some((trip, _, body)) = self.read(seat, place, &path).await? {
            compare(&path, &body, &self.world.show_roles(&trip))?;
        }
        let path = self.path(place, Route::Rates);
        if let Some((trip, _, body)) = self.read(seat, place, &path).await? {
            compare(&path, &body, &trip.show_rates())?;
        }
        let path = self.path(place, Route::Map);
        if let Some((trip, _, body)) = self.read(seat, place, &path).await? {
            let map = json!({
                "notes": trip.content["notes"],
                "locations": trip.content["locations"],
            });
            compare(&path, &body, &map)?;
        }
        let path = format!("{}/timeline", self.path(place, Route::B));
        if let Some((trip, _, body)) = self.read(seat, place, &path).await? {
            let events = body.as_array().into_iter().flatten();
            let events: usize = events
                .filter_map(|day| Some(day["events"].as_array()?.len()))
                .sum();
            let expected = trip.events();
            ensure(expected == events, || {
                format!("{events} events for {expected}: {body}")
            })?;
        }
        Ok(())
    }

    /// Every trip sent back as it is answered; everybody's lists, and every trip as everybody sees
    /// it.
    pub(crate) async fn check_lists(&mut self) -> Checked {
        for place in 0..self.world.trips.len() {
            use Route::{A, B, Items, Map, Rates, Roles};
            for route in [A, B, Items, Map, Roles, Rates] {
                self.echo(0, place, route).await?;
            }
        }
        for seat in 0..=NOBODY {
            for place in 0..self.world.trips.len() {
                self.check_all_of(seat, place).await?;
            }
            self.check_own_lists(seat).await?;
            for of in 0..self.world.users.len() {
                self.check_list_of(seat, of).await?;
            }
        }
        Ok(())
    }

    async fn check_own_lists(&mut self, seat: usize) -> Checked {
        let Some(caller) = self.world.caller(seat) else {
            let reply = self.send(seat, Method::GET, "/trips", None, None).await?;
            return Self::expect(&reply, &Expected::Status(401));
        };
        let trips = self.world.list(caller, Some(caller));
        let summaries: Vec<Value> = trips
            .iter()
            .map(|trip| self.world.show_summary(trip, caller))
            .collect();
        let both = summaries.iter().zip(&trips).map(|(summary, trip)| {
            let entry = self.world.show_entry(trip);
            let mut both = summary.clone();
            both["uuid"] = entry["uuid"].clone();
            both["img"] = entry["img"].clone();
            both
        });
        let both = both.collect();
        self.check_list(seat, "/trips", &both).await?;
        let pages = summaries.len();
        for page in 0..=pages {
            let path = format!("/trips/paginated?page={page}&per_page=1");
            let trips: Vec<&Value> = summaries.iter().skip(page).take(1).collect();
            if page > 0 && page == pages {
                let past = self.get(seat, &path).await?;
                ensure(past.is_err_and(|status| status == 404), || {
                    format!("{path} is no 404")
                })?;
            } else {
                let expected = json!({"trips": trips, "pages": format!("={pages}")});
                self.check_list(seat, &path, &expected).await?;
            }
        }
        Ok(())
    }

    async fn check_list_of(&mut self, seat: usize, of: usize) -> Checked {
        let name = self.world.users[of].username.clone();
        let path = format!("/trips/{name}");
        let Some(of) = self.world.user_named(&name) else {
            let reply = self.send(seat, Method::GET, &path, None, None).await?;
            return Self::expect(&reply, &Expected::Status(404));
        };
        let trips = self.world.list(of, self.world.caller(seat));
        let entries = trips
            .iter()
            .map(|trip| self.world.show_entry(trip))
            .collect();
        self.check_list(seat, &path, &entries).await
    }

    async fn check_list(&mut self, seat: usize, path: &str, expected: &Value) -> Checked {
        match self.get(seat, path).await? {
            Ok((body, _)) => compare(&format!("{seat} reads {path}"), &body, expected),
            Err(status) => Err(format!("{seat} reads {path}: {status}")),
        }
    }
}
