//! `wayfare check-config`: the settings that would be used, without their secrets, and whether what
//! they name answers.

use std::fmt::Write as _;
use std::time::Duration;

use url::Url;
use wayfare_pictures::PictureStore;
use wayfare_service::{Clock, OidcProvider, SystemClock, zone_release};

use super::console::runtime;
use crate::mail::mailer;
use crate::oidc::policy;
use crate::server::pictures_url;
use crate::settings::{Origin, Sources};
use crate::{Failure, Settings, auth_secret, database};

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

/// Tries the database, the picture store, the mail server and the OpenID provider of the settings,
/// and changes nothing. Returns a line for each.
///
/// # Errors
/// [`Failure::Unreachable`] with each that does not answer, after all were tried.
pub(crate) fn connect(settings: &Settings) -> Result<String, Failure> {
    let runtime = runtime()?;
    let tried = [
        ("database", Some(try_database(settings))),
        (
            "picture store",
            Some(runtime.block_on(try_pictures(settings))),
        ),
        (
            "mail server",
            runtime.block_on(try_mail(settings)).transpose(),
        ),
        (
            "OpenID provider",
            runtime.block_on(try_provider(settings)).transpose(),
        ),
    ];
    let (mut text, mut failures) = (String::new(), Vec::new());
    for (part, result) in tried {
        match result {
            Some(Ok(state)) => line(&mut text, format_args!("The {part} {state}.")),
            Some(Err(reason)) => failures.push(format!("{part}: {reason:#}")),
            None => {}
        }
    }
    match failures.is_empty() {
        true => Ok(text),
        false => Err(Failure::Unreachable(failures.join("; "))),
    }
}

/// How long the mail server may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// What answers.
const ANSWERS: &str = "answers";
/// What is not there yet.
const TO_BE_MADE: &str = "will be made by the first start";

fn try_database(settings: &Settings) -> anyhow::Result<&'static str> {
    if wayfare_storage::is_missing(settings.database_url.expose())? {
        return Ok(TO_BE_MADE);
    }
    database::open(settings)?;
    Ok(ANSWERS)
}

async fn try_pictures(settings: &Settings) -> anyhow::Result<&'static str> {
    let url = pictures_url(settings)?;
    if url.to_file_path().is_ok_and(|folder| !folder.exists()) {
        return Ok(TO_BE_MADE);
    }
    PictureStore::open(url.as_str())?.ping().await?;
    Ok(ANSWERS)
}

async fn try_mail(settings: &Settings) -> anyhow::Result<Option<&'static str>> {
    // The address of links, which are in letters alone.
    let front = Url::parse("http://localhost")?;
    let Some(mailer) = mailer(settings, &front)? else {
        return Ok(None);
    };
    mailer.check(TIMEOUT).await?;
    Ok(Some(ANSWERS))
}

async fn try_provider(settings: &Settings) -> anyhow::Result<Option<&'static str>> {
    let Some(policy) = policy(settings)? else {
        return Ok(None);
    };
    let provider = OidcProvider::new(policy.provider);
    let now = SystemClock.now().millis() / 1_000;
    provider.authorization_origin(now).await?;
    Ok(Some(ANSWERS))
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "{line}");
}
