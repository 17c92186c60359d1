//! Who has edited a trip last, by which pages name whose change they show.

use serde::{Deserialize, Serialize};

use crate::UserId;
use crate::trip::TripOverview;

/// The last version of a trip that somebody has made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastEdit {
    /// Who has made it.
    pub by: UserId,
    /// The version.
    pub version: i64,
}

impl TripOverview {
    /// The most people whose last edits are known.
    pub const MAX_EDITORS: usize = 10;

    /// Notes who has made the present version.
    pub(in crate::trip) fn record_editor(&mut self, by: UserId) {
        let version = self.version;
        let edits = &mut self.plan.last_edits;
        edits.retain(|edit| edit.by != by);
        edits.push(LastEdit { by, version });
        let excess = edits.len().saturating_sub(Self::MAX_EDITORS);
        edits.drain(..excess);
    }

    /// Who made the last edit, if that is known. Versions that only found places are no edits.
    pub fn editor(&self) -> Option<UserId> {
        let last = self.plan.last_edits.last()?;
        (last.version == self.version - self.plan.relocations).then_some(last.by)
    }

    /// Who has edited the trip after a version, the last one last.
    pub fn editors_since(&self, version: i64) -> impl Iterator<Item = UserId> {
        let edits = self.plan.last_edits.iter();
        edits
            .filter(move |edit| edit.version > version)
            .map(|edit| edit.by)
    }
}
