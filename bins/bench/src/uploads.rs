//! The server's peak memory during 16 concurrent uploads.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures_util::future::try_join_all;
use wayfare_testkit::sample;

use crate::cpu::peak;
use crate::server_process::ServerProcess;

/// The number of concurrent uploads.
const UPLOADS: usize = 16;

/// Peak memory, in MiB.
pub(crate) struct Peak {
    /// During the uploads.
    pub(crate) memory: u64,
    /// Before the uploads.
    pub(crate) idle: u64,
    /// From the first byte sent to the last answer.
    pub(crate) took: Duration,
}

/// Starts the server in a new folder, uploads `file` to 16 trips concurrently, and reads the peak
/// memory.
pub(crate) fn measure(server: &Path, file: &[u8]) -> anyhow::Result<Peak> {
    let folder = tempfile::tempdir()?;
    let server = fs::canonicalize(server).with_context(|| server.display().to_string())?;
    let served = ServerProcess::start(Command::new(server).current_dir(folder.path()))?;
    let client = wayfare_testkit::client(served.url());

    tokio::runtime::Runtime::new()?.block_on(async {
        let ada = sample::sign_up(&client, "ada").await;
        let mut trips = Vec::new();
        for number in 0..UPLOADS {
            trips.push(sample::trip(&ada, &format!("Trip {number}")).await);
        }
        let idle = peak(served.process_id())?.div_ceil(1_024);
        let began = Instant::now();
        let uploads = trips.iter().map(|trip| async {
            let reply = ada
                .a()
                .set_pictures(trip)
                .file("mainImage", "picture.jpg", file)
                .send()
                .await?;
            ensure!(reply.status == 200, "{reply:?}");
            Ok(())
        });
        try_join_all(uploads).await?;
        Ok(Peak {
            took: began.elapsed(),
            idle,
            memory: peak(served.process_id())?.div_ceil(1_024),
        })
    })
}
