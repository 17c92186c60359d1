//! Share links: whether the time of an answer tells a wrong, an expired and an unknown token apart;
//! and how long lists of links take.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::extensions::ShareLink;
use wayfare_testkit::{Client, Method};

use crate::server_process::ServerProcess;

/// The number of requests with each kind of token.
const SAMPLES: usize = 4_000;
/// Requests before the measurement.
const WARM_UP: usize = 500;
/// The most links of a trip.
const LINKS: usize = 100;
/// The trips that have a link each.
const TRIPS: usize = 1_000;
/// The greatest median of the time for a list.
const SLOWEST: Duration = Duration::from_millis(100);
/// How long lists are measured.
const ROUNDS: usize = 31;
/// The greatest difference of two kinds, in standard deviations of the rank sum: one of 1,000
/// measurements of equal times passes it.
const DISTANCE: f64 = 3.3;

const KINDS: [&str; 3] = ["wrong", "expired", "unknown"];

/// Measures and prints. The exit code says whether all bounds are met.
pub(crate) fn run(server: &Path) -> anyhow::Result<ExitCode> {
    let server = std::fs::canonicalize(server)?;
    let folder = tempfile::tempdir()?;
    let server = ServerProcess::start(Command::new(server).current_dir(folder.path()))?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let nobody = wayfare_testkit::client(server.url());
        let ada = sample::sign_up(&nobody, "ada").await;
        let apart = compare(&nobody, &ada).await?;
        let listed = lists(&ada).await?;
        Ok(if apart && listed {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    })
}

/// Compares the times of answers to three kinds of tokens, asked in turn.
#[expect(
    clippy::disallowed_methods,
    reason = "a link expires by the clock of the server"
)]
async fn compare(nobody: &Client, ada: &Traveller) -> anyhow::Result<bool> {
    let trip = sample::trip(ada, "Lisbon").await;
    let soon = std::time::SystemTime::now() + Duration::from_secs(2);
    let soon = soon.duration_since(std::time::UNIX_EPOCH)?.as_secs();
    let live = link(ada, &trip, &json!({})).await;
    let expired = link(ada, &trip, &json!({"expiresAt": soon})).await;
    let gone = link(ada, &trip, &json!({})).await;
    let ended = ada.extensions().delete_share_link(&trip, &gone.id).await;
    ended.expect_status(204);
    tokio::time::sleep(Duration::from_secs(3)).await;
    // The MAC of another link: the id is known, and the MAC is not its own.
    let wrong = live.token().get(..21).zip(gone.token().get(21..));
    let (id, mac) = wrong.context("a token is too short")?;
    let tokens = [
        format!("{id}{mac}"),
        expired.token().to_owned(),
        gone.token().to_owned(),
    ];
    let mut times = [const { Vec::new() }; 3];
    for round in 0..WARM_UP + SAMPLES {
        for offset in 0..KINDS.len() {
            // Each kind comes first, second and third equally often.
            let kind = (round + offset) % KINDS.len();
            let (Some(token), Some(times)) = (tokens.get(kind), times.get_mut(kind)) else {
                continue;
            };
            let path = format!("/api/v1/shared/{token}");
            let began = Instant::now();
            let answer = nobody.request(Method::GET, &path).await;
            let took = began.elapsed();
            answer.expect_status(404);
            if round >= WARM_UP {
                times.push(took.as_secs_f64() * 1_000_000.0);
            }
        }
    }
    for (kind, times) in KINDS.iter().zip(&times) {
        println!(
            "{kind:<8} token: median {:>7.1} µs of {SAMPLES}",
            median(times)?
        );
    }
    let [wrong, expired, unknown] = &times;
    let mut passed = true;
    for (names, one, other) in [
        ("wrong and expired", wrong, expired),
        ("wrong and unknown", wrong, unknown),
        ("expired and unknown", expired, unknown),
    ] {
        let (distance, share) = rank_sum(one, other);
        println!("{names:<20}: z = {distance:>5.2}, first is the slower one in {share:.1} %");
        passed &= distance.abs() < DISTANCE;
    }
    Ok(passed)
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

/// The rank-sum test of Mann and Whitney: the distance of the rank sum from that of equal
/// distributions, in its standard deviations; and how often, in percent, a time of the first sample
/// is the longer one.
fn rank_sum(one: &[f64], other: &[f64]) -> (f64, f64) {
    let tagged = one.iter().map(|time| (*time, true));
    let mut all: Vec<(f64, bool)> = tagged
        .chain(other.iter().map(|time| (*time, false)))
        .collect();
    all.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    // How many pairs have the longer time in the first sample. Equal times are rare, and neither
    // sample is favoured by their order.
    let (mut shorter, mut pairs) = (0.0, 0.0);
    for (_, is_first) in all {
        if is_first {
            pairs += shorter;
        } else {
            shorter += 1.0;
        }
    }
    let (first, second) = (count(one), count(other));
    let expected = first * second / 2.0;
    let deviation = (first * second * (first + second + 1.0) / 12.0).sqrt();
    (
        (pairs - expected) / deviation,
        pairs * 100.0 / (first * second),
    )
}

fn count(times: &[f64]) -> f64 {
    u32::try_from(times.len()).map_or(f64::NAN, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_sum_tells_shifted_samples_apart() {
        let even: Vec<f64> = (0..500).map(|number| f64::from(number * 2)).collect();
        let odd: Vec<f64> = even.iter().map(|time| time + 1.0).collect();
        let later: Vec<f64> = even.iter().map(|time| time + 101.0).collect();
        let (distance, share) = rank_sum(&odd, &even);
        assert!(
            distance.abs() < 0.5 && (share - 50.0).abs() < 1.0,
            "{distance} {share}"
        );
        assert!(rank_sum(&later, &even).0 > DISTANCE);
        assert!(rank_sum(&even, &later).0 < -DISTANCE);
    }
}
