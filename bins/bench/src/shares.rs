//! Share links: how long lists of links take.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::extensions::ShareLink;

use crate::server_process::ServerProcess;

/// The most links of a trip.
const LINKS: usize = 100;
/// The trips that have a link each.
const TRIPS: usize = 1_000;
/// The greatest median of the time for a list.
const SLOWEST: Duration = Duration::from_millis(100);
/// How long lists are measured.
const ROUNDS: usize = 31;

/// Measures and prints. The exit code says whether all bounds are met.
pub(crate) fn run(server: &Path) -> anyhow::Result<ExitCode> {
    let server = std::fs::canonicalize(server)?;
    let folder = tempfile::tempdir()?;
    let server = ServerProcess::start(Command::new(server).current_dir(folder.path()))?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let nobody = wayfare_testkit::client(server.url());
        let ada = sample::sign_up(&nobody, "ada").await;
        Ok(if lists(&ada).await? {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    })
}

/// Lists the links of a trip with as many as it may have, and of many trips with one each.
async fn lists(ada: &Traveller) -> anyhow::Result<bool> {
    let full = sample::trip(ada, "Porto").await;
    for number in 0..LINKS {
        link(ada, &full, &json!({"label": format!("Link {number}")})).await;
    }
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let links = ada.extensions().share_links(&full).await;
        times.push(began.elapsed().as_secs_f64() * 1_000.0);
        anyhow::ensure!(links.json().len() == LINKS, "links are missing");
    }
    let of_one = median(&times)?;
    println!("list of {LINKS} links of a trip: median {of_one:.1} ms");
    let mut trips = Vec::with_capacity(TRIPS);
    for number in 0..TRIPS {
        let trip = sample::trip(ada, &format!("Trip {number}")).await;
        link(ada, &trip, &json!({})).await;
        trips.push(trip);
    }
    let began = Instant::now();
    for trip in &trips {
        let links = ada.extensions().share_links(trip).await;
        anyhow::ensure!(links.json().len() == 1, "a link is missing");
    }
    let each = began.elapsed().as_secs_f64() * 1_000.0 / 1_000.0;
    println!("lists of {TRIPS} trips with a link each: mean {each:.2} ms");
    let slowest = SLOWEST.as_secs_f64() * 1_000.0;
    Ok(of_one < slowest && each < slowest)
}

async fn link(ada: &Traveller, trip: &str, body: &serde_json::Value) -> ShareLink {
    let made = ada.extensions().create_share_link(trip, body).await;
    made.expect_status(201).json()
}

fn median(times: &[f64]) -> anyhow::Result<f64> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = sorted.get(sorted.len() / 2);
    middle.copied().context("nothing was measured")
}
