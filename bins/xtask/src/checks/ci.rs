//! `cargo xtask ci`: everything that must hold before a change lands, in parts.

use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;

use crate::checks::e2e::Checks;
use crate::checks::{lint, package, proxied};
use crate::{cargo, install, test};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The parts, in this order; all of them by default.
    parts: Vec<Part>,
    /// Leave out a part; may be given more than once.
    #[arg(long, value_name = "PART")]
    except: Vec<Part>,
    /// Install no system package: a missing one is an error.
    #[arg(long)]
    no_install: bool,
}

/// What is checked together. Each part installs what it needs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The tests of `cargo xtask test`; PostgreSQL is required.
    Test,
    /// Formatting, clippy, documentation, features, lengths, layers and dependencies; the tools'
    /// tests.
    Lint,
    /// The served OpenAPI documents: a validator, a fuzzer of the described routes. Mails, by a
    /// mail server.
    E2e,
    /// Other projects' readers of exported files and of a calendar feed.
    Files,
    /// Generated clients in six languages.
    Clients,
    /// The type check of the pages' script, and the pages in a browser.
    Pages,
    /// The tests of routes behind nginx that compresses.
    Proxies,
    /// The program, the documentation's commands, operations: back-ups, rotation, proxies, alerts,
    /// upgrades.
    Operations,
    /// Kills, outages, full disks, a standby.
    Faults,
    /// TLS to PostgreSQL.
    Tls,
    /// The examples against the packed crates.
    Package,
    /// The cost of hostile input.
    Cost,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.no_install {
        install::forbid();
    }
    let parts = if args.parts.is_empty() {
        Part::value_variants()
    } else {
        &args.parts
    };
    let mut lines = Vec::new();
    let mut passed = true;
    for part in parts.iter().filter(|part| !args.except.contains(part)) {
        let start = Instant::now();
        let value = part.to_possible_value();
        let name = value.as_ref().map_or("", |value| value.get_name());
        eprintln!("\n==> part {name}");
        // A part that can't be run does not keep the others from running.
        let has_passed = part.passes().unwrap_or_else(|error| {
            eprintln!("error: {name}: {error:#}");
            cargo::note_failure(name, &format!("{error:#}"));
            false
        });
        let outcome = if has_passed { "passed" } else { "FAILED" };
        let seconds = start.elapsed().as_secs();
        lines.push(format!("{name:>10}  {outcome}  {seconds:>5} s"));
        passed &= has_passed;
    }
    cargo::print_slowest_steps();
    cargo::print_failures();
    println!("\nParts:\n{}", lines.join("\n"));
    Ok(cargo::exit_code(passed))
}

impl Part {
    fn passes(self) -> anyhow::Result<bool> {
        match self {
            Self::Test => test::passes(&test::Args::required()),
            Self::Lint => lint::passes(),
            Self::E2e => Checks::of_documents()?.check_documents(),
            Self::Files => Checks::of_files()?.read_files(),
            Self::Clients => Checks::of_clients()?.call_by_clients(),
            Self::Pages => Checks::of_pages()?.browse_all(),
            Self::Proxies => {
                install::ensure(&[install::PROXIES])?;
                proxied::passes()
            }
            Self::Operations => {
                install::ensure(&[
                    install::CURL,
                    install::SQLITE,
                    install::PROXIES,
                    install::PROMTOOL,
                    install::AMTOOL,
                    install::NAMESPACES,
                ])?;
                let threads = test::threads();
                on_postgres(&["--test", "binary", "--test", "operations", "--", &threads])
            }
            Self::Faults => on_postgres(&["--test", "faults", "--", &test::threads()]),
            Self::Tls => {
                install::ensure(&[install::OPENSSL])?;
                on_postgres(&["--features", "wayfare-storage/tls", "--test", "tls"])
            }
            Self::Package => {
                install::ensure_postgres()?;
                package::passes()
            }
            Self::Cost => costs_pass(),
        }
    }
}

/// Runs the tests of cost; returns whether they passed. They measure their process, so each of two
/// processes runs one at a time.
fn costs_pass() -> anyhow::Result<bool> {
    let halves: [&[&str]; 2] = [&["trips"], &["--skip", "trips"]];
    cargo::all_pass(halves, |filter| {
        let args = ["--test", "cost", "--", "--test-threads=1"];
        on_postgres(&[&args, filter].concat())
    })
}

/// Runs tests against one PostgreSQL; returns whether they passed.
fn on_postgres(args: &[&str]) -> anyhow::Result<bool> {
    install::ensure_postgres()?;
    let server = test::Postgres::start()?;
    let mut command = cargo::command(cargo::TEST);
    server.pass_to(command.arg("--no-fail-fast").args(args));
    test::all_pass(&cargo::shown(&command), &mut command)
}
