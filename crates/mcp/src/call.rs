//! The call of a tool: its arguments, and what all writes of a trip share.

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;

use actix_web::web::Data;
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;
use sha2::{Digest, Sha256};
use wayfare_api_core::{App, Problem};
use wayfare_domain::trip::Edit;
use wayfare_domain::{Path, Reason, TripId, Violations};
use wayfare_service::{
    Caller, Error, KeyClaim, Precondition, TripUpdateRequest, TripView, Updated,
};

use crate::answer::Failure;

/// The longest idempotency key.
const MAX_KEY: usize = 255;

/// The call of a tool.
pub(crate) struct Call {
    pub(crate) app: Data<App>,
    pub(crate) caller: Caller,
    /// The caller's username.
    pub(crate) username: Arc<str>,
    pub(crate) tool: &'static str,
    pub(crate) arguments: JsonObject,
}

/// What a write made of a trip.
pub(crate) struct Written {
    /// The trip before; the same as after for a call that was repeated.
    pub(crate) before: TripView,
    /// The trip as it is now.
    pub(crate) after: TripView,
    /// Whether an earlier call with the same idempotency key has done it.
    pub(crate) is_replayed: bool,
}

impl Call {
    /// The arguments.
    ///
    /// # Errors
    /// 400 with the pointer of what is missing, unknown or of another type.
    pub(crate) fn arguments<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let arguments = Value::Object(self.arguments.clone());
        serde_path_to_error::deserialize(arguments).map_err(|error| {
            let steps = error.path().iter();
            let path = steps.fold(Path::root(), |path, step| match step {
                Segment::Seq { index } => path.index(*index),
                Segment::Map { key } => path.unknown(key),
                Segment::Enum { .. } | Segment::Unknown => path,
            });
            let text = error.inner().to_string();
            // The path is that of the object, not of what is missing in it.
            let missing = text.strip_prefix("missing field `");
            let missing = missing.and_then(|rest| rest.split('`').next());
            let (path, reason) = match missing {
                Some(name) => (path.unknown(name), Reason::new("is required")),
                None => (path, Reason::new(format!("is refused: {text}"))),
            };
            Problem::invalid_at(path, reason).into()
        })
    }

    /// Reads the trip of an id.
    ///
    /// # Errors
    /// 404 if there is none that the caller may see.
    pub(crate) async fn trip(&self, id: &str) -> Result<TripView, Failure> {
        let trips = &self.app.service.trips;
        Ok(trips.read(self.caller, trip_id(id)?).await?)
    }

    /// A trip that the caller may see, with the names of those who have left it.
    ///
    /// # Errors
    /// 404.
    pub(crate) async fn trip_with_names(&self, id: &str) -> Result<TripView, Failure> {
        let view = self.trip(id).await?;
        let trips = &self.app.service.trips;
        Ok(trips.name_former(self.caller.client(), view).await?)
    }

    /// The claim of an idempotency key, of this tool alone.
    ///
    /// # Errors
    /// 400.
    pub(crate) fn claim(&self, key: Option<&str>) -> Result<Option<KeyClaim>, Failure> {
        let Some(key) = key else { return Ok(None) };
        let is_visible = key.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_visible || !(1..=MAX_KEY).contains(&key.len()) {
            let reason = format!("must have 1 to {MAX_KEY} visible ASCII characters");
            return Err(refused("idempotency_key", reason));
        }
        let request = Value::Object(self.arguments.clone()).to_string();
        let digest = Sha256::new_with_prefix(self.tool).chain_update(["\n", &request].concat());
        let key = format!("tool {} {key}", self.tool);
        Ok(Some(KeyClaim::new(&key, digest.finalize().into())))
    }

    /// Applies edits to a trip that was read, all or none.
    ///
    /// # Errors
    /// 412 with the current version if the trip is of another version than the expected one, if
    /// one is; those of [`wayfare_service::Trips::update`].
    pub(crate) async fn write(
        &self,
        view: TripView,
        edits: impl IntoIterator<Item = Edit>,
        expected_version: Option<i64>,
        key: Option<KeyClaim>,
    ) -> Result<Written, Failure> {
        let (trips, id) = (&self.app.service.trips, view.trip.id);
        let request = TripUpdateRequest {
            key,
            ..TripUpdateRequest::of(edits)
        };
        let precondition = precondition(expected_version);
        match trips.update(self.caller, id, request, precondition).await {
            Ok(Updated::Changed { before, after }) => Ok(Written {
                before,
                after,
                is_replayed: false,
            }),
            Ok(Updated::Unchanged(view)) => Ok(Written {
                before: view.clone(),
                after: view,
                is_replayed: false,
            }),
            Err(Error::AlreadyDone { .. }) => {
                let present = trips.read(self.caller, id).await?;
                Ok(Written {
                    before: present.clone(),
                    after: present,
                    is_replayed: true,
                })
            }
            Err(Error::VersionMismatch) => Err(self.conflict(id, expected_version).await),
            Err(error) => Err(error.into()),
        }
    }

    /// The failure of a write whose expected version is not the current one, with what is known of
    /// the changes since.
    pub(crate) async fn conflict(&self, id: TripId, expected: Option<i64>) -> Failure {
        let failure = Failure::from(Error::VersionMismatch);
        let Ok(view) = self.app.service.trips.read(self.caller, id).await else {
            return failure;
        };
        let trip = &view.trip;
        let editors = trip.editors_since(expected.unwrap_or_default());
        let editors: Vec<&str> = editors.map(|user| view.people.username(user)).collect();
        failure
            .with("detail", "The trip has changed since expected_version.")
            .with("current_version", trip.version)
            .with("changed_by", editors)
            .with("advice", "Read the trip again, and decide anew.")
    }
}

/// The id of a trip. A text that is none names no trip that anybody sees.
///
/// # Errors
/// 404.
pub(crate) fn trip_id(text: &str) -> Result<TripId, Failure> {
    TripId::parse(text).ok_or_else(|| Error::NotFound.into())
}

/// The precondition that a version is the expected one.
pub(crate) fn precondition(expected: Option<i64>) -> Precondition {
    expected.map_or(Precondition::None, |version| {
        Precondition::Versions(vec![version])
    })
}

/// The failure of one argument.
pub(crate) fn refused(name: &'static str, reason: impl Display) -> Failure {
    let path = Path::root().unknown(name);
    Violations::at(path, reason.to_string()).into()
}

impl Written {
    /// Whether the trip has changed.
    pub(crate) fn is_changed(&self) -> bool {
        self.before.trip.version != self.after.trip.version
    }

    /// The ids of the items that were added.
    pub(crate) fn added_items(&self) -> Vec<String> {
        let before = self.before.trip.itinerary.iter();
        let known: HashSet<&str> = before.map(|item| item.id.as_str()).collect();
        let items = self.after.trip.itinerary.iter();
        let added = items.filter(|item| !known.contains(item.id.as_str()));
        added.map(|item| item.id.to_string()).collect()
    }
}

/// Renders a result: a slow one in the work pool for documents.
///
/// # Errors
/// 503 if too many slow answers are being rendered.
pub(crate) async fn in_document_pool<T: Send + 'static>(
    is_slow: bool,
    call: Call,
    render: impl FnOnce(&Call) -> T + Send + 'static,
) -> Result<T, Failure> {
    if !is_slow {
        return Ok(render(&call));
    }
    let (service, client) = (call.app.service.clone(), call.caller.client());
    let render = move || render(&call);
    Ok(service.run_in_document_pool(client, render).await?)
}
