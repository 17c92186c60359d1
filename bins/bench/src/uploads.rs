//! What the server's memory comes to while 16 people upload at once.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures_util::future::try_join_all;
use serde_json::Value;
use wayfare_testkit::{Client, sample};

/// How many upload at once.
const UPLOADS: usize = 16;

/// What it came to, in MiB.
pub(crate) struct Peak {
    /// At its peak.
    pub(crate) memory: u64,
    /// Before the uploads.
    pub(crate) idle: u64,
    /// From the first byte sent to the last answer.
    pub(crate) took: Duration,
}

/// A server that is ended with the measurement.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // It is gone already, or going.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the server in a folder of its own, uploads `file` to 16 trips at once, and reads the peak of its memory.
pub(crate) fn peak(server: &Path, file: &[u8]) -> anyhow::Result<Peak> {
    let folder = tempfile::tempdir()?;
    let server = fs::canonicalize(server).with_context(|| server.display().to_string())?;
    let mut command = Command::new(server);
    command.args(["--listen", "127.0.0.1:0", "--log-format", "json"]).env("WAYFARE_RATE_LIMIT", "off");
    let child = command.current_dir(folder.path()).stdout(Stdio::piped()).spawn()?;
    let mut served = Served(child);
    let mut lines = BufReader::new(served.0.stdout.take().context("no output")?).lines();
    let first: Value = serde_json::from_str(&lines.next().context("the server said nothing")??)?;
    let address = first.get("address").and_then(Value::as_str).context("the first line names no address")?;
    let client = Client::new(format!("http://{address}"));
    // What it logs has to be read, or it would stop to wait for that.
    std::thread::spawn(move || lines.for_each(drop));

    tokio::runtime::Runtime::new()?.block_on(async {
        let ada = sample::sign_up(&client, "ada").await;
        let mut trips = Vec::new();
        for number in 0..UPLOADS {
            trips.push(sample::trip(&ada, &format!("Trip {number}")).await);
        }
        let idle = memory_of(&served.0)?;
        let began = Instant::now();
        let uploads = trips.iter().map(|trip| async {
            let reply = ada.a().set_pictures(trip).file("mainImage", "picture.jpg", file).send().await?;
            ensure!(reply.status == 200, "{reply:?}");
            Ok(())
        });
        try_join_all(uploads).await?;
        Ok(Peak { took: began.elapsed(), idle, memory: memory_of(&served.0)? })
    })
}

/// The peak of a process's memory so far, in MiB.
fn memory_of(process: &Child) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes.div_ceil(1_024))
}
