//! `cargo xtask citus`: distributes a new database by the statements of the documentation.

use std::fs;
use std::io::Write as _;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, ensure};
use wayfare_test_postgres::Cluster;

use crate::{cargo, install};

/// The documentation, and the section with the statements.
const DOCUMENT: &str = "docs/operations/databases.md";
const SECTION: &str = "#### Citus\n";
const IS_INSTALLED: &str = "SELECT count(*) FROM pg_available_extensions WHERE name = 'citus'";
/// In place of the extension, so that the statements meet the present schema without it.
const STAND_INS: &str = "
    CREATE TABLE pg_dist_partition (logicalrelid regclass);
    CREATE FUNCTION create_reference_table(regclass) RETURNS void LANGUAGE sql
        AS 'INSERT INTO pg_dist_partition VALUES ($1)';
    CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text DEFAULT '')
        RETURNS void LANGUAGE sql AS 'INSERT INTO pg_dist_partition VALUES ($1)'";
/// The tables that are not distributed.
const LEFT_OUT: &str = "SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    AND relname NOT IN ('__diesel_schema_migrations', 'pg_dist_partition')
    AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)";

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    install::ensure_postgres()?;
    let mut cluster = Cluster::start_durable()?;
    let is_installed = execute(&cluster, "postgres", IS_INSTALLED)? == "1";
    if is_installed {
        let preload = "ALTER SYSTEM SET shared_preload_libraries = 'citus'";
        execute(&cluster, "postgres", preload)?;
        cluster.stop_immediate()?;
        cluster.start_again()?;
    }
    execute(&cluster, "postgres", "CREATE DATABASE wayfare")?;
    let (extension, outcome) = if is_installed {
        ("CREATE EXTENSION citus", "Citus has distributed all tables")
    } else {
        let outcome = "Citus is not installed: its statements fit the schema, but were not run";
        (STAND_INS, outcome)
    };
    execute(&cluster, "wayfare", extension)?;
    let mut migrate = cargo::command(["run", "--locked", "--package", "wayfare", "migrate"]);
    migrate.env("WAYFARE_DATABASE_URL", url(&cluster, "wayfare"));
    ensure!(cargo::passes(&mut migrate)?, "no migration");
    let document = fs::read_to_string(cargo::workspace()?.join(DOCUMENT))?;
    let section = document.split_once(SECTION).map(|(_, section)| section);
    let block = section.and_then(|section| section.split("```").nth(1)?.strip_prefix("sql"));
    execute(&cluster, "wayfare", block.context("no statements")?)?;
    let left_out = execute(&cluster, "wayfare", LEFT_OUT)?;
    ensure!(left_out.is_empty(), "{DOCUMENT} leaves out: {left_out}");
    println!("{outcome}");
    Ok(ExitCode::SUCCESS)
}

/// The URL of a database.
fn url(cluster: &Cluster, database: &str) -> String {
    cluster.url().trim_end_matches("postgres").to_owned() + database
}

/// Runs statements in a database, one after the other, and returns what they select.
fn execute(cluster: &Cluster, database: &str, statements: &str) -> anyhow::Result<String> {
    let mut psql = Command::new(cluster.programs().join("psql"))
        .args(["-XqAt", "-v", "ON_ERROR_STOP=1"])
        .arg(url(cluster, database))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("starting psql")?;
    let mut input = psql.stdin.take().context("no input")?;
    input.write_all(statements.as_bytes())?;
    drop(input);
    let output = psql.wait_with_output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{database}: {errors}");
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
