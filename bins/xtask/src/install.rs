//! Installs missing tools of tests and benchmarks with the system's package manager.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};
use nix::unistd::Uid;
use wayfare_test_postgres::{Binaries, Error};

/// Whether a missing tool is an error.
static IS_FORBIDDEN: AtomicBool = AtomicBool::new(false);

/// A package manager and its shell commands to install each tool.
struct Manager {
    program: &'static str,
    as_root: bool,
    /// For the PostgreSQL server.
    postgres: &'static str,
    /// For OpenSSL's headers, and the tool that finds them.
    openssl: &'static str,
    /// For a C++ compiler.
    cxx: &'static str,
    /// For the command `sqlite3`.
    sqlite: &'static str,
    /// For the command `wrk`.
    wrk: &'static str,
    /// For the command `promtool`.
    promtool: &'static str,
    /// For the reverse proxies nginx and Caddy.
    proxies: &'static str,
    /// For Python with virtual environments.
    venv: &'static str,
    /// For Python with virtual environments, npm and Chromium.
    e2e: &'static str,
    /// For the commands of GDAL and of sabre/vobject.
    readers: &'static str,
}

/// Installs packages with apt.
macro_rules! apt {
    ($packages:literal) => {
        concat!(
            "export DEBIAN_FRONTEND=noninteractive\n",
            "apt-get update -qq\n",
            "apt-get install -y -qq --no-install-recommends ",
            $packages
        )
    };
}

/// Turns off the cluster that Debian's package creates, and restores that setting afterwards.
const APT_POSTGRES: &str = "
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends postgresql-common
settings=/etc/postgresql-common/createcluster.conf
cp -p $settings $settings.before
trap 'mv $settings.before $settings' EXIT
sed -i -E 's/^#? *create_main_cluster.*/create_main_cluster = false/' $settings
apt-get install -y -qq --no-install-recommends postgresql
";

/// Installs packages with apt, and starts none of their services.
macro_rules! apt_stopped {
    ($packages:literal) => {
        concat!("export RUNLEVEL=1\n", apt!($packages))
    };
}

const APT_E2E: &str = "
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3-venv chromium fonts-dejavu-core
command -v npm >/dev/null || apt-get install -y -qq --no-install-recommends nodejs npm
";

/// Installs packages by a command, and sabre/vobject by Composer, which is one of them.
macro_rules! with_vobject {
    ($install:literal, $programs:literal) => {
        concat!(
            $install,
            "\nexport COMPOSER_ALLOW_SUPERUSER=1\n",
            "composer global require --quiet sabre/vobject\n",
            "ln -sf \"$(composer global config --quiet --absolute bin-dir)/vobject\" ",
            $programs
        )
    };
}

const MANAGERS: [Manager; 6] = [
    Manager {
        program: "apt-get",
        as_root: true,
        postgres: APT_POSTGRES,
        openssl: apt!("libssl-dev pkg-config"),
        cxx: apt!("g++"),
        sqlite: apt!("sqlite3"),
        wrk: apt!("wrk"),
        promtool: apt_stopped!("prometheus"),
        proxies: apt_stopped!("nginx-light caddy"),
        venv: apt!("python3-venv"),
        e2e: APT_E2E,
        readers: apt!("gdal-bin php-sabre-vobject"),
    },
    Manager {
        program: "dnf",
        as_root: true,
        postgres: "dnf install -y -q postgresql-server",
        openssl: "dnf install -y -q openssl-devel pkgconf-pkg-config",
        cxx: "dnf install -y -q gcc-c++",
        sqlite: "dnf install -y -q sqlite",
        wrk: "dnf install -y -q wrk",
        promtool: "dnf install -y -q golang-github-prometheus",
        proxies: "dnf install -y -q nginx caddy",
        venv: "dnf install -y -q python3",
        e2e: "dnf install -y -q python3 npm chromium",
        readers: with_vobject!("dnf install -y -q gdal composer", "/usr/local/bin"),
    },
    Manager {
        program: "apk",
        as_root: true,
        postgres: "apk add --quiet postgresql",
        openssl: "apk add --quiet openssl-dev pkgconf",
        cxx: "apk add --quiet g++",
        sqlite: "apk add --quiet sqlite",
        wrk: "apk add --quiet wrk",
        promtool: "apk add --quiet prometheus",
        proxies: "apk add --quiet nginx caddy",
        venv: "apk add --quiet python3",
        e2e: "apk add --quiet python3 npm chromium",
        readers: with_vobject!("apk add --quiet gdal-tools composer", "/usr/local/bin"),
    },
    Manager {
        program: "pacman",
        as_root: true,
        postgres: "pacman -S --noconfirm --needed postgresql",
        openssl: "pacman -S --noconfirm --needed openssl pkgconf",
        cxx: "pacman -S --noconfirm --needed gcc",
        sqlite: "pacman -S --noconfirm --needed sqlite",
        wrk: "pacman -S --noconfirm --needed wrk",
        promtool: "pacman -S --noconfirm --needed prometheus",
        proxies: "pacman -S --noconfirm --needed nginx caddy",
        venv: "pacman -S --noconfirm --needed python",
        e2e: "pacman -S --noconfirm --needed python npm chromium",
        readers: with_vobject!(
            "pacman -S --noconfirm --needed gdal composer",
            "/usr/local/bin"
        ),
    },
    Manager {
        program: "zypper",
        as_root: true,
        postgres: "zypper --non-interactive --quiet install postgresql-server",
        openssl: "zypper --non-interactive --quiet install libopenssl-devel pkgconf-pkg-config",
        cxx: "zypper --non-interactive --quiet install gcc-c++",
        sqlite: "zypper --non-interactive --quiet install sqlite3",
        wrk: "zypper --non-interactive --quiet install wrk",
        promtool: "zypper --non-interactive --quiet install golang-github-prometheus-prometheus",
        proxies: "zypper --non-interactive --quiet install nginx caddy",
        venv: "zypper --non-interactive --quiet install python3",
        e2e: "zypper --non-interactive --quiet install python3 npm chromium",
        readers: with_vobject!(
            "zypper --non-interactive --quiet install gdal php-composer2",
            "/usr/local/bin"
        ),
    },
    Manager {
        program: "brew",
        as_root: false,
        postgres: "brew install --quiet postgresql@17",
        openssl: "brew install --quiet openssl@3 pkgconf",
        cxx: "brew install --quiet llvm",
        sqlite: "brew install --quiet sqlite",
        wrk: "brew install --quiet wrk",
        promtool: "brew install --quiet prometheus",
        proxies: "brew install --quiet nginx caddy",
        venv: "brew install --quiet python",
        e2e: "brew install --quiet python node && brew install --quiet --cask chromium",
        readers: with_vobject!(
            "brew install --quiet gdal composer",
            "\"$(brew --prefix)/bin\""
        ),
    },
];

/// Installs the server's programs if they are missing.
///
/// # Errors
/// The server is missing and can't be installed, or `PG_BIN` is wrong.
pub(crate) fn ensure_postgres() -> anyhow::Result<()> {
    match Binaries::find() {
        Ok(_) => return Ok(()),
        Err(Error::NoServer) => {}
        Err(error) => return Err(error.into()),
    }
    install("PostgreSQL server", |manager| manager.postgres)?;
    Binaries::find()?;
    Ok(())
}

/// Installs OpenSSL's headers if they are missing.
///
/// # Errors
/// They are missing and can't be installed.
pub(crate) fn ensure_openssl() -> anyhow::Result<()> {
    if has_openssl() {
        Ok(())
    } else {
        install("OpenSSL to build with", |manager| manager.openssl)
    }
}

/// Installs a C++ compiler if it is missing.
///
/// # Errors
/// It is missing and can't be installed.
pub(crate) fn ensure_cxx() -> anyhow::Result<()> {
    if on_path("c++") {
        Ok(())
    } else {
        install("C++ compiler", |manager| manager.cxx)
    }
}

/// Installs the command `sqlite3` if it is missing.
///
/// # Errors
/// It is missing and can't be installed.
pub(crate) fn ensure_sqlite() -> anyhow::Result<()> {
    if on_path("sqlite3") {
        Ok(())
    } else {
        install("command `sqlite3`", |manager| manager.sqlite)
    }
}

/// Installs the command `wrk` if it is missing.
///
/// # Errors
/// It is missing and can't be installed.
pub(crate) fn ensure_wrk() -> anyhow::Result<()> {
    if on_path("wrk") {
        Ok(())
    } else {
        install("load generator `wrk`", |manager| manager.wrk)
    }
}

/// Installs the command `promtool` if it is missing.
///
/// # Errors
/// It is missing and can't be installed.
pub(crate) fn ensure_promtool() -> anyhow::Result<()> {
    if on_path("promtool") {
        Ok(())
    } else {
        install("command `promtool`", |manager| manager.promtool)
    }
}

/// Installs the reverse proxies if they are missing.
///
/// # Errors
/// They are missing and can't be installed.
pub(crate) fn ensure_proxies() -> anyhow::Result<()> {
    // Not every user's path has the folder of administrators' programs.
    let has_nginx = on_path("nginx") || Path::new("/usr/sbin/nginx").is_file();
    if has_nginx && on_path("caddy") {
        Ok(())
    } else {
        install("reverse proxies to test with", |manager| manager.proxies)
    }
}

/// Installs Python's virtual environments if they are missing.
///
/// # Errors
/// They are missing and can't be installed.
pub(crate) fn ensure_venv() -> anyhow::Result<()> {
    if has_venv() {
        Ok(())
    } else {
        install("Python with virtual environments", |manager| manager.venv)
    }
}

/// Installs Python's virtual environments, npm and Chromium if they are missing; returns the path
/// of Chromium.
///
/// # Errors
/// They are missing and can't be installed.
pub(crate) fn ensure_e2e() -> anyhow::Result<PathBuf> {
    if !has_venv() || !on_path("npm") || chromium().is_none() {
        install("Python, npm or Chromium to test with", |manager| {
            manager.e2e
        })?;
    }
    chromium().context("no Chromium on the path")
}

/// Installs the commands of GDAL and of sabre/vobject if they are missing.
///
/// # Errors
/// They are missing and can't be installed.
pub(crate) fn ensure_readers() -> anyhow::Result<()> {
    let has_vobject = on_path("vobjectvalidate") || on_path("vobject");
    if on_path("ogrinfo") && has_vobject {
        Ok(())
    } else {
        install("GDAL or sabre/vobject to test with", |manager| {
            manager.readers
        })
    }
}

fn has_venv() -> bool {
    let found = Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .stderr(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

fn chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find_map(found)
}

fn has_openssl() -> bool {
    let found = Command::new("pkg-config")
        .args(["--exists", "openssl"])
        .stderr(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

/// From here on a missing tool is an error.
pub(crate) fn forbid() {
    IS_FORBIDDEN.store(true, Ordering::Relaxed);
}

/// Installs a tool with the first package manager that is found.
fn install(what: &str, script: fn(&Manager) -> &'static str) -> anyhow::Result<()> {
    ensure!(
        !IS_FORBIDDEN.load(Ordering::Relaxed),
        "{what} is missing, and --no-install is given: please install it"
    );
    let manager = MANAGERS
        .iter()
        .find(|manager| on_path(manager.program))
        .with_context(|| {
            format!("{what} is missing, and no known package manager is found: please install it")
        })?;
    eprintln!(
        "==> {what} is missing: installing it with {}",
        manager.program
    );
    let mut command = shell(manager.as_root, script(manager))
        .with_context(|| format!("{what} is missing, and so is sudo: please install it as root"))?;
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .context("starting the package manager")?;
    ensure!(
        status.success(),
        "{} could not install the {what}; please install it",
        manager.program
    );
    Ok(())
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

fn on_path(program: &str) -> bool {
    found(program).is_some()
}

fn found(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}
