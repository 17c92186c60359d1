//! What the server takes of memory, and how long it takes to start.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::ground::Database;
use super::routes::{self, DETAIL, Route};
use super::{Bench, OTHERS, growth, median, say};
use crate::cpu;

/// How many connections there are that send nothing any more.
const IDLE: usize = 5_000;
/// How often the server is started; the middle counts.
const STARTS: usize = 9;
/// The pause after which memory is read of a server that has nothing to do.
const SETTLED: Duration = Duration::from_secs(2);
/// How often memory is read of one that is at work.
const GLANCE: Duration = Duration::from_millis(50);

/// What came of it on one database.
pub(crate) struct Footprint {
    /// Which database.
    pub(crate) database: Database,
    /// Resident memory after the start, in MiB.
    pub(crate) idle: f64,
    /// At its peak with requests on 32 connections.
    pub(crate) loaded: f64,
    /// What 5,000 more connections take that have been answered once.
    pub(crate) connections: f64,
    /// From being started to being ready on a database that is there already, in milliseconds.
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
    let ground = bench.ground(database)?;
    let seed = bench.seed(&ground, OTHERS)?;
    say(&format!("{}: starting {STARTS} times", database.name()));
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        starts.push(ground.serve(bench.server())?.took().as_secs_f64() * 1e3);
    }
    say(&format!("{}: memory", database.name()));
    let server = ground.serve(bench.server())?;
    let memory = || cpu::resident(server.process_id()).map(cpu::mebibytes);
    thread::sleep(SETTLED);
    let idle = memory()?;
    let routes = routes::all(&seed, "");
    let detail = routes
        .iter()
        .find(|route| route.name == DETAIL)
        .context("no detail")?;
    let done = AtomicBool::new(false);
    let loaded = thread::scope(|scope| {
        let glances = scope.spawn(|| {
            let mut most = 0.0_f64;
            while !done.load(Ordering::Relaxed) {
                most = most.max(memory().unwrap_or_default());
                thread::sleep(GLANCE);
            }
            most
        });
        let shot = growth::fixed(detail, &server, bench, ground.folder());
        done.store(true, Ordering::Relaxed);
        let most = glances
            .join()
            .map_err(|_| anyhow::anyhow!("the memory could not be read"));
        shot.and(most)
    })?;
    thread::sleep(SETTLED);
    let before = memory()?;
    let connections = connect(server.address(), detail)?;
    thread::sleep(SETTLED);
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

/// Connections on each of which one request has been answered.
fn connect(address: SocketAddr, route: &Route) -> anyhow::Result<Vec<TcpStream>> {
    let mut request = format!(
        "GET {} HTTP/1.1\r\nhost: localhost\r\n",
        route.path.filled(0)
    );
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
            "a connection was answered {}",
            String::from_utf8_lossy(&head)
        );
        streams.push(stream);
    }
    Ok(streams)
}
