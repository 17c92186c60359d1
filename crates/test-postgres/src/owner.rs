//! The account that a cluster runs as: our own, or an unprivileged one where we are root.

use std::{
    os::unix::{fs::chown, process::CommandExt},
    path::Path,
    process::Command,
};

use nix::unistd::{Uid, User};

use crate::Error;

/// PostgreSQL refuses to run as root; these accounts have no rights worth minding.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

/// Who owns the cluster's files and processes; `None` for ourselves.
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

    /// Hands a folder to the account.
    pub(crate) fn give(self, folder: &Path) -> Result<(), Error> {
        let Some((uid, gid)) = self.0 else {
            return Ok(());
        };
        chown(folder, Some(uid), Some(gid))
            .map_err(Error::io(format!("giving away {}", folder.display())))
    }

    /// A command that runs as the account, in the given folder (the caller's may be closed to it),
    /// untranslated and untouched by the caller's own PostgreSQL settings.
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
