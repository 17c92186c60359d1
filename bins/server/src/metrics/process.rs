//! The metrics of the process, by Prometheus' standard names; on Linux, from `/proc`.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;

/// Collects memory, processor time, open files and start time of this process.
#[derive(Debug)]
pub(super) struct ProcessCollector;

impl Collector for ProcessCollector {
    #[cfg(target_os = "linux")]
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        // Leaves the metrics out if `/proc` can't be read.
        linux::State::read().map_or(Ok(()), |state| state.encode(&mut encoder))
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
    use procfs::process::{LimitValue, Limits, Process, Stat};
    use prometheus_client::encoding::DescriptorEncoder;

    use crate::metrics::service::{counter, gauge};

    /// What `/proc` says.
    pub(super) struct State {
        stat: Stat,
        limits: Limits,
        open_files: usize,
        boot_time: u64,
    }

    impl State {
        pub(super) fn read() -> ProcResult<Self> {
            let process = Process::myself()?;
            Ok(Self {
                stat: process.stat()?,
                limits: process.limits()?,
                open_files: process.fd_count()?,
                boot_time: procfs::boot_time_secs()?,
            })
        }

        pub(super) fn encode(&self, out: &mut DescriptorEncoder<'_>) -> fmt::Result {
            let Self {
                stat,
                limits,
                open_files,
                boot_time,
            } = self;
            let seconds = |ticks: u64| {
                let per_second = procfs::ticks_per_second().max(1);
                Duration::from_millis(ticks.saturating_mul(1_000) / per_second)
            };
            let memory = stat.rss.saturating_mul(procfs::page_size());
            gauge(
                out,
                "process_resident_memory_bytes",
                "Resident memory size",
                memory,
            )?;
            gauge(
                out,
                "process_open_fds",
                "Open file descriptors",
                *open_files,
            )?;
            if let LimitValue::Value(max) = limits.max_open_files.soft_limit {
                gauge(
                    out,
                    "process_max_fds",
                    "Maximum of open file descriptors",
                    max,
                )?;
            }
            let processor = seconds(stat.utime.saturating_add(stat.stime)).as_secs_f64();
            counter(
                out,
                "process_cpu_seconds",
                "Processor time, user and system",
                processor,
            )?;
            let started = (Duration::from_secs(*boot_time) + seconds(stat.starttime)).as_secs_f64();
            let help = "Start time of the process, in seconds since the Unix epoch";
            gauge(out, "process_start_time_seconds", help, started)
        }
    }
}
