//! What mails are about, and their composition as plain text and HTML.

use fluent_bundle::FluentArgs;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use maud::{DOCTYPE, html};
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;
use wayfare_domain::{Instant, Language};

use crate::texts::{Texts, set_day};
use crate::untrusted::neutralise;
use crate::{SendError, Sender};

/// A mail to one reader. It has no `Debug`: its address opens an account or a trip.
#[derive(Clone)]
pub struct Letter {
    /// Its id: the same mail sent twice can be told by it.
    pub id: Uuid,
    /// The address of its reader.
    pub to: String,
    /// The language of its reader.
    pub language: Language,
    /// When it is sent.
    pub date: Instant,
    /// What it is about.
    pub subject: Subject,
    /// The path of the page that it leads to.
    pub path: String,
}

/// What a letter is about.
#[derive(Debug, Clone)]
pub enum Subject {
    /// Asks whether the address is that of an account.
    Confirmation {
        /// The username.
        username: String,
    },
    /// Tells the former address of an account that it has another one.
    EmailChanged {
        /// The username.
        username: String,
    },
    /// Leads to a new password of an account.
    PasswordReset {
        /// The username.
        username: String,
    },
    /// Invites to a trip.
    Invitation {
        /// The name of the trip.
        trip: String,
        /// The name of who invites.
        by: String,
        /// When the invitation ends.
        until: Option<Instant>,
        /// The path of the page that refuses further ones.
        refusal: String,
    },
}

impl Subject {
    /// What the keys of its texts begin with.
    fn key(&self) -> &'static str {
        match self {
            Self::Confirmation { .. } => "confirmation",
            Self::EmailChanged { .. } => "email-changed",
            Self::PasswordReset { .. } => "password-reset",
            Self::Invitation { .. } => "invitation",
        }
    }

    fn arguments(&self) -> FluentArgs<'static> {
        let mut arguments = FluentArgs::new();
        match self {
            Self::Confirmation { username }
            | Self::EmailChanged { username }
            | Self::PasswordReset { username } => {
                arguments.set("username", neutralise(username));
            }
            Self::Invitation {
                trip, by, until, ..
            } => {
                arguments.set("trip", neutralise(trip));
                arguments.set("by", neutralise(by));
                if let Some(until) = until {
                    set_day(&mut arguments, *until);
                }
            }
        }
        arguments
    }

    /// The path of the page that refuses further mails of the kind, if there is one.
    fn refusal(&self) -> Option<&str> {
        match self {
            Self::Invitation { refusal, .. } => Some(refusal),
            _ => None,
        }
    }

    /// Whether it has something to add below its address.
    fn has_after(&self) -> bool {
        !matches!(self, Self::Invitation { until: None, .. })
    }
}

/// Composes letters.
pub(crate) struct Composer {
    pub(crate) sender: Sender,
    /// The public address of the pages, without a slash at its end.
    pub(crate) front: String,
    /// The host of the pages, as readers know it.
    pub(crate) site: String,
    pub(crate) texts: Texts,
}

impl Composer {
    /// The host that people know a site by, with its port if that is unusual.
    pub(crate) fn site_of(front: &Url) -> String {
        let host = front.host_str().unwrap_or_default();
        let port = front.port().map(|port| format!(":{port}"));
        format!("{host}{}", port.unwrap_or_default())
    }

    /// Composes a letter.
    ///
    /// # Errors
    /// [`SendError::Refused`] if it can't be addressed.
    pub(crate) fn compose(&self, letter: &Letter) -> Result<Message, SendError> {
        let Letter {
            id,
            to,
            language,
            date,
            subject,
            path,
        } = letter;
        let mut arguments = subject.arguments();
        arguments.set("site", self.site.as_str());
        let kind = subject.key();
        let text = |part: &str| {
            let key = format!("{kind}-{part}");
            self.texts.text(*language, &key, &arguments)
        };
        let (title, lead, action) = (text("subject"), text("lead"), text("action"));
        let after = subject.has_after().then(|| text("after"));
        let footer = self.texts.text(*language, "footer", &arguments);
        let url = format!("{}{path}", self.front);
        let refusal = subject.refusal().map(|path| {
            let url = format!("{}{path}", self.front);
            (text("refuse"), url)
        });
        let ending = refusal
            .as_ref()
            .map(|(text, url)| format!("{text}:\n{url}\n"));
        let ending = ending.unwrap_or_default();
        let added = after.as_ref().map(|after| format!("{after}\n\n"));
        let added = added.unwrap_or_default();
        let plain = format!("{lead}\n\n{action}:\n{url}\n\n{added}-- \n{footer}\n{ending}");
        let page = html! {
            (DOCTYPE)
            html lang=(language.tag()) {
                head { meta charset="utf-8"; title { (title) } }
                body {
                    p { (lead) }
                    p { a href=(url) { (action) } }
                    p { small { (url) } }
                    @if let Some(after) = &after { p { (after) } }
                    hr;
                    p { small { (footer) } }
                    @if let Some((text, url)) = &refusal {
                        p { small { a href=(url) { (text) } } }
                    }
                }
            }
        };
        let address = to.parse().map_err(|_| SendError::Refused(None))?;
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let message = Message::builder()
            .from(self.sender.0.clone())
            .to(Mailbox::new(None, address))
            .subject(title)
            .date(OffsetDateTime::from(*date).into())
            .message_id(Some(format!("<{id}@{}>", self.sender.domain())))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .multipart(MultiPart::alternative_plain_html(plain, page.into_string()));
        message.map_err(|_| SendError::Refused(None))
    }
}

#[cfg(test)]
mod tests;
