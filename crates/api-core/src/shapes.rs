//! Shapes that both variants of the trip interface share, and the reading of the fields that both
//! updates have.

use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;
use wayfare_domain::trip::destination::{DestinationDraft, DestinationEntry};
use wayfare_domain::trip::patch::{DatesPatch, EstimatePatch};
use wayfare_domain::trip::{Estimate, Expenditure, NewTrip, Transportation, TripPatch};
use wayfare_domain::{
    Amount, Currency, Dates, Instant, Moment, Name, Reason, ShortText, Text, Trip, TripId,
};
use wayfare_service::TripUpdateRequest;

use crate::fields::{Element, Fields};
use crate::{Links, Number};

/// Something that was paid for.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Expenditure)]
pub struct ExpenditureShape {
    /// What for.
    pub expenditure: String,
    /// How much.
    pub cost: Number,
}

impl From<&Expenditure> for ExpenditureShape {
    fn from(expenditure: &Expenditure) -> Self {
        let Expenditure { expenditure, cost } = expenditure;
        Self {
            expenditure: expenditure.to_string(),
            cost: (*cost).into(),
        }
    }
}

/// A lower and a higher end.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Estimate)]
pub struct EstimateShape {
    /// Lower end.
    pub lo: Number,
    /// Higher end.
    pub hi: Number,
}

impl From<Estimate> for EstimateShape {
    fn from(Estimate { lo, hi }: Estimate) -> Self {
        Self {
            lo: lo.into(),
            hi: hi.into(),
        }
    }
}

/// How one gets to a location of the map.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Transportation)]
pub struct TransportationShape {
    /// The means of transport; may be empty.
    pub r#type: String,
    /// In kilometres.
    pub distance: Number,
    /// In minutes.
    pub time: Number,
    /// In the base currency.
    pub cost: Number,
}

impl From<&Transportation> for TransportationShape {
    fn from(transportation: &Transportation) -> Self {
        let Transportation {
            kind,
            distance,
            time,
            cost,
        } = transportation;
        Self {
            r#type: kind.to_string(),
            distance: (*distance).into(),
            time: (*time).into(),
            cost: (*cost).into(),
        }
    }
}

/// Text of at most `MAX` characters, as written.
pub fn text<const MAX: usize>(element: &Element<'_>) -> Option<Text<MAX>> {
    element.string(|text| Text::new(text))
}

/// An amount or quantity.
pub fn amount(element: &Element<'_>) -> Option<Amount> {
    element.number(Amount::new)
}

/// A point in time: Unix time, or RFC 3339 text.
pub fn moment(element: &Element<'_>) -> Option<Moment> {
    element.string_or_number(Moment::from_text, Moment::from_epoch)
}

/// `{start, end}`, either of which may be left out. Their order is checked if both are sent.
pub fn dates(element: &Element<'_>) -> Option<DatesPatch> {
    let fields = element.object()?;
    let end_of = |name| {
        fields
            .get(name)
            .map_or(Some(None), |end| moment(&end).map(Some))
    };
    let (start, end) = (end_of("start"), end_of("end"));
    let (start, end) = (start?, end?);
    // An end at the epoch may be the answer for one that is missing: that depends on the trip.
    if end.is_some_and(|end| end.at != Instant::EPOCH) && start.is_some() {
        element.check_all(Dates::default().merge(Dates { start, end }, element.path()))?;
    }
    Some(DatesPatch { start, end })
}

/// `{lo, hi}`, either of which may be left out. Their order is checked if both are sent.
pub fn estimate(element: &Element<'_>) -> Option<EstimatePatch> {
    let fields = element.object()?;
    let end_of = |name| {
        fields
            .get(name)
            .map_or(Some(None), |end| amount(&end).map(Some))
    };
    let (lo, hi) = (end_of("lo"), end_of("hi"));
    let (lo, hi) = (lo?, hi?);
    if lo.is_some() && hi.is_some() {
        element.check_all(Estimate::default().merge(lo, hi, element.path()))?;
    }
    Some(EstimatePatch { lo, hi })
}

/// A destination as an object, with the keys of either variant.
pub fn destination(element: &Element<'_>) -> Option<DestinationDraft> {
    let fields = element.object()?;
    let field = |name| fields.get(name).and_then(|element| text(&element));
    // Both names are read, so that the violations of both are collected.
    Some(DestinationDraft {
        id: field("_id").or(field("id")),
        name: field("name"),
        location: field("location"),
        description: field("description").or(field("desc")),
    })
}

/// The body of both creations of a trip.
pub fn new_trip(body: &Element<'_>) -> Option<NewTrip> {
    let fields = body.object()?;
    let name = fields
        .required("name")
        .and_then(|name| name.string(Name::new));
    let description = fields.get("desc").and_then(|desc| text(&desc));
    let estimate = fields.get("budget").and_then(|budget| estimate(&budget));
    let dates = fields.get("date").and_then(|date| dates(&date));
    let private = fields.get("private").and_then(|private| private.boolean());
    let base_currency = fields
        .get("baseCurrency")
        .and_then(|code| code.string(Currency::new));
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
    })
}

/// The fields that both updates of a trip have: all but `budget`, which `budget` reads.
pub fn trip_edit(
    body: &Element<'_>,
    links: &Links,
    trip: TripId,
    budget: impl FnOnce(&Element<'_>, &mut TripPatch),
) -> Option<TripUpdateRequest> {
    let fields = body.object()?;
    let mut patch = TripPatch {
        name: fields.get("name").and_then(|name| name.string(Name::new)),
        description: fields.get("desc").and_then(|desc| text(&desc)),
        destinations: fields
            .get("dest")
            .and_then(|dest| dest.list(Trip::MAX_DESTINATIONS, destination_entry)),
        expenditures: fields
            .get("expenditures")
            .and_then(|list| list.list(Trip::MAX_EXPENDITURES, expenditure)),
        dates: fields
            .get("date")
            .and_then(|date| dates(&date))
            .unwrap_or_default(),
        todo: fields
            .get("todo")
            .and_then(|todo| todo.list(Trip::MAX_TODO, text)),
        ..management(&fields)
    };
    if let Some(element) = fields.get("budget") {
        budget(&element, &mut patch);
    }
    let picture = fields
        .get("img")
        .and_then(|img| img.string(|text| links.read_trip_picture(trip, text)));
    Some(TripUpdateRequest {
        picture,
        ..TripUpdateRequest::of(patch)
    })
}

/// Owner, members and privacy, for every route that changes them.
pub fn management(fields: &Fields<'_>) -> TripPatch {
    let reference = |element: &Element<'_>| text(element).map(ShortText::into_string);
    TripPatch {
        owner: fields.get("owner").and_then(|owner| reference(&owner)),
        members: fields
            .get("members")
            .and_then(|list| list.list(Trip::MAX_MEMBERS, reference)),
        private: fields.get("private").and_then(|private| private.boolean()),
        ..TripPatch::default()
    }
}

fn destination_entry(element: &Element<'_>) -> Option<DestinationEntry> {
    if element.is_string() {
        text(element).map(DestinationEntry::Named)
    } else {
        destination(element).map(DestinationEntry::Given)
    }
}

fn expenditure(element: &Element<'_>) -> Option<Expenditure> {
    let fields = element.object()?;
    let what = fields.required("expenditure").and_then(|what| text(&what));
    let cost = fields.required("cost").and_then(|cost| amount(&cost));
    Some(Expenditure {
        expenditure: what?,
        cost: cost?,
    })
}

/// A whole number from 0, such as a page.
pub fn whole(number: Decimal) -> Result<u32, Reason> {
    let whole = number
        .is_integer()
        .then(|| u32::try_from(number).ok())
        .flatten();
    whole.ok_or_else(|| Reason::new("must be a whole number from 0"))
}
