//! Event streams: how soon their readers see a change, their memory, and what they leave for
//! others.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use wayfare_client::shapes::variant_b::Trip;
use wayfare_testkit::Client;
use wayfare_testkit::sample::{self, Traveller};

use super::bench::{Bench, progress};
use super::stage::Stage;
use super::world;
use crate::cpu;

/// The name of the case.
pub(crate) const NAME: &str = "streams: 5,000 on 1,000 trips, 50 edits a second";
const TRIPS: usize = 1_000;
/// Readers, each of 20 streams.
const READERS: usize = 250;
const STREAMS_OF_READER: usize = 20;
const EDITS_A_SECOND: u32 = 50;
/// In what time all streams have to be open.
const OPEN_LIMIT: Duration = Duration::from_secs(120);
/// Requests that prepare the measurement at once.
const AT_ONCE: usize = 16;

/// The longest time until a change is seen, by 99 of 100 readers.
const MAX_P99: Duration = Duration::from_millis(2_500);
/// The most resident memory of a stream, in KiB.
const MAX_MEMORY: f64 = 20.0;
/// The least rate of a detail beside the streams, as a fraction of that without.
const LEAST_RATE: f64 = 0.9;

/// When the versions of a trip were sent, from the second on.
type Sent = Arc<Vec<Mutex<Vec<Instant>>>>;
/// How long it took to see a change.
type Seen = Arc<Mutex<Vec<Duration>>>;

/// Measures on a stage, and prints the row. Returns the number of missed targets.
pub(crate) fn measure(bench: &Bench, stage: &Stage<'_>) -> anyhow::Result<usize> {
    let case = world::detail()?;
    let run = stage.start(&case)?;
    let client = wayfare_testkit::client(run.url());
    progress("streams: signing up readers, making trips");
    let writer = Traveller {
        client: client.with_token(&stage.seed.writer.token),
        ..stage.seed.writer.clone()
    };
    let (trips, readers) = bench.runtime.block_on(prepare(&client, &writer))?;
    let alone = run.load(1)?.load.rate;
    let resting = cpu::resident(run.process_id())?;
    let (sent, seen): (Sent, Seen) = (
        Arc::new(trips.iter().map(|_| Mutex::default()).collect()),
        Arc::default(),
    );
    let mut streams = JoinSet::new();
    let opening = Instant::now();
    bench
        .runtime
        .block_on(open(&mut streams, &readers, &trips, &sent, &seen))?;
    let opened = opening.elapsed();
    let memory = cpu::resident(run.process_id())?.saturating_sub(resting);
    let streams_open = u32::try_from(READERS * STREAMS_OF_READER)?;
    let memory = f64::from(u32::try_from(memory)?) / f64::from(streams_open);
    let edits = bench.runtime.spawn(edit(writer, trips, Arc::clone(&sent)));
    let beside = run.load(2)?.load.rate;
    edits.abort();
    // The last changes are seen, too.
    bench
        .runtime
        .block_on(async { sleep(Duration::from_secs(3)).await });
    ensure!(streams.try_join_next().is_none(), "a stream has ended");
    drop(streams);
    let after = run.load(3)?.load.rate;
    run.end()?;
    let mut seen = std::mem::take(&mut *seen.lock().unwrap_or_else(PoisonError::into_inner));
    seen.sort_unstable();
    let at = |percent: usize| {
        seen.get(seen.len() * percent / 100)
            .context("nothing was seen")
    };
    let (p50, p99) = (*at(50)?, *at(99)?);
    let ratio = beside / f64::midpoint(alone, after);
    let targets = [
        (p99 <= MAX_P99, format!("p99 ≤ {MAX_P99:?}")),
        (memory <= MAX_MEMORY, format!("KiB a stream ≤ {MAX_MEMORY}")),
        (ratio >= LEAST_RATE, format!("detail beside ≥ {LEAST_RATE}")),
    ];
    let shown = targets
        .each_ref()
        .map(|(is_met, target)| format!("{} {target}", if *is_met { "✓" } else { "✗" }));
    println!("\n### Event streams on {}\n", stage.fixture.database.name());
    println!(
        "| case | opened in | changes seen | p50 | p99 | KiB a stream | detail alone, req/s | \
            beside | ratio | target |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    println!(
        "| {NAME} | {opened:.1?} | {} | {p50:.2?} | {p99:.2?} | {memory:.1} | {:.0} | {beside:.0} \
            | **{ratio:.2}** | {} |",
        seen.len(),
        f64::midpoint(alone, after),
        shown.join("; ")
    );
    Ok(targets.iter().filter(|(is_met, _)| !is_met).count())
}

/// Makes the trips and the readers.
async fn prepare(
    client: &Client,
    writer: &Traveller,
) -> anyhow::Result<(Vec<String>, Vec<Traveller>)> {
    let mut trips = Vec::with_capacity(TRIPS);
    let numbers: Vec<usize> = (0..TRIPS).collect();
    for numbers in numbers.chunks(AT_ONCE) {
        let mut made = JoinSet::new();
        for number in numbers {
            let body = json!({"name": format!("Watched {number}"), "private": false});
            let call = writer.b().create(&body);
            made.spawn(async move { call.send().await });
        }
        for trip in made.join_all().await {
            let trip: Trip = trip?.json()?;
            trips.push(trip.uuid);
        }
    }
    let mut readers = Vec::with_capacity(READERS);
    for number in 0..READERS {
        readers.push(sample::sign_up(client, &format!("reader-{number}")).await);
    }
    Ok((trips, readers))
}

/// Opens all streams, and waits until each has told the present version.
async fn open(
    streams: &mut JoinSet<()>,
    readers: &[Traveller],
    trips: &[String],
    sent: &Sent,
    seen: &Seen,
) -> anyhow::Result<()> {
    let (told, mut first) = tokio::sync::mpsc::unbounded_channel();
    for (number, reader) in readers.iter().enumerate() {
        for place in 0..STREAMS_OF_READER {
            let trip = (number * STREAMS_OF_READER + place) % trips.len();
            let id = trips.get(trip).context("no trip")?;
            let mut watch = reader.client.watch(id);
            let (told, sent, seen) = (told.clone(), Arc::clone(sent), Arc::clone(seen));
            streams.spawn(async move {
                while let Ok(Some(version)) = watch.next().await {
                    let now = Instant::now();
                    let place = usize::try_from(version)
                        .ok()
                        .and_then(|at| at.checked_sub(2));
                    let Some(place) = place else {
                        let _ = told.send(());
                        continue;
                    };
                    let times = sent.get(trip).map(|times| {
                        let times = times.lock().unwrap_or_else(PoisonError::into_inner);
                        times.get(place).copied()
                    });
                    if let Some(Some(time)) = times {
                        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                        seen.push(now.duration_since(time));
                    }
                }
            });
        }
    }
    let all = async {
        for _ in 0..READERS * STREAMS_OF_READER {
            first.recv().await;
        }
    };
    timeout(OPEN_LIMIT, all)
        .await
        .context("not all streams open")
}

/// Edits the trips in turn, at a constant rate.
async fn edit(writer: Traveller, trips: Vec<String>, sent: Sent) {
    let mut ticks = interval(Duration::from_secs(1) / EDITS_A_SECOND);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    for number in 0_u64.. {
        for (trip, times) in trips.iter().zip(sent.iter()) {
            ticks.tick().await;
            let body: Value = json!({"desc": format!("Edit {number}")});
            let call = writer.b().update(trip, &body);
            // Before the request: its answer comes after the commit.
            times
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(Instant::now());
            tokio::spawn(async move { call.send().await });
        }
    }
}
