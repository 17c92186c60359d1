//! `wayfare check-config`: the settings that would be used, without their secrets.

use std::fmt::Write as _;

use wayfare_service::zone_release;

use crate::settings::{Origin, Sources};
use crate::{Failure, Settings, auth_secret};

/// Checks what a start would check without reaching a store, and describes the settings: one line
/// for each, with the value and its source. Of a secret the line says only where it comes from.
///
/// # Errors
/// [`Failure::Setting`] if a setting is missing.
pub(crate) fn report(settings: &Settings, sources: &Sources) -> Result<String, Failure> {
    let secret_file = match &settings.auth_secret {
        Some(_) => None,
        None => Some(auth_secret::file(settings)?),
    };
    let mut text = String::new();
    for (setting, origin) in sources.origins() {
        let value = match (setting.key, &origin, &secret_file) {
            ("database_url", ..) => settings.database_url.to_string(),
            ("auth_secret", None, Some(file)) => format!("stored in {}", file.display()),
            (
                _,
                Some(Origin {
                    text: Some(text), ..
                }),
                _,
            ) => (*text).to_owned(),
            (_, Some(Origin { text: None, .. }), _) => "(secret)".to_owned(),
            (_, None, _) => setting.default.to_owned(),
        };
        let source = origin.map_or("default", |origin| origin.source);
        line(
            &mut text,
            format_args!("{} = {value} [{source}]", setting.key),
        );
    }
    let release = zone_release();
    line(
        &mut text,
        format_args!("The time zones are those of release {release}."),
    );
    line(&mut text, format_args!("The settings can be used."));
    Ok(text)
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "{line}");
}
