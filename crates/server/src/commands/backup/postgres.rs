//! PostgreSQL's own tools: pg_dump, pg_restore and psql. They get the password by their
//! environment, since everybody on a machine sees arguments.

use std::env;
use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, anyhow};
use percent_encoding::percent_decode_str;
use zeroize::Zeroizing;

use crate::Failure;

/// Folders of versions, from which the newest is taken, and what follows the version.
const VERSIONS: [(&str, &str, &str); 2] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
];
/// Other folders.
const FOLDERS: [&str; 3] = [
    "/usr/local/pgsql/bin",
    "/usr/local/opt/libpq/bin",
    "/opt/homebrew/opt/libpq/bin",
];
/// The most bytes of a tool's messages that are shown.
const MAX_MESSAGE: u64 = 2_000;
/// Begins a restore: drops the tables that this role has in the schema of the service, also those
/// of a later version, which a dump does not know.
const DROP_TABLES: &str = "
    BEGIN;
    SET client_min_messages = warning;
    DO $$
    DECLARE name text;
    BEGIN
        FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
            WHERE schemaname = current_schema() AND tableowner = current_user
        LOOP
            EXECUTE 'DROP TABLE ' || name || ' CASCADE';
        END LOOP;
    END $$;
";

/// The tools that a command needs.
pub(super) struct Tools(Vec<(&'static str, PathBuf)>);

impl Tools {
    /// Finds tools in PATH, else in the usual folders.
    pub(super) fn find(names: &[&'static str]) -> Result<Self, Failure> {
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
        folders.extend(VERSIONS.iter().flat_map(newest_first));
        folders.extend(FOLDERS.map(PathBuf::from));
        let find = |name: &&'static str| {
            let found = folders
                .iter()
                .map(|folder| folder.join(name))
                .find(|path| path.is_file());
            let found = found.ok_or_else(|| {
                anyhow!(
                    "{name} is not installed: it is one of PostgreSQL's client programs (Debian: \
                     postgresql-client), and was looked for in PATH and /usr/lib/postgresql/*/bin"
                )
            });
            anyhow::Ok((*name, found?))
        };
        names
            .iter()
            .map(find)
            .collect::<anyhow::Result<_>>()
            .map(Self)
            .map_err(Failure::from)
    }

    fn command(&self, name: &str) -> Result<Command, Failure> {
        let found = self.0.iter().find(|(tool, _)| *tool == name);
        let (_, path) = found.ok_or_else(|| anyhow!("{name} was not looked for"))?;
        let mut command = Command::new(path);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        Ok(command)
    }

    /// Writes a dump of a database as of now, while servers use it.
    pub(super) fn dump(&self, url: &str, to: &Path) -> Result<(), Failure> {
        let mut command = self.command("pg_dump")?;
        command
            .args(["--format=custom", "--no-owner", "--no-privileges", "--file"])
            .arg(to);
        connect(&mut command, url)?;
        Tool::start("pg_dump", command)?.finish()
    }

    /// Replaces the tables of a database by those of a dump, in one transaction.
    pub(super) fn restore(&self, url: &str, dump: &Path) -> Result<(), Failure> {
        let mut command = self.command("pg_restore")?;
        command
            .args(["--no-owner", "--no-privileges", "--file=-"])
            .arg(dump);
        command.stdout(Stdio::piped());
        let mut script = Tool::start("pg_restore", command)?;
        let mut command = self.command("psql")?;
        command
            .args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"])
            .stdin(Stdio::piped());
        connect(&mut command, url)?;
        let mut session = Tool::start("psql", command)?;
        let (output, input) = (script.child.stdout.take(), session.child.stdin.take());
        let (mut output, mut input) = output
            .zip(input)
            .ok_or_else(|| anyhow!("a tool has no output"))?;
        let written = input
            .write_all(DROP_TABLES.as_bytes())
            .and_then(|()| io::copy(&mut output, &mut input).map(drop));
        drop(output);
        // psql has ended with an error if it can't be written to. Without a COMMIT the database
        // stays as it was.
        if written.is_ok() {
            script.finish()?;
            // A failure is that of psql.
            let _ = input.write_all(b"\nCOMMIT;\n");
            drop(input);
            return session.finish();
        }
        drop(input);
        session.finish()?;
        Ok(written.context("can't pass the dump to psql")?)
    }
}

/// The folders of a version each, the newest first.
fn newest_first((parent, start, end): &(&str, &str, &str)) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let versions = entries.filter_map(|entry| {
        let name = entry.file_name();
        name.to_str()?.strip_prefix(start)?.parse::<u32>().ok()
    });
    let mut versions: Vec<u32> = versions.collect();
    versions.sort_unstable_by(|one, other| other.cmp(one));
    let folder = |version| {
        Path::new(parent)
            .join(format!("{start}{version}"))
            .join(end)
    };
    versions.into_iter().map(folder).collect()
}

/// Names the database, and passes the password.
fn connect(command: &mut Command, url: &str) -> Result<(), Failure> {
    let (url, password) = split_password(url)?;
    command.arg("--no-password").arg(format!("--dbname={url}"));
    if let Some(password) = password {
        command.env("PGPASSWORD", password.as_str());
    }
    Ok(())
}

/// Takes the password out of a URL.
fn split_password(url: &str) -> Result<(String, Option<Zeroizing<String>>), Failure> {
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (user, hosts) = match authority.rsplit_once('@') {
        Some((user, hosts)) => (Some(user), hosts),
        None => (None, authority),
    };
    let (name, mut password) = match user.and_then(|user| user.split_once(':')) {
        Some((name, password)) => (Some(name), Some(password)),
        None => (user, None),
    };
    let (path, query) = tail.split_once('?').unwrap_or((tail, ""));
    let mut options = Vec::new();
    for option in query.split('&').filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some(("password", text)) => password = Some(text),
            Some(("sslpassword", _)) => {
                return Err(Failure::setting(
                    "database-url",
                    "sslpassword can't be passed to PostgreSQL's tools",
                ));
            }
            _ => options.push(option),
        }
    }
    let mut text = format!("{scheme}://");
    name.iter().for_each(|name| text.extend([*name, "@"]));
    text.extend([hosts, path]);
    if !options.is_empty() {
        text.push('?');
        text.push_str(&options.join("&"));
    }
    let password = password.map(|text| percent_decode_str(text).decode_utf8());
    let password = password.transpose().context("the password is not UTF-8")?;
    Ok((text, password.map(|text| Zeroizing::new(text.into_owned()))))
}

/// A tool that runs.
struct Tool {
    name: &'static str,
    child: Child,
    /// A file, since a pipe that nobody reads would stop the tool.
    messages: fs::File,
}

impl Tool {
    fn start(name: &'static str, mut command: Command) -> Result<Self, Failure> {
        let failed = || format!("can't run {name}");
        let messages = tempfile::tempfile().with_context(failed)?;
        let stderr = messages.try_clone().with_context(failed)?;
        let child = command.stderr(stderr).spawn().with_context(failed)?;
        Ok(Self {
            name,
            child,
            messages,
        })
    }

    /// Waits for the end.
    fn finish(mut self) -> Result<(), Failure> {
        let status = self
            .child
            .wait()
            .with_context(|| format!("can't wait for {}", self.name))?;
        if status.success() {
            return Ok(());
        }
        let mut text = Vec::new();
        self.messages.rewind().context("can't read the messages")?;
        let read = (&mut self.messages)
            .take(MAX_MESSAGE)
            .read_to_end(&mut text);
        read.context("can't read the messages")?;
        let text = String::from_utf8_lossy(&text);
        Err(anyhow!("{} failed: {}", self.name, text.trim()).into())
    }
}

impl Drop for Tool {
    fn drop(&mut self) {
        // Both fail where it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests;
