//! Metrics: every name of the dashboard, bounded cardinality, restricted access.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Client, Method, TestServer, both, on_sqlite, sample};

both!(serves_every_metric_of_the_dashboard);

on_sqlite!(
    counts_requests_by_route,
    labels_contain_no_client_input,
    reports_work_in_progress,
    serves_metrics_to_the_local_machine_only,
    serves_metrics_to_everyone_on_a_separate_address,
);

const DASHBOARD: &str = include_str!("../../../../docs/operations/grafana-dashboard.json");

async fn metrics(client: &Client) -> String {
    let reply = client
        .request(Method::GET, "/metrics")
        .await
        .expect_status(200);
    assert_eq!(
        reply.header("content-type"),
        Some("text/plain; version=0.0.4; charset=utf-8")
    );
    String::from_utf8(reply.body).unwrap()
}

/// The value of a series.
#[track_caller]
fn value(text: &str, series: &str) -> f64 {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {series} in {text}"))
        .parse()
        .unwrap()
}

/// All names of metrics in the queries of a dashboard.
fn names(dashboard: &str) -> BTreeSet<String> {
    let dashboard: Value = serde_json::from_str(dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().cloned().unwrap_or_default());
    let queries: Vec<String> = targets
        .map(|target| target["expr"].as_str().unwrap().to_owned())
        .collect();
    let words = queries
        .iter()
        .flat_map(|query| query.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()));
    let ours = words.filter(|word| word.starts_with("wayfare_") || word.starts_with("process_"));
    ours.map(str::to_owned).collect()
}

async fn serves_every_metric_of_the_dashboard(server: TestServer) {
    let client = server.client();
    client
        .request(Method::GET, "/healthz")
        .await
        .expect_status(200);
    let text = metrics(&client).await;
    let served: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split(['{', ' ']).next())
        .collect();
    let shown = names(DASHBOARD);
    assert!(shown.len() > 15, "{shown:?}");
    for name in shown {
        assert!(
            served.contains(name.as_str()),
            "{name} is not served: {served:?}"
        );
    }
}

async fn counts_requests_by_route(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let trip = sample::trip(&ada, "Lisbon").await;
    for _ in 0..3 {
        ada.b().trip(&trip).await.expect_status(200);
    }
    let text = metrics(&server.client()).await;
    let series = "{method=\"GET\",route=\"/api/v1/trip/{uuid}\",status=\"200\",variant=\"b\"}";
    assert!(
        (value(&text, &format!("wayfare_http_requests_total{series}")) - 3.0).abs() < f64::EPSILON
    );
    let series = "{method=\"GET\",route=\"/api/v1/trip/{uuid}\"}";
    assert!(
        (value(
            &text,
            &format!("wayfare_http_request_duration_seconds_count{series}")
        ) - 3.0)
            .abs()
            < f64::EPSILON
    );
    assert!(
        value(
            &text,
            &format!("wayfare_http_request_duration_seconds_sum{series}")
        ) > 0.0
    );
    // This very request.
    assert!(value(&text, "wayfare_http_requests_in_flight") >= 1.0);
}

async fn labels_contain_no_client_input(server: TestServer) {
    let client = server.client();
    for number in 0..20 {
        client
            .request(Method::GET, &format!("/nowhere/canary-{number}"))
            .await
            .expect_status(404);
        client
            .request(Method::GET, &format!("/api/v1/user/canary-{number}"))
            .await
            .expect_status(404);
        let method = Method::from_bytes(format!("CANARY{number}").as_bytes()).unwrap();
        client.request(method, "/api/v1/trips").await;
    }
    let text = metrics(&client).await;
    assert!(!text.to_lowercase().contains("canary"), "{text}");
    let series = text
        .lines()
        .filter(|line| line.starts_with("wayfare_http_requests_total"))
        .count();
    assert!(series <= 6, "{text}");
    let unmatched = "wayfare_http_requests_total{method=\"GET\",route=\"unmatched\",\
        status=\"404\",variant=\"\"}";
    assert!((value(&text, unmatched) - 20.0).abs() < f64::EPSILON);
}

async fn reports_work_in_progress(server: TestServer) {
    let client = server.client();
    let before = metrics(&client).await;
    let body = json!({"name": "Ada", "username": "ada", "password": "correct horse"});
    sample::sign_up_with(&client, &body).await;
    for _ in 0..3 {
        let picture = client
            .request(Method::GET, "/api/v1/trip/default/picture")
            .max_width("40");
        picture.await.expect_status(200);
    }
    let after = metrics(&client).await;
    assert!(
        value(&after, "wayfare_database_jobs_total")
            > value(&before, "wayfare_database_jobs_total")
    );
    assert!(value(&after, "wayfare_database_wait_seconds_total") > 0.0);
    assert!(value(&after, "wayfare_database_connections") >= 1.0);
    assert!((value(&after, "wayfare_picture_cache_misses_total") - 1.0).abs() < f64::EPSILON);
    assert!((value(&after, "wayfare_picture_cache_hits_total") - 2.0).abs() < f64::EPSILON);
    assert!(value(&after, "wayfare_picture_cache_bytes") > 0.0);
    for work in ["passwords", "notes", "cleaning", "resizing"] {
        assert!(
            value(&after, &format!("wayfare_work_running{{work=\"{work}\"}}")).abs() < f64::EPSILON
        );
        assert!(
            value(&after, &format!("wayfare_work_waiting{{work=\"{work}\"}}")).abs() < f64::EPSILON
        );
    }
    assert!(value(&after, "process_resident_memory_bytes") > 1e6);
    assert!(value(&after, "process_start_time_seconds") > 1e9);
}

async fn serves_metrics_to_the_local_machine_only(server: TestServer) {
    let client = server.client();
    let text = client
        .request(Method::GET, "/metrics")
        .header("accept", "application/openmetrics-text; version=1.0.0");
    let text = text.await.expect_status(200);
    assert!(
        text.header("content-type")
            .unwrap()
            .starts_with("application/openmetrics-text"),
        "{text:?}"
    );
    assert!(text.body.ends_with(b"# EOF\n"));
    for (name, value) in [
        ("x-forwarded-for", "127.0.0.1"),
        ("forwarded", "for=192.0.2.1"),
    ] {
        client
            .request(Method::GET, "/metrics")
            .header(name, value)
            .await
            .expect_status(404);
    }
}

async fn serves_metrics_to_everyone_on_a_separate_address(server: Builder) {
    let own = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let server = server
        .setting("metrics-listen", &own.to_string())
        .start()
        .unwrap();
    server
        .client()
        .request(Method::GET, "/metrics")
        .await
        .expect_status(404);
    let client = wayfare_testkit::client(format!("http://{own}"));
    let told = client
        .request(Method::GET, "/metrics")
        .header("x-forwarded-for", "192.0.2.1")
        .await
        .expect_status(200);
    assert!(String::from_utf8_lossy(&told.body).contains("route=\"unmatched\",status=\"404\""));
    client
        .request(Method::GET, "/api/v1/trips")
        .await
        .expect_status(404);
}
