//! Files and calendars of an account: importing trips, searching them, the feed of all.

use wayfare_testkit::{Builder, both, on_sqlite};

use super::visitor::Visitor;
use crate::pictures::samples::jpeg;

both!(trips_are_searched);

on_sqlite!(
    a_file_is_looked_at_then_imported,
    a_refused_file_keeps_nothing,
    a_trip_without_a_name_has_that_of_its_file,
    an_account_has_a_calendar,
    an_account_can_be_downloaded,
    good_pictures_among_others_are_kept,
    an_import_keeps_the_hours_that_are_there,
    a_preview_shows_what_would_come,
);

/// A waypoint, a track, and a track of one point, which is no line.
const GPX: &str = r#"<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
    <metadata><name>Tour of towers</name></metadata>
    <rte><rtept lat="38.7" lon="-9.1"><name>Tower</name></rtept></rte>
    <trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>
    <trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="2"/></trkseg></trk></gpx>"#;

async fn a_file_is_looked_at_then_imported(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let path = "/trips/import";
    let token = ada.get(path).await.field("form_token");
    let fields = [("form_token", &*token), ("preview", "1")];
    let preview = ada.upload(path, &fields, ("file", GPX)).await;
    assert_eq!(preview.status(), 200, "{}", preview.text);
    assert!(preview.has("a line of less than two points is left out") && preview.has("gpx"));
    assert!(preview.has("<dt>Tracks</dt><dd>1</dd>"), "{}", preview.text);
    assert!(
        ada.get("/trips").await.has("No trips yet"),
        "nothing is kept"
    );
    let forged = ada.upload(path, &[("import", "1")], ("file", GPX)).await;
    assert_eq!(forged.status(), 403);
    let fields = [("form_token", &*token), ("import", "1")];
    let imported = ada.upload(path, &fields, ("file", GPX)).await;
    assert_eq!(imported.status(), 303, "{}", imported.text);
    let trip = imported.reply.header("location").unwrap().to_owned();
    let page = ada.get(&trip).await;
    assert!(page.has("Tour of towers") && page.has("Tower") && page.has("Imported"));
    let warning = "<li>a line of less than two points is left out</li>";
    assert!(page.has(warning), "{}", page.text);
    ada.languages = "de";
    let page = ada.get(&trip).await;
    assert!(page.has("<li>eine Linie aus weniger als zwei Punkten fehlt</li>"));
    ada.languages = "";
    // Another text in the cookie, "your account is left out", is nobody's.
    let (code, _) = ada
        .cookie("wayfare-flash")
        .unwrap()
        .split_once('.')
        .unwrap();
    let forged = format!("{code}.eW91ciBhY2NvdW50IGlzIGxlZnQgb3V0");
    ada.set_cookie("wayfare-flash", &forged);
    let forged = ada.get(&trip).await;
    assert!(forged.has("Tour of towers") && !forged.has("is left out"));
}

async fn a_trip_without_a_name_has_that_of_its_file(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let path = "/trips/import";
    let token = ada.get(path).await.field("form_token");
    let fields = [("form_token", &*token), ("import", "1")];
    let unnamed = GPX.replace("<name>Tour of towers</name>", "");
    let imported = ada.upload(path, &fields, ("file", unnamed)).await;
    let trip = imported.reply.header("location").unwrap().to_owned();
    let page = ada.get(&trip).await;
    assert!(page.has("<title>file · Wayfare</title>"), "{}", page.text);
    assert!(!page.has("Imported trip"), "{}", page.text);
}

async fn a_refused_file_keeps_nothing(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let path = "/trips/import";
    let token = ada.get(path).await.field("form_token");
    let fields = [("form_token", &*token), ("import", "1")];
    for content in ["no such format", "<!DOCTYPE gpx []><gpx/>"] {
        let refused = ada.upload(path, &fields, ("file", content)).await;
        let status = refused.status();
        assert!((400..500).contains(&status), "{status}");
        assert!(refused.has("The file was not imported"), "{}", refused.text);
        assert!(refused.has("name=\"file\""), "one can try again");
    }
    let large = vec![b' '; (20 << 20) + 1];
    let large = ada.upload(path, &fields, ("file", large)).await;
    assert_eq!(large.status(), 413, "{}", large.text);
    let reason = "The file is too large: at most 20 MiB, archives of trips 512 MiB.";
    assert!(large.has(reason) && large.has("name=\"file\""));
    let missing = ada.post_form(path, &fields).await;
    assert!(missing.status() == 400 && missing.has("Choose a file first."));
    assert!(ada.get("/trips").await.has("No trips yet"));
    let nobody = Visitor::new(&server).get(path).await;
    assert_eq!(nobody.status(), 303);
}

async fn trips_are_searched(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let mut ben = Visitor::signed_up(&server, "ben").await;
    ben.trip(&[("name", "Lisbon of Ben")]).await;
    ada.trip(&[("name", "Lisbon"), ("description", "Trams and tiles")])
        .await;
    for number in 0..21 {
        ada.trip(&[("name", &format!("Walk {number}"))]).await;
    }
    let found = ada.get("/trips?search=TRAMS+lisbon").await;
    assert!(found.has("Trams and tiles") && !found.has("Walk") && !found.has("Ben"));
    assert_eq!(found.field("search"), "TRAMS lisbon");
    let none = ada.get("/trips?search=trams+porto").await;
    assert!(none.status() == 200 && none.has("No trip has all these words"));
    let first = ada.get("/trips?search=walk").await;
    assert!(first.has("Walk 20") && !first.has(">Walk 0<"));
    let second = ada.get(&first.link("Older")).await;
    assert!(second.has(">Walk 0<") && !second.has("Walk 20") && !second.has(">Lisbon<"));
}

async fn an_account_has_a_calendar(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    ada.trip(&[("name", "Lisbon"), ("start", "2026-05-01")])
        .await;
    let account = ada.get("/account").await;
    let (token, end) = (account.field("form_token"), "name=\"close\"");
    assert!(!account.has(end), "{}", account.text);
    let page = ada.post("/account/feed", &token, &[("open", "1")]).await;
    assert!(ada.get("/account").await.has(end));
    let (_, url) = page.text.split_once("readonly value=\"").unwrap();
    let url = url.split('"').next().unwrap().to_owned();
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    let feed = server.client().open(&url).await.expect_status(200);
    let text = String::from_utf8_lossy(&feed.body).into_owned();
    assert!(text.contains("SUMMARY:Lisbon"), "{text}");
    let ended = ada.post("/account/feed", &token, &[("close", "1")]).await;
    assert_eq!(ended.status(), 303);
    assert!(!ada.get("/account").await.has(end));
    server.client().open(&url).await.expect_status(404);
}

async fn an_account_can_be_downloaded(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let page = ada.get("/account").await;
    let file = ada.get(&page.link("Download your data")).await;
    assert_eq!(file.status(), 200);
    assert_eq!(file.reply.header("content-type"), Some("application/zip"));
    assert!(file.reply.body.starts_with(b"PK"));
    let nobody = Visitor::new(&server).get("/account/export").await;
    assert_eq!(nobody.status(), 303);
}

async fn good_pictures_among_others_are_kept(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let trip = ada.trip(&[("name", "Lisbon")]).await;
    let photos = format!("{trip}/photos");
    let token = ada.get(&photos).await.field("form_token");
    let fields = [("form_token", &*token)];
    let broken = jpeg(40, 30, 1);
    let mut files = vec![
        ("photos", "broken.jpg", broken[..broken.len() / 3].to_vec()),
        ("photos", "good.jpg", broken),
        ("photos", "ticket.pdf", b"%PDF-1.7".to_vec()),
        ("photos", "huge.jpg", vec![0; (20 << 20) + 1]),
        ("photos", "good too.jpg", jpeg(40, 30, 2)),
    ];
    let added = ada.upload_all(&photos, &fields, &files).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let page = ada.get(added.reply.header("location").unwrap()).await;
    assert_eq!(page.text.matches("<li id=\"photo-").count(), 2);
    for reason in [
        "“broken.jpg” can’t be read",
        "“ticket.pdf” is not a picture",
        "“huge.jpg” is too large",
    ] {
        assert!(page.has(reason), "{}", page.text);
    }
    assert!(page.has("Uploaded.") && !page.has("Nothing was added"));
    files.retain(|(_, name, _)| !name.starts_with("good"));
    let refused = ada.upload_all(&photos, &fields, &files).await;
    assert_eq!(refused.status(), 400);
    let named = [
        "broken.jpg",
        "ticket.pdf",
        "huge.jpg",
        "Nothing was added.<",
    ];
    assert!(
        named.iter().all(|text| refused.has(text)),
        "{}",
        refused.text
    );
}

async fn an_import_keeps_the_hours_that_are_there(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let dates = [("start", "2027-03-28"), ("end", "2027-04-08")];
    let trip = ada.trip(&[&[("name", "East")][..], &dates].concat()).await;
    let flight = [
        ("kind", "flight"),
        ("day", "1"),
        ("origin", "Copenhagen"),
        ("endDestination", "Tokyo"),
    ];
    let garden = [
        ("kind", "sight"),
        ("day", "9"),
        ("name", "A garden of rocks"),
        ("start", "16:00"),
    ];
    for item in [flight, garden] {
        let path = format!("{trip}/items/new?kind={}&day={}", item[0].1, item[1].1);
        assert_eq!(ada.fill(&path, &item).await.status(), 303);
    }
    assert!(ada.get(&trip).await.has("16:00"));
    let token = ada.get(&trip).await.field("form_token");
    let map = r#"<gpx version="1.1"><wpt lat="34.99" lon="135.74"><name>Kyoto</name></wpt></gpx>"#;
    let import = format!("{trip}/import");
    let fields = [("form_token", &*token), ("import", "1")];
    let added = ada.upload(&import, &fields, ("file", map)).await;
    assert_eq!(added.status(), 303, "{}", added.text);
    let page = ada.get(&trip).await;
    assert!(page.has("Kyoto") && page.has("16:00"), "{}", page.text);
}

async fn a_preview_shows_what_would_come(builder: Builder) {
    let server = builder.start().unwrap();
    let mut ada = Visitor::signed_up(&server, "ada").await;
    let days = [
        ("name", "Away"),
        ("start", "2026-05-01"),
        ("end", "2026-05-07"),
    ];
    let trip = ada.trip(&days).await;
    let event = |number: usize| {
        let at = format!("202605{:02}T{:02}0000", 2 + number / 20, number % 20);
        format!("BEGIN:VEVENT\r\nSUMMARY:Stop {number}.\r\nDTSTART:{at}\r\nEND:VEVENT\r\n")
    };
    let events: String = (0..60).map(event).collect();
    let events =
        events + "BEGIN:VEVENT\r\nSUMMARY:Known\r\nDTSTART:20260503T235500\r\nEND:VEVENT\r\n";
    let calendar = format!("BEGIN:VCALENDAR\r\n{events}END:VCALENDAR\r\n");
    let path = format!("{trip}/import");
    let token = ada.get(&path).await.field("form_token");
    let known = [
        ("day", "3"),
        ("kind", "other"),
        ("name", "Known"),
        ("start", "23:55"),
    ];
    ada.fill(&format!("{trip}/items/new"), &known).await;
    for (path, count) in [("/trips/import", 61), (&*path, 60)] {
        let fields = [("form_token", &*token), ("preview", "1")];
        let page = ada.upload(path, &fields, ("file", calendar.as_str())).await;
        assert_eq!(page.status(), 200, "{}", page.text);
        assert!(
            page.has("Saturday, 2 May 2026") && page.has(">Stop 0.<"),
            "{}",
            page.text
        );
        assert_eq!(page.text.matches("<h4>").count(), 50);
        assert!(
            page.has(&format!("… and {} more", count - 50)),
            "{}",
            page.text
        );
        assert_eq!(page.has("<h4>Known</h4>"), count == 61);
        let page = ada.upload(path, &fields, ("file", GPX)).await;
        assert!(
            page.has("<h4>Tower</h4>") && page.has("<ul><li>Track 1</li></ul>"),
            "{}",
            page.text
        );
    }
}
