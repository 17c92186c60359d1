//! Parts of `cargo xtask ci` that check the served OpenAPI documents, files and pages with external
//! tools: a validator, a fuzzer, generated clients, readers of exported files and a browser.

mod clients;
mod compiled;

use std::fs;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use crate::{cargo, install};

/// The folder of the checks in the workspace.
const SOURCES: &str = "crates/testkit/e2e";
/// The folders in it, besides itself: the checks of the pages in a browser, with their screenshots,
/// the packages of PyPI, and the programs that use generated clients.
const PARTS: [&str; 8] = [
    "pages",
    "requirements",
    "clients",
    "clients/go",
    "clients/go/validator",
    "clients/kotlin",
    "clients/rust",
    "clients/rust/src",
];
/// The checks in a browser, those first that take longest.
const BROWSER_CHECKS: [&str; 18] = [
    "pages/looks.mjs",
    "pages/offline.mjs",
    "pages/two_people.mjs",
    "pages/money.mjs",
    "pages/languages.mjs",
    "pages/people.mjs",
    "pages/trips.mjs",
    "pages/forms.mjs",
    "pages/lists.mjs",
    "pages/day.mjs",
    "pages/keyboard.mjs",
    "pages/places.mjs",
    "pages/keys.mjs",
    "pages/oidc.mjs",
    "pages/docs.mjs",
    "browser.mjs",
    "other_origin.mjs",
    "assistants.mjs",
];
/// The checks that measure times, or what comes first: one at a time.
const TIMED_CHECKS: [&str; 4] = [
    "pages/live.mjs",
    "pages/edits.mjs",
    "pages/drafts.mjs",
    "pages/kept.mjs",
];
/// The compiler's options for the pages' scripts and their service worker, which editors read, too.
const SCRIPT_OPTIONS: [&str; 2] = [
    "crates/web/assets/jsconfig.json",
    "crates/web/assets/jsconfig.worker.json",
];
/// The program that takes the pictures of the documentation, and their folder.
const PICTURES: (&str, &str) = ("pages/pictures.mjs", "docs/pictures");
/// The document of all routes as the service sends it, below the checks' folder.
const SERVED: &str = "generated/openapi.json";
/// The number of attempts to connect to the service, and the pause between them.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(100);

/// Takes the pictures of the documentation.
pub(crate) fn take_pictures() -> anyhow::Result<ExitCode> {
    let checks = Checks::of_pages()?;
    let service = Service::start(&checks.folder)?;
    let (program, folder) = PICTURES;
    let folder = cargo::workspace()?.join(folder);
    let mut command = checks.browser(&service, program)?;
    cargo::pass_on(command.env("WAYFARE_PICTURES", folder))
}

/// The installed checks of a part, in a folder below the target folder.
pub(crate) struct Checks {
    folder: PathBuf,
    documents: PathBuf,
}

impl Checks {
    pub(crate) fn of_documents() -> anyhow::Result<Self> {
        let checks = Self::prepare(&[install::PYTHON])?;
        checks.install_python(&["--requirement", "requirements/documents.txt"])?;
        checks.install_python(&["--requirement", "requirements/mail.txt"])?;
        Ok(checks)
    }

    pub(crate) fn of_files() -> anyhow::Result<Self> {
        let tools = [install::PYTHON, install::NPM, install::READERS];
        let checks = Self::prepare(&tools)?;
        checks.install_python(&["--requirement", "requirements/files.txt"])?;
        // A package whose schema is read and whose code is not run needs no other package.
        checks.install_python(&["--no-deps", "--requirement", "requirements/schemas.txt"])?;
        checks.install_npm(&["--omit=dev"])?;
        Ok(checks)
    }

    pub(crate) fn of_clients() -> anyhow::Result<Self> {
        let checks = Self::prepare(&[install::PYTHON, install::NPM, install::CURL])?;
        checks.install_python(&["--requirement", "requirements/clients.txt"])?;
        checks.install_npm(&[])?;
        // What an earlier document had must not be found.
        let generated = checks.folder.join("generated");
        if generated.exists() {
            fs::remove_dir_all(&generated)?;
        }
        fs::create_dir_all(generated.join("python"))?;
        Ok(checks)
    }

    pub(crate) fn of_pages() -> anyhow::Result<Self> {
        let checks = Self::prepare(&[install::NPM, install::CHROMIUM])?;
        checks.install_npm(&["--omit=dev"])?;
        Ok(checks)
    }

    fn prepare(tools: &[install::Tool]) -> anyhow::Result<Self> {
        install::ensure(tools)?;
        let workspace = cargo::workspace()?;
        let folder = cargo::target()?.join("e2e");
        fs::create_dir_all(&folder)?;
        for part in [""].into_iter().chain(PARTS) {
            fs::create_dir_all(folder.join(part))?;
            for entry in fs::read_dir(workspace.join(SOURCES).join(part))? {
                let entry = entry?;
                if entry.file_type()?.is_file() {
                    fs::copy(entry.path(), folder.join(part).join(entry.file_name()))?;
                }
            }
        }
        Ok(Self {
            folder,
            documents: workspace.join("docs/openapi"),
        })
    }

    /// Installs packages of PyPI in a virtual environment.
    fn install_python(&self, packages: &[&str]) -> anyhow::Result<()> {
        if !self.python("python").is_file() {
            self.must("python3", &["-m", "venv", "venv"])?;
        }
        let install = ["install", "--quiet", "--disable-pip-version-check"];
        self.must(self.python("pip"), &[&install[..], packages].concat())
    }

    fn install_npm(&self, options: &[&str]) -> anyhow::Result<()> {
        let install = ["ci", "--no-fund", "--no-audit", "--silent"];
        self.must("npm", &[&install[..], options].concat())
    }

    /// Validates the OpenAPI documents, fuzzes the routes that they describe, and sends mails;
    /// returns whether all passed.
    pub(crate) fn check_documents(&self) -> anyhow::Result<bool> {
        let service = Service::start(&self.folder)?;
        Ok(self.validate()? & self.fuzz(&service)? & self.send_mails()?)
    }

    /// Lets services of their own send mails to a mail server of another project.
    fn send_mails(&self) -> anyhow::Result<bool> {
        let mut command = self.command(self.python("python"));
        let program = cargo::target()?.join("debug/wayfare");
        cargo::passes(command.arg("mail.py").env("WAYFARE_PROGRAM", program))
    }

    /// Generates, compiles and runs clients against one service; returns whether all passed. Each
    /// prints a line.
    pub(crate) fn call_by_clients(&self) -> anyhow::Result<bool> {
        let service = Service::start(&self.folder)?;
        // As a user's generator gets it.
        let url = format!("{}/openapi.json", service.base);
        let mut fetch = self.command("curl");
        fetch.args(["--fail", "--silent", "--show-error", "--output", SERVED]);
        ensure!(cargo::passes(fetch.arg(url))?, "no document is served");
        let compiled = self.compile_clients()?;
        let passed = self.call_by_generated_clients(&service)?;
        Ok(compiled && passed && self.call_by_compiled_clients(&service)?)
    }

    fn validate(&self) -> anyhow::Result<bool> {
        let mut command = self.command(self.python("openapi-spec-validator"));
        cargo::passes(
            command.args(["a.json", "b.json", "all.json"].map(|name| self.documents.join(name))),
        )
    }

    fn fuzz(&self, service: &Service) -> anyhow::Result<bool> {
        let mut command = self.command(self.python("schemathesis"));
        // The service may refuse values that the schema allows, because a schema can't express
        // rules between values (a start before the end, members who exist). It also takes more than
        // the schema allows: that is narrow for generators of clients.
        let options = [
            "--checks",
            "all",
            "--exclude-checks",
            "positive_data_acceptance,negative_data_rejection",
            // It answers without end.
            "--exclude-operation-id",
            "watchTrip",
            "--no-color",
        ];
        command
            .args(["--config-file", "schemathesis.toml", "run"])
            .arg(format!("{}/openapi.json", service.base));
        command
            .args(options)
            .env("SCHEMATHESIS_HOOKS", "hooks")
            .env("PYTHONPATH", &self.folder);
        cargo::passes(command.env("WAYFARE_BASE", &service.base))
    }

    /// Reads exported files and a calendar feed with the readers of other projects.
    pub(crate) fn read_files(&self) -> anyhow::Result<bool> {
        let service = Service::start(&self.folder)?;
        let mut command = self.command(self.python("python"));
        cargo::passes(command.arg("files.py").env("WAYFARE_BASE", &service.base))
    }

    /// Checks the types of the pages' scripts.
    fn check_scripts(&self) -> anyhow::Result<bool> {
        let mut passed = true;
        for options in SCRIPT_OPTIONS {
            let mut compiler = self.command("node_modules/.bin/tsc");
            let options = cargo::workspace()?.join(options);
            passed &= cargo::passes(compiler.arg("--project").arg(options))?;
        }
        Ok(passed)
    }

    /// Checks the scripts' types, and runs all checks in a browser, most of them two at
    /// a time since they wait for their pages. What fails is run once more, alone.
    pub(crate) fn browse_all(&self) -> anyhow::Result<bool> {
        let service = Service::start(&self.folder)?;
        let failed = Mutex::new(Vec::new());
        let browse = |program| cargo::passes(&mut self.browser(&service, program)?);
        let browse_or_keep = |program| {
            let passed = browse(program)?;
            if !passed {
                failed
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(program);
            }
            anyhow::Ok(passed)
        };
        let mut passed = self.check_scripts()?;
        cargo::all_pass(BROWSER_CHECKS, browse_or_keep)?;
        for program in TIMED_CHECKS {
            browse_or_keep(program)?;
        }
        for program in failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            passed &= browse(program)?;
        }
        Ok(passed)
    }

    fn browser(&self, service: &Service, program: &str) -> anyhow::Result<Command> {
        let chromium = install::chromium().context("no Chromium on the path")?;
        let mut command = self.command("node");
        command
            .arg(program)
            .env("WAYFARE_BASE", &service.base)
            .env("WAYFARE_ORIGIN", &service.origin)
            .env("CHROMIUM", chromium)
            .env("WAYFARE_BINARY", service_binary()?)
            .env("WAYFARE_SCREENSHOTS", &self.folder);
        Ok(command)
    }

    /// A program of the virtual environment.
    fn python(&self, program: &str) -> PathBuf {
        self.folder.join("venv/bin").join(program)
    }

    fn must(&self, program: impl AsRef<Path>, args: &[&str]) -> anyhow::Result<()> {
        let passed = cargo::passes(self.command(program).args(args))?;
        ensure!(passed, "can't install the tools of the checks");
        Ok(())
    }

    fn command(&self, program: impl AsRef<Path>) -> Command {
        let program = program.as_ref();
        // A path with folders is relative to the checks' folder.
        let is_name = program.components().count() == 1;
        let mut command = Command::new(if is_name {
            program.to_owned()
        } else {
            self.folder.join(program)
        });
        command.current_dir(&self.folder);
        command
    }
}

/// A service with its own database, which stops when this is dropped.
struct Service {
    base: String,
    /// The origin whose pages may call it.
    origin: String,
    process: Child,
}

impl Service {
    fn start(folder: &Path) -> anyhow::Result<Self> {
        // As the tests build it, so that nothing is built anew.
        let mut build = cargo::command(cargo::TEST);
        let built = cargo::passes(build.args(["--no-run", "--test", "binary"]))?;
        ensure!(built, "the service can't be built");
        let home = folder.join("home");
        if home.exists() {
            fs::remove_dir_all(&home)?;
        }
        fs::create_dir(&home)?;
        let address = free_address()?;
        let origin = format!("http://localhost:{}", free_address()?.port());
        let process = Command::new(service_binary()?)
            .args(["--listen", &address.to_string(), "--log", "error"])
            .env("WAYFARE_RATE_LIMIT", "off")
            .env("WAYFARE_CORS_ORIGINS", &origin)
            .current_dir(&home)
            .stdout(Stdio::null())
            .spawn()
            .context("starting the service")?;
        let service = Self {
            base: format!("http://{address}"),
            origin,
            process,
        };
        for _ in 0..TRIES {
            if TcpStream::connect(address).is_ok() {
                return Ok(service);
            }
            sleep(PAUSE);
        }
        bail!("the service does not start")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The program of the service, as [`Service::start`] builds it.
fn service_binary() -> anyhow::Result<PathBuf> {
    Ok(cargo::target()?.join("debug/wayfare"))
}

/// An address of this machine that is free.
fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr()
}
