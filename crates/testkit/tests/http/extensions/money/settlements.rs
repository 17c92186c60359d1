//! Recorded settlements: what is answered, refused, and who may record them.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use crate::cast::{Cast, NO_TRIP};

both!(
    records_lists_and_removes,
    names_who_recorded_it_after_they_have_left,
    is_guarded_by_the_version_of_the_trip,
);

on_sqlite!(
    refuses_what_is_invalid,
    stays_out_of_the_budget_summary_and_outlives_its_entries,
);

async fn trip(ada: &Traveller) -> String {
    let trip = sample::trip(ada, "x").await;
    let shares = json!([{"memberId": "x", "cost": 30}, {"memberId": "y", "paidValue": 30}]);
    let budget = json!({"budget": {"membersBudget": shares}});
    ada.a().set_budget(&trip, &budget).await.expect_status(200);
    trip
}

async fn records_lists_and_removes(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip(&ada).await;
    let ada = ada.extensions();
    assert_eq!(ada.settlements(&trip).await.json(), []);
    let sent =
        json!({"from": "x", "to": "y", "amount": 12.5, "date": "2026-05-01", "note": "cash"});
    let reply = ada.record_settlement(&trip, &sent).await.expect_status(201);
    let location = reply.header("location").unwrap().to_owned();
    let (tag, first) = (reply.etag(), reply.json());
    assert!(location.ends_with(&format!("/api/v1/trips/{trip}/settlements/{}", first.id)));
    let shown = serde_json::to_value(&first).unwrap();
    let wanted = json!({
        "id": first.id, "from": "x", "to": "y", "amount": 12.5, "currency": "CAD",
        "date": "2026-05-01T00:00:00Z",
        "note": "cash", "recordedBy": "ada", "recordedAt": first.recorded_at,
    });
    assert_eq!(shown, wanted);
    let one = ada.recorded_settlement(&trip, &first.id);
    let one = one.await.expect_status(200);
    assert_eq!(one.etag(), tag);
    assert_eq!(one.json(), first);
    let again = ada
        .recorded_settlement(&trip, &first.id)
        .if_none_match(&tag);
    again.await.expect_status(304);
    let second = json!({"from": "y", "to": "x", "amount": 1});
    let second = ada.record_settlement(&trip, &second).await.json();
    assert_eq!(second.date, second.recorded_at, "now, if left out");
    let listed = ada.settlements(&trip).await.json();
    assert_eq!(listed, [first.clone(), second.clone()]);
    let delete = || ada.delete_settlement(&trip, &first.id);
    delete().await.expect_status(204);
    delete().await.expect_status(404);
    let gone = ada.recorded_settlement(&trip, &first.id);
    gone.await.expect_status(404);
    assert_eq!(ada.settlements(&trip).await.json(), [second]);
    for other in ["x", NO_TRIP, ""] {
        let status = ada.recorded_settlement(&trip, other).await.status;
        assert_eq!(status, 404, "{other}");
    }
}

async fn names_who_recorded_it_after_they_have_left(server: TestServer) {
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let sent = json!({"from": "ada", "to": "bob", "amount": 1});
    let recorded = cast.bob.extensions().record_settlement(&trip, &sent);
    assert_eq!(recorded.await.expect_status(201).json().recorded_by, "bob");
    let left = json!({"members": ["ada"]});
    cast.ada.a().manage(&trip, &left).await.expect_status(200);
    let listed = cast.ada.extensions().settlements(&trip).await.json();
    assert_eq!(listed[0].recorded_by.len(), 36, "an id: {listed:?}");
    assert_eq!(listed[0].to, "bob");
    // Bob is no person of the trip any more, but a party of a recorded payment.
    let back = json!({"from": "bob", "to": "ada", "amount": 1});
    let back = cast.ada.extensions().record_settlement(&trip, &back);
    back.await.expect_status(201);
}

async fn refuses_what_is_invalid(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip(&ada).await;
    let refused = async |body: Value| {
        let reply = ada.extensions().record_settlement(&trip, &body).await;
        let problem = reply.expect_status(400);
        let pointers = problem.problem();
        let pointers: Vec<String> = pointers.pointers().into_iter().map(str::to_owned).collect();
        pointers
    };
    assert_eq!(refused(json!({})).await, ["/from", "/to", "/amount"]);
    assert_eq!(
        refused(json!({
            "from": "", "to": 7, "amount": -1, "currency": "XXXX", "date": "soon", "note": 7
        }))
        .await,
        ["/from", "/to", "/amount", "/currency", "/date", "/note"]
    );
    let with = |more: Value| {
        let mut body = json!({"from": "x", "to": "y", "amount": 1});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    for (more, pointer) in [
        (json!({"from": "nobody"}), "/from"),
        (json!({"to": "nobody"}), "/to"),
        (json!({"to": "x"}), "/to"),
        (json!({"amount": 0}), "/amount"),
        (json!({"amount": 0.001}), "/amount"),
        (json!({"currency": "JPY"}), "/currency"),
        (json!({"note": "x".repeat(2_001)}), "/note"),
    ] {
        assert_eq!(refused(with(more.clone())).await, [pointer], "{more}");
    }
    assert_eq!(ada.extensions().settlements(&trip).await.json(), []);
    let kept = with(json!({"note": "x".repeat(2_000), "amount": 0.01}));
    let kept = ada.extensions().record_settlement(&trip, &kept);
    kept.await.expect_status(201);
}

async fn is_guarded_by_the_version_of_the_trip(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip(&ada).await;
    let ada = ada.extensions();
    let stale = ada.settlement(&trip).await.etag();
    let sent = json!({"from": "x", "to": "y", "amount": 1});
    let first = ada.record_settlement(&trip, &sent).if_match(&stale);
    let first = first.await.expect_status(201);
    let (tag, id) = (first.etag(), first.json().id);
    let second = ada.record_settlement(&trip, &sent).if_match(&stale);
    second.await.expect_status(412);
    let delete = |tag: &str| ada.delete_settlement(&trip, &id).if_match(tag);
    delete(&stale).await.expect_status(412);
    delete(&tag).await.expect_status(204);
}

async fn stays_out_of_the_budget_summary_and_outlives_its_entries(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = trip(&ada).await;
    let before = ada.a().trip(&trip).await.value()["budget"].clone();
    let sent = json!({"from": "x", "to": "y", "amount": 30});
    let recorded = ada.extensions().record_settlement(&trip, &sent);
    recorded.await.expect_status(201);
    assert_eq!(ada.a().trip(&trip).await.value()["budget"], before);
    let empty = json!({"budget": {"membersBudget": []}});
    ada.a().set_budget(&trip, &empty).await.expect_status(200);
    let settlement = ada.extensions().settlement(&trip).await.value();
    let back = json!([{"from": "y", "to": "x", "amount": 30}]);
    assert_eq!(settlement["transfers"], back);
}
