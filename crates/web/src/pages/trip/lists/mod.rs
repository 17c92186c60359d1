//! The lists of a trip. Lists and entries are named by their ids: an edit is of the present lists,
//! whatever others have changed.

pub(super) mod forms;
pub(super) mod view;

use std::collections::HashSet;

use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::{
    Assignee, Edit, EntryDraft, ListsEditor, Parties, TodoEntry, TodoLists,
};
use wayfare_domain::{Path, Reason, ShortText, Trip, TripId, Violations};
use wayfare_service::{Caller, Error, TripView, Updated};

use super::editing::edits;
use super::editing::entries::{self, TakenEntry};
use super::{address, check_length};
use crate::form::fields::UNDONE;
use crate::form::{self, Fields, FormReader, SentForm, sent_fields};
use crate::i18n::texts as t;
use crate::session::Visitor;
use crate::session::flash::Flash;
use crate::session::undo;

sent_fields!(ListButtons
    BUTTONS "done several open remove up down move list_up list_down add"
    CHOICES "section to id by ticked index"
);

/// The id of the section of the list in a place.
fn section_of(place: usize) -> String {
    match place {
        0 => "todo".to_owned(),
        _ => format!("list-{}", place + 1),
    }
}

/// The edit that sets the lists.
fn set_lists(lists: ListsEditor) -> Edit {
    Edit::Lists(lists.into())
}

/// An entry, and the place of its list.
fn find<'a>(lists: &'a TodoLists, id: &str) -> Option<(usize, &'a TodoEntry)> {
    lists.iter().enumerate().find_map(|(place, list)| {
        let entry = list.entries.iter().find(|entry| entry.id.as_str() == id)?;
        Some((place, entry))
    })
}

/// Ticks entries or opens them again, removes one, moves one or a list, or adds to a list.
pub(super) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<ListButtons>,
    TripPath(id): TripPath,
) -> Answer {
    let section = section_of(sent.text("section").parse().unwrap_or_default());
    let caller = account.caller;
    let mut undo = Flash::default();
    let said = match sent.button() {
        Some((button @ ("done" | "several" | "open"), _)) => {
            let done = button != "open";
            let (said, offer) = set_done(&visitor, caller, id, &section, &sent, done).await?;
            undo = offer;
            said
        }
        Some(("remove", gone)) => {
            let gone = gone.to_owned();
            let take = move |view: &TripView| take(view, &gone);
            undo = entries::remove(&visitor, caller, id, &section, take).await?;
            "removed"
        }
        None | Some(("add", _)) => {
            let said = undo::added_or_undone(&sent);
            let key = visitor.claim(&sent);
            let make = move |view: &TripView| add(view, &sent);
            let added = edits::edit(&visitor, caller, id, key, make);
            form::once(added.await)?;
            said
        }
        Some(_) => {
            let make = move |view: &TripView| {
                let mut lists = view.trip.lists().edit();
                Ok(move_within(&mut lists, &sent).map(|()| set_lists(lists)))
            };
            edits::edit(&visitor, caller, id, None, make).await?;
            "moved"
        }
    };
    let then = format!("?done={said}{}#{section}", undo.query);
    Ok(undo.see_other(&address(&visitor, id, &then)))
}

/// Sets whether the entries that a form names are done. Returns what to tell, and the offer to undo
/// that.
async fn set_done(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    section: &str,
    sent: &Fields,
    done: bool,
) -> Result<(&'static str, Flash), Error> {
    let (name, opposite) = if done {
        ("done", "open")
    } else {
        ("open", "done")
    };
    let ids: HashSet<String> = sent.all(name).map(str::to_owned).collect();
    if ids.is_empty() {
        return Ok(("", Flash::default()));
    }
    let named = ids.clone();
    let set = move |view: &TripView| {
        let mut lists = view.trip.lists().edit();
        let is_named = |entry: &&mut EntryDraft| {
            let id = entry.id.as_ref();
            id.is_some_and(|id| named.contains(id.as_str()))
        };
        let mut is_found = false;
        for entry in lists.entries().filter(is_named) {
            entry.done = done;
            is_found = true;
        }
        Ok(is_found.then(|| set_lists(lists)))
    };
    let (before, after) = match edits::edit(visitor, caller, id, None, set).await? {
        Updated::Changed { before, after } => (before, after),
        Updated::Unchanged(view) => (view.clone(), view),
    };
    let named_of = |view: &TripView| {
        let lists = view.trip.lists();
        let entries = lists.iter().flat_map(|list| &list.entries);
        let named = entries.filter(|entry| ids.contains(entry.id.as_str()));
        named.cloned().collect::<Vec<TodoEntry>>()
    };
    let said = match (done, sent.has(UNDONE)) {
        _ if named_of(&after).len() < ids.len() => "entry-gone",
        (true, false) => "ticked",
        (false, false) => "saved",
        (_, true) => "undone",
    };
    let changed = named_of(&before)
        .into_iter()
        .filter(|entry| entry.done != done);
    let fields = changed.map(|entry| (opposite.to_owned(), entry.id.into_string()));
    let fields: Vec<(String, String)> = fields.collect();
    let undo = match done && !fields.is_empty() {
        true => undo::carry(visitor, after.trip.id, section, 0, &fields),
        false => Flash::default(),
    };
    Ok((said, undo))
}

/// Takes an entry out of its list.
fn take(view: &TripView, id: &str) -> Option<TakenEntry> {
    let present = view.trip.lists();
    let (place, entry) = find(&present, id)?;
    let list = present.get(place)?.id.to_string();
    let by = entry.by.as_ref();
    let by = by.map_or("", |by| present_name(view, by)).to_owned();
    let mut lists = present.edit();
    let (index, entry) = lists.take(id)?;
    let ticked = if entry.done { "1" } else { "" };
    let fields = [
        ("to", list),
        ("id", id.to_owned()),
        ("text", entry.text.into_string()),
        ("by", by),
        ("ticked", ticked.to_owned()),
    ];
    let fields = fields.map(|(name, value)| (name.to_owned(), value));
    Some(TakenEntry {
        edits: vec![set_lists(lists)],
        index,
        fields: fields.to_vec(),
    })
}

/// By what an assignee is known now: their username, else the member id as it was written.
fn present_name<'a>(view: &'a TripView, by: &'a Assignee) -> &'a str {
    let person = by.user.and_then(|user| view.people.get(user));
    person.map_or(by.member.as_str(), |person| person.username.as_str())
}

/// Whether a member id means somebody on the trip.
fn is_known(view: &TripView, by: &MemberId) -> bool {
    let parties = Parties::new(view.trip.all_mentions(), &view.people);
    parties.find(by.as_str()).is_some() || view.people.resolve(by.as_str()).is_some()
}

/// Moves an entry within its list, or a list among the others.
fn move_within(lists: &mut ListsEditor, sent: &Fields) -> Option<()> {
    let upper = match sent.button()? {
        ("up", id) => return lists.move_within(id, |place| place.checked_sub(1)),
        ("down", id) => return lists.move_within(id, |place| Some(place + 1)),
        ("move", id) => {
            let place = sent.text("index").parse().unwrap_or(usize::MAX);
            return lists.move_within(id, |_| Some(place));
        }
        ("list_up", id) => lists.place_of(id)?.checked_sub(1)?,
        (_, id) => lists.place_of(id)?,
    };
    let pair = lists.lists().get_mut(upper..upper + 2)?;
    pair.reverse();
    Some(())
}

/// Adds an entry for each line of a text; none for an empty one. One that was removed comes back in
/// its place, without its assignee if that is nobody any more.
fn add(view: &TripView, sent: &Fields) -> Result<Option<Edit>, Violations> {
    let mut reader = FormReader::new(sent);
    let is_undone = sent.has(UNDONE);
    let texts = reader.read_whole("text", |text| texts_of(text, is_undone));
    let by = reader.optional("by", MemberId::new).flatten();
    let by = by.filter(|by| !is_undone || is_known(view, by));
    let id = sent.get("id").and_then(|id| ShortText::new(id).ok());
    let texts = reader.finish(texts)?;
    let mut lists = view.trip.lists().edit();
    let is_back = id.as_ref().is_some_and(|id| lists.entry(id).is_some());
    if texts.is_empty() || is_back {
        return Ok(None);
    }
    let Some(list) = lists.list(sent.text("to")) else {
        return Err(list_gone("to"));
    };
    check_length("entries", list.entries.len() + texts.len(), Trip::MAX_TODO)?;
    let place = sent.text("place").parse().unwrap_or(usize::MAX);
    let place = place.min(list.entries.len());
    let added = texts.into_iter().map(|text| EntryDraft {
        id: id.clone(),
        text,
        done: !sent.text("ticked").is_empty(),
        by: by.clone(),
    });
    list.entries.splice(place..place, added);
    Ok(Some(set_lists(lists)))
}

/// The texts of entries: each line that is not empty, or one text as it is.
fn texts_of(text: &str, is_one: bool) -> Result<Vec<ShortText>, Reason> {
    if is_one {
        return Ok(vec![ShortText::new(text)?]);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take(Trip::MAX_TODO + 1).map(ShortText::new).collect()
}

/// Says that a field names a list which somebody has removed.
fn list_gone(field: &'static str) -> Violations {
    let mut violations = Violations::new();
    let path = Path::root().field(field);
    violations.add(path, Reason::new(t::REFUSED_LIST_GONE.phrase()));
    violations
}
