//! The cost of the built-in gazetteer: time to create a trip, memory, and single look-ups.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;
use wayfare_gazetteer::{BuiltIn, Query};
use wayfare_testkit::sample;
use wayfare_testkit::sample::Traveller;

use crate::cpu::{mebibytes, resident};
use crate::server_process::ServerProcess;

/// The number of trips created on each server.
const TRIPS: usize = 2_000;
/// The greatest time to create a trip with it, as a percentage of that without.
const SLOWER: u128 = 105;
/// The greatest memory of the gazetteer, in MiB.
const MEMORY: u64 = 40;
/// The number of look-ups of each text.
const ROUNDS: usize = 2_000;

/// Realistic names of trips.
const TEXTS: [&str; 10] = [
    "A week in Lisbon",
    "tokyo 2026 with friends",
    "São Paulo → Rio de Janeiro",
    "Summer with mobile phones off",
    "Выходные в Москве",
    "東京と京都",
    "Nice, Cannes, Monaco",
    "رحلة إلى القاهرة",
    "Wochenende mit den Kindern am See",
    "Portland, Oregon",
];

/// Measures and prints. The exit code says whether all bounds are met.
pub(crate) fn run(server: &Path) -> anyhow::Result<ExitCode> {
    let look_ups = look_ups()?;
    println!(
        "loading                   {:>8.1} ms",
        look_ups.loading.as_secs_f64() * 1_000.0
    );
    println!(
        "memory of a process       {:>8.1} MiB",
        mebibytes(look_ups.memory)
    );
    println!(
        "look-up, median           {:>8.1} µs",
        look_ups.median.as_secs_f64() * 1_000_000.0
    );
    println!("look-ups each second      {:>8}", look_ups.each_second);
    let [without, with] = create(server)?;
    println!(
        "creating a trip without   {:>8} µs, median of {TRIPS}",
        without.median.as_micros()
    );
    println!(
        "creating a trip with it   {:>8} µs, at most 5 % more",
        with.median.as_micros()
    );
    let memory = with.memory.saturating_sub(without.memory);
    println!(
        "memory of the server      {:>8.1} MiB more, below {MEMORY} MiB",
        mebibytes(memory)
    );
    let passed = with.median.as_micros() * 100 <= without.median.as_micros() * SLOWER
        && memory < MEMORY * 1_024;
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

struct LookUps {
    loading: Duration,
    /// In KiB.
    memory: u64,
    median: Duration,
    each_second: u128,
}

/// Loads the gazetteer in this process, and looks up all texts.
fn look_ups() -> anyhow::Result<LookUps> {
    let own = std::process::id();
    let before = resident(own)?;
    let built_in = BuiltIn::new();
    let began = Instant::now();
    built_in.load();
    let loading = began.elapsed();
    ensure!(
        !built_in.look_up(Query::Text("Lisbon"), 1).is_empty(),
        "nothing is found"
    );
    let memory = resident(own)?.saturating_sub(before);
    let mut times = Vec::with_capacity(ROUNDS * TEXTS.len());
    let began = Instant::now();
    for text in TEXTS.iter().cycle().take(ROUNDS * TEXTS.len()) {
        let one = Instant::now();
        std::hint::black_box(built_in.look_up(Query::Text(text), 1));
        times.push(one.elapsed());
    }
    let each_second = 1_000_000 * u128::try_from(times.len())? / began.elapsed().as_micros().max(1);
    Ok(LookUps {
        loading,
        memory,
        median: median(&mut times)?,
        each_second,
    })
}

struct Created {
    median: Duration,
    /// In KiB.
    memory: u64,
}

/// Creates trips alternately on a server without the gazetteer and on one with it, so that both
/// have the same conditions.
fn create(server: &Path) -> anyhow::Result<[Created; 2]> {
    let server = fs::canonicalize(server).with_context(|| server.display().to_string())?;
    let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
    let [off, on] = &folders;
    let start = |folder: &Path, gazetteer: &str| {
        ServerProcess::start(
            Command::new(&server)
                .current_dir(folder)
                .env("WAYFARE_GAZETTEER", gazetteer),
        )
    };
    let served = [start(off.path(), "off")?, start(on.path(), "built-in")?];
    let mut times = [Vec::with_capacity(TRIPS), Vec::with_capacity(TRIPS)];
    tokio::runtime::Runtime::new()?.block_on(async {
        let mut people = Vec::new();
        for served in &served {
            let ada = sample::sign_up(&wayfare_testkit::client(served.url()), "ada").await;
            // Loads the gazetteer.
            create_one(&ada, "A week in Porto").await;
            people.push(ada);
        }
        for text in TEXTS.iter().cycle().take(TRIPS) {
            for (person, times) in people.iter().zip(&mut times) {
                let began = Instant::now();
                create_one(person, text).await;
                times.push(began.elapsed());
            }
        }
    });
    let [one, other] = &served;
    let [times, with_it] = &mut times;
    Ok([
        Created {
            median: median(times)?,
            memory: resident(one.process_id())?,
        },
        Created {
            median: median(with_it)?,
            memory: resident(other.process_id())?,
        },
    ])
}

/// Creates a trip by Variant A, whose answer describes the place.
async fn create_one(person: &Traveller, name: &str) {
    person
        .a()
        .create(&json!({"name": name}))
        .await
        .expect_status(200);
}

fn median(times: &mut [Duration]) -> anyhow::Result<Duration> {
    times.sort_unstable();
    times
        .get(times.len() / 2)
        .copied()
        .context("nothing was measured")
}
