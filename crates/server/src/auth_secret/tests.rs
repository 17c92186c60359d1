use std::thread;

use super::*;

#[test]
fn concurrent_starts_agree_on_one_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let starts: Vec<_> = (0..16)
        .map(|_| {
            let path = path.clone();
            thread::spawn(move || load_or_make(&path).unwrap())
        })
        .collect();
    let secrets: Vec<_> = starts
        .into_iter()
        .map(|start| start.join().unwrap())
        .collect();
    assert!(secrets.iter().all(|secret| secret == &secrets[0]));
    assert_eq!(secrets[0].trim().len(), 64);
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no draft is left behind"
    );
}

#[test]
fn makes_the_secret_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let secret = load_or_make(&path).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    assert_eq!(load_or_make(&path).unwrap(), secret);
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "whoever restored it");
}
