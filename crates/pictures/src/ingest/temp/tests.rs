use std::io::Read;
use std::path::Path;

use super::*;

const ONE: Client = Client::new(1);
const OTHER: Client = Client::new(2);

fn files_in(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[tokio::test]
async fn chunks_become_a_file_without_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let space = TempSpace::new(folder.path(), 10, 100);
    let mut receiving = space.create(ONE).await.unwrap();
    receiving.write(b"hello").await.unwrap();
    receiving.write(b"there").await.unwrap();
    let file = receiving.finish().await.unwrap();
    for _ in 0..2 {
        let mut content = Vec::new();
        file.open().unwrap().read_to_end(&mut content).unwrap();
        assert_eq!(content, b"hellothere");
    }
    assert_eq!(file.size(), 10);
    assert_eq!(
        files_in(folder.path()),
        0,
        "nothing remains if the process is killed"
    );
}

#[tokio::test]
async fn rejects_a_byte_beyond_the_limit_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let space = TempSpace::new(folder.path(), 10, 100);
    let mut receiving = space.create(ONE).await.unwrap();
    receiving.write(&[0; 10]).await.unwrap();
    let error = receiving.write(&[0]).await.unwrap_err();
    assert!(matches!(error, ReceiveError::TooManyBytes { limit: 10 }));
    drop(receiving);
    assert_eq!(files_in(folder.path()), 0);
}

#[tokio::test]
async fn a_zip_file_may_have_another_limit() {
    let folder = tempfile::tempdir().unwrap();
    let space = TempSpace::new(folder.path(), 10, 100);
    for (begin, limit) in [(b"PK\x03\x04", 20), (b"PK\x03\x05", 10)] {
        let file = space.create(ONE).await.unwrap();
        let mut receiving = file.with_archive_limit(20);
        // In chunks of any size.
        for byte in begin {
            receiving.write(&[*byte]).await.unwrap();
        }
        receiving.write(&[0; 6]).await.unwrap();
        let more = receiving.write(&[0; 10]).await;
        assert_eq!(more.is_ok(), limit == 20);
        let error = receiving.write(&[0; 11]).await.unwrap_err();
        let refused = matches!(error, ReceiveError::TooManyBytes { limit: most } if most == limit);
        assert!(refused, "{error:?}");
    }
}

#[tokio::test]
async fn files_share_the_total_limit() {
    let folder = tempfile::tempdir().unwrap();
    let space = TempSpace::new(folder.path(), 10, 20);
    let mut first = space.create(ONE).await.unwrap();
    first.write(&[0; 10]).await.unwrap();
    let first = first.finish().await.unwrap();
    let mut second = space.clone().create(OTHER).await.unwrap();
    let mut of_same = space.create(ONE).await.unwrap();
    let refused = of_same.write(&[0]).await;
    assert!(matches!(
        refused,
        Err(ReceiveError::NoRoom(Exceeded::Client))
    ));
    second.write(&[0; 10]).await.unwrap();
    let mut third = space.create(Client::new(3)).await.unwrap();
    let refused = third.write(&[0]).await;
    assert!(matches!(
        refused,
        Err(ReceiveError::NoRoom(Exceeded::Total))
    ));
    drop(first);
    third.write(&[0; 5]).await.unwrap();
}

#[tokio::test]
async fn a_missing_folder_is_an_error() {
    let space = TempSpace::new("/nowhere/at/all", 10, 15);
    assert!(matches!(space.create(ONE).await, Err(ReceiveError::Io(_))));
}
