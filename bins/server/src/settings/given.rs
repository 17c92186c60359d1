//! What was set, and where: flags over environment over file.

use std::ffi::OsString;

use toml::{Table, Value};

use super::table::{self, Fallback, PREFIX, Setting};
use crate::Failure;

/// The environment name of the database's URL that other tools read too.
const PLAIN_DATABASE_URL: &str = "DATABASE_URL";
/// The environment name of the file's path.
pub(crate) const CONFIG: &str = "WAYFARE_CONFIG";

/// One value that was set. It may be a secret, so it has no `Debug`.
struct Entry {
    flag: &'static str,
    source: String,
    text: String,
}

/// All values that were set; of several for one setting the first counts.
#[derive(Default)]
pub(crate) struct Given(Vec<Entry>);

impl Given {
    /// Adds the value of a setting's flag.
    pub(crate) fn add_flag(&mut self, setting: &Setting, text: String) {
        self.0.push(Entry {
            flag: setting.flag,
            source: format!("--{}", setting.flag),
            text,
        });
    }

    /// Adds what the environment sets; gives its names that begin as ours do but are none.
    pub(crate) fn add_environment(
        &mut self,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Vec<String>, Failure> {
        let mut unknown = Vec::new();
        let mut plain = None;
        for (name, value) in environment {
            let Some(name) = name.to_str() else { continue };
            let text = || {
                value
                    .to_str()
                    .map(str::to_owned)
                    .ok_or_else(|| Failure::setting(name, "must be UTF-8 text"))
            };
            let setting = table::ALL
                .iter()
                .find(|setting| setting.environment() == name);
            if let Some(setting) = setting {
                self.0.push(Entry {
                    flag: setting.flag,
                    source: name.to_owned(),
                    text: text()?,
                });
            } else if name == PLAIN_DATABASE_URL {
                plain = Some(Entry {
                    flag: table::DATABASE_URL.flag,
                    source: name.to_owned(),
                    text: text()?,
                });
            } else if name.starts_with(PREFIX) && name != CONFIG {
                unknown.push(name.to_owned());
            }
        }
        self.0.extend(plain);
        Ok(unknown)
    }

    /// Adds what a file sets; `name` is what to call it in errors.
    pub(crate) fn add_file(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let table: Table = toml::from_str(text).map_err(|error| {
            let before = error
                .span()
                .and_then(|span| text.get(..span.start))
                .unwrap_or_default();
            Failure::setting(
                format_args!("{name}, line {}", before.matches('\n').count() + 1),
                error.message(),
            )
        })?;
        for (key, value) in table {
            let source = format!("{key} in {name}");
            let Some(setting) = table::ALL.iter().find(|setting| setting.key() == key) else {
                return Err(Failure::setting(source, "there is no such setting"));
            };
            let text = plain(&value).ok_or_else(|| {
                Failure::setting(&source, "must be text, a whole number or a list")
            })?;
            self.0.push(Entry {
                flag: setting.flag,
                source,
                text,
            });
        }
        Ok(())
    }

    /// A setting that has a value even where nobody sets it.
    pub(crate) fn required<T>(
        &self,
        setting: &Setting,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        match (self.find(setting), setting.fallback) {
            (Some(entry), _) => parse(&entry.source, &entry.text, read),
            (None, Fallback::Value(text) | Fallback::Derived(text)) => {
                parse(setting.flag, text, read)
            }
        }
    }

    /// A setting that may be left to follow from something else.
    pub(crate) fn optional<T>(
        &self,
        setting: &Setting,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Failure> {
        self.find(setting)
            .map(|entry| parse(&entry.source, &entry.text, read))
            .transpose()
    }

    fn find(&self, setting: &Setting) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.flag == setting.flag)
    }
}

fn parse<T>(
    source: &str,
    text: &str,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::setting(source, "must not be empty"));
    }
    read(text).map_err(|reason| Failure::setting(source, reason))
}

/// A value of the file as a flag would have it.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Array(list) => Some(
            list.iter()
                .map(Value::as_str)
                .collect::<Option<Vec<_>>>()?
                .join(","),
        ),
        Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) | Value::Table(_) => None,
    }
}
