//! `promtool` and `amtool` accept the metrics, the alert rules and the samples of configurations.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use wayfare_testkit::{Method, sample};

use crate::process;

fn documents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations")
}

fn promtool(arguments: &[&str], input: &[u8]) -> Output {
    let mut tool = Command::new("promtool")
        .args(arguments)
        .current_dir(documents())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("promtool is missing: cargo xtask ci operations installs it");
    tool.stdin.take().unwrap().write_all(input).unwrap();
    tool.wait_with_output().unwrap()
}

fn assert_accepted(output: &Output) {
    assert!(output.status.success(), "{output:?}");
}

#[tokio::test]
async fn promtool_accepts_the_metrics() {
    let folder = TempDir::new().unwrap();
    let node = process::spawn(folder.path(), &[]).ready();
    let ada = sample::sign_up(&node.client, "ada").await;
    sample::trip(&ada, "Lisbon").await;
    let metrics = node.client.request(Method::GET, "/metrics").await;
    let text = metrics.expect_status(200).body;
    let output = promtool(&["check", "metrics"], &text);
    assert_accepted(&output);
    assert!(output.stderr.is_empty(), "{output:?}");
    // The alert rules name metrics that exist.
    let text = String::from_utf8(text).unwrap();
    let rules = fs::read_to_string(documents().join("alerts.yaml")).unwrap();
    let words = rules.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let named: Vec<&str> = words
        .filter(|word| word.starts_with("wayfare_") || word.starts_with("process_"))
        .collect();
    assert!(named.len() > 8, "{named:?}");
    for name in named {
        let described = format!("# TYPE {name} ");
        assert!(text.contains(&described), "{name} is no metric: {text}");
    }
}

#[test]
fn promtool_accepts_the_alert_rules_and_their_tests() {
    assert_accepted(&promtool(&["check", "rules", "alerts.yaml"], b""));
    assert_accepted(&promtool(&["test", "rules", "alerts_test.yaml"], b""));
    assert_accepted(&promtool(&["check", "config", "prometheus.yaml"], b""));
    let mut amtool = Command::new("amtool");
    let output = amtool
        .args(["check-config", "alertmanager.yaml"])
        .current_dir(documents())
        .output();
    assert_accepted(&output.expect("amtool is missing: cargo xtask ci operations installs it"));
}
