//! A PostgreSQL server as a maker of databases: empty ones, and copies of a template.

use std::fmt;

use postgres::Client;
use url::Url;
use uuid::Uuid;

use crate::{
    Error,
    session::{execute, with_client},
};

/// A name and what is put after it stay below PostgreSQL's 63 bytes.
const NAME_LIMIT: usize = 50;
/// 48 random bits behind a prefix keep the databases of one server apart.
const SUFFIX_LENGTH: usize = 12;

/// A server and a superuser's way in; cheap to clone.
#[derive(Clone)]
pub struct Server {
    admin: Url,
}

impl Server {
    /// A server that is running already. `url` (`postgres://user[:password]@host:port/database`)
    /// must be a superuser's; its database is used for maintenance only. Nothing connects yet.
    ///
    /// # Errors
    /// [`Error::Url`] where that is no such URL.
    pub fn at(url: &str) -> Result<Self, Error> {
        let admin = Url::parse(url).map_err(|_| Error::Url)?;
        if !matches!(admin.scheme(), "postgres" | "postgresql") || admin.cannot_be_a_base() {
            return Err(Error::Url);
        }
        Ok(Self { admin })
    }

    /// The maintenance database's URL. It may hold a password.
    #[must_use]
    pub fn url(&self) -> &str {
        self.admin.as_str()
    }

    /// An empty database (UTF-8, locale C) with a name that begins with `prefix`.
    ///
    /// # Errors
    /// [`Error::Name`] for a prefix that would not do, [`Error::Statement`] where the server
    /// refuses.
    pub fn create_database(&self, prefix: &str) -> Result<Database, Error> {
        let name = unique_name(prefix)?;
        with_client(&self.admin, |client| create(client, &name))?;
        Ok(self.database(name))
    }

    /// Makes sure that the template `name` is there: the first of all callers, in any process,
    /// makes an empty database and has `build` fill it through the URL it is given; the others wait
    /// for that. `name` should hold a hash of all that `build` does, since a finished template is
    /// never built again on the same server.
    ///
    /// `build` runs on a plain thread, outside any async runtime, and must have closed its
    /// connections at its end.
    ///
    /// # Errors
    /// [`Error::Build`] with what `build` returned (nothing is left of the template then),
    /// [`Error::Name`], [`Error::Statement`].
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
            // Held until this connection ends, also should this process be killed.
            client
                .execute("SELECT pg_advisory_lock(hashtextextended($1, 0))", &[&name])
                .map_err(Error::statement("waiting for the template"))?;
            if is_template(client, name)? {
                return Ok(());
            }
            // What a builder that was killed half-way left behind.
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

    /// A database that is a copy of the template `name`.
    ///
    /// # Errors
    /// [`Error::NoTemplate`] where [`Server::template`] has not made it, [`Error::Name`],
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

/// A database of one test, dropped with this handle even where connections to it are still open.
pub struct Database {
    server: Server,
    name: String,
    url: Url,
}

impl Database {
    /// Its URL, of a superuser. It may hold a password.
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Its name.
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
        // A server that is gone took the database along; there is no other remedy here.
        let _ = with_client(&self.server.admin, |client| {
            drop_database(client, &self.name)
        });
    }
}

/// Names go into statements as they are, so nothing else may be in them.
fn check_name(name: &str) -> Result<(), Error> {
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

/// From `template0`, since nobody can be connected to that one and so be in the way of the copy.
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

/// Only a finished template bears the mark.
fn is_template(client: &mut Client, name: &str) -> Result<bool, Error> {
    client
        .query_opt(
            "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate",
            &[&name],
        )
        .map(|row| row.is_some())
        .map_err(Error::statement("looking for the template"))
}

/// Closes the template to connections, since a copy can't be made while there is one, then marks it
/// as finished.
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
