//! CPU time, memory and open files of processes, from `/proc`.

use std::fs;
use std::time::Duration;

use anyhow::Context;
use nix::unistd::{SysconfVar, sysconf};

/// The CPU time of a process so far, all threads included.
pub(crate) fn of_process(id: u32) -> anyhow::Result<Duration> {
    let [_, own, _] = read(&fs::read_to_string(format!("/proc/{id}/stat"))?)?;
    duration(own)
}

/// The CPU time of a PostgreSQL server so far: the main process, and its running and terminated
/// children.
pub(crate) fn of_postgres(main: u32) -> anyhow::Result<Duration> {
    let [_, own, ended] = read(&fs::read_to_string(format!("/proc/{main}/stat"))?)?;
    let entries = fs::read_dir("/proc")?.flatten();
    // Other entries, and processes that have just ended, have none.
    let running = entries.filter_map(|entry| {
        let [parent, own, _] = read(&fs::read_to_string(entry.path().join("stat")).ok()?).ok()?;
        (parent == u64::from(main)).then_some(own)
    });
    duration(own + ended + running.sum::<u64>())
}

/// The peak resident memory of a process, in KiB.
pub(crate) fn peak(id: u32) -> anyhow::Result<u64> {
    memory(id, "VmHWM:")
}

/// The present resident memory of a process, in KiB.
pub(crate) fn resident(id: u32) -> anyhow::Result<u64> {
    memory(id, "VmRSS:")
}

/// The part of it that is no file: heaps and stacks, without what the program has read of its own.
pub(crate) fn anonymous(id: u32) -> anyhow::Result<u64> {
    memory(id, "RssAnon:")
}

/// The number of files that a process has open, connections included.
pub(crate) fn open_files(id: u32) -> anyhow::Result<u64> {
    let files = fs::read_dir(format!("/proc/{id}/fd"))?;
    Ok(u64::try_from(files.count())?)
}

fn memory(id: u32, name: &str) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .context("no memory in /proc/PID/status")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}

/// Parses `/proc/PID/stat`: the parent, and the clock ticks of the process and of its terminated
/// children. The program's name, in parentheses, may contain any character.
fn read(stat: &str) -> anyhow::Result<[u64; 3]> {
    let (_, after) = stat.rsplit_once(')').context("no program")?;
    let fields: Vec<&str> = after.split_whitespace().collect();
    // Fields are numbered as in proc(5); the state is number 3.
    let field = |number: usize| -> anyhow::Result<u64> {
        Ok(fields.get(number - 3).context("too few fields")?.parse()?)
    };
    let (own, ended) = (field(14)? + field(15)?, field(16)? + field(17)?);
    Ok([field(4)?, own, ended])
}

fn duration(ticks: u64) -> anyhow::Result<Duration> {
    let a_second =
        u64::try_from(sysconf(SysconfVar::CLK_TCK)?.context("the kernel has no ticks")?)?;
    Ok(Duration::from_millis(ticks * 1_000 / a_second.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_stat_with_any_program_name() {
        let stat = "42 (a) (b c) S 7 42 42 0 -1 4194304 100 200 0 0 11 22 33 44 20 0 1 0 5 6 7";
        assert_eq!(read(stat).unwrap(), [7, 33, 77]);
        assert!(read("42 (a) S 7").is_err());
    }
}
