//! Trips: what both variants show of one, and how the body of a creation or an update is read.

pub mod budget;
pub mod budget_summary;
pub mod edit;
pub mod export;
pub mod files;
pub mod items;
pub mod share;
pub mod unknown_members;

use wayfare_domain::trip::destination::DestinationEntry;
use wayfare_domain::trip::{
    self, Edit, MapLocation, NewTrip, PeoplePatch, Plan, PlanMove, TodoLists,
};
use wayfare_domain::{
    Currency, Dates, Instant, Moment, Name, ShortText, Trip, TripId, TripOverview,
};
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::trip::{Estimate, Expenditure, Transportation};
use wayfare_shapes::variant_a::{self, UpdatedTrip};
use wayfare_shapes::variant_b;

use crate::input::fields::{Element, Fields};
use crate::input::readers::{dates, destination, estimate, signed_amount, text, time_zone};
use crate::trip::budget_summary::show_summary;
use crate::{App, Links};

/// Variant B's trip, without its destinations in full and its zone.
pub fn show_trip(links: &Links, view: &TripView<impl AsRef<TripOverview>>) -> variant_b::Trip {
    let TripOverview {
        id,
        version: _,
        created_at: _,
        updated_at: _,
        owner,
        members,
        viewers: _,
        private,
        name,
        description,
        plan,
        gallery,
    } = view.overview();
    let Plan {
        destinations,
        estimate,
        budget: _,
        expenditures,
        dates,
        lists,
        settlements: _,
        parties: _,
        files: _,
        rates: _,
        time_zone: _,
        place_rules: _,
        relocations: _,
        last_edits: _,
        withdrawals: _,
        named: _,
    } = plan;
    let username = |user: &_| view.people.username(*user).to_owned();
    let names = destinations.iter().map(|place| place.name.to_string());
    variant_b::Trip {
        uuid: id.to_string(),
        name: name.to_string(),
        desc: description.to_string(),
        dest: names.collect(),
        budget: show_estimate(*estimate),
        expenditures: expenditures.iter().map(show_expenditure).collect(),
        date: show_epochs(*dates),
        todo: show_todo(lists),
        img: links.trip_image(*id, gallery),
        url: links.trip_page(*id),
        owner: username(owner),
        members: members.iter().map(username).collect(),
        private: *private,
        destinations: None,
        timezone: None,
    }
}

/// The to-do list.
pub fn show_todo(lists: &TodoLists) -> Vec<String> {
    lists.todo().map(ToString::to_string).collect()
}

/// The zone of a trip, if the answer is extended.
pub fn show_zone(trip: &Trip, is_extended: bool) -> Option<String> {
    items::zone_text(trip.time_zone().filter(|_| is_extended))
}

/// What Variant A answers to an update: Variant B's trip, with another budget and other dates;
/// extended if `is_extended`.
pub fn show_updated(app: &App, view: &TripView, is_extended: bool) -> UpdatedTrip {
    let variant_b::Trip {
        uuid,
        name,
        desc,
        dest,
        budget: _,
        expenditures,
        date: _,
        todo,
        img,
        url,
        owner,
        members,
        private,
        destinations: _,
        timezone: _,
    } = show_trip(&app.links, view);
    UpdatedTrip {
        uuid,
        name,
        desc,
        dest,
        budget: show_summary(app.service.trips.budget_summary(view)),
        expenditures,
        date: show_dates(view.trip.plan.dates),
        todo,
        img,
        url,
        owner,
        members,
        private,
        timezone: show_zone(&view.trip, is_extended),
    }
}

/// Something that was paid for.
pub fn show_expenditure(expenditure: &trip::Expenditure) -> Expenditure {
    let trip::Expenditure { expenditure, cost } = expenditure;
    Expenditure {
        expenditure: expenditure.to_string(),
        cost: (*cost).into(),
    }
}

fn show_estimate(trip::Estimate { lo, hi, .. }: trip::Estimate) -> Estimate {
    Estimate {
        lo: lo.into(),
        hi: hi.into(),
    }
}

/// Dates as RFC 3339 text; the epoch for a trip without dates.
pub fn show_dates(dates: Dates) -> variant_a::Dates {
    let Dates { start, end } = dates.completed();
    let show = |moment: Option<Moment>| {
        let at = moment.map_or(Instant::EPOCH, |moment| moment.at);
        at.to_string()
    };
    variant_a::Dates {
        start: show(start),
        end: show(end),
    }
}

/// Dates as epoch numbers; 0 for a trip without dates.
pub fn show_epochs(dates: Dates) -> variant_b::Dates {
    let Dates { start, end } = dates.completed();
    let show = |moment: Option<Moment>| moment.map(Moment::epoch).unwrap_or_default().into();
    variant_b::Dates {
        start: show(start),
        end: show(end),
    }
}

/// A location of the map, with its dates as text.
pub fn show_location(location: &MapLocation) -> variant_a::Location {
    let MapLocation {
        title,
        address,
        period,
        transportation,
        coordinates: _,
        precision: _,
        is_pinned: _,
    } = location;
    variant_a::Location {
        title: title.to_string(),
        address: address.to_string(),
        date: show_dates((*period).into()),
        transportation: show_transportation(transportation),
    }
}

/// How one gets to a location of the map.
pub fn show_transportation(transportation: &trip::Transportation) -> Transportation {
    let trip::Transportation {
        kind,
        distance,
        time,
        cost,
    } = transportation;
    Transportation {
        r#type: kind.to_string(),
        distance: (*distance).into(),
        time: (*time).into(),
        cost: (*cost).into(),
    }
}

/// The body of both creations of a trip.
pub fn new_trip(body: &Element<'_>) -> Option<NewTrip> {
    let fields = body.object()?;
    let name = fields.read_required("name", |name| name.string(Name::new));
    let description = fields.read("desc", text);
    let estimate = fields.read("budget", estimate);
    let dates = fields.read("date", dates);
    let private = fields.read("private", Element::boolean);
    let zone = fields.read("timezone", time_zone);
    let base_currency = fields.read("baseCurrency", |code| code.string(Currency::new));
    let (estimate, dates) = (estimate.unwrap_or_default(), dates.unwrap_or_default());
    body.check_all(NewTrip::check(estimate, dates).or(()))?;
    Some(NewTrip {
        name: name?,
        description: description.unwrap_or_default(),
        estimate,
        dates,
        // Private until shared.
        private: private.unwrap_or(true),
        base_currency,
        time_zone: zone.flatten(),
    })
}

/// The fields that both updates of a trip have: all but `budget`, of which `budget`
/// reads the estimate and the rest.
pub fn trip_edit(
    body: &Element<'_>,
    links: &Links,
    trip: TripId,
    budget: impl FnOnce(&Element<'_>) -> [Option<Edit>; 2],
) -> Option<TripUpdateRequest> {
    let fields = body.object()?;
    let name = fields.read("name", |name| name.string(Name::new));
    let description = fields.read("desc", text);
    let destinations = fields.read("dest", |dest| {
        dest.list(Trip::MAX_DESTINATIONS, destination_entry)
    });
    let expenditures = fields.read("expenditures", |list| {
        list.list(Trip::MAX_EXPENDITURES, expenditure)
    });
    let dates = fields.read("date", dates);
    let todo = fields.read("todo", |todo| todo.list(Trip::MAX_TODO, text));
    let zone = fields.read("timezone", time_zone);
    let people = management(&fields);
    let budget = fields.get("budget").map(|sent| budget(&sent));
    let [estimate, budget] = budget.unwrap_or_default();
    let picture = fields.read("img", |img| {
        img.string(|text| links.read_trip_picture(trip, text))
    });
    let edits = [
        Some(people),
        estimate,
        dates.map(|dates| Edit::Dates(dates, PlanMove::KeepsNumbers)),
        budget,
        destinations.map(Edit::Destinations),
        todo.map(Edit::Todo),
        name.map(Edit::Name),
        description.map(Edit::Description),
        expenditures.map(Edit::Expenditures),
        zone.map(Edit::TimeZone),
    ];
    Some(TripUpdateRequest {
        picture,
        ..TripUpdateRequest::of(edits.into_iter().flatten())
    })
}

/// Owner, members and privacy, for every route that changes them.
pub fn management(fields: &Fields<'_>) -> Edit {
    let reference = |element: &Element<'_>| text(element).map(ShortText::into_string);
    Edit::People(PeoplePatch {
        owner: fields.read("owner", reference),
        members: fields.read("members", |list| list.list(Trip::MAX_MEMBERS, reference)),
        private: fields.read("private", Element::boolean),
        roles: None,
    })
}

fn destination_entry(element: &Element<'_>) -> Option<DestinationEntry> {
    if element.is_string() {
        text(element).map(DestinationEntry::Named)
    } else {
        destination(element).map(DestinationEntry::Given)
    }
}

fn expenditure(element: &Element<'_>) -> Option<trip::Expenditure> {
    let fields = element.object()?;
    let what = fields.read_required("expenditure", text);
    let cost = fields.read_required("cost", signed_amount);
    Some(trip::Expenditure {
        expenditure: what?,
        cost: cost?,
    })
}
