//! Entries of the lists of a trip: finding, adding and removing them.

use wayfare_domain::TripId;
use wayfare_domain::trip::Edit;
use wayfare_service::{Caller, Error, TripView, Updated};

use super::edits;
use crate::form::Fields;
use crate::session::Visitor;
use crate::session::flash::Flash;
use crate::session::undo;

/// What the name of an entry is made of.
type Texts<T> = fn(&T) -> Vec<&str>;

/// The query that names an entry: the fingerprint of its texts, and its place in the list.
pub(crate) fn query_of(index: usize, texts: &[&str]) -> String {
    format!("name={}&place={index}", fingerprint(texts))
}

/// A name for an entry with these texts.
pub(crate) fn fingerprint(texts: &[&str]) -> String {
    let texts = texts.iter().map(|text| (String::new(), (*text).to_owned()));
    Fields::new(texts.collect()).fingerprint()
}

/// An entry that a query names.
#[derive(Clone)]
pub(crate) struct NamedEntry {
    name: String,
    index: Option<usize>,
}

impl NamedEntry {
    pub(crate) fn new(query: &Fields) -> Self {
        Self {
            name: query.text("name").to_owned(),
            index: query.text("place").parse().ok(),
        }
    }

    /// The entry's place, if its texts are as they were. Among equal entries, prefers the one in
    /// the place that the query names.
    pub(crate) fn find_same<T>(&self, list: &[T], texts: Texts<T>) -> Option<usize> {
        let is_same = |entry: &T| fingerprint(&texts(entry)) == self.name;
        let is_there = |index: &usize| list.get(*index).is_some_and(is_same);
        let there = self.index.filter(is_there);
        there.or_else(|| list.iter().position(is_same))
    }

    /// As [`NamedEntry::find_same`]; if somebody has changed it, the one in its place.
    pub(crate) fn find<T>(&self, list: &[T], texts: Texts<T>) -> Option<usize> {
        let there = self.index.filter(|index| *index < list.len());
        self.find_same(list, texts).or(there)
    }
}

/// Inserts an entry: one that was removed in its former place, another at the end.
pub(crate) fn insert<T>(list: &mut Vec<T>, entry: T, sent: &Fields) {
    let index = sent.text("place").parse().unwrap_or(usize::MAX);
    list.insert(index.min(list.len()), entry);
}

/// An entry taken from its list.
pub(crate) struct TakenEntry {
    /// The edits that remove it.
    pub(crate) edits: Vec<Edit>,
    pub(crate) index: usize,
    /// The fields of the form that adds it again.
    pub(crate) fields: Vec<(String, String)>,
}

/// Removes an entry of a list, unless it is gone already. Returns the offer to undo that in a
/// section of the trip's page.
///
/// # Errors
/// 401, 404, 503.
pub(crate) async fn remove(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
    section: &str,
    take: impl Fn(&TripView) -> Option<TakenEntry> + Clone + Send + Sync + 'static,
) -> Result<Flash, Error> {
    let taken = take.clone();
    let make = move |view: &TripView| Ok(taken(view).map_or_else(Vec::new, |taken| taken.edits));
    let taken = match edits::edit(visitor, caller, id, None, make).await? {
        Updated::Changed { before, .. } => take(&before),
        Updated::Unchanged(_) => None,
    };
    let undo = taken.map(|taken| undo::carry(visitor, id, section, taken.index, &taken.fields));
    Ok(undo.unwrap_or_default())
}
