//! The mail of a server between its queue in the database and the mailer.

use std::sync::atomic::AtomicBool;

use tokio::sync::Notify;
use wayfare_mail::Mailer;

use super::recipients::Recipients;

/// The mail of this server.
pub(crate) struct MailQueue {
    pub(super) mailer: Mailer,
    /// Something was queued on this server.
    pub(super) wake: Notify,
    /// Whether the last attempt has failed for a reason that concerns all mails.
    pub(super) is_failing: AtomicBool,
    pub(super) recipients: Recipients,
}

impl MailQueue {
    pub(crate) fn new(mailer: Mailer) -> Self {
        Self {
            mailer,
            wake: Notify::new(),
            is_failing: AtomicBool::new(false),
            recipients: Recipients::default(),
        }
    }
}
