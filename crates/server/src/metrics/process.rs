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
        linux::encode(&mut encoder)
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

    use crate::metrics::parts::{counter, gauge};

    /// Encodes the metrics, or none if `/proc` can't be read.
    pub(super) fn encode(out: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let Ok((stat, limits, files, boot_time)) = read() else {
            return Ok(());
        };
        let memory = stat.rss.saturating_mul(procfs::page_size());
        let name = "process_resident_memory_bytes";
        gauge(out, name, "Resident memory size", memory)?;
        gauge(out, "process_open_fds", "Open file descriptors", files)?;
        if let LimitValue::Value(max) = limits.max_open_files.soft_limit {
            let help = "Maximum number of open file descriptors";
            gauge(out, "process_max_fds", help, max)?;
        }
        let used = time(stat.utime.saturating_add(stat.stime)).as_secs_f64();
        counter(out, "process_cpu_seconds", "User and system time", used)?;
        let started = (boot_time + time(stat.starttime)).as_secs_f64();
        let help = "Start time of the process, in seconds since the Unix epoch";
        gauge(out, "process_start_time_seconds", help, started)
    }

    fn read() -> ProcResult<(Stat, Limits, usize, Duration)> {
        let process = Process::myself()?;
        let boot_time = Duration::from_secs(procfs::boot_time_secs()?);
        let files = process.fd_count()?;
        Ok((process.stat()?, process.limits()?, files, boot_time))
    }

    fn time(ticks: u64) -> Duration {
        let millis = ticks.saturating_mul(1_000) / procfs::ticks_per_second().max(1);
        Duration::from_millis(millis)
    }
}
