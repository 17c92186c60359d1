//! The tool of lists.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::{Edit, EntryDraft, ListDraft};
use wayfare_domain::{Name, Path, ShortText, Trip, Violations};

use super::reply::{Changed, Reply};
use crate::answer::{LeftOut, Room};
use crate::call::Call;

/// Lists that replace all of a trip.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateLists {
    /// Id of the trip
    trip: String,
    /// Version of the trip that was read
    expected_version: i64,
    /// All lists
    lists: Vec<List>,
}

/// A list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    /// Id of a list that is there
    id: Option<String>,
    /// Name
    name: String,
    /// All entries
    entries: Vec<Entry>,
}

/// An entry of a list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// Id of an entry that is there
    id: Option<String>,
    /// What is to be done or taken along
    text: String,
    /// Whether it is done
    #[serde(default)]
    done: bool,
    /// Id of who does it
    by: Option<String>,
}

/// A list of a trip.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ListShown {
    /// Id
    id: String,
    /// Name
    name: String,
    /// Entries
    entries: Vec<EntryShown>,
}

/// An entry of a list of a trip.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema)]
pub(crate) struct EntryShown {
    /// Id
    id: String,
    /// What is to be done or taken along
    text: String,
    /// Whether it is done
    done: bool,
    /// Id of who does it
    by: Option<String>,
}

/// The lists of a trip, or the one of an id from an entry on, as far as there is room.
pub(crate) fn show(
    trip: &Trip,
    (only, offset): (Option<&str>, usize),
    room: &mut Room,
    left_out: &mut Vec<LeftOut>,
) -> Vec<ListShown> {
    let lists = trip.lists();
    let lists = lists
        .iter()
        .filter(|list| only.is_none_or(|id| list.id.as_str() == id));
    let shells = lists.clone().map(|list| ListShown {
        id: list.id.to_string(),
        name: list.name.to_string(),
        entries: Vec::new(),
    });
    let how = |_| "Call get_trip with sections [\"lists\"].".to_owned();
    let mut shown = room.fill(shells, left_out, "lists", how);
    for (shown, list) in shown.iter_mut().zip(lists) {
        let entries = list.entries.iter().skip(offset).map(|entry| EntryShown {
            id: entry.id.to_string(),
            text: entry.text.to_string(),
            done: entry.done,
            by: entry.by.as_ref().map(|by| by.member.as_str().to_owned()),
        });
        let how = |taken| {
            let (id, next) = (&list.id, offset + taken);
            format!("Call get_trip with list \"{id}\" and offset {next}.")
        };
        shown.entries = room.fill(entries, left_out, "entries of a list", how);
    }
    shown
}

pub(crate) async fn update_lists(call: Call, sent: UpdateLists) -> Reply<Changed> {
    let view = call.trip(&sent.trip).await?;
    let (mut violations, path) = (Violations::new(), Path::root().unknown("lists"));
    if sent.lists.len() > Trip::MAX_LISTS {
        let reason = format!("must be at most {} lists", Trip::MAX_LISTS);
        violations.add(path.clone(), reason);
    }
    let lists = sent.lists.iter().enumerate().take(Trip::MAX_LISTS);
    let lists = lists.filter_map(|(place, list)| read(list, &path.index(place), &mut violations));
    let lists: Vec<ListDraft> = lists.collect();
    violations.or(())?;
    let ids = |trip: &Trip| {
        trip.lists()
            .iter()
            .map(|list| list.id.to_string())
            .collect()
    };
    let edits = Some(Edit::Lists(lists));
    let written = call
        .write(view, edits, Some(sent.expected_version), None)
        .await?;
    Changed::reply(&written, ids(&written.after.trip))
}

fn read(list: &List, path: &Path, violations: &mut Violations) -> Option<ListDraft> {
    let mut id = |path: Path, id: &Option<String>| {
        let id = id.as_deref().map(ShortText::new).transpose();
        violations.take(&path.unknown("id"), id)
    };
    let own = id(path.clone(), &list.id);
    let name = violations.take(&path.unknown("name"), Name::new(&list.name));
    let path = path.unknown("entries");
    if list.entries.len() > Trip::MAX_TODO {
        violations.add(path, format!("must be at most {} entries", Trip::MAX_TODO));
        return None;
    }
    let entries = list
        .entries
        .iter()
        .enumerate()
        .filter_map(|(place, entry)| {
            let path = path.index(place);
            let id = entry.id.as_deref().map(ShortText::new).transpose();
            let id = violations.take(&path.unknown("id"), id);
            let text = violations.take(&path.unknown("text"), ShortText::new(entry.text.as_str()));
            let by = entry.by.as_deref().map(MemberId::new).transpose();
            let by = violations.take(&path.unknown("by"), by);
            Some(EntryDraft {
                id: id?,
                text: text?,
                done: entry.done,
                by: by?,
            })
        });
    let entries = entries.collect();
    Some(ListDraft {
        id: own?,
        name: name?,
        entries,
    })
}
