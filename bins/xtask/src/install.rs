//! Installing the PostgreSQL server by the system's package manager where there is none.

use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use nix::unistd::Uid;
use wayfare_test_postgres::{Binaries, Error};

/// A package manager and the shell commands by which it installs the server.
struct Manager {
    program: &'static str,
    script: &'static str,
    as_root: bool,
}

/// Debian's package would start a cluster of its own; its setting against that is put back afterwards.
const APT: &str = "
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends postgresql-common
settings=/etc/postgresql-common/createcluster.conf
cp -p $settings $settings.before
trap 'mv $settings.before $settings' EXIT
sed -i -E 's/^#? *create_main_cluster.*/create_main_cluster = false/' $settings
apt-get install -y -qq --no-install-recommends postgresql
";

const MANAGERS: [Manager; 6] = [
    Manager { program: "apt-get", script: APT, as_root: true },
    Manager { program: "dnf", script: "dnf install -y -q postgresql-server", as_root: true },
    Manager { program: "apk", script: "apk add --quiet postgresql", as_root: true },
    Manager { program: "pacman", script: "pacman -S --noconfirm --needed postgresql", as_root: true },
    Manager { program: "zypper", script: "zypper --non-interactive --quiet install postgresql-server", as_root: true },
    Manager { program: "brew", script: "brew install --quiet postgresql@17", as_root: false },
];

/// Makes sure that the server's programs are on this machine.
///
/// # Errors
/// Where they have to be installed and can't be, and where `PG_BIN` is wrong.
pub(crate) fn ensure_postgres() -> anyhow::Result<()> {
    match Binaries::find() {
        Ok(_) => return Ok(()),
        Err(Error::NoServer) => {}
        Err(error) => return Err(error.into()),
    }
    let manager = MANAGERS
        .iter()
        .find(|manager| on_path(manager.program))
        .context("no PostgreSQL server here, and no package manager known to install one: please install it")?;
    eprintln!("==> no PostgreSQL server here: installing it with {}", manager.program);
    let status =
        shell(manager)?.stdin(Stdio::null()).stdout(Stdio::null()).status().context("starting the package manager")?;
    ensure!(status.success(), "{} could not install PostgreSQL: please install its server", manager.program);
    Binaries::find()?;
    Ok(())
}

fn shell(manager: &Manager) -> anyhow::Result<Command> {
    let mut command = if !manager.as_root || Uid::effective().is_root() {
        Command::new("sh")
    } else if on_path("sudo") {
        let mut sudo = Command::new("sudo");
        sudo.arg("sh");
        sudo
    } else {
        bail!("no PostgreSQL server here, and no sudo to install it with: please install it as root")
    };
    command.args(["-e", "-c", manager.script]);
    Ok(command)
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
