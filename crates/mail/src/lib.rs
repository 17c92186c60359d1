//! The mails of Wayfare: composed in the reader's language, and sent by SMTP.
//!
//! A [`Letter`] says what a mail is about. A [`Mailer`] composes it as plain text and HTML, and
//! sends it by `lettre`. When to send, and when to give up, is the service's to decide.
//!
//! For the server `wayfare`, and for programs that send its mails themselves.
//!
//! ```
//! use wayfare_mail::{Mailer, Sender, SmtpUrl};
//!
//! let smtp = SmtpUrl::new("smtps://user:secret@mail.example.org")?;
//! assert_eq!(format!("{smtp:?}"), "SmtpUrl(smtps://mail.example.org:465)");
//! let sender = Sender::new("Wayfare <no-reply@example.org>")?;
//! let mailer = Mailer::new(&smtp, sender, "https://trips.example.org")?;
//! # let _ = mailer;
//! # Ok::<(), wayfare_domain::Reason>(())
//! ```

mod letter;
mod mailer;
mod settings;
mod texts;
mod untrusted;

pub use letter::{Letter, Subject};
pub use mailer::{Mailer, SendError};
pub use settings::{Sender, SmtpUrl};
