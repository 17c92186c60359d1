//! `cargo xtask openapi`: records the examples from a running service, and writes the documents
//! under `docs/openapi`.

use std::process::ExitCode;

use anyhow::ensure;

use crate::cargo;

/// The environment variable that makes the test of the examples record them.
const RECORD: &str = "WAYFARE_RECORD_EXAMPLES";
/// The environment variable that makes the test of the documents write them.
const WRITE: &str = "WAYFARE_WRITE_OPENAPI";

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut examples = cargo::command(cargo::TEST);
    examples.args(["--quiet", "--test", "http", "openapi::examples"]);
    ensure!(
        cargo::passes(examples.env(RECORD, "1"))?,
        "the examples can't be recorded"
    );
    let mut documents = cargo::command(cargo::TEST);
    documents.args(["--quiet", "--lib", "openapi::tests::files_are_current"]);
    ensure!(
        cargo::passes(documents.env(WRITE, "1"))?,
        "the documents can't be written"
    );
    println!("docs/openapi is current");
    Ok(ExitCode::SUCCESS)
}
