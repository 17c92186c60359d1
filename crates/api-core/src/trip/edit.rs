//! Requests about one trip: the read, update and deletion that all routes share.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::Payload;
use serde::Serialize;
use wayfare_domain::trip::Budget;
use wayfare_domain::{Action, PictureId};
use wayfare_service::{Error, TripContent, TripUpdateRequest, TripView};

use crate::answer::conditional::Document;
use crate::answer::render::render_in_pool_if;
pub use crate::answer::response_cache::Show;
use crate::http::idempotency;
use crate::input::fields::Element;
use crate::input::refusal::or_refuse;
use crate::{
    Answer, App, CallerRequest, Problem, TripPath, answer::conditional, answer::response_cache,
    input::body, input::prefer, trip::new_trip, trip::unknown_members,
};

/// Creates the trip of a request. Returns it, and whether an earlier request with the same key has
/// created it.
///
/// # Errors
/// 401 for an API key that may not; 415, 413 or 400 for the body; 403; 409, 410, 422 for the key.
pub async fn create(
    request: &CallerRequest,
    payload: Payload,
) -> Result<(TripView, bool), Problem> {
    let (service, caller) = (&request.app.service, request.caller);
    let read = body::json(&request.http, payload, body::SMALL, new_trip).await;
    let read = read.and_then(|new| Ok((new, idempotency::claim(&request.http)?)));
    let (new, key) = or_refuse(read, || service.trips.authorize_creation(caller)).await?;
    match service.trips.create_once(caller, new, key).await {
        Err(Error::AlreadyDone { resource }) => {
            Ok((service.trips.read_made(caller, &resource).await?, true))
        }
        created => Ok((created?, false)),
    }
}

/// A request of an authenticated caller about the trip that its path names.
pub type TripRequest = CallerRequest<TripPath>;

/// The body of an edit, and who may send it.
pub struct EditBody {
    payload: Payload,
    limit: usize,
    action: Action,
}

impl EditBody {
    /// Fields and texts of an editor.
    pub fn small(payload: Payload) -> Self {
        Self {
            payload,
            limit: body::SMALL,
            action: Action::Edit,
        }
    }

    /// Whole documents of an editor.
    pub fn large(payload: Payload) -> Self {
        Self {
            limit: body::LARGE,
            ..Self::small(payload)
        }
    }

    /// Fields that the owner alone may send: nobody else is told what is wrong with them.
    pub fn of_owner(payload: Payload) -> Self {
        Self {
            action: Action::Manage,
            ..Self::small(payload)
        }
    }
}

/// A trip that was edited.
pub struct Edited {
    /// The trip before.
    pub before: TripView,
    /// The trip as it is now.
    pub after: TripView,
    /// The id of what the edit, or an earlier request with the same key, has made; else empty.
    pub made: String,
}

/// The answer to an update that changed something.
pub struct UpdateAnswer<S> {
    shape: S,
    status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// What is answered to an update, or why nothing is.
type Answered<S> = Result<UpdateAnswer<S>, Problem>;

impl<S> UpdateAnswer<S> {
    /// 200 with a shape.
    pub fn new(shape: S) -> Self {
        Self {
            shape,
            status: StatusCode::OK,
            headers: Vec::new(),
        }
    }

    /// 201 with the URL of what was created.
    #[must_use]
    pub fn created(mut self, location: HeaderValue) -> Self {
        self.status = StatusCode::CREATED;
        self.headers.push((header::LOCATION, location));
        self
    }

    /// Warns of member ids in `budgets`, which are some of the trip's, that mean no member of it.
    #[must_use]
    pub fn with_unknown_members<'t>(
        mut self,
        view: &'t TripView,
        budgets: impl Iterator<Item = &'t Budget>,
    ) -> Self {
        let unknown = view.trip.unknown_members(budgets, &view.people);
        let value = unknown_members::value(&unknown);
        self.headers
            .extend(value.map(|value| (unknown_members::NAME, value)));
        self
    }
}

impl TripRequest {
    /// Whether the client prefers an extended answer, with the fields that go beyond the variant.
    /// Notes the preference as applied.
    pub fn prefers_extensions(&self) -> bool {
        prefer::prefers_extensions(&self.http)
    }

    /// Answers the trip, or its overview, in a shape; from the response cache if possible, whose
    /// key is the type of the shape. `T`, the parameter of the closure, decides what is read: an
    /// overview comes without the itinerary and the map.
    ///
    /// # Errors
    /// 401 without a good token, 404 if the caller may not see such a trip.
    pub async fn show<T: TripContent, S: Serialize + 'static>(
        self,
        how: Show,
        shape: impl FnOnce(&App, &TripView<T>) -> S + Send + 'static,
    ) -> Answer {
        let (caller, TripPath(id)) = (self.caller, self.path);
        let view = self.app.service.trips.read_as(caller, id).await?;
        let (app, http) = (&self.app, &self.http);
        let answer = response_cache::json(app, http, caller, view, how, shape).await;
        let Show::Extended(_) = how else {
            return answer;
        };
        let mut answer = answer?;
        let vary = HeaderValue::from_static("Prefer");
        answer.headers_mut().append(header::VARY, vary);
        Ok(answer)
    }

    /// Answers a part of the trip in a shape, not cached.
    ///
    /// # Errors
    /// 401 without a good token, 404 if the caller may not see such a trip or it has no such part.
    pub async fn show_part<T: TripContent, S: Serialize>(
        self,
        shape: impl FnOnce(&App, &TripView<T>) -> Option<S> + Send + 'static,
    ) -> Answer {
        let (caller, TripPath(id)) = (self.caller, self.path);
        let view = self.app.service.trips.read_as(caller, id).await?;
        let is_large = view.is_large();
        let render = move |app: &App| {
            let shape = shape(app, &view).ok_or(Error::NotFound)?;
            Document::new(Some(view.overview().version), &shape)
        };
        let document = render_in_pool_if(is_large, &self.app, caller.client(), render).await?;
        Ok(conditional::answer(&self.http, document))
    }

    /// Reads a body with `read`, applies it to the trip, and answers what `answer` makes of it; 304
    /// if nothing changed and the client does not prefer the representation.
    ///
    /// # Errors
    /// In this order: 401, 404, 401, 415, 413, 401 for what only the owner may change, 400, 412,
    /// 413 if the trip would be too large; that of `answer`. With an idempotency key 409, 422, and
    /// 410 if an earlier request with it has made a part that is gone.
    pub async fn edit<S: Serialize>(
        self,
        body: EditBody,
        read: impl FnOnce(&Element<'_>) -> Option<TripUpdateRequest> + Send + 'static,
        answer: impl FnOnce(&App, &Edited) -> Answered<S> + Send + 'static,
    ) -> Answer {
        let Self {
            app,
            caller,
            path: TripPath(id),
            http: request,
        } = self;
        let EditBody {
            payload,
            limit,
            action,
        } = body;
        let trips = &app.service.trips;
        let read = body::json_in_part(&request, payload, limit, read).await;
        let read = read.and_then(|read| Ok((read, idempotency::claim(&request)?)));
        let authorize = || trips.authorize(caller, id, action);
        let ((edit, violations), key) = or_refuse(read, &authorize).await?;
        if action == Action::Manage && !violations.is_empty() {
            authorize().await?;
        }
        let edit = TripUpdateRequest {
            key,
            violations,
            ..edit
        };
        let precondition = conditional::precondition(&request);
        let (before, after, replayed) = match trips.update(caller, id, edit, precondition).await {
            Err(Error::AlreadyDone { resource }) => {
                let present = trips.read(caller, id).await?;
                (present.clone(), present, Some(resource))
            }
            updated => match conditional::updated(&request, updated?) {
                Ok((before, after)) => (before, after, None),
                Err(not_modified) => return Ok(*not_modified),
            },
        };
        let is_large = before.is_large() || after.is_large();
        let is_replayed = replayed.is_some();
        let render = move |app: &App| {
            let version = after.trip.version;
            let made = replayed.or_else(|| after.made_since(&before));
            let edited = Edited {
                before,
                after,
                made: made.unwrap_or_default(),
            };
            let answered = answer(app, &edited).map_err(|problem| match is_replayed {
                true => problem.or_gone(),
                false => problem,
            });
            let UpdateAnswer {
                shape,
                status,
                headers,
            } = answered?;
            let document = Document::new(Some(version), &shape)?;
            Ok((document, status, headers))
        };
        let rendered = render_in_pool_if(is_large, &app, caller.client(), render).await?;
        let (document, status, headers) = rendered;
        let mut response = conditional::answer(&request, document);
        *response.status_mut() = status;
        for (name, value) in headers {
            response.headers_mut().insert(name, value);
        }
        idempotency::mark_replayed(&mut response, is_replayed);
        Ok(response)
    }

    /// Answers 201 with what was uploaded and added to the trip, in a shape, at its address among
    /// those of its `kind`.
    ///
    /// # Errors
    /// That of `added`. 410 if an earlier request with the idempotency key has added it and it is
    /// gone.
    pub async fn show_added<S: Serialize>(
        &self,
        kind: &str,
        added: Result<(TripView, PictureId), Error>,
        shape: impl FnOnce(&App, &TripView, &str) -> Option<S>,
    ) -> Answer {
        let (app, caller, TripPath(trip)) = (&self.app, self.caller, self.path);
        let (view, id, is_replayed) = match added {
            Err(Error::AlreadyDone { resource }) => {
                (app.service.trips.read(caller, trip).await?, resource, true)
            }
            added => {
                let (view, id) = added?;
                (view, id.to_string(), false)
            }
        };
        let missing = if is_replayed {
            Error::Gone
        } else {
            Error::NotFound
        };
        let shape = shape(app, &view, &id).ok_or(missing)?;
        let answer = conditional::json(&self.http, Some(view.trip.version), &shape)?;
        let path = format!("/trips/{trip}/{kind}/{id}");
        let mut answer = conditional::created(&app.links, &path, answer)?;
        idempotency::mark_replayed(&mut answer, is_replayed);
        Ok(answer)
    }

    /// Applies an edit that removes a part of the trip; 204.
    ///
    /// # Errors
    /// 401 without a good token, 404 if the caller may not see such a trip or it has no such part,
    /// 401 if the caller may not edit it, 412.
    pub async fn remove(self, edit: TripUpdateRequest) -> Answer {
        let (caller, TripPath(id)) = (self.caller, self.path);
        let precondition = conditional::precondition(&self.http);
        let trips = &self.app.service.trips;
        trips.update(caller, id, edit, precondition).await?;
        Ok(conditional::no_content())
    }

    /// Deletes the trip.
    ///
    /// # Errors
    /// 401 without a good token or if the caller does not own the trip, 404 if the caller may not
    /// see such a trip, 412.
    pub async fn delete(self) -> Answer {
        let (caller, TripPath(id)) = (self.caller, self.path);
        let precondition = conditional::precondition(&self.http);
        let trips = &self.app.service.trips;
        trips.delete(caller, id, precondition).await?;
        Ok(conditional::no_content())
    }
}
