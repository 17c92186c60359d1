//! Invitations: written, listed, counted, ended with their trip and its owner.

use uuid::Uuid;
use wayfare_domain::trip::{Invitation, InvitationId, NewInvitation};
use wayfare_domain::{MemberRole, Trip};

use crate::fixtures::{at, edited, insert_trip, insert_user, save_trip, trip_write};
use crate::store::{TestStore, test_on_both_backends};

test_on_both_backends!(
    stores_every_field,
    lists_the_invitations_of_a_trip_newest_first,
    counts_a_use_once,
    deletes_one_invitation_of_its_trip,
    invitations_end_with_their_trip_and_its_owner,
);

fn invitation(trip: &Trip, millis: i64) -> Invitation {
    let id = InvitationId(Uuid::now_v7());
    let request = NewInvitation::default();
    Invitation::new(id, trip.id, trip.owner, request, at(millis)).unwrap()
}

fn insert(store: &TestStore, invitation: &Invitation) {
    store.commit(|unit| unit.invitations().insert(invitation));
}

fn find(store: &TestStore, invitation: &Invitation) -> Option<Invitation> {
    store.read(|data| data.invitations().find(invitation.id))
}

fn stores_every_field(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let plain = invitation(&trip, 0);
    let rich = Invitation {
        role: MemberRole::Viewer,
        uses: Some(u32::MAX),
        used: 7,
        ..invitation(&trip, 1)
    };
    for made in [&plain, &rich] {
        assert_eq!(find(store, made), None);
        insert(store, made);
        assert_eq!(find(store, made).as_ref(), Some(made));
    }
}

fn lists_the_invitations_of_a_trip_newest_first(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let [trip, other] = [insert_trip(store, ann, &[]), insert_trip(store, ann, &[])];
    let list = |owner| store.read(|data| data.invitations().list(trip.id, owner));
    assert!(list(ann).is_empty());
    let mut made = [5, 9, 7, 7].map(|millis| invitation(&trip, millis));
    for invitation in &made {
        insert(store, invitation);
    }
    insert(store, &invitation(&other, 8));
    made.sort_by_key(|invitation| (invitation.created_at, invitation.id));
    made.reverse();
    assert_eq!(list(ann), made);
    assert!(list(bob).is_empty());
}

fn counts_a_use_once(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let trip = insert_trip(store, ann, &[]);
    let made = invitation(&trip, 0);
    let other = invitation(&trip, 1);
    let count = |read: &Invitation| store.commit(|unit| unit.invitations().count_use(read));
    assert!(!count(&made), "it does not exist");
    insert(store, &made);
    insert(store, &other);
    assert!(count(&made));
    assert!(!count(&made), "it has been used since it was read");
    assert!(count(&find(store, &made).unwrap()));
    assert_eq!(find(store, &made).unwrap().used, 2);
    assert_eq!(find(store, &other).unwrap().used, 0);
}

fn deletes_one_invitation_of_its_trip(store: &TestStore) {
    let ann = insert_user(store, "ann");
    let [trip, other] = [insert_trip(store, ann, &[]), insert_trip(store, ann, &[])];
    let [one, two] = [0, 1].map(|millis| invitation(&trip, millis));
    insert(store, &one);
    insert(store, &two);
    let delete = |trip: &Trip, id| store.commit(|unit| unit.invitations().delete(trip.id, id));
    assert!(!delete(&other, one.id));
    assert!(delete(&trip, one.id));
    assert!(!delete(&trip, one.id));
    assert_eq!(find(store, &one), None);
    assert_eq!(find(store, &two), Some(two));
}

fn invitations_end_with_their_trip_and_its_owner(store: &TestStore) {
    let [ann, bob] = ["ann", "bob"].map(|name| insert_user(store, name));
    let trip = insert_trip(store, ann, &[bob]);
    let made = invitation(&trip, 0);
    insert(store, &made);
    let handed_over = edited(&trip, |trip| trip.owner = bob);
    assert!(save_trip(store, &trip_write(&trip, &handed_over)));
    assert_eq!(find(store, &made), None);
    // As a server left it that knows no invitations.
    let of_ann = invitation(&trip, 1);
    insert(store, &of_ann);
    assert_eq!(find(store, &of_ann), None);
    let next = invitation(&handed_over, 2);
    insert(store, &next);
    store.commit(|unit| unit.trips().delete(trip.id));
    assert_eq!(find(store, &next), None);
}
