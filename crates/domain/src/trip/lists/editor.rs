//! Edits of the lists that name lists and entries by their ids, whatever else has changed
//! meanwhile.

use super::{EntryDraft, ListDraft, TodoList, TodoLists};

/// The drafts of all lists, to be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListsEditor(Vec<ListDraft>);

impl TodoLists {
    /// These lists; without any, the one that a to-do list becomes.
    #[must_use]
    pub fn or_todo(mut self) -> Self {
        if self.is_empty() {
            self.0.extend(TodoList::of_todo());
        }
        self
    }

    /// The drafts of [`TodoLists::or_todo`], to be edited.
    pub fn edit(self) -> ListsEditor {
        ListsEditor(self.or_todo().drafts())
    }
}

impl From<ListsEditor> for Vec<ListDraft> {
    fn from(ListsEditor(lists): ListsEditor) -> Self {
        lists
    }
}

impl ListsEditor {
    /// The lists, in order.
    pub fn lists(&mut self) -> &mut Vec<ListDraft> {
        &mut self.0
    }

    /// All entries.
    pub fn entries(&mut self) -> impl Iterator<Item = &mut EntryDraft> {
        self.0.iter_mut().flat_map(|list| &mut list.entries)
    }

    /// The place of a list; an empty id is that of the first.
    pub fn place_of(&self, list: &str) -> Option<usize> {
        match list {
            "" => Some(0),
            _ => self.0.iter().position(|other| other.has_id(list)),
        }
    }

    /// A list.
    pub fn list(&mut self, id: &str) -> Option<&mut ListDraft> {
        let place = self.place_of(id)?;
        self.0.get_mut(place)
    }

    /// The list that has an entry, with the place of that.
    fn holder(&mut self, entry: &str) -> Option<(&mut ListDraft, usize)> {
        self.0.iter_mut().find_map(|list| {
            let place = list.entries.iter().position(|other| other.has_id(entry))?;
            Some((list, place))
        })
    }

    /// An entry.
    pub fn entry(&mut self, id: &str) -> Option<&mut EntryDraft> {
        let (list, place) = self.holder(id)?;
        list.entries.get_mut(place)
    }

    /// Takes an entry out of its list. Returns its place there, and the entry.
    pub fn take(&mut self, id: &str) -> Option<(usize, EntryDraft)> {
        let (list, place) = self.holder(id)?;
        Some((place, list.entries.remove(place)))
    }

    /// Moves an entry to the end of another list.
    pub fn move_to_list(&mut self, id: &str, list: &str) -> Option<()> {
        let to = self.place_of(list)?;
        let (_, entry) = self.take(id)?;
        self.0.get_mut(to)?.entries.push(entry);
        Some(())
    }

    /// Moves an entry within its list: to a place among the other open ones, which follows from its
    /// present one. Past the last, it is the end.
    pub fn move_within(
        &mut self,
        id: &str,
        place: impl FnOnce(usize) -> Option<usize>,
    ) -> Option<()> {
        let (list, present) = self.holder(id)?;
        let before = list.entries.iter().take(present);
        let to = place(before.filter(|entry| !entry.done).count())?;
        let entry = list.entries.remove(present);
        let open = list.entries.iter().enumerate();
        let next = open.filter(|(_, other)| !other.done).nth(to);
        let index = next.map_or(list.entries.len(), |(index, _)| index);
        list.entries.insert(index, entry);
        Some(())
    }
}

impl ListDraft {
    fn has_id(&self, id: &str) -> bool {
        self.sent_id().is_some_and(|own| &**own == id)
    }
}

impl EntryDraft {
    fn has_id(&self, id: &str) -> bool {
        self.sent_id().is_some_and(|own| &**own == id)
    }
}
