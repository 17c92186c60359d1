//! The account that runs a cluster: the current one, or an unprivileged one instead of root.

use std::{
    os::unix::{fs::chown, process::CommandExt},
    path::Path,
    process::Command,
};

use nix::unistd::{Uid, User};

use crate::Error;

/// Accounts to run the server as, since PostgreSQL refuses to run as root.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

/// The owner of the cluster's files and processes; `None` for the current account.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owner(Option<(u32, u32)>);

impl Owner {
    pub(crate) fn choose() -> Result<Self, Error> {
        if !Uid::effective().is_root() {
            return Ok(Self(None));
        }
        UNPRIVILEGED
            .iter()
            .find_map(|name| User::from_name(name).ok().flatten())
            .map(|user| Self(Some((user.uid.as_raw(), user.gid.as_raw()))))
            .ok_or(Error::NoAccount)
    }

    /// Gives the account ownership of a path.
    pub(crate) fn give(self, folder: &Path) -> Result<(), Error> {
        let Some((uid, gid)) = self.0 else {
            return Ok(());
        };
        chown(folder, Some(uid), Some(gid)).map_err(Error::io(format!(
            "changing the owner of {}",
            folder.display()
        )))
    }

    /// Creates a command that runs as the account, in `folder` (the account may lack access to the
    /// current one), in the C locale and without the caller's `PG…` variables.
    pub(crate) fn command(self, program: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder).env("LC_ALL", "C");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PG") {
                command.env_remove(name);
            }
        }
        if let Some((uid, gid)) = self.0 {
            command.uid(uid).gid(gid);
        }
        command
    }
}
