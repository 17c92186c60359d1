//! Where the values of settings come from. Flags take precedence over the environment, and the
//! environment over the file.

use std::ffi::OsString;

use toml::{Table, Value};

use crate::Failure;

/// The prefix of every environment name.
const PREFIX: &str = "WAYFARE_";
/// The environment name of the database's URL that other tools read too.
const PLAIN_DATABASE_URL: &str = "DATABASE_URL";
/// The environment name of the file's path.
pub(crate) const CONFIG: &str = "WAYFARE_CONFIG";

/// The name and the description of a setting.
pub(crate) struct Setting {
    /// Its key in the file, from which the flag and the environment name follow.
    pub(crate) key: &'static str,
    /// The placeholder of its value in `--help`.
    pub(crate) placeholder: &'static str,
    /// Its default, or where that comes from.
    pub(crate) default: &'static str,
    /// What it means, in a sentence.
    pub(crate) help: &'static str,
}

impl Setting {
    /// Its text in `--help`.
    pub(crate) fn help(&self) -> String {
        let help = self.help.trim().trim_end_matches('.').replace('`', "");
        let (default, environment) = (self.default, environment_name(self.key));
        format!("{help} [default: {default}] [env: {environment}]")
    }
}

/// The name of a key's flag, without dashes before it.
pub(crate) fn flag_name(key: &str) -> String {
    key.replace('_', "-")
}

/// The environment name of a key.
pub(crate) fn environment_name(key: &str) -> String {
    format!("{PREFIX}{}", key.to_ascii_uppercase())
}

/// A value that was set. It may be a secret, so it has no `Debug`.
struct Entry {
    key: &'static str,
    source: String,
    text: String,
}

/// All values that were set; the first one for a key counts.
pub(crate) struct Sources {
    table: &'static [Setting],
    entries: Vec<Entry>,
}

impl Sources {
    /// Nothing is set yet.
    pub(crate) fn new(table: &'static [Setting]) -> Self {
        let entries = Vec::new();
        Self { table, entries }
    }

    /// Adds the value of a flag.
    pub(crate) fn add_flag(&mut self, key: &'static str, text: String) {
        self.add(key, format!("--{}", flag_name(key)), text);
    }

    /// Adds the values that the environment sets. Returns its names that begin with the prefix but
    /// belong to no setting.
    pub(crate) fn add_environment(
        &mut self,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Vec<String>, Failure> {
        let mut unknown = Vec::new();
        let mut plain = None;
        for (name, value) in environment {
            let Ok(name) = name.into_string() else {
                continue;
            };
            let key = self.key(|key| environment_name(key) == name);
            if key.is_none() && name != PLAIN_DATABASE_URL {
                if name.starts_with(PREFIX) && name != CONFIG {
                    unknown.push(name);
                }
                continue;
            }
            let Ok(text) = value.into_string() else {
                return Err(Failure::setting(name, "must be UTF-8 text"));
            };
            match key {
                Some(key) => self.add(key, name, text),
                None => plain = Some((name, text)),
            }
        }
        if let Some((name, text)) = plain {
            self.add("database_url", name, text);
        }
        Ok(unknown)
    }

    /// Adds the values that a file sets; errors call the file `name`.
    pub(crate) fn add_file(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let table: Table = toml::from_str(text).map_err(|error| {
            let before = error
                .span()
                .and_then(|span| text.get(..span.start))
                .unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            Failure::setting(format_args!("{name}, line {line}"), error.message())
        })?;
        for (key, value) in table {
            let source = format!("{key} in {name}");
            let Some(key) = self.key(|known| known == key) else {
                return Err(Failure::setting(source, "there is no such setting"));
            };
            let Some(text) = flag_text(&value) else {
                let reason = "must be text, a whole number or a list";
                return Err(Failure::setting(source, reason));
            };
            self.add(key, source, text);
        }
        Ok(())
    }

    /// The value of a setting, else its default, which is parsed too.
    pub(crate) fn default<T>(
        &self,
        key: &str,
        default: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        match self.find(key) {
            Some(entry) => entry.parse(parse),
            None => parse(default).map_err(|reason| Failure::setting(key, reason)),
        }
    }

    /// The value of a setting, else the empty value of its type: its default, which the table only
    /// describes, follows from the machine or from other settings.
    pub(crate) fn derived<T, Field: From<T> + Default>(
        &self,
        key: &str,
        _default: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Field, Failure> {
        match self.find(key) {
            Some(entry) => entry.parse(parse).map(Field::from),
            None => Ok(Field::default()),
        }
    }

    fn add(&mut self, key: &'static str, source: String, text: String) {
        self.entries.push(Entry { key, source, text });
    }

    fn key(&self, is_it: impl Fn(&str) -> bool) -> Option<&'static str> {
        let mut keys = self.table.iter().map(|setting| setting.key);
        keys.find(|key| is_it(key))
    }

    fn find(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }
}

impl Entry {
    fn parse<T>(&self, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Failure> {
        let text = self.text.trim();
        let value = if text.is_empty() {
            Err("must not be empty".to_owned())
        } else {
            parse(text)
        };
        value.map_err(|reason| Failure::setting(&self.source, reason))
    }
}

/// A value of the file in the notation of a flag.
fn flag_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Array(list) => {
            let texts: Option<Vec<_>> = list.iter().map(Value::as_str).collect();
            Some(texts?.join(","))
        }
        Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) | Value::Table(_) => None,
    }
}
