//! `/user/{username}/export`: an account with all that belongs to it, as an archive.

use wayfare_api_core::input::schemas::FileBytes;
use wayfare_api_core::openapi::FORMATS;
use wayfare_api_core::{Answer, CallerRequest, UserPath, trip::export};

/// The caller's own account as a zip file: profile, settings, e-mail address, pictures, and the
/// trips that they own or are a member of.
#[utoipa::path(
    get, path = "/user/{username}/export", tag = FORMATS, operation_id = "exportAccount",
    params(UserPath),
    responses((
        status = 200, description = "The archive",
        content((FileBytes = "application/zip")),
        headers(("Content-Disposition" = String, description = "The name of the file")),
    )),
)]
pub(crate) async fn get(request: CallerRequest<UserPath>) -> Answer {
    let UserPath(username) = &request.path;
    export::account(&request.app, &request.http, request.caller, username).await
}
