//! Resident memory and start time of the server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::fixture::Database;
use super::routes::{self, DETAIL, Route};
use super::seed::Size;
use super::template::TRIPS;
use super::{Bench, OTHERS, median, progress, wrk};
use crate::cpu;

/// The number of idle connections.
const IDLE: usize = 5_000;
/// The number of starts; the median counts.
const STARTS: usize = 9;
/// The pause before the memory of an idle server is read.
const SETTLE_TIME: Duration = Duration::from_secs(2);
/// The interval at which the memory of a loaded server is read.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(50);

/// The figures on one database.
pub(crate) struct Footprint {
    /// The database.
    pub(crate) database: Database,
    /// Resident memory after the start, in MiB.
    pub(crate) idle: f64,
    /// Peak resident memory with requests on 32 connections, in MiB.
    pub(crate) loaded: f64,
    /// The memory of 5,000 idle connections, each after one request, in MiB.
    pub(crate) connections: f64,
    /// The time until the server is ready on an existing database, in milliseconds.
    pub(crate) start: f64,
}

/// Measures on each database.
pub(crate) fn measure(bench: &Bench<'_>, databases: &[Database]) -> anyhow::Result<Vec<Footprint>> {
    databases
        .iter()
        .map(|database| on(bench, *database))
        .collect()
}

fn on(bench: &Bench<'_>, database: Database) -> anyhow::Result<Footprint> {
    let fixture = bench.fixture(database)?;
    let size = Size {
        spread: TRIPS,
        others: OTHERS,
    };
    let seed = bench.seed(&fixture, bench.server(), size)?;
    progress(&format!("{}: starting {STARTS} times", database.name()));
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        starts.push(fixture.serve(bench.server())?.start_time().as_secs_f64() * 1e3);
    }
    progress(&format!("{}: memory", database.name()));
    let server = fixture.serve(bench.server())?;
    let memory = || cpu::resident(server.process_id()).map(cpu::mebibytes);
    thread::sleep(SETTLE_TIME);
    let idle = memory()?;
    let routes = routes::all(&seed, "", "");
    let detail = routes
        .iter()
        .find(|route| route.name == DETAIL)
        .context(DETAIL)?;
    let done = AtomicBool::new(false);
    let loaded = thread::scope(|scope| {
        let sampler = scope.spawn(|| {
            let mut peak = 0.0_f64;
            while !done.load(Ordering::Relaxed) {
                peak = peak.max(memory().unwrap_or_default());
                thread::sleep(SAMPLE_INTERVAL);
            }
            peak
        });
        let url = format!("{}{}", server.url(), detail.fixed_path());
        let script = wrk::script(detail, 0);
        let load = wrk::run(
            &script,
            wrk::CONNECTIONS,
            &url,
            bench.args.time(),
            fixture.folder(),
        );
        done.store(true, Ordering::Relaxed);
        let peak = sampler
            .join()
            .map_err(|_| anyhow::anyhow!("reading the memory failed"));
        load.and(peak)
    })?;
    thread::sleep(SETTLE_TIME);
    let before = memory()?;
    let connections = connect(server.address(), detail)?;
    thread::sleep(SETTLE_TIME);
    let after = memory()?;
    drop(connections);
    Ok(Footprint {
        database,
        idle,
        loaded,
        connections: after - before,
        start: median(starts),
    })
}

/// Opens idle connections, after one request on each.
fn connect(address: SocketAddr, route: &Route) -> anyhow::Result<Vec<TcpStream>> {
    let path = route.fixed_path();
    let mut request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n");
    for (name, value) in &route.headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    let mut streams = Vec::with_capacity(IDLE);
    for _ in 0..IDLE {
        let mut stream = TcpStream::connect(address)?;
        stream.write_all(request.as_bytes())?;
        let mut head = [0; 12];
        stream.read_exact(&mut head)?;
        ensure!(
            head.ends_with(b" 200"),
            "a request was answered by {}",
            String::from_utf8_lossy(&head)
        );
        streams.push(stream);
    }
    Ok(streams)
}
