//! `cargo xtask openapi`: records the examples from a running service, and writes the documents
//! under `docs/openapi`.

use std::fs;
use std::process::ExitCode;

use anyhow::ensure;

use crate::cargo;

/// The environment variable that makes the test of the examples record them.
const RECORD: &str = "WAYFARE_RECORD_EXAMPLES";
const DOCUMENTS: [&str; 3] = ["a", "b", "all"];

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut examples = cargo::command([
        "test",
        "--locked",
        "--quiet",
        "--package",
        "wayfare-testkit",
        "--test",
        "openapi",
        "examples",
    ]);
    ensure!(
        cargo::passes(examples.env(RECORD, "1"))?,
        "the examples can't be recorded"
    );
    let folder = cargo::workspace()?.join("docs/openapi");
    fs::create_dir_all(&folder)?;
    for document in DOCUMENTS {
        let text = cargo::output([
            "run",
            "--locked",
            "--quiet",
            "--package",
            "wayfare-server",
            "--",
            "openapi",
            document,
        ])?;
        fs::write(folder.join(document).with_extension("json"), text)?;
    }
    println!("docs/openapi is current");
    Ok(ExitCode::SUCCESS)
}
