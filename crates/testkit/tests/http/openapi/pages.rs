//! The documentation pages: complete, linked, and without external files.

use serde_json::Value;
use wayfare_server::{Which, openapi};
use wayfare_testkit::{Client, Method, TestServer};

async fn get(client: &Client, path: &str) -> (String, String) {
    let reply = client.request(Method::GET, path).await.expect_status(200);
    let policy = reply
        .header("content-security-policy")
        .unwrap_or_default()
        .to_owned();
    (String::from_utf8_lossy(&reply.body).into_owned(), policy)
}

/// The URLs in an attribute of a page.
fn named(page: &str, attribute: &str) -> Vec<String> {
    let opening = format!("{attribute}=\"");
    let parts = page.split(&opening).skip(1);
    parts
        .filter_map(|part| part.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[tokio::test]
async fn front_page_links_resolve_without_pages() {
    let server = TestServer::builder()
        .setting("pages", "off")
        .start()
        .unwrap();
    let client = server.client();
    for path in ["/sign-in", "/trips", "/assets/style.css"] {
        client.request(Method::GET, path).await.expect_status(404);
    }
    let (front, policy) = get(&client, "/").await;
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    let links = named(&front, "href");
    for wanted in ["docs/", "openapi.json", "healthz"] {
        assert!(
            links.iter().any(|link| link == wanted),
            "{wanted} is not among {links:?}"
        );
    }
    let (elsewhere, own): (Vec<String>, Vec<String>) =
        links.into_iter().partition(|link| link.contains("://"));
    for link in own {
        get(&client, &format!("/{link}")).await;
    }
    let credits = [
        "https://www.geonames.org/",
        "https://creativecommons.org/licenses/by/4.0/",
        "https://www.openstreetmap.org/copyright",
    ];
    assert_eq!(elsewhere, credits, "only those whose data is shown");
}

#[tokio::test]
async fn front_page_leads_to_the_documentation_page() {
    let server = TestServer::builder().start().unwrap();
    let client = server.client();
    let (front, policy) = get(&client, "/").await;
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    let (files, links) = (named(&front, "src"), named(&front, "href"));
    assert!(links.iter().any(|link| link == "/docs/"), "{links:?}");
    for own in files
        .iter()
        .chain(&links)
        .filter(|link| !link.contains("://"))
    {
        if !own.starts_with('#') {
            get(&client, own).await;
        }
    }
}

#[tokio::test]
async fn documentation_page_uses_local_files_only() {
    let server = TestServer::builder().start().unwrap();
    let client = server.client();
    let reply = client
        .request(Method::GET, "/docs")
        .await
        .expect_status(308);
    assert_eq!(reply.header("location"), Some("docs/"));
    let (page, policy) = get(&client, "/docs/").await;
    let script = policy.split(';').find(|part| part.contains("script-src"));
    assert_eq!(script.map(str::trim), Some("script-src 'self'"));
    let files: Vec<String> = named(&page, "src")
        .into_iter()
        .chain(named(&page, "href"))
        .collect();
    assert!(files.len() >= 4, "{page}");
    for file in files {
        get(&client, &format!("/docs/{}", file.trim_start_matches("./"))).await;
    }
    let (start, _) = get(&client, "/docs/swagger-initializer.js").await;
    assert!(
        !start.contains("://"),
        "the page is sent elsewhere: {start}"
    );
    let config = start.split_whitespace().collect::<String>();
    assert!(config.contains("\"persistAuthorization\":false"), "{start}");
    client
        .request(Method::GET, "/docs/nothing.js")
        .await
        .expect_status(404);
}

#[tokio::test]
async fn serves_the_openapi_documents() {
    let server = TestServer::builder().start().unwrap();
    for (path, which) in [
        ("/openapi.json", Which::All),
        ("/openapi/a.json", Which::A),
        ("/openapi/b.json", Which::B),
    ] {
        let reply = server
            .client()
            .request(Method::GET, path)
            .await
            .expect_status(200);
        // Byte for byte: generators of clients go by the order of the keys.
        assert!(reply.body == openapi(which).as_bytes(), "{path}");
        let tag = reply.header("etag").unwrap().to_owned();
        server
            .client()
            .request(Method::GET, path)
            .if_none_match(&tag)
            .await
            .expect_status(304);
    }
}

#[tokio::test]
async fn documents_contain_the_base_path() {
    let server = TestServer::builder()
        .setting("base-url", "https://example.com/wayfare")
        .start()
        .unwrap();
    let reply = server
        .client()
        .request(Method::GET, "/openapi/a.json")
        .await
        .expect_status(200);
    let served: Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(served["servers"][0]["url"], "/wayfare/a");
}
