//! The cost of exports: the time in which a trip of 1,000 items is sent in each format, and the
//! memory that this takes.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::{Value, json};
use wayfare_testkit::sample;

use crate::cpu::{mebibytes, peak};
use crate::server_process::ServerProcess;

/// The number of items of the trip.
const ITEMS: usize = 1_000;
/// The number of exports in each format.
const ROUNDS: usize = 31;
/// The greatest median of the time for one export.
const SLOWEST: Duration = Duration::from_millis(100);
/// The greatest growth of the server's peak memory, in MiB.
const MEMORY: u64 = 40;

const FORMATS: [&str; 6] = ["ics", "gpx", "kml", "geojson", "csv", "zip"];
const PLACES: [&str; 10] = [
    "Lisbon", "Porto", "Madrid", "Paris", "New York", "Tokyo", "Sydney", "Nairobi", "Lima", "Oslo",
];

/// Measures and prints. The exit code says whether all bounds are met.
pub(crate) fn run(server: &Path) -> anyhow::Result<ExitCode> {
    let server = std::fs::canonicalize(server)?;
    let folder = tempfile::tempdir()?;
    let server = ServerProcess::start(Command::new(server).current_dir(folder.path()))?;
    tokio::runtime::Runtime::new()?.block_on(measure(&server))
}

async fn measure(server: &ServerProcess) -> anyhow::Result<ExitCode> {
    let ada = sample::sign_up(&wayfare_testkit::client(server.url()), "ada").await;
    let small = sample::trip(&ada, "Lisbon").await;
    let large = sample::trip(&ada, "A long journey").await;
    let items: Vec<Value> = (0..ITEMS).map(item).collect();
    let saved = ada.a().set_items(&large, &json!({"trip_items": items}));
    saved.await.expect_status(200);
    // Loads the gazetteer.
    let exported = ada.extensions().export(&small, "ics").await;
    exported.expect_status(200);
    let before = peak(server.process_id())?;
    let mut passed = true;
    for format in FORMATS {
        let (mut times, mut size) = (Vec::with_capacity(ROUNDS), 0);
        for _ in 0..ROUNDS {
            let began = Instant::now();
            let exported = ada.extensions().export(&large, format).await;
            times.push(began.elapsed());
            size = exported.expect_status(200).body.len();
        }
        times.sort_unstable();
        let median = times.get(ROUNDS / 2).context("nothing was measured")?;
        let longest = times.last().context("nothing was measured")?;
        println!(
            "{format:<8} {:>7.1} ms, longest {:>7.1} ms, {:>5} KiB",
            median.as_secs_f64() * 1_000.0,
            longest.as_secs_f64() * 1_000.0,
            size >> 10,
        );
        passed &= *median < SLOWEST;
    }
    let after = peak(server.process_id())?;
    let grown = after.saturating_sub(before);
    println!(
        "memory   {:>7.1} MiB at its peak, {:.1} MiB more than before, below {MEMORY} MiB",
        mebibytes(after),
        mebibytes(grown)
    );
    passed &= grown < MEMORY * 1_024;
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// An item with times, a place that is looked up, a description and the shares of three members.
fn item(number: usize) -> Value {
    let (day, hour) = (number / 25, number % 25);
    let place = PLACES.get(number % PLACES.len());
    let start = 1_780_272_000 + day * 86_400 + hour * 3_400;
    let shares = ["ada", "Ben", "Cleo"].map(|member| {
        json!({"memberId": member, "cost": 12.34, "estimatedCost": 10, "paidValue": 12.34})
    });
    json!({
        "item_id": format!("item-{number}"), "item_type": "destination", "day": day + 1,
        "start_time": start, "end_time": start + 1_800,
        "destination": {"name": place, "description": format!("Visit {number}, línea; ").repeat(8)},
        "budget": {"currency": "CAD", "category": "Activities", "membersBudget": shares},
    })
}
