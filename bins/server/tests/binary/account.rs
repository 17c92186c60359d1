//! `wayfare export-account`: an account as a file.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use crate::served::wayfare;
use crate::users::run;

fn output(folder: &Path, arguments: &[&str], input: &str) -> (i32, String) {
    let output = run(wayfare(folder, arguments), input);
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

#[test]
fn an_account_is_written_to_a_new_file_of_its_owner_alone() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    assert_eq!(output(folder, &["migrate"], "").0, 0);
    let create = ["users", "create", "ada", "--email", "ada@example.org"];
    assert_eq!(output(folder, &create, "a password of some length").0, 0);
    let (code, text) = output(folder, &["export-account", "ADA", "--to", "ada.zip"], "");
    assert_eq!(code, 0, "{text}");
    let file = folder.join("ada.zip");
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let mut archive = zip::ZipArchive::new(File::open(&file).unwrap()).unwrap();
    let account = std::io::read_to_string(archive.by_name("account.json").unwrap()).unwrap();
    assert!(
        account.contains("ada@example.org") && !account.contains("argon2"),
        "{account}"
    );

    let before = fs::read(&file).unwrap();
    let (code, text) = output(folder, &["export-account", "ada", "--to", "ada.zip"], "");
    assert!(code == 1 && text.contains("can't create ada.zip"), "{text}");
    assert_eq!(fs::read(&file).unwrap(), before);
    let (code, text) = output(folder, &["export-account", "bob", "--to", "bob.zip"], "");
    assert!(
        code == 1 && text.contains("there is no account bob"),
        "{text}"
    );
    assert!(!folder.join("bob.zip").exists());
}

#[test]
fn accounts_are_listed_where_there_is_a_database_alone() {
    let folder = TempDir::new().unwrap();
    let (code, text) = output(folder.path(), &["users", "list"], "");
    assert!(code == 3 && text.contains("WAYFARE_DATABASE_URL"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
