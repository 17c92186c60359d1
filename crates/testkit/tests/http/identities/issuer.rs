//! An OpenID provider on a thread of its own, with keys that are made in the test. It does what a
//! test tells it to, also what no provider should do.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{self, KeySize};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
    KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA256, RsaEncoding,
};
use aws_lc_rs::{digest, hmac};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use url::Url;

/// The client of the service at the provider.
pub(super) const CLIENT: &str = "wayfare";
pub(super) const SECRET: &str = "a secret & more";

pub(super) fn base64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A key pair.
pub(super) enum Key {
    Rsa(rsa::KeyPair),
    /// ES256 or ES384.
    Ec(EcdsaKeyPair, &'static str),
    Ed(Ed25519KeyPair),
}

impl Key {
    pub(super) fn rsa() -> Self {
        Self::Rsa(rsa::KeyPair::generate(KeySize::Rsa2048).unwrap())
    }

    pub(super) fn p256() -> Self {
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING);
        Self::Ec(pair.unwrap(), "P-256")
    }

    pub(super) fn p384() -> Self {
        let pair = EcdsaKeyPair::generate(&ECDSA_P384_SHA384_FIXED_SIGNING);
        Self::Ec(pair.unwrap(), "P-384")
    }

    pub(super) fn ed() -> Self {
        Self::Ed(Ed25519KeyPair::generate().unwrap())
    }

    /// The public key, as a JWK.
    pub(super) fn jwk(&self, kid: &str) -> Value {
        match self {
            Self::Rsa(pair) => {
                let public = pair.public_key();
                let n = public.modulus().big_endian_without_leading_zero();
                let e = public.exponent().big_endian_without_leading_zero();
                json!({"kty": "RSA", "use": "sig", "kid": kid, "n": base64(n), "e": base64(e)})
            }
            Self::Ec(pair, curve) => {
                // The first byte says that both coordinates follow.
                let point = &pair.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                json!({"kty": "EC", "kid": kid, "crv": curve, "x": base64(x), "y": base64(y)})
            }
            Self::Ed(pair) => {
                json!({"kty": "OKP", "kid": kid, "crv": "Ed25519", "x": base64(pair.public_key())})
            }
        }
    }

    pub(super) fn sign(&self, algorithm: &str, text: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match self {
            Self::Rsa(pair) => {
                let padding: &dyn RsaEncoding = match algorithm {
                    "PS256" => &RSA_PSS_SHA256,
                    _ => &RSA_PKCS1_SHA256,
                };
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(padding, &random, text, &mut signature).unwrap();
                signature
            }
            Self::Ec(pair, _) => pair.sign(&random, text).unwrap().as_ref().to_vec(),
            Self::Ed(pair) => pair.sign(text).as_ref().to_vec(),
        }
    }
}

/// A token of a header and claims, and of what signs it.
pub(super) fn jwt(header: &Value, claims: &Value, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let text = format!(
        "{}.{}",
        base64(header.to_string()),
        base64(claims.to_string())
    );
    let signature = sign(text.as_bytes());
    format!("{text}.{}", base64(signature))
}

pub(super) fn hs256(key: &[u8], text: &[u8]) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    hmac::sign(&key, text).as_ref().to_vec()
}

/// What a provider knows and does.
pub(super) struct State {
    /// The keys that it signs with, by their id and algorithm; the first one signs unless told.
    pub(super) keys: Vec<(String, &'static str, Key)>,
    /// What its keys are shown with besides.
    pub(super) padding: usize,
    pub(super) algorithms: Vec<&'static str>,
    /// What its discovery document has besides, or instead.
    pub(super) document: Value,
    /// How long it takes.
    pub(super) delay: Duration,
    /// Whether it ends connections without an answer.
    pub(super) is_away: bool,
    /// Whether it sends readers of its keys elsewhere.
    pub(super) redirects: bool,
    /// What it says about a person by an access token, if it does.
    pub(super) user_info: Option<Value>,
    /// The number of requests, by path.
    pub(super) requests: BTreeMap<String, usize>,
    /// The codes that were not exchanged yet, with the request to sign in and the claims.
    codes: BTreeMap<String, (BTreeMap<String, String>, Value)>,
}

/// A provider. Its thread ends with the test program.
#[derive(Clone)]
pub(super) struct Issuer {
    pub(super) url: String,
    state: Arc<Mutex<State>>,
}

impl Issuer {
    /// A provider with an RSA key.
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            keys: vec![("first".to_owned(), "RS256", Key::rsa())],
            padding: 0,
            algorithms: vec![
                "RS256", "PS256", "ES256", "ES384", "EdDSA", "HS256", "none", "X9",
            ],
            document: json!({}),
            delay: Duration::ZERO,
            is_away: false,
            redirects: false,
            user_info: None,
            requests: BTreeMap::new(),
            codes: BTreeMap::new(),
        }));
        let issuer = Self { url, state };
        let own = issuer.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let issuer = own.clone();
                thread::spawn(move || issuer.answer(&mut stream.unwrap()));
            }
        });
        issuer
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// The number of requests for the keys so far.
    pub(super) fn key_requests(&self) -> usize {
        self.state().requests.get("/keys").copied().unwrap_or(0)
    }

    /// An ID token of these claims, signed by the first key.
    pub(super) fn sign(&self, claims: &Value) -> String {
        let state = self.state();
        let (kid, algorithm, key) = &state.keys[0];
        let header = json!({"alg": algorithm, "kid": kid, "typ": "JWT"});
        jwt(&header, claims, |text| key.sign(algorithm, text))
    }

    /// Signs a person in at the address that the service has sent a browser to. Returns the path
    /// and query with which the browser comes back.
    pub(super) fn authorize(&self, location: &str, claims: &Value) -> String {
        let url = Url::parse(location).unwrap();
        assert_eq!(url.origin().ascii_serialization(), self.url);
        assert_eq!(url.path(), "/authorize");
        let request: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
        for (name, value) in [
            ("response_type", "code"),
            ("client_id", CLIENT),
            ("code_challenge_method", "S256"),
        ] {
            assert_eq!(request[name], value, "{location}");
        }
        assert!(request["scope"].split(' ').any(|scope| scope == "openid"));
        assert!(request["nonce"].len() >= 43 && request["state"].len() >= 43);
        let redirect = Url::parse(&request["redirect_uri"]).unwrap();
        let (path, state) = (redirect.path().to_owned(), request["state"].clone());
        let mut own = self.state();
        let code = format!("code-{}", own.codes.len() + own.requests.len());
        let mut claims = claims.clone();
        if claims.get("nonce").is_none() {
            claims["nonce"] = json!(request["nonce"]);
        }
        own.codes.insert(code.clone(), (request, claims));
        format!(
            "{path}?code={code}&state={state}&iss={}",
            encoded(&self.url)
        )
    }

    fn answer(&self, stream: &mut TcpStream) -> Option<()> {
        let (head, body) = receive(stream)?;
        let path = head.split(' ').nth(1)?.to_owned();
        let (delay, is_away) = {
            let mut state = self.state();
            *state.requests.entry(path.clone()).or_default() += 1;
            (state.delay, state.is_away)
        };
        thread::sleep(delay);
        if is_away {
            return None;
        }
        let (status, answer) = match path.as_str() {
            "/.well-known/openid-configuration" => ("200 OK", self.document()),
            "/keys" if self.state().redirects => {
                let head = "HTTP/1.1 302 Found\r\nlocation: /other-keys\r\n";
                let text = format!("{head}content-length: 0\r\nconnection: close\r\n\r\n");
                return stream.write_all(text.as_bytes()).ok();
            }
            "/keys" | "/other-keys" => ("200 OK", self.keys()),
            "/token" => self.token(&head, &body),
            "/userinfo" => match &self.state().user_info {
                Some(claims) => ("200 OK", claims.clone()),
                None => ("404 Not Found", json!({})),
            },
            _ => ("404 Not Found", json!({})),
        };
        let answer = answer.to_string();
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n",
            answer.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(answer.as_bytes()).ok()
    }

    fn document(&self) -> Value {
        let (state, url) = (self.state(), &self.url);
        let mut document = json!({
            "issuer": url,
            "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "jwks_uri": format!("{url}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": state.algorithms,
        });
        if state.user_info.is_some() {
            document["userinfo_endpoint"] = json!(format!("{url}/userinfo"));
        }
        for (name, value) in state.document.as_object().unwrap() {
            document[name] = value.clone();
        }
        document
    }

    fn keys(&self) -> Value {
        let state = self.state();
        let keys = state.keys.iter().map(|(kid, _, key)| key.jwk(kid));
        let keys: Vec<Value> = keys.collect();
        json!({"keys": keys, "padding": "x".repeat(state.padding)})
    }

    /// Exchanges a code, once, for an ID token.
    fn token(&self, head: &str, body: &str) -> (&'static str, Value) {
        let sent: BTreeMap<String, String> = url::form_urlencoded::parse(body.as_bytes())
            .into_owned()
            .collect();
        let basic = format!("{CLIENT}:{}", encoded(SECRET));
        let basic = base64::engine::general_purpose::STANDARD.encode(basic);
        let is_client = head.contains(&format!("Basic {basic}"))
            || (sent.get("client_id").map(String::as_str) == Some(CLIENT)
                && sent.get("client_secret").map(String::as_str) == Some(SECRET));
        let refused = |error: &str| ("400 Bad Request", json!({"error": error}));
        if !is_client {
            return ("401 Unauthorized", json!({"error": "invalid_client"}));
        }
        let Some((request, claims)) = self.state().codes.remove(&sent["code"]) else {
            return refused("invalid_grant");
        };
        let challenge = digest::digest(&digest::SHA256, sent["code_verifier"].as_bytes());
        let is_own = base64(challenge) == request["code_challenge"]
            && sent["redirect_uri"] == request["redirect_uri"];
        if !is_own {
            return refused("invalid_grant");
        }
        let token = self.sign(&claims);
        let answer = json!({"access_token": "opaque", "token_type": "Bearer", "id_token": token});
        ("200 OK", answer)
    }
}

/// The head and the body of a request.
fn receive(stream: &mut TcpStream) -> Option<(String, String)> {
    let (mut received, mut buffer) = (Vec::new(), [0; 4_096]);
    loop {
        let text = String::from_utf8_lossy(&received).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let lower = head.to_ascii_lowercase();
            let length = lower.split_once("content-length: ").map_or(0, |(_, rest)| {
                rest.lines().next().unwrap().trim().parse().unwrap()
            });
            if body.len() >= length {
                return Some((head.to_owned(), body.to_owned()));
            }
        }
        match stream.read(&mut buffer).ok()? {
            0 => return None,
            count => received.extend_from_slice(&buffer[..count]),
        }
    }
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
