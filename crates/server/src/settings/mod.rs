//! The settings of a server: read from flags, the environment and a file, and checked.

mod sources;
mod table;
pub(crate) mod values;

pub(crate) use sources::{CONFIG, Origin, Setting, Sources, environment_name, flag_name};
pub use table::Settings;
pub(crate) use table::TABLE;
pub(crate) use values::origin_of;
pub use values::{DatabaseUrl, LogFormat};
pub use wayfare_api::CorsOrigins;

use crate::Failure;

impl Settings {
    /// Settings by the names of their flags (`("listen", "127.0.0.1:0")`), the others at their
    /// defaults: for programs that embed the server.
    ///
    /// # Errors
    /// [`Failure::Setting`] for an unknown name or a malformed value.
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Failure> {
        let mut sources = Sources::new(TABLE);
        for (flag, text) in pairs {
            let key = TABLE
                .iter()
                .flat_map(Setting::keys)
                .find(|key| flag_name(key) == flag)
                .ok_or_else(|| Failure::setting(flag, "there is no such setting"))?;
            sources.add_flag(key, text.to_owned());
        }
        Self::read(&sources)
    }
}
