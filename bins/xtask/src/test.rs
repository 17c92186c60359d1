//! `cargo xtask test`: the tests that need Rust, a C compiler and, for one half, PostgreSQL.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::Context;
use clap::ValueEnum;
use wayfare_test_postgres::{Cluster, URL_VARIABLE, url_in_environment};

use crate::{cargo, install};

/// The word in the names of tests on PostgreSQL.
const ON_POSTGRES: &str = "postgres";
/// How much of what failed tests have printed is repeated at the end.
const LINES_OF_FAILURES: usize = 60;
/// How many failed tests are run again: few fail by what else the machine was doing.
const REPEATED: usize = 5;
/// Runs the tests' programs with the variable that lets them report times. It is theirs alone: the
/// compiler would see another environment and build everything anew.
const RUNNER: &str = r#"target."cfg(all())".runner=["env","RUSTC_BOOTSTRAP=1"]"#;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only tests whose names contain one of these.
    filters: Vec<String>,
    /// Test only this package; may be given more than once.
    #[arg(short, long = "package", value_name = "NAME")]
    packages: Vec<String>,
    /// What to do without PostgreSQL.
    #[arg(long, value_name = "WHEN", default_value = "found")]
    postgres: When,
    /// Install no system package.
    #[arg(long)]
    no_install: bool,
    /// Further arguments for the tests' programs.
    #[arg(last = true, value_name = "ARGS")]
    runner: Vec<String>,
}

/// When the tests on PostgreSQL are run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// If its programs are found, or can be installed without a question.
    Found,
    /// In any case: that it is missing is an error.
    Required,
}

impl Args {
    /// All tests, on both databases.
    pub(crate) fn required() -> Self {
        Self {
            filters: Vec::new(),
            packages: Vec::new(),
            postgres: When::Required,
            no_install: false,
            runner: Vec::new(),
        }
    }
}

/// A server for all tests of a run.
pub(crate) struct Postgres {
    url: String,
    // Lives until the tests have ended; none for a server of the environment.
    _cluster: Option<Cluster>,
}

impl Postgres {
    /// The server in the environment, else a new one.
    pub(crate) fn start() -> anyhow::Result<Self> {
        if let Some(url) = url_in_environment() {
            return Ok(Self {
                url,
                _cluster: None,
            });
        }
        let cluster = Cluster::start()?;
        Ok(Self {
            url: cluster.url().to_owned(),
            _cluster: Some(cluster),
        })
    }

    /// Lets the tests of a command use the server.
    pub(crate) fn pass_to<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env(URL_VARIABLE, &self.url)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.no_install {
        install::forbid();
    }
    Ok(cargo::exit_code(passes(args)?))
}

/// Builds and runs the tests; returns whether they passed.
///
/// # Errors
/// PostgreSQL is required, and missing.
pub(crate) fn passes(args: &Args) -> anyhow::Result<bool> {
    let start = Instant::now();
    let is_given = url_in_environment().is_some();
    let has_postgres = is_given
        || match args.postgres {
            When::Found => install::try_postgres()?,
            When::Required => install::ensure_postgres().map(|()| true)?,
        };
    let server = has_postgres.then(Postgres::start).transpose()?;
    if server.is_none() {
        println!("{}", left_out(None));
    }
    let mut build = tests(args, "--tests");
    if !cargo::passes(build.arg("--no-run"))? {
        return Ok(false);
    }
    let mut command = tests(args, "--tests");
    command.args(["--no-fail-fast", "--config", RUNNER, "--"]);
    command.args(["-Zunstable-options", "--report-time", &threads()]);
    command.args(&args.runner).args(&args.filters);
    match &server {
        Some(server) => server.pass_to(&mut command),
        None => command.args(["--skip", ON_POSTGRES]),
    };
    let (mut passed, mut report) = report(&cargo::shown(&command), &mut command)?;
    if args.filters.is_empty() && args.runner.is_empty() {
        let mut examples = tests(args, "--doc");
        if let Some(server) = &server {
            server.pass_to(&mut examples);
        }
        passed &= cargo::passes(&mut examples)?;
    }
    report.print(start);
    if server.is_none() {
        println!("{}", left_out(Some(report.filtered)));
    }
    Ok(passed)
}

/// The option for the number of tests at once: more than there are cores, since many wait, for a
/// deadline or for a server that was stopped.
pub(crate) fn threads() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    format!("--test-threads={}", cores + 2)
}

/// `cargo test` for a kind of targets of the chosen packages.
fn tests(args: &Args, targets: &str) -> Command {
    let mut command = match args.packages.is_empty() {
        true => cargo::command(cargo::TEST),
        false => cargo::command(["test", "--locked"]),
    };
    for package in &args.packages {
        command.args(["--package", package]);
    }
    command.arg(targets);
    command
}

/// Says that the tests on PostgreSQL are not run, and how many these are.
fn left_out(tests: Option<usize>) -> String {
    let tests = tests.map_or_else(String::new, |count| format!("{count} "));
    format!(
        "The {tests}tests on PostgreSQL are not run: install its server, or name the folder of its \
         programs in PG_BIN; `--postgres required` makes this an error."
    )
}

/// What the programs of a run have printed.
#[derive(Default)]
struct Report {
    /// The times of the tests, in milliseconds.
    times: Vec<(u64, String)>,
    /// The names of those that failed.
    failed: Vec<String>,
    /// The names of those that failed beside others and passed alone.
    slow: Vec<String>,
    filtered: usize,
    /// How many programs have started, and not printed their result.
    unfinished: usize,
    /// Whether the lines are those that failed tests have printed.
    is_in_failures: bool,
    /// Such lines, with the names of the tests.
    failures: Vec<String>,
}

/// Runs `cargo test` under a name; returns whether the tests passed.
pub(crate) fn all_pass(shown: &str, command: &mut Command) -> anyhow::Result<bool> {
    Ok(report(shown, command)?.0)
}

/// Runs the tests, and once more those that failed, alone; returns whether they passed.
fn report(shown: &str, command: &mut Command) -> anyhow::Result<(bool, Report)> {
    let (passed, mut report) = run_once(shown, command)?;
    if passed {
        return Ok((true, report));
    }
    if report.unfinished == 0 && (1..=REPEATED).contains(&report.failed.len()) {
        let alone = format!("again, alone: {}", report.failed.join(" "));
        if run_once(&alone, &mut again(command, &report))?.0 {
            report.slow = std::mem::take(&mut report.failed);
            return Ok((true, report));
        }
    }
    let lines = report.failures.iter().map(String::as_str);
    let lines: Vec<&str> = lines.take(LINES_OF_FAILURES).collect();
    cargo::note_failure(shown, &lines.join("\n"));
    Ok((false, report))
}

/// The command for the tests that failed, one at a time.
fn again(command: &Command, report: &Report) -> Command {
    let mut again = Command::new(command.get_program());
    again.args(command.get_args().take_while(|arg| *arg != "--"));
    for (name, value) in command.get_envs() {
        again.envs(value.map(|value| (name, value)));
    }
    // One that was chosen although it is ignored would else pass by not being run.
    again.args(["--", "--exact", "--include-ignored", "--test-threads=1"]);
    again.args(&report.failed);
    again
}

/// Runs the tests, and passes their output on; returns whether they passed.
fn run_once(shown: &str, command: &mut Command) -> anyhow::Result<(bool, Report)> {
    cargo::timed(shown, || {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().context("no output")?;
        let mut report = Report::default();
        for line in BufReader::new(output).lines() {
            let line = line?;
            report.read(&line);
            writeln!(std::io::stdout(), "{line}")?;
        }
        Ok((child.wait()?.success(), report))
    })
}

impl Report {
    /// Reads a line such as `test a::b ... ok <0.012s>`, or `test result: ok. 3 passed; …`.
    fn read(&mut self, line: &str) {
        // First what each failed test has printed, then the list of their names.
        if line == "failures:" {
            self.is_in_failures = true;
        } else if line.starts_with("test result: ") {
            self.is_in_failures = false;
        } else if self.is_in_failures && !line.is_empty() {
            self.failures.push(line.to_owned());
        }
        // A test may print such a line; then nothing is run again.
        if line.starts_with("running ") && line.contains(" test") {
            self.unfinished += 1;
        }
        let Some(line) = line.strip_prefix("test ") else {
            return;
        };
        if let Some(result) = line.strip_prefix("result: ") {
            self.unfinished = self.unfinished.saturating_sub(1);
            let filtered = result.split("; ").find_map(|count| {
                let count = count.strip_suffix(" filtered out")?;
                count.parse::<usize>().ok()
            });
            self.filtered += filtered.unwrap_or(0);
            return;
        }
        let Some((name, outcome)) = line.split_once(" ... ") else {
            return;
        };
        if outcome.starts_with("FAILED") {
            self.failed.push(name.to_owned());
        }
        let time = outcome.split_once('<').and_then(|(_, time)| {
            let (whole, part) = time.strip_suffix("s>")?.split_once('.')?;
            let whole: u64 = whole.parse().ok()?;
            Some(whole * 1_000 + part.parse::<u64>().ok()?)
        });
        self.times.extend(time.map(|time| (time, name.to_owned())));
    }

    /// Prints the slowest tests, those that failed, and the whole time.
    fn print(&mut self, start: Instant) {
        println!("\nSlowest tests:");
        self.times.sort_unstable_by(|one, other| other.cmp(one));
        for (time, name) in self.times.iter().take(cargo::LISTED) {
            println!("{:>6}.{} s  {name}", time / 1_000, time % 1_000 / 100);
        }
        cargo::print_slowest_steps();
        cargo::print_failures();
        let seconds = start.elapsed().as_secs();
        println!("\n{}, {seconds} s with the build", self.result());
    }

    fn result(&self) -> String {
        let tests = self.times.len();
        match (self.failed.len(), self.slow.len()) {
            (0, 0) => format!("{tests} tests passed"),
            (0, slow) => {
                let depends = if slow == 1 { "depends" } else { "depend" };
                let names = self.slow.join(", ");
                format!(
                    "{tests} tests passed; {slow} {depends} on the speed of this machine: {names}"
                )
            }
            (failed, _) => format!("{tests} tests, {failed} failed"),
        }
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn reads_the_output_of_a_program() {
        let mut report = Report::default();
        for line in [
            "running 3 tests",
            "test a::b ... ok <1.034s>",
            "test c ... FAILED <0.250s>",
            "test src/lib.rs - f (line 3) ... ok",
            "failures:",
            "---- c stdout ----",
            "no c",
            "failures:",
            "    c",
            "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 7 filtered out; \
             finished in 1.03s",
        ] {
            report.read(line);
        }
        assert_eq!(report.failed, ["c"]);
        assert_eq!(report.unfinished, 0);
        assert_eq!(report.failures, ["---- c stdout ----", "no c", "    c"]);
        assert_eq!(report.filtered, 7);
        assert_eq!(report.result(), "2 tests, 1 failed");
        report.slow = std::mem::take(&mut report.failed);
        let passed = "2 tests passed; 1 depends on the speed of this machine: c";
        assert_eq!(report.result(), passed);
        let times = report.times;
        assert_eq!(times, [(1_034, "a::b".to_owned()), (250, "c".to_owned())]);
    }
}
