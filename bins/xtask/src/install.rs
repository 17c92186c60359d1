//! Installs missing tools of tests and benchmarks with the system's package manager.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};
use nix::unistd::Uid;
use wayfare_test_postgres::{Binaries, Error};

/// Whether a missing tool is an error.
static IS_FORBIDDEN: AtomicBool = AtomicBool::new(false);

/// A tool that tests or benchmarks run.
pub(crate) struct Tool {
    name: &'static str,
    is_present: fn() -> bool,
    /// Its packages, for each of the `MANAGERS`.
    packages: [&'static str; 6],
    /// Shell commands that follow the installation.
    then: &'static str,
}

/// The package managers and their commands.
const MANAGERS: [(&str, &str); 6] = [
    ("apt-get", APT),
    ("dnf", "dnf install -y -q"),
    ("apk", "apk add --quiet"),
    ("pacman", "pacman -S --noconfirm --needed"),
    ("zypper", "zypper --non-interactive --quiet install"),
    ("brew", "brew install --quiet"),
];
/// The manager that refuses to run as root.
const BREW: &str = "brew";

/// Installs packages, starts none of their services, and creates no cluster of PostgreSQL.
const APT: &str = "
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get update -qq
mkdir -p /etc/postgresql-common/createcluster.d
mine=/etc/postgresql-common/createcluster.d/wayfare-tests.conf
echo 'create_main_cluster = false' > $mine
trap 'rm $mine' EXIT
apt-get install -y -qq --no-install-recommends";

/// The server's programs.
const POSTGRES: Tool = Tool {
    name: "PostgreSQL server",
    is_present: || Binaries::find().is_ok(),
    packages: [
        "postgresql",
        "postgresql-server",
        "postgresql",
        "postgresql",
        "postgresql-server",
        "postgresql@17",
    ],
    then: "",
};
/// OpenSSL's headers, and the tool that finds them.
pub(crate) const OPENSSL: Tool = Tool {
    name: "OpenSSL to build with",
    is_present: || succeeds("pkg-config", &["--exists", "openssl"]),
    packages: [
        "libssl-dev pkg-config",
        "openssl-devel pkgconf-pkg-config",
        "openssl-dev pkgconf",
        "openssl pkgconf",
        "libopenssl-devel pkgconf-pkg-config",
        "openssl@3 pkgconf",
    ],
    then: "",
};
pub(crate) const CXX: Tool = Tool {
    name: "C++ compiler",
    is_present: || on_path("c++"),
    packages: ["g++", "gcc-c++", "g++", "gcc", "gcc-c++", "llvm"],
    then: "",
};
/// What the README's tour calls.
pub(crate) const CURL: Tool = Tool {
    name: "command `curl`",
    is_present: || on_path("curl"),
    packages: ["curl"; 6],
    then: "",
};
pub(crate) const SQLITE: Tool = Tool {
    name: "command `sqlite3`",
    is_present: || on_path("sqlite3"),
    packages: ["sqlite3", "sqlite", "sqlite", "sqlite", "sqlite3", "sqlite"],
    then: "",
};
pub(crate) const WRK: Tool = Tool {
    name: "load generator `wrk`",
    is_present: || on_path("wrk"),
    packages: ["wrk"; 6],
    then: "",
};
pub(crate) const PROMTOOL: Tool = Tool {
    name: "command `promtool`",
    is_present: || on_path("promtool"),
    packages: [
        "prometheus",
        "golang-github-prometheus",
        "prometheus",
        "prometheus",
        "golang-github-prometheus-prometheus",
        "prometheus",
    ],
    then: "",
};
pub(crate) const AMTOOL: Tool = Tool {
    name: "command `amtool`",
    is_present: || on_path("amtool"),
    packages: [
        "prometheus-alertmanager",
        "golang-github-prometheus-alertmanager",
        "alertmanager",
        "alertmanager",
        "golang-github-prometheus-alertmanager",
        "alertmanager",
    ],
    then: "",
};
/// What makes a root for the documented steps, and verifies units.
pub(crate) const NAMESPACES: Tool = Tool {
    name: "namespaces or systemd-analyze",
    is_present: || on_path("unshare") && on_path("systemd-analyze") && on_path("ip"),
    packages: [
        "util-linux systemd iproute2",
        "util-linux systemd iproute",
        "util-linux-misc systemd iproute2",
        "util-linux systemd iproute2",
        "util-linux systemd iproute2",
        "util-linux",
    ],
    then: "",
};
/// The reverse proxies. Not every user's path has the folder of administrators' programs.
pub(crate) const PROXIES: Tool = Tool {
    name: "reverse proxies nginx and Caddy",
    is_present: || {
        let has_nginx = on_path("nginx") || Path::new("/usr/sbin/nginx").is_file();
        has_nginx && on_path("caddy")
    },
    packages: [
        "nginx-light caddy",
        "nginx caddy",
        "nginx caddy",
        "nginx caddy",
        "nginx caddy",
        "nginx caddy",
    ],
    then: "",
};
pub(crate) const PYTHON: Tool = Tool {
    name: "Python with virtual environments",
    is_present: || succeeds("python3", &["-c", "import venv, ensurepip"]),
    packages: [
        "python3-venv",
        "python3",
        "python3",
        "python",
        "python3",
        "python",
    ],
    then: "",
};
pub(crate) const NPM: Tool = Tool {
    name: "npm",
    is_present: || on_path("npm"),
    packages: ["nodejs npm", "npm", "npm", "npm", "npm", "node"],
    then: "",
};
pub(crate) const CHROMIUM: Tool = Tool {
    name: "Chromium",
    is_present: || chromium().is_some(),
    packages: [
        "chromium fonts-dejavu-core",
        "chromium",
        "chromium",
        "chromium",
        "chromium",
        "--cask chromium",
    ],
    then: "",
};
/// The commands of GDAL and of sabre/vobject, which Composer installs where it is no package.
pub(crate) const READERS: Tool = Tool {
    name: "GDAL or sabre/vobject",
    is_present: || on_path("ogrinfo") && (on_path("vobjectvalidate") || on_path("vobject")),
    packages: [
        "gdal-bin php-sabre-vobject",
        "gdal composer",
        "gdal-tools composer",
        "gdal composer",
        "gdal php-composer2",
        "gdal composer",
    ],
    then: "
if ! command -v vobjectvalidate vobject >/dev/null; then
    export COMPOSER_ALLOW_SUPERUSER=1
    composer global require --quiet sabre/vobject
    programs=/usr/local/bin
    if command -v brew >/dev/null; then programs=$(brew --prefix)/bin; fi
    ln -sf \"$(composer global config --quiet --absolute bin-dir)/vobject\" \"$programs\"
fi",
};

/// Installs the tools that are missing.
///
/// # Errors
/// One is missing and can't be installed.
pub(crate) fn ensure(tools: &[Tool]) -> anyhow::Result<()> {
    for tool in tools {
        if !(tool.is_present)() {
            install(tool)?;
        }
    }
    Ok(())
}

/// Installs the server's programs if they are missing.
///
/// # Errors
/// The server is missing and can't be installed, or `PG_BIN` is wrong.
pub(crate) fn ensure_postgres() -> anyhow::Result<()> {
    if !has_postgres()? {
        install(&POSTGRES)?;
        Binaries::find()?;
    }
    Ok(())
}

/// Installs the server's programs if they are missing and that takes no password; returns whether
/// they are there.
///
/// # Errors
/// `PG_BIN` is wrong.
pub(crate) fn try_postgres() -> anyhow::Result<bool> {
    if has_postgres()? {
        return Ok(true);
    }
    let is_allowed = Uid::effective().is_root()
        || manager().is_some_and(|(_, (program, _))| *program == BREW)
        || succeeds("sudo", &["-n", "true"]);
    Ok(is_allowed && install(&POSTGRES).is_ok() && has_postgres()?)
}

fn has_postgres() -> anyhow::Result<bool> {
    match Binaries::find() {
        Ok(_) => Ok(true),
        Err(Error::NoServer) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The path of Chromium.
pub(crate) fn chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find_map(found)
}

/// From here on a missing tool is an error.
pub(crate) fn forbid() {
    IS_FORBIDDEN.store(true, Ordering::Relaxed);
}

/// Installs a tool with the first package manager that is found.
fn install(tool: &Tool) -> anyhow::Result<()> {
    let what = tool.name;
    ensure!(
        !IS_FORBIDDEN.load(Ordering::Relaxed),
        "{what} is missing, and --no-install is given: please install it"
    );
    let (index, (program, command)) = manager().with_context(|| {
        format!("{what} is missing, and no known package manager is found: please install it")
    })?;
    let packages = tool.packages.get(index).context("no packages are known")?;
    eprintln!("==> {what} is missing: installing it with {program}");
    let script = format!("{command} {packages}\n{}", tool.then);
    let mut shell = shell(*program != BREW, &script)
        .with_context(|| format!("{what} is missing, and so is sudo: please install it as root"))?;
    let status = shell
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .context("starting the package manager")?;
    ensure!(
        status.success(),
        "{program} could not install {what}; please install it"
    );
    Ok(())
}

/// The first package manager on the path, with its index.
fn manager() -> Option<(usize, &'static (&'static str, &'static str))> {
    let mut managers = MANAGERS.iter().enumerate();
    managers.find(|(_, (program, _))| on_path(program))
}

/// A shell with the necessary rights; `None` if they are not available.
fn shell(as_root: bool, script: &str) -> Option<Command> {
    let mut command = if !as_root || Uid::effective().is_root() {
        Command::new("sh")
    } else if on_path("sudo") {
        let mut sudo = Command::new("sudo");
        sudo.arg("sh");
        sudo
    } else {
        return None;
    };
    command.args(["-e", "-c", script]);
    Some(command)
}

fn succeeds(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    let command = command.args(args).stdin(Stdio::null());
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn on_path(program: &str) -> bool {
    found(program).is_some()
}

fn found(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}
