//! The built-in gazetteer: what it costs to look a trip's places up, to complete what somebody
//! types, and to keep the places in memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use wayfare_gazetteer::{BuiltIn, PlaceText, TripTexts};

/// The limits: a place of a trip, the 99th percentile of suggestions, and memory in KiB.
const LOCATE: Duration = Duration::from_millis(1);
const SUGGEST: Duration = Duration::from_millis(5);
const MEMORY: u64 = 30 * 1_024;
/// Each measurement is repeated; the least time of a trip counts.
const ROUNDS: usize = 5;
/// The real texts that are looked up.
const TABLE: &str = include_str!("../../../crates/gazetteer/tests/integration/itineraries.tsv");

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's binary, whose size is shown.
    #[arg(long)]
    server: PathBuf,
}

/// Measures, and prints a table as Markdown. The exit code says whether all limits are met.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let before = resident()?;
    let gazetteer = BuiltIn::new();
    let began = Instant::now();
    gazetteer.load();
    let loading = began.elapsed();
    let trips = trips();
    let mut per_place: Vec<Duration> = Vec::new();
    for trip in &trips {
        let times = (0..ROUNDS).map(|_| {
            let began = Instant::now();
            drop(gazetteer.locate(trip));
            began.elapsed()
        });
        let count = u32::try_from(trip.places.len()).unwrap_or(1).max(1);
        per_place.extend(times.min().map(|least| least / count));
    }
    let mut typed: Vec<Duration> = Vec::new();
    for name in trips
        .iter()
        .flat_map(|trip| &trip.places)
        .map(|place| &place.name)
    {
        let ends = name.char_indices().map(|(at, char)| at + char.len_utf8());
        for prefix in ends.take(12).filter_map(|end| name.get(..end)) {
            let began = Instant::now();
            drop(gazetteer.suggest(prefix, &[], 10));
            typed.push(began.elapsed());
        }
    }
    per_place.sort();
    typed.sort();
    let memory = resident()?.saturating_sub(before);
    let locate = per_place.last().copied().unwrap_or_default();
    let suggest = typed
        .get(typed.len() * 99 / 100)
        .copied()
        .unwrap_or_default();
    let size = fs::metadata(&args.server)
        .context("the server's binary")?
        .len();
    println!("| measure | value | limit |\n|---|---|---|");
    println!("| loading, once, on a separate thread | {loading:.0?} | |");
    println!(
        "| memory, with the part of the program that is its data | {memory} KiB | {MEMORY} KiB |"
    );
    println!("| a place of a trip, in the slowest trip | {locate:.0?} | {LOCATE:?} |");
    println!("| suggestions, 99th percentile | {suggest:.0?} | {SUGGEST:?} |");
    println!("| the server's binary | {size} bytes | |");
    let passed = locate <= LOCATE && suggest <= SUGGEST && memory <= MEMORY;
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn trips() -> Vec<TripTexts> {
    let mut trips: BTreeMap<&str, TripTexts> = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut row = line.split('\t').map(str::to_owned);
        let (Some(_), Some(name), Some(location)) = (row.next(), row.next(), row.next()) else {
            continue;
        };
        let trip = line.split('\t').next().unwrap_or_default();
        let texts = trips.entry(trip).or_default();
        texts.name = trip.to_owned();
        texts.places.push(PlaceText {
            name,
            location,
            ..PlaceText::default()
        });
    }
    trips.into_values().collect()
}

/// The resident memory of this process, in KiB.
fn resident() -> anyhow::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next());
    Ok(kibibytes.context("no VmRSS")?.parse()?)
}
