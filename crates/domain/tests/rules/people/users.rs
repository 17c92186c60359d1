//! Accounts: usernames, links, and what an edit changes.

use uuid::Uuid;
use wayfare_domain::user::{Link, LinkUrl, Privacy, Settings, UserPatch};
use wayfare_domain::{
    Description, Instant, Language, Login, Name, PictureId, TripId, User, UserId, Username,
};

use crate::fixture::short;

fn ada() -> User {
    let [username, name] = ["Ada.L", "Ada"];
    let id = UserId(Uuid::from_u128(1));
    User::new(
        id,
        Username::new(username).unwrap(),
        Name::new(name).unwrap(),
        None,
        Instant::EPOCH,
    )
}

fn later() -> Instant {
    Instant::from_millis(5).unwrap()
}

#[test]
fn usernames_are_1_to_39_permitted_characters() {
    for good in ["a", "_", "A_b.c-9", "0", "_.-", &"a".repeat(39)] {
        assert_eq!(
            Username::new(good)
                .map(|name| name.as_str().to_owned())
                .as_deref(),
            Ok(good)
        );
    }
    for bad in [
        "",
        ".a",
        "-a",
        "a b",
        " a",
        "a/b",
        "é",
        "a\0",
        "a@b",
        &"a".repeat(40),
    ] {
        assert!(Username::new(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn usernames_are_looked_up_without_regard_to_case() {
    let name = Username::new("Ada.L").unwrap();
    assert_eq!((name.as_str(), name.key().as_str()), ("Ada.L", "ada.l"));
    assert_eq!(Username::key_of("ADA.L"), name.key());
}

#[test]
fn route_words_and_uuids_are_reserved() {
    for reserved in [
        "default",
        "Settings",
        "EXPERIENCE",
        "paginated",
        "0b0e3c5e-7c1d-4d57-9d0b-0a4f6f6f1a2b",
        "0B0E3C5E-7C1D-4D57-9D0B-0A4F6F6F1A2B",
    ] {
        assert!(Username::new(reserved).unwrap().is_reserved(), "{reserved}");
    }
    for free in [
        "defaults",
        "a",
        "0b0e3c5e7c1d4d579d0b0a4f6f6f1a2b",
        "0b0e3c5e-7c1d-4d57-9d0b-0a4f6f6f1a2g",
    ] {
        assert!(!Username::new(free).unwrap().is_reserved(), "{free}");
    }
}

#[test]
fn only_hyphenated_uuids_are_uuid_shaped() {
    assert!(wayfare_domain::is_uuid_shaped(
        "0b0e3c5e-7c1d-4d57-9d0b-0a4f6f6f1a2b"
    ));
    for other in [
        "0b0e3c5e7c1d4d579d0b0a4f6f6f1a2b",
        "{0b0e3c5e-7c1d-4d57-9d0b-0a4f6f6f1a2b}",
        "0b0e3c5-e7c1d-4d57-9d0b-0a4f6f6f1a2b",
        "urn:uuid:0b0e3c5e-7c1d-4d57-9d0b-0a4f6f6f1a2b",
        "",
        "éééééééééééééééééé",
    ] {
        assert!(!wayfare_domain::is_uuid_shaped(other), "{other}");
        assert_eq!(TripId::parse(other), None);
    }
    let id = TripId::parse("0B0E3C5E-7C1D-4D57-9D0B-0A4F6F6F1A2B").unwrap();
    assert_eq!(id.to_string(), "0b0e3c5e-7c1d-4d57-9d0b-0a4f6f6f1a2b");
}

#[test]
fn links_are_http_https_or_mailto() {
    for good in [
        "http://a.example",
        "https://a.example/b?c#d",
        "mailto:ada@a.example",
        "MAILTO:a@a.example",
    ] {
        assert_eq!(LinkUrl::new(good).unwrap().as_str(), good);
    }
    for bad in [
        "",
        "a.example",
        "https://",
        "mailto:",
        "javascript:alert(1)",
        "data:,x",
        "ftp://a",
        "https://a\n",
        "http:a",
        "//a",
    ] {
        assert!(LinkUrl::new(bad).is_err(), "{bad:?}");
    }
    assert!(LinkUrl::new(&format!("mailto:{}", "a".repeat(2_000))).is_err());
}

#[test]
fn a_new_account_is_empty_and_everything_is_off() {
    let user = ada();
    assert_eq!(
        (user.settings, user.privacy),
        (Settings::default(), Privacy::default())
    );
    assert!(!user.settings.limited_deals && !user.settings.newsletter);
    assert!(!user.privacy.private_account && !user.privacy.share_email);
    assert!(user.description.is_empty() && user.links.is_empty() && user.interests.is_empty());
    assert_eq!((user.picture, user.version), (None, 1));
}

/// What an edit must make of an account.
type Effect = fn(&mut User);

#[test]
fn a_patch_changes_only_the_fields_it_has() {
    let mut user = ada();
    let picture = PictureId(Uuid::from_u128(9));
    let link = Link {
        kind: short("site"),
        url: LinkUrl::new("https://a.example").unwrap(),
    };
    let edits: [(UserPatch, Effect); 4] = [
        (
            UserPatch {
                limited_deals: Some(true),
                ..UserPatch::default()
            },
            |u| u.settings.limited_deals = true,
        ),
        (
            UserPatch {
                share_email: Some(true),
                ..UserPatch::default()
            },
            |u| u.privacy.share_email = true,
        ),
        (
            UserPatch {
                email: Some(Some(short("a@a.example"))),
                ..UserPatch::default()
            },
            |u| {
                u.email = Some(short("a@a.example"));
            },
        ),
        (
            UserPatch {
                description: Some(Description::new("d").unwrap()),
                ..UserPatch::default()
            },
            |u| {
                u.description = Description::new("d").unwrap();
            },
        ),
    ];
    for (change, effect) in edits {
        let mut expected = user.clone();
        effect(&mut expected);
        expected.version += 1;
        expected.updated_at = later();
        user = user.apply(change.clone(), later()).unwrap();
        assert_eq!(user, expected);
        assert_eq!(user.apply(change, Instant::from_millis(6).unwrap()), None);
    }
    let rest = UserPatch {
        username: Some(Username::new("ada").unwrap()),
        name: Some(Name::new("Ada L.").unwrap()),
        links: Some(vec![link.clone()]),
        interests: Some(vec![short("maps"), short("maps")]),
        picture: Some(Some(picture)),
        newsletter: Some(true),
        private_account: Some(true),
        ..UserPatch::default()
    };
    user = user.apply(rest, later()).unwrap();
    assert_eq!(
        (user.username.as_str(), user.name.as_str()),
        ("ada", "Ada L.")
    );
    assert_eq!(
        (user.links.as_slice(), user.interests.len(), user.picture),
        (&[link][..], 2, Some(picture))
    );
    assert!(user.settings.newsletter && user.privacy.private_account);
    assert_eq!(user.created_at, Instant::EPOCH);
}

#[test]
fn picture_and_email_can_be_removed() {
    let mut user = ada();
    user.picture = Some(PictureId(Uuid::from_u128(9)));
    user.email = Some(short("a@a.example"));
    let change = UserPatch {
        picture: Some(None),
        email: Some(None),
        ..UserPatch::default()
    };
    user = user.apply(change, later()).unwrap();
    assert_eq!((user.picture, user.email), (None, None));
}

#[test]
fn another_case_of_the_same_username_is_a_change() {
    let mut user = ada();
    let change = UserPatch {
        username: Some(Username::new("ADA.L").unwrap()),
        ..UserPatch::default()
    };
    user = user.apply(change, later()).unwrap();
    assert_eq!(user.username.as_str(), "ADA.L");
}

#[test]
fn an_empty_user_patch_changes_nothing() {
    assert_eq!(ada().apply(UserPatch::default(), later()), None);
}

#[test]
fn another_address_is_not_confirmed() {
    assert_eq!(ada().confirm_email(later()), None, "there is none");
    let patch = |email: &str| UserPatch {
        email: Some(Some(short(email))),
        ..UserPatch::default()
    };
    let with_email = ada().apply(patch("Ada@example.org"), later()).unwrap();
    assert!(!with_email.is_email_confirmed);
    let confirmed = with_email.confirm_email(later()).unwrap();
    assert!(confirmed.is_email_confirmed);
    assert_eq!(confirmed.version, with_email.version + 1);
    assert_eq!(confirmed.confirm_email(later()), None);
    assert_eq!(confirmed.apply(patch("Ada@example.org"), later()), None);
    let french = UserPatch {
        language: Some(Some(Language::French)),
        ..UserPatch::default()
    };
    let french = confirmed.apply(french, later()).unwrap();
    assert!(french.is_email_confirmed);
    let other = french.apply(patch("ada@example.org"), later()).unwrap();
    assert!(!other.is_email_confirmed, "in another case");
    let none = UserPatch {
        email: Some(None),
        ..UserPatch::default()
    };
    assert!(!french.apply(none, later()).unwrap().is_email_confirmed);
}

#[test]
fn a_login_is_a_username_or_an_address() {
    let username = |key: &str| Some(Login::Username(key.to_owned()));
    let email = |key: &str| Some(Login::Email(key.to_owned()));
    for (text, login) in [
        ("Ada.L", username("ada.l")),
        ("Ada@Example.org", email("ada@example.org")),
        ("ÄDÄ@example.org", email("ädä@example.org")),
        ("@", email("@")),
        ("", None),
        ("a b", None),
        ("a@b\0", None),
    ] {
        assert_eq!(Login::parse(text), login, "{text:?}");
    }
    assert_eq!(Login::parse(&"a@".repeat(1_001)), None);
}

#[test]
fn languages_have_tags() {
    for language in Language::ALL {
        assert_eq!(Language::new(language.tag()), Ok(language));
    }
    for wrong in ["", "EN", "en-GB", "nl", "xx"] {
        assert!(Language::new(wrong).is_err(), "{wrong}");
    }
}
