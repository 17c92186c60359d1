//! The names by which people know each other.

use wayfare_domain::Name;

use super::joining::{add, cost, people};
use crate::fixture::{ADA, BOB, CY, DEE, TripFixture};

#[test]
fn people_are_known_by_display_name_with_the_username_where_two_agree() {
    let mut fixture = TripFixture::new();
    let all = people(&[
        (ADA, "ada", "Ada"),
        (BOB, "ana1", "Ana"),
        (CY, "ana2", "ANA"),
        (DEE, "dee", "Mia"),
    ]);
    let shown = |fixture: &TripFixture| {
        let names = fixture.trip.member_names(&all);
        [ADA, BOB, CY, DEE].map(|user| names.person(user).to_owned())
    };
    assert_eq!(shown(&fixture), ["Ada", "Ana (ana1)", "ANA (ana2)", "Mia"]);
    add(&mut fixture, "Mia");
    assert_eq!(shown(&fixture)[3], "Mia (dee)");
}

#[test]
fn nobody_is_known_by_a_name_that_looks_like_anothers() {
    let fixture = TripFixture::new();
    let shown = |names: [&str; 3]| {
        let [ada, bob, cy] = names;
        let all = people(&[(ADA, "ada", ada), (BOB, "bob", bob), (CY, "cy", cy)]);
        let names = fixture.trip.member_names(&all);
        [ADA, BOB, CY].map(|user| names.person(user).to_owned())
    };
    let both = ["Ben (ada)", "Ben (bob)", "Ben (bob) (cy)"];
    assert_eq!(shown(["Ben", "Ben", "Ben (bob)"]), both);
    for alike in [
        "Be\u{200b}n",
        "Ben\u{2060}",
        "Be\u{ad}n",
        "BEN",
        "Ｂen",
        "Ben\u{fe0f}",
        "Ben\u{2800}",
        "Ben\u{fffc}",
    ] {
        let [ada, bob, cy] = shown(["Ben", alike, "Ben  X"]);
        assert_eq!(ada, "Ben (ada)", "{alike:?}");
        assert_eq!(bob, format!("{alike} (bob)"));
        assert_eq!(cy, "Ben  X");
    }
    assert_eq!(shown(["José", "Jose\u{301}", "X"])[0], "José (ada)");
    assert_eq!(shown(["A-B", "A\u{2010}B", "X"])[0], "A-B (ada)");
    let [_, bob, cy] = shown(["Ben", "\u{202e}neB", "\u{200b}"]);
    assert_eq!((bob.as_str(), cy.as_str()), ("neB", "cy"));
}

#[test]
fn nobody_is_known_by_the_name_of_who_has_left_or_of_a_text() {
    let mut fixture = TripFixture::with_members(&["bob"]);
    let ada = people(&[(ADA, "ada", "Ada L")]);
    fixture.assert_changes(cost("bob", "4", "9"));
    let former = [(BOB, Name::new("ADA\u{2060} L").unwrap())];
    let names = fixture.trip.member_names(&ada).with_former(&former);
    let shown = (names.person(ADA), names.get("bob"));
    assert_eq!(shown, ("Ada L", "ADA\u{2060} L (bob)"));
    fixture.assert_changes(cost("Ada L", "4", "9"));
    let names = fixture.trip.member_names(&ada);
    let shown = (names.person(ADA), names.get("Ada L"));
    assert_eq!(shown, ("Ada L (ada)", "Ada L"));
}
