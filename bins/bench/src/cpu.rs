//! What processes take of the processor, and of memory.

use std::fs;
use std::time::Duration;

use anyhow::Context;
use nix::unistd::{SysconfVar, sysconf};

/// What the kernel tells of a process's use of the processor, in its own ticks.
#[derive(Debug, PartialEq, Eq)]
struct Usage {
    parent: u32,
    own: u64,
    /// That of children that have ended.
    ended: u64,
}

/// The processor time that a process has taken so far, its threads included.
pub(crate) fn of_process(id: u32) -> anyhow::Result<Duration> {
    ticks(usage(&id.to_string())?.own)
}

/// The processor time that a PostgreSQL server has taken so far: its main process, those of its
/// connections and its own work, and those that have ended.
pub(crate) fn of_postgres(main: u32) -> anyhow::Result<Duration> {
    let Usage { own, ended, .. } = usage(&main.to_string())?;
    let names = fs::read_dir("/proc")?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    // What is no process, or has just ended, has no usage.
    let running = names.filter_map(|name| usage(&name).ok());
    let children: u64 = running
        .filter(|usage| usage.parent == main)
        .map(|usage| usage.own)
        .sum();
    ticks(own + ended + children)
}

/// The memory that a process has resident, in KiB.
pub(crate) fn resident(id: u32) -> anyhow::Result<u64> {
    memory(id, "VmRSS:")
}

/// The most memory that a process has had resident so far, in KiB.
pub(crate) fn peak(id: u32) -> anyhow::Result<u64> {
    memory(id, "VmHWM:")
}

/// KiB in MiB.
pub(crate) fn mebibytes(kibibytes: u64) -> f64 {
    u32::try_from(kibibytes).map_or(f64::NAN, f64::from) / 1_024.0
}

fn memory(id: u32, name: &str) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .context("the kernel tells no memory")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}

fn usage(id: &str) -> anyhow::Result<Usage> {
    read(&fs::read_to_string(format!("/proc/{id}/stat"))?)
}

/// Reads the file `stat` of a process; the name of its program, in parentheses, may hold anything.
fn read(stat: &str) -> anyhow::Result<Usage> {
    let (_, after) = stat.rsplit_once(')').context("no program")?;
    let fields: Vec<&str> = after.split_whitespace().collect();
    // Counted from the state, which is the third of all.
    let field = |number: usize| -> anyhow::Result<u64> {
        Ok(fields.get(number - 3).context("too few fields")?.parse()?)
    };
    Ok(Usage {
        parent: u32::try_from(field(4)?)?,
        own: field(14)? + field(15)?,
        ended: field(16)? + field(17)?,
    })
}

fn ticks(ticks: u64) -> anyhow::Result<Duration> {
    let a_second =
        u64::try_from(sysconf(SysconfVar::CLK_TCK)?.context("the kernel has no ticks")?)?;
    Ok(Duration::from_millis(ticks * 1_000 / a_second.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_is_read_whatever_the_program_is_called() {
        let stat = "42 (a) (b c) S 7 42 42 0 -1 4194304 100 200 0 0 11 22 33 44 20 0 1 0 5 6 7";
        assert_eq!(
            read(stat).unwrap(),
            Usage {
                parent: 7,
                own: 33,
                ended: 77
            }
        );
        assert!(read("42 (a) S 7").is_err());
    }
}
