//! A server that is killed in the middle of an upload leaves nothing of it behind.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use url::Url;
use wayfare_testkit::sample;

use crate::process::spawn;

/// How many files without a name a process has open in a folder.
fn nameless(pid: u32, folder: &Path) -> usize {
    let files = fs::read_dir(format!("/proc/{pid}/fd")).unwrap().flatten();
    let targets = files.filter_map(|file| fs::read_link(file.path()).ok());
    targets
        .filter(|target| {
            target.starts_with(folder) && target.to_string_lossy().ends_with(" (deleted)")
        })
        .count()
}

#[tokio::test]
async fn killed_in_the_middle_of_an_upload() {
    let (folder, temporary) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let node = spawn(
        folder.path(),
        &[("TMPDIR", temporary.path().to_str().unwrap())],
    )
    .ready();
    let ada = sample::sign_up(&node.client, "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    let log = node.log();
    let (_, address) = log.split_once("listening on http://").unwrap();
    let address = Url::parse(&format!(
        "http://{}",
        address.split_whitespace().next().unwrap()
    ))
    .unwrap();
    let mut upload = TcpStream::connect(address.socket_addrs(|| None).unwrap()[0]).unwrap();
    let head = format!(
        "PUT /api/v1/trips/{trip}/picture HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\
         Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n\
         --x\r\nContent-Disposition: form-data; name=\"mainImage\"; filename=\"a.jpg\"\r\n\r\n",
        ada.token
    );
    upload.write_all(head.as_bytes()).unwrap();
    upload.write_all(&[0xff; 300_000]).unwrap();
    let deadline = Instant::now() + Duration::from_secs(5);
    while nameless(node.pid(), temporary.path()) == 0 {
        assert!(
            Instant::now() < deadline,
            "the upload does not begin: {}",
            node.log()
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    node.kill();
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
}
