//! `wayfare check-data`: lists stored values that break a rule. It only reads.

use std::io::{Write, stdout};

use anyhow::{Context, anyhow};
use serde::Serialize;
use wayfare_domain::TripId;

use crate::database::open_existing;
use crate::{Failure, Settings};

/// A stored value that breaks a rule, as JSON.
#[derive(Serialize)]
struct BrokenShape<'a> {
    trip: String,
    place: &'a str,
    id: &'a str,
    reason: &'a str,
}

/// Runs the command.
///
/// # Errors
/// There are such values, or the database can't be read.
pub(crate) fn run(settings: &Settings, json: bool) -> Result<(), Failure> {
    match check(settings, &mut stdout().lock(), json)? {
        0 => Ok(()),
        count => Err(Failure::Run(anyhow!("{count} stored values break a rule"))),
    }
}

/// Writes the values, a trip at a time. Returns how many there are.
///
/// # Errors
/// There is no database, or it can't be read; the output can't be written.
pub fn check(settings: &Settings, out: &mut impl Write, json: bool) -> Result<u64, Failure> {
    let store = open_existing(settings)?;
    let mut data = store.read().context("can't read the database")?;
    let mut print = |text: &str| out.write_all(text.as_bytes()).context("can't print");
    let (mut count, mut after) = (0_u64, TripId::NOWHERE);
    if json {
        print("[")?;
    }
    loop {
        let found = data.trips().find_broken(after);
        let Some((trip, broken)) = found.context("can't read the trips")? else {
            break;
        };
        for value in &broken {
            let trip = trip.to_string();
            let (place, id, reason) = (&*value.place, &*value.id, &*value.reason);
            if json {
                let shape = BrokenShape {
                    trip,
                    place,
                    id,
                    reason,
                };
                let shape = serde_json::to_string(&shape).context("can't print")?;
                print(if count == 0 { "\n" } else { ",\n" })?;
                print(&shape)?;
            } else {
                let id = if id.is_empty() { "-" } else { id };
                print(&format!("{trip}  {place}  {id}  {reason}\n"))?;
            }
            count = count.saturating_add(1);
        }
        after = trip;
    }
    if json {
        print(if count == 0 { "]\n" } else { "\n]\n" })?;
    }
    Ok(count)
}
