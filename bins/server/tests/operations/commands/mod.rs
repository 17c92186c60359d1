//! Commands of the binary.

mod backup;
mod copying;
mod rates;

use std::path::Path;
use std::process::{Command, Output};

/// Runs a command of the binary in a folder with these environment variables, and none of the
/// tests'.
pub(crate) fn run(folder: &Path, settings: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfare"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

/// Asserts that a command has succeeded; returns what it printed.
#[track_caller]
pub(crate) fn succeeded(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Asserts that a command has failed with this code and one line, which it returns.
#[track_caller]
pub(crate) fn failed(output: &Output, code: i32) -> String {
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}
