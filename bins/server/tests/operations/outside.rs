//! The client crate as a stranger uses it: alone in a workspace outside of this one, so that no
//! feature comes from another crate, and over https.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::documentation::proxies::{free_address, nginx_with_tls, start_server};
use crate::several::shared_stores::SharedStores;

const PACKAGE: &str = "wayfare-client-alone";
const EXAMPLE: &str = include_str!("../../../../examples/client.rs");

/// Compiles the example in a workspace of its own; returns its program.
fn compile() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(PACKAGE);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let root = fs::read_to_string(workspace.join("Cargo.toml")).unwrap();
    // The same profiles and versions, so that what is compiled already is used again.
    let profiles = &root[root.find("[profile.dev]").unwrap()..];
    let client = workspace.join("crates/client");
    let manifest = format!(
        "[package]\nname = \"{PACKAGE}\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt\"] }}\n\
         wayfare-client = {{ path = {client:?} }}\n{profiles}"
    );
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/main.rs"), EXAMPLE).unwrap();
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["build", "--offline", "--quiet", "--target-dir"])
        .arg(target);
    let output = command.current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    target.join("debug").join(PACKAGE)
}

/// Runs the program with a base URL and a file of trusted certificates.
fn run(program: &Path, base: &str, trusted: &Path) -> Output {
    let mut command = Command::new(program);
    command.arg(base).env("SSL_CERT_FILE", trusted);
    command.env_remove("SSL_CERT_DIR").output().unwrap()
}

/// Why the program failed.
fn failure(output: &Output) -> &str {
    assert!(!output.status.success(), "{output:?}");
    str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn the_client_alone_plans_a_trip_over_https() {
    let program = compile();
    let stores = SharedStores::new();
    let server = free_address();
    let _node = start_server(&stores, server, &[]);
    let folder = TempDir::new().unwrap();
    let (_proxy, address) = nginx_with_tls([server, server], folder.path());
    let certificate = folder.path().join("pem");
    let base = format!("https://localhost:{}", address.port());

    let other = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let untrusted = folder.path().join("other");
    fs::write(&untrusted, other.cert.pem()).unwrap();
    let refused = run(&program, &base, &untrusted);
    assert!(
        failure(&refused).contains("InvalidCertificate"),
        "{refused:?}"
    );

    let output = run(&program, &format!("{base}/"), &certificate);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"A week in Lisbon: Lisbon, Sintra\n");
    // The name is taken by now: a refusal shows the service's reason.
    let again = run(&program, &base, &certificate);
    assert!(
        failure(&again).contains("This username is taken."),
        "{again:?}"
    );

    // A server that never answers; the program sets five seconds in place of thirty.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let start = Instant::now();
    let base = format!("http://{}", silent.local_addr().unwrap());
    let output = run(&program, &base, &certificate);
    assert!(failure(&output).contains("NoAnswer"), "{output:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{output:?}");
}
