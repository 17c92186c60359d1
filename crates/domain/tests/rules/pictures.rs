//! Single pictures: captions, order, the main picture.

use uuid::Uuid;
use wayfare_domain::trip::edit::PatchError;
use wayfare_domain::trip::{Edit, PeoplePatch};
use wayfare_domain::{PictureChange, PictureId, PicturePatch, Trip};

use crate::fixture::{ADA, BOB, TripFixture, short};

const A: PictureId = picture(1);
const B: PictureId = picture(2);
const C: PictureId = picture(3);

const fn picture(number: u128) -> PictureId {
    PictureId(Uuid::from_u128(number))
}

/// A trip with these photos.
fn trip(photos: &[PictureId]) -> TripFixture {
    let mut fixture = TripFixture::with_members(&["bob"]);
    fixture.assert_changes(Edit::Photos(photos.to_vec()));
    fixture
}

fn patch(patch: PicturePatch) -> Edit {
    Edit::Picture(patch)
}

fn caption(id: PictureId, text: &str) -> Edit {
    let caption = Some(short(text));
    let change = PictureChange {
        caption,
        ..PictureChange::default()
    };
    patch(PicturePatch::Change(id, change))
}

fn move_to(id: PictureId, index: u32) -> Edit {
    let index = Some(index);
    let change = PictureChange {
        index,
        ..PictureChange::default()
    };
    patch(PicturePatch::Change(id, change))
}

fn main(id: PictureId, is_main: bool) -> Edit {
    let main = Some(is_main);
    let change = PictureChange {
        main,
        ..PictureChange::default()
    };
    patch(PicturePatch::Change(id, change))
}

fn order(trip: &Trip) -> Vec<PictureId> {
    trip.gallery.pictures().collect()
}

#[test]
fn a_picture_moves_to_a_place_among_all() {
    let mut fixture = trip(&[A, B, C]);
    fixture.assert_changes(move_to(C, 0));
    assert_eq!(order(&fixture.trip), [C, A, B]);
    fixture.assert_changes(move_to(C, 1));
    assert_eq!(order(&fixture.trip), [A, C, B]);
    fixture.assert_changes(move_to(A, 4_000_000_000));
    assert_eq!(order(&fixture.trip), [C, B, A]);
    fixture.assert_unchanged(move_to(B, 1));
    fixture.assert_changes(main(B, true));
    assert_eq!(order(&fixture.trip), [B, C, A]);
    // The main picture stays the first.
    fixture.assert_changes(move_to(A, 0));
    assert_eq!(order(&fixture.trip), [B, A, C]);
    fixture.assert_changes(move_to(A, 2));
    assert_eq!(order(&fixture.trip), [B, C, A]);
    fixture.assert_unchanged(move_to(B, 0));
    assert_eq!(fixture.violations(move_to(B, 1)), ["/index"]);
}

#[test]
fn the_former_main_picture_becomes_the_first_photo() {
    let mut fixture = trip(&[A, B, C]);
    fixture.assert_changes(main(B, true));
    assert_eq!(fixture.trip.gallery.main, Some(B));
    fixture.assert_changes(main(C, true));
    assert_eq!(order(&fixture.trip), [C, B, A]);
    fixture.assert_unchanged(main(C, true));
    fixture.assert_unchanged(main(A, false));
    fixture.assert_changes(main(C, false));
    assert_eq!(fixture.trip.gallery.main, None);
    assert_eq!(order(&fixture.trip), [C, B, A]);
}

#[test]
fn a_trip_has_no_more_photos_than_it_may() {
    let photos: Vec<PictureId> = (1..=30).map(picture).collect();
    let mut fixture = trip(&photos);
    fixture.assert_changes(Edit::MainPicture(Some(picture(31))));
    assert_eq!(fixture.violations(main(picture(31), false)), ["/main"]);
    // One comes, one goes.
    fixture.assert_changes(main(picture(30), true));
    assert_eq!(order(&fixture.trip)[..2], [picture(30), picture(31)]);
}

#[test]
fn captions_go_with_their_pictures() {
    let mut fixture = trip(&[A, B]);
    fixture.assert_changes(caption(A, "The tram"));
    fixture.assert_changes(caption(B, "Belém"));
    fixture.assert_unchanged(caption(B, "Belém"));
    fixture.assert_changes(main(A, true));
    fixture.assert_unchanged(move_to(B, 0));
    assert_eq!(fixture.trip.gallery.caption(A), "The tram");
    fixture.assert_changes(caption(A, ""));
    assert_eq!(fixture.trip.gallery.captions.len(), 1);
    // As a PUT of all photos does.
    fixture.assert_changes(Edit::Photos(vec![C]));
    assert!(fixture.trip.gallery.captions.is_empty());
    fixture.assert_changes(caption(C, "Sintra"));
    fixture.assert_changes(patch(PicturePatch::Remove(C)));
    assert_eq!(order(&fixture.trip), [A]);
    assert!(fixture.trip.gallery.captions.is_empty());
    fixture.assert_changes(patch(PicturePatch::Remove(A)));
    assert_eq!(fixture.trip.gallery, Default::default());
}

#[test]
fn missing_pictures_are_not_found_before_permission() {
    let mut fixture = trip(&[A]);
    let roles = Some(vec![("bob".to_owned(), wayfare_domain::MemberRole::Viewer)]);
    let viewer = Edit::People(PeoplePatch {
        roles,
        ..PeoplePatch::default()
    });
    fixture.assert_changes(viewer);
    for (by, id, edit, expected) in [
        (ADA, B, caption(B, "x"), PatchError::NoItem),
        (BOB, B, patch(PicturePatch::Remove(B)), PatchError::NoItem),
        (
            BOB,
            A,
            patch(PicturePatch::Remove(A)),
            PatchError::NotPermitted,
        ),
        (BOB, A, caption(A, "x"), PatchError::NotPermitted),
    ] {
        assert_eq!(fixture.apply_by(by, edit), Err(expected), "{by} {id}");
    }
    assert_eq!(fixture.apply_by(BOB, main(A, false)), Ok(false));
}

#[test]
fn galleries_of_earlier_versions_are_read() {
    let stored = r#"{"main":null,"photos":["00000000-0000-0000-0000-000000000001"]}"#;
    let gallery: wayfare_domain::Gallery = serde_json::from_str(stored).unwrap();
    assert_eq!(gallery.photos, [A]);
    assert_eq!(serde_json::to_string(&gallery).unwrap(), stored);
}
