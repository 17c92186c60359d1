//! Usernames for people who have names elsewhere.

use wayfare_domain::suggested_usernames;

fn suggested(names: &[&str]) -> Vec<String> {
    let usernames = suggested_usernames(names.iter().copied(), "4f7a");
    usernames.iter().map(ToString::to_string).collect()
}

#[test]
fn a_name_comes_before_the_same_name_with_a_number() {
    let all = suggested(&["ada", "Ada Lovelace", "a.lovelace@example.org"]);
    assert_eq!(all[..4], ["ada", "Ada.Lovelace", "a.lovelace", "ada-2"]);
    assert_eq!(all.last().unwrap(), "ada-4f7a");
    assert_eq!(all.len(), 12);
}

#[test]
fn letters_that_no_username_has_are_left_out() {
    for (name, username) in [
        ("  José García ", "Jos.Garca"),
        ("-.ada.-", "ada"),
        ("ada@example.org", "ada"),
        ("Ada\t\u{a0}L.", "Ada..L"),
        ("../../etc/passwd", "etcpasswd"),
    ] {
        assert_eq!(suggested(&[name])[0], username, "{name:?}");
    }
}

#[test]
fn whoever_has_no_such_name_is_a_traveller() {
    for names in [&[][..], &[""], &["李雷", "@example.org", "..", "_"]] {
        assert_eq!(
            suggested(names)[..2],
            ["traveller", "traveller-2"],
            "{names:?}"
        );
    }
}

#[test]
fn long_and_reserved_names_are_usernames() {
    let long = "a".repeat(1_000);
    let all = suggested(&[&long]);
    assert_eq!(all[0].len(), 39);
    assert!(all.iter().all(|name| name.len() <= 39), "{all:?}");
    assert!(all[1].ends_with("a-2"), "{all:?}");
    assert_eq!(suggested(&["Settings"])[0], "Settings-2");
    let uuid = "11111111-2222-3333-4444-555555555555";
    assert_ne!(suggested(&[uuid])[0], uuid);
}
