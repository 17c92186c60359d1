//! Signing in at an OpenID provider: ID tokens at the token route, and the pages.

mod ending;
mod issuer;
mod keys;
mod pages;
mod passwords;
mod tokens;

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::macros::datetime;
use wayfare_testkit::{Builder, Client, FixedClock, Reply, TestServer, shapes};

use issuer::{CLIENT, Issuer, SECRET};

const GRANT: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/// When the tests are.
const NOW: OffsetDateTime = datetime!(2026-05-01 12:00 UTC);

/// A server with a provider, and a clock that both go by.
struct Scene {
    server: TestServer,
    issuer: Issuer,
    clock: FixedClock,
}

impl Scene {
    fn start(builder: Builder, settings: &[(&str, &str)]) -> Self {
        Self::with(Issuer::start(), builder, settings)
    }

    fn with(issuer: Issuer, builder: Builder, settings: &[(&str, &str)]) -> Self {
        let clock = FixedClock::at(NOW);
        let builder = builder
            .clock(clock.clone())
            .setting("oidc-issuer", &issuer.url)
            .setting("oidc-client-id", CLIENT)
            .setting("oidc-client-secret", SECRET)
            .setting("oidc-name", "Example <ID>");
        let settings = settings.iter();
        let builder = settings.fold(builder, |builder, (flag, value)| {
            builder.setting(flag, value)
        });
        Self {
            server: builder.start().unwrap(),
            issuer,
            clock,
        }
    }

    /// The claims of a person, as of now.
    fn claims(&self, subject: &str) -> Value {
        let now = NOW.unix_timestamp();
        json!({
            "iss": self.issuer.url, "aud": CLIENT, "sub": subject, "iat": now, "exp": now + 300,
            "preferred_username": "ada", "name": "Ada Lovelace", "email": "ada@example.org",
        })
    }

    /// The claims with one that is another, or that is not there.
    fn claims_but(&self, name: &str, value: Value) -> Value {
        let mut claims = self.claims("1");
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
            value => claims[name] = value,
        }
        claims
    }

    /// Sends an ID token to the token route.
    async fn send(&self, token: &str) -> Reply<shapes::users::Tokens> {
        let call = self.server.client();
        let users = call.users();
        users.sign_in_with_id_token(token).await
    }

    /// Sends the ID token of these claims.
    async fn sign_in(&self, claims: &Value) -> Reply<shapes::users::Tokens> {
        self.send(&self.issuer.sign(claims)).await
    }

    /// The username of whoever has signed in.
    async fn username_of(&self, reply: Reply<shapes::users::Tokens>) -> String {
        let tokens = reply.expect_status(200).json();
        let client: Client = self.server.client().with_token(&tokens.access_token);
        client.users().own().await.json().username
    }
}

/// Checks that an answer is the refusal of bad credentials, and no more.
#[track_caller]
fn expect_refusal(reply: &Reply<shapes::users::Tokens>, what: &str) {
    assert_eq!(reply.status, 401, "{what}: {reply:?}");
    let problem: Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(
        problem["type"], "urn:wayfare:problem:bad-credentials",
        "{what}"
    );
    assert_eq!(reply.header("www-authenticate"), Some("Bearer"), "{what}");
}
