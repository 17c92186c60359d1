//! What a former address of an account is told, and how it takes the account back.

use serde_json::json;
use wayfare_testkit::{Builder, Client, both};

use super::confirm::confirm;
use super::{PASSWORD, Scene};
use crate::pages::visitor::Visitor;

both!(
    the_former_address_is_told_that_it_was_changed,
    the_former_address_takes_the_account_back,
    the_first_of_several_former_addresses_has_the_last_word,
    who_goes_back_to_an_address_gives_no_link_to_the_one_between,
    the_link_takes_back_what_was_spelled_otherwise_before,
    other_mails_use_up_no_notice,
);

/// Changes the address of `ada`.
async fn change(client: &Client, email: &str) {
    let change = json!({"email": email, "current": PASSWORD});
    let changed = client.users().update("ada", &change).await;
    changed.expect_status(200);
}

/// Changes the address of `ada`, and confirms it by the mail of this number.
async fn change_and_confirm(scene: &Scene, client: &Client, email: &str, number: usize) {
    change(client, email).await;
    let letter = scene.letter(number).await;
    assert_eq!(letter.to, email);
    assert_eq!(confirm(&scene.server, &letter.path).await.status(), 303);
}

async fn the_former_address_is_told_that_it_was_changed(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    change(&ada.client, "thief@example.com").await;
    scene.letter(1).await;
    // An address that was never confirmed may be anybody's.
    change(&ada.client, "").await;
    scene.settle(2).await;
    scene.advance(60);
    let letter = scene.letter(2).await;
    assert_eq!(letter.to, "ada@example.org");
    assert_eq!(letter.subject, "The e-mail address of ada was changed");
    assert!(letter.path.starts_with("/email-undo/"), "{}", letter.path);
    scene.settle(3).await;
}

async fn the_former_address_takes_the_account_back(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    change_and_confirm(&scene, &ada.client, "thief@example.com", 1).await;
    scene.advance(60);
    let letter = scene.letter(2).await;
    // Nobody else confirms the former address meanwhile.
    scene.sign_up("eve", "ADA@example.org").await;
    let of_eve = scene.letter(3).await;
    let refused = confirm(&scene.server, &of_eve.path).await;
    assert_eq!(refused.status(), 403, "{}", refused.text);

    let page = Visitor::new(&scene.server).get(&letter.path).await;
    assert!(page.has("ada@example.org"), "{}", page.text);
    let done = confirm(&scene.server, &letter.path).await;
    let location = done.reply.header("location");
    assert_eq!(location, Some("/sign-in?done=email-undone"));
    ada.users().own().await.expect_status(401);
    assert_eq!(scene.sign_in("ada@example.org", PASSWORD).await, 200);
    assert_eq!(scene.sign_in("thief@example.com", PASSWORD).await, 401);
    // Once.
    let again = Visitor::new(&scene.server).get(&letter.path).await;
    assert_eq!(again.status(), 404);
    let refused = confirm(&scene.server, &of_eve.path).await;
    assert_eq!(refused.status(), 403, "{}", refused.text);
}

async fn the_first_of_several_former_addresses_has_the_last_word(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    change_and_confirm(&scene, &ada.client, "thief@example.com", 1).await;
    scene.advance(1);
    change(&ada.client, "other@example.com").await;
    scene.advance(120);
    let mut letters = Vec::new();
    for number in 2..=4 {
        letters.push(scene.letter(number).await);
    }
    for email in ["thief@example.com", "ada@example.org"] {
        let undo = letters
            .iter()
            .find(|letter| letter.to == email && letter.path.starts_with("/email-undo/"));
        let done = confirm(&scene.server, &undo.unwrap().path).await;
        assert_eq!(done.status(), 303, "{email}: {}", done.text);
        assert_eq!(scene.sign_in(email, PASSWORD).await, 200);
    }
    assert_eq!(scene.sign_in("thief@example.com", PASSWORD).await, 401);
}

async fn who_goes_back_to_an_address_gives_no_link_to_the_one_between(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    for (email, number) in [("thief@example.com", 1), ("ADA@example.org", 2)] {
        change_and_confirm(&scene, &ada.client, email, number).await;
    }
    scene.advance(61);
    let notices = [scene.letter(3).await, scene.letter(4).await];
    let to = |address: &str| notices.iter().find(|notice| notice.to == address);
    let with_link = to("ada@example.org").unwrap();
    assert!(with_link.path.starts_with("/email-undo/"), "{with_link:?}");
    let without = to("thief@example.com").unwrap();
    assert!(!without.plain.contains("/email-undo/"), "{without:?}");
    scene.settle(5).await;
}

/// Another spelling of an address is the same mailbox.
async fn the_link_takes_back_what_was_spelled_otherwise_before(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    for (email, number) in [("ADA@example.org", 1), ("thief@example.com", 2)] {
        change_and_confirm(&scene, &ada.client, email, number).await;
    }
    scene.advance(61);
    let notices = [scene.letter(3).await, scene.letter(4).await];
    let last = notices.iter().find(|notice| notice.to == "ADA@example.org");
    let undone = confirm(&scene.server, &last.unwrap().path).await;
    assert_eq!(undone.status(), 303, "{}", undone.text);
    assert_eq!(scene.sign_in("ada@example.org", PASSWORD).await, 200);
    assert_eq!(scene.sign_in("thief@example.com", PASSWORD).await, 401);
}

async fn other_mails_use_up_no_notice(builder: Builder) {
    let scene = Scene::start(builder);
    let ada = scene.confirmed("ada", "ada@example.org").await;
    for number in 1..=4 {
        let email = format!("thief{number}@example.com");
        change_and_confirm(&scene, &ada.client, &email, number).await;
    }
    scene.advance(60);
    let mut notices = Vec::new();
    for number in 5..=8 {
        let letter = scene.letter(number).await;
        notices.extend((letter.to == "ada@example.org").then_some(letter));
    }
    let undone = confirm(&scene.server, &notices[0].path).await;
    assert_eq!(undone.status(), 303, "{}", undone.text);
    let grant = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let tokens = scene.client().users().sign_in(&grant).await.json();
    let thief = scene.client().with_token(&tokens.access_token);
    for email in ["thief5@example.com", "thief6@example.com"] {
        change(&thief, email).await;
    }
    scene.advance(60);
    let again = scene.letter(9).await;
    assert_eq!(again.to, "ada@example.org");
    assert!(again.path.starts_with("/email-undo/"), "{}", again.path);
}
