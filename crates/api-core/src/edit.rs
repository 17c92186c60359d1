//! Requests about one trip: the read, update and deletion that all routes share.

use std::future::Future;

use actix_web::dev;
use actix_web::web::{Data, Payload};
use actix_web::{FromRequest, HttpRequest};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use wayfare_domain::Action;
use wayfare_service::{Error, TripUpdateRequest, TripView};

use crate::conditional::Document;
use crate::fields::Element;
use crate::{
    Answer, App, AuthenticatedCaller, Problem, TripPath, body, conditional, response_cache,
};

/// Returns the violations of a body, unless `refuse` fails: then its error comes first.
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

/// A request of an authenticated caller about the trip that its path names.
pub struct TripRequest {
    /// The application.
    pub app: Data<App>,
    /// The caller.
    pub caller: AuthenticatedCaller,
    /// The trip.
    pub trip: TripPath,
    /// The request.
    pub request: HttpRequest,
}

impl FromRequest for TripRequest {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let parts = <(_, _, _, _)>::from_request(request, payload);
        parts
            .map(|parts| {
                let (app, caller, trip, request) = parts?;
                Ok(Self {
                    app,
                    caller,
                    trip,
                    request,
                })
            })
            .boxed_local()
    }
}

impl TripRequest {
    /// Answers the trip in a shape, from the response cache if possible.
    ///
    /// # Errors
    /// 401 without a good token, 404 if the caller may not see such a trip.
    pub async fn get<S: Serialize + 'static>(
        self,
        shape: impl FnOnce(&App, &TripView) -> S + Send + 'static,
    ) -> Answer {
        let (AuthenticatedCaller(caller), TripPath(id)) = (self.caller, self.trip);
        let view = self.app.service.trips.read(caller, id).await?;
        response_cache::json(&self.app, &self.request, caller, view, shape).await
    }

    /// Reads a body of at most `limit` bytes with `read`, applies it to the trip, and answers the
    /// shape of the trip before and after; 304 if nothing changed and the client does not prefer
    /// the representation.
    ///
    /// # Errors
    /// In this order: 401, 404, 401, 415, 413, 401 for what only the owner may change, 400, 412,
    /// 413 if the trip would be too large.
    pub async fn put<S: Serialize>(
        self,
        (payload, limit): (Payload, usize),
        read: impl FnOnce(&Element<'_>) -> Option<TripUpdateRequest> + Send + 'static,
        shape: impl FnOnce(&App, &TripView, &TripView) -> S + Send + 'static,
    ) -> Answer {
        let Self {
            app,
            caller: AuthenticatedCaller(caller),
            trip: TripPath(id),
            request,
        } = self;
        let trips = &app.service.trips;
        let read = body::json_in_part(&request, payload, limit, read).await;
        let (edit, violations) =
            or_refuse(read, || trips.authorize(caller, id, Action::Edit)).await?;
        let edit = TripUpdateRequest { violations, ..edit };
        let precondition = conditional::precondition(&request);
        let updated = trips.update(caller, id, edit, precondition).await?;
        let (before, after) = match conditional::updated(&request, updated) {
            Ok(states) => states,
            Err(not_modified) => return Ok(not_modified),
        };
        let is_large = before.is_large() || after.is_large();
        let render =
            move |app: &App| Document::new(Some(after.trip.version), &shape(app, &before, &after));
        let document = response_cache::run(&app, caller, is_large, render).await?;
        Ok(conditional::answer(&request, document))
    }

    /// Deletes the trip.
    ///
    /// # Errors
    /// 401 without a good token or if the caller does not own the trip, 404 if the caller may not
    /// see such a trip, 412.
    pub async fn delete(self) -> Answer {
        let (AuthenticatedCaller(caller), TripPath(id)) = (self.caller, self.trip);
        let precondition = conditional::precondition(&self.request);
        let trips = &self.app.service.trips;
        trips.delete(caller, id, precondition).await?;
        Ok(conditional::no_content())
    }
}
