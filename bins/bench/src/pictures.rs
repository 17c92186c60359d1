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

/// How often each is run; the middle one counts.
const RUNS: usize = 15;
/// How much longer than libvips we may take.
const MOST: f64 = 1.3;
/// The bounds of what is resized, in pixels.
const SIDE: &str = "512";
/// What the server's memory stays below, in MiB.
const MEMORY: u64 = 400;

/// Cleans one picture, as an upload is.
pub(crate) fn clean(from: &Path, to: &Path) -> anyhow::Result<ExitCode> {
    let picture = wayfare_pictures::clean(&fs::read(from)?, UploadLimits::default())?;
    fs::write(to, &picture.bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes one kept picture smaller.
pub(crate) fn resize(from: &Path, to: &Path, side: u32) -> anyhow::Result<ExitCode> {
    let bounds = Bounds {
        max_width: Some(side),
        max_height: Some(side),
    };
    let picture = wayfare_pictures::resize(&Bytes::from(fs::read(from)?), bounds)?;
    fs::write(to, &picture.bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// One program at one piece of work; `{in}` and `{out}` stand for the files.
struct Contender {
    name: &'static str,
    program: OsString,
    arguments: Vec<String>,
    environment: &'static [(&'static str, &'static str)],
}

/// Runs all of it, prints it as Markdown; fails where a promise is not kept.
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
        "A JPEG of 4000 by 3000 pixels and {:.1} MB; the middle of {RUNS} runs each.\n",
        megabytes(file.len())
    );
    println!("| work | program | time | without its start | on all cores | peak memory |");
    println!("|---|---|---|---|---|---|");
    let mut kept = true;
    for (work, contenders) in [("upload", upload()?), ("resize to 512", thumbnail()?)] {
        let mut net = Vec::new();
        for contender in &contenders {
            let start = middle(contender, &speck, folder.path())?;
            let cost = middle(contender, &picture, folder.path())?;
            let own = cost.wall.saturating_sub(start.wall);
            let (wall, own_ms, cpu, memory) = (
                millis(cost.wall),
                millis(own),
                millis(cost.cpu),
                cost.memory / 1_024,
            );
            println!(
                "| {work} | {} | {wall:.0} ms | {own_ms:.0} ms | {cpu:.0} ms | {memory} MiB |",
                contender.name
            );
            net.push(own.as_secs_f64());
        }
        let (own, others) = net.split_first().context("no contender")?;
        let ratio = own / others.iter().copied().fold(f64::INFINITY, f64::min);
        kept &= ratio <= MOST;
        println!(
            "| {work} | **Wayfare / the faster libvips** | | **{ratio:.2}** (at most {MOST}) | | |"
        );
    }
    let peak = uploads::measure(server, &file).context("16 uploads at once")?;
    kept &= peak.memory < MEMORY;
    let uploads::Peak { memory, idle, took } = peak;
    let took = took.as_secs_f64();
    println!(
        "\n16 uploads of it at once: {took:.1} s, peak memory of the server {memory} MiB (below {MEMORY}; idle {idle})."
    );
    Ok(if kept {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The whole picture: decoded, turned upright, encoded anew without metadata.
fn upload() -> anyhow::Result<[Contender; 3]> {
    let arguments = ["autorot", "{in}", "{out}[Q=90,strip,subsample_mode=on]"];
    Ok(contenders(
        "clean {in} {out}",
        "vips",
        &arguments,
        std::env::current_exe()?.into_os_string(),
    ))
}

/// The picture made to fit in a square.
fn thumbnail() -> anyhow::Result<[Contender; 3]> {
    let size = format!("{SIDE}x{SIDE}>");
    let arguments = [
        "{in}",
        "--size",
        &size,
        "-o",
        "{out}[Q=85,strip,subsample_mode=on]",
    ];
    let own = format!("resize {{in}} {{out}} {SIDE}");
    Ok(contenders(
        &own,
        "vipsthumbnail",
        &arguments,
        std::env::current_exe()?.into_os_string(),
    ))
}

fn contenders(own: &str, vips: &str, arguments: &[&str], program: OsString) -> [Contender; 3] {
    let of_vips = |name, environment| Contender {
        name,
        program: vips.into(),
        arguments: arguments.iter().map(ToString::to_string).collect(),
        environment,
    };
    let own = own.split(' ').map(str::to_owned).collect();
    [
        Contender {
            name: "Wayfare",
            program,
            arguments: own,
            environment: &[],
        },
        // With one thread for the pipeline, and with as many as there are cores.
        of_vips("libvips, one thread", &[("VIPS_CONCURRENCY", "1")]),
        of_vips("libvips, all cores", &[]),
    ]
}

/// The middle of several runs, by time, with the memory of the one that took most of that.
fn middle(contender: &Contender, picture: &Path, folder: &Path) -> anyhow::Result<Cost> {
    let out = folder.join("out.jpg");
    let filled = |argument: &String| {
        OsString::from(
            argument
                .replace("{in}", &picture.to_string_lossy())
                .replace("{out}", &out.to_string_lossy()),
        )
    };
    let arguments: Vec<OsString> = contender.arguments.iter().map(filled).collect();
    let arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
    let run = || cost(&contender.program, &arguments, contender.environment);
    // The first is not counted: it brings programs and files into memory.
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
