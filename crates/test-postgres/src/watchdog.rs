//! A shell process that stops a cluster and removes its folder after the end of the process that
//! started it.

use std::{
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Stdio},
};

use crate::{Error, owner::Owner};

/// Blocks on its standard input, whose other end this process holds: it closes however the process
/// ends, even by SIGKILL. `$1` is the cluster's folder, `$2` the signal that stops the server, `$3`
/// is `keep` if the folder remains.
const SCRIPT: &str = r#"
read -r _
lock="$1/data/postmaster.pid"
pid=$(head -n 1 "$lock" 2>/dev/null) && kill -s "$2" "$pid" 2>/dev/null
tries=0
while [ -e "$lock" ] && kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
done
[ "$3" = keep ] || rm -rf "$1"
"#;

/// The running shell. Dropping it lets the shell clean up and waits for its end.
#[derive(Debug)]
pub(crate) struct Watchdog(Child);

impl Watchdog {
    /// Watches the cluster in `folder`. With `keep` the folder remains and the server gets a fast
    /// shutdown.
    pub(crate) fn start(owner: Owner, folder: &Path, keep: bool) -> Result<Self, Error> {
        let (signal, fate) = if keep {
            ("INT", "keep")
        } else {
            ("QUIT", "remove")
        };
        owner
            .command("sh", Path::new("/"))
            .args(["-c", SCRIPT, "watchdog"])
            .arg(folder)
            .args([signal, fate])
            // A separate process group, so that Ctrl-C at a terminal does not end it.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map(Self)
            .map_err(Error::io("starting sh"))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // Waiting closes its standard input first. An error can't be handled here.
        let _ = self.0.wait();
    }
}
