//! `/user/{username}/trips`: a person's own trips, filtered and sorted, a page at a time.

use std::collections::HashSet;

use actix_web::web::Payload;
use url::form_urlencoded;
use wayfare_api_core::answer::conditional::{self, Document};
use wayfare_api_core::answer::list;
use wayfare_api_core::input::body;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::trip;
use wayfare_api_core::input::refusal::or_refuse;
use wayfare_api_core::openapi::{BadRequest, EXTENSIONS};
use wayfare_api_core::{Answer, CallerRequest, Links, Problem, UserPath};
use wayfare_domain::text::SearchWords;
use wayfare_domain::{
    Date, Decimal, Instant, MemberRole, Moment, Path, Reason, Text, TripId, Violations,
};
use wayfare_service::{FoundTrip, OwnTripsPage, OwnTripsRequest, TripOrder};
use wayfare_shapes::input::TripsInput;
use wayfare_shapes::lists::{OwnTrip, OwnTrips};
use wayfare_shapes::variant_a::Dates;

use super::trip::roles::show_role;

/// The default number of trips of a page.
const LIMIT: usize = 50;
/// The greatest number of trips of a page.
const MAX_LIMIT: usize = 200;
/// The longest text that is searched for, in characters.
const MAX_TEXT: usize = SearchWords::MAX_CHARS;

fn show_trip(links: &Links, trip: &FoundTrip) -> OwnTrip {
    let end = |at: Option<Instant>| at.unwrap_or(Instant::EPOCH).to_string();
    OwnTrip {
        uuid: trip.id.to_string(),
        name: trip.name.to_string(),
        desc: trip.description.to_string(),
        date: Dates {
            start: end(trip.start.or(trip.end)),
            end: end(trip.end.or(trip.start)),
        },
        owner: trip.owner.clone(),
        role: show_role(trip.role),
        img: links.trip_image(trip.id, &trip.gallery),
        members: trip.members,
        updated_at: trip.updated_at.to_string(),
        version: trip.version,
    }
}

/// The caller's trips, filtered and sorted, a page at a time.
///
/// Each trip that there was when the first page was read comes once, also while trips are being
/// changed; one that moves ahead of its turn comes last. After 500 trips it may be left out:
/// `updated_since` with the time of the first page finds it.
#[utoipa::path(
    get, path = "/user/{username}/trips", tag = EXTENSIONS, operation_id = "listOwnTrips",
    params(
        UserPath,
        ("q" = Option<String>, Query, description = "Words that the name or the description has, \
            in any case; at most 10", max_length = 200),
        ("role" = Option<String>, Query, description = "The role of the caller: `owner`, `editor` \
            or `viewer`", pattern = "^(owner|editor|viewer)$"),
        ("imposed" = Option<bool>, Query, description = "`true`: only trips that others have put \
            the caller on or handed over, and that the caller has not accepted; `false`: only the \
            others"),
        ("from" = Option<String>, Query, description = "The first day, in UTC, of a period that \
            the dates overlap; trips without dates are left out", example = "2026-05-01"),
        (
            "to" = Option<String>, Query, description = "The last day of that period",
            example = "2026-05-31"
        ),
        ("updated_since" = Option<String>, Query, description = "The earliest time of the last \
            change, as RFC 3339 or Unix time", example = "2026-05-01T09:00:00Z"),
        ("sort" = Option<String>, Query, description = "`updated`: changed last first (default); \
            `start`: earliest first, without dates last; `name`: A to Z, in lower \
            case", pattern = "^(updated|start|name)$"),
        ("limit" = Option<u64>, Query, description = "The greatest number of trips of the page; 50 \
            where it is left out", minimum = 1, maximum = 200),
        ("cursor" = Option<String>, Query, description = "`next` of the page before, with the same \
            other parameters"),
    ),
    responses((status = 200, description = "The page", body = OwnTrips), BadRequest),
)]
pub(crate) async fn get(request: CallerRequest<UserPath>) -> Answer {
    let (app, caller, UserPath(username)) = (&request.app, request.caller, &request.path);
    let trips = &app.service.trips;
    let read = read(request.http.query_string()).map_err(Problem::invalid);
    let read = or_refuse(read, || trips.authorize_own_list(caller, username)).await?;
    let OwnTripsPage { trips, next } = trips.own_list(caller, username, read).await?;
    let size = trips.iter().map(|trip| 512 + trip.description.len()).sum();
    let render = move |links: &Links| {
        let trips = trips.iter().map(|trip| show_trip(links, trip)).collect();
        Document::new(None, &OwnTrips { trips, next })
    };
    list::answer(app, &request.http, size, render).await
}

/// Accepts trips that others have put the caller on or handed over: all or none. They count for the
/// caller's limits from then on.
#[utoipa::path(
    post, path = "/user/{username}/trips/keep", tag = EXTENSIONS, operation_id = "keepTrips",
    params(UserPath),
    request_body = TripsInput,
    responses((status = 204, description = "They are accepted"), BadRequest),
)]
pub(crate) async fn keep(request: CallerRequest<UserPath>, payload: Payload) -> Answer {
    let trips = read_trips(&request, payload).await?;
    let UserPath(username) = &request.path;
    let service = &request.app.service.trips;
    service.keep(request.caller, username, trips).await?;
    Ok(conditional::no_content())
}

/// Takes the caller off trips: all or none. One that was handed over to the caller, who has not
/// accepted it, goes back to who did it.
#[utoipa::path(
    post, path = "/user/{username}/trips/leave", tag = EXTENSIONS, operation_id = "leaveTrips",
    params(UserPath),
    request_body = TripsInput,
    responses((status = 204, description = "The caller is on none of them"), BadRequest),
)]
pub(crate) async fn leave(request: CallerRequest<UserPath>, payload: Payload) -> Answer {
    let trips = read_trips(&request, payload).await?;
    let UserPath(username) = &request.path;
    let service = &request.app.service.trips;
    service.leave(request.caller, username, trips).await?;
    Ok(conditional::no_content())
}

/// Reads the trips that a body names.
async fn read_trips(
    request: &CallerRequest<UserPath>,
    payload: Payload,
) -> Result<Vec<TripId>, Problem> {
    let trips = body::json(&request.http, payload, body::SMALL, named).await;
    let UserPath(username) = &request.path;
    let accounts = &request.app.service.accounts;
    or_refuse(trips, || accounts.authorize(request.caller, username)).await
}

fn named(body: &Element<'_>) -> Option<Vec<TripId>> {
    let fields = body.object()?;
    fields.read_required("uuids", |trips| {
        trips.list(OwnTripsRequest::MAX_NAMED, trip)
    })
}

/// Reads the query.
fn read(query: &str) -> Result<OwnTripsRequest, Violations> {
    let mut request = OwnTripsRequest {
        limit: LIMIT,
        ..OwnTripsRequest::default()
    };
    let (mut violations, mut seen) = (Violations::new(), HashSet::new());
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let read = match seen.insert(name.clone()) {
            true => read_parameter(&mut request, &name, &value),
            false => Err(Reason::new("must be sent once")),
        };
        if let Err(reason) = read {
            violations.add(Path::root().unknown(name), reason);
        }
    }
    if let (Some(from), Some(to)) = (request.from, request.to)
        && from > to
    {
        violations.add(Path::root().field("to"), "must not be before from");
    }
    violations.or(request)
}

fn read_parameter(request: &mut OwnTripsRequest, name: &str, value: &str) -> Result<(), Reason> {
    match name {
        "q" => {
            let words = value.split_whitespace().count();
            if words > SearchWords::MAX_WORDS {
                let most = SearchWords::MAX_WORDS;
                return Err(Reason::new(format!("must have at most {most} words")));
            }
            let text = Text::<MAX_TEXT>::new(value)?;
            request.words = (words > 0).then(|| SearchWords::new(&text));
        }
        "role" => {
            let reason = || Reason::new("must be \"owner\", \"editor\" or \"viewer\"");
            request.role = Some(MemberRole::parse(value).ok_or_else(reason)?);
        }
        "imposed" => {
            let imposed = value.parse();
            request.imposed = Some(imposed.map_err(|_| Reason::new("must be true or false"))?);
        }
        "from" => request.from = Some(Date::from(instant(value)?)),
        "to" => request.to = Some(Date::from(instant(value)?)),
        "updated_since" => request.updated_since = Some(instant(value)?),
        "sort" => {
            request.order = match value {
                "updated" => TripOrder::Updated,
                "start" => TripOrder::Start,
                "name" => TripOrder::Name,
                _ => return Err(Reason::new("must be \"updated\", \"start\" or \"name\"")),
            };
        }
        "limit" => {
            let number = value.bytes().all(|byte| byte.is_ascii_digit());
            let number = number.then(|| value.parse::<usize>().ok()).flatten();
            let number = number.filter(|number| (1..=MAX_LIMIT).contains(number));
            let reason = || Reason::new(format!("must be a whole number from 1 to {MAX_LIMIT}"));
            request.limit = number.ok_or_else(reason)?;
        }
        "cursor" => request.cursor = Some(value.to_owned()),
        _ => return Err(Reason::new("is unknown")),
    }
    Ok(())
}

/// A time: RFC 3339 or a day, or Unix time.
fn instant(text: &str) -> Result<Instant, Reason> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<Decimal>() {
        Ok(number) if is_number => Ok(Moment::from_epoch(number)?.at),
        _ => Instant::parse(text),
    }
}
