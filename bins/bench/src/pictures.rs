//! Uploading and resizing a picture of 12 Mpixel, beside libvips on the same file in the same run.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use wayfare_pictures::{Bounds, UploadLimits};

use crate::process::{Cost, cost};
use crate::{sample, uploads};

/// The number of runs; the median counts.
const RUNS: usize = 15;
/// The greatest time as a multiple of that of libvips.
const MOST: f64 = 1.3;
/// The bounds of the resized picture, in pixels.
const SIDE: &str = "512";
/// The upper bound of the server's memory, in MiB.
const MEMORY: u64 = 400;

/// Processes one picture like an upload.
pub(crate) fn clean(from: &Path, to: &Path) -> anyhow::Result<ExitCode> {
    let picture = wayfare_pictures::clean(&fs::read(from)?, UploadLimits::default())?;
    fs::write(to, &picture.bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// Resizes one stored picture.
pub(crate) fn resize(from: &Path, to: &Path, side: u32) -> anyhow::Result<ExitCode> {
    let bounds = Bounds {
        max_width: Some(side),
        max_height: Some(side),
    };
    let picture = wayfare_pictures::resize(&Bytes::from(fs::read(from)?), bounds)?;
    fs::write(to, &picture.bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// A program and its arguments; `{in}` and `{out}` stand for the files.
struct Candidate {
    name: &'static str,
    program: OsString,
    arguments: Vec<String>,
    environment: &'static [(&'static str, &'static str)],
}

/// Measures, and prints Markdown. The exit code says whether all bounds are met.
pub(crate) fn run(server: &Path) -> anyhow::Result<ExitCode> {
    let folder = tempfile::tempdir()?;
    let (picture, speck) = (
        folder.path().join("picture.jpg"),
        folder.path().join("speck.jpg"),
    );
    let file = sample::jpeg()?;
    fs::write(&picture, &file)?;
    fs::write(&speck, sample::speck()?)?;
    println!(
        "A JPEG of 4000 by 3000 pixels and {:.1} MB; the median of {RUNS} runs each.\n",
        megabytes(file.len())
    );
    println!("| work | program | time | without its start | on all cores | peak memory |");
    println!("|---|---|---|---|---|---|");
    let mut met = true;
    for (work, candidates) in [("upload", upload()?), ("resize to 512", thumbnail()?)] {
        let mut net = Vec::new();
        for candidate in &candidates {
            let start = median(candidate, &speck, folder.path())?;
            let cost = median(candidate, &picture, folder.path())?;
            let own = cost.wall.saturating_sub(start.wall);
            let (wall, own_ms, cpu, memory) = (
                millis(cost.wall),
                millis(own),
                millis(cost.cpu),
                cost.memory / 1_024,
            );
            println!(
                "| {work} | {} | {wall:.0} ms | {own_ms:.0} ms | {cpu:.0} ms | {memory} MiB |",
                candidate.name
            );
            net.push(own.as_secs_f64());
        }
        let (own, others) = net.split_first().context("no candidate")?;
        let ratio = own / others.iter().copied().fold(f64::INFINITY, f64::min);
        met &= ratio <= MOST;
        println!(
            "| {work} | **Wayfare / the faster libvips** | | **{ratio:.2}** (at most {MOST}) | | |"
        );
    }
    let peak = uploads::measure(server, &file).context("16 concurrent uploads")?;
    met &= peak.memory < MEMORY;
    let uploads::Peak { memory, idle, took } = peak;
    let took = took.as_secs_f64();
    println!(
        "\n16 concurrent uploads of it: {took:.1} s, peak memory of the server {memory} MiB (below {MEMORY}; idle {idle})."
    );
    Ok(if met {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// An upload: decode, turn upright, encode without metadata.
fn upload() -> anyhow::Result<[Candidate; 3]> {
    let arguments = ["autorot", "{in}", "{out}[Q=90,strip,subsample_mode=on]"];
    Ok(candidates(
        "clean {in} {out}",
        "vips",
        &arguments,
        std::env::current_exe()?.into_os_string(),
    ))
}

/// A resize to fit in a square.
fn thumbnail() -> anyhow::Result<[Candidate; 3]> {
    let size = format!("{SIDE}x{SIDE}>");
    let arguments = [
        "{in}",
        "--size",
        &size,
        "-o",
        "{out}[Q=85,strip,subsample_mode=on]",
    ];
    let own = format!("resize {{in}} {{out}} {SIDE}");
    Ok(candidates(
        &own,
        "vipsthumbnail",
        &arguments,
        std::env::current_exe()?.into_os_string(),
    ))
}

fn candidates(own: &str, vips: &str, arguments: &[&str], program: OsString) -> [Candidate; 3] {
    let of_vips = |name, environment| Candidate {
        name,
        program: vips.into(),
        arguments: arguments.iter().map(ToString::to_string).collect(),
        environment,
    };
    let own = own.split(' ').map(str::to_owned).collect();
    [
        Candidate {
            name: "Wayfare",
            program,
            arguments: own,
            environment: &[],
        },
        // With one thread, and with one for each core.
        of_vips("libvips, one thread", &[("VIPS_CONCURRENCY", "1")]),
        of_vips("libvips, all cores", &[]),
    ]
}

/// The median run by time, with the peak memory of all runs.
fn median(candidate: &Candidate, picture: &Path, folder: &Path) -> anyhow::Result<Cost> {
    let out = folder.join("out.jpg");
    let filled = |argument: &String| {
        OsString::from(
            argument
                .replace("{in}", &picture.to_string_lossy())
                .replace("{out}", &out.to_string_lossy()),
        )
    };
    let arguments: Vec<OsString> = candidate.arguments.iter().map(filled).collect();
    let arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
    let run = || cost(&candidate.program, &arguments, candidate.environment);
    // A warm-up: it loads programs and files into the page cache.
    run()?;
    let mut costs = (0..RUNS)
        .map(|_| run())
        .collect::<anyhow::Result<Vec<Cost>>>()?;
    costs.sort_by_key(|cost| cost.wall);
    let memory = costs
        .iter()
        .map(|cost| cost.memory)
        .max()
        .unwrap_or_default();
    let middle = costs.get(RUNS / 2).context("no run")?;
    Ok(Cost { memory, ..*middle })
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

fn megabytes(bytes: usize) -> f64 {
    u32::try_from(bytes).map_or(f64::INFINITY, f64::from) / 1e6
}
