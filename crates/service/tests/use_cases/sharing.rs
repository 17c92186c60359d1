//! Roles and share links.

use std::time::Duration;

use wayfare_domain::trip::{Edit, PeoplePatch, Section, Sections};
use wayfare_domain::{GrantId, GrantKind, GrantPatch, MemberRole, ShortText, TripId};
use wayfare_service::{
    Caller, Client, Error, GrantPlace, GrantRequest, GrantView, OpenShare, Password, Precondition,
    Service, SharedSums,
};

use crate::world::{DAY, World, changed, invalid, rename, unchanged};
use crate::{assert_refused, on_both_backends};

on_both_backends!(
    roles_decide_who_edits,
    a_link_shows_its_sections,
    a_link_asks_for_its_password,
    links_end,
    only_the_owner_manages_links,
    links_open_at_every_server,
);

type LinkRequest = GrantRequest<Sections>;

fn roles(of: &[(&str, MemberRole)]) -> Edit {
    let roles = of.iter().map(|(name, role)| ((*name).to_owned(), *role));
    Edit::People(PeoplePatch {
        roles: Some(roles.collect()),
        ..PeoplePatch::default()
    })
}

fn request(sections: &[Section], password: Option<&str>) -> LinkRequest {
    LinkRequest {
        patch: GrantPatch {
            scope: Some(Sections::new(sections.to_vec()).unwrap()),
            ..GrantPatch::default()
        },
        password: password.map(|password| Some(Password::of_link(password).unwrap())),
        ..LinkRequest::default()
    }
}

async fn link(
    world: &World,
    owner: Caller,
    trip: TripId,
    request: LinkRequest,
) -> GrantView<Sections> {
    let shares = &world.service.grants;
    let made = shares.make(owner, trip, request, Precondition::None);
    made.await.unwrap()
}

async fn end(service: &Service, caller: Caller, trip: TripId, link: GrantId) -> Result<(), Error> {
    let (kind, place) = (GrantKind::ShareLink, GrantPlace::Trip(trip));
    let grants = &service.grants;
    grants
        .revoke(caller, kind, place, link, Precondition::None)
        .await
}

async fn open(service: &Service, token: &str, password: Option<&str>) -> Result<OpenShare, Error> {
    let password = password.map(Password::attempt);
    service
        .grants
        .open_share(Client::new(9), token, password, SharedSums::Each)
        .await
}

async fn roles_decide_who_edits(world: World) {
    let (ann, ben) = (world.user("ann").await, world.user("ben").await);
    let id = world.trip_of(ann, &["ben"]).await;
    changed(world.update(ben, id, rename("By Ben")).await);
    let viewer = roles(&[("ben", MemberRole::Viewer)]);
    assert_refused!(world.update(ben, id, viewer.clone()).await, NotPermitted);
    changed(world.update(ann, id, viewer.clone()).await);
    unchanged(world.update(ann, id, viewer).await);
    world.service.trips.read(ben, id).await.unwrap();
    assert_refused!(world.update(ben, id, rename("Again")).await, NotPermitted);
    unchanged(world.update(ben, id, rename("By Ben")).await);
    for wrong in [
        ("ann", MemberRole::Viewer),
        ("ben", MemberRole::Owner),
        ("cy", MemberRole::Editor),
    ] {
        let paths = invalid(world.update(ann, id, roles(&[wrong])).await);
        assert_eq!(paths, [format!("/roles/{}", wrong.0)]);
    }
    // Who comes back is an editor.
    for members in [
        vec!["ann".to_owned()],
        vec!["ann".to_owned(), "ben".to_owned()],
    ] {
        let patch = Edit::People(PeoplePatch {
            members: Some(members),
            ..PeoplePatch::default()
        });
        changed(world.update(ann, id, patch).await);
    }
    changed(world.update(ben, id, rename("Back")).await);
}

async fn a_link_shows_its_sections(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let made = link(
        &world,
        ann,
        id,
        request(&[Section::Todo, Section::Members], None),
    )
    .await;
    let opened = open(&world.service, &made.token, None).await.unwrap();
    let shown = opened.trip;
    assert_eq!(shown.name.as_str(), "Alps");
    assert_eq!(shown.members, Some(vec!["ann".to_owned()]));
    assert!(shown.todo.is_some());
    let others = (
        shown.itinerary,
        shown.locations,
        shown.gallery,
        shown.notes,
        shown.budget,
    );
    assert_eq!(others, (None, None, None, None, None));
    // The token is derived anew, and in no debug output.
    let (listed, _) = world
        .service
        .grants
        .list::<Sections>(ann, id)
        .await
        .unwrap();
    assert_eq!(listed[0].token, made.token);
    let told = format!("{listed:?} {opened_link:?}", opened_link = opened.link);
    assert!(!told.contains(&made.token), "{told}");
}

async fn a_link_asks_for_its_password(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let made = link(&world, ann, id, request(&[Section::Map], Some("geheim"))).await;
    assert!(made.has_password);
    for wrong in [None, Some("falsch"), Some("")] {
        assert_refused!(
            open(&world.service, &made.token, wrong).await,
            SharePassword
        );
    }
    open(&world.service, &made.token, Some("geheim"))
        .await
        .unwrap();
    let none = LinkRequest {
        password: Some(None),
        ..LinkRequest::default()
    };
    let shares = &world.service.grants;
    let update = |request| shares.change(ann, id, made.grant.id, request, Precondition::None);
    changed(update(none.clone()).await);
    unchanged(update(none).await);
    open(&world.service, &made.token, None).await.unwrap();
}

async fn links_end(world: World) {
    let (ann, _ben) = (world.user("ann").await, world.user("ben").await);
    let id = world.trip_of(ann, &["ben"]).await;
    let map = || request(&[Section::Map], None);
    let service = &world.service;
    let expiring = link(&world, ann, id, map()).await;
    world.clock.advance(90 * DAY - Duration::from_millis(1));
    open(service, &expiring.token, None).await.unwrap();
    world.clock.advance(Duration::from_millis(1));
    assert_refused!(open(service, &expiring.token, None).await, NotFound);

    let deleted = link(&world, ann, id, map()).await;
    let delete = || end(service, ann, id, deleted.grant.id);
    delete().await.unwrap();
    assert_refused!(delete().await, NotFound);
    assert_refused!(open(service, &deleted.token, None).await, NotFound);

    let of_ann = link(&world, ann, id, map()).await;
    let owner = |name: &str| {
        Edit::People(PeoplePatch {
            owner: Some(name.to_owned()),
            ..PeoplePatch::default()
        })
    };
    changed(world.update(ann, id, owner("ben")).await);
    assert_refused!(open(service, &of_ann.token, None).await, NotFound);
    assert_refused!(service.grants.list::<Sections>(ann, id).await, NotPermitted);
}

async fn only_the_owner_manages_links(world: World) {
    let (ann, ben) = (world.user("ann").await, world.user("ben").await);
    let id = world.trip_of(ann, &["ben"]).await;
    let made = link(&world, ann, id, request(&[Section::Map], None)).await;
    let eve = world.user("eve").await;
    let shares = &world.service.grants;
    let label = || LinkRequest {
        patch: GrantPatch {
            label: Some(ShortText::new("New").unwrap()),
            ..GrantPatch::default()
        },
        ..LinkRequest::default()
    };
    let (link, none) = (made.grant.id, || Precondition::None);
    assert_refused!(shares.make(ben, id, label(), none()).await, NotPermitted);
    assert_refused!(
        shares.change(ben, id, link, label(), none()).await,
        NotPermitted
    );
    assert_refused!(end(&world.service, ben, id, link).await, NotPermitted);
    assert_refused!(shares.make(eve, id, label(), none()).await, NotFound);
    assert_refused!(
        shares.change(eve, id, link, label(), none()).await,
        NotFound
    );
    assert_refused!(end(&world.service, eve, id, link).await, NotFound);
    let (_, after) = changed(shares.change(ann, id, link, label(), none()).await);
    assert_eq!(after.grant.label.as_str(), "New");
    assert_eq!(after.token, made.token);
    // A link of another trip.
    let other = world.trip(ann, "Alps", true).await;
    assert_refused!(end(&world.service, ann, other, link).await, NotFound);
}

async fn links_open_at_every_server(world: World) {
    let ann = world.user("ann").await;
    let id = world.trip(ann, "Alps", true).await;
    let made = link(&world, ann, id, request(&[Section::Map], None)).await;
    let other = world.another_server();
    open(&other, &made.token, None).await.unwrap();
    end(&other, ann, id, made.grant.id).await.unwrap();
    assert_refused!(open(&world.service, &made.token, None).await, NotFound);
    assert_refused!(open(&other, &made.token, None).await, NotFound);
}
