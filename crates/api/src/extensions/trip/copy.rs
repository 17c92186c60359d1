//! `/trips/{uuid}/copy`: a new trip made of another one.

use actix_web::HttpResponse;
use actix_web::web::Payload;
use wayfare_api_core::answer::conditional;
use wayfare_api_core::http::idempotency;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::openapi::EXTENSIONS;
use wayfare_api_core::trip::edit::TripRequest;
use wayfare_api_core::{Answer, TripPath, input::body};
use wayfare_domain::trip::{CopiedParts, TripCopy};
use wayfare_domain::{Date, Moment, Name, Path, Violations};
use wayfare_service::Error;
use wayfare_shapes::extensions::CopiedTrip;
use wayfare_shapes::input::TripCopyInput;

/// The most parts of a list of them.
const MAX_PARTS: usize = 20;

/// Makes a new private trip of the caller from one that they may read. Recorded payments, links,
/// feeds and confirmations do not come along.
#[utoipa::path(
    post, path = "/trips/{uuid}/copy", tag = EXTENSIONS, operation_id = "copyTrip",
    params(TripPath),
    request_body = TripCopyInput,
    responses((
        status = 201, description = "The new trip", body = CopiedTrip,
        headers(("Location" = String, description = "URL of the trip")),
    )),
)]
pub(crate) async fn post(request: TripRequest, payload: Payload) -> Answer {
    let (caller, TripPath(id)) = (request.caller, request.path);
    let (app, http) = (&request.app, &request.http);
    let trips = &app.service.trips;
    let read = body::json(http, payload, body::SMALL, read_copy).await;
    let read = read.and_then(|copy| Ok((copy, idempotency::claim(http)?)));
    let (copy, key) = or_refuse(read, || trips.authorize_copy(caller, id)).await?;
    let (trip, is_replayed) = match trips.copy(caller, id, copy, key).await {
        Err(Error::AlreadyDone { resource }) => {
            (trips.read_made(caller, &resource).await?.trip.id, true)
        }
        made => (made?, false),
    };
    let answer = HttpResponse::Ok().json(CopiedTrip {
        uuid: trip.to_string(),
    });
    let mut answer = conditional::created(&app.links, &format!("/trips/{trip}"), answer)?;
    idempotency::mark_replayed(&mut answer, is_replayed);
    Ok(answer)
}

fn read_copy(body: &Element<'_>) -> Option<TripCopy> {
    let fields = body.object()?;
    let name = fields.read_optional("name", |name| name.string(Name::new));
    let start = fields.read_optional("start", |start| {
        // Not the start of an item.
        let path = Path::root().unknown("start");
        let written = start.string_or_json()?;
        let read = match written.parse() {
            Ok(number) if !start.is_string() => Moment::from_epoch(number),
            _ => Moment::from_text(&written),
        };
        let day = read.map(|start| Date::from(start.at));
        body.check_all(day.map_err(|reason| Violations::at(path, reason)))
    });
    let with = fields.read_or("with", Vec::new(), |list| {
        list.list(MAX_PARTS, |part| part.string(CopiedParts::parse))
    });
    let parts = with?
        .into_iter()
        .fold(CopiedParts::default(), CopiedParts::and);
    Some(TripCopy {
        name: name?,
        start: start?,
        parts,
    })
}
