//! The forms of an item of the itinerary: new, change, removal.

pub(crate) mod fields;
mod kinds;
pub(crate) mod read;
mod times;

use maud::{Markup, html};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::itinerary::{Day, ItemKind};
use wayfare_domain::trip::{Edit, ItemClass, ItineraryItem, ItineraryPatch};
use wayfare_domain::{Action, Violations};
use wayfare_service::TripView;

use super::edits::{add, edit_items};
use super::listing::{place_address, title};
use super::row::moves_form;
use crate::form::{Field, Fields, Form, FormReader, SentForm, SentOrDraft};
use crate::i18n::format::short;
use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::budget::expenses::{self, NewExpense};
use crate::pages::trip::budget::fields as budget_fields;
use crate::pages::trip::editing::edits;
use crate::pages::trip::editing::trip_form::{self, TripForm};
use crate::pages::trip::frame::sheet;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, read_for};
use crate::session::{SignedIn, see_other};
use crate::site::encoded;

/// The fragment of the trip's page where an item is shown.
fn anchor(item: &ItineraryItem) -> String {
    if item.kind.is_expense() {
        NewExpense::ANCHOR.to_owned()
    } else {
        format!("day-{}", item.day.number())
    }
}

/// A new item, on this day at first, of a kind if one was chosen.
pub(crate) struct NewItem {
    day: u32,
    class: Option<ItemClass>,
}

impl TripForm for NewItem {
    const TITLE: Text = t::ADD_ITEM;
    const ANCHOR: &str = "itinerary";
    const CHOICES: &str = budget_fields::CHOICES;

    fn new(query: &Fields) -> Self {
        Self {
            day: query.text("day").parse().unwrap_or(1),
            class: ItemClass::find(query.text(kinds::KIND)),
        }
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let fields = fields::fields(page, None, self.class, self.day);
        let action = match self.class {
            Some(class) => format!("/items/new?kind={}", class.name()),
            None => "/items/new".to_owned(),
        };
        let cancel = page.address(&format!("#day-{}", self.day));
        let form = Form::new(page.address(&action), t::ADD_ITEM, fields);
        Some(form.cancel(cancel))
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut reader = FormReader::new(sent);
        let is_stay = self.class == Some(ItemClass::Stay);
        let day = read::read_day(&mut reader, page, is_stay, sent);
        let number = day.map_or(self.day, Day::number);
        // Without a date, a time needs one of its own.
        let split = times::date_of(page, number).and_then(|_| times::split(sent));
        let item = read::read(page, None, number, split.as_ref().unwrap_or(sent));
        let item = reader.collect(item);
        let ((item, typed_end), day) = reader.finish(item.zip(day))?;
        add(item, day, typed_end)
    }

    fn above(&self, page: TripPage<'_>) -> Markup {
        kinds::links(page, self.day, self.class)
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
pub(crate) async fn post_new(form: SentOrDraft<NewItem>, TripPath(id): TripPath) -> Answer {
    let item = NewItem {
        class: NewItem::new(form.query()).class,
        ..NewItem::new(form.fields())
    };
    trip_form::post_part(form, id, item).await
}

/// The item of this id, which may be an expense.
pub(crate) struct Item {
    id: String,
    /// Whether its form leads back to the costs.
    is_of_costs: bool,
}

/// The field with the day that an item had when its form was opened.
const OPENED_ON_DAY: &str = "was-on";
/// The end of an item's address for a form that leads back to the costs.
pub(crate) const OF_COSTS: &str = "&to=costs";

impl TripForm for Item {
    const TITLE: Text = t::EDIT;
    const ANCHOR: &str = "itinerary";
    const BUTTONS: &str = "up down earlier later move copy";
    const CHOICES: &str = budget_fields::CHOICES;

    fn new(query: &Fields) -> Self {
        Self {
            id: query.get("id").unwrap_or_default().to_owned(),
            is_of_costs: query.get("to") == Some("costs"),
        }
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let (_, present) = page.trip().item(&self.id)?;
        let day = present.day.number();
        let mut fields = if present.kind.is_expense() {
            expenses::fields(page, Some(present))
        } else {
            fields::fields(page, Some(present), None, day)
        };
        // For [`Self::revive`].
        fields.push(Field::hidden(OPENED_ON_DAY, day.to_string()));
        let (end, anchor) = match self.is_of_costs {
            true => (OF_COSTS, NewExpense::ANCHOR.to_owned()),
            false => ("", anchor(present)),
        };
        let action = page.address(&format!("/item?id={}{end}", encoded(&self.id)));
        let cancel = page.address(&format!("#{anchor}"));
        let form = Form::new(action, t::SAVE, fields).cancel(cancel);
        Some(form.versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let Some((_, present)) = page.trip().item(&self.id) else {
            return Ok(Vec::new());
        };
        let (patch, typed_end) = if present.kind.is_expense() {
            (expenses::read(page, Some(present), sent)?, None)
        } else {
            read::read(page, Some(present), present.day.number(), sent)?
        };
        let change = ItineraryPatch::Change(present.id.clone(), Box::new(patch));
        Ok(edit_items(change, typed_end))
    }

    fn title(&self, page: TripPage<'_>) -> String {
        let item = page.trip().item(&self.id).map(|(_, item)| item);
        short(item.map_or(Self::TITLE.get(), title))
    }

    fn below(&self, page: TripPage<'_>) -> Markup {
        let id = self.id.as_str();
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
                    input #to-day type="number" name="day" min="1" max=(page.trip().last_near_day())
                        value=(day) required;
                    " " button.button.quiet name="move" value=(id) { (t::MOVE) }
                }
                p.note { (t::MOVE_HINT) }
            }
            @if let Some(item) = item { (moves_form(page, item)) }
            p { a href=(place_address(page, id)) data-dialog { (t::WHERE_IT_IS) } }
            p { a.danger href=(remove) data-dialog { (t::REMOVE_ITEM) } }
        }
    }

    fn revive(&self, page: TripPage<'_>, sent: &Fields) -> Option<Form> {
        let form = if is_expense(sent) {
            NewExpense.form(page)
        } else {
            let day = sent.text(OPENED_ON_DAY).parse().unwrap_or(1);
            NewItem { day, class: None }.form(page)
        };
        let mut form = form?.typed(sent);
        form.version.clear();
        Some(form)
    }

    fn then(&self, sent: &Fields) -> String {
        let section = if self.is_of_costs || is_expense(sent) {
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
        t::REMOVE_EXPENSE_TEXT.get()
    } else {
        t::REMOVE_ITEM_TEXT.get()
    };
    let text = html! { p { (text) } };
    sheet::ask(visitor, view, title, text, form).await
}

/// Removes the item that the form names. One that is gone already needs nothing.
pub(crate) async fn remove(
    SentForm(visitor, account, sent, ..): SentForm<Item>,
    TripPath(id): TripPath,
) -> Answer {
    let item = sent.get("id").unwrap_or_default().to_owned();
    let remove = move |view: &TripView| {
        let found = view.trip.item(&item);
        let remove = |item: &ItineraryItem| ItineraryPatch::Remove(item.id.clone());
        Ok(found.map_or_else(Vec::new, |(_, item)| edit_items(remove(item), None)))
    };
    edits::edit(&visitor, account.caller, id, None, remove).await?;
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
