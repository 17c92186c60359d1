//! The client address of a request, behind the proxies that the operator trusts.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::header::{FORWARDED, HeaderName, HeaderValue};
use ipnet::IpNet;

/// The headers in which proxies name their clients.
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
    /// may be spoofed. If two headers disagree, the client may have sent one of them, and the proxy
    /// counts as the client. `None` if the connection has no address.
    pub fn client(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr()?.ip().to_canonical();
        Some(match self.named_clients(peer, request) {
            [Some(one), Some(other)] if one != other => peer,
            [one, other] => one.or(other).unwrap_or(peer),
        })
    }

    /// Whether the headers of a trusted proxy name different clients.
    pub(crate) fn disagree(&self, peer: IpAddr, request: &HttpRequest) -> bool {
        let has = |header: &HeaderName| request.headers().contains_key(header);
        // Most requests have one of them, and need no second reading.
        NAMED_BY_PROXIES.iter().all(has)
            && matches!(self.named_clients(peer, request), [Some(one), Some(other)] if one != other)
    }

    /// The client that each header names, if the request has it.
    fn named_clients(&self, peer: IpAddr, request: &HttpRequest) -> [Option<IpAddr>; 2] {
        NAMED_BY_PROXIES.map(|header| {
            let mut client = peer;
            let mut named = named_by_proxies(request, &header)?.into_iter().rev();
            while self.trusts(client) {
                // A proxy that names no address counts as the client itself.
                let Some(Some(before)) = named.next() else {
                    break;
                };
                client = before;
            }
            Some(client)
        })
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

/// The clients that proxies name in a header, the nearest last, each `None` if it has no address.
/// Returns `None` for a request without the header.
fn named_by_proxies(request: &HttpRequest, header: &HeaderName) -> Option<Vec<Option<IpAddr>>> {
    let values = request.headers().get_all(header).map(HeaderValue::as_bytes);
    let named: Vec<_> = if *header == FORWARDED {
        let elements = values.flat_map(|value| split_unquoted(value, b','));
        elements.map(forwarded_for).collect()
    } else {
        let elements = values.flat_map(|value| value.split(|byte| *byte == b','));
        elements.map(address).collect()
    };
    // A header has an element, though it may be empty.
    Some(named).filter(|named| !named.is_empty())
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
mod tests;
