//! Mailboxes: messages become proposals, which their account takes or removes.

use serde_json::json;
use wayfare_service::Error;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::lists::Proposal;
use wayfare_testkit::{Builder, TestServer, both, on_sqlite};

use super::extractor::{self, Program};
use crate::pages::visitor::Visitor;

both!(
    a_message_is_one_proposal,
    a_proposal_goes_to_the_trip_whose_dates_fit,
    removed_and_foreign_proposals_are_none,
    a_mailbox_ends,
);
on_sqlite!(
    what_says_nothing_is_refused,
    an_account_gets_fifty_a_day,
    a_message_is_read_by_the_extractor,
    the_page_takes_and_removes_proposals,
);

const PASSWORD: &str = "correct horse battery";

const DOMAIN: &str = "trips.example.org";

/// A message with the reservation of a bed, and its ticket.
fn message(nights: &str, number: &str) -> String {
    let (first, last) = nights.split_once('/').unwrap();
    let booking = json!({
        "@context": "http://schema.org", "@type": "LodgingReservation",
        "reservationNumber": number, "checkinTime": first, "checkoutTime": last,
        "reservationFor": {"@type": "LodgingBusiness", "name": "Pension Sonne",
            "address": "Hauptplatz 1, Graz, Austria"},
    });
    format!(
        "From: beds@example.com\r\nSubject: Fwd: Your stay\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>\
         <script type=\"application/ld+json\">{booking}</script></body></html>\r\n\
         --b\r\nContent-Type: application/pdf; name=\"stay.pdf\"\r\n\r\n%PDF-1.7\n% a ticket\r\n\
         --b--\r\n"
    )
}

/// A server with mailboxes, and somebody who has one, with its secret.
struct Scene {
    server: TestServer,
    ada: Traveller,
    visitor: Visitor,
    secret: String,
}

impl Scene {
    async fn start(builder: Builder) -> Self {
        let builder = builder.setting("inbound-domain", DOMAIN);
        let server = builder.start().unwrap();
        let body = json!({"name": "ada", "username": "ada", "password": PASSWORD});
        let ada = sample::sign_up_with(&server.client(), &body).await;
        let mut visitor = Visitor::new(&server);
        let fields = [("username", "ada"), ("password", PASSWORD)];
        let signed_in = visitor.fill("/sign-in", &fields).await;
        assert_eq!(signed_in.status(), 303, "{}", signed_in.text);
        let secret = renew(&mut visitor).await;
        Self {
            server,
            ada,
            visitor,
            secret,
        }
    }

    async fn proposals(&self) -> Vec<Proposal> {
        self.ada.users().proposals("ada").await.json()
    }
}

/// Makes a new address on the page of the account, and returns its secret.
async fn renew(visitor: &mut Visitor) -> String {
    let page = visitor.get("/account").await;
    let (token, key) = (page.field("form_token"), page.field("form_key"));
    let fields = [("open", "1"), ("form_key", &*key)];
    let made = visitor.post("/account/mailbox", &token, &fields).await;
    assert_eq!(made.status(), 303, "{}", made.text);
    let page = visitor.get("/account").await;
    let (_, rest) = page.text.split_once("value=\"trips+").unwrap();
    let (secret, _) = rest.split_once('@').unwrap();
    assert!(rest.contains(DOMAIN));
    assert_eq!(secret.len(), 26);
    secret.to_owned()
}

async fn a_message_is_one_proposal(builder: Builder) {
    let scene = Scene::start(builder).await;
    let first = message("2026-05-04/2026-05-06", "A1");
    // Resent by another way, to an address in capitals.
    let again = format!("Received: from elsewhere\r\n{first}");
    scene.server.deliver(&scene.secret, &first).await.unwrap();
    let capitals = scene.secret.to_uppercase();
    scene.server.deliver(&capitals, &again).await.unwrap();
    let open = scene.proposals().await;
    assert_eq!(open.len(), 1);
    let proposal = &open[0];
    assert_eq!((&*proposal.subject, proposal.items), ("Your stay", 1));
    assert_eq!(proposal.trip, None);
    let export = scene.ada.users().export("ada").await.body;
    let path = format!("proposals/{}.zip", proposal.id);
    let has = |path: &str| export.windows(path.len()).any(|it| it == path.as_bytes());
    assert!(has(&path), "what is kept belongs to the account");
    let trips = scene.ada.a().trips().await.value();
    assert_eq!(trips, json!([]), "nothing becomes a trip by itself");
    let taken = scene
        .ada
        .users()
        .take_proposal("ada", &proposal.id, &json!({}))
        .await;
    let taken = taken.expect_status(201);
    assert!(taken.header("location").unwrap().contains("/trips/"));
    let imported = taken.json();
    assert_eq!((&*imported.format, imported.items), ("mail", 1));
    let trip = imported.uuid.unwrap();
    let items = scene.ada.a().items(&trip).await.value();
    let item = &items[0];
    assert_eq!(item["destination"]["name"], "Pension Sonne", "{items}");
    let files = scene.ada.extensions().files(&trip).await.json();
    assert_eq!(files.len(), 1);
    assert_eq!(
        (&*files[0].name, &*files[0].kind),
        ("stay.pdf", "application/pdf")
    );
    let file = scene.ada.extensions().file(&trip, &files[0].id).await;
    assert!(file.body.starts_with(b"%PDF-1.7"));
    // Taken once, and known when it comes again.
    let twice = scene
        .ada
        .users()
        .take_proposal("ada", &proposal.id, &json!({}))
        .await;
    assert_eq!(
        twice.expect_status(409).problem().r#type,
        "urn:wayfare:problem:already-done"
    );
    scene.server.deliver(&scene.secret, &first).await.unwrap();
    assert_eq!(scene.proposals().await, []);
}

async fn a_proposal_goes_to_the_trip_whose_dates_fit(builder: Builder) {
    let scene = Scene::start(builder).await;
    let dates = json!({"name": "Graz", "date": {"start": "2026-05-01", "end": "2026-05-09"}});
    let trip = sample::trip_with(&scene.ada, &dates).await;
    let message = message("2026-05-04/2026-05-06", "A1");
    scene.server.deliver(&scene.secret, &message).await.unwrap();
    let proposal = scene.proposals().await.remove(0);
    assert_eq!(proposal.trip.as_deref(), Some(&*trip));
    let into = json!({"trip": trip});
    let taken = scene
        .ada
        .users()
        .take_proposal("ada", &proposal.id, &into)
        .await;
    assert_eq!(
        taken.expect_status(200).json().uuid.as_deref(),
        Some(&*trip)
    );
    let items = scene.ada.a().items(&trip).await.value();
    assert_eq!(items[0]["day"], 4, "{items}");
    assert_eq!(scene.ada.extensions().files(&trip).await.json().len(), 1);
    let twice = scene
        .ada
        .users()
        .take_proposal("ada", &proposal.id, &into)
        .await;
    twice.expect_status(409);
}

async fn removed_and_foreign_proposals_are_none(builder: Builder) {
    let scene = Scene::start(builder).await;
    let message = message("2026-05-04/2026-05-06", "A1");
    scene.server.deliver(&scene.secret, &message).await.unwrap();
    let id = scene.proposals().await.remove(0).id;
    let zoe = sample::sign_up(&scene.server.client(), "zoe").await;
    zoe.users().proposals("ada").await.expect_status(401);
    let theirs = zoe.users().take_proposal("zoe", &id, &json!({})).await;
    theirs.expect_status(404);
    zoe.users()
        .delete_proposal("zoe", &id)
        .await
        .expect_status(404);
    let unknown = json!({"trip": "0198a3c4-5d6e-7f80-9a1b-2c3d4e5f6071"});
    let unknown = scene.ada.users().take_proposal("ada", &id, &unknown).await;
    unknown.expect_status(404);
    assert_eq!(scene.proposals().await.len(), 1, "nothing is lost");
    let removed = scene.ada.users().delete_proposal("ada", &id).await;
    removed.expect_status(204);
    let gone = scene.ada.users().delete_proposal("ada", &id).await;
    gone.expect_status(404);
    let gone = scene
        .ada
        .users()
        .take_proposal("ada", &id, &json!({}))
        .await;
    gone.expect_status(404);
    assert_eq!(scene.server.kept_pictures().len(), 0, "nothing is kept");
}

async fn a_mailbox_ends(builder: Builder) {
    let mut scene = Scene::start(builder).await;
    let message = message("2026-05-04/2026-05-06", "A1");
    let former = std::mem::take(&mut scene.secret);
    scene.secret = renew(&mut scene.visitor).await;
    let refused = scene.server.deliver(&former, &message).await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    scene.server.deliver(&scene.secret, &message).await.unwrap();
    let page = scene.visitor.get("/account").await;
    let token = page.field("form_token");
    scene
        .visitor
        .post("/account/mailbox", &token, &[("close", "1")])
        .await;
    let refused = scene.server.deliver(&scene.secret, &message).await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
}

async fn what_says_nothing_is_refused(builder: Builder) {
    let scene = Scene::start(builder).await;
    let empty = "From: a@example.com\r\nSubject: Hello\r\n\r\nHow are you?\r\n";
    for message in [empty, "", "no message at all"] {
        let refused = scene.server.deliver(&scene.secret, message).await;
        assert!(matches!(refused, Err(Error::Invalid(_))), "{refused:?}");
    }
    // A ticket alone is kept, and its page says that nothing was read of it.
    let ticket = "From: a@example.com\r\nSubject: Your ticket\r\nMIME-Version: 1.0\r\n\
        Content-Type: application/pdf; name=t.pdf\r\n\r\n%PDF-1.7\n";
    scene.server.deliver(&scene.secret, ticket).await.unwrap();
    let proposal = scene.proposals().await.remove(0);
    assert_eq!(
        (proposal.items, proposal.warnings.len()),
        (0, 1),
        "{proposal:?}"
    );
}

async fn an_account_gets_fifty_a_day(builder: Builder) {
    let scene = Scene::start(builder).await;
    for number in 0..50 {
        let message = message("2026-05-04/2026-05-06", &format!("N{number}"));
        scene.server.deliver(&scene.secret, &message).await.unwrap();
    }
    let more = message("2026-05-04/2026-05-06", "N50");
    let refused = scene.server.deliver(&scene.secret, &more).await;
    assert!(matches!(refused, Err(Error::TooManyMails)), "{refused:?}");
    // Nor is anything read of it.
    let unreadable = scene
        .server
        .deliver(&scene.secret, "Subject: x\r\n\r\nx")
        .await;
    assert!(
        matches!(unreadable, Err(Error::TooManyMails)),
        "{unreadable:?}"
    );
    assert_eq!(scene.proposals().await.len(), 50);
    assert_eq!(scene.server.kept_pictures().len(), 50);
}

async fn a_message_is_read_by_the_extractor(builder: Builder) {
    let Some(program) = Program::new(1) else {
        return;
    };
    let builder = builder.setting("kitinerary", &program.path());
    let scene = Scene::start(builder).await;
    let message = extractor::mail("<p>Your stay</p>");
    scene.server.deliver(&scene.secret, &message).await.unwrap();
    assert_eq!(scene.proposals().await.remove(0).items, 2);
}

async fn the_page_takes_and_removes_proposals(builder: Builder) {
    let mut scene = Scene::start(builder).await;
    for number in ["A1", "A2"] {
        let message = message("2026-05-04/2026-05-06", number);
        scene.server.deliver(&scene.secret, &message).await.unwrap();
    }
    let page = scene.visitor.get("/proposals").await;
    assert!(
        page.has("Pension Sonne") && page.has("Your stay"),
        "{}",
        page.text
    );
    let (token, id) = (page.field("form_token"), page.field("id"));
    let fields = [("id", &*id), ("trip", ""), ("add", "1")];
    let added = scene.visitor.post("/proposals", &token, &fields).await;
    let trip = added.reply.header("location").unwrap().to_owned();
    assert!(scene.visitor.get(&trip).await.has("Pension Sonne"));
    let other = scene.proposals().await.remove(0).id;
    let fields = [("id", &*other), ("remove", "1")];
    scene.visitor.post("/proposals", &token, &fields).await;
    assert_eq!(scene.proposals().await, []);
    assert!(
        scene
            .visitor
            .get("/proposals")
            .await
            .has("Nothing has come in")
    );
}
