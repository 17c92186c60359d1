//! Where the values of settings come from. Flags take precedence over the environment, and the
//! environment over the file.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;

use toml::{Table, Value};
use zeroize::Zeroizing;

use crate::Failure;

/// The prefix of every environment name.
const PREFIX: &str = "WAYFARE_";
/// The environment name of the database's URL that other tools read too.
const PLAIN_DATABASE_URL: &str = "DATABASE_URL";
/// The environment name of the file's path.
pub(crate) const CONFIG: &str = "WAYFARE_CONFIG";

/// The largest file of a secret, in bytes.
const MAX_SECRET: u64 = 64 << 10;

/// The name and the description of a setting.
pub(crate) struct Setting {
    /// Its key in the file, from which the flag and the environment name follow.
    pub(crate) key: &'static str,
    /// The key of the path of a file that holds its value: of secrets alone.
    pub(crate) file_key: Option<&'static str>,
    /// The placeholder of its value in `--help`.
    pub(crate) placeholder: &'static str,
    /// Its default, or where that comes from.
    pub(crate) default: &'static str,
    /// What it means, in a sentence.
    pub(crate) help: &'static str,
}

impl Setting {
    /// Its keys: of its value, and of the file that holds it.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        [Some(self.key), self.file_key].into_iter().flatten()
    }

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

/// A value that was set, or the path of the file that holds it. It may be a secret, so it has no
/// `Debug`.
struct Entry {
    key: &'static str,
    is_path: bool,
    source: String,
    text: String,
}

/// All values that were set; the first one for a key counts.
pub(crate) struct Sources {
    table: &'static [Setting],
    entries: Vec<Entry>,
    /// What is wrong with the sources themselves.
    failures: Vec<Failure>,
}

impl Sources {
    /// Nothing is set yet.
    pub(crate) fn new(table: &'static [Setting]) -> Self {
        Self {
            table,
            entries: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// Adds the value of a flag, by the key of its value or of its file.
    pub(crate) fn add_flag(&mut self, key: &'static str, text: String) {
        self.add(key, format!("--{}", flag_name(key)), text);
    }

    /// Adds the values that the environment sets. Names that begin with the prefix but belong to no
    /// setting are wrong if the environment `is_strict`.
    pub(crate) fn add_environment(
        &mut self,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        is_strict: bool,
    ) {
        let mut plain = None;
        for (name, value) in environment {
            let Ok(name) = name.into_string() else {
                continue;
            };
            let key = self.key(|key| environment_name(key) == name);
            if key.is_none() && name != PLAIN_DATABASE_URL {
                if is_strict && name.starts_with(PREFIX) && name != CONFIG {
                    self.add_unknown(&name, environment_name);
                }
                continue;
            }
            let Ok(text) = value.into_string() else {
                self.add_failure(Failure::setting(name, "must be UTF-8 text"));
                continue;
            };
            match key {
                Some(key) => self.add(key, name, text),
                None => plain = Some((name, text)),
            }
        }
        if let Some((name, text)) = plain {
            self.add("database_url", name, text);
        }
    }

    /// Adds the values that a file sets; errors call the file `name`.
    pub(crate) fn add_file(&mut self, name: &str, text: &str) {
        let table: Table = match toml::from_str(text) {
            Ok(table) => table,
            Err(error) => {
                let before = error
                    .span()
                    .and_then(|span| text.get(..span.start))
                    .unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                let place = format!("{name}, line {line}");
                return self.add_failure(Failure::setting(place, error.message()));
            }
        };
        for (key, value) in table {
            let source = format!("{key} in {name}");
            let Some(known) = self.key(|known| known == key) else {
                self.add_unknown(&source, |known| format!("{known} in {name}"));
                continue;
            };
            match flag_text(&value) {
                Some(text) => self.add(known, source, text),
                None => {
                    let reason = "must be text, a whole number or a list";
                    self.add_failure(Failure::setting(source, reason));
                }
            }
        }
    }

    /// Adds something that is wrong with a source.
    pub(crate) fn add_failure(&mut self, failure: Failure) {
        self.failures.push(failure);
    }

    /// Takes what is wrong with the sources.
    pub(crate) fn failures(&self) -> impl Iterator<Item = String> {
        self.failures.iter().map(Failure::to_string)
    }

    /// Adds a name that no setting has, with the nearest one that `name_of` gives a setting's key.
    fn add_unknown(&mut self, unknown: &str, name_of: impl Fn(&str) -> String) {
        let names = self.table.iter().flat_map(Setting::keys).map(name_of);
        let nearest = names.min_by_key(|name| strsim::damerau_levenshtein(name, unknown));
        let nearest = nearest.unwrap_or_default();
        let reason = format!("there is no such setting; the nearest is {nearest}");
        self.add_failure(Failure::setting(unknown, reason));
    }

    /// The value of a setting, else its default, which is parsed too.
    pub(crate) fn default<T>(
        &self,
        key: &str,
        default: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        match self.find(key)? {
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
        match self.find(key)? {
            Some(entry) => entry.parse(parse).map(Field::from),
            None => Ok(Field::default()),
        }
    }

    /// Whether a setting has a value of its own.
    pub(crate) fn is_set(&self, key: &str) -> bool {
        self.first(key).is_some()
    }

    /// Where the value of a setting comes from; `None` for a default.
    pub(crate) fn source(&self, key: &str) -> Option<&str> {
        self.first(key).map(|entry| &*entry.source)
    }

    /// The value of a setting as it is written, or the path of its file; `None` for a default.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.first(key).map(|entry| entry.text.trim())
    }

    /// Each setting with the source of its value; `None` for a default.
    pub(crate) fn origins(&self) -> impl Iterator<Item = (&'static Setting, Option<Origin<'_>>)> {
        self.table.iter().map(|setting| {
            let origin = self.first(setting.key).map(|entry| Origin {
                source: &entry.source,
                text: setting.file_key.is_none().then_some(entry.text.trim()),
            });
            (setting, origin)
        })
    }

    fn add(&mut self, key: &'static str, source: String, text: String) {
        let of_file = self
            .table
            .iter()
            .find(|setting| setting.file_key == Some(key));
        self.entries.push(Entry {
            key: of_file.map_or(key, |setting| setting.key),
            is_path: of_file.is_some(),
            source,
            text,
        });
    }

    fn key(&self, is_it: impl Fn(&str) -> bool) -> Option<&'static str> {
        let mut keys = self.table.iter().flat_map(Setting::keys);
        keys.find(|key| is_it(key))
    }

    fn first(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The entry that counts. A secret that is set both ways is an error, because one of the two is
    /// likely to be forgotten when it is replaced.
    fn find(&self, key: &str) -> Result<Option<&Entry>, Failure> {
        let Some(first) = self.first(key) else {
            return Ok(None);
        };
        let other = self.entries.iter().find(|entry| {
            let is_other_form = entry.key == key && entry.is_path != first.is_path;
            // Platforms inject the plain name.
            is_other_form && entry.source != PLAIN_DATABASE_URL
        });
        match other {
            Some(other) => Err(Failure::setting(
                &other.source,
                format_args!("must not be set beside {}", first.source),
            )),
            None => Ok(Some(first)),
        }
    }
}

/// Where a value comes from.
pub(crate) struct Origin<'a> {
    /// The flag, the environment name, or the key and the file.
    pub(crate) source: &'a str,
    /// The value; `None` for a secret.
    pub(crate) text: Option<&'a str>,
}

impl Entry {
    fn parse<T>(&self, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Failure> {
        let value = if self.is_path {
            read_secret(self.text.trim()).and_then(|text| {
                let line = text
                    .strip_suffix("\r\n")
                    .or_else(|| text.strip_suffix('\n'));
                parse_text(line.unwrap_or(&text), parse)
            })
        } else {
            parse_text(self.text.trim(), parse)
        };
        value.map_err(|reason| Failure::setting(&self.source, reason))
    }
}

fn parse_text<T>(text: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, String> {
    if text.is_empty() {
        return Err("must not be empty".to_owned());
    }
    parse(text)
}

/// Reads the file of a secret. The error does not name the file: somebody may have set the secret
/// itself.
fn read_secret(path: &str) -> Result<Zeroizing<String>, String> {
    let mut text = Zeroizing::new(String::new());
    let read = File::open(path)
        .and_then(|file| file.take(MAX_SECRET + 1).read_to_string(&mut text))
        .map_err(|error| format!("the file can't be read: {error}"))?;
    if u64::try_from(read).is_ok_and(|read| read > MAX_SECRET) {
        return Err(format!("the file must have at most {MAX_SECRET} bytes"));
    }
    Ok(text)
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
