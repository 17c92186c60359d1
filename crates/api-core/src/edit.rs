//! The update of a trip that all routes share: read the body, apply the edit, answer what became of
//! it.

use std::future::Future;

use actix_web::HttpRequest;
use actix_web::web::Payload;
use serde::Serialize;
use wayfare_domain::Action;
use wayfare_service::{Error, TripUpdateRequest, TripView, Updated};

use crate::fields::{Element, Reader};
use crate::{Answer, App, AuthenticatedCaller, Problem, TripPath, body, conditional};

/// What is wrong with a body, unless `refuse` finds that the caller is to learn something else
/// first.
///
/// # Errors
/// That of `refuse`, else that of `read`.
pub async fn or_refuse<T, U, F>(
    read: Result<T, Problem>,
    refuse: impl FnOnce() -> F,
) -> Result<T, Problem>
where
    F: Future<Output = Result<U, Error>>,
{
    match read {
        Ok(value) => Ok(value),
        Err(problem) => {
            refuse().await?;
            Err(problem)
        }
    }
}

/// Reads a body of at most `limit` bytes with `read`, applies it to the trip that the path names,
/// and answers what `shape` makes of the trip before and after; 304 where nothing changed.
///
/// # Errors
/// In this order: 401, 404, 401, 415, 413, 401 for what only the owner may change, 400, 412.
pub async fn put<S: Serialize>(
    app: &App,
    AuthenticatedCaller(caller): AuthenticatedCaller,
    TripPath(id): TripPath,
    (request, payload, limit): (&HttpRequest, Payload, usize),
    read: impl FnOnce(&Element<'_>) -> Option<TripUpdateRequest>,
    shape: impl FnOnce(&TripView, &TripView) -> S,
) -> Answer {
    let body = body::value(request, payload, limit).await;
    let read = body.and_then(|body| Reader::read_in_part(&body, read));
    let (edit, faults) = or_refuse(read, || {
        app.service.trips.authorize(caller, id, Action::Edit)
    })
    .await?;
    let edit = TripUpdateRequest { faults, ..edit };
    match app
        .service
        .trips
        .update(caller, id, edit, conditional::precondition(request))
        .await?
    {
        Updated::Changed { before, after } => {
            conditional::json(request, Some(after.trip.version), &shape(&before, &after))
        }
        Updated::Unchanged(_) => Ok(conditional::unchanged()),
    }
}
