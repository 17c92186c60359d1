//! Snapshots of the largest answers, for review.

use serde_json::{Value, json};
use time::macros::datetime;
use wayfare_testkit::{Builder, FixedClock, both};

use crate::cast::Cast;

both!(matches_the_stored_snapshots);

async fn matches_the_stored_snapshots(builder: Builder) {
    let clock = FixedClock::at(datetime!(2026-04-01 12:00 UTC));
    let server = builder.clock(clock).start().unwrap();
    let cast = Cast::of(&server).await;
    let trip = cast.full_trip().await;
    let (a, b) = (cast.ada.a(), cast.ada.b());
    let names = [
        (server.base_url(), "[base]"),
        (trip.clone(), "[trip]"),
        (cast.ada.id.clone(), "[ada]"),
        (cast.bob.id.clone(), "[bob]"),
    ];
    let seen = |value: &Value| {
        let text = serde_json::to_string_pretty(&sorted(value)).unwrap();
        let named = names
            .iter()
            .fold(text, |text, (id, name)| text.replace(id.as_str(), name));
        without_uuids(&named)
    };
    insta::assert_snapshot!("variant_a_detail", seen(&a.trip(&trip).await.value()));
    insta::assert_snapshot!("variant_a_items", seen(&a.items(&trip).await.value()));
    insta::assert_snapshot!("variant_a_list", seen(&a.trips().await.value()));
    insta::assert_snapshot!("variant_b_detail", seen(&b.trip(&trip).await.value()));
    insta::assert_snapshot!("variant_b_map", seen(&b.map(&trip).await.value()));
    insta::assert_snapshot!("variant_b_timeline", seen(&b.timeline(&trip).await.value()));
    insta::assert_snapshot!(
        "variant_a_update",
        seen(
            &a.update(&trip, &json!({"name": "Portugal again"}))
                .await
                .value()
        )
    );
    insta::assert_snapshot!(
        "variant_a_feature",
        seen(&a.create(&json!({"name": "Qqxyzzy 42"})).await.value())
    );
    insta::assert_snapshot!("profile", seen(&cast.ada.users().own().await.value()));
    let wrong = b
        .update(
            &trip,
            &json!({"name": "", "budget": {"lo": -1}, "todo": [null]}),
        )
        .await;
    let mut problem: Value = serde_json::from_slice(&wrong.body).unwrap();
    problem["instance"] = json!("[request id]");
    insta::assert_snapshot!("problem", seen(&problem));
}

/// Sorts the keys of a value, whatever their order in this build.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            fields
                .into_iter()
                .map(|(name, value)| (name.clone(), sorted(value)))
                .collect()
        }
        Value::Array(elements) => elements.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

/// Replaces UUIDs, which differ in each run, by `[uuid]`.
fn without_uuids(text: &str) -> String {
    let parts = text.split('"').map(|part| {
        if uuid::Uuid::try_parse(part).is_ok() && part.len() == 36 {
            "[uuid]"
        } else {
            part
        }
    });
    parts.collect::<Vec<_>>().join("\"")
}
