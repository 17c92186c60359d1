//! Mail: how it is queued and sent, confirmed addresses, forgotten passwords, mailed invitations.

pub(crate) mod confirm;
mod delivery;
mod former;
mod invitations;
mod reset;

use std::time::Duration;

use mail_parser::MessageParser;
use serde_json::json;
use time::macros::datetime;
use wayfare_testkit::sample::{self, Traveller};
use wayfare_testkit::{Builder, Client, FixedClock, SmtpSink, SunkMail, TestServer};

pub(crate) const PASSWORD: &str = "correct horse battery";
/// Longer than a server waits before it looks at its queue again.
const POLLS: Duration = Duration::from_millis(2_500);

/// A server that sends mails to a sink, with a clock that the test moves.
struct Scene {
    server: TestServer,
    sink: SmtpSink,
    clock: FixedClock,
}

impl Scene {
    /// Waits longer for the mail server than a busy machine needs.
    fn start(builder: Builder) -> Self {
        Self::start_with(builder, Duration::from_secs(60))
    }

    fn start_with(builder: Builder, timeout: Duration) -> Self {
        let sink = SmtpSink::start().unwrap();
        let clock = FixedClock::at(datetime!(2026-05-01 12:00 UTC));
        let builder = builder.mail(&sink).clock(clock.clone());
        let builder = builder.mail_timeout(timeout);
        let server = builder.start().unwrap();
        Self {
            server,
            sink,
            clock,
        }
    }

    fn client(&self) -> Client {
        self.server.client()
    }

    /// Signs up with an address, which a mail is sent to.
    async fn sign_up(&self, username: &str, email: &str) -> Traveller {
        let body =
            json!({"name": username, "username": username, "email": email, "password": PASSWORD});
        sample::sign_up_with(&self.client(), &body).await
    }

    /// Signs up, and confirms the address by the mail that comes.
    async fn confirmed(&self, username: &str, email: &str) -> Traveller {
        let before = self.sink.taken().len();
        let user = self.sign_up(username, email).await;
        let letter = self.letter(before).await;
        let page = confirm::confirm(&self.server, &letter.path).await;
        assert_eq!(page.status(), 303, "{}", page.text);
        user
    }

    /// The mail of this number, from 0.
    async fn letter(&self, number: usize) -> Letter {
        let mails = self.sink.wait_for(number + 1).await;
        Letter::read(&mails[number], &self.server)
    }

    /// Waits long enough for a mail that is due, and checks that so many have come in all.
    async fn settle(&self, count: usize) {
        tokio::time::sleep(POLLS).await;
        assert_eq!(self.sink.taken().len(), count);
    }

    fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// The status of a sign-in.
    async fn sign_in(&self, login: &str, password: &str) -> u16 {
        let grant = json!({"grant_type": "password", "username": login, "password": password});
        self.client().users().sign_in(&grant).await.status
    }
}

/// A mail as its reader sees it.
#[derive(Debug)]
pub(crate) struct Letter {
    to: String,
    subject: String,
    plain: String,
    html: String,
    /// The path of the page that it leads to.
    pub(crate) path: String,
}

impl Letter {
    pub(crate) fn read(mail: &SunkMail, server: &TestServer) -> Self {
        let parsed = MessageParser::default().parse(&mail.data).unwrap();
        assert_eq!(
            parsed.header("Auto-Submitted").unwrap().as_text(),
            Some("auto-generated")
        );
        assert!(parsed.message_id().unwrap().ends_with("@wayfare.example"));
        assert!(parsed.date().is_some());
        let plain = parsed.body_text(0).unwrap().into_owned();
        let html = parsed.body_html(0).unwrap().into_owned();
        let base = server.base_url();
        let url = plain.lines().find(|line| line.starts_with(&base)).unwrap();
        assert!(html.contains(&format!("<a href=\"{url}\">")), "{html}");
        assert_eq!(mail.to.len(), 1);
        Self {
            to: mail.to[0].clone(),
            subject: parsed.subject().unwrap().to_owned(),
            path: url.strip_prefix(&base).unwrap().trim().to_owned(),
            plain,
            html,
        }
    }

    /// The path of the page that refuses further invitations.
    fn refusal_path(&self) -> String {
        let mut lines = self.plain.lines();
        let url = lines
            .find(|line| line.contains("/no-invitations/"))
            .unwrap();
        assert!(
            self.html.contains(&format!("<a href=\"{url}\">")),
            "{}",
            self.html
        );
        let start = url.find("/no-invitations/").unwrap();
        url[start..].trim().to_owned()
    }

    /// The token in its path.
    fn token(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }
}
