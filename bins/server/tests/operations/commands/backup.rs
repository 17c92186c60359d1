//! `wayfare backup` and `wayfare restore`, on both databases.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;
use wayfare_test_postgres::{Database, shared};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Client, Method};

use crate::commands::{failed, run, succeeded};
use crate::process::{Node, spawn};

const SECRET: &str = "one secret before and after, of 32 bytes and more";
const BACKUP: [&str; 3] = ["backup", "--to", "backup"];
const RESTORE: [&str; 3] = ["restore", "--from", "backup"];
const REPLACE: [&str; 4] = ["restore", "--from", "backup", "--replace"];

/// The working folder of a service, with its settings.
struct Site {
    folder: TempDir,
    database: Option<Database>,
}

impl Site {
    fn sqlite() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            database: None,
        }
    }

    fn postgres() -> Self {
        Self {
            database: Some(shared().unwrap().create_database("backup").unwrap()),
            ..Self::sqlite()
        }
    }

    fn settings(&self) -> Vec<(&str, &str)> {
        let database = self.database.as_ref().map(|database| {
            [
                ("WAYFARE_DATABASE_URL", database.url()),
                ("WAYFARE_AUTH_SECRET", SECRET),
            ]
        });
        database.into_iter().flatten().collect()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self) -> Node {
        spawn(self.folder.path(), &self.settings()).ready()
    }

    fn run(&self, arguments: &[&str]) -> std::process::Output {
        run(self.folder.path(), &self.settings(), arguments)
    }
}

/// The data that a backup must contain: a user with a token, a trip and its picture.
struct Sample {
    ada: Traveller,
    trip: String,
    picture: Vec<u8>,
}

impl Sample {
    async fn at(node: &Node) -> Self {
        let ada = sample::sign_up(&node.client, "ada").await;
        let trip = sample::trip(&ada, "Lisbon").await;
        let file = node
            .client
            .request(Method::GET, "/api/v1/user/default/picture")
            .await
            .body;
        ada.a()
            .set_pictures(&trip)
            .file("mainImage", "lisbon.jpg", file)
            .await
            .expect_status(200);
        let picture = ada.b().picture(&trip).await.expect_status(200).body;
        Self { ada, trip, picture }
    }

    /// Asserts that the data is there and the token is valid.
    async fn assert_at(&self, node: &Node) {
        let ada = node.client.with_token(&self.ada.token);
        assert_eq!(ada.b().trip(&self.trip).await.json().name, "Lisbon");
        assert_eq!(
            ada.b().picture(&self.trip).await.expect_status(200).body,
            self.picture
        );
    }
}

/// Creates trips until the server ends, so that the backup runs under writes.
async fn keep_writing(client: Client) {
    let mut number = 0;
    while let Ok(reply) = client
        .b()
        .create(&json!({"name": format!("Trip {number}")}))
        .send()
        .await
    {
        assert_eq!(reply.status, 200);
        number += 1;
    }
}

/// Backs up under writes; restores over what has changed since, and into an empty store.
async fn restores_what_was_backed_up(site: Site, elsewhere: Site) {
    let node = site.start();
    let saved = Sample::at(&node).await;
    let writer = tokio::spawn(keep_writing(saved.ada.client.clone()));
    let printed = tokio::task::block_in_place(|| succeeded(&site.run(&BACKUP)));
    assert!(printed.contains("picture files: 1."), "{printed}");
    saved.ada.b().delete(&saved.trip).await.expect_status(204);
    let line = failed(&site.run(&REPLACE), 1);
    assert!(line.contains("in use"), "{line}");
    node.stop();
    writer.await.unwrap();
    let line = failed(&site.run(&RESTORE), 1);
    assert!(
        line.contains("not empty") && line.contains("--replace"),
        "{line}"
    );
    let node = site.start();
    let ada = node.client.with_token(&saved.ada.token);
    ada.b().trip(&saved.trip).await.expect_status(404);
    let other = ada
        .b()
        .create(&json!({"name": "Porto"}))
        .await
        .expect_status(200);
    let other = other.json().uuid;
    let file = ada
        .request(Method::GET, "/api/v1/user/default/picture")
        .await
        .body;
    let pictures = ada
        .a()
        .set_pictures(&other)
        .file("mainImage", "p.jpg", file);
    pictures.await.expect_status(200);
    node.stop();
    succeeded(&site.run(&REPLACE));
    let kept = fs::read_dir(site.path("data/pictures/pictures"))
        .unwrap()
        .count();
    assert_eq!(kept, 1, "the pictures of what is replaced are gone");
    let node = site.start();
    saved.assert_at(&node).await;
    let ada = node.client.with_token(&saved.ada.token);
    ada.b().trip(&other).await.expect_status(404);
    node.stop();
    // A store that was started and has no account is empty.
    elsewhere.start().stop();
    fs::rename(site.path("backup"), elsewhere.path("backup")).unwrap();
    succeeded(&elsewhere.run(&RESTORE));
    let node = elsewhere.start();
    saved.assert_at(&node).await;
    node.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn restores_sqlite() {
    restores_what_was_backed_up(Site::sqlite(), Site::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restores_postgresql() {
    restores_what_was_backed_up(Site::postgres(), Site::postgres()).await;
}

/// A site with a backup, whose server has stopped.
fn backed_up(site: Site) -> Site {
    site.start().stop();
    succeeded(&site.run(&BACKUP));
    site
}

#[test]
fn needs_a_database_and_an_empty_folder() {
    let site = Site::sqlite();
    failed(&site.run(&BACKUP), 3);
    assert!(!site.path("backup").exists() && !site.path("data").exists());
    let site = backed_up(site);
    let before = fs::read(site.path("backup/manifest.json")).unwrap();
    let line = failed(&site.run(&BACKUP), 1);
    assert!(line.contains("not empty"), "{line}");
    assert_eq!(fs::read(site.path("backup/manifest.json")).unwrap(), before);
    fs::create_dir(site.path("empty")).unwrap();
    succeeded(&site.run(&["backup", "--to", "empty"]));
}

#[test]
fn a_backup_that_fails_leaves_nothing() {
    let site = Site::sqlite();
    site.start().stop();
    fs::remove_file(site.path("data/auth_secret")).unwrap();
    fs::create_dir(site.path("data/auth_secret")).unwrap();
    failed(&site.run(&BACKUP), 1);
    assert!(!site.path("backup").exists());
}

#[test]
fn refuses_a_backup_that_is_not_as_it_was_written() {
    let site = backed_up(Site::sqlite());
    fs::remove_dir_all(site.path("data")).unwrap();
    let file = site.path("backup/wayfare.db");
    let whole = fs::read(&file).unwrap();
    let mut changed = whole.clone();
    changed[100] ^= 1;
    fs::write(&file, changed).unwrap();
    failed(&site.run(&RESTORE), 1);
    fs::remove_file(&file).unwrap();
    failed(&site.run(&RESTORE), 1);
    fs::write(&file, whole).unwrap();
    let manifest = site.path("backup/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("auth_secret", "../auth_secret")).unwrap();
    failed(&site.run(&RESTORE), 1);
    fs::remove_file(&manifest).unwrap();
    let line = failed(&site.run(&RESTORE), 1);
    assert!(line.contains("no whole backup"), "{line}");
    assert!(
        !site.path("data").exists(),
        "nothing is written before all is checked"
    );
    fs::write(&manifest, text).unwrap();
    succeeded(&site.run(&RESTORE));
}

#[test]
fn replaces_a_damaged_database() {
    let site = backed_up(Site::sqlite());
    fs::write(site.path("data/wayfare.db"), "not a database").unwrap();
    let line = failed(&site.run(&RESTORE), 2);
    assert!(line.contains("--replace"), "{line}");
    succeeded(&site.run(&REPLACE));
    site.start().stop();
}

#[test]
fn refuses_a_backup_of_another_kind_of_database() {
    let (sqlite, postgres) = (backed_up(Site::sqlite()), backed_up(Site::postgres()));
    for (site, other) in [(&sqlite, &postgres), (&postgres, &sqlite)] {
        let backup = other.path("backup");
        let line = failed(
            &site.run(&["restore", "--from", backup.to_str().unwrap()]),
            1,
        );
        assert!(line.contains("wayfare database copy"), "{line}");
    }
}

#[test]
fn leaves_the_pictures_of_a_bucket_and_the_secret_of_the_settings() {
    let site = Site::sqlite();
    let settings = [
        ("WAYFARE_PICTURES_URL", "s3://bucket/live"),
        ("WAYFARE_AUTH_SECRET", SECRET),
    ];
    succeeded(&run(site.folder.path(), &[], &["migrate"]));
    let printed = succeeded(&run(site.folder.path(), &settings, &BACKUP));
    assert!(printed.contains("s3://bucket/live are left"), "{printed}");
    assert!(
        printed.contains("auth secret is in the settings"),
        "{printed}"
    );
    assert!(!site.path("backup/auth_secret").exists() && !site.path("backup/pictures").exists());
}

/// All below a folder, with owner and mode.
fn entries(folder: &Path) -> Vec<(PathBuf, u32, u32)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::metadata(&path).unwrap();
        found.push((
            path.clone(),
            metadata.uid(),
            metadata.permissions().mode() & 0o777,
        ));
        if metadata.is_dir() {
            found.extend(entries(&path));
        }
    }
    found
}

/// What root backs up and restores belongs to the owner of the folder: else the service could not
/// open it.
#[tokio::test(flavor = "multi_thread")]
async fn files_belong_to_the_owner_of_the_folder() {
    const OWNER: u32 = 61_234;

    let site = Site::sqlite();
    let node = site.start();
    Sample::at(&node).await;
    node.stop();
    let (backups, home) = (site.path("backups"), TempDir::new().unwrap());
    fs::create_dir(&backups).unwrap();
    let is_root = fs::metadata(&backups).unwrap().uid() == 0;
    let owner = if is_root {
        OWNER
    } else {
        fs::metadata(&backups).unwrap().uid()
    };
    if is_root {
        chown(&backups, Some(owner), Some(owner)).unwrap();
        chown(home.path(), Some(owner), Some(owner)).unwrap();
    }
    succeeded(&site.run(&["backup", "--to", "backups/today"]));
    let backup = backups.join("today");
    succeeded(&run(
        home.path(),
        &[],
        &["restore", "--from", backup.to_str().unwrap()],
    ));
    for folder in [&backups, home.path()] {
        let found = entries(folder);
        assert!(found.len() > 5, "{found:?}");
        for (path, uid, mode) in found {
            assert_eq!(uid, owner, "{}", path.display());
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, expected, "{}", path.display());
        }
    }
}
