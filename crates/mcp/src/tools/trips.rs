//! Tools of trips as a whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use wayfare_domain::text::SearchWords;
use wayfare_domain::trip::budget::BudgetPatch;
use wayfare_domain::trip::destination::DestinationEntry;
use wayfare_domain::trip::edit::{DatesPatch, EstimatePatch, PlanMove};
use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{CopiedParts, Edit, NewTrip, TripCopy};
use wayfare_domain::{
    Date, Description, Instant, MemberRole, Moment, Name, Path, Reason, ShortText, Text, Trip,
    Violations,
};
use wayfare_service::{Error, FoundTrip, OwnTripsRequest, TimeZone, TripOrder, TripView};

use super::cost::currency;
use super::reply::{Changed, Reply};
use crate::answer::{LeftOut, MAX_TEXT, NOTICE, Room, cut};
use crate::call::{Call, trip_id};

/// The most trips of a page.
const MAX_TRIPS: usize = 40;
/// The most characters of a name where descriptions don't fit: then all trips of a page do.
const SHORT_NAME: usize = 60;

/// Which trips to list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListTrips {
    /// Words of the name or description
    words: Option<String>,
    /// First day of a period that the trip overlaps, such as 2026-05-01
    from: Option<String>,
    /// Last day of that period
    to: Option<String>,
    /// Role of the caller: owner, editor or viewer
    role: Option<String>,
    /// next_cursor of the page before, with the same other arguments
    cursor: Option<String>,
}

/// A page of trips.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct TripList {
    /// What the texts are
    about_texts: &'static str,
    /// Trips, changed last first
    trips: Vec<TripListed>,
    /// What is left out
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
    /// Cursor of the next page, if there is one
    next_cursor: Option<String>,
}

/// A trip of a list.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct TripListed {
    /// Id of the trip
    trip: String,
    /// Name
    name: String,
    /// Description, cut
    description: Option<String>,
    /// First day
    start_date: Option<String>,
    /// Last day
    end_date: Option<String>,
    /// Role of the caller: owner, editor or viewer
    role: String,
    /// How many people are on it
    people: u64,
    /// Version
    version: i64,
}

/// A new trip.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateTrip {
    /// Name
    name: String,
    /// Description
    description: Option<String>,
    /// First day, such as 2026-05-01
    start_date: Option<String>,
    /// Last day
    end_date: Option<String>,
    /// IANA time zone, where no place of the trip says it
    timezone: Option<String>,
    /// ISO 4217 code of the currency of sums
    currency: Option<String>,
    /// Any text: the same call with it is done once
    idempotency_key: Option<String>,
}

/// A change of a trip.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateTrip {
    /// Id of the trip
    trip: String,
    /// Version of the trip that was read
    expected_version: i64,
    /// Name
    name: Option<String>,
    /// Description
    description: Option<String>,
    /// First day, such as 2026-05-01
    start_date: Option<String>,
    /// Last day
    end_date: Option<String>,
    /// Whether items move with the first day; left out, they keep their times
    moves_items: Option<bool>,
    /// IANA time zone; empty to remove it
    timezone: Option<String>,
    /// ISO 4217 code of the currency of sums
    currency: Option<String>,
    /// Names of all places that the trip goes to
    destinations: Option<Vec<String>>,
}

/// A copy of a trip.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CopyTrip {
    /// Id of the trip to copy
    trip: String,
    /// Name of the copy; that of the trip if left out
    name: Option<String>,
    /// Day to which its first day moves
    start_date: Option<String>,
    /// What comes along besides itinerary, places and map
    with: Option<Vec<Part>>,
    /// Any text: the same call with it is done once
    idempotency_key: Option<String>,
}

/// A part of a copy. People stay with the trip: an assistant puts nobody on a trip.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    Costs,
    Pictures,
    Lists,
}

/// A trip that was made.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Made {
    /// Id of the trip
    trip: String,
    /// Its version: the expected_version of the next change
    version: i64,
    /// Address of its page, for people
    url: String,
    /// True if an earlier call with the same idempotency_key has made it
    repeated: bool,
}

pub(crate) async fn list_trips(call: Call, sent: ListTrips) -> Reply<TripList> {
    let (mut violations, root) = (Violations::new(), Path::root());
    let words = sent.words.as_deref().map(words).transpose();
    let words = violations.take(&root.unknown("words"), words);
    let mut day = |name: &str, text: &Option<String>| {
        let read = text.as_deref().map(Date::parse).transpose();
        violations.take(&root.unknown(name), read)
    };
    let (from, to) = (day("from", &sent.from), day("to", &sent.to));
    let role = sent.role.as_deref().map(|role| {
        let reason = || Reason::new("must be owner, editor or viewer");
        MemberRole::parse(role).ok_or_else(reason)
    });
    let role = violations.take(&root.unknown("role"), role.transpose());
    violations.or(())?;
    let request = OwnTripsRequest {
        words: words.flatten().flatten(),
        from: from.flatten(),
        to: to.flatten(),
        role: role.flatten(),
        order: TripOrder::Updated,
        limit: MAX_TRIPS,
        cursor: sent.cursor,
        ..OwnTripsRequest::default()
    };
    let trips = &call.app.service.trips;
    let page = trips.own_list(call.caller, &call.username, request).await?;
    let date = |at: Option<Instant>| at.map(|at| Date::from(at).to_string());
    let listed = |trip: &FoundTrip, is_short: bool| TripListed {
        trip: trip.id.to_string(),
        name: match is_short {
            true => cut(trip.name.as_str(), SHORT_NAME).unwrap_or_default(),
            false => trip.name.to_string(),
        },
        description: cut(&trip.description, MAX_TEXT / 3).filter(|_| !is_short),
        start_date: date(trip.start),
        end_date: date(trip.end),
        role: trip.role.as_str().to_owned(),
        people: trip.members,
        version: trip.version,
    };
    let fill = |is_short| {
        let (mut left_out, found) = (Vec::new(), page.trips.iter());
        let how = |_| "Ask with words, from or to.".to_owned();
        let listed = found.map(|trip| listed(trip, is_short));
        let trips = Room::beside(&page.next).fill(listed, &mut left_out, "trips", how);
        (trips, left_out)
    };
    let (mut trips, mut left_out) = fill(false);
    if !left_out.is_empty() {
        // The next page begins after this one: none may be missing.
        (trips, left_out) = fill(true);
        left_out.push(LeftOut {
            what: "descriptions and ends of names".to_owned(),
            number: trips.len(),
            how: "get_trip has them.".to_owned(),
        });
    }
    let more = if page.next.is_some() {
        ", and there are more"
    } else {
        ""
    };
    let text = format!("{} trips{more}.", trips.len());
    let list = TripList {
        about_texts: NOTICE,
        trips,
        left_out,
        next_cursor: page.next,
    };
    Ok((text, list))
}

/// The words of a search; none of a text without any.
fn words(text: &str) -> Result<Option<SearchWords>, Reason> {
    let number = text.split_whitespace().count();
    if number > SearchWords::MAX_WORDS {
        let most = SearchWords::MAX_WORDS;
        return Err(Reason::new(format!("must have at most {most} words")));
    }
    let text = Text::<{ SearchWords::MAX_CHARS }>::new(text)?;
    Ok((number > 0).then(|| SearchWords::new(&text)))
}

pub(crate) async fn create_trip(call: Call, sent: CreateTrip) -> Reply<Made> {
    let key = call.claim(sent.idempotency_key.as_deref())?;
    let (mut violations, root) = (Violations::new(), Path::root());
    let name = violations.take(&root.unknown("name"), Name::new(&sent.name));
    let description = sent.description.as_deref().unwrap_or_default();
    let description = violations.take(&root.unknown("description"), Description::new(description));
    let dates = dates(&sent.start_date, &sent.end_date, &mut violations);
    let zone = zone(sent.timezone.as_deref(), &mut violations);
    let base = violations.take(
        &root.unknown("currency"),
        currency(sent.currency.as_deref()),
    );
    violations.append(NewTrip::check(EstimatePatch::default(), dates));
    violations.or(())?;
    let (Some(name), Some(description)) = (name, description) else {
        return Err(Violations::new().into());
    };
    let new = NewTrip {
        name,
        description,
        estimate: EstimatePatch::default(),
        dates,
        private: true,
        base_currency: base.flatten(),
        time_zone: zone.flatten(),
    };
    let trips = &call.app.service.trips;
    match trips.create_once(call.caller, new, key).await {
        Err(Error::AlreadyDone { resource }) => {
            let view = trips.read_made(call.caller, &resource).await?;
            Ok(made(&call, &view, true))
        }
        view => Ok(made(&call, &view?, false)),
    }
}

pub(crate) async fn copy_trip(call: Call, sent: CopyTrip) -> Reply<Made> {
    let key = call.claim(sent.idempotency_key.as_deref())?;
    let (mut violations, root) = (Violations::new(), Path::root());
    let name = sent.name.as_deref().map(Name::new).transpose();
    let name = violations.take(&root.unknown("name"), name);
    let start = sent.start_date.as_deref().map(Date::parse).transpose();
    let start = violations.take(&root.unknown("start_date"), start);
    violations.or(())?;
    let mut parts = CopiedParts::default();
    for part in sent.with.unwrap_or_default() {
        match part {
            Part::Costs => parts.costs = true,
            Part::Pictures => parts.pictures = true,
            Part::Lists => parts.lists = true,
        }
    }
    let copy = TripCopy {
        name: name.flatten(),
        start: start.flatten(),
        parts,
    };
    let (trips, id) = (&call.app.service.trips, trip_id(&sent.trip)?);
    let (id, is_replayed) = match trips.copy(call.caller, id, copy, key).await {
        Err(Error::AlreadyDone { resource }) => (resource, true),
        id => (id?.to_string(), false),
    };
    let view = trips.read_made(call.caller, &id).await?;
    Ok(made(&call, &view, is_replayed))
}

/// What is told of a trip that was made.
fn made(call: &Call, view: &TripView, repeated: bool) -> (String, Made) {
    let made = Made {
        trip: view.trip.id.to_string(),
        version: view.trip.version,
        url: call.app.links.trip_page(view.trip.id),
        repeated,
    };
    let text = if repeated {
        "An earlier call has made"
    } else {
        "Made"
    };
    (format!("{text} the trip {}.", made.trip), made)
}

pub(crate) async fn update_trip(call: Call, sent: UpdateTrip) -> Reply<Changed> {
    let view = call.trip(&sent.trip).await?;
    let (mut violations, root) = (Violations::new(), Path::root());
    let name = sent.name.as_deref().map(Name::new).transpose();
    let name = violations.take(&root.unknown("name"), name);
    let description = sent
        .description
        .as_deref()
        .map(Description::new)
        .transpose();
    let description = violations.take(&root.unknown("description"), description);
    let dates = dates(&sent.start_date, &sent.end_date, &mut violations);
    let has_zone = sent.timezone.is_some();
    let zone = zone(sent.timezone.as_deref(), &mut violations);
    let base = violations.take(
        &root.unknown("currency"),
        currency(sent.currency.as_deref()),
    );
    let destinations = sent
        .destinations
        .map(|names| destinations(&names, &mut violations));
    violations.or(())?;
    let planned = match sent.moves_items {
        Some(true) => PlanMove::Follows,
        _ => PlanMove::KeepsNumbers,
    };
    let budget = base.flatten().map(|base| BudgetPatch {
        currency: Some(base),
        ..BudgetPatch::default()
    });
    let edits = [
        name.flatten().map(Edit::Name),
        description.flatten().map(Edit::Description),
        Some(Edit::Dates(dates, planned)),
        zone.filter(|_| has_zone).map(Edit::TimeZone),
        budget.map(Edit::budget),
        destinations.map(Edit::Destinations),
    ];
    let edits = edits.into_iter().flatten();
    let written = call
        .write(view, edits, Some(sent.expected_version), None)
        .await?;
    Changed::reply(&written, Vec::new())
}

fn destinations(names: &[String], violations: &mut Violations) -> Vec<DestinationEntry> {
    let path = Path::root().unknown("destinations");
    if names.len() > Trip::MAX_DESTINATIONS {
        let reason = format!("must be at most {}", Trip::MAX_DESTINATIONS);
        violations.add(path, reason);
        return Vec::new();
    }
    let entries = names.iter().enumerate().filter_map(|(place, name)| {
        let read = ShortText::new(name.as_str());
        violations
            .take(&path.index(place), read)
            .map(DestinationEntry::Named)
    });
    entries.collect()
}

fn dates(start: &Option<String>, end: &Option<String>, violations: &mut Violations) -> DatesPatch {
    let mut day = |name: &str, text: &Option<String>| -> Option<Moment> {
        let read = text.as_deref().map(|text| {
            let date = Date::parse(text)?;
            Moment::from_text(&date.to_string())
        });
        violations.take(&Path::root().unknown(name), read.transpose())?
    };
    let (start, end) = (day("start_date", start), day("end_date", end));
    DatesPatch {
        start: start.map(Some),
        end: end.map(Some),
    }
}

/// A zone; none of an empty text.
fn zone(name: Option<&str>, violations: &mut Violations) -> Option<Option<ZoneName>> {
    let read = name
        .filter(|name| !name.is_empty())
        .map(TimeZone::parse_name);
    violations.take(&Path::root().unknown("timezone"), read.transpose())
}
