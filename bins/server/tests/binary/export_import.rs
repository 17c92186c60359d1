//! `wayfare export` and `wayfare import`: operators move trips between services.

use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use tempfile::TempDir;

use crate::served::wayfare;

const GPX: &str = "<gpx version=\"1.1\" creator=\"x\"><metadata><name>Tour</name></metadata>\
    <wpt lat=\"38.7\" lon=\"-9.1\"><name>Home</name></wpt>\
    <rte><rtept lat=\"38.8\" lon=\"-9.2\"><name>A</name></rtept></rte></gpx>";

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut process = wayfare(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = process.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    process.wait_with_output().unwrap()
}

fn ok(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = run(folder, arguments, input);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn trips_leave_as_archives_and_come_back() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let password = "a password of some length";
    ok(folder, &["migrate"], "");
    for name in ["ada", "ben"] {
        ok(folder, &["users", "create", name], password);
    }
    std::fs::write(folder.join("tour.gpx"), GPX).unwrap();
    let printed = ok(folder, &["import", "tour.gpx", "--user", "ADA"], "");
    assert!(
        printed.contains("1 items, 2 places and 0 pictures"),
        "{printed}"
    );
    ok(folder, &["export", "--user", "ada", "--out", "out/of"], "");
    let archives: Vec<_> = std::fs::read_dir(folder.join("out/of")).unwrap().collect();
    assert_eq!(archives.len(), 1);
    let archive = archives.into_iter().next().unwrap().unwrap().path();
    // A link in the place of an archive goes, and what it leads to stays.
    std::fs::remove_file(&archive).unwrap();
    std::os::unix::fs::symlink(folder.join("tour.gpx"), &archive).unwrap();
    ok(folder, &["export", "--user", "ada", "--out", "out/of"], "");
    let kept = std::fs::read_to_string(folder.join("tour.gpx")).unwrap();
    assert!(kept == GPX && !archive.is_symlink());
    let archive = archive.to_str().unwrap();
    assert!(archive.ends_with(".zip"), "{archive}");
    let printed = ok(folder, &["import", archive, "--user", "ben"], "");
    assert!(
        printed.contains("1 items, 2 places and 0 pictures"),
        "{printed}"
    );
    std::fs::write(folder.join("x"), "no trip").unwrap();
    for (arguments, why) in [
        (["import", "x", "--user", "ada"], "must be an archive"),
        (
            ["import", "tour.gpx", "--user", "nobody"],
            "no account nobody",
        ),
        (["import", "missing", "--user", "ada"], "can't read missing"),
    ] {
        let output = run(folder, &arguments, "");
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(line.contains(why), "{line}");
    }
    let usage = run(folder, &["export", "--user", "ada"], "");
    assert_eq!(usage.status.code(), Some(2), "{usage:?}");
}
