//! Updates of trips: atomicity, concurrency, and the order of checks.

use wayfare_domain::trip::edit::EstimatePatch;
use wayfare_domain::trip::{Edit, PeoplePatch};
use wayfare_domain::{Amount, Description, Notes, Path, Reason, ShortText, TripId};
use wayfare_service::{
    Caller, Error, PictureInput, Precondition, TripUpdateRequest, TripView, Updated,
};
use wayfare_storage::PictureOwner;

use crate::world::{MINUTE, World, changed, invalid, rename, unchanged};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    an_update_returns_both_states_and_is_stored,
    an_update_without_effect_does_not_raise_version_and_time,
    no_concurrent_update_is_lost,
    a_precondition_detects_earlier_updates,
    checks_run_in_the_documented_order,
    reports_all_violations_together,
    members_are_named_by_username_or_id,
    a_former_owner_stays_a_member,
    cleans_notes_once,
    the_main_picture_can_be_set_replaced_and_removed,
);

async fn send(
    world: &World,
    caller: Caller,
    id: TripId,
    picture: PictureInput,
) -> Result<Updated<TripView>, Error> {
    let edit = TripUpdateRequest {
        picture: Some(picture),
        ..TripUpdateRequest::default()
    };
    world
        .service
        .trips
        .update(caller, id, edit, Precondition::None)
        .await
}

fn members(names: &[&str]) -> Edit {
    Edit::People(PeoplePatch {
        members: Some(names.iter().map(ToString::to_string).collect()),
        ..PeoplePatch::default()
    })
}

fn usernames(view: &TripView) -> Vec<&str> {
    view.people
        .iter()
        .map(|person| person.username.as_str())
        .collect()
}

/// An estimate whose lower end is above its upper end.
fn wrong_estimate() -> EstimatePatch {
    EstimatePatch {
        lo: Some(Amount::new(9.into()).unwrap()),
        hi: Some(Amount::new(1.into()).unwrap()),
    }
}

async fn an_update_returns_both_states_and_is_stored(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    world.clock.advance(MINUTE);
    let (before, after) = changed(world.update(ann, id, rename("Dolomites")).await);
    assert_eq!(
        (before.trip.name.as_str(), before.trip.version),
        ("Alps", 1)
    );
    assert_eq!(
        (after.trip.name.as_str(), after.trip.version),
        ("Dolomites", 2)
    );
    assert!(after.trip.updated_at > before.trip.updated_at);
    assert_eq!(world.service.trips.read(ann, id).await.unwrap(), after);
}

async fn an_update_without_effect_does_not_raise_version_and_time(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let read = world.service.trips.read(ann, id).await.unwrap();
    world.clock.advance(MINUTE);
    for change in [
        vec![],
        vec![rename("Alps")],
        vec![members(&["ann"])],
        vec![members(&[])],
    ] {
        assert_eq!(unchanged(world.update(ann, id, change).await), read);
    }
    assert_eq!(world.service.trips.read(ann, id).await.unwrap(), read);
}

async fn no_concurrent_update_is_lost(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let text = |text: &str| ShortText::new(text).unwrap();
    for round in 0..5 {
        let mark = round.to_string();
        let cost = Amount::new((round + 1).into()).unwrap();
        let changes = [
            rename(&mark),
            Edit::Todo(vec![text(&mark)]),
            Edit::Description(Description::new(mark.as_str()).unwrap()),
            Edit::Notes(Notes::new(mark.as_str()).unwrap()),
            Edit::Estimate(EstimatePatch {
                lo: None,
                hi: Some(cost),
            }),
            Edit::People(PeoplePatch {
                private: Some(round % 2 == 1),
                ..PeoplePatch::default()
            }),
        ];
        let updates: Vec<_> = changes
            .into_iter()
            .map(|change| {
                let trips = world.service.trips.clone();
                let edit = TripUpdateRequest::of(change);
                tokio::spawn(async move { trips.update(ann, id, edit, Precondition::None).await })
            })
            .collect();
        for update in updates {
            changed(update.await.unwrap());
        }
        let trip = world.service.trips.read(ann, id).await.unwrap().trip;
        assert_eq!(
            (
                trip.name.as_str(),
                trip.plan.lists.todo().collect::<Vec<_>>()
            ),
            (mark.as_str(), vec![&text(&mark)])
        );
        assert_eq!(
            (trip.description.as_str(), trip.map.notes.as_str()),
            (mark.as_str(), mark.as_str())
        );
        assert_eq!(
            (trip.plan.estimate.hi, trip.private),
            (cost, round % 2 == 1)
        );
        assert_eq!(trip.version, 1 + 6 * (i64::from(round) + 1));
    }
}

async fn a_precondition_detects_earlier_updates(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let update = |name: &str, precondition| {
        let edit = TripUpdateRequest::of(rename(name));
        world.service.trips.update(ann, id, edit, precondition)
    };
    changed(update("A", Precondition::Versions(vec![1])).await);
    assert_refused!(
        update("B", Precondition::Versions(vec![1])).await,
        VersionMismatch
    );
    // Also if nothing would change.
    assert_refused!(
        update("A", Precondition::Versions(vec![])).await,
        VersionMismatch
    );
    changed(update("B", Precondition::Versions(vec![1, 2])).await);
    changed(update("C", Precondition::Any).await);

    let racing: Vec<_> = ["D", "E", "F"]
        .map(|name| {
            let (trips, edit) = (
                world.service.trips.clone(),
                TripUpdateRequest::of(rename(name)),
            );
            tokio::spawn(async move {
                trips
                    .update(ann, id, edit, Precondition::Versions(vec![4]))
                    .await
            })
        })
        .into();
    let mut won = 0;
    for update in racing {
        match update.await.unwrap() {
            Ok(_) => won += 1,
            Err(error) => assert!(matches!(error, Error::VersionMismatch), "{error:?}"),
        }
    }
    assert_eq!(won, 1);
}

async fn checks_run_in_the_documented_order(world: World) {
    let (ann, bob, eve) = (
        world.user("ann").await,
        world.user("bob").await,
        world.user("eve").await,
    );
    let id = world.trip_of(ann, &["bob"]).await;
    let all_wrong = TripUpdateRequest {
        edits: vec![
            Edit::People(PeoplePatch {
                private: Some(false),
                ..PeoplePatch::default()
            }),
            Edit::Estimate(wrong_estimate()),
        ],
        picture: Some(PictureInput::Remote("nowhere".into())),
        ..TripUpdateRequest::default()
    };
    let stale = || Precondition::Versions(vec![99]);
    let void = Caller {
        generation: ann.generation + 7,
        ..ann
    };
    let trips = &world.service.trips;
    assert_refused!(
        trips.update(void, id, all_wrong.clone(), stale()).await,
        TokenRefused
    );
    assert_refused!(
        trips.update(eve, id, all_wrong.clone(), stale()).await,
        NotFound
    );
    assert_refused!(
        trips.update(bob, id, all_wrong.clone(), stale()).await,
        NotPermitted
    );
    assert_eq!(
        invalid(trips.update(ann, id, all_wrong.clone(), stale()).await),
        ["/main_picture", "/estimate/lo"]
    );
    let mut with_violation = all_wrong;
    with_violation
        .violations
        .add(Path::root().field("name"), Reason::new("must be a string"));
    assert_refused!(
        trips.update(bob, id, with_violation.clone(), stale()).await,
        NotPermitted
    );
    assert_eq!(
        invalid(trips.update(ann, id, with_violation, stale()).await),
        ["/name", "/estimate/lo"]
    );
    let fine = || TripUpdateRequest::of(rename("x"));
    assert_refused!(
        trips.update(ann, id, fine(), stale()).await,
        VersionMismatch
    );
    assert_eq!(trips.read(ann, id).await.unwrap().trip.version, 2);
    changed(
        trips
            .update(ann, id, fine(), Precondition::Versions(vec![2]))
            .await,
    );
}

async fn reports_all_violations_together(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let edit = TripUpdateRequest {
        edits: vec![
            rename("x"),
            Edit::Notes(Notes::new("&".repeat(100_000)).unwrap()),
            Edit::Estimate(wrong_estimate()),
        ],
        picture: Some(PictureInput::Remote(
            "https://me:secret@example.org/".into(),
        )),
        ..TripUpdateRequest::default()
    };
    let refused = invalid(
        world
            .service
            .trips
            .update(ann, id, edit, Precondition::None)
            .await,
    );
    assert_eq!(refused, ["/notes", "/main_picture", "/estimate/lo"]);
    let ghosts = invalid(
        world
            .update(ann, id, members(&["ann", "ghost", "a\0b"]))
            .await,
    );
    assert_eq!(ghosts, ["/members/1", "/members/2"]);
    assert_eq!(
        world
            .service
            .trips
            .read(ann, id)
            .await
            .unwrap()
            .trip
            .version,
        1
    );
    assert!(world.pictures(PictureOwner::Trip(id)).is_empty());
}

async fn members_are_named_by_username_or_id(world: World) {
    let (ann, bob, carol) = (
        world.user("ann").await,
        world.user("Bob").await,
        world.user("carol").await,
    );
    let id = world.trip(ann, "Alps", true).await;
    let by_id = carol.user.to_string().to_uppercase();
    let (_, after) = changed(
        world
            .update(ann, id, members(&["bOB", &by_id, "bob"]))
            .await,
    );
    assert_eq!(after.trip.members, [ann.user, bob.user, carol.user]);
    assert_eq!(usernames(&after), ["ann", "Bob", "carol"]);
    assert_eq!(
        world.service.trips.read(bob, id).await.unwrap().people,
        after.people
    );
    let (before, after) = changed(world.update(ann, id, members(&["carol"])).await);
    assert_eq!(usernames(&before), ["ann", "Bob", "carol"]);
    assert_eq!(usernames(&after), ["ann", "carol"]);
    assert_eq!(world.service.trips.read(ann, id).await.unwrap(), after);
}

async fn a_former_owner_stays_a_member(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    let id = world.trip(ann, "Alps", true).await;
    let give = |name: &str| {
        Edit::People(PeoplePatch {
            owner: Some(name.into()),
            ..PeoplePatch::default()
        })
    };
    assert_eq!(
        invalid(world.update(ann, id, give("ghost")).await),
        ["/owner"]
    );
    let (_, after) = changed(world.update(ann, id, give("bob")).await);
    assert_eq!(
        (after.trip.owner, usernames(&after)),
        (bob.user, vec!["ann", "bob"])
    );
    assert_refused!(
        world
            .service
            .trips
            .delete(ann, id, Precondition::None)
            .await,
        NotPermitted
    );
    assert_eq!(
        world.service.trips.read(bob, id).await.unwrap().trip,
        after.trip
    );
}

async fn cleans_notes_once(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let notes = |text: &str| Edit::Notes(Notes::new(text).unwrap());
    let sent = "<b>Meet</b> <script>alert(1)</script>at 5 & <a href=\"https://example.org\">go";
    let (_, after) = changed(world.update(ann, id, notes(sent)).await);
    let stored = after.trip.map.notes.as_str().to_owned();
    assert!(
        stored.starts_with("<b>Meet</b> at 5 &amp; <a href=") && stored.ends_with(">go</a>"),
        "{stored}"
    );
    unchanged(world.update(ann, id, notes(&stored)).await);
    unchanged(world.update(ann, id, notes(sent)).await);
}

async fn the_main_picture_can_be_set_replaced_and_removed(world: World) {
    let (ann, bob) = (world.user("ann").await, world.user("bob").await);
    let id = world.trip_of(ann, &["bob"]).await;
    let owner = PictureOwner::Trip(id);
    let remote = |url: &str| PictureInput::Remote(url.into());

    unchanged(send(&world, ann, id, PictureInput::Keep).await);
    unchanged(send(&world, ann, id, PictureInput::Remove).await);
    let (_, first) = changed(send(&world, bob, id, remote("https://example.org/a.jpg")).await);
    assert_eq!(world.pictures(owner).len(), 1);
    unchanged(send(&world, ann, id, remote("https://example.org/a.jpg")).await);
    unchanged(send(&world, ann, id, PictureInput::Keep).await);
    let (_, second) = changed(send(&world, ann, id, remote("https://example.org/b.jpg")).await);
    assert_ne!(first.trip.gallery.main, second.trip.gallery.main);
    let records = world.pictures(owner);
    assert_eq!(
        records.len(),
        1,
        "the record of the former picture is deleted"
    );
    assert_eq!(second.trip.gallery.main, Some(records[0].id));
    assert_eq!(
        (records[0].source.as_deref(), &records[0].content),
        (Some("https://example.org/b.jpg"), &None)
    );
    let (_, none) = changed(send(&world, ann, id, PictureInput::Remove).await);
    assert_eq!(none.trip.gallery.main, None);
    assert!(world.pictures(owner).is_empty());
}
