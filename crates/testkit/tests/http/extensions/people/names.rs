//! Names are no keys for money: a member id means whom it meant when it was written, or whom the
//! owner adds under that name.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, both};

use super::invitations::{invite, start};
use crate::cast::Cast;

both!(
    a_rename_takes_nobody_elses_money,
    who_joins_under_a_name_is_another_party_unless_they_claim_it,
    whom_the_owner_adds_is_the_party_of_that_name,
    what_names_somebody_goes_on_to_name_them,
);

/// Zoe, who has no account, has paid 90 for her, Ada and Bob.
async fn trip_with_zoe(cast: &Cast) -> String {
    let trip = cast.trip(true).await;
    write_costs(&cast.ada, &trip, 90).await;
    trip
}

async fn write_costs(by: &Traveller, trip: &str, paid: u32) {
    let share =
        |member: &str, paid: u32| json!({"memberId": member, "cost": 30, "paidValue": paid});
    let shares = json!([share("zoe", paid), share("ada", 0), share("bob", 0)]);
    let budget = json!({"budget": {"membersBudget": shares}});
    by.a().set_budget(trip, &budget).await.expect_status(200);
}

/// The balances by name.
async fn balances(cast: &Cast, trip: &str) -> Vec<(String, i64)> {
    let settlement = cast.ada.extensions().settlement(trip).await.value();
    let balances = settlement["balances"].as_array().unwrap().iter();
    let balance = |it: &Value| {
        (
            it["member"].as_str().unwrap().into(),
            it["balance"].as_i64().unwrap(),
        )
    };
    balances.map(balance).collect()
}

fn of_zoe() -> Vec<(String, i64)> {
    [("zoe", 60), ("ada", -30), ("bob", -30)]
        .map(|(name, sum)| (name.to_owned(), sum))
        .to_vec()
}

async fn rename(who: &Traveller, from: &str, to: &str) {
    let renamed = who.users().update(from, &json!({"username": to})).await;
    renamed.expect_status(200);
}

async fn a_rename_takes_nobody_elses_money(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = trip_with_zoe(&cast).await;
    sample::add_members(&cast.ada, &trip, &[&cast.bob, &cast.eve]).await;
    let roles = json!({"roles": {"eve": "viewer"}});
    cast.ada
        .extensions()
        .set_roles(&trip, &roles)
        .await
        .expect_status(200);
    rename(&cast.eve, "eve", "zoe").await;
    assert_eq!(balances(&cast, &trip).await, of_zoe());
    // Nor does any later edit.
    let name = json!({"name": "Porto"});
    cast.ada.a().update(&trip, &name).await.expect_status(200);
    assert_eq!(balances(&cast, &trip).await, of_zoe());
    let paid = json!({"from": "ada", "to": "zoe", "amount": 30});
    let paid = cast.ada.extensions().record_settlement(&trip, &paid).await;
    paid.expect_status(201);
    write_costs(&cast.bob, &trip, 91).await;
    let summed = balances(&cast, &trip).await;
    assert_eq!(summed[0], ("zoe".to_owned(), 31), "{summed:?}");
    // The person of that name is named by the id.
    let id = cast.eve.id.clone();
    let paid = json!({"from": "bob", "to": id, "amount": 5});
    let paid = cast.ada.extensions().record_settlement(&trip, &paid).await;
    paid.expect_status(201);
    let summed = balances(&cast, &trip).await;
    assert_eq!(summed[0].1, 31, "{summed:?}");
    assert!(summed.contains(&(id, -5)), "{summed:?}");
}

async fn who_joins_under_a_name_is_another_party_unless_they_claim_it(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = trip_with_zoe(&cast).await;
    rename(&cast.eve, "eve", "zoe").await;
    let invitation = invite(&cast.ada, &trip, &json!({})).await;
    let eve = cast.eve.extensions();
    eve.join(invitation.token(), &json!({}))
        .await
        .expect_status(200);
    let name = json!({"name": "Porto"});
    cast.ada.a().update(&trip, &name).await.expect_status(200);
    assert_eq!(balances(&cast, &trip).await, of_zoe());
    let open = cast.ada.extensions().parties(&trip).await.value();
    assert_eq!(open[0]["memberId"], "zoe", "{open}");
    eve.join(invitation.token(), &json!({"as": "zoe"}))
        .await
        .expect_status(200);
    let open = cast.ada.extensions().parties(&trip).await.value();
    assert_eq!(open, json!([]));
    rename(&cast.eve, "zoe", "eve").await;
    assert_eq!(balances(&cast, &trip).await, of_zoe());
}

async fn whom_the_owner_adds_is_the_party_of_that_name(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = trip_with_zoe(&cast).await;
    let zoe = sample::sign_up(&cast.nobody, "zoe").await;
    sample::add_members(&cast.ada, &trip, &[&cast.bob, &zoe]).await;
    let open = cast.ada.extensions().parties(&trip).await.value();
    assert_eq!(open, json!([]));
    // One party in every sum, also after a rename.
    rename(&zoe, "zoe", "zora").await;
    rename(&cast.eve, "eve", "zoe").await;
    let paid = json!({"from": "bob", "to": "zora", "amount": 30});
    let paid = cast.ada.extensions().record_settlement(&trip, &paid).await;
    paid.expect_status(201);
    let summed = balances(&cast, &trip).await;
    let names = ["zoe", "ada", "bob"].map(str::to_owned);
    assert_eq!(
        summed,
        names.into_iter().zip([30, -30, 0]).collect::<Vec<_>>()
    );
}

/// Bob has paid 100 under a name that Eve has by now, who joins.
async fn what_names_somebody_goes_on_to_name_them(builder: Builder) {
    let (server, _clock) = start(builder);
    let cast = Cast::of(&server).await;
    let trip = cast.trip(true).await;
    let share = |member: &str, cost: u32, paid: u32| {
        json!({
            "memberId": member, "cost": cost, "paidValue": paid
        })
    };
    let item = |id: &str, ada: u32| {
        json!([{
            "item_id": id, "item_type": "activity", "name": "Boat",
            "budget": {"membersBudget": [share("ada", ada, 0), share("bob", 50, 100)]},
        }])
    };
    let ada = cast.ada.a();
    let set = async |items: Value| {
        ada.set_items(&trip, &items).await.expect_status(200);
    };
    set(item("boat", 60)).await;
    rename(&cast.bob, "bob", "robert").await;
    rename(&cast.eve, "eve", "bob").await;
    let invitation = invite(&cast.ada, &trip, &json!({})).await;
    let joined = cast.eve.extensions();
    joined
        .join(invitation.token(), &json!({}))
        .await
        .expect_status(200);
    let expected = |ada: i64| vec![("ada".to_owned(), -ada), ("bob".to_owned(), ada)];
    assert_eq!(balances(&cast, &trip).await[1].1, 50);
    // Sent back with another cost, without its id or with another.
    let mut anew = item("", 50);
    anew[0].as_object_mut().unwrap().remove("item_id");
    for items in [anew, item("other", 50)] {
        set(items).await;
        assert_eq!(balances(&cast, &trip).await, expected(50));
    }
    // Nor does a cost that is new mean Eve.
    let shares = [share("ada", 0, 30), share("bob", 30, 0)];
    let budget = json!({"budget": {"membersBudget": shares}});
    ada.set_budget(&trip, &budget).await.expect_status(200);
    assert_eq!(balances(&cast, &trip).await, expected(20));
}
