//! `cargo xtask test`: runs all tests against one PostgreSQL.

use std::process::{Command, ExitCode};
use std::thread;

use wayfare_test_postgres::{Cluster, URL_VARIABLE, url_in_environment};

use crate::{cargo, e2e, fuzz, install, package, proxied};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only tests whose names contain one of these (documentation tests are left out then).
    filters: Vec<String>,
    /// Test only this package; may be given more than once.
    #[arg(short, long = "package", value_name = "NAME")]
    packages: Vec<String>,
    /// Use `cargo test` even if cargo-nextest is installed.
    #[arg(long)]
    no_nextest: bool,
    /// Install no system package: a missing one is an error.
    #[arg(long)]
    no_install: bool,
    /// Run only the tests of routes behind nginx that compresses.
    #[arg(long)]
    behind_nginx: bool,
    /// Further arguments for `cargo nextest run` or `cargo test`.
    #[arg(last = true, value_name = "RUNNER ARGS")]
    runner: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.no_install {
        install::forbid();
    }
    if args.behind_nginx {
        install::ensure_proxies()?;
        return Ok(if proxied::passes(&args.filters)? {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        });
    }
    // Lives until the tests have ended.
    let (url, _cluster) = server()?;
    if args.packages.is_empty() || args.packages.iter().any(|package| package == "wayfare") {
        // Its tests run the documented backup commands, the samples of proxies, and the alerts.
        install::ensure_sqlite()?;
        install::ensure_proxies()?;
        install::ensure_promtool()?;
    }
    let nextest = !args.no_nextest && cargo::has("nextest");
    // The others come first, so that the main run's summary is printed last.
    let mut failed = Vec::new();
    if args.filters.is_empty() && args.packages.is_empty() {
        if nextest {
            // Nextest does not run documentation tests.
            let mut command =
                cargo::command(["test", "--doc", "--workspace", "--locked", "--quiet"]);
            if !cargo::passes(command.env(URL_VARIABLE, &url))? {
                failed.push("documentation tests");
            }
        }
        if !tls_passes()? {
            failed.push("tests of TLS to PostgreSQL");
        }
        if !package::passes()? {
            failed.push("the examples against the packages");
        }
        if !e2e::passes()? {
            failed.push("checks of the served interface");
        }
        if !proxied::passes(&[])? {
            failed.push("tests of routes behind nginx");
        }
        if !fuzz::passes()? {
            failed.push("a short round of fuzzing");
        }
    }
    let mut command = if nextest {
        nextest_command(args)
    } else {
        test_command(args)
    };
    let code = cargo::pass_on(command.env(URL_VARIABLE, &url))?;
    if failed.is_empty() {
        return Ok(code);
    }
    eprintln!("\n{} failed (see above)", failed.join(" and "));
    Ok(ExitCode::FAILURE)
}

/// Runs the tests of the feature `tls`, which is off by default; returns whether they passed.
fn tls_passes() -> anyhow::Result<bool> {
    install::ensure_openssl()?;
    let args = [
        "test",
        "--package",
        "wayfare-storage",
        "--features",
        "tls",
        "--test",
        "tls",
        "--locked",
        "--quiet",
    ];
    cargo::passes(&mut cargo::command(args))
}

/// The URL of the server in the environment, else of a new one with its handle.
fn server() -> anyhow::Result<(String, Option<Cluster>)> {
    if let Some(url) = url_in_environment() {
        return Ok((url, None));
    }
    install::ensure_postgres()?;
    let cluster = Cluster::start()?;
    Ok((cluster.url().to_owned(), Some(cluster)))
}

fn nextest_command(args: &Args) -> Command {
    let mut command = cargo::command(["nextest", "run", "--locked", "--no-fail-fast"]);
    if args.runner.is_empty() {
        // Many tests wait, for a deadline or for a server that was stopped.
        let threads = thread::available_parallelism().map_or(1, usize::from) + 1;
        command.args(["--test-threads", &threads.to_string()]);
    }
    select(&mut command, &args.packages);
    command.args(&args.runner).args(&args.filters);
    command
}

fn test_command(args: &Args) -> Command {
    let mut command = cargo::command(["test", "--locked", "--no-fail-fast"]);
    select(&mut command, &args.packages);
    command.args(&args.runner);
    if !args.filters.is_empty() {
        command.arg("--").args(&args.filters);
    }
    command
}

fn select(command: &mut Command, packages: &[String]) {
    if packages.is_empty() {
        command.arg("--workspace");
    }
    for package in packages {
        command.args(["--package", package]);
    }
}
