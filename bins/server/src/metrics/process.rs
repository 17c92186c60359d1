//! The metrics of the process itself, by the names that Prometheus' clients agree on; where there
//! is a `/proc` to read.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;

/// Tells of memory, processor time, files and start of this process.
#[derive(Debug)]
pub(super) struct Process;

impl Collector for Process {
    #[cfg(target_os = "linux")]
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        // What can't be read is not told.
        linux::state().map_or(Ok(()), |state| linux::tell(&mut encoder, &state))
    }

    #[cfg(not(target_os = "linux"))]
    fn encode(&self, _: DescriptorEncoder<'_>) -> fmt::Result {
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fmt;
    use std::time::Duration;

    use procfs::ProcResult;
    use procfs::process::{LimitValue, Process};
    use prometheus_client::encoding::DescriptorEncoder;

    use crate::metrics::service::{counter, gauge};

    pub(super) struct State {
        resident_bytes: u64,
        open_files: usize,
        most_files: Option<u64>,
        processor_time: Duration,
        started: Duration,
    }

    pub(super) fn state() -> ProcResult<State> {
        let process = Process::myself()?;
        let stat = process.stat()?;
        let ticks = |ticks: u64| {
            Duration::from_millis(ticks.saturating_mul(1_000) / procfs::ticks_per_second().max(1))
        };
        let most_files = match process.limits()?.max_open_files.soft_limit {
            LimitValue::Value(most) => Some(most),
            LimitValue::Unlimited => None,
        };
        Ok(State {
            resident_bytes: stat.rss.saturating_mul(procfs::page_size()),
            open_files: process.fd_count()?,
            most_files,
            processor_time: ticks(stat.utime.saturating_add(stat.stime)),
            started: Duration::from_secs(procfs::boot_time_secs()?) + ticks(stat.starttime),
        })
    }

    pub(super) fn tell(out: &mut DescriptorEncoder<'_>, state: &State) -> fmt::Result {
        let State {
            resident_bytes,
            open_files,
            most_files,
            processor_time,
            started,
        } = state;
        gauge(
            out,
            "process_resident_memory_bytes",
            "Memory that is resident",
            *resident_bytes,
        )?;
        gauge(
            out,
            "process_open_fds",
            "Open files and sockets",
            *open_files,
        )?;
        if let Some(most) = most_files {
            gauge(
                out,
                "process_max_fds",
                "Most files and sockets that can be open",
                *most,
            )?;
        }
        counter(
            out,
            "process_cpu_seconds",
            "Processor time that was used",
            processor_time.as_secs_f64(),
        )?;
        gauge(
            out,
            "process_start_time_seconds",
            "When the process started, in Unix time",
            started.as_secs_f64(),
        )
    }
}
