use nix::unistd::mkfifo;

use super::*;

#[test]
fn a_pipe_in_a_backup_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("wayfare.db");
    mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let refused = FileRecord::of(&pipe).unwrap_err();
    assert_eq!(refused.to_string(), "it is no regular file");
    assert!(copy(&pipe, &folder.path().join("copy")).is_err());
    assert!(open(folder.path()).is_err());
    let file = folder.path().join("file");
    fs::write(&file, "ab").unwrap();
    assert_eq!(FileRecord::of(&file).unwrap().bytes, 2);
}
