//! The fields of an item.

use wayfare_domain::trip::place::ZoneName;
use wayfare_domain::trip::{Budget, Destination, ItemClass, ItemEnds, ItineraryItem};

use super::kinds::{self, Layout, built_ends};
use super::times::{self, SURE};
use crate::form::{Field, Kind};
use crate::i18n::format;
use crate::i18n::names::shown_location;
use crate::i18n::texts as t;
use crate::pages::trip::budget::fields as budget_fields;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::itinerary::photo_lines;

/// The most days of a trip that are a list to choose from.
const MAX_LISTED: u32 = 60;

/// The name of the field with the place where travel starts.
pub(super) const ORIGIN: &str = "origin";

/// The fields of an item: of a present one, or of a new one of a kind on a day. Those that few need
/// are folded.
pub(super) fn fields(
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    class: Option<ItemClass>,
    day: u32,
) -> Vec<Field> {
    let layout = present.map_or(Layout::of_new(class), Layout::of_present);
    let is_new = present.is_none();
    let is_general = layout == Layout::General;
    let class = match present {
        Some(item) => item.class.map(|_| item.class()),
        None => class,
    };
    let place = present.map(|item| &item.destination);
    let mut fields = place_fields(page, present, layout, day);
    fields.push(kinds::field(present, class).more_if(is_new && !is_general));
    if is_new {
        fields.extend(day_fields(page, layout, day));
    }
    fields.push(Field::check(SURE, t::SURE, false).kind(Kind::Confirm));
    fields.extend(times::fields(page, present, layout, class, day));
    let is_booked = present.map(ItineraryItem::class).or(class);
    let is_booked = is_booked.is_some_and(|class| {
        class == ItemClass::Stay || (class.is_travel() && class != ItemClass::Walk)
    });
    let number = present.map_or("", |item| &item.confirmation);
    let number = Field::new("confirmation", t::CONFIRMATION, number);
    fields.push(number.more_if(!is_booked));
    let location = place.map(shown_location).unwrap_or_default();
    let location = Field::new("location", t::LOCATION, location)
        .hint(t::LOCATION_HINT)
        .kind(Kind::Place(page.address("/places/suggest")));
    let description = place.map_or("", format::description);
    let description = Field::new("description", t::DESCRIPTION, description);
    let is_folded = is_new && !is_general;
    fields.extend([
        location.more_if(is_folded && layout != Layout::Stay),
        description.kind(Kind::Lines(3)).more_if(is_folded),
        photo_lines::field(present.map_or(&[], |item| &item.photos)).more_if(is_new),
    ]);
    fields.extend(cost_fields(page, present, layout, class));
    fields.push(point_field(place).more());
    fields.extend(end_fields(present, layout));
    // Those that are folded stand together.
    fields.sort_by_key(|field| field.is_more);
    fields
}

/// What an item is called, or where it leads from and to.
fn place_fields(
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    layout: Layout,
    day: u32,
) -> Vec<Field> {
    let is_place = || Kind::Place(page.address("/places/suggest"));
    let name = present.map_or("", |item| &item.destination.name);
    if layout != Layout::Way {
        let field = Field::new("name", t::PLACE_OR_TITLE, name);
        let mut field = field.required().kind(is_place());
        if present.is_none() && layout != Layout::Stay && times::date_of(page, day).is_some() {
            field = field.hint(t::TITLE_HINT);
        }
        return vec![field];
    }
    let (from, to) = present.and_then(built_ends).unwrap_or_default();
    let end = |name: &str, label: t::Text, value: &str| {
        let field = Field::new(name, label.get(), value);
        field.kind(is_place()).narrow()
    };
    let title = Field::new("name", t::OWN_TITLE, "").hint(t::OWN_TITLE_HINT);
    vec![
        end(ORIGIN, t::ORIGIN, from),
        end("endDestination", t::TARGET, to),
        title.more(),
    ]
}

/// The day of a new item: that of its check-in for a stay of a trip with dates.
fn day_fields(page: TripPage<'_>, layout: Layout, day: u32) -> Vec<Field> {
    let has_dates = times::date_of(page, day).is_some();
    let last = page.trip().last_day().max(1);
    let field = Field::new("day", t::DAY, day.to_string());
    vec![match layout {
        Layout::Stay if has_dates => field.kind(Kind::Hidden),
        Layout::Way | Layout::Visit if has_dates && day <= last && last <= MAX_LISTED => {
            let label = |day| match times::date_of(page, day) {
                Some(date) => format!("{} · {}", t::day_number(day), format::long_date(date)),
                None => t::day_number(day),
            };
            let days = (1..=last).map(|day| (day.to_string(), label(day)));
            field.kind(Kind::Choice(days.collect()))
        }
        _ => field.kind(Kind::Of("number")).narrow(),
    }]
}

/// The fields of what an item costs. The category is folded where the kind says which it is.
fn cost_fields(
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    layout: Layout,
    class: Option<ItemClass>,
) -> Vec<Field> {
    let no_budget = Budget::default();
    let budget = present.map_or(&no_budget, |item| &item.budget);
    let usual = class.map_or("", ItemClass::category);
    let fields = budget_fields::fields(page, budget, Some(page.base()));
    let is_folded = present.is_none() && layout != Layout::General && !usual.is_empty();
    let fields = fields.into_iter().map(|field| match &*field.name {
        "category" if is_folded => field.hint(t::empty_category(t::category(usual))).more(),
        _ => field,
    });
    fields.collect()
}

/// The zones of an item, and where it ends if its form has no such field yet.
fn end_fields(present: Option<&ItineraryItem>, layout: Layout) -> Vec<Field> {
    let no_ends = ItemEnds::default();
    let ends = present.map_or(&no_ends, |item| &item.ends);
    let zone = |name: &str, label: t::Text, set: &Option<ZoneName>| {
        let field = Field::new(name, label.get(), set.as_ref().map_or("", ZoneName::as_str));
        let field = field.kind(Kind::Zone).hint(t::ZONE_HINT);
        field.narrow().more()
    };
    let end = ends.destination.as_ref().map_or("", |end| &end.name);
    let end = Field::new("endDestination", t::END_PLACE, end);
    let end = (layout == Layout::General).then(|| end.hint(t::END_PLACE_HINT).more());
    let zones = [
        zone("timezone", t::START_ZONE, &ends.time_zone),
        zone("endTimezone", t::END_ZONE, &ends.end_time_zone),
    ];
    end.into_iter().chain(zones).collect()
}

/// The field with the coordinates that a person has picked for a place.
pub(crate) fn point_field(place: Option<&Destination>) -> Field {
    let picked = place.filter(|place| place.is_pinned);
    let picked = picked.and_then(|place| Some((place.coordinates?, place.precision())));
    let text = picked.map(|(at, precision)| format::point(&at, precision));
    let text = text.unwrap_or_default();
    Field::new("at", t::COORDINATES, text).hint(t::COORDINATES_HINT)
}
