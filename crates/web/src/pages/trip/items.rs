//! The forms of an item of the itinerary: new, change, removal.

use maud::{Markup, html};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::destination::DestinationDraft;
use wayfare_domain::trip::itinerary::{Day, ItemDraft, ItemKind};
use wayfare_domain::trip::{Budget, ItemPatch, ItineraryItem, ItineraryPatch, TripPatch};
use wayfare_domain::{Action, Currency, Instant, Reason, ShortText};
use wayfare_service::{Caller, Precondition, TripUpdateRequest, TripView};

use super::add::{NewPart, NotAdded};
use super::overview::{short, title};
use super::save::{self, EditedPart, Wrong, apply, sheet};
use super::{add, address, encoded, expenses, item_photos, read_for};
use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind};
use crate::format::Zone;
use crate::layout::Page;
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{SignedIn, Visitor, see_other};
use crate::texts as t;

/// The fields of an item that are not its money.
fn fields(item: Option<&ItineraryItem>, day: u32, zone: Option<&Zone>) -> Vec<Field> {
    let destination = item.map(|item| &item.destination);
    let text = |of: fn(&wayfare_domain::trip::Destination) -> &ShortText| {
        destination
            .map_or("", |destination| of(destination).as_str())
            .to_owned()
    };
    let kind = item.map_or("destination", |item| item.kind.as_str());
    let mut kinds: Vec<(String, String)> = t::KINDS
        .iter()
        .map(|(value, label)| ((*value).to_owned(), (*label).to_owned()))
        .collect();
    if !kinds.iter().any(|(value, _)| value == kind) {
        kinds.push((kind.to_owned(), kind.to_owned()));
    }
    let utc = Zone::utc();
    let shown = zone.unwrap_or(&utc);
    let hint = zone.map_or_else(
        || t::ZONE_OF_PLACE.to_owned(),
        |zone| t::times_in(zone.name()),
    );
    let start = item.and_then(|item| item.start);
    let end = item.and_then(|item| item.end);
    let mut fields = vec![
        Field::new("name", t::PLACE_OR_TITLE, text(|place| &place.name)).required(),
        Field::new("kind", t::KIND, kind)
            .kind(Kind::Choice(kinds))
            .narrow(),
    ];
    if item.is_none() {
        let number = day.to_string();
        fields.push(
            Field::new("day", t::DAY, number)
                .kind(Kind::Of("number"))
                .narrow(),
        );
    }
    fields.extend([
        Field::new("start", t::START, shown.input(start))
            .kind(Kind::Of("datetime-local"))
            .hint(hint.clone())
            .narrow(),
        Field::new("end", t::END, shown.input(end))
            .kind(Kind::Of("datetime-local"))
            .hint(hint)
            .narrow(),
        Field::new("location", t::LOCATION, text(|place| &place.location)).hint(t::LOCATION_HINT),
        Field::new(
            "description",
            t::DESCRIPTION,
            text(|place| &place.description),
        )
        .kind(Kind::Lines(3)),
        item_photos::field(item.map_or(&[][..], |item| item.photos.as_slice())),
    ]);
    if let Some(zone) = zone {
        fields.push(Field::new("zone", "", zone.name()).kind(Kind::Hidden));
    }
    fields
}

/// The destination, kind and times that the fields ask for.
struct Read {
    kind: ItemKind,
    destination: DestinationDraft,
    start: Option<Instant>,
    end: Option<Instant>,
}

fn read_fields(sent: &Fields, zone: &Zone) -> Result<Read, Vec<Wrong>> {
    let mut wrong: Vec<Wrong> = Vec::new();
    let mut take = |name: &str, reason: Reason| wrong.push((name.to_owned(), reason.to_string()));
    let mut text = |name: &str| match ShortText::new(sent.text(name)) {
        Ok(text) => text,
        Err(reason) => {
            take(name, reason);
            ShortText::EMPTY
        }
    };
    let (name, location, description) = (text("name"), text("location"), text("description"));
    if name.is_empty() {
        take("name", Reason::new("must not be empty"));
    }
    let kind = ItemKind::new(sent.text("kind")).map_err(|reason| take("kind", reason));
    let mut time = |name: &str| {
        zone.parse(sent.text(name)).unwrap_or_else(|reason| {
            take(name, reason);
            None
        })
    };
    let (start, end) = (time("start"), time("end"));
    let (true, Ok(kind)) = (wrong.is_empty(), kind) else {
        return Err(wrong);
    };
    Ok(Read {
        kind,
        destination: DestinationDraft {
            id: None,
            name: Some(name),
            // Left empty, they are looked up for a new place.
            location: Some(location).filter(|location| !location.is_empty()),
            description: Some(description).filter(|description| !description.is_empty()),
        },
        start,
        end,
    })
}

/// A new item, on this day at first.
struct NewItem {
    day: u32,
}

impl NewItem {
    /// The new item of a form or its address.
    fn on_day(fields: &Fields) -> Self {
        let day = fields.text("day").parse().unwrap_or(1);
        Self { day }
    }
}

impl NewPart for NewItem {
    const TITLE: &str = t::ADD_ITEM;
    const ACTION: Action = Action::Edit;

    fn form(&self, visitor: &Visitor, view: &TripView) -> Form {
        let day = self.day;
        let base = visitor.app.service.trips.base_currency(&view.trip);
        let mut fields = fields(None, day, None);
        fields.extend(expenses::fields(view, &Budget::default(), base));
        Form {
            action: address(visitor, view.trip.id, "/items/new"),
            submit: t::ADD_ITEM.to_owned(),
            cancel: Some(address(visitor, view.trip.id, &format!("#day-{day}"))),
            fields,
            ..Form::default()
        }
    }

    async fn add(
        &self,
        visitor: &Visitor,
        caller: Caller,
        view: &TripView,
        sent: &Fields,
    ) -> Result<String, NotAdded> {
        let trips = &visitor.app.service.trips;
        let base = trips.base_currency(&view.trip);
        let zone = trips
            .zone_of_place(caller, sent.text("name"), sent.text("location"))
            .await;
        let zone = zone.as_deref().map_or_else(Zone::utc, Zone::named);
        let day = Day::new(sent.text("day").parse().unwrap_or(0));
        let day = day.map_err(|reason| vec![("day".to_owned(), reason.to_string())]);
        let budget = expenses::read(&Budget::default(), base, sent);
        let photos = item_photos::read(&[], sent);
        let (read, day, budget, photos) = match (read_fields(sent, &zone), day, budget, photos) {
            (Ok(read), Ok(day), Ok(budget), Ok(photos)) => (read, day, budget, photos),
            (read, day, budget, photos) => {
                let wrong = [read.err(), day.err(), budget.err(), photos.err()];
                let wrong: Vec<Wrong> = wrong.into_iter().flatten().flatten().collect();
                return Err(wrong.into());
            }
        };
        let draft = ItemDraft {
            id: None,
            kind: read.kind,
            index: None,
            day,
            start: read.start,
            end: read.end,
            duration: None,
            budget,
            destination: read.destination,
            photos: photos.unwrap_or_default(),
        };
        let request = TripUpdateRequest::of(TripPatch {
            itinerary: Some(ItineraryPatch::Add(Box::new(draft))),
            ..TripPatch::default()
        });
        let id = view.trip.id;
        trips
            .update(caller, id, request, Precondition::None)
            .await?;
        Ok(format!("?done=added#day-{}", day.number()))
    }
}

pub(super) async fn get_new(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let item = NewItem::on_day(&visitor.query);
    add::open(visitor, id, item).await
}

pub(super) async fn post_new(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let item = NewItem::on_day(form.fields());
    add::add(form, id, item).await
}

/// The item of this id.
struct Item(String);

impl EditedPart for Item {
    fn form(&self, visitor: &Visitor, view: &TripView) -> Option<Form> {
        let (_, present) = view.trip.item(&self.0)?;
        let (trip, day) = (view.trip.id, present.day.number());
        let mut fields = fields(Some(present), day, Some(&Zone::of(&present.destination)));
        let base = visitor.app.service.trips.base_currency(&view.trip);
        fields.extend(expenses::fields(view, &present.budget, base));
        Some(Form {
            action: address(visitor, trip, &format!("/item?id={}", encoded(&self.0))),
            submit: t::SAVE.to_owned(),
            cancel: Some(address(visitor, trip, &format!("#day-{day}"))),
            fields,
            ..Form::default()
        })
    }

    fn read(
        &self,
        visitor: &Visitor,
        view: &TripView,
        sent: &Fields,
    ) -> Result<TripUpdateRequest, Vec<Wrong>> {
        let base = visitor.app.service.trips.base_currency(&view.trip);
        match view.trip.item(&self.0) {
            Some((_, present)) => read_change(present, base, sent),
            None => Err(Vec::new()),
        }
    }

    fn title(&self, view: &TripView) -> String {
        let item = view.trip.item(&self.0).map(|(_, item)| item);
        short(item.map_or(t::EDIT_ITEM, title))
    }

    fn below(&self, visitor: &Visitor, view: &TripView) -> Markup {
        let (trip, id) = (view.trip.id, self.0.as_str());
        let day = view.trip.item(id).map_or(1, |(_, item)| item.day.number());
        let remove = format!("/item/remove?id={}", encoded(id));
        html! {
            form.sheet.inline method="post" action=(address(visitor, trip, "/items")) {
                (form::token(visitor))
                h2 { (t::MOVE_TO_DAY) }
                p {
                    label for="to-day" { (t::DAY) } " "
                    input #to-day type="number" name="day" min="1" value=(day) required;
                    " " button.button.quiet name="move" value=(id) { (t::MOVE) }
                }
                p.note { (t::MOVE_HINT) }
            }
            p { a.danger href=(address(visitor, trip, &remove)) data-dialog { (t::REMOVE_ITEM) } }
        }
    }

    fn revive(&self, visitor: &Visitor, view: &TripView, sent: &Fields) -> Option<Form> {
        Some(NewItem { day: 1 }.form(visitor, view).typed(sent, false))
    }

    fn anchor(&self) -> &'static str {
        "itinerary"
    }
}

pub(super) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let part = Item(item_of(&visitor.query));
    save::open(visitor, id, part).await
}

pub(super) async fn post(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    let part = Item(item_of(form.query()));
    save::save(form, id, part).await
}

/// The id of the item that an address names.
fn item_of(query: &Fields) -> String {
    query.get("id").unwrap_or_default().to_owned()
}

fn read_change(
    present: &ItineraryItem,
    base: Currency,
    sent: &Fields,
) -> Result<TripUpdateRequest, Vec<Wrong>> {
    let zone = match sent.text("zone") {
        "" => Zone::of(&present.destination),
        name => Zone::named(name),
    };
    let budget = expenses::read(&present.budget, base, sent);
    let photos = item_photos::read(&present.photos, sent);
    let (read, budget, photos) = match (read_fields(sent, &zone), budget, photos) {
        (Ok(read), Ok(budget), Ok(photos)) => (read, budget, photos),
        (read, budget, photos) => {
            let wrong = [read.err(), budget.err(), photos.err()];
            return Err(wrong.into_iter().flatten().flatten().collect());
        }
    };
    let mut destination = read.destination;
    if destination.name.as_ref() == Some(&present.destination.name)
        && !present.destination.id.is_empty()
    {
        // The same place: what was emptied is empty.
        destination.id = Some(present.destination.id.clone());
        destination.location = Some(ShortText::new(sent.text("location")).unwrap_or_default());
        destination.description =
            Some(ShortText::new(sent.text("description")).unwrap_or_default());
    }
    let clears_currency = budget.currency.is_none() && present.budget.currency.is_some();
    let patch = ItemPatch {
        kind: Some(read.kind),
        start: read.start,
        end: read.end,
        budget,
        clears_currency,
        clears_start: read.start.is_none(),
        clears_end: read.end.is_none(),
        destination: Some(destination),
        photos,
        ..ItemPatch::default()
    };
    Ok(TripUpdateRequest::of(TripPatch {
        itinerary: Some(ItineraryPatch::Change(present.id.clone(), Box::new(patch))),
        ..TripPatch::default()
    }))
}

/// Asks before an item is removed.
pub(super) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    let item = item_of(&visitor.query);
    let Some((_, present)) = view.trip.item(&item) else {
        return Err(Problem::not_found());
    };
    let name = short(title(present));
    let form = Form {
        action: address(&visitor, id, "/item/remove"),
        submit: t::REMOVE.to_owned(),
        cancel: Some(address(
            &visitor,
            id,
            &format!("#day-{}", present.day.number()),
        )),
        fields: vec![Field::new("id", "", item).kind(Kind::Hidden)],
        is_danger: true,
        ..Form::default()
    };
    let page = move |visitor: &Visitor| {
        let body = html! { p { (t::REMOVE_ITEM_TEXT) } (form.show(visitor, "")) };
        sheet(visitor, &view, &t::remove_of(&name), &body)
    };
    Page::render(visitor, page).await
}

/// Removes the item that the form names. One that is gone already needs nothing.
pub(super) async fn remove(SentForm(visitor, _, sent): SentForm, TripPath(id): TripPath) -> Answer {
    let item = sent.get("id").unwrap_or_default();
    apply(&visitor, id, async |view| {
        let Some((_, present)) = view.trip.item(item) else {
            return Ok(None);
        };
        Ok(Some(TripUpdateRequest::of(TripPatch {
            itinerary: Some(ItineraryPatch::Remove(present.id.clone())),
            ..TripPatch::default()
        })))
    })
    .await?;
    Ok(see_other(&address(&visitor, id, "?done=removed#itinerary")))
}
