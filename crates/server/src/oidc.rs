//! The settings of sign-ins at an OpenID provider, which belong together.

use wayfare_service::{OidcPolicy, OidcSettings};

use crate::settings::{Sources, environment_name};
use crate::{Failure, Settings};

/// What is wrong with the settings together: each that lacks another one, whatever their values.
pub(crate) fn check(sources: &Sources) -> Vec<Failure> {
    let issuer = environment_name("oidc_issuer");
    let client_id = environment_name("oidc_client_id");
    if let Some(source) = sources.source("oidc_issuer") {
        let has_client = sources.source("oidc_client_id").is_some();
        let missing = (!has_client).then(|| Failure::setting(source, format!("needs {client_id}")));
        return missing.into_iter().collect();
    }
    let dependent = [
        ("oidc_client_id", ""),
        ("oidc_client_secret", ""),
        ("oidc_name", ""),
        ("oidc_group", ""),
        ("oidc_sign_up", "off"),
        ("passwords", "on"),
    ];
    let set = dependent
        .iter()
        .filter(|(key, usual)| sources.text(key).is_some_and(|it| it != *usual));
    let sources = set.filter_map(|(key, _)| sources.source(key));
    sources
        .map(|source| Failure::setting(source, format!("needs {issuer}")))
        .collect()
}

/// The provider of the settings; `None` without one.
///
/// # Errors
/// [`Failure::Setting`] if a setting lacks another one, or nobody could sign in.
pub(crate) fn policy(settings: &Settings) -> Result<Option<OidcPolicy>, Failure> {
    let Some(issuer) = settings.oidc_issuer.clone() else {
        return match settings.passwords {
            true => Ok(None),
            false => Err(Failure::setting("passwords off", "needs oidc-issuer")),
        };
    };
    let client_id = settings.oidc_client_id.clone();
    let client_id = client_id.ok_or(Failure::setting("oidc-issuer", "needs oidc-client-id"))?;
    let name = settings.oidc_name.clone();
    Ok(Some(OidcPolicy {
        name: name.unwrap_or_else(|| issuer.host()),
        sign_up: settings.oidc_sign_up,
        provider: OidcSettings {
            issuer,
            client_id,
            client_secret: settings.oidc_client_secret.clone(),
            group: settings.oidc_group.clone(),
        },
    }))
}
