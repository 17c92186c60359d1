//! The operations on a trip, and whether they are serializable.

use std::collections::BTreeMap;
use std::time::Instant;

/// The fields that operations read and write; members are one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Name,
    Description,
    ToDo,
    Notes,
    Category,
    Members,
}

/// A trip at one version, or the part of it that an answer shows.
pub(crate) type State = BTreeMap<Field, String>;

/// A request.
#[derive(Debug, Clone)]
pub(crate) enum Wish {
    Read,
    Write {
        field: Field,
        value: String,
        /// The version that it was based on.
        of: Option<i64>,
    },
}

/// An operation and its result.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) who: String,
    pub(crate) wish: Wish,
    pub(crate) status: u16,
    /// The version of the answer.
    pub(crate) version: Option<i64>,
    /// The state in the answer.
    pub(crate) seen: State,
    pub(crate) begun: Instant,
    pub(crate) ended: Instant,
}

/// The history of a trip from a version on.
pub(crate) struct History {
    pub(crate) first: i64,
    pub(crate) initial: State,
    pub(crate) events: Vec<Event>,
}

impl History {
    /// Fails if no order of the events explains every answer (linearizability): each operation
    /// happens at one moment between its request and its answer, and sees all operations before it.
    ///
    /// The versions give the order of the writes, so it is enough to find a place in it for each of
    /// the others.
    pub(crate) fn explain(mut self) -> Result<(), String> {
        self.events.sort_by_key(|event| event.begun);
        let states = self.states()?;
        // The version after each event, as early as can be.
        let mut places: Vec<i64> = Vec::with_capacity(self.events.len());
        for (number, event) in self.events.iter().enumerate() {
            let before = self.events[..number].iter().zip(&places);
            let earliest = before
                .filter(|(earlier, _)| earlier.ended < event.begun)
                .map(|(_, place)| *place)
                .max();
            let latest = self
                .writes()
                .filter(|write| write.begun < event.ended)
                .filter_map(|write| write.version)
                .max();
            let mut window = earliest.unwrap_or(self.first)..=latest.unwrap_or(self.first);
            let place = window.find(|version| self.fits(event, *version, &states));
            places
                .push(place.ok_or_else(|| format!("no version in {window:?} explains {event:?}"))?);
        }
        Ok(())
    }

    fn writes(&self) -> impl Iterator<Item = &Event> {
        self.events
            .iter()
            .filter(|event| event.status == 200 && matches!(event.wish, Wish::Write { .. }))
    }

    /// The trip at every version: each is made by exactly one write.
    fn states(&self) -> Result<Vec<State>, String> {
        let mut writes: Vec<&Event> = self.writes().collect();
        writes.sort_by_key(|write| write.version);
        let mut states = vec![self.initial.clone()];
        for (expected, write) in (self.first + 1..).zip(writes) {
            if write.version != Some(expected) {
                return Err(format!("version {expected} is not that of {write:?}"));
            }
            let mut state = states[states.len() - 1].clone();
            if let Wish::Write { field, value, .. } = &write.wish {
                state.insert(*field, value.clone());
            }
            states.push(state);
        }
        Ok(states)
    }

    fn state<'s>(&self, version: i64, states: &'s [State]) -> Option<&'s State> {
        states.get(usize::try_from(version - self.first).ok()?)
    }

    /// Whether an event may have happened so that it left `version`.
    fn fits(&self, event: &Event, version: i64, states: &[State]) -> bool {
        let Some(after) = self.state(version, states) else {
            return false;
        };
        let is_member = |state: &State| {
            state[&Field::Members]
                .split(' ')
                .any(|member| member == event.who)
        };
        let shows = |state: &State| {
            event
                .seen
                .iter()
                .all(|(field, value)| state.get(field) == Some(value))
        };
        match (&event.wish, event.status) {
            (_, 404) => !is_member(after),
            (Wish::Read, 200) => event.version == Some(version) && is_member(after) && shows(after),
            (Wish::Write { field, value, of }, 200) => {
                let before = self.state(version - 1, states);
                event.version == Some(version)
                    && shows(after)
                    && of.is_none_or(|of| of == version - 1)
                    && before
                        .is_some_and(|before| is_member(before) && before.get(field) != Some(value))
            }
            (Wish::Write { field, value, of }, 304) => {
                is_member(after)
                    && after.get(field) == Some(value)
                    && of.is_none_or(|of| of == version)
            }
            (Wish::Write { of: Some(of), .. }, 412) => is_member(after) && *of != version,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// An event of Ada's from one to another tenth of a second.
    fn event(wish: Wish, (status, version): (u16, i64), (begun, ended): (u64, u64)) -> Event {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        let at = |tenths| *START.get_or_init(Instant::now) + Duration::from_millis(tenths * 100);
        let version = (status == 200).then_some(version);
        let (begun, ended) = (at(begun), at(ended));
        Event {
            who: "ada".to_owned(),
            wish,
            status,
            version,
            seen: State::new(),
            begun,
            ended,
        }
    }

    fn write(value: &str, of: Option<i64>) -> Wish {
        Wish::Write {
            field: Field::Name,
            value: value.to_owned(),
            of,
        }
    }

    fn named(mut event: Event, name: &str) -> Event {
        event.seen.insert(Field::Name, name.to_owned());
        event
    }

    #[track_caller]
    fn is_explained(events: Vec<Event>) -> bool {
        let initial = [(Field::Name, "x"), (Field::Members, "ada bob")]
            .map(|(field, text)| (field, text.to_owned()));
        History {
            first: 1,
            initial: initial.into(),
            events,
        }
        .explain()
        .is_ok()
    }

    #[test]
    fn what_may_have_happened_is_explained() {
        assert!(is_explained(vec![
            event(write("a", None), (200, 2), (0, 5)),
            event(write("b", Some(2)), (200, 3), (1, 6)),
            event(write("b", None), (304, 0), (7, 8)),
            event(write("c", Some(2)), (412, 0), (2, 8)),
            // It began before the writes had their answers.
            named(event(Wish::Read, (200, 1), (4, 9)), "x"),
            named(event(Wish::Read, (200, 3), (4, 9)), "b"),
        ]));
    }

    #[test]
    fn what_can_not_have_happened_is_found() {
        let first = || event(write("a", None), (200, 2), (0, 1));
        for (what, bad) in [
            ("a lost update", event(write("b", None), (200, 2), (2, 3))),
            (
                "a version too many",
                event(write("b", None), (200, 4), (2, 3)),
            ),
            ("two winners", event(write("b", Some(1)), (200, 3), (2, 3))),
            (
                "a write of what was there",
                event(write("a", None), (200, 3), (2, 3)),
            ),
            (
                "a change that was none",
                event(write("b", None), (304, 0), (2, 3)),
            ),
            (
                "a refusal without a cause",
                event(write("b", Some(2)), (412, 0), (2, 3)),
            ),
            (
                "a read of the past",
                named(event(Wish::Read, (200, 1), (2, 3)), "x"),
            ),
            (
                "a torn read",
                named(event(Wish::Read, (200, 2), (2, 3)), "x"),
            ),
            ("a member shut out", event(Wish::Read, (404, 0), (2, 3))),
            ("a failure", event(Wish::Read, (503, 0), (2, 3))),
        ] {
            assert!(!is_explained(vec![first(), bad]), "{what}");
        }
        let gone = Wish::Write {
            field: Field::Members,
            value: "bob".to_owned(),
            of: None,
        };
        let late = event(Wish::Read, (200, 2), (2, 3));
        assert!(
            !is_explained(vec![event(gone, (200, 2), (0, 1)), late]),
            "a member who sees on"
        );
    }

    #[test]
    fn time_does_not_run_backwards_between_readers() {
        let write = event(write("a", None), (200, 2), (0, 9));
        let new = named(event(Wish::Read, (200, 2), (1, 2)), "a");
        let old = named(event(Wish::Read, (200, 1), (3, 4)), "x");
        assert!(!is_explained(vec![write, new, old]));
    }
}
