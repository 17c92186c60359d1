//! The program that reads PDF files and mails without markup: here a script, which does what the
//! file asks for.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::future::join;
use serde_json::json;
use tempfile::TempDir;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::shapes::extensions::Import;
use wayfare_testkit::{Builder, TestServer, both, on_sqlite};

both!(a_pdf_is_read_by_the_program);

on_sqlite!(
    a_mail_is_read_as_a_whole,
    a_failing_program_changes_nothing,
    one_process_runs_for_each_account,
    a_process_ends_with_all_that_it_started,
);

/// Answers by the second word of the file.
const SCRIPT: &str = r#"#!/bin/bash
read -r _ what
what=${what%$'\r'}
flight() {
    printf '[{"@type": "FlightReservation", "reservationNumber": "ABC123", "reservationFor": {
        "@type": "Flight", "airline": {"@type": "Airline", "iataCode": "AC"},
        "flightNumber": "834", "departureDay": "2030-05-04",
        "departureAirport": {"@type": "Airport", "iataCode": "YUL"},
        "arrivalAirport": {"@type": "Airport", "iataCode": "FRA"}},
        "reservedTicket": {"@type": "Ticket", "ticketToken": "aztecCode:PASS"}}]'
}
case "$what" in
flight) flight ;;
stay@example.com)
    # Is it the whole mail?
    grep -q '^%PDF' || exit 1
    printf '[{"@type": "LodgingReservation", "checkinTime": {"@type": "QDateTime",
        "@value": "2026-05-04T15:00:00+02:00", "timezone": "Europe/Vienna"},
        "reservationFor": {"@type": "LodgingBusiness", "name": "Sonne"}},
        {"@type": "TaxiReservation", "pickupTime": "2026-05-06T09:00:00"}]'
    ;;
confined)
    # No network, no processes, no files of the service, 512 MiB, and nothing to write.
    (echo > /dev/tcp/127.0.0.1/PORT) && exit 1
    [ -z "$(ls /proc)" ] && [ ! -e WORKING_DIRECTORY ] && [ "$(ulimit -v)" = 524288 ] || exit 1
    (echo x > FOLDER/written) && exit 1
    flight
    ;;
alone)
    mkdir FOLDER/running || exit 1
    sleep 0.5
    rmdir FOLDER/running
    flight
    ;;
fails) flight; exit 3 ;;
nothing) echo '[]' ;;
broken) echo '[{"@type": "FlightReservation"' ;;
floods) yes '[]' | head -c 10000000 ;;
sleeps) sleep 3071 & sleep 3071 ;;
esac
"#;

/// A script and its folder.
pub(super) struct Program(TempDir);

impl Program {
    /// The script, which connects to a port; `None` if this machine lets nobody confine a process,
    /// as most containers do.
    #[expect(clippy::print_stderr, reason = "whoever runs the tests is told")]
    pub(super) fn new(port: u16) -> Option<Self> {
        let namespaces = ["--map-root-user", "--net", "--pid", "--mount", "--fork"];
        let mut probe = Command::new("unshare");
        let probe = probe
            .args(namespaces)
            .args(["mount", "-t", "tmpfs", "none", "/proc"]);
        if !probe.status().is_ok_and(|status| status.success()) {
            eprintln!("not tested: unshare can't confine a process here");
            return None;
        }
        let folder = TempDir::new().unwrap();
        let here = std::env::current_dir().unwrap().join("Cargo.toml");
        let script = SCRIPT
            .replace(
                "PASS",
                "M1LOVELACE/ADA        EABC123 YULFRAAC 0834 124J001A0025 100",
            )
            .replace("PORT", &port.to_string())
            .replace("WORKING_DIRECTORY", here.to_str().unwrap())
            .replace("FOLDER", folder.path().to_str().unwrap());
        let program = Self(folder);
        fs::write(program.path(), script).unwrap();
        fs::set_permissions(program.path(), Permissions::from_mode(0o755)).unwrap();
        Some(program)
    }

    pub(super) fn path(&self) -> String {
        self.0.path().join("extractor").to_str().unwrap().to_owned()
    }
}

/// A server with a program, and somebody.
async fn start(builder: Builder, program: &str) -> (TestServer, Traveller) {
    let server = builder.setting("kitinerary", program).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    (server, ada)
}

async fn import(by: &Traveller, file: impl Into<Vec<u8>>) -> Import {
    let call = by.extensions().import("", file);
    call.await.expect_status(201).json()
}

async fn a_pdf_is_read_by_the_program(builder: Builder) {
    let other = TestServer::builder().start().unwrap();
    let Some(program) = Program::new(other.address().port()) else {
        return;
    };
    let (_server, ada) = start(builder, &program.path()).await;
    let imported = import(&ada, "%PDF-1.7 flight\n").await;
    assert_eq!((&*imported.format, imported.items), ("reservation", 1));
    let trip = imported.uuid.unwrap();
    let items = ada.a().items(&trip).extended().await.value();
    assert_eq!(items[0]["destination"]["name"], "AC 834 YUL – FRA");
    assert_eq!(items[0]["confirmation"], "ABC123");
    // The pass is of the day next to that of the trip, whatever year the program says.
    let dates = json!({"name": "Canada", "date": {"start": "2027-05-01", "end": "2027-05-09"}});
    let other = sample::trip_with(&ada, &dates).await;
    let query = format!("trip={other}");
    let added = ada.extensions().import(&query, "%PDF-1.7 flight\n").await;
    added.expect_status(200);
    assert_eq!(ada.a().items(&other).await.value()[0]["day"], 4);
    let files = ada.extensions().files(&trip).await.json();
    assert_eq!((files.len(), &*files[0].name), (1, "document.pdf"));

    let preview = ada.extensions().import("preview=true", "%PDF-1.7 flight\n");
    assert_eq!(preview.await.expect_status(200).json().items, 1);
    let again = ada
        .extensions()
        .import(&format!("trip={trip}"), "%PDF-1.7 flight\n");
    assert_eq!(
        again.await.expect_status(200).json().items,
        0,
        "it is known"
    );
    let confined = import(&ada, "%PDF-1.7 confined\n").await;
    assert_eq!(confined.items, 1);
}

/// A mail with a page and a PDF.
pub(super) fn mail(page: &str) -> String {
    format!(
        "From: stay@example.com\r\nSubject: Stay\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/html\r\n\r\n<html>{page}</html>\r\n\
         --b\r\nContent-Type: application/pdf; name=stay.pdf\r\n\r\n%PDF-1.7\r\n--b--\r\n"
    )
}

async fn a_mail_is_read_as_a_whole(builder: Builder) {
    let Some(program) = Program::new(1) else {
        return;
    };
    let (_server, ada) = start(builder, &program.path()).await;
    let imported = import(&ada, mail("<p>Your stay</p>")).await;
    assert_eq!((&*imported.format, imported.items), ("mail", 2));
    let unread = "a PDF of the mail is not read".to_owned();
    assert!(!imported.warnings.contains(&unread), "{imported:?}");
    // What is read without the program is read so: the same stay, by its hour, comes once.
    let booking = json!({
        "@type": "LodgingReservation", "checkinTime": "2026-05-04T15:00:00",
        "reservationFor": {"@type": "LodgingBusiness", "name": "Pension Sonne"},
    });
    let page = format!("<script type='application/ld+json'>{booking}</script>");
    let imported = import(&ada, mail(&page)).await;
    assert_eq!(imported.items, 2);
    let items = ada.a().items(&imported.uuid.unwrap()).await.value();
    assert_eq!(items[0]["destination"]["name"], "Pension Sonne");
}

async fn a_failing_program_changes_nothing(builder: Builder) {
    let Some(program) = Program::new(1) else {
        return;
    };
    let plain = builder.clone().start().unwrap();
    let zoe = sample::sign_up(&plain.client(), "zoe").await;
    let (_server, ada) = start(builder.clone(), &program.path()).await;
    let no_program = program.0.path().to_str().unwrap();
    let (_other, eve) = start(builder, no_program).await;
    for (by, word) in [
        (&ada, "fails"),
        (&ada, "nothing"),
        (&ada, "broken"),
        (&ada, "floods"),
        (&eve, "flight"),
    ] {
        let file = format!("%PDF-1.7 {word}\n");
        let without = zoe.extensions().import("", file.clone()).await.problem();
        let with = by.extensions().import("", file).await.problem();
        assert_eq!(with.errors[0].detail, without.errors[0].detail);
    }
    let page = mail("<p>Your stay</p>").replace("stay@", "fails@");
    let imported = import(&ada, page).await;
    assert_eq!(
        (imported.items, imported.warnings.len()),
        (0, 1),
        "{imported:?}"
    );
}

async fn one_process_runs_for_each_account(builder: Builder) {
    let Some(program) = Program::new(1) else {
        return;
    };
    let (_server, ada) = start(builder, &program.path()).await;
    let file = "%PDF-1.7 alone\n";
    let (first, second) = join(import(&ada, file), import(&ada, file)).await;
    assert_eq!((first.items, second.items), (1, 1));
}

async fn a_process_ends_with_all_that_it_started(builder: Builder) {
    let Some(program) = Program::new(1) else {
        return;
    };
    let (server, ada) = start(builder, &program.path()).await;
    let zoe = sample::sign_up(&server.client(), "zoe").await;
    let started = Instant::now();
    let sleeps = async {
        let sleeps = ada.extensions().import("", "%PDF-1.7 sleeps\n").await;
        sleeps.expect_status(400);
        started.elapsed()
    };
    let others = async {
        import(&zoe, "%PDF-1.7 flight\n").await;
        started.elapsed()
    };
    let (slept, waited) = join(sleeps, others).await;
    let limit = Duration::from_secs(10);
    assert!(waited < limit && slept >= limit, "{waited:?} {slept:?}");
    let deadline = Instant::now() + limit;
    while is_running("3071") {
        assert!(Instant::now() < deadline, "a process is left");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Whether a process of this machine has such an argument.
fn is_running(argument: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|it| fs::read(it.path().join("cmdline")).ok());
    lines.any(|line| {
        line.split(|byte| *byte == 0)
            .any(|it| it == argument.as_bytes())
    })
}
