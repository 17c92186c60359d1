//! The named lists of a trip, and its to-do list: the open entries of the first one (interface:
//! "Lists of a trip").

mod editor;
mod stored;

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::edit::context::EditContext;
use super::money::budget::MemberId;
use super::places::destination::minted;
use super::{Mention, Trip};
use crate::{Name, Path, ShortText, UserId, Violations};

pub use editor::ListsEditor;

/// The id and the name of the list that a to-do list becomes.
const TODO: (&str, &str) = ("todo", "To-do");

/// The lists of a trip, in order.
///
/// Versions before this one read and write the to-do list alone. So it is stored as before, and the
/// texts in it nowhere else; without lists beside it, it is read as the first list. Lists that are
/// no more than that are not stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TodoLists(Vec<TodoList>);

/// A list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodoList {
    /// Its id, unique in the trip.
    pub id: ShortText,
    /// Its name.
    pub name: Name,
    /// Its entries, in order.
    #[serde(default)]
    pub entries: Vec<TodoEntry>,
}

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodoEntry {
    /// Its id, unique among the entries of the trip.
    pub id: ShortText,
    /// What is to be done.
    #[serde(default, skip_serializing_if = "is_blank")]
    pub text: ShortText,
    /// Whether it is done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// Who does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Assignee>,
}

/// Who does an entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignee {
    /// The member id, as written.
    pub member: MemberId,
    /// The user whom it meant when it was written, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserId>,
}

/// A list in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListDraft {
    /// [`TodoList::id`]; an empty one counts as left out.
    pub id: Option<ShortText>,
    /// [`TodoList::name`].
    pub name: Name,
    /// [`TodoList::entries`].
    pub entries: Vec<EntryDraft>,
}

/// An entry in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryDraft {
    /// [`TodoEntry::id`]; an empty one counts as left out.
    pub id: Option<ShortText>,
    /// [`TodoEntry::text`].
    pub text: ShortText,
    /// [`TodoEntry::done`].
    pub done: bool,
    /// The member id of who does it.
    pub by: Option<MemberId>,
}

fn is_blank(text: &str) -> bool {
    text.is_empty()
}

impl TodoList {
    /// The list that a to-do list becomes, without entries.
    fn of_todo() -> Option<Self> {
        let (id, name) = (ShortText::new(TODO.0).ok()?, Name::new(TODO.1).ok()?);
        let entries = Vec::new();
        Some(Self { id, name, entries })
    }

    /// Whether it is called as the list that a to-do list becomes.
    pub fn is_todo(&self) -> bool {
        self.name.as_str() == TODO.1
    }
}

impl Deref for TodoLists {
    type Target = [TodoList];

    fn deref(&self) -> &[TodoList] {
        &self.0
    }
}

impl From<Vec<TodoList>> for TodoLists {
    fn from(lists: Vec<TodoList>) -> Self {
        Self(lists)
    }
}

impl TodoLists {
    /// The lists of a to-do list. The same to-do list makes the same ids.
    pub fn of_todo(todo: Vec<ShortText>) -> Self {
        let mut lists = Self::default();
        lists.set_todo(todo);
        lists
    }

    /// The to-do list: the open entries of the first list.
    pub fn todo(&self) -> impl Iterator<Item = &ShortText> {
        let entries = self.0.first().into_iter().flat_map(|list| &list.entries);
        entries.filter(|entry| !entry.done).map(|entry| &entry.text)
    }

    /// The to-do list, to change it.
    fn todo_mut(&mut self) -> impl Iterator<Item = &mut ShortText> {
        let entries = self.0.first_mut().into_iter();
        let entries = entries.flat_map(|list| &mut list.entries);
        entries
            .filter(|entry| !entry.done)
            .map(|entry| &mut entry.text)
    }

    /// All entries, to change them.
    pub(super) fn entries_mut(&mut self) -> impl Iterator<Item = &mut TodoEntry> {
        self.0.iter_mut().flat_map(|list| &mut list.entries)
    }

    /// The entries that somebody does, with who that is.
    pub fn assignees(&self) -> impl Iterator<Item = &Assignee> + Clone {
        let entries = self.0.iter().flat_map(|list| &list.entries);
        entries.filter_map(|entry| entry.by.as_ref())
    }

    /// Sets the open entries of the first list. Of those with the same text, the nth stays the nth;
    /// done ones stay. The id of a new entry follows from its text and its number among those of
    /// that text.
    fn set_todo(&mut self, sent: Vec<ShortText>) {
        if self.0.is_empty() {
            self.0.extend(TodoList::of_todo());
        }
        let mut ids = EntryIds::of(self);
        let Some(list) = self.0.first_mut() else {
            return;
        };
        let mut open: HashMap<ShortText, VecDeque<TodoEntry>> = HashMap::new();
        // The done entries, and the places of the open ones.
        let mut places = Vec::with_capacity(list.entries.len());
        for entry in std::mem::take(&mut list.entries) {
            if entry.done {
                places.push(Some(entry));
            } else {
                places.push(None);
                open.entry(entry.text.clone()).or_default().push_back(entry);
            }
        }
        let mut sent = sent.into_iter().map(|text| {
            let same = open.get_mut(&text).and_then(VecDeque::pop_front);
            same.unwrap_or_else(|| TodoEntry {
                id: ids.next(&text),
                text,
                done: false,
                by: None,
            })
        });
        let kept = places.into_iter();
        let mut entries: Vec<TodoEntry> = kept
            .filter_map(|done| done.or_else(|| sent.next()))
            .collect();
        entries.extend(sent);
        list.entries = entries;
        if let [only] = self.0.as_slice()
            && only.entries.is_empty()
            && (&*only.id, only.name.as_str()) == TODO
        {
            self.0.clear();
        }
    }

    /// Gives a new id to what has none, or that of another one.
    pub(super) fn mint_ids(&mut self, mint: &mut dyn FnMut() -> Uuid) {
        let (mut lists, mut entries) = (HashSet::new(), HashSet::new());
        let mut check = |id: &mut ShortText, seen: &mut HashSet<ShortText>| {
            if id.is_empty() || !seen.insert(id.clone()) {
                *id = minted(mint);
            }
        };
        for list in &mut self.0 {
            check(&mut list.id, &mut lists);
            for entry in &mut list.entries {
                check(&mut entry.id, &mut entries);
            }
        }
    }

    /// The drafts that change nothing.
    pub fn drafts(&self) -> Vec<ListDraft> {
        let entry = |entry: &TodoEntry| EntryDraft {
            id: Some(entry.id.clone()),
            text: entry.text.clone(),
            done: entry.done,
            by: entry.by.as_ref().map(|by| by.member.clone()),
        };
        let list = |list: &TodoList| ListDraft {
            id: Some(list.id.clone()),
            name: list.name.clone(),
            entries: list.entries.iter().map(entry).collect(),
        };
        self.0.iter().map(list).collect()
    }
}

/// The ids of entries of the to-do list.
struct EntryIds {
    taken: HashSet<ShortText>,
    /// The last number that was given, by the hash of the text.
    numbers: HashMap<u64, usize>,
}

impl EntryIds {
    fn of(lists: &TodoLists) -> Self {
        let entries = lists.iter().flat_map(|list| &list.entries);
        Self {
            taken: entries.map(|entry| entry.id.clone()).collect(),
            numbers: HashMap::new(),
        }
    }

    /// The first id of an entry with this text that no entry has.
    fn next(&mut self, text: &str) -> ShortText {
        // FNV-1a: the same in each version and on each machine.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let number = self.numbers.entry(hash).or_default();
        loop {
            *number += 1;
            let id = ShortText::cut(&format!("{hash:016x}-{number}"));
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

impl Assignee {
    /// Whom it means.
    pub fn mention(&self) -> Mention<'_> {
        Mention {
            member: self.member.as_str(),
            user: self.user,
        }
    }
}

impl ListDraft {
    fn sent_id(&self) -> Option<&ShortText> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }
}

impl EntryDraft {
    fn sent_id(&self) -> Option<&ShortText> {
        self.id.as_ref().filter(|id| !id.is_empty())
    }

    fn is(&self, entry: &TodoEntry) -> bool {
        let by = entry.by.as_ref().map(|by| &by.member);
        (&self.text, self.done, self.by.as_ref()) == (&entry.text, entry.done, by)
    }
}

/// Who may do an entry of a list: the people of the trip, and all parties of its budgets and
/// recorded settlements.
struct KnownParties<'t> {
    trip: &'t Trip,
    written: HashMap<&'t str, Option<UserId>>,
    users: HashSet<UserId>,
}

impl<'t> KnownParties<'t> {
    fn new(trip: &'t Trip) -> Self {
        let mut written: HashMap<&str, Option<UserId>> = HashMap::new();
        let mut users: HashSet<UserId> = trip.members.iter().copied().collect();
        for Mention { member, user } in trip.all_mentions() {
            let known = written.entry(member).or_default();
            *known = known.or(user);
            users.extend(user);
        }
        // An assignee stays one after a rename.
        for by in trip.plan.lists.assignees() {
            if let Some(user) = by.user.filter(|user| users.contains(user)) {
                written.entry(by.member.as_str()).or_insert(Some(user));
            }
        }
        Self {
            trip,
            written,
            users,
        }
    }

    fn has(&self, by: &Assignee) -> bool {
        let Mention { member, user } = by.mention();
        user.is_some_and(|user| self.users.contains(&user)) || self.written.contains_key(member)
    }

    /// Who a member id is. `find_user` finds a user by username or id.
    fn find(
        &self,
        member: &MemberId,
        find_user: &dyn Fn(&str) -> Option<UserId>,
    ) -> Option<Assignee> {
        let text = member.as_str();
        let person = find_user(text).filter(|user| self.trip.members.contains(user));
        let id = UserId::parse(text).filter(|user| self.users.contains(user));
        let written = self.written.get(text);
        let meant = self.trip.claimant(text).or(written.copied().flatten());
        let user = match meant.or(person.filter(|_| written.is_none())) {
            None if written.is_none() => Some(id?),
            user => user,
        };
        let member = member.clone();
        Some(Assignee { member, user })
    }
}

impl Trip {
    /// Greatest number of lists.
    pub const MAX_LISTS: usize = 20;

    /// The lists, where entries whose assignee is no party of the trip any more have none.
    pub fn lists(&self) -> TodoLists {
        let mut lists = self.plan.lists.clone();
        if lists.assignees().next().is_some() {
            let parties = KnownParties::new(self);
            for entry in lists.entries_mut() {
                entry.by = entry.by.take().filter(|by| parties.has(by));
            }
        }
        lists
    }

    /// The member ids of budgets, recorded settlements and parties, then of who does entries of
    /// lists, in order.
    pub fn named_mentions(&self) -> impl Iterator<Item = Mention<'_>> + Clone {
        let of_lists = self.plan.lists.assignees().map(Assignee::mention);
        self.all_mentions().chain(of_lists)
    }

    /// Sets the to-do list, if it fits into the first list beside the entries that are done.
    pub(super) fn set_todo(&mut self, todo: Vec<ShortText>) -> Violations {
        let entries = self.plan.lists.first().map(|list| &list.entries);
        let done = entries.into_iter().flatten().filter(|entry| entry.done);
        let done = done.count();
        let room = Self::MAX_TODO.saturating_sub(done);
        if todo.len() > room {
            let reason =
                format!("must have at most {room} entries: the list also has {done} that are done");
            return Violations::at(Path::root().field("todo"), reason);
        }
        self.plan.lists.set_todo(todo);
        Violations::new()
    }

    /// The lists that a request makes, given the present ones. What has no id is the present one in
    /// its place, if that is equal, else new.
    ///
    /// # Errors
    /// An id that comes twice; an assignee who is no party of the trip.
    pub(super) fn resolve_lists(
        &self,
        drafts: Vec<ListDraft>,
        context: &mut EditContext<'_>,
    ) -> Result<TodoLists, Violations> {
        let mut violations = Violations::new();
        let parties = KnownParties::new(self);
        let root = Path::root().field("lists");
        let (mut lists, mut entries) = (HashSet::new(), HashSet::new());
        for (place, draft) in drafts.iter().enumerate() {
            let path = root.index(place);
            let mut check = |path: Path, is_first: bool| {
                if !is_first {
                    violations.add(path.field("id"), "must not come twice");
                }
            };
            let id = draft.sent_id();
            check(path.clone(), id.is_none_or(|id| lists.insert(id.clone())));
            for (place, entry) in draft.entries.iter().enumerate() {
                let path = path.field("entries").index(place);
                let id = entry.sent_id();
                check(path, id.is_none_or(|id| entries.insert(id.clone())));
            }
        }
        let present = &self.plan.lists;
        let built = drafts.into_iter().enumerate().map(|(place, draft)| {
            let path = root.index(place).field("entries");
            let here = present.get(place).filter(|here| {
                draft.sent_id().is_none() && here.name == draft.name && !lists.contains(&here.id)
            });
            let id = draft.sent_id().cloned();
            let same = present.iter().find(|list| Some(&list.id) == id.as_ref());
            let old = same.or(here).map_or(&[][..], |list| &list.entries);
            let built = draft.entries.into_iter().enumerate().map(|(place, draft)| {
                let here = old.get(place).filter(|here| {
                    draft.sent_id().is_none() && draft.is(here) && !entries.contains(&here.id)
                });
                let id = here.map(|here| &here.id).or(draft.sent_id());
                let same = old.iter().find(|entry| Some(&entry.id) == id);
                // An assignee who is not shown is not sent either, and is one again if they come
                // back.
                let assigned = same.and_then(|same| same.by.as_ref());
                let unknown = assigned.filter(|by| draft.by.is_none() && !parties.has(by));
                let here = here.map(|here| here.id.clone());
                let by = draft.by.as_ref().and_then(|member| {
                    let shown = assigned.filter(|by| by.member == *member && parties.has(by));
                    let by = shown
                        .cloned()
                        .or_else(|| parties.find(member, context.find_user));
                    if by.is_none() {
                        let reason =
                            "must be a memberId of the trip's budgets or a person of the trip";
                        violations.add(path.index(place).field("by"), reason);
                    }
                    by
                });
                TodoEntry {
                    id: draft
                        .sent_id()
                        .cloned()
                        .or(here)
                        .unwrap_or_else(|| minted(context.mint)),
                    text: draft.text,
                    done: draft.done,
                    by: by.or(unknown.cloned()),
                }
            });
            let built: Vec<TodoEntry> = built.collect();
            let here = here.map(|here| here.id.clone());
            TodoList {
                id: id.or(here).unwrap_or_else(|| minted(context.mint)),
                name: draft.name,
                entries: built,
            }
        });
        let built: Vec<TodoList> = built.collect();
        violations.or(TodoLists(built))
    }
}
