//! What an item is, in its form: the choice of a kind, and which fields each kind needs.

use maud::{Markup, html};
use wayfare_domain::trip::itinerary::ItemKind;
use wayfare_domain::trip::{ItemClass, ItineraryItem};

use crate::form::{Field, FormReader, Kind};
use crate::i18n::texts as t;
use crate::markup::icons::icon;
use crate::pages::trip::frame::trip_page::TripPage;

/// The name of the field.
pub(super) const KIND: &str = "kind";

/// Which fields a form has, and how they are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// All, for an item whose kind is not known yet.
    General,
    /// From one place to another.
    Way,
    /// A place to sleep, with two dates.
    Stay,
    /// Something of a day: a time and a length.
    Visit,
}

impl Layout {
    /// That of a new item of a kind.
    pub(super) fn of_new(class: Option<ItemClass>) -> Self {
        match class {
            None => Self::General,
            Some(ItemClass::Stay) => Self::Stay,
            Some(class) if class.is_travel() => Self::Way,
            Some(_) => Self::Visit,
        }
    }

    /// That of a present item: one whose name is made of its two ends shows them.
    pub(super) fn of_present(item: &ItineraryItem) -> Self {
        let is_way = item.class.is_some() && built_ends(item).is_some();
        if is_way { Self::Way } else { Self::General }
    }
}

/// The two ends of travel whose name is made of them.
pub(super) fn built_ends(item: &ItineraryItem) -> Option<(&str, &str)> {
    let end = item.end_destination().filter(|_| item.kind.is_travel())?;
    let start = item.start_name();
    (*item.destination.name == *built_name(start, &end.name)).then_some((start, &end.name))
}

/// The name of travel without a title of its own.
pub(super) fn built_name(from: &str, to: &str) -> String {
    let ends = [from, to].into_iter().filter(|end| !end.is_empty());
    ends.collect::<Vec<&str>>().join(" – ")
}

/// The labels of the two times.
pub(super) fn time_labels(class: Option<ItemClass>) -> [t::Text; 2] {
    match class {
        Some(ItemClass::Flight | ItemClass::Train | ItemClass::Bus | ItemClass::Ferry) => {
            [t::DEPARTURE, t::ARRIVAL]
        }
        Some(ItemClass::Stay) => [t::CHECK_IN, t::CHECK_OUT],
        _ => [t::START, t::END],
    }
}

/// The field with the kind; [`ItemClass::Other`] for a new item without one.
pub(super) fn field(present: Option<&ItineraryItem>, class: Option<ItemClass>) -> Field {
    let class = present.map(ItineraryItem::class).or(class);
    let class = class.unwrap_or(ItemClass::Other);
    let kinds = ItemClass::ALL.map(|(class, name)| (name.to_owned(), t::class(class).to_string()));
    let field = Field::new(KIND, t::KIND, class.name());
    let field = field.kind(Kind::Choice(kinds.to_vec()));
    // Beside the day of a new item.
    if present.is_none() {
        field.narrow()
    } else {
        field
    }
}

/// Reads the kind. What an item is already stays as it is stored, whatever program has written it;
/// an item type of the interface is taken, too.
pub(super) fn read(
    reader: &mut FormReader<'_>,
    present: Option<&ItineraryItem>,
) -> (Option<ItemKind>, Option<ItemClass>) {
    let kind = reader.read(KIND, |name| {
        let Some(class) = ItemClass::find(name) else {
            return Ok((Some(ItemKind::new(name)?), None));
        };
        if present.is_some_and(|item| item.class() == class) {
            return Ok((None, None));
        }
        let fits = present.is_some_and(|item| item.kind.is_travel() == class.is_travel());
        let kind = (!fits).then(|| ItemKind::new(class.kind())).transpose()?;
        Ok((kind, Some(class)))
    });
    kind.unwrap_or_default()
}

/// The links to the forms of all kinds for a day, the present one marked.
pub(super) fn links(page: TripPage<'_>, day: u32, present: Option<ItemClass>) -> Markup {
    html! {
        div.kinds {
            @for (class, name) in ItemClass::ALL {
                @let path = format!("/items/new?day={day}&kind={name}");
                a href=(page.address(&path)) data-dialog
                    aria-current=[(present == Some(class)).then_some("true")] {
                    (icon(name)) span { (t::class(class)) }
                }
            }
        }
    }
}
