//! Prints accounts as a table or as JSON. Neither has a secret.

use std::io::{self, Write, stdout};

use serde::Serialize;
use wayfare_service::{UserDetails, UserOverview};

/// The greatest length of a username.
const WIDTH: usize = 39;

/// An account as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserShape<'a> {
    user_id: String,
    username: &'a str,
    name: &'a str,
    email: &'a str,
    has_password: bool,
    created_at: String,
    updated_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture_bytes: Option<u64>,
}

impl<'a> UserShape<'a> {
    fn new(overview: &'a UserOverview, picture_bytes: Option<u64>) -> Self {
        let UserOverview { user, has_password } = overview;
        Self {
            user_id: user.id.to_string(),
            username: user.username.as_str(),
            name: user.name.as_str(),
            email: user.email.as_ref().map_or("", |email| email.as_str()),
            has_password: *has_password,
            created_at: user.created_at.to_string(),
            updated_at: user.updated_at.to_string(),
            picture_bytes,
        }
    }
}

/// A list that is printed page by page.
pub(super) struct Listing {
    json: bool,
    is_empty: bool,
}

impl Listing {
    pub(super) fn new(json: bool) -> Self {
        Self {
            json,
            is_empty: true,
        }
    }

    pub(super) fn begin(&self) -> io::Result<()> {
        let mut out = stdout().lock();
        if self.json {
            out.write_all(b"[")
        } else {
            row(&mut out, "USERNAME", "CREATED", "PASSWORD", "NAME")
        }
    }

    pub(super) fn print(&mut self, page: &[UserOverview]) -> io::Result<()> {
        let mut out = stdout().lock();
        for overview in page {
            let shape = UserShape::new(overview, None);
            if self.json {
                out.write_all(if self.is_empty { b"\n" } else { b",\n" })?;
                serde_json::to_writer(&mut out, &shape)?;
            } else {
                let day = shape.created_at.get(..10).unwrap_or_default();
                let password = if shape.has_password { "yes" } else { "no" };
                row(&mut out, shape.username, day, password, &plain(shape.name))?;
            }
            self.is_empty = false;
        }
        Ok(())
    }

    pub(super) fn end(&self) -> io::Result<()> {
        let mut out = stdout().lock();
        if self.json {
            out.write_all(if self.is_empty { b"]\n" } else { b"\n]\n" })?;
        }
        out.flush()
    }
}

fn row(
    out: &mut impl Write,
    username: &str,
    created: &str,
    password: &str,
    name: &str,
) -> io::Result<()> {
    writeln!(
        out,
        "{username:<WIDTH$}  {created:<10}  {password:<8}  {name}"
    )
}

/// Prints one account.
pub(super) fn show(details: &UserDetails, json: bool) -> io::Result<()> {
    let UserDetails {
        overview,
        picture_bytes,
    } = details;
    let mut out = stdout().lock();
    let shape = UserShape::new(overview, Some(*picture_bytes));
    if json {
        serde_json::to_writer(&mut out, &[shape])?;
        return writeln!(out);
    }
    for (field, value) in [
        ("user id", shape.user_id.as_str()),
        ("username", shape.username),
        ("name", &plain(shape.name)),
        ("e-mail", &plain(shape.email)),
        ("password", if shape.has_password { "yes" } else { "no" }),
        ("created", &shape.created_at),
        ("updated", &shape.updated_at),
        ("picture bytes", &picture_bytes.to_string()),
    ] {
        writeln!(out, "{field:<15}{value}")?;
    }
    out.flush()
}

/// A text for a terminal, without control characters.
pub(super) fn plain(text: &str) -> String {
    text.replace(char::is_control, "\u{FFFD}")
}
