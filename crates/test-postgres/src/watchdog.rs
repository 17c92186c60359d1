//! The small shell that stops a cluster and clears its folder once the process that started it is
//! gone.

use std::{
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Stdio},
};

use crate::{Error, owner::Owner};

/// Blocks on its standard input, of which we hold the other end: that closes however we end, by
/// SIGKILL too. `$1` is the cluster's folder, `$2` the signal that stops the server, `$3` whether
/// the folder stays.
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

/// The running shell; dropping it makes it do its work and waits for that.
#[derive(Debug)]
pub(crate) struct Watchdog(Child);

impl Watchdog {
    /// Watches over the cluster in `folder`, which is kept (and its server stopped in good order)
    /// or removed.
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
            // Out of our process group, so that Ctrl-C at a terminal leaves it alive to do its
            // work.
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
        // Waiting closes its standard input first. Nothing is left to do about a failure.
        let _ = self.0.wait();
    }
}
