//! The lists of a trip, and the to-do list that is the open entries of the first.

use proptest::collection::vec;
use proptest::prelude::*;
use wayfare_domain::trip::budget::{BudgetPatch, MemberId};
use wayfare_domain::trip::{
    Edit, EntryDraft, ListDraft, ListsEditor, PartyPatch, PatchError, PeoplePatch, TodoEntry,
    TodoLists,
};
use wayfare_domain::{Name, Plan, ShortText, Trip};

use crate::fixture::{ADA, BOB, TripFixture, budget, names, share, short};

fn entry(text: &str, done: bool, by: Option<&str>) -> EntryDraft {
    EntryDraft {
        id: None,
        text: short(text),
        done,
        by: by.map(|by| MemberId::new(by).unwrap()),
    }
}

fn list(name: &str, entries: Vec<EntryDraft>) -> ListDraft {
    ListDraft {
        id: None,
        name: Name::new(name).unwrap(),
        entries,
    }
}

fn lists(lists: Vec<ListDraft>) -> Edit {
    Edit::Lists(lists)
}

fn todo(texts: &[&str]) -> Edit {
    Edit::Todo(texts.iter().map(|text| short(text)).collect())
}

fn todo_of(trip: &Trip) -> Vec<&str> {
    trip.plan.lists.todo().map(ShortText::as_str).collect()
}

fn entries(trip: &Trip) -> Vec<TodoEntry> {
    trip.lists()[0].entries.clone()
}

fn assignees(trip: &Trip) -> Vec<Option<String>> {
    let by = |entry: &TodoEntry| Some(entry.by.as_ref()?.member.as_str().to_owned());
    entries(trip).iter().map(by).collect()
}

#[test]
fn the_to_do_list_is_what_is_open_of_the_first_list() {
    let mut fixture = TripFixture::new();
    fixture.assert_unchanged(todo(&[]));
    fixture.assert_changes(lists(vec![
        list(
            "Packing",
            vec![entry("socks", false, None), entry("hat", true, None)],
        ),
        list(
            "Before leaving",
            vec![entry("water the plants", false, None)],
        ),
    ]));
    assert_eq!(todo_of(&fixture.trip), ["socks"]);
    let before = entries(&fixture.trip);
    fixture.assert_unchanged(todo(&["socks"]));
    fixture.assert_changes(todo(&["map", "socks", "socks"]));
    let after = entries(&fixture.trip);
    let texts: Vec<_> = after.iter().map(|it| (it.text.as_str(), it.done)).collect();
    assert_eq!(
        texts,
        [
            ("map", false),
            ("hat", true),
            ("socks", false),
            ("socks", false)
        ]
    );
    assert_eq!((&after[1], &after[2]), (&before[1], &before[0]));
    fixture.assert_changes(todo(&[]));
    assert_eq!(entries(&fixture.trip), [before[1].clone()]);
    assert_eq!(fixture.trip.lists().len(), 2);
}

#[test]
fn ids_are_kept_or_minted_and_what_is_sent_again_changes_nothing() {
    let mut fixture = TripFixture::new();
    let sent = || {
        vec![list(
            "A",
            vec![entry("x", false, None), entry("x", true, Some("ada"))],
        )]
    };
    fixture.assert_changes(lists(sent()));
    fixture.assert_unchanged(lists(sent()));
    let mut drafts = fixture.trip.lists().drafts();
    fixture.assert_unchanged(lists(drafts.clone()));
    drafts[0].entries.reverse();
    drafts[0].id = Some(short("mine"));
    fixture.assert_changes(lists(drafts.clone()));
    assert_eq!(fixture.trip.lists().drafts(), drafts);

    drafts.push(drafts[0].clone());
    let refused = fixture.violations(lists(drafts));
    let twice = [
        "/lists/1/id",
        "/lists/1/entries/0/id",
        "/lists/1/entries/1/id",
    ];
    assert_eq!(refused, twice);
}

#[test]
fn an_entry_is_for_a_party_of_the_trip_as_long_as_that_is_one() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let strange = lists(vec![list("A", vec![entry("x", false, Some("cy"))])]);
    assert_eq!(fixture.violations(strange), ["/lists/0/entries/0/by"]);
    fixture.assert_changes(budget(BudgetPatch {
        shares: Some(vec![share("zoe", "1", "0")]),
        ..BudgetPatch::default()
    }));
    fixture.assert_changes(Edit::Party(PartyPatch::Add(Name::new("Mia").unwrap())));
    let mia = fixture.trip.plan.parties[0].member.as_str().to_owned();
    let by = |who: &str| entry(who, false, Some(who));
    let sent = || {
        lists(vec![list(
            "A",
            vec![by("ada"), by("bob"), by("zoe"), by(&mia)],
        )])
    };
    fixture.assert_changes(sent());
    fixture.assert_unchanged(sent());
    let user = |at: usize| entries(&fixture.trip)[at].by.as_ref().unwrap().user;
    assert_eq!((user(0), user(1), user(2)), (Some(ADA), Some(BOB), None));
    let remove = Edit::Party(PartyPatch::Remove(mia.clone()));
    assert_eq!(fixture.apply(remove.clone()), Err(PatchError::PartyInUse));

    fixture.assert_changes(Edit::People(PeoplePatch {
        members: names(&[]),
        ..PeoplePatch::default()
    }));
    fixture.assert_changes(budget(BudgetPatch {
        shares: Some(Vec::new()),
        ..BudgetPatch::default()
    }));
    let shown = [Some("ada".to_owned()), None, None, Some(mia)];
    assert_eq!(assignees(&fixture.trip), shown);
    // What is answered can be sent back.
    let drafts = fixture.trip.lists().drafts();
    assert!(fixture.apply(lists(drafts)).is_ok());
    fixture.assert_changes(lists(Vec::new()));
    fixture.assert_changes(remove);
}

#[test]
fn a_to_do_list_of_an_earlier_version_is_the_first_list() {
    let plan: Plan = serde_json::from_str(r#"{"todo": ["a", "", "a"]}"#).unwrap();
    let again: Plan = serde_json::from_str(r#"{"todo": ["a", "", "a"]}"#).unwrap();
    assert_eq!(plan, again);
    let todo: Vec<&str> = plan.lists.todo().map(ShortText::as_str).collect();
    assert_eq!(todo, ["a", "", "a"]);
    assert_eq!(plan.lists.len(), 1);
    let none: Plan = serde_json::from_str("{}").unwrap();
    assert!(none.lists.is_empty());
    let stored = serde_json::to_value(&plan).unwrap();
    assert_eq!(stored["todo"], serde_json::json!(["a", "", "a"]));
    assert_eq!(stored.get("lists"), None);
}

/// Edits the lists, as a form of the pages does.
fn edit(fixture: &mut TripFixture, edit: impl FnOnce(&mut ListsEditor)) {
    let mut editor = fixture.trip.lists().edit();
    edit(&mut editor);
    fixture.assert_changes(lists(editor.into()));
}

fn tick(fixture: &mut TripFixture, id: &str) {
    edit(fixture, |lists| lists.entry(id).unwrap().done = true);
}

#[test]
fn entries_are_edited_and_moved_by_their_ids() {
    let mut fixture = TripFixture::new();
    fixture.assert_changes(todo(&["a", "b", "c", "d"]));
    let ids: Vec<String> = entries(&fixture.trip)
        .iter()
        .map(|entry| entry.id.to_string())
        .collect();
    let [a, b, c, d] = ids.as_slice() else {
        panic!()
    };
    tick(&mut fixture, b);
    assert_eq!(todo_of(&fixture.trip), ["a", "c", "d"]);
    // Past the one that is done and hidden, to the neighbour that is shown.
    edit(&mut fixture, |lists| {
        lists.move_within(c, |place| place.checked_sub(1)).unwrap();
    });
    assert_eq!(todo_of(&fixture.trip), ["c", "a", "d"]);
    edit(&mut fixture, |lists| {
        lists.move_within(c, |place| Some(place + 1)).unwrap();
    });
    assert_eq!(todo_of(&fixture.trip), ["a", "c", "d"]);
    edit(&mut fixture, |lists| {
        lists.move_within(a, |_| Some(99)).unwrap();
        lists.entry(d).unwrap().text = short("D");
    });
    assert_eq!(todo_of(&fixture.trip), ["c", "D", "a"]);
    let mut editor = fixture.trip.lists().edit();
    assert_eq!(editor.move_within(c, |place| place.checked_sub(1)), None);
    assert_eq!(editor.entry("gone"), None);
    assert_eq!(editor.take("gone"), None);
    assert_eq!(editor.move_to_list(a, "gone"), None);
    assert_eq!(editor, fixture.trip.lists().edit());

    edit(&mut fixture, |lists| {
        lists.lists().push(list("Packing", vec![]));
    });
    let packing = fixture.trip.lists()[1].id.to_string();
    edit(&mut fixture, |lists| {
        lists.move_to_list(b, &packing).unwrap();
        assert_eq!(lists.take(c).unwrap().0, 0);
    });
    assert_eq!(todo_of(&fixture.trip), ["D", "a"]);
    let moved = fixture.trip.lists()[1].entries[0].clone();
    assert_eq!((&*moved.id, &*moved.text, moved.done), (&**b, "b", true));
}

#[test]
fn the_first_list_is_made_when_it_is_edited() {
    let mut fixture = TripFixture::new();
    let mut editor = fixture.trip.lists().edit();
    assert_eq!(
        (editor.place_of(""), editor.place_of("gone")),
        (Some(0), None)
    );
    editor.lists().push(list("Packing", vec![]));
    fixture.assert_changes(lists(editor.into()));
    let made = fixture.trip.lists();
    assert!(made[0].is_todo() && !made[1].is_todo(), "{made:?}");
}

#[test]
fn a_to_do_list_alone_takes_no_more_room_than_its_texts() {
    let mut fixture = TripFixture::new();
    let stored = |fixture: &TripFixture| serde_json::to_value(&fixture.trip.plan).unwrap();
    for texts in [&["a", "b", "a"][..], &["a", "c", "b", "a", "a"], &["a"]] {
        fixture.assert_changes(todo(texts));
        assert_eq!(stored(&fixture).get("lists"), None, "{texts:?}");
    }
    fixture.assert_changes(todo(&[]));
    assert!(fixture.trip.lists().is_empty());
    fixture.assert_changes(todo(&["a", "b"]));
    let id = entries(&fixture.trip)[0].id.to_string();
    tick(&mut fixture, &id);
    let stored = stored(&fixture);
    assert_eq!(stored["todo"], serde_json::json!(["b"]));
    assert_eq!(stored["lists"][0]["entries"][0]["text"], "a");
    assert_eq!(stored["lists"][0]["entries"][1].get("text"), None);
}

fn texts() -> impl Strategy<Value = Vec<ShortText>> {
    vec(prop_oneof!["[ab]?".prop_map(|text| short(&text))], 0..8)
}

fn drafts() -> impl Strategy<Value = Vec<ListDraft>> {
    let entry = ("[ab]?", any::<bool>()).prop_map(|(text, done)| entry(&text, done, None));
    let list = vec(entry, 0..8).prop_map(|entries| list("L", entries));
    vec(list, 0..3)
}

proptest! {
    #[test]
    fn writing_the_to_do_list_sets_it_and_keeps_what_is_done(
        drafts in drafts(), first in texts(), second in texts()
    ) {
        let mut fixture = TripFixture::new();
        fixture.apply(lists(drafts)).unwrap();
        for sent in [first, second] {
            let before = fixture.trip.lists();
            let patch = Edit::Todo(sent.clone());
            fixture.apply(patch.clone()).unwrap();
            let after = fixture.trip.lists();
            prop_assert_eq!(after.todo().cloned().collect::<Vec<_>>(), sent.clone());
            let done = |lists: &TodoLists| -> Vec<TodoEntry> {
                let entries = lists.iter().take(1).flat_map(|list| &list.entries);
                entries.filter(|entry| entry.done).cloned().collect()
            };
            prop_assert_eq!(done(&before), done(&after));
            let others = |lists: &TodoLists| lists.iter().skip(1).cloned().collect::<Vec<_>>();
            prop_assert_eq!(others(&before), others(&after));
            // The nth entry of a text is the nth before.
            for text in &sent {
                let open = |lists: &TodoLists| -> Vec<ShortText> {
                    let entries = lists.iter().take(1).flat_map(|list| &list.entries);
                    let same = entries.filter(|entry| !entry.done && entry.text == *text);
                    same.map(|entry| entry.id.clone()).collect()
                };
                let (old, new) = (open(&before), open(&after));
                let kept = old.len().min(new.len());
                prop_assert_eq!(&old[..kept], &new[..kept]);
            }
            prop_assert_eq!(fixture.apply(patch), Ok(false));
            prop_assert_eq!(fixture.apply(lists(after.drafts())), Ok(false));
            let stored = serde_json::to_string(&fixture.trip.plan).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Plan>(&stored).unwrap(), &fixture.trip.plan);
        }
    }
}

#[test]
fn a_to_do_list_leaves_room_for_what_is_done() {
    let texts: Vec<String> = (0..500).map(|n| n.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    TripFixture::new().assert_changes(todo(&texts));

    let mut fixture = TripFixture::new();
    let done = (0..3).map(|n| entry(&n.to_string(), true, None)).collect();
    fixture.assert_changes(lists(vec![list("A", done)]));
    assert_eq!(fixture.violations(todo(&texts[..498])), ["/todo"]);
    fixture.assert_changes(todo(&texts[..497]));
    let kept = entries(&fixture.trip);
    assert_eq!(kept.iter().filter(|entry| entry.done).count(), 3);
}
