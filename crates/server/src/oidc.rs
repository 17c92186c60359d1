//! The settings of sign-ins at an OpenID provider, which belong together.

use wayfare_service::{OidcPolicy, OidcSettings};

use crate::{Failure, Settings};

/// The provider of the settings; `None` without one.
///
/// # Errors
/// [`Failure::Setting`] if a setting lacks another one, or nobody could sign in.
pub(crate) fn policy(settings: &Settings) -> Result<Option<OidcPolicy>, Failure> {
    let Some(issuer) = settings.oidc_issuer.clone() else {
        let dependent = [
            ("oidc-client-id", settings.oidc_client_id.is_some()),
            ("oidc-client-secret", settings.oidc_client_secret.is_some()),
            ("oidc-name", settings.oidc_name.is_some()),
            ("oidc-sign-up", settings.oidc_sign_up),
            ("oidc-group", settings.oidc_group.is_some()),
            ("passwords off", !settings.passwords),
        ];
        return match dependent.iter().find(|(_, is_set)| *is_set) {
            Some((name, _)) => Err(Failure::setting(name, "needs oidc-issuer")),
            None => Ok(None),
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
