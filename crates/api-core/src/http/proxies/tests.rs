use actix_web::test::TestRequest;

use super::*;

fn client(peer: &str, headers: &[(&str, &str)]) -> String {
    let proxies =
        TrustedProxies::new(["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap()));
    let request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4711));
    let request = headers
        .iter()
        .fold(request, |request, header| request.append_header(*header));
    proxies
        .client(&request.to_http_request())
        .unwrap()
        .to_string()
}

#[test]
fn ignores_the_headers_of_untrusted_peers() {
    let claims = [
        ("x-forwarded-for", "198.51.100.7"),
        ("forwarded", "for=198.51.100.7"),
    ];
    assert_eq!(client("203.0.113.9", &claims), "203.0.113.9");
    assert_eq!(client("::ffff:203.0.113.9", &claims), "203.0.113.9");
}

#[test]
fn takes_the_last_address_that_is_not_a_proxy() {
    let through = |list| client("10.0.0.1", &[("x-forwarded-for", list)]);
    assert_eq!(through("198.51.100.7"), "198.51.100.7");
    assert_eq!(through("127.0.0.1, 198.51.100.7,10.0.0.2"), "198.51.100.7");
    assert_eq!(through("::ffff:198.51.100.7"), "198.51.100.7");
    assert_eq!(through("[2001:db8::1]:4711"), "2001:db8::1");
    assert_eq!(through("198.51.100.7:4711"), "198.51.100.7");
    let lines = [
        ("x-forwarded-for", "192.0.2.1"),
        ("x-forwarded-for", "198.51.100.7"),
    ];
    assert_eq!(client("fd00::1", &lines), "198.51.100.7");
}

#[test]
fn other_bytes_of_a_client_leave_the_address_of_the_proxy() {
    let value = HeaderValue::from_bytes(b"\xff, 198.51.100.7").unwrap();
    let request = TestRequest::default()
        .peer_addr(SocketAddr::new("10.0.0.1".parse().unwrap(), 4711))
        .append_header(("x-forwarded-for", value));
    let proxies = TrustedProxies::new(["10.0.0.0/8".parse().unwrap()]);
    let client = proxies.client(&request.to_http_request());
    assert_eq!(client, Some("198.51.100.7".parse().unwrap()));
}

#[test]
fn falls_back_to_the_nearest_known_address() {
    assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    assert_eq!(
        client("10.0.0.1", &[("x-forwarded-for", "198.51.100.7, unknown")]),
        "10.0.0.1"
    );
    assert_eq!(
        client(
            "10.0.0.1",
            &[("x-forwarded-for", "198.51.100.7, x, 10.0.0.2")]
        ),
        "10.0.0.2"
    );
    assert_eq!(
        client("10.0.0.1", &[("x-forwarded-for", "10.0.0.3, 10.0.0.2")]),
        "10.0.0.3"
    );
}

#[test]
fn headers_that_disagree_leave_the_address_of_the_proxy() {
    let through = |addresses, forwarded| {
        let headers = [("x-forwarded-for", addresses), ("forwarded", forwarded)];
        client("10.0.0.1", &headers)
    };
    assert_eq!(through("192.0.2.1", "for=198.51.100.7"), "10.0.0.1");
    assert_eq!(through("192.0.2.1", "for=_hidden"), "10.0.0.1");
    assert_eq!(through("", "for=198.51.100.7"), "10.0.0.1");
    let agreed = through("192.0.2.1, 198.51.100.7", "for=198.51.100.7");
    assert_eq!(agreed, "198.51.100.7");
}

#[test]
fn reads_forwarded_without_x_forwarded_for() {
    let through = |list| client("10.0.0.1", &[("forwarded", list)]);
    assert_eq!(
        through("for=192.0.2.1, For=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1"),
        "2001:db8::1"
    );
    assert_eq!(
        through("for=198.51.100.7;proto=http, for=10.0.0.2"),
        "198.51.100.7"
    );
    assert_eq!(through("for=_hidden"), "10.0.0.1");
    // What the client sent as `Host` names nobody.
    for list in [
        r#"for=198.51.100.7;host="a,for=6.6.6.6""#,
        r#"host="a;for=6.6.6.6";for=198.51.100.7"#,
        r#"host="a\";for=6.6.6.6,for=6.6.6.6";for="198.51.100.7""#,
    ] {
        assert_eq!(through(list), "198.51.100.7", "{list}");
    }
    assert_eq!(through("for=\"6.6.6.6"), "10.0.0.1");
}

#[test]
fn requests_through_a_proxy_are_not_local() {
    let from =
        |peer: &str| TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4711));
    assert!(is_local(&from("127.0.0.1").to_http_request()));
    assert!(is_local(&from("::1").to_http_request()));
    assert!(is_local(&from("::ffff:127.0.0.1").to_http_request()));
    assert!(!is_local(&from("192.0.2.1").to_http_request()));
    assert!(!is_local(
        &from("127.0.0.1")
            .insert_header(("x-forwarded-for", "127.0.0.1"))
            .to_http_request()
    ));
}
