//! How assistants sign in by OAuth: what the service says of it, the page of consent, tokens, and
//! how all of it ends.

mod consent;
mod tokens;

use serde_json::{Value, json};
use time::macros::datetime;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use wayfare_testkit::{Builder, Client, FixedClock, Method, Reply, TestServer, both, on_sqlite};

use super::{done, refused, reply_of, tools};
use crate::pages::visitor::{Page, Visitor};

both!(an_assistant_signs_in_and_plans,);

on_sqlite!(
    metadata_leads_there,
    an_assistant_has_the_trips_that_were_ticked,
    without_pages_nobody_signs_in,
);

/// A verifier of 43 characters and its challenge (RFC 7636, appendix B).
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const BACK: &str = "http://127.0.0.1:4100/callback";

/// A server of documents, and the service that may fetch them.
struct World {
    server: TestServer,
    clock: FixedClock,
    /// The id of the application.
    id: String,
}

/// Starts a server that answers each path with the document of an application of that address.
async fn documents() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let own = host.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4096];
            let read = stream.read(&mut request).await.unwrap_or(0);
            let request = String::from_utf8_lossy(&request[..read]).into_owned();
            let path = request.split(' ').nth(1).unwrap_or_default();
            let document = json!({
                "client_id": format!("http://{own}{path}"),
                "client_name": "Guide <1>",
                "redirect_uris": ["http://127.0.0.1/callback", "https://guide.example/back?x=1"],
            });
            let (status, body) = match path {
                "/moved.json" => ("302 Found\r\nLocation: /client.json", String::new()),
                "/long.json" => ("200 OK", " ".repeat(70_000) + &document.to_string()),
                "/page" => ("200 OK", "<html></html>".to_owned()),
                _ => ("200 OK", document.to_string()),
            };
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + &body).as_bytes()).await;
        }
    });
    host
}

async fn start(builder: Builder) -> World {
    let host = documents().await;
    let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
    let builder = builder.setting("pictures-allowed-hosts", &host);
    World {
        server: builder.clock(clock.clone()).start().unwrap(),
        clock,
        id: format!("http://{host}/client.json"),
    }
}

impl World {
    /// The address at which the application asks, with these parameters in place of the usual ones.
    fn asks(&self, other: &[(&str, &str)]) -> String {
        let resource = format!("{}/mcp", self.server.base_url());
        let usual = [
            ("response_type", "code"),
            ("client_id", &self.id),
            ("redirect_uri", BACK),
            ("scope", "read write"),
            ("state", "a b&c"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
            ("resource", &resource),
        ];
        let kept = |(name, _): &&(&str, &str)| !other.iter().any(|(own, _)| own == name);
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(usual.iter().filter(kept));
        query.extend_pairs(other);
        format!("/authorize?{}", query.finish())
    }

    /// Consents. Returns the answer to the form.
    async fn allow(&self, ada: &mut Visitor, fields: &[(&str, &str)]) -> Page {
        let address = self.asks(&[]);
        let page = ada.get(&address).await;
        assert_eq!(page.status(), 200, "{}", page.text);
        send(ada, &address, &page, fields).await
    }

    /// Consents to all trips, for writing. Returns the code.
    async fn code(&self, ada: &mut Visitor) -> String {
        let fields = [("scope", "write"), ("trips", "all")];
        parameter(&self.allow(ada, &fields).await, "code")
    }

    async fn token(&self, parameters: &[(&str, &str)]) -> Reply<Value> {
        post(&self.server, "/oauth/token", parameters).await
    }

    async fn exchange(&self, code: &str) -> Reply<Value> {
        self.token(&[
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", BACK),
            ("client_id", &self.id),
            ("code_verifier", VERIFIER),
        ])
        .await
    }

    async fn refresh(&self, token: &str) -> Reply<Value> {
        self.token(&[
            ("grant_type", "refresh_token"),
            ("refresh_token", token),
            ("client_id", &self.id),
        ])
        .await
    }

    /// Somebody who has let the assistant in, the assistant, and its refresh token.
    async fn signed_in(&self) -> (Visitor, Client, String) {
        let mut ada = Visitor::signed_up(&self.server, "ada").await;
        let tokens = self.exchange(&self.code(&mut ada).await).await.value();
        let (assistant, refresh) = self.assistant(&tokens);
        (ada, assistant, refresh)
    }

    fn assistant(&self, tokens: &Value) -> (Client, String) {
        let own = |name: &str| tokens[name].as_str().unwrap().to_owned();
        let client = self.server.client().with_token(own("access_token"));
        (client, own("refresh_token"))
    }
}

async fn post(server: &TestServer, path: &str, parameters: &[(&str, &str)]) -> Reply<Value> {
    let mut body = url::form_urlencoded::Serializer::new(String::new());
    body.extend_pairs(parameters);
    let call = server.client().request(Method::POST, path);
    call.body("application/x-www-form-urlencoded", body.finish())
        .await
}

/// Sends the form of consent with its hidden fields.
async fn send(ada: &mut Visitor, address: &str, page: &Page, fields: &[(&str, &str)]) -> Page {
    let hidden = page.hidden_fields();
    let hidden = hidden.iter().map(|(name, value)| (&**name, &**value));
    let fields: Vec<_> = hidden.chain(fields.iter().copied()).collect();
    let origin = ada.origin.clone();
    ada.send(address, Some(&origin), &fields).await
}

/// The error of OAuth that an answer names.
fn error_of(reply: &Reply<Value>) -> String {
    let body: Value = serde_json::from_slice(&reply.body).unwrap();
    body["error"].as_str().unwrap().to_owned()
}

/// A parameter of the address that an answer leads to.
fn parameter(page: &Page, name: &str) -> String {
    let to = page.reply.header("location");
    let to = url::Url::parse(to.unwrap_or_else(|| panic!("{}", page.text))).unwrap();
    let found = to.query_pairs().find(|(own, _)| own == name);
    found.map_or_else(|| panic!("{to}"), |(_, value)| value.into_owned())
}

async fn an_assistant_signs_in_and_plans(builder: Builder) {
    let world = start(builder).await;
    let mut ada = Visitor::new(&world.server);
    // Whoever is not signed in comes back after the sign-in.
    let asked = ada.get(&world.asks(&[])).await;
    assert_eq!(asked.status(), 303);
    assert!(parameter_of_path(&asked, "return").starts_with("/authorize?response_type=code"));
    let mut ada = Visitor::signed_up(&world.server, "ada").await;
    let page = ada.get(&world.asks(&[])).await;
    let host = url::Url::parse(&world.id).unwrap();
    let host = format!("127.0.0.1:{}", host.port().unwrap());
    for text in [
        "Let Guide &lt;1&gt; use your trips?",
        &host,
        "ada",
        "read and change",
    ] {
        assert!(page.has(text), "{text}: {}", page.text);
    }
    let policy = page.reply.header("content-security-policy").unwrap();
    assert!(
        policy.contains("form-action 'self' http://127.0.0.1:4100;"),
        "{policy}"
    );
    assert_eq!(page.reply.header("cache-control"), Some("no-store"));
    let denied = page.link("Cancel");
    assert!(denied.starts_with(&format!("{BACK}?error=access_denied&state=a+b%26c&iss=")));

    let allowed = world
        .allow(&mut ada, &[("scope", "write"), ("trips", "all")])
        .await;
    assert_eq!(allowed.status(), 303, "{}", allowed.text);
    assert!(allowed.reply.header("location").unwrap().starts_with(BACK));
    assert_eq!(parameter(&allowed, "state"), "a b&c");
    assert_eq!(parameter(&allowed, "iss"), world.server.base_url());
    // Not before the code is exchanged.
    assert!(!ada.get("/account").await.has("Guide &lt;1&gt;"));
    let tokens = world.exchange(&parameter(&allowed, "code")).await;
    assert_eq!(tokens.header("cache-control"), Some("no-store"));
    let tokens = tokens.expect_status(200).value();
    assert_eq!(
        (&tokens["token_type"], &tokens["scope"]),
        (&json!("Bearer"), &json!("write"))
    );
    assert_eq!(tokens["expires_in"], 900);

    let (assistant, _) = world.assistant(&tokens);
    let made = done(&assistant, "create_trip", &json!({"name": "Lisbon"})).await;
    assert!(made["trip"].is_string(), "{made}");
    assert!(tools(&assistant).await.contains(&"remove_item".to_owned()));
    // Its token is for the assistants' server alone.
    assistant.b().trips().await.expect_status(401);
    let keys = assistant.request(Method::GET, "/api/v1/user/ada/keys");
    let keys: Reply<Value> = keys.await;
    keys.expect_status(401);
    let page = ada.get("/account").await;
    let shown = "<b>Guide &lt;1&gt;</b>";
    assert!(page.has(shown) && page.has("127.0.0.1 · read and change · all trips"));
}

/// A parameter of the path that an answer leads to.
fn parameter_of_path(page: &Page, name: &str) -> String {
    let to = page.reply.header("location").unwrap();
    let to = url::Url::parse("http://own.example")
        .unwrap()
        .join(to)
        .unwrap();
    let found = to.query_pairs().find(|(own, _)| own == name);
    found.unwrap().1.into_owned()
}

async fn metadata_leads_there(builder: Builder) {
    let world = start(builder).await;
    let (client, base) = (world.server.client(), world.server.base_url());
    let document = async |path: &str| -> Value {
        let reply: Reply<Value> = client.request(Method::GET, path).await;
        assert_eq!(reply.header("content-type"), Some("application/json"));
        reply.expect_status(200).value()
    };
    let call = client.request(Method::POST, "/mcp").json(&json!({}));
    let refused: Reply<Value> = call.await;
    let at = format!("{base}/.well-known/oauth-protected-resource");
    let challenge = format!("Bearer resource_metadata=\"{at}\"");
    assert_eq!(refused.header("www-authenticate"), Some(&*challenge));
    refused.expect_status(401);
    let bad = client.clone().with_token("bad");
    let refused = reply_of(&bad, "list_trips", &json!({}))
        .await
        .expect_status(401);
    let challenge = format!("Bearer error=\"invalid_token\", resource_metadata=\"{at}\"");
    assert_eq!(refused.header("www-authenticate"), Some(&*challenge));
    let resource = document("/.well-known/oauth-protected-resource").await;
    assert_eq!(resource["resource"], format!("{base}/mcp"));
    assert_eq!(resource["authorization_servers"], json!([base]));
    assert_eq!(
        document("/.well-known/oauth-protected-resource/mcp").await,
        resource
    );
    let server = document("/.well-known/oauth-authorization-server").await;
    assert_eq!(server["issuer"], base);
    assert_eq!(
        server["authorization_endpoint"],
        format!("{base}/authorize")
    );
    assert_eq!(server["token_endpoint"], format!("{base}/oauth/token"));
    assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(server["client_id_metadata_document_supported"], true);
}

async fn an_assistant_has_the_trips_that_were_ticked(builder: Builder) {
    let world = start(builder).await;
    let mut ada = Visitor::signed_up(&world.server, "ada").await;
    let lisbon = ada.trip(&[("name", "Lisbon")]).await;
    ada.trip(&[("name", "Rome")]).await;
    let id = lisbon.rsplit('/').next().unwrap();
    let ticked = format!("trip.{id}");
    // Whoever was asked for reading gives no more, whatever the form says.
    let address = world.asks(&[("scope", "read offline_access")]);
    let page = ada.get(&address).await;
    assert!(!page.has("read and change"), "{}", page.text);
    let fields = [("scope", "write"), ("trips", "some"), (&*ticked, "on")];
    let allowed = send(&mut ada, &address, &page, &fields).await;
    let tokens = world.exchange(&parameter(&allowed, "code")).await.value();
    assert_eq!(tokens["scope"], "read");
    let (assistant, _) = world.assistant(&tokens);
    let list = done(&assistant, "list_trips", &json!({})).await;
    assert_eq!(list["trips"].as_array().unwrap().len(), 1, "{list}");
    assert!(!tools(&assistant).await.contains(&"create_trip".to_owned()));
    let made = reply_of(&assistant, "create_trip", &json!({"name": "X"})).await;
    let challenge = made.header("www-authenticate").unwrap_or_default();
    assert!(challenge.contains("insufficient_scope\", scope=\"write\", resource_metadata="));
    made.expect_status(403);
    let rome = ada.trip(&[("name", "Rome")]).await;
    let hidden = json!({"trip": rome.rsplit('/').next().unwrap()});
    assert_eq!(
        refused(&assistant, "get_trip", &hidden).await["status"],
        404
    );
}

async fn without_pages_nobody_signs_in(builder: Builder) {
    let server = builder.setting("pages", "off").start().unwrap();
    let call = server
        .client()
        .request(Method::POST, "/mcp")
        .json(&json!({}));
    let refused: Reply<Value> = call.await;
    assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    let metadata = "/.well-known/oauth-protected-resource";
    let reply: Reply<Value> = server.client().request(Method::GET, metadata).await;
    reply.expect_status(404);
}
