//! API keys in place of access tokens: middleware that finds the caller of one before the routes
//! ask for it, since only the database knows keys. Likewise the access tokens of assistants, where
//! these are taken.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest, ResponseError};
use wayfare_service::{Credential, Error as ServiceError};

use crate::http::caller::token;
use crate::limits::rate::{Kind, RateLimits};
use crate::{App, Problem, RequestClient};

/// Finds the caller of a request with an API key, and counts the request as the account's. Within
/// the limits of addresses, so that nobody asks the database faster than by tokens.
///
/// # Errors
/// Never one of its own: a refusal is an answer.
pub async fn resolve(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match find(request.request()).await {
        Ok(()) => Ok(next.call(request).await?.map_into_boxed_body()),
        Err(problem) => Ok(request.into_response(problem.error_response())),
    }
}

/// Stores the caller in the request. What is no good key stays a token that the routes refuse.
async fn find(request: &HttpRequest) -> Result<(), Problem> {
    let (Some(app), Ok(token)) = (request.app_data::<Data<App>>(), token(request)) else {
        return Ok(());
    };
    let RequestClient(client) = RequestClient::of(request);
    let found = app.service.grants.verify_key(client, token).await;
    keep(request, found)
}

/// Finds the caller of a request with the access token of an assistant, as the middleware does that
/// of a request with a key. For the endpoint that takes such tokens.
///
/// # Errors
/// 429, 503.
pub async fn find_assistant(request: &HttpRequest) -> Result<(), Problem> {
    let (Some(app), Ok(token)) = (request.app_data::<Data<App>>(), token(request)) else {
        return Ok(());
    };
    let RequestClient(client) = RequestClient::of(request);
    let found = app.service.grants.verify_assistant(client, token).await;
    keep(request, found)
}

/// Stores a caller who was found, and counts the request as theirs.
fn keep(request: &HttpRequest, found: Result<Credential, ServiceError>) -> Result<(), Problem> {
    let credential = match found {
        Ok(credential) => credential,
        Err(ServiceError::TokenRefused) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    if let Some(limits) = request.app_data::<Data<RateLimits>>() {
        limits.check_caller(Kind::Ordinary, credential.caller)?;
    }
    let mut extensions = request.extensions_mut();
    extensions.insert(credential.caller);
    extensions.insert(credential);
    Ok(())
}
