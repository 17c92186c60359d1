//! Lists of a trip, and lines of its map, in an archive.

use serde::{Deserialize, Serialize};
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{Assignee, TodoEntry, TodoList, Track, TrackPoint};
use wayfare_domain::{Name, Trip, UserId};

use super::budget::Members;
use super::values::{Number, each, optional, text, value};
use crate::import::ImportError;
use crate::import::list::List;

#[derive(Serialize, Deserialize)]
pub(super) struct ListFile {
    #[serde(default)]
    id: String,
    name: String,
    #[serde(default)]
    entries: List<EntryFile, { Trip::MAX_TODO }>,
}

#[derive(Serialize, Deserialize)]
struct EntryFile {
    #[serde(default)]
    id: String,
    text: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    done: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<AssigneeFile>,
}

/// Who does an entry, as a share says whose it is.
#[derive(Serialize, Deserialize)]
struct AssigneeFile {
    member: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<UserId>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct TrackFile {
    #[serde(default)]
    name: String,
    /// Degrees east, degrees north.
    points: List<[Number; 2], { Track::MAX_POINTS }>,
}

impl ListFile {
    pub(super) fn new(list: &TodoList, members: &Members<'_>) -> Self {
        let TodoList { id, name, entries } = list;
        let entry = |entry: &TodoEntry| {
            let TodoEntry { id, text, done, by } = entry;
            let by = by.as_ref().map(|by| AssigneeFile {
                member: by.member.as_str().to_owned(),
                user: members.user(by.mention()),
            });
            EntryFile {
                id: id.to_string(),
                text: text.to_string(),
                done: *done,
                by,
            }
        };
        Self {
            id: id.to_string(),
            name: name.as_str().to_owned(),
            entries: entries.iter().map(entry).collect(),
        }
    }

    pub(super) fn read(self) -> Result<TodoList, ImportError> {
        let at = "lists";
        let by = |AssigneeFile { member, user }| {
            let member = value(at, MemberId::new(&member))?;
            Ok(Assignee { member, user })
        };
        let entry = |entry: EntryFile| {
            Ok(TodoEntry {
                id: text(at, entry.id)?,
                text: text(at, entry.text)?,
                done: entry.done,
                by: optional(entry.by, by)?,
            })
        };
        Ok(TodoList {
            id: text(at, self.id)?,
            name: value(at, Name::new(&self.name))?,
            entries: each(self.entries, entry)?,
        })
    }
}

impl TrackFile {
    pub(super) fn new(track: &Track) -> Self {
        let points = track.points().iter();
        let points = points.map(|at| [at.longitude().into(), at.latitude().into()]);
        Self {
            name: track.name.to_string(),
            points: points.collect(),
        }
    }

    pub(super) fn read(self) -> Result<Track, ImportError> {
        let at = "tracks";
        let point = |[east, north]: [Number; 2]| {
            let point = Coordinates::new(north.0, east.0);
            value(at, point).map(TrackPoint::new)
        };
        let points = each(self.points, point)?;
        value(at, Track::new(text(at, self.name)?, points))
    }
}
