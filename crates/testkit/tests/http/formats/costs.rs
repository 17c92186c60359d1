//! Exports of services that share costs, as new trips and into trips: `format`, people, and
//! balances by the settlement of the trip.

use serde_json::{Value, json};
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{TestServer, both, on_sqlite};

use super::exports::with_items;
use super::imports::import;

both!(
    costs_of_each_service_keep_their_balances,
    costs_are_added_to_a_trip_once,
);

on_sqlite!(
    the_same_expense_twice_stays_twice,
    payments_without_a_rate_are_expenses,
    what_is_no_export_of_costs_is_named,
);

const SPLITWISE: &str = "Date,Description,Category,Cost,Currency,Ben,Cat\n\n\
    2026-05-01,Hotel,Hotel,300.00,EUR,150.00,-150.00\n\
    2026-05-02,Cat paid Ben,Payment,100.00,EUR,-100.00,100.00\n\n\
    2026-05-09,Total balance, , ,EUR,50.00,-50.00\n";

/// An export of each service in which Cat owes Ben 50 euros, and how many expenses and payments it
/// has.
fn exports() -> [(&'static str, String, usize, usize); 7] {
    let expense = |title: &str, amount: u32, payer: &str, of: &[&str], is_payment: bool| {
        let of: Vec<Value> = of
            .iter()
            .map(|id| json!({"participantId": id, "shares": 100}))
            .collect();
        json!({"id": title, "title": title, "amount": amount, "paidById": payer, "paidFor": of,
            "expenseDate": "2026-05-01T00:00:00.000Z", "splitMode": "EVENLY",
            "isReimbursement": is_payment, "category": {"grouping": "Home", "name": "Rent"}})
    };
    let participants = json!([{"id": "b", "name": "Ben"}, {"id": "c", "name": "Cat"}]);
    let expenses = [
        expense("Hotel", 30_000, "b", &["b", "c"], false),
        expense("Back", 10_000, "c", &["b"], true),
    ];
    let spliit = json!({"name": "Rome", "currency": "€", "participants": participants,
        "expenses": expenses});
    let bill = |what: &str, kind: &str, amount: u32, payer: &str, owers: &[&str]| {
        json!({"what": what, "bill_type": kind, "amount": amount, "currency": "EUR",
            "date": "2026-05-01", "payer_name": payer, "payer_weight": 1.0, "owers": owers})
    };
    let bills = json!([
        bill("Back", "Reimbursement", 100, "Cat", &["Ben"]),
        bill("Hotel", "Expense", 300, "Ben", &["Ben", "Cat"]),
    ]);
    let share = |id: u32, name: &str, paid: &str, owed: &str| {
        json!({"user": {"id": id, "first_name": name, "last_name": null}, "user_id": id,
            "paid_share": paid, "owed_share": owed})
    };
    let users = [
        share(1, "Ben", "300.0", "250.0"),
        share(2, "Cat", "0.0", "50.0"),
    ];
    let splitwise = json!({"expenses": [{"description": "Hotel", "cost": "300.0",
        "currency_code": "EUR", "date": "2026-05-01T10:00:00Z", "payment": false,
        "deleted_at": null, "users": users}]});
    let cospend = "name,weight,active,color\n\"Ben\",1,1,\"#112233\"\n\"Cat\",1,0,\"#112233\"\n\n\
        what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,categoryid\n\
        \"Hotel\",300,2026-05-01,0,\"Ben\",1,1,\"Ben,Cat\",0\n\
        \"Back\",100,2026-05-02,0,\"Cat\",1,0,\"Ben\",-11\n\n\
        currencyname,exchange_rate\n\"EUR\",1\n\"USD\",0.9\n";
    let tricount = "\u{feff}Titre;Montant;Devise;Taux de change;Montant dans la devise du tricount \
        (EUR);Type de transaction;Catégorie;Payé par;Payé par Ben;Payé par Cat;Impacté à Ben;\
        Impacté à Cat;Date & heure\n\
        Hôtel;300,00;EUR;1;300,00;Dépense;Nuits;Ben;300,00;0,00;-150,00;-150,00;1 mai 2026\n\
        Retour;100,00;EUR;1;100,00;Transfert d'argent;;Cat;0,00;100,00;-100,00;0,00;2 mai 2026\n";
    let table = "\"Date\",\"Description\",\"Category\",\"Currency\",\"Cost\",\"Is Reimbursement\",\
        \"Split mode\",\"Ben\",\"Cat\"\n\
        \"2026-05-01\",\"Hotel\",\"Rent\",\"EUR\",\"100.00\",\"No\",\"Evenly\",50,-50\n";
    [
        ("splitwise", SPLITWISE.to_owned(), 1, 1),
        ("splitwise", splitwise.to_string(), 1, 0),
        ("spliit", spliit.to_string(), 1, 1),
        ("spliit", table.to_owned(), 1, 0),
        ("ihatemoney", bills.to_string(), 1, 1),
        ("cospend", cospend.to_owned(), 1, 1),
        ("tricount", tricount.to_owned(), 1, 1),
    ]
}

/// The balances of a trip, each as name and number, and whether all money is in them.
async fn balances(by: &Traveller, trip: &str) -> Value {
    let settlement = by.extensions().settlement(trip).await.value();
    let balances = settlement["balances"].as_array().unwrap().iter();
    let balances: Vec<Value> = balances
        .map(|balance| json!([balance["member"], balance["balance"]]))
        .collect();
    json!([balances, settlement["complete"], settlement["baseCurrency"]])
}

async fn costs_of_each_service_keep_their_balances(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (format, file, items, payments) in exports() {
        let preview = ada.extensions().import("preview=true", file.clone()).await;
        let preview = preview.expect_status(200).json();
        assert_eq!(preview.uuid, None);
        let (trip, made) = import(&ada, file).await;
        assert_eq!(
            (made.format.as_str(), made.items, made.places),
            (format, items, 0)
        );
        assert_eq!((&preview.format, preview.items), (&made.format, made.items));
        assert_eq!(preview.warnings, made.warnings, "{format}");
        let expected = json!([[["Ben", 50], ["Cat", -50]], true, "EUR"]);
        assert_eq!(balances(&ada, &trip).await, expected, "{format}");
        let recorded = ada.extensions().settlements(&trip).await.value();
        assert_eq!(recorded.as_array().unwrap().len(), payments, "{format}");
        let parties = ada.extensions().parties(&trip).await.value();
        let named = json!([{"memberId": "Ben", "name": "Ben"}, {"memberId": "Cat", "name": "Cat"}]);
        assert_eq!(parties, named, "{format}");
        let items = ada.a().items(&trip).await.value();
        assert_eq!(items[0]["item_type"], "expense", "{items}");
        assert_eq!(items[0]["start_time"], "2026-05-01T00:00:00Z", "{items}");
        assert_eq!(ada.b().trip(&trip).await.value()["private"], true);
    }
}

async fn costs_are_added_to_a_trip_once(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let museum = json!([{"item_type": "stay", "day": 1, "destination": {"name": "Museum"}}]);
    let trip = with_items(&ada, "Rome", museum).await;
    // People are the same by name, whatever their member ids are.
    let ben = ada
        .extensions()
        .add_party(&trip, &json!({"name": "Ben"}))
        .await;
    let ben = ben.expect_status(201).value()["memberId"].clone();
    let base = json!({"budget": {"baseCurrency": "EUR"}});
    ada.a().update(&trip, &base).await.expect_status(200);
    let expected = json!([[[ben, 50], ["Cat", -50]], true, "EUR"]);
    let into = |is_preview: bool| format!("trip={trip}&preview={is_preview}");
    let preview = ada.extensions().import(&into(true), SPLITWISE).await;
    assert_eq!(preview.expect_status(200).json().items, 1);
    assert_eq!(balances(&ada, &trip).await, json!([[], true, "EUR"]));
    let added = ada.extensions().import(&into(false), SPLITWISE).await;
    let added = added.expect_status(200).json();
    assert_eq!((added.items, added.warnings.len()), (1, 0), "{added:?}");
    assert_eq!(balances(&ada, &trip).await, expected);
    let again = ada.extensions().import(&into(false), SPLITWISE).await;
    let again = again.expect_status(200).json();
    let known = [
        "items left out, because each is in the trip already: 1",
        "payments left out, because each is in the trip already: 1",
    ];
    assert_eq!(
        (again.items, again.warnings),
        (0, known.map(str::to_owned).to_vec())
    );
    assert_eq!(balances(&ada, &trip).await, expected);
}

async fn the_same_expense_twice_stays_twice(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let coffee = "2026-05-01,Coffee,Food,3.00,EUR,1.50,-1.50\n";
    let header = "Date,Description,Category,Cost,Currency,Ben,Cat\n";
    let (trip, made) = import(&ada, format!("{header}{coffee}{coffee}")).await;
    assert_eq!(made.items, 2);
    let expected = |sum: u32| json!([[["Ben", sum], ["Cat", -i64::from(sum)]], true, "EUR"]);
    assert_eq!(balances(&ada, &trip).await, expected(3));
    // Of the same name and day, but not the same.
    let dear = "2026-05-01,Coffee,Food,5.00,EUR,2.50,-2.50\n";
    let file = format!("{header}{coffee}{coffee}{coffee}{dear}");
    let added = ada.extensions().import(&format!("trip={trip}"), file).await;
    assert_eq!(added.expect_status(200).json().items, 2);
    assert_eq!(balances(&ada, &trip).await, expected(7));
}

async fn payments_without_a_rate_are_expenses(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let file = format!("{SPLITWISE}2026-05-03,Cat paid Ben,Payment,20.00,USD,-20.00,20.00\n");
    let (trip, made) = import(&ada, file).await;
    assert_eq!(made.items, 2);
    let settlement = ada.extensions().settlement(&trip).await.value();
    assert_eq!(settlement["complete"], false);
    let left = json!([{"currency": "USD", "value": 20, "paid": 20}]);
    assert_eq!(settlement["unconverted"], left);
    let rates = json!({"rates": {"USD": "0.5"}});
    let set = ada.extensions().set_own_rates(&trip, &rates).await;
    set.expect_status(200);
    let expected = json!([[["Ben", 40], ["Cat", -40]], true, "EUR"]);
    assert_eq!(balances(&ada, &trip).await, expected);
}

async fn what_is_no_export_of_costs_is_named(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for (file, part) in [
        (
            r#"[{"ower": "Ada", "receiver": "Ben", "amount": 1}]"#,
            "is a plan of payments",
        ),
        (
            "ower,receiver,amount,currency\nAda,Ben,1,EUR\n",
            "is a plan of payments",
        ),
        (
            r#"{"user": {"id": 1}, "friends": [], "groups": []}"#,
            "without expenses",
        ),
        (
            r#"{"participants": [], "expenses": [{"title": "A"}]}"#,
            "Spliit: missing field",
        ),
        (
            r#"[{"what": "A", "amount": "x", "payer_name": "A", "owers": []}]"#,
            "ihatemoney: A: x",
        ),
        (r#"{"expenses": [{"users": 1}]}"#, "Splitwise"),
        (r#"{"some": "thing"}"#, "or an export of"),
        ("name,age\nAda,36\n", "or an export of"),
    ] {
        let refused = ada.extensions().import("", file).await;
        let problem = refused.problem();
        assert_eq!(problem.status, 400, "{file}");
        let reasons = format!("{problem:?}");
        assert!(reasons.contains(part), "{file}: {reasons}");
    }
    assert_eq!(ada.b().trips().await.value(), json!([]));
}
