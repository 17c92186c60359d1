//! The map: locations, and notes with sanitized HTML.

use serde_json::{Value, json};
use wayfare_testkit::{TestServer, both, on_sqlite, sample};

both!(stores_notes_and_locations);

on_sqlite!(
    updates_each_part_separately,
    omitted_location_fields_are_empty,
    sanitizes_html,
    putting_back_sanitized_notes_changes_nothing,
    refuses_notes_whose_tree_grows_faster_than_they_do,
    rejects_invalid_maps,
);

async fn stores_notes_and_locations(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    assert_eq!(
        ada.b().map(&trip).await.value(),
        json!({"notes": "", "locations": []})
    );
    let answer = ada.b().set_map(&trip, &sample::map()).await.value();
    assert_eq!(answer["notes"], json!("<p>Bring <b>water</b></p>"));
    assert_eq!(answer["locations"][0], sample::map()["locations"][0]);
    assert_eq!(ada.b().map(&trip).await.value(), answer);
    let mut map = ada.a().trip(&trip).await.value()["map"].clone();
    assert_eq!(
        map["locations"][0]["date"],
        json!({"start": "2026-05-01T09:00:00Z", "end": "2026-05-02T09:00:00Z"})
    );
    map["locations"][0]["date"] = answer["locations"][0]["date"].clone();
    map["locations"][1]["date"] = answer["locations"][1]["date"].clone();
    assert_eq!(map, answer);
}

async fn updates_each_part_separately(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    ada.b()
        .set_map(&trip, &sample::map())
        .await
        .expect_status(200);
    let answer = ada
        .b()
        .set_map(&trip, &json!({"notes": "other"}))
        .await
        .value();
    assert_eq!(
        (
            &answer["notes"],
            answer["locations"].as_array().unwrap().len()
        ),
        (&json!("other"), 2)
    );
    let answer = ada
        .b()
        .set_map(&trip, &json!({"locations": []}))
        .await
        .value();
    assert_eq!(answer, json!({"notes": "other", "locations": []}));
    assert_eq!(
        ada.b().set_map(&trip, &json!({"notes": ""})).await.value()["notes"],
        json!("")
    );
}

async fn omitted_location_fields_are_empty(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let sent = json!([
        {}, {"title": "t", "transportation": {"type": "bus"}}, {"date": {"end": "2026-05-01"}},
        {"date": {"start": 0, "end": 0}}
    ]);
    let answer = ada
        .b()
        .set_map(&trip, &json!({"locations": sent}))
        .await
        .value();
    let none = json!({"type": "", "distance": 0, "time": 0, "cost": 0});
    let empty =
        json!({"title": "", "address": "", "date": {"start": 0, "end": 0}, "transportation": none});
    assert_eq!(answer["locations"][0], empty);
    assert_eq!(
        answer["locations"][1]["transportation"],
        json!({"type": "bus", "distance": 0, "time": 0, "cost": 0})
    );
    assert_eq!(
        answer["locations"][2]["date"],
        json!({"start": 1_777_593_600, "end": 1_777_593_600})
    );
    assert_eq!(answer["locations"][3], empty);
    let detail = ada.a().trip(&trip).await.value();
    let epoch = json!({"start": "1970-01-01T00:00:00Z", "end": "1970-01-01T00:00:00Z"});
    assert_eq!(detail["map"]["locations"][0]["date"], epoch);
}

async fn sanitizes_html(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let clean = async |notes: &str| {
        ada.b().set_map(&trip, &json!({"notes": "reset"})).await;
        ada.b()
            .set_map(&trip, &json!({"notes": notes}))
            .await
            .json()
            .notes
    };
    for kept in [
        "plain text",
        "<p>a</p>",
        "<b>a</b> <i>b</i> <em>c</em>",
        "<ul><li>a</li></ul>",
        "line\nbreak",
        "é 日本 👩‍👩‍👧‍👦",
    ] {
        assert_eq!(clean(kept).await, kept);
    }
    assert!(
        clean("<a href=\"https://example.com\">l</a>")
            .await
            .contains("href=\"https://example.com\"")
    );
    let attacks = [
        "<script>alert(1)</script>ok",
        "<img src=x onerror=alert(1)>ok",
        "<a href=\"javascript:alert(1)\">ok</a>",
        "<svg onload=alert(1)>ok</svg>",
        "<iframe src=\"https://evil.example\"></iframe>ok",
        "<b onclick=\"alert(1)\">ok</b>",
        "<style>*{display:none}</style>ok",
        "<object data=x></object>ok",
        "<form action=x><input></form>ok",
        "<math><mtext><script>alert(1)</script></mtext></math>ok",
        "<scr<script>ipt>alert(1)</scr</script>ipt>ok",
        "<a href=\"JaVaScRiPt:alert(1)\">ok</a>",
        "<a href=\"data:text/html,<script>alert(1)</script>\">ok</a>",
        "<p style=\"background:url(javascript:alert(1))\">ok</p>",
        "<base href=\"https://evil.example/\">ok",
        "<!--<script>-->ok",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">ok",
    ];
    for attack in attacks {
        let cleaned = clean(attack).await.to_ascii_lowercase();
        assert!(cleaned.contains("ok"), "{attack}: {cleaned}");
        for trace in [
            "<script",
            "onerror=\"",
            "onerror=a",
            "onload=",
            "onclick=",
            "javascript:",
            "<iframe",
            "<style",
            "<object",
            "<form",
            "<base",
            "<svg",
            "<math",
            "<!--",
            "href=\"data:",
        ] {
            // Escaped markup is text.
            assert!(!cleaned.contains(trace), "{attack}: {cleaned}");
        }
    }
}

async fn putting_back_sanitized_notes_changes_nothing(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    for notes in [
        "a & b < c > d",
        "&amp; &lt; &nbsp; &copy; &#39;",
        "<p>unclosed <b>tags",
        "<table><tr><td>a</td></tr></table>",
        "\u{a0}\u{feff}",
        "<a href=https://example.com/?a=1&b=2>l</a>",
        "a\r\nb\rc",
        "<br/><hr>",
        "</p>",
        "\"quotes\" 'single'",
        "<p>&lt;script&gt;</p>",
    ] {
        ada.b().set_map(&trip, &json!({"notes": "reset"})).await;
        ada.b()
            .set_map(&trip, &json!({"notes": notes}))
            .await
            .expect_status(200);
        let cleaned = ada.b().map(&trip).await.json().notes;
        ada.b()
            .set_map(&trip, &json!({"notes": cleaned}))
            .await
            .expect_status(304);
        ada.b()
            .set_map(&trip, &json!({"notes": notes}))
            .await
            .expect_status(304);
    }
    // Notes that exceed the limit after sanitizing are too long.
    ada.b()
        .set_map(&trip, &json!({"notes": "&".repeat(100_000)}))
        .await
        .expect_status(400)
        .problem();
}

async fn refuses_notes_whose_tree_grows_faster_than_they_do(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    let open: String = (0..30).map(|number| format!("<b a{number}>")).collect();
    for notes in [
        format!("<p>{open}{}", "<p>x".repeat(24_000)),
        "<div>".repeat(20_000),
        "<ul><li>".repeat(12_000),
    ] {
        let notes = json!({"notes": notes});
        let problem = ada.b().set_map(&trip, &notes).await;
        let problem = problem.expect_status(400).problem();
        assert_eq!(problem.pointers(), ["/notes"]);
    }
    let paragraphs = "<p>A day at the <b>sea</b>, <a href=\"/\">see</a>.</p>".repeat(1_200);
    let rich = json!({"notes": paragraphs});
    ada.b().set_map(&trip, &rich).await.expect_status(200);
}

async fn rejects_invalid_maps(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "x").await;
    ada.b()
        .set_map(&trip, &sample::map())
        .await
        .expect_status(200);
    let before = ada.b().map(&trip).await.body;
    for (location, pointer) in [
        (json!(5), ""),
        (json!({"title": 5}), "/title"),
        (json!({"title": null}), "/title"),
        (json!({"address": []}), "/address"),
        (json!({"date": 5}), "/date"),
        (json!({"date": {"start": "x"}}), "/date/start"),
        (json!({"date": {"start": 10, "end": 5}}), "/date/start"),
        (json!({"transportation": "bus"}), "/transportation"),
        (
            json!({"transportation": {"type": 5}}),
            "/transportation/type",
        ),
        (
            json!({"transportation": {"distance": -1}}),
            "/transportation/distance",
        ),
        (
            json!({"transportation": {"time": "1"}}),
            "/transportation/time",
        ),
        (
            json!({"transportation": {"cost": 1e13}}),
            "/transportation/cost",
        ),
    ] {
        let body = json!({"notes": "not kept", "locations": [{}, location]});
        let problem = ada
            .b()
            .set_map(&trip, &body)
            .await
            .expect_status(400)
            .problem();
        assert_eq!(problem.pointers(), [format!("/locations/1{pointer}")]);
    }
    let bodies: [Value; 4] = [
        json!([]),
        json!({"notes": 5}),
        json!({"locations": {}}),
        json!("x"),
    ];
    for body in bodies {
        ada.b()
            .set_map(&trip, &body)
            .await
            .expect_status(400)
            .problem();
    }
    assert_eq!(ada.b().map(&trip).await.body, before);
}
