//! `/trips/{uuid}/lists`: the named lists, whose first has the to-do list.

use actix_web::web::Payload;
use wayfare_api_core::input::fields::Element;
use wayfare_api_core::input::readers::text;
use wayfare_api_core::openapi::{EXTENSIONS, NotModified};
use wayfare_api_core::trip::edit::{EditBody, Edited, Show, TripRequest, UpdateAnswer};
use wayfare_api_core::{Answer, App, TripPath};
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::{Edit, EntryDraft, ListDraft, TodoEntry, TodoList};
use wayfare_domain::{Name, Trip};
use wayfare_service::{TripUpdateRequest, TripView};
use wayfare_shapes::extensions::{ListEntry, Lists, NamedList};
use wayfare_shapes::input::ListsInput;

fn show_lists(trip: &Trip) -> Lists {
    Lists {
        lists: trip.lists().iter().map(show_list).collect(),
    }
}

fn show_list(list: &TodoList) -> NamedList {
    let TodoList { id, name, entries } = list;
    NamedList {
        id: id.to_string(),
        name: name.to_string(),
        entries: entries.iter().map(show_entry).collect(),
    }
}

fn show_entry(entry: &TodoEntry) -> ListEntry {
    let TodoEntry { id, text, done, by } = entry;
    ListEntry {
        id: id.to_string(),
        text: text.to_string(),
        done: *done,
        by: by.as_ref().map(|by| by.member.as_str().to_owned()),
    }
}

/// The lists of the trip. The open entries of the first one are its `todo`.
#[utoipa::path(
    get, path = "/trips/{uuid}/lists", tag = EXTENSIONS, operation_id = "getTripLists",
    params(TripPath),
    responses((status = 200, description = "The lists", body = Lists)),
)]
pub(crate) async fn get(request: TripRequest) -> Answer {
    let lists = |_: &App, view: &TripView| show_lists(&view.trip);
    request.show(Show::Plain, lists).await
}

/// Replaces all lists of the trip.
#[utoipa::path(
    put, path = "/trips/{uuid}/lists", tag = EXTENSIONS, operation_id = "updateTripLists",
    params(TripPath),
    request_body = ListsInput,
    responses((status = 200, description = "All lists", body = Lists), NotModified),
)]
pub(crate) async fn put(request: TripRequest, payload: Payload) -> Answer {
    let read = |body: &Element<'_>| {
        let fields = body.object()?;
        let lists = fields.read_required("lists", |lists| lists.list(Trip::MAX_LISTS, read_list));
        Some(TripUpdateRequest::of(lists.map(Edit::Lists)))
    };
    let answer =
        |_: &App, Edited { after, .. }: &Edited| Ok(UpdateAnswer::new(show_lists(&after.trip)));
    request.edit(EditBody::large(payload), read, answer).await
}

fn read_list(element: &Element<'_>) -> Option<ListDraft> {
    let fields = element.object()?;
    let id = fields.read_optional("id", text);
    let name = fields.read_required("name", |name| name.string(Name::new));
    let entries = fields.read_required("entries", |list| list.list(Trip::MAX_TODO, read_entry));
    Some(ListDraft {
        id: id?,
        name: name?,
        entries: entries?,
    })
}

fn read_entry(element: &Element<'_>) -> Option<EntryDraft> {
    let fields = element.object()?;
    let id = fields.read_optional("id", text);
    let what = fields.read_required("text", text);
    let done = fields.read_required("done", Element::boolean);
    let by = fields.read_optional("by", |by| by.string(MemberId::new));
    Some(EntryDraft {
        id: id?,
        text: what?,
        done: done?,
        by: by?,
    })
}
