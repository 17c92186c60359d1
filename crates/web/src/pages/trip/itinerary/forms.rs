//! The forms of an item of the itinerary: new, change, removal.

use maud::{Markup, html};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::Destination;
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::itinerary::{Day, ItemDraft, ItemKind};
use wayfare_domain::trip::place::{Coordinates, ZoneName};
use wayfare_domain::trip::{
    Budget, EndsDraft, ItemEnds, ItemPatch, ItineraryItem, ItineraryPatch, TripPatch,
};
use wayfare_domain::{Action, Instant, ShortText, Violations};
use wayfare_service::TripView;

use super::photo_lines;
use super::place::place_address;
use super::view::title;
use crate::form::{Field, Fields, Form, FormReader, Kind, SentForm, SentOrDraft};
use crate::format::{self, Zone, Zones, short};
use crate::pages::trip::budget::expenses::{self, NewExpense};
use crate::pages::trip::budget::fields as budget_fields;
use crate::pages::trip::trip_form::{self, TripForm};
use crate::pages::trip::trip_page::TripPage;
use crate::pages::trip::{address, read_for, sheet};
use crate::session::{SignedIn, see_other};
use crate::site::encoded;
use crate::texts as t;

/// The fields of an item: of a present one, or of a new one on this day.
fn fields(page: TripPage<'_>, present: Option<&ItineraryItem>, day: u32) -> Vec<Field> {
    let no_budget = Budget::default();
    let place = present.map(|item| &item.destination);
    let kind = present.map_or("destination", |item| item.kind.as_str());
    let mut kinds: Vec<(String, String)> = t::KINDS
        .map(|(value, label)| (value.to_owned(), label.to_owned()))
        .to_vec();
    if !kinds.iter().any(|(value, _)| value == kind) {
        kinds.push((kind.to_owned(), kind.to_owned()));
    }
    let zones = Zones::of_item(page.trip(), present);
    let time = |name: &str, label: &str, zone: &Zone, at: fn(&ItineraryItem) -> Option<Instant>| {
        let field = Field::new(name, label, zone.input(present.and_then(at)));
        let hint = present.map_or(t::ZONE_OF_PLACE.to_owned(), |_| t::times_in(&zone.city()));
        field.kind(Kind::Of("datetime-local")).narrow().hint(hint)
    };
    let is_place = || Kind::Place(page.address("/places/suggest"));
    let name = place.map_or("", |place| &place.name);
    let location = place.map_or("", |place| &place.location);
    let description = place.map_or("", |place| &place.description);
    let kinds = Field::new("kind", t::KIND, kind).kind(Kind::Choice(kinds));
    let mut fields = vec![
        Field::new("name", t::PLACE_OR_TITLE, name)
            .required()
            .kind(is_place()),
        kinds.narrow(),
    ];
    if present.is_none() {
        let day = Field::new("day", t::DAY, day.to_string());
        fields.push(day.kind(Kind::Of("number")).narrow());
    }
    fields.extend([
        time("start", t::START, &zones.start, |item| item.start),
        time("end", t::END, &zones.end, |item| item.end),
        Field::new("location", t::LOCATION, location)
            .hint(t::LOCATION_HINT)
            .kind(is_place()),
        Field::new("description", t::DESCRIPTION, description).kind(Kind::Lines(3)),
        photo_lines::field(present.map_or(&[], |item| &item.photos)),
    ]);
    let budget = present.map_or(&no_budget, |item| &item.budget);
    fields.extend(budget_fields::fields(page, budget, Some(page.base())));
    let no_ends = ItemEnds::default();
    let ends = present.map_or(&no_ends, |item| &item.ends);
    let zone = |name: &str, label: &str, set: &Option<ZoneName>| {
        let field = Field::new(name, label, set.as_ref().map_or("", ZoneName::as_str));
        let field = field.kind(Kind::Zone).hint(t::ZONE_HINT);
        field.narrow().more()
    };
    let end = ends.destination.as_ref().map_or("", |end| &end.name);
    fields.extend([
        point_field(place).more(),
        Field::new("endDestination", t::END_PLACE, end)
            .hint(t::END_PLACE_HINT)
            .more(),
        zone("timezone", t::START_ZONE, &ends.time_zone),
        zone("endTimezone", t::END_ZONE, &ends.end_time_zone),
    ]);
    fields
}

/// The field with the coordinates that a person has picked for a place.
pub(crate) fn point_field(place: Option<&Destination>) -> Field {
    let picked = place.filter(|place| place.is_pinned);
    let picked = picked.and_then(|place| place.coordinates.as_ref());
    let text = picked.map_or_else(String::new, format::point);
    Field::new("at", t::COORDINATES, text).hint(t::COORDINATES_HINT)
}

/// Reads the coordinates of a place; `None` if they stay, or if the form has no such field.
pub(crate) fn read_point(
    reader: &mut FormReader<'_>,
    place: Option<&Destination>,
    sent: &Fields,
) -> Option<Option<Coordinates>> {
    let is_present = !sent.has("at") || sent.text("at") == point_field(place).value;
    let at = reader.read("at", format::parse_point)?;
    (!is_present).then_some(at)
}

/// Reads the zones and the end of an item; fields that the form does not have are left out.
fn read_ends(reader: &mut FormReader<'_>, sent: &Fields) -> EndsDraft {
    let zone = |name: &str| {
        let zone = reader.read(name, format::parse_zone);
        zone.filter(|_| sent.has(name))
    };
    let [time_zone, end_time_zone] = ["timezone", "endTimezone"].map(zone);
    let end = Some(reader.text("endDestination"));
    let end = end.filter(|_| sent.has("endDestination"));
    let destination = end.map(|end| {
        (!end.is_empty()).then(|| DestinationDraft {
            name: Some(end),
            ..DestinationDraft::default()
        })
    });
    EndsDraft {
        time_zone,
        end_time_zone,
        destination,
    }
}

/// Reads an item's form, whose times are in the zones of the item. Fields of the patch that were
/// left empty are not set.
fn read(
    page: TripPage<'_>,
    present: Option<&ItineraryItem>,
    sent: &Fields,
) -> Result<ItemPatch, Violations> {
    let no_budget = Budget::default();
    let budget = present.map_or(&no_budget, |item| &item.budget);
    let photos = present.map_or(&[][..], |item| &item.photos);
    let mut reader = FormReader::new(sent);
    let name = reader.text("name");
    if name.is_empty() {
        reader.refuse("name", "must not be empty");
    }
    let Zones { start, end } = Zones::of_item(page.trip(), present);
    let place = present.map(|item| &item.destination);
    let pin = read_point(&mut reader, place, sent);
    let [location, description] = ["location", "description"].map(|name| reader.text(name));
    // Left empty, they are looked up for a new place.
    let typed = |text: ShortText| Some(text).filter(|text| !text.is_empty());
    let mut patch = ItemPatch {
        kind: reader.read("kind", ItemKind::new),
        start: reader.read("start", |text| start.parse(text)).flatten(),
        end: reader.read("end", |text| end.parse(text)).flatten(),
        budget: reader
            .collect(budget_fields::read(page, budget, sent))
            .unwrap_or_default(),
        photos: reader.collect(photo_lines::read(photos, sent)).flatten(),
        ends: read_ends(&mut reader, sent),
        ..ItemPatch::default()
    };
    // What was filled in for another name is filled in anew.
    let is_filled = |place: &Destination| {
        (place.is_filled || place.has_found_location) && place.location == location
    };
    let typed_location = || typed(location.clone()).filter(|_| !place.is_some_and(is_filled));
    let destination = match place {
        // The same place: what was emptied is empty.
        Some(place) if place.name == name && !place.id.is_empty() => DestinationDraft {
            id: Some(place.id.clone()),
            name: Some(name),
            location: Some(location),
            description: Some(description),
            pin,
        },
        _ => DestinationDraft {
            id: None,
            name: Some(name),
            location: typed_location(),
            description: typed(description),
            pin,
        },
    };
    patch.destination = Some(destination);
    patch.clears_start = patch.start.is_none();
    patch.clears_end = patch.end.is_none();
    patch.clears_currency = patch.budget.currency.is_none() && budget.currency.is_some();
    reader.finish(Some(patch))
}

pub(crate) fn patch_itinerary(patch: ItineraryPatch) -> TripPatch {
    TripPatch {
        itinerary: Some(patch),
        has_local_times: true,
        ..TripPatch::default()
    }
}

/// Adds the item that was read from a form.
///
/// # Errors
/// Nothing is said of one without a kind, which was refused before.
pub(crate) fn add(item: ItemPatch, day: Day) -> Result<TripPatch, Violations> {
    let draft = ItemDraft {
        id: None,
        kind: item.kind.ok_or_else(Violations::new)?,
        index: None,
        day,
        start: item.start,
        end: item.end,
        duration: None,
        budget: item.budget,
        destination: item.destination.unwrap_or_default(),
        photos: item.photos.unwrap_or_default(),
        ends: item.ends,
    };
    Ok(patch_itinerary(ItineraryPatch::Add(Box::new(draft))))
}

/// The fragment of the trip's page where an item is shown.
fn anchor(item: &ItineraryItem) -> String {
    if item.kind.is_expense() {
        NewExpense::ANCHOR.to_owned()
    } else {
        format!("day-{}", item.day.number())
    }
}

/// A new item, on this day at first.
pub(crate) struct NewItem {
    day: u32,
}

impl TripForm for NewItem {
    const TITLE: &str = t::ADD_ITEM;
    const ANCHOR: &str = "itinerary";

    fn new(fields: &Fields) -> Self {
        Self {
            day: fields.text("day").parse().unwrap_or(1),
        }
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let fields = fields(page, None, self.day);
        let action = page.address("/items/new");
        let cancel = page.address(&format!("#day-{}", self.day));
        Some(Form::new(action, t::ADD_ITEM, fields).cancel(cancel))
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let mut reader = FormReader::new(sent);
        let item = reader.collect(read(page, None, sent));
        let day = reader.read("day", |day| Day::new(day.parse().unwrap_or(0)));
        let (item, day) = reader.finish(item.zip(day))?;
        add(item, day)
    }

    fn unplaced<'a>(&self, made: &str, after: &'a TripView) -> Option<&'a ItineraryItem> {
        let (_, added) = after.trip.item(made)?;
        added.destination.coordinates.is_none().then_some(added)
    }

    fn then(&self, _: &Fields) -> String {
        format!("?done=added#day-{}", self.day)
    }
}

/// Adds an item, whose times are in the zone of its place.
pub(crate) async fn post_new(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let SentForm(_, _, sent) = &form.form;
    let item = NewItem::new(sent);
    trip_form::save_part(form, id, item).await
}

/// The item of this id, which may be an expense.
pub(crate) struct Item(String);

impl TripForm for Item {
    const TITLE: &str = t::EDIT;
    const ANCHOR: &str = "itinerary";

    fn new(query: &Fields) -> Self {
        Self(query.get("id").unwrap_or_default().to_owned())
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let (_, present) = page.trip().item(&self.0)?;
        let fields = if present.kind.is_expense() {
            expenses::fields(page, Some(present))
        } else {
            fields(page, Some(present), 1)
        };
        let action = page.address(&format!("/item?id={}", encoded(&self.0)));
        let cancel = page.address(&format!("#{}", anchor(present)));
        let form = Form::new(action, t::SAVE, fields).cancel(cancel);
        Some(form.versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<TripPatch, Violations> {
        let Some((_, present)) = page.trip().item(&self.0) else {
            return Ok(TripPatch::default());
        };
        let patch = if present.kind.is_expense() {
            expenses::read(page, Some(present), sent)?
        } else {
            read(page, Some(present), sent)?
        };
        let change = ItineraryPatch::Change(present.id.clone(), Box::new(patch));
        Ok(patch_itinerary(change))
    }

    fn title(&self, page: TripPage<'_>) -> String {
        let item = page.trip().item(&self.0).map(|(_, item)| item);
        short(item.map_or(Self::TITLE, title))
    }

    fn below(&self, page: TripPage<'_>) -> Markup {
        let id = self.0.as_str();
        let item = page.trip().item(id).map(|(_, item)| item);
        let day = item.map_or(1, |item| item.day.number());
        let remove = page.address(&format!("/item/remove?id={}", encoded(id)));
        if item.is_some_and(|item| item.kind.is_expense()) {
            return html! { p { a.danger href=(remove) data-dialog { (t::REMOVE_EXPENSE) } } };
        }
        html! {
            form.sheet.inline method="post" action=(page.address("/items")) {
                (page.token())
                h2 { (t::MOVE_TO_DAY) }
                p {
                    label for="to-day" { (t::DAY) } " "
                    input #to-day type="number" name="day" min="1" value=(day) required;
                    " " button.button.quiet name="move" value=(id) { (t::MOVE) }
                }
                p.note { (t::MOVE_HINT) }
            }
            p { a href=(place_address(page, id)) data-dialog { (t::WHERE_IT_IS) } }
            p { a.danger href=(remove) data-dialog { (t::REMOVE_ITEM) } }
        }
    }

    fn revive(&self, page: TripPage<'_>, sent: &Fields) -> Option<Form> {
        let form = if is_expense(sent) {
            NewExpense.form(page)
        } else {
            NewItem::new(&Fields::default()).form(page)
        };
        let mut form = form?.typed(sent, false);
        form.version.clear();
        Some(form)
    }

    fn then(&self, sent: &Fields) -> String {
        let is_expense = is_expense(sent);
        let section = if is_expense {
            NewExpense::ANCHOR
        } else {
            Self::ANCHOR
        };
        format!("?done=saved#{section}")
    }
}

/// Whether the form of an expense was sent.
fn is_expense(sent: &Fields) -> bool {
    sent.text("kind") == ItemKind::EXPENSE
}

/// Asks before an item is removed.
pub(crate) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let item = visitor.query.get("id").unwrap_or_default();
    let (_, present) = view.trip.item(item).ok_or_else(Problem::not_found)?;
    let cancel = address(&visitor, id, &format!("#{}", anchor(present)));
    let action = address(&visitor, id, "/item/remove");
    let fields = vec![
        Field::hidden("id", item),
        Field::hidden("kind", present.kind.as_str()),
    ];
    let form = Form::new(action, t::REMOVE, fields).cancel(cancel);
    let title = t::remove_of(&short(title(present)));
    let is_expense = present.kind.is_expense();
    let text = if is_expense {
        t::REMOVE_EXPENSE_TEXT
    } else {
        t::REMOVE_ITEM_TEXT
    };
    let text = html! { p { (text) } };
    sheet::ask(visitor, view, title, text, form).await
}

/// Removes the item that the form names. One that is gone already needs nothing.
pub(crate) async fn remove(
    SentForm(visitor, account, sent): SentForm,
    TripPath(id): TripPath,
) -> Answer {
    let item = sent.get("id").unwrap_or_default().to_owned();
    let remove = move |view: &TripView| {
        let found = view.trip.item(&item);
        Ok(found.map(|(_, item)| patch_itinerary(ItineraryPatch::Remove(item.id.clone()))))
    };
    let trips = &visitor.app.service.trips;
    trips.edit(account.caller, id, Action::Edit, remove).await?;
    let is_expense = is_expense(&sent);
    let section = if is_expense {
        NewExpense::ANCHOR
    } else {
        Item::ANCHOR
    };
    Ok(see_other(&address(
        &visitor,
        id,
        &format!("?done=removed#{section}"),
    )))
}
