//! The client address of a request, behind the proxies that the operator trusts.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::header::{FORWARDED, HeaderName, HeaderValue};
use ipnet::IpNet;

/// The headers in which proxies name their clients. If a request has both, the first counts.
const NAMED_BY_PROXIES: [HeaderName; 2] = [HeaderName::from_static("x-forwarded-for"), FORWARDED];

/// The networks of the trusted proxies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// The proxies in these networks.
    pub fn new(networks: impl IntoIterator<Item = IpNet>) -> Self {
        Self(networks.into_iter().collect())
    }

    /// The client address of a request: the peer's, unless the peer is a trusted proxy. Then it is
    /// the last address in the proxies' header that is not a trusted proxy; addresses before that
    /// may be spoofed. `None` if the connection has no address.
    pub fn client(&self, request: &HttpRequest) -> Option<IpAddr> {
        let mut client = request.peer_addr()?.ip().to_canonical();
        let mut named = named_by_proxies(request).into_iter().rev();
        while self.trusts(client) {
            // A proxy that names no address counts as the client itself.
            let Some(Some(before)) = named.next() else {
                break;
            };
            client = before;
        }
        Some(client)
    }

    /// Whether an address is that of a trusted proxy.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Whether a request comes from this machine, and through no proxy.
pub fn is_local(request: &HttpRequest) -> bool {
    request
        .peer_addr()
        .is_some_and(|peer| peer.ip().to_canonical().is_loopback())
        && !is_forwarded(request)
}

/// Whether a proxy, trusted or not, names the client of a request.
pub(crate) fn is_forwarded(request: &HttpRequest) -> bool {
    NAMED_BY_PROXIES
        .iter()
        .any(|name| request.headers().contains_key(name))
}

/// The clients that proxies name, the nearest last; `None` for one without an address.
fn named_by_proxies(request: &HttpRequest) -> Vec<Option<IpAddr>> {
    let Some(name) = NAMED_BY_PROXIES
        .into_iter()
        .find(|name| request.headers().contains_key(name))
    else {
        return Vec::new();
    };
    let values = request.headers().get_all(&name).map(HeaderValue::as_bytes);
    if name == FORWARDED {
        let elements = values.flat_map(|value| split_unquoted(value, b','));
        elements.map(forwarded_for).collect()
    } else {
        let elements = values.flat_map(|value| value.split(|byte| *byte == b','));
        elements.map(address).collect()
    }
}

/// The address in an element of `Forwarded` (RFC 7239).
fn forwarded_for(element: &[u8]) -> Option<IpAddr> {
    let mut pairs = split_unquoted(element, b';').into_iter();
    let node = pairs.find_map(|pair| {
        let pair = str::from_utf8(pair).ok()?;
        let (name, node) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then_some(node)
    })?;
    address(node.as_bytes())
}

/// The parts of a value between separators that are in no quoted string. Others may choose what is
/// in such a string: the `host` of `Forwarded` is what the client sent.
fn split_unquoted(value: &[u8], separator: u8) -> Vec<&[u8]> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parts = value.split(|byte| {
        let was_escaped = std::mem::take(&mut is_escaped);
        match byte {
            b'"' if !was_escaped => is_quoted = !is_quoted,
            b'\\' if is_quoted && !was_escaped => is_escaped = true,
            _ => {}
        }
        *byte == separator && !is_quoted
    });
    parts.collect()
}

/// An address, with or without port, brackets and quotes.
fn address(text: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(text).ok()?.trim();
    let quoted = text.strip_prefix('"');
    let quoted = quoted.and_then(|text| text.strip_suffix('"'));
    let text = quoted.unwrap_or(text);
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .unwrap_or(text);
    let alone = bare.parse::<IpAddr>().ok();
    let address = alone.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn client(peer: &str, headers: &[(&str, &str)]) -> String {
        let proxies =
            TrustedProxies::new(["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap()));
        let request =
            TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4711));
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
        let from = |peer: &str| {
            TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4711))
        };
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
}
