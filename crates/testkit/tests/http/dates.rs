//! Dates: accepted forms, the unit of Variant B's answers, missing dates.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

both!(
    putting_back_text_preserves_the_unit,
    a_date_that_was_never_sent_follows_the_other,
);

on_sqlite!(
    numbers_keep_their_unit_in_b_and_become_text_in_a,
    answers_text_dates_in_seconds,
    both_variants_accept_numbers_and_text,
    missing_dates_are_zero_or_the_epoch,
    rejects_invalid_dates,
    requires_start_not_after_end,
);

async fn dates(ada: &Traveller, trip: &str) -> (Value, Value) {
    (
        ada.b().trip(trip).await.value()["date"].clone(),
        ada.a().trip(trip).await.value()["date"].clone(),
    )
}

async fn numbers_keep_their_unit_in_b_and_become_text_in_a(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (sent, text) in [
        (json!(1_777_593_600), "2026-05-01T00:00:00Z"),
        (json!(1_777_593_600_000_i64), "2026-05-01T00:00:00Z"),
        (json!(1_777_593_600_123_i64), "2026-05-01T00:00:00.123Z"),
        (json!(1_777_593_600.5), "2026-05-01T00:00:00.5Z"),
        (json!(99_999_999_999_i64), "5138-11-16T09:46:39Z"),
        (json!(100_000_000_000_i64), "1973-03-03T09:46:40Z"),
        (json!(-86_400), "1969-12-31T00:00:00Z"),
        (json!(-100_000_000_000_i64), "1966-10-31T14:13:20Z"),
        (json!(253_402_300_799_999_i64), "9999-12-31T23:59:59.999Z"),
        (json!(-62_135_596_800_000_i64), "0001-01-01T00:00:00Z"),
    ] {
        let trip = sample::trip_with(
            &ada,
            &json!({"name": "x", "date": {"start": sent, "end": sent}}),
        )
        .await;
        let (b, a) = dates(&ada, &trip).await;
        assert_eq!(b, json!({"start": sent, "end": sent}));
        assert_eq!(a, json!({"start": text, "end": text}));
    }
    // Start and end separately.
    let mixed = json!({"start": 1_777_593_600, "end": 1_777_680_000_000_i64});
    let trip = sample::trip_with(&ada, &json!({"name": "x", "date": mixed})).await;
    assert_eq!(dates(&ada, &trip).await.0, mixed);
}

async fn answers_text_dates_in_seconds(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (sent, b, a) in [
        ("2026-05-01", json!(1_777_593_600), "2026-05-01T00:00:00Z"),
        (
            "2026-05-01T09:00:00Z",
            json!(1_777_626_000),
            "2026-05-01T09:00:00Z",
        ),
        (
            "2026-05-01T11:00:00+02:00",
            json!(1_777_626_000),
            "2026-05-01T09:00:00Z",
        ),
        (
            "2026-05-01T09:00:00.250Z",
            json!(1_777_626_000.25),
            "2026-05-01T09:00:00.25Z",
        ),
        (
            "2026-05-01T09:00:00.123999Z",
            json!(1_777_626_000.123),
            "2026-05-01T09:00:00.123Z",
        ),
        (
            "2026-05-01t09:00:00z",
            json!(1_777_626_000),
            "2026-05-01T09:00:00Z",
        ),
    ] {
        let trip = sample::trip(&ada, "x").await;
        let answer = ada
            .b()
            .update(&trip, &json!({"date": {"start": sent, "end": sent}}))
            .await
            .value();
        assert_eq!(answer["date"], json!({"start": b, "end": b}), "{sent}");
        assert_eq!(
            dates(&ada, &trip).await.1,
            json!({"start": a, "end": a}),
            "{sent}"
        );
    }
}

async fn both_variants_accept_numbers_and_text(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let feature = json!({"name": "x", "date": {"start": "2026-05-01", "end": 1_777_680_000}});
    let trip = ada.a().create(&feature).await.json().id;
    assert_eq!(
        dates(&ada, &trip).await.0,
        json!({"start": 1_777_593_600, "end": 1_777_680_000})
    );
    let answer = ada
        .a()
        .update(&trip, &json!({"date": {"end": 1_777_680_000_000_i64}}))
        .await
        .value();
    assert_eq!(
        answer["date"],
        json!({"start": "2026-05-01T00:00:00Z", "end": "2026-05-02T00:00:00Z"})
    );
    assert_eq!(
        dates(&ada, &trip).await.0["end"],
        json!(1_777_680_000_000_i64),
        "written anew, in another unit"
    );
}

async fn missing_dates_are_zero_or_the_epoch(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let (none_b, none_a) = (
        json!({"start": 0, "end": 0}),
        json!({"start": "1970-01-01T00:00:00Z", "end": "1970-01-01T00:00:00Z"}),
    );
    assert_eq!(dates(&ada, &trip).await, (none_b.clone(), none_a.clone()));
    ada.b()
        .update(&trip, &json!({"date": none_b}))
        .await
        .expect_status(304);
    ada.a()
        .update(&trip, &json!({"date": none_a}))
        .await
        .expect_status(304);
    for none in [&none_b, &none_a] {
        ada.b()
            .update(&trip, &json!({"date": {"start": 5, "end": 6}}))
            .await
            .expect_status(200);
        ada.a()
            .update(&trip, &json!({"date": none}))
            .await
            .expect_status(200);
        assert_eq!(dates(&ada, &trip).await.0, none_b);
    }
    let answer = ada
        .b()
        .update(&trip, &json!({"date": {"start": 1_777_593_600}}))
        .await
        .value();
    let both = json!({"start": 1_777_593_600, "end": 1_777_593_600});
    assert_eq!(answer["date"], both);
}

async fn a_date_that_was_never_sent_follows_the_other(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let (may, june) = (1_777_593_600, 1_780_272_000);
    for (side, other) in [("start", "end"), ("end", "start")] {
        let body = json!({"name": "x", "date": {side: may}});
        let trips = [
            ada.a().create(&body).await.expect_status(200).json().id,
            ada.b().create(&body).await.expect_status(200).json().uuid,
            sample::trip(&ada, "x").await,
        ];
        let put = async |trip: &str, date: Value| {
            let reply = ada.b().update(trip, &json!({ "date": date })).await;
            reply.status
        };
        let shown = async |trip: &str| {
            let entry = ada.users().trips("ada", &[]).await.value();
            let mut entries = entry["trips"].as_array().unwrap().iter();
            let entry = entries.find(|entry| entry["uuid"] == trip).unwrap();
            let (b, a) = dates(&ada, trip).await;
            assert_eq!(entry["date"], a);
            [b["start"].clone(), b["end"].clone()]
        };
        put(&trips[2], json!({side: may})).await;
        for trip in &trips {
            assert_eq!(shown(trip).await, [json!(may), json!(may)], "{side}");
            // Sent back, as a whole and alone, it is still the other one.
            let whole = ada.b().trip(trip).await.value();
            ada.b().update(trip, &whole).await.expect_status(304);
            let whole = ada.a().trip(trip).await.value();
            ada.a().update(trip, &whole).await.expect_status(304);
            assert_eq!(put(trip, json!({other: may})).await, 304);
            assert_eq!(put(trip, json!({side: june})).await, 200);
            assert_eq!(shown(trip).await, [json!(june), json!(june)], "{side}");
        }
        // Until a different one is sent.
        let (first, last) = (may.min(june) - 86_400, june + 86_400);
        let (different, next) = match other {
            "end" => (last, may),
            _ => (first, june + 60),
        };
        assert_eq!(put(&trips[0], json!({other: different})).await, 200);
        assert_eq!(put(&trips[0], json!({side: next})).await, 200);
        let mut expected = [json!(next), json!(different)];
        if other == "start" {
            expected.reverse();
        }
        assert_eq!(shown(&trips[0]).await, expected);
        // Both at once are two dates.
        let both = json!({side: next, other: june});
        let status = put(&trips[1], both).await;
        assert_eq!(status, 200);
        let sent = put(&trips[2], json!({"start": june + 60, "end": june + 60})).await;
        assert_eq!(sent, 200);
        assert_eq!(
            put(
                &trips[2],
                json!({side: if side == "start" { may } else { june + 120 }})
            )
            .await,
            200
        );
        let [start, end] = shown(&trips[2]).await;
        assert_ne!(start, end, "{side}");
    }
}

async fn rejects_invalid_dates(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let texts = [
        "",
        "yesterday",
        "2026-13-01",
        "2026-02-30",
        "2026-05-01T25:00:00Z",
        "0000-01-01",
        "10000-01-01T00:00:00Z",
        "-0001-01-01",
        "1777593600",
        "2026-05-01T09:00:00Z trailing",
        "01/05/2026",
        "2026-05-01\0",
        "NaN",
    ];
    let values = [
        json!(true),
        json!([]),
        json!({}),
        json!(null),
        json!(253_402_300_800_000_i64),
        json!(-62_135_596_800_001_i64),
    ];
    for wrong in texts.map(Value::from).into_iter().chain(values) {
        for body in [
            json!({"date": {"start": wrong}}),
            json!({"date": {"start": 1, "end": wrong}}),
        ] {
            ada.b()
                .update(&trip, &body)
                .await
                .expect_status(400)
                .problem();
            ada.a().update(&trip, &body).await.expect_status(400);
        }
    }
    for wrong in [
        "1e30",
        "-1e30",
        "1e400",
        "123456789012345678901234567890",
        "1e-400",
    ] {
        let body = format!("{{\"date\": {{\"start\": {wrong}}}}}");
        let call = ada.client.request(
            wayfare_testkit::Method::PUT,
            &format!("/api/v1/trip/{trip}"),
        );
        let status = call.body("application/json", body).await.status;
        assert!(matches!(status, 400 | 304 | 200), "{wrong}: {status}");
    }
    for wrong in [json!(1), json!("2026-05-01"), json!([1, 2]), json!(true)] {
        let problem = ada
            .b()
            .update(&trip, &json!({"date": wrong}))
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), ["/date"]);
    }
}

async fn requires_start_not_after_end(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let after = json!({"name": "x", "date": {"start": 1_777_680_000, "end": "2026-05-01"}});
    ada.b().create(&after).await.expect_status(400).problem();
    ada.a().create(&after).await.expect_status(400).problem();
    let trip = sample::trip_with(
        &ada,
        &json!({"name": "x", "date": {"start": "2026-05-01", "end": "2026-05-01"}}),
    )
    .await;
    ada.b()
        .update(&trip, &json!({"date": {"start": "2026-05-02"}}))
        .await
        .expect_status(400)
        .problem();
    ada.b()
        .update(&trip, &json!({"date": {"end": "2026-04-30"}}))
        .await
        .expect_status(400)
        .problem();
    ada.b()
        .update(
            &trip,
            &json!({"date": {"start": "2026-05-02", "end": "2026-05-03"}}),
        )
        .await
        .expect_status(200);
}

async fn putting_back_text_preserves_the_unit(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let millis = json!({"start": 1_777_593_600_000_i64, "end": 1_777_680_000_000_i64});
    let trip = sample::trip_with(&ada, &json!({"name": "x", "date": millis})).await;
    let detail = ada.a().trip(&trip).await.value();
    ada.a().update(&trip, &detail).await.expect_status(304);
    let changed = json!({"name": "y", "date": detail["date"]});
    ada.a().update(&trip, &changed).await.expect_status(200);
    assert_eq!(
        dates(&ada, &trip).await.0,
        millis,
        "what A can't express is not lost"
    );
}
