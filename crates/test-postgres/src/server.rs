//! A PostgreSQL server that creates test databases: empty ones, and copies of a template.

use std::fmt;

use postgres::Client;
use url::Url;
use uuid::Uuid;

use crate::{
    Error,
    session::{execute, with_client},
};

/// A name with its suffix stays below PostgreSQL's limit of 63 bytes.
const NAME_LIMIT: usize = 50;
/// 48 random bits make the database names of a server unique.
const SUFFIX_LENGTH: usize = 12;

/// A server with superuser access; cheap to clone.
#[derive(Clone)]
pub struct Server {
    admin: Url,
}

impl Server {
    /// Uses a running server. `url` (`postgres://user[:password]@host:port/database`) must name a
    /// superuser; its database is used for maintenance only. Does not connect yet.
    ///
    /// # Errors
    /// [`Error::Url`] if the URL has another form.
    pub fn at(url: &str) -> Result<Self, Error> {
        let admin = Url::parse(url).map_err(|_| Error::Url)?;
        if !matches!(admin.scheme(), "postgres" | "postgresql") || admin.cannot_be_a_base() {
            return Err(Error::Url);
        }
        Ok(Self { admin })
    }

    /// Returns the URL of the maintenance database. It may hold a password.
    #[must_use]
    pub fn url(&self) -> &str {
        self.admin.as_str()
    }

    /// Creates an empty database (UTF-8, locale C) with a name that starts with `prefix`.
    ///
    /// # Errors
    /// [`Error::Name`] for an invalid prefix, [`Error::Statement`] if the server refuses.
    pub fn create_database(&self, prefix: &str) -> Result<Database, Error> {
        let name = unique_name(prefix)?;
        with_client(&self.admin, |client| create(client, &name))?;
        Ok(self.database(name))
    }

    /// Ensures that the template `name` exists. The first caller, in any process, creates an empty
    /// database and passes its URL to `build`; the others wait. `name` should include a hash of
    /// everything that `build` does, since a complete template is never built again on the same
    /// server.
    ///
    /// `build` runs on a plain thread, outside any async runtime, and must close its connections
    /// before it returns.
    ///
    /// # Errors
    /// [`Error::Build`] with the error of `build` (the template is removed), [`Error::Name`],
    /// [`Error::Statement`].
    pub fn template<E>(
        &self,
        name: &str,
        build: impl FnOnce(&str) -> Result<(), E> + Send,
    ) -> Result<(), Error>
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        check_name(name)?;
        with_client(&self.admin, |client| {
            // Held until this connection ends, even if this process is killed.
            client
                .execute("SELECT pg_advisory_lock(hashtextextended($1, 0))", &[&name])
                .map_err(Error::statement("waiting for the template"))?;
            if is_template(client, name)? {
                return Ok(());
            }
            // Removes what an interrupted build left.
            drop_database(client, name)?;
            create(client, name)?;
            if let Err(source) = build(self.url_of(name).as_str()) {
                drop_database(client, name)?;
                return Err(Error::Build {
                    name: name.to_owned(),
                    source: source.into(),
                });
            }
            finish(client, name)
        })
    }

    /// Creates a database as a copy of the template `name`.
    ///
    /// # Errors
    /// [`Error::NoTemplate`] if [`Server::template`] has not created it, [`Error::Name`],
    /// [`Error::Statement`].
    pub fn create_from_template(&self, name: &str) -> Result<Database, Error> {
        let copy = unique_name(name)?;
        with_client(&self.admin, |client| {
            if !is_template(client, name)? {
                return Err(Error::NoTemplate(name.to_owned()));
            }
            execute(
                client,
                &format!(r#"CREATE DATABASE "{copy}" TEMPLATE "{name}""#),
            )
        })?;
        Ok(self.database(copy))
    }

    fn database(&self, name: String) -> Database {
        Database {
            url: self.url_of(&name),
            server: self.clone(),
            name,
        }
    }

    fn url_of(&self, database: &str) -> Url {
        let mut url = self.admin.clone();
        url.set_path(database);
        url
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = (self.admin.host_str(), self.admin.port());
        f.debug_tuple("Server").field(&place).finish()
    }
}

/// The database of one test. Dropping it drops the database, even if connections are open.
pub struct Database {
    server: Server,
    name: String,
    url: Url,
}

impl Database {
    /// Returns its URL, for a superuser. It may hold a password.
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database")
            .field("name", &self.name)
            .field("server", &self.server)
            .finish()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // An error means that the server, and with it the database, is gone.
        let _ = with_client(&self.server.admin, |client| {
            drop_database(client, &self.name)
        });
    }
}

/// Names become part of statements unescaped, so other characters are rejected.
pub(crate) fn check_name(name: &str) -> Result<(), Error> {
    let plain = name
        .bytes()
        .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    if plain && (1..=NAME_LIMIT).contains(&name.len()) {
        return Ok(());
    }
    Err(Error::Name(name.to_owned()))
}

fn unique_name(prefix: &str) -> Result<String, Error> {
    check_name(prefix)?;
    let random = Uuid::new_v4().simple().to_string();
    Ok(format!(
        "{prefix}_{}",
        random.get(..SUFFIX_LENGTH).unwrap_or(&random)
    ))
}

/// Copies `template0`: no session can connect to it, which would block the copy.
fn create(client: &mut Client, name: &str) -> Result<(), Error> {
    execute(
        client,
        &format!(r#"CREATE DATABASE "{name}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"#),
    )
}

fn drop_database(client: &mut Client, name: &str) -> Result<(), Error> {
    execute(
        client,
        &format!(r#"DROP DATABASE IF EXISTS "{name}" WITH (FORCE)"#),
    )
}

/// Only a complete template is marked as one.
fn is_template(client: &mut Client, name: &str) -> Result<bool, Error> {
    client
        .query_opt(
            "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate",
            &[&name],
        )
        .map(|row| row.is_some())
        .map_err(Error::statement("looking for the template"))
}

/// Closes the template to connections, which would block a copy, then marks it as complete.
fn finish(client: &mut Client, name: &str) -> Result<(), Error> {
    execute(
        client,
        &format!(r#"ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false"#),
    )?;
    client
        .execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
            &[&name],
        )
        .map_err(Error::statement("closing the template"))?;
    execute(
        client,
        &format!(r#"ALTER DATABASE "{name}" WITH IS_TEMPLATE true"#),
    )
}
