//! A server that is killed during an upload leaves no temporary file.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use url::Url;
use wayfare_testkit::sample;

use crate::process::spawn;

/// The number of unlinked files of a folder that a process has open.
fn unlinked_files(pid: u32, folder: &Path) -> usize {
    let files = fs::read_dir(format!("/proc/{pid}/fd")).unwrap().flatten();
    let targets = files.filter_map(|file| fs::read_link(file.path()).ok());
    targets
        .filter(|target| {
            target.starts_with(folder) && target.to_string_lossy().ends_with(" (deleted)")
        })
        .count()
}

#[tokio::test]
async fn leaves_no_temporary_file_when_killed_during_an_upload() {
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
    while unlinked_files(node.pid(), temporary.path()) == 0 {
        assert!(
            Instant::now() < deadline,
            "the upload has not begun: {}",
            node.log()
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    node.kill();
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
}
