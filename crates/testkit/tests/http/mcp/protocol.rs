//! The protocol in its revisions, and HTTP around it.

use serde_json::{Value, json};
use wayfare_testkit::{Builder, Client, Method, Reply, TestServer, on_sqlite, sample};

use super::{NEW, OLD, request, send, tools};

on_sqlite!(
    old_clients_shake_hands_without_a_session,
    new_clients_need_no_handshake,
    header_and_body_must_agree,
    the_first_revision_has_batches,
    unknown_things_are_errors_of_the_protocol,
    only_known_origins_are_taken,
    other_methods_tokens_and_sizes_are_refused,
    it_can_be_turned_off,
    each_message_of_a_batch_counts,
);

async fn old_clients_shake_hands_without_a_session(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for revision in ["2025-03-26", "2025-06-18", OLD] {
        let params = json!({
            "protocolVersion": revision, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let call = ada.client.request(Method::POST, "/mcp");
        let reply = call.json(&request("initialize", &params)).await;
        assert_eq!(reply.header("mcp-session-id"), None);
        let answer = reply.expect_status(200).value();
        assert_eq!(answer["result"]["protocolVersion"], revision);
        assert_eq!(answer["result"]["serverInfo"]["name"], "wayfare");
        assert!(answer["result"]["capabilities"]["tools"].is_object());
        let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let call = ada.client.request(Method::POST, "/mcp").json(&note);
        let reply = call.header("mcp-protocol-version", revision).await;
        assert!(reply.expect_status(202).body.is_empty());
        let ping = send(&ada.client, &request("ping", &json!({})))
            .await
            .value();
        assert_eq!(ping["result"], json!({}));
    }
    assert_eq!(tools(&ada.client).await.len(), 15);
    // The first revision knows no structured content.
    let list = request(
        "tools/call",
        &json!({"name": "list_trips", "arguments": {}}),
    );
    let reply = ada.client.request(Method::POST, "/mcp").json(&list).await;
    let result = reply.value()["result"].clone();
    assert_eq!(result["structuredContent"], Value::Null);
    let text = result["content"][1]["text"].as_str().unwrap();
    assert!(serde_json::from_str::<Value>(text).unwrap()["trips"].is_array());
}

/// A request of the new revision, with the headers that it needs.
async fn modern(client: &Client, method: &str, name: Option<&str>, params: Value) -> Reply<Value> {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": NEW,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut call = client
        .request(Method::POST, "/mcp")
        .json(&request(method, &params));
    call = call
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", NEW)
        .header("mcp-method", method);
    if let Some(name) = name {
        call = call.header("mcp-name", name);
    }
    call.await
}

async fn new_clients_need_no_handshake(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let found = modern(&ada.client, "server/discover", None, json!({}))
        .await
        .value();
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(
        versions.contains(&json!(NEW)) && versions.contains(&json!("2025-03-26")),
        "{found}"
    );
    let list = modern(&ada.client, "tools/list", None, json!({}))
        .await
        .value();
    assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 15);
    let params = json!({"name": "list_trips", "arguments": {}});
    let called = modern(&ada.client, "tools/call", Some("list_trips"), params)
        .await
        .value();
    assert_eq!(
        called["result"]["structuredContent"]["trips"],
        json!([]),
        "{called}"
    );
}

async fn header_and_body_must_agree(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let params = json!({"name": "list_trips", "arguments": {}});
    let called = modern(&ada.client, "tools/call", Some("get_trip"), params).await;
    assert!(
        called
            .expect_status(400)
            .header("content-type")
            .unwrap()
            .contains("json")
    );
    let call = ada
        .client
        .request(Method::POST, "/mcp")
        .json(&request("ping", &json!({})));
    call.header("mcp-protocol-version", "1999-01-01")
        .await
        .expect_status(400);
}

async fn the_first_revision_has_batches(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let ping = request("ping", &json!({}));
    let batch = json!([ping, note, request("tools/list", &json!({}))]);
    let answers = ada
        .client
        .request(Method::POST, "/mcp")
        .json(&batch)
        .await
        .value();
    assert_eq!(answers.as_array().unwrap().len(), 2);
    let notes = ada
        .client
        .request(Method::POST, "/mcp")
        .json(&json!([note]))
        .await;
    notes.expect_status(202);
    let later = send(&ada.client, &batch).await.expect_status(400);
    let body: Value = serde_json::from_slice(&later.body).unwrap();
    assert_eq!(body["error"]["code"], -32_600);
    let many = vec![ping; 21];
    ada.client
        .request(Method::POST, "/mcp")
        .json(&many)
        .await
        .expect_status(400);
}

async fn unknown_things_are_errors_of_the_protocol(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    let answer = send(&ada.client, &request("no/such", &json!({})))
        .await
        .value();
    assert_eq!(answer["error"]["code"], -32_601);
    let params = json!({"name": "delete_trip", "arguments": {}});
    let answer = send(&ada.client, &request("tools/call", &params))
        .await
        .value();
    assert_eq!(answer["error"]["code"], -32_602);
    for (body, code) in [
        ("{", -32_700),
        ("[]", -32_600),
        ("7", -32_600),
        ("{}", -32_600),
    ] {
        let call = ada
            .client
            .request(Method::POST, "/mcp")
            .body("application/json", body);
        let reply = call.await.expect_status(400);
        let answer: Value = serde_json::from_slice(&reply.body).unwrap();
        assert_eq!(answer["error"]["code"], code, "{body}");
    }
    let call = ada
        .client
        .request(Method::POST, "/mcp")
        .body("text/plain", "{}");
    call.await.expect_status(415).problem();
}

async fn only_known_origins_are_taken(builder: Builder) {
    let listed = "https://app.example.com";
    let server = builder.setting("cors-origins", listed).start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let ping = request("ping", &json!({}));
    let own = server.base_url();
    for (origin, status) in [
        (listed, 200),
        (own.trim_end_matches('/'), 200),
        ("https://evil.example", 403),
        ("http://evil.example", 403),
        ("null", 403),
    ] {
        let call = ada.client.request(Method::POST, "/mcp").json(&ping);
        let reply = call.header("origin", origin).await;
        assert_eq!(reply.status, status, "{origin}");
    }
}

async fn other_methods_tokens_and_sizes_are_refused(server: TestServer) {
    let ada = sample::sign_up(&server.client(), "ada").await;
    for method in [Method::GET, Method::DELETE, Method::PUT, Method::PATCH] {
        let reply = ada.client.request(method, "/mcp").await.expect_status(405);
        assert_eq!(reply.header("allow"), Some("POST"));
        reply.problem();
    }
    let ping = request("ping", &json!({}));
    send(&server.client(), &ping).await.expect_status(401);
    let all = json!({"all": true});
    ada.users().revoke(&all).await.expect_status(204);
    send(&ada.client, &ping).await.expect_status(401);
    let bob = sample::sign_up(&server.client(), "bob").await;
    let large = request("ping", &json!({"text": "x".repeat(1 << 20)}));
    send(&bob.client, &large).await.expect_status(413).problem();
}

async fn each_message_of_a_batch_counts(builder: Builder) {
    let server = builder.setting("rate-limit", "on").start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    let batch = vec![request("ping", &json!({})); 20];
    for turn in 0.. {
        let call = ada.client.request(Method::POST, "/mcp").json(&batch);
        let reply = call.await;
        if reply.status == 429 {
            break;
        }
        reply.expect_status(200);
        // 1,000 in a burst, and 100 a second.
        assert!(turn < 400, "not limited");
    }
}

async fn it_can_be_turned_off(builder: Builder) {
    let server = builder.setting("mcp", "off").start().unwrap();
    let ada = sample::sign_up(&server.client(), "ada").await;
    send(&ada.client, &request("ping", &json!({})))
        .await
        .expect_status(404);
}
