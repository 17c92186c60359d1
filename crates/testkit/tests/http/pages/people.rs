//! People by pages, without scripts: from an address book to a member, people without an account,
//! and questions before somebody goes.

use wayfare_testkit::{Builder, on_sqlite};

use super::visitor::{Page, Visitor};

on_sqlite!(
    a_friend_joins_by_a_link_with_a_new_account,
    who_joins_says_who_they_are,
    who_has_no_account_is_renamed_everywhere,
    ended_invitations_are_one_404_page,
    trips_of_others_are_kept_or_left,
    an_unknown_name_leads_to_an_invitation,
    handing_over_and_removing_ask_and_name_the_person,
    a_hidden_trip_does_not_tell_to_sign_in_while_signed_in,
    people_have_display_names,
);

/// A visitor with a display name.
async fn named(server: &wayfare_testkit::TestServer, name: &str, username: &str) -> Visitor {
    let mut visitor = Visitor::new(server);
    let fields = [
        ("name", name),
        ("username", username),
        ("password", "correct horse battery"),
    ];
    let page = visitor.fill("/sign-up", &fields).await;
    assert_eq!(page.status(), 303, "{}", page.text);
    visitor
}

/// Makes an invitation by its button. Returns the path of its page.
async fn invite(owner: &mut Visitor, trip: &str, role: &str) -> String {
    let page = owner.views(trip).await;
    let form = page.text.split("/invitations\"").nth(1).unwrap();
    let key = form.split("name=\"form_key\" value=\"").nth(1).unwrap();
    let key = key.split('"').next().unwrap();
    let token = page.field("form_token");
    let sent = [("invite", role), ("form_key", key)];
    let path = format!("{trip}/invitations");
    // Two taps make one.
    for _ in 0..2 {
        let made = owner.post(&path, &token, &sent).await;
        assert_eq!(made.status(), 303, "{}", made.text);
    }
    let page = owner.get(&format!("{trip}/people")).await;
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    join_path(&page)
}

fn join_path(page: &Page) -> String {
    let (_, rest) = page.text.split_once("/join/").unwrap();
    format!("/join/{}", rest.split('"').next().unwrap())
}

async fn add_party(owner: &mut Visitor, trip: &str, name: &str) {
    let form = format!("{trip}/people/new");
    let added = owner.fill(&form, &[("name", name)]).await;
    assert_eq!(added.status(), 303, "{}", added.text);
}

async fn a_friend_joins_by_a_link_with_a_new_account(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada Lovelace", "ada").await;
    let dates = [
        ("name", "Lisbon"),
        ("start", "2026-07-01"),
        ("end", "2026-07-08"),
    ];
    let trip = ada.trip(&dates).await;
    let path = invite(&mut ada, &trip, "editor").await;
    assert_eq!(ada.views(&trip).await.text.matches("/join/").count(), 3);
    let mut ben = Visitor::new(&server);
    let page = ben.get(&path).await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    assert_eq!(page.reply.header("x-robots-tag"), Some("noindex"));
    for text in [
        "Lisbon",
        "1 – 8 Jul 2026",
        "Ada Lovelace invites you",
        "Join with a new account",
    ] {
        assert!(page.has(text), "{text}: {}", page.text);
    }
    assert!(!page.has("Which of these"));
    // The form is sent by GET, as its buttons say.
    // The head of the page leads there, too.
    assert!(
        page.has(&format!("<a href=\"{path}?by=sign-up\">Sign up</a>")),
        "{}",
        page.text
    );
    let led = ben.get(&format!("{path}?by=sign-up")).await;
    let sign_up = led.reply.header("location").unwrap().to_owned();
    assert!(sign_up.starts_with("/sign-up?return="), "{sign_up}");
    let form = ben.get(&sign_up).await;
    let back = form.field("return");
    let fields = [
        ("name", "Ben"),
        ("username", "ben"),
        ("password", "correct horse battery"),
        ("return", &back),
    ];
    let signed_up = ben.fill_page("/sign-up", &form, &fields).await;
    let location = signed_up.reply.header("location").unwrap().to_owned();
    assert_eq!(location, format!("{path}?as="));
    let page = ben.get(&location).await;
    assert!(page.has(">Join</button>"), "{}", page.text);
    let joined = ben.fill_page(&path, &page, &[]).await;
    let location = joined.reply.header("location").unwrap();
    assert_eq!(location, format!("{trip}?done=joined"));
    let page = ben.views(&trip).await;
    assert!(page.has("Lisbon") && page.has("/items/new"));
    // Whoever is there already goes on to the trip.
    let again = ben.get(&path).await;
    assert_eq!(again.reply.header("location"), Some(trip.as_str()));
    assert!(ada.views(&trip).await.has("1 joined"));
}

async fn who_joins_says_who_they_are(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada", "ada").await;
    let mut ben = named(&server, "Benjamin", "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    add_party(&mut ada, &trip, "Ben").await;
    add_party(&mut ada, &trip, "Mia").await;
    let again = [("name", "mia")];
    let again = ada.fill(&format!("{trip}/people/new"), &again).await;
    assert!(
        again.status() == 400 && again.has("Is the name of somebody on the trip"),
        "{}",
        again.text
    );
    assert!(ada.views(&trip).await.has("no account"));
    // They can pay and share at once.
    let form = ada.get(&format!("{trip}/expenses/new")).await;
    assert!(
        form.has("Mia's share") && form.has("Ben paid"),
        "{}",
        form.text
    );
    let (before, _) = form.text.split_once("<span>Ben</span>").unwrap();
    let (_, key) = before.rsplit_once("name=\"payer\" value=\"").unwrap();
    let key = key.split('"').next().unwrap().to_owned();
    let cost = [("name", "Dinner"), ("total", "30"), ("payer", key.as_str())];
    // A form sends its hidden fields and the boxes that are ticked.
    let members: Vec<(String, String)> = form.hidden_fields();
    let chosen: Vec<&str> = form
        .text
        .split("name=\"for\" value=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    let mut fields: Vec<(&str, &str)> = cost.to_vec();
    fields.extend(chosen.iter().map(|key| ("for", *key)));
    fields.extend([("split", "equal"), ("kind", "expense")]);
    let own = members
        .iter()
        .filter(|(name, _)| name.starts_with("member."));
    fields.extend(own.map(|(name, value)| (name.as_str(), value.as_str())));
    let saved = ada
        .fill_page(&format!("{trip}/expenses/new"), &form, &fields)
        .await;
    assert_eq!(saved.status(), 303, "{}", saved.text);
    let page = ada.views(&trip).await;
    assert!(
        page.has("Ada owes Ben CAD 10.00") && page.has("Mia owes Ben CAD 10.00"),
        "{}",
        page.text
    );
    let path = invite(&mut ada, &trip, "viewer").await;
    let page = ben.get(&path).await;
    assert!(page.has("Which of these are you?") && page.has("None of these"));
    let (before, _) = page.text.split_once("<span>Ben</span>").unwrap();
    let (_, member) = before.rsplit_once("name=\"as\" value=\"").unwrap();
    let member = member.split('"').next().unwrap().to_owned();
    let joined = ben.fill_page(&path, &page, &[("as", &member)]).await;
    assert_eq!(joined.status(), 303, "{}", joined.text);
    let page = ada.views(&trip).await;
    assert!(page.has("Ada owes Benjamin CAD 10.00"), "{}", page.text);
    assert!(page.has("Mia owes Benjamin"));
    // Somebody else has been quicker.
    let mut cy = named(&server, "Cy", "cy").await;
    let page = cy.get(&path).await;
    let (before, _) = page.text.split_once("<span>Mia</span>").unwrap();
    let (_, mia) = before.rsplit_once("name=\"as\" value=\"").unwrap();
    let mia = mia.split('"').next().unwrap().to_owned();
    let refused = cy.fill_page(&path, &page, &[("as", &member)]).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has("Choose again") && refused.has(">Join</button>"));
    // Mia is named by a cost.
    let page = ada.views(&trip).await;
    let token = page.field("form_token");
    assert!(!page.has("name=\"unname\""), "{}", page.text);
    let people = format!("{trip}/people");
    let refused = ada.post(&people, &token, &[("unname", &mia)]).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has("names this person"), "{}", refused.text);
    // Who deletes their account leaves somebody without one.
    let people = ada.get(&people).await;
    assert_eq!(people.text.matches("no account").count(), 1);
    let deleted = [("password", "correct horse battery"), ("sure", "on")];
    let deleted = ben.fill("/account/delete", &deleted).await;
    assert_eq!(deleted.status(), 303, "{}", deleted.text);
    let people = ada.get(&format!("{trip}/people")).await;
    assert_eq!(people.text.matches("no account").count(), 2);
    let cost = ada.get(&format!("{trip}/expenses/new")).await;
    assert!(cost.has(">Ben<"), "{}", cost.text);
}

async fn who_has_no_account_is_renamed_everywhere(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada", "ada").await;
    let mut ben = named(&server, "Ben", "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let path = invite(&mut ada, &trip, "editor").await;
    let join = ben.get(&path).await;
    ben.fill_page(&path, &join, &[("as", "")]).await;
    add_party(&mut ada, &trip, "Mai").await;
    add_party(&mut ada, &trip, "Zoe").await;
    let page = ada.get(&format!("{trip}/people")).await;
    let rename = format!("{trip}/people/rename?member=");
    let (_, member) = page.text.split_once(&rename).unwrap();
    let rename = format!("{rename}{}", member.split('"').next().unwrap());
    let form = ada.get(&rename).await;
    assert_eq!(form.field("name"), "Mai");
    for taken in ["zoe", "BEN"] {
        let refused = ada.fill_page(&rename, &form, &[("name", taken)]).await;
        assert_eq!(refused.status(), 400);
        assert!(refused.has("Is the name of somebody"), "{}", refused.text);
    }
    let saved = ada.fill_page(&rename, &form, &[("name", "Mia")]).await;
    let people = format!("{trip}/people?done=saved#people");
    assert_eq!(saved.reply.header("location"), Some(people.as_str()));
    let page = ada.views(&trip).await;
    assert!(page.has("<b>Mia</b>") && !page.has("Mai"), "{}", page.text);
    let form = ada.get(&format!("{trip}/expenses/new")).await;
    assert!(form.has("Mia paid") && !form.has("Mai"), "{}", form.text);
    // An editor is no owner.
    assert!(
        !ben.get(&format!("{trip}/people"))
            .await
            .has("/people/rename")
    );
    assert_eq!(ben.get(&rename).await.status(), 404);
    let gone = format!("{trip}/people/rename?member=ben");
    assert_eq!(ada.get(&gone).await.status(), 404);
}

async fn ended_invitations_are_one_404_page(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada", "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let path = invite(&mut ada, &trip, "editor").await;
    let page = ada.views(&trip).await;
    let (token, id) = (page.field("form_token"), page.field("uninvite"));
    let ended = ada
        .post(&format!("{trip}/invitations"), &token, &[("uninvite", &id)])
        .await;
    assert_eq!(ended.status(), 303, "{}", ended.text);
    let mut nobody = Visitor::new(&server);
    let [ended, unknown] = [nobody.get(&path).await, nobody.get("/join/x").await];
    assert_eq!((ended.status(), unknown.status()), (404, 404));
    assert_eq!(ended.text, unknown.text);
    let mut ben = named(&server, "Ben", "ben").await;
    let token = ben.get("/trips").await.field("form_token");
    let taken = ben.post(&path, &token, &[("as", "")]).await;
    assert_eq!(taken.status(), 404);
}

async fn trips_of_others_are_kept_or_left(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada", "ada").await;
    let mut ben = named(&server, "Ben", "ben").await;
    assert!(!ben.get("/trips").await.has("/trips/others"));
    for name in ["Lisbon", "Porto"] {
        let trip = ada.trip(&[("name", name)]).await;
        let token = ada.views(&trip).await.field("form_token");
        let added = [("username", "ben"), ("add", "1")];
        ada.post(&format!("{trip}/people"), &token, &added).await;
    }
    for (button, kept) in [("leave", false), ("keep", true)] {
        let page = ben.get("/trips").await;
        let (token, ticked) = (page.field("form_token"), page.field("ticked"));
        let sent = [("ticked", ticked.as_str()), (button, "1")];
        let answer = ben.post("/trips/others", &token, &sent).await;
        assert_eq!(answer.status(), 303, "{}", answer.text);
        let status = ben.get(&format!("/trip/{ticked}")).await.status();
        assert_eq!(status == 200, kept, "{button}: {status}");
    }
    let page = ben.get("/trips").await;
    assert!(
        !page.has("/trips/others") && page.has("/trip/"),
        "{}",
        page.text
    );
}

async fn an_unknown_name_leads_to_an_invitation(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada", "ada").await;
    named(&server, "Ben", "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let people = format!("{trip}/people");
    let token = ada.views(&trip).await.field("form_token");
    for typed in ["ben@example.org", "nobody", "Ben Müller"] {
        let refused = ada
            .post(&people, &token, &[("username", typed), ("add", "1")])
            .await;
        assert_eq!(refused.status(), 400, "{typed}");
        let marked = format!(
            "value=\"{typed}\" required autofocus aria-describedby=\"f-username-note\" \
                aria-invalid=\"true\""
        );
        for text in [
            "Nobody here has this username.",
            "Send an invitation link",
            "Invite by link",
            &marked,
        ] {
            assert!(refused.has(text), "{typed}, {text}: {}", refused.text);
        }
        assert!(!refused.has("A-Z"), "{}", refused.text);
    }
    // The button beside it makes one.
    let refused = ada
        .post(&people, &token, &[("username", "nobody"), ("add", "1")])
        .await;
    let hidden = refused.hidden_fields();
    let mut fields: Vec<(&str, &str)> = vec![("invite", "editor")];
    fields.extend(
        hidden
            .iter()
            .filter(|(name, _)| name == "form_key")
            .map(|(name, value)| (name.as_str(), value.as_str())),
    );
    let made = ada
        .post(&format!("{trip}/invitations"), &token, &fields)
        .await;
    assert_eq!(
        made.reply.header("location"),
        Some(format!("{trip}/people?done=invited#people").as_str())
    );
    assert!(ada.views(&trip).await.has("/join/"));
    let added = ada
        .post(&people, &token, &[("username", "@ben"), ("add", "1")])
        .await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let own = ada
        .post(&people, &token, &[("username", "ada"), ("add", "1")])
        .await;
    let is_told = own.status() == 400 && own.has("Is on the trip already.");
    assert!(is_told, "{}", own.text);
}

async fn handing_over_and_removing_ask_and_name_the_person(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada", "ada").await;
    let mut ben = named(&server, "Ben Nevis", "ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let people = format!("{trip}/people");
    let token = ada.views(&trip).await.field("form_token");
    let add = [("username", "ben"), ("add", "1")];
    ada.post(&people, &token, &add).await;
    let page = ada.views(&trip).await;
    let remove = format!("{people}/remove?name=ben");
    let hand_over = format!("{people}/owner?name=ben");
    assert!(page.has(&remove) && page.has(&hand_over), "{}", page.text);
    assert!(!page.has("name=\"remove\" value=\"ben\""));
    for (path, question) in [
        (&remove, "Take Ben Nevis off the trip?"),
        (&hand_over, "Make Ben Nevis the owner?"),
    ] {
        assert_eq!(ben.get(path).await.status(), 401);
        let asked = ada.get(path).await;
        assert!(asked.has(question) && asked.has("Cancel"), "{}", asked.text);
    }
    assert_eq!(
        ada.get(&format!("{people}/remove?name=cy")).await.status(),
        404
    );
    let asked = ada.get(&hand_over).await;
    let done = ada
        .fill_page(&people, &asked, &[("owner", &asked.field("owner"))])
        .await;
    assert_eq!(done.status(), 303, "{}", done.text);
    let asked = ben.get(&format!("{people}/remove?name=ada")).await;
    let done = ben
        .fill_page(&people, &asked, &[("remove", &asked.field("remove"))])
        .await;
    assert_eq!(done.status(), 303, "{}", done.text);
    assert_eq!(ada.views(&trip).await.status(), 404);
}

async fn a_hidden_trip_does_not_tell_to_sign_in_while_signed_in(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada", "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let missing = "/trip/01890000-0000-7000-8000-000000000000";
    let mut nobody = Visitor::new(&server);
    let mut ben = named(&server, "Ben", "ben").await;
    for (visitor, asks) in [(&mut nobody, true), (&mut ben, false)] {
        let [hidden, gone] = [visitor.get(&trip).await, visitor.get(missing).await];
        assert_eq!((hidden.status(), gone.status()), (404, 404));
        assert_eq!(hidden.text, gone.text);
        let (_, shown) = hidden.text.split_once("<main").unwrap();
        let tells = shown.contains("sign in") || shown.contains("Sign in");
        assert_eq!(tells, asks, "{}", hidden.text);
        assert_eq!(hidden.has("ask them for an invitation link"), !asks);
    }
}

async fn people_have_display_names(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = named(&server, "Ada Lovelace", "the-owner").await;
    named(&server, "Ben", "first-ben").await;
    named(&server, "Ben", "second-ben").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let token = ada.views(&trip).await.field("form_token");
    for username in ["first-ben", "second-ben"] {
        let add = [("username", username), ("add", "1")];
        ada.post(&format!("{trip}/people"), &token, &add).await;
    }
    let page = ada.views(&trip).await;
    assert!(page.has("<b>Ben (first-ben)</b>") && page.has("<b>Ben (second-ben)</b>"));
    assert!(page.has("<b>Ada Lovelace</b>") && !page.has("<b>the-owner</b>"));
    let form = ada.get(&format!("{trip}/expenses/new")).await;
    assert!(form.has("Ada Lovelace paid") && form.has("Ben (first-ben)'s share"));
    let sections = [("section.members", "on"), ("section.itinerary", "on")];
    let shared = super::sharing::share(&mut ada, &trip, &sections).await;
    let page = Visitor::new(&server).get(&shared).await;
    assert!(page.has("<li>Ben</li>") && !page.has("first-ben") && !page.has("the-owner"));
}
