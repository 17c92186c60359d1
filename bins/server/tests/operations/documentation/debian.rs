//! The shell blocks of the documentation, run unchanged and in order: on Debian as if the service
//! had never been installed, and the container's command. `debian/root.sh` makes the root for that,
//! and `debian/programs` stand in for what does not run there, such as systemd.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The namespaces of the root, and what they need besides.
const UNSHARE: [&str; 6] = [
    "unshare",
    "--mount",
    "--net",
    "--pid",
    "--fork",
    "--kill-child",
];

/// A fenced block of a shell: its mark, and its commands.
struct Block {
    mark: String,
    commands: String,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The shell blocks of a page, in order.
fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(workspace().join(page)).unwrap();
    let fenced = text.split("```").skip(1).step_by(2);
    let block = |block: &str| {
        let (language, commands) = block.split_once('\n')?;
        let mark = language.strip_prefix("sh")?;
        (mark.is_empty() || mark.starts_with(' ')).then(|| Block {
            mark: mark.trim().to_owned(),
            commands: commands.to_owned(),
        })
    };
    fenced.filter_map(block).collect()
}

/// The commands of the blocks with a mark.
fn marked(page: &str, mark: &str) -> Vec<String> {
    let blocks = blocks(page).into_iter();
    let chosen = blocks.filter(|block| block.mark == mark);
    chosen.map(|block| block.commands).collect()
}

/// A command in namespaces of its own, by `sudo` if that takes no password.
fn as_root() -> Command {
    let is_root = nix::unistd::Uid::effective().is_root();
    let mut words = ["sudo", "-n"]
        .into_iter()
        .skip(if is_root { 2 } else { 0 })
        .chain(UNSHARE);
    let mut command = Command::new(words.next().unwrap());
    command.args(words);
    command
}

/// Runs a script of `bash` in a root of its own, in a folder as of an unpacked release.
fn run(script: &str) -> Output {
    let probe = as_root().args(["test", "-x", "/usr/bin/dpkg"]).output();
    assert!(
        probe.as_ref().is_ok_and(|probe| probe.status.success()),
        "the documented steps need Debian, whose root may make namespaces: {probe:?}"
    );
    let folder = TempDir::new().unwrap();
    let sources = workspace().join("bins/server/tests/operations/documentation/debian");
    let (programs, work) = (folder.path().join("programs"), folder.path().join("work"));
    fs::create_dir_all(&programs).unwrap();
    fs::create_dir_all(work.join("docs/operations")).unwrap();
    for entry in fs::read_dir(sources.join("programs")).unwrap() {
        let entry = entry.unwrap();
        let program = programs.join(entry.file_name());
        fs::copy(entry.path(), &program).unwrap();
        fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for entry in fs::read_dir(workspace().join("docs/operations")).unwrap() {
        let entry = entry.unwrap();
        let copy = work.join("docs/operations").join(entry.file_name());
        fs::copy(entry.path(), copy).unwrap();
    }
    fs::copy(workspace().join("Dockerfile"), work.join("Dockerfile")).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_wayfare"), work.join("wayfare")).unwrap();
    fs::write(folder.path().join("script"), script).unwrap();
    let mut command = as_root();
    command
        .arg("bash")
        .arg(sources.join("root.sh"))
        .arg(folder.path());
    let output = command.stdin(Stdio::null()).output().unwrap();
    // What is mounted there has ended with its namespaces.
    folder.close().unwrap();
    output
}

#[track_caller]
fn assert_passes(script: &str) {
    let output = run(&format!("set -x\n{script}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{printed}\n{errors}");
}

/// Inserts commands of the test before the block that has this line.
fn insert(blocks: &mut Vec<String>, line: &str, commands: &str) {
    let has_line = |block: &String| block.lines().any(|other| other.starts_with(line));
    let index = blocks.iter().position(has_line);
    let index = index.unwrap_or_else(|| panic!("no block has the line {line}"));
    blocks.insert(index, commands.to_owned());
}

#[test]
fn steps_on_debian_work_as_printed() {
    let mut steps = marked("docs/operations/debian.md", "debian");
    assert!(steps.len() >= 8, "{steps:?}");
    let accounts = include_str!("debian/accounts.sh");
    // What is signed up after a back-up is gone after its restoration.
    let before = format!("{accounts}\nsign_up ada");
    insert(&mut steps, "systemctl start wayfare-backup", &before);
    insert(&mut steps, "as_wayfare restore", "sign_up ben");
    insert(
        &mut steps,
        "apt-get install --yes prometheus",
        "expect 200 ada; expect 401 ben",
    );
    // The restoration names a back-up as an example.
    let databases = "docs/operations/databases.md";
    steps.extend(marked(databases, "systemd backup"));
    steps.push("cd /tmp/work; sign_up eve".to_owned());
    for block in marked(databases, "systemd restore") {
        let mut words = block.split_whitespace();
        let example = words.find(|word| word.starts_with("/var/backups/wayfare/"));
        let example = example.expect("the restoration names a back-up");
        steps.push(format!(
            "mv \"$(ls -d /var/backups/wayfare/2* | tail -n 1)\" {example}"
        ));
        steps.push(block);
        steps.push("expect 200 ada; expect 401 eve".to_owned());
    }
    let compose = marked("docs/operations/deployment.md", "compose");
    assert_eq!(
        compose.len(),
        2,
        "the back-up of Compose, and its restoration"
    );
    steps.push(compose[0].clone());
    steps.push("sign_up ben".to_owned());
    steps.push(compose[1].clone());
    steps.push("expect 200 ada; expect 401 ben; test -s pictures.tar".to_owned());
    assert_passes(&steps.join("\n"));
}

/// Secrets by the drop-in, whose commands are in its first lines; and a back-up by the timer's
/// unit, of which the newest are kept.
#[test]
fn units_work_with_credentials_and_keep_the_newest_backups() {
    let steps = marked("docs/operations/debian.md", "debian");
    let path = workspace().join("docs/operations/wayfare-credentials.conf");
    let drop_in = fs::read_to_string(path).unwrap();
    let commands = drop_in.lines().filter_map(|line| line.strip_prefix("#   "));
    let commands: Vec<&str> = commands.collect();
    let chosen = |word: &str| steps.iter().find(|step| step.contains(word)).unwrap();
    let script = format!(
        "{}\n{}
echo 'postgres:///wayfare?host=/run/postgresql' > /tmp/url
install() {{ case $*  in *database_url) command install -m 0600 /tmp/url \
/etc/wayfare/database_url;; *) command install \"$@\";; esac; }}
{}
curl -sS --fail --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:8080/readyz
grep -q 'the database is postgres://' /run/wayfare.log
for day in $(seq 10 29); do mkdir -p /var/backups/wayfare/202601$day-033000; touch \
/var/backups/wayfare/202601$day-033000/manifest.json; done
chown -R wayfare: /var/backups/wayfare
{}
[ $(ls -d /var/backups/wayfare/2* | wc -l) = 14 ]
test -f /var/backups/wayfare/settings/environment
test -f \"$(ls -d /var/backups/wayfare/2* | tail -n 1)/manifest.json\"",
        chosen("useradd"),
        chosen("createuser"),
        commands.join("\n"),
        chosen("wayfare-backup.timer"),
    );
    assert_passes(&script);
}

#[test]
fn command_of_the_container_works_as_printed() {
    let commands = marked("README.md", "docker").concat();
    let script = format!(
        "run() {{\n{commands}}}\n{}",
        include_str!("debian/container.sh")
    );
    assert_passes(&script);
}

#[test]
fn shell_blocks_of_all_pages_are_commands() {
    let mut pages = vec!["README.md".to_owned(), "docs/interface.md".to_owned()];
    for entry in fs::read_dir(workspace().join("docs/operations")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if Path::new(&name)
            .extension()
            .is_some_and(|extension| extension == "md")
        {
            pages.push(format!("docs/operations/{name}"));
        }
    }
    let mut checked = 0;
    for page in pages {
        for block in blocks(&page) {
            let output = Command::new("bash")
                .args(["-nc", &block.commands])
                .output()
                .unwrap();
            assert!(
                output.status.success(),
                "{page}: {}: {output:?}",
                block.commands
            );
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn units_of_the_samples_are_verified() {
    let folder = TempDir::new().unwrap();
    let mut units = Vec::new();
    for entry in fs::read_dir(workspace().join("docs/operations")).unwrap() {
        let path = entry.unwrap().path();
        let is_unit = path
            .extension()
            .is_some_and(|extension| extension == "service" || extension == "timer");
        if is_unit {
            let text = fs::read_to_string(&path).unwrap();
            let program = env!("CARGO_BIN_EXE_wayfare");
            let unit = folder.path().join(path.file_name().unwrap());
            fs::write(&unit, text.replace("/usr/local/bin/wayfare", program)).unwrap();
            units.push(unit);
        }
    }
    assert_eq!(units.len(), 5, "{units:?}");
    let mut verify = Command::new("systemd-analyze");
    let output = verify.args(["verify", "--man=no"]).args(&units).output();
    let output = output.expect("systemd-analyze is missing: cargo xtask ci operations installs it");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
}
