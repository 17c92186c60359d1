//! The server for assistants (docs/assistants.md): the protocol, who may call what, the tools.

mod callers;
mod oauth;
mod protocol;
mod tools;

use serde_json::{Value, json};
use wayfare_testkit::sample::{Traveller, sign_up};
use wayfare_testkit::{Client, Method, Reply, TestServer};

/// The last revision with a handshake.
const OLD: &str = "2025-11-25";
/// The revision without one.
const NEW: &str = "2026-07-28";

/// A calendar of one event.
const CALENDAR: &str = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\n\
    UID:1@example.org\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=Europe/Lisbon:20260502T100000\r\n\
    DTEND;TZID=Europe/Lisbon:20260502T120000\r\nSUMMARY:Museum\r\nLOCATION:Lisbon\\, Portugal\r\n\
    END:VEVENT\r\nEND:VCALENDAR\r\n";

/// Sends a message of the protocol in an old revision.
async fn send(client: &Client, message: &Value) -> Reply<Value> {
    let call = client.request(Method::POST, "/mcp").json(message);
    call.header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", OLD)
        .await
}

fn request(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// Calls a tool. Returns the answer.
async fn reply_of(client: &Client, tool: &str, arguments: &Value) -> Reply<Value> {
    let params = json!({"name": tool, "arguments": arguments});
    send(client, &request("tools/call", &params)).await
}

/// Calls a tool, whose result is an error or not. Returns the result.
async fn result_of(client: &Client, tool: &str, arguments: &Value) -> Value {
    let answer = reply_of(client, tool, arguments).await.value();
    assert!(answer["error"].is_null(), "{answer}");
    answer["result"].clone()
}

/// Calls a tool that succeeds. Returns its structured content.
async fn done(client: &Client, tool: &str, arguments: &Value) -> Value {
    let result = result_of(client, tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    result["structuredContent"].clone()
}

/// Calls a tool that refuses. Returns the problem.
async fn refused(client: &Client, tool: &str, arguments: &Value) -> Value {
    let result = result_of(client, tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    serde_json::from_str(text).unwrap()
}

/// The names of the tools that a caller sees.
async fn tools(client: &Client) -> Vec<String> {
    let list = send(client, &request("tools/list", &json!({})))
        .await
        .value();
    let tools = list["result"]["tools"].as_array().unwrap().iter();
    tools
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

/// Somebody with a trip of three days in Lisbon, whose id follows.
async fn traveller(server: &TestServer) -> (Traveller, String) {
    let ada = sign_up(&server.client(), "ada").await;
    let trip = json!({
        "name": "Lisbon", "start_date": "2026-05-01", "end_date": "2026-05-03",
        "timezone": "Europe/Lisbon", "currency": "EUR",
    });
    let made = done(&ada.client, "create_trip", &trip).await;
    (ada, made["trip"].as_str().unwrap().to_owned())
}
