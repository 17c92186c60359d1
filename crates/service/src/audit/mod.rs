//! The audit log: one line for each sign-in, for each change of who may do what, and for each
//! deletion (operations: "Audit log").
//!
//! A line is written once its effect is committed; of a refused sign-in, once it is refused. Lines
//! of a unit of work are held until its commit has ended, since nobody may wait for that any more.

mod held;

use std::collections::HashSet;
use std::fmt::Display;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;

use uuid::Uuid;
use wayfare_domain::{PictureId, Trip, TripId, TripOverview, UserId};

pub(crate) use held::hold;

/// The log target of the lines.
pub const AUDIT: &str = "audit";
/// The maximum length of a target, in bytes. A line is then below 4 KiB, however it is escaped.
const MAX_TARGET: usize = 1 << 10;
/// The ids of removed content that a line names, and their maximum length in characters.
const NAMED: usize = 8;
const MAX_ID: usize = 30;
/// The actor of a command.
const OPERATOR: &str = "operator";

tokio::task_local! {
    static ORIGIN: Arc<Origin>;
}

/// Where the work of a task comes from.
#[derive(Debug)]
pub enum Origin {
    /// A request.
    Request {
        /// The client's address, if the connection has one.
        client: Option<IpAddr>,
        /// The request id.
        id: String,
        /// What the assistant calls itself that acts for the account, if one does.
        assistant: Option<String>,
    },
    /// A command of an operator, who acts in place of the account that it names.
    Command,
}

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What an audit line tells.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum AuditAction {
            $($(#[$doc])* $name,)*
        }

        impl AuditAction {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

actions! {
    /// Somebody signed in; the target is the sign-in, which `token.revoke` names likewise.
    SignInAccept = "sign-in.accept",
    /// A sign-in was refused; the target is the account, if there is one.
    SignInRefuse = "sign-in.refuse",
    /// The tokens of one sign-in were ended.
    TokenRevoke = "token.revoke",
    /// All tokens and API keys of an account were ended.
    TokenRevokeAll = "token.revoke-all",
    /// A spent refresh token came again, which ended the tokens of its sign-in.
    TokenReuse = "token.reuse",
    /// A password was set, which ended the account's tokens.
    PasswordSet = "password.set",
    /// A password was set by a link of a mail, likewise.
    PasswordReset = "password.reset",
    /// An identity at the OpenID provider was joined to an account.
    IdentityJoin = "identity.join",
    /// The joining was undone.
    IdentityLeave = "identity.leave",
    /// An e-mail address was set, changed or removed; a confirmed one lets its holder in.
    EmailChange = "email.change",
    /// An e-mail address was confirmed by a link of a mail.
    EmailConfirm = "email.confirm",
    /// The former e-mail address was taken back by a link of a mail, which ended all tokens.
    EmailUndo = "email.undo",
    /// An account got another username, by which its holder signs in.
    AccountRename = "account.rename",
    /// An account was created, with its first token.
    AccountCreate = "account.create",
    /// An account was deleted; each of its trips has a line of its own.
    AccountDelete = "account.delete",
    /// An account was exported, or all of its trips.
    AccountExport = "account.export",
    /// An API key was made.
    KeyCreate = "key.create",
    /// An API key was ended.
    KeyDelete = "key.delete",
    /// Somebody let an assistant act for their account.
    AssistantAllow = "assistant.allow",
    /// An assistant may act no more.
    AssistantEnd = "assistant.end",
    /// A mailbox was opened; the one before has ended. The target is whose it is.
    MailboxCreate = "mailbox.create",
    /// A mailbox was closed.
    MailboxDelete = "mailbox.delete",
    /// A message came to a mailbox.
    ProposalReceive = "proposal.receive",
    /// A proposal was made a trip of, or added to one.
    ProposalTake = "proposal.take",
    /// A proposal was removed.
    ProposalDelete = "proposal.delete",
    /// A share link was made.
    ShareLinkCreate = "share-link.create",
    /// A share link was changed.
    ShareLinkUpdate = "share-link.update",
    /// A share link was ended.
    ShareLinkDelete = "share-link.delete",
    /// A calendar feed was opened, which ended the one before.
    FeedCreate = "feed.create",
    /// A calendar feed was ended.
    FeedDelete = "feed.delete",
    /// An invitation was made.
    InvitationCreate = "invitation.create",
    /// An invitation was used: the actor is on the trip from now on.
    InvitationUse = "invitation.use",
    /// An invitation was ended.
    InvitationDelete = "invitation.delete",
    /// Somebody became a member.
    RoleGive = "role.give",
    /// A member got another role.
    RoleChange = "role.change",
    /// Somebody is no member any more.
    RoleRemove = "role.remove",
    /// A trip was handed over, which ended its share links and invitations.
    TripHandOver = "trip.hand-over",
    /// A trip was made public, or was so from the start.
    TripPublish = "trip.publish",
    /// A public trip was made private.
    TripHide = "trip.hide",
    /// A trip was deleted, with its share links and invitations.
    TripDelete = "trip.delete",
    /// Items of a trip were removed; the targets of these lines are their number and first ids.
    ItemDelete = "item.delete",
    /// Pictures of a trip were removed.
    PictureDelete = "picture.delete",
    /// A file was added to a trip; the target is its number and id.
    FileAdd = "file.add",
    /// Files of a trip were removed.
    FileDelete = "file.delete",
    /// A party of a trip was removed.
    PartyDelete = "party.delete",
    /// A recorded settlement of a trip was removed.
    SettlementDelete = "settlement.delete",
    /// A trip was imported by a command.
    TripImport = "trip.import",
    /// Orphaned pictures were removed by a command.
    PicturesSweep = "pictures.sweep",
    /// Reference rates were imported by a command.
    RatesImport = "rates.import",
    /// Typed hours of a trip follow new rules of time zones; the target is their release.
    TripZoneRules = "trip.zone-rules",
    /// The places of all trips were looked up by a command.
    PlacesRefresh = "places.refresh",
    /// The database was migrated.
    DatabaseMigrate = "database.migrate",
    /// A database was restored from a backup; the target is the database.
    DatabaseRestore = "database.restore",
    /// A database was filled with the copy of another; the target is the one that was filled.
    DatabaseCopy = "database.copy",
}

impl Origin {
    /// Runs the work that comes from here.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        ORIGIN.scope(Arc::new(self), work).await
    }

    /// Runs a command, which may start a runtime of one thread.
    pub fn scope_command<T>(command: impl FnOnce() -> T) -> T {
        ORIGIN.sync_scope(Arc::new(Self::Command), command)
    }
}

/// Runs work in the origin of the current task, for a task of its own.
pub(crate) fn in_current_origin<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let origin = ORIGIN.try_with(Arc::clone).ok();
    async move {
        match origin {
            Some(origin) => ORIGIN.scope(origin, work).await,
            None => work.await,
        }
    }
}

/// Runs a job in the origin of the current task, on another thread.
pub(crate) fn job_in_current_origin<T>(job: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let origin = ORIGIN.try_with(Arc::clone).ok();
    || match origin {
        Some(origin) => ORIGIN.sync_scope(origin, job),
        None => job(),
    }
}

/// The id of the request that the current task works for; `None` for a command.
pub(crate) fn request_id() -> Option<String> {
    let id = ORIGIN.try_with(|origin| match &**origin {
        Origin::Request { id, .. } => Some(id.clone()),
        Origin::Command => None,
    });
    id.unwrap_or_else(|_| Some(String::new()))
}

/// Writes the line of an action of `actor` upon `target`, in a unit of work once it is committed.
/// No argument may be a secret.
pub fn audit(
    action: AuditAction,
    actor: Option<UserId>,
    target: &dyn Display,
    trip: Option<TripId>,
) {
    held::write(line(action, actor, target, trip));
}

/// Writes a line at once, also in a unit of work that is not committed yet.
pub(crate) fn audit_early(
    action: AuditAction,
    actor: Option<UserId>,
    target: &dyn Display,
    trip: Option<TripId>,
) {
    line(action, actor, target, trip)();
}

/// The line as it will be written. What is acted on is the field `audit.target`: `target` is that
/// of the log line.
fn line(
    action: AuditAction,
    actor: Option<UserId>,
    target: &dyn Display,
    trip: Option<TripId>,
) -> impl FnOnce() + use<> {
    let origin = ORIGIN.try_with(Arc::clone).ok();
    let (client, request_id, assistant) = match origin.as_deref() {
        Some(Origin::Request {
            client,
            id,
            assistant,
        }) => (*client, id.clone(), assistant.clone()),
        Some(Origin::Command) | None => (None, String::new(), None),
    };
    let actor = match origin.as_deref() {
        Some(Origin::Command) => OPERATOR.to_owned(),
        _ => text_of(actor),
    };
    let target = cut(target.to_string());
    let (action, trip, client) = (action.as_str(), text_of(trip), text_of(client));
    let assistant = text_of(assistant);
    move || {
        tracing::info!(
            target: AUDIT,
            action,
            actor,
            audit.target = target,
            trip,
            client,
            request_id,
            assistant,
            "{action}"
        );
    }
}

/// Cuts a target.
fn cut(mut target: String) -> String {
    target.truncate(target.floor_char_boundary(MAX_TARGET));
    target
}

/// A field that every line has.
fn text_of(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Writes the lines of an edit: who is on the trip from now on, and what is gone from it.
pub(crate) fn audit_edit(actor: UserId, before: &Trip, after: &Trip) {
    audit_roles(actor, before, after);
    fn items(trip: &Trip) -> impl Iterator<Item = &str> + Clone {
        trip.itinerary.iter().map(|item| item.id.as_str())
    }
    fn parties(trip: &Trip) -> impl Iterator<Item = &str> + Clone {
        trip.plan.parties.iter().map(|party| party.member.as_str())
    }
    fn settlements(trip: &Trip) -> impl Iterator<Item = Uuid> + Clone {
        trip.plan.settlements.iter().map(|settlement| settlement.id)
    }
    fn files(trip: &Trip) -> impl Iterator<Item = PictureId> + Clone {
        trip.plan.files.iter().map(|file| file.id)
    }
    let pictures = gone(before.gallery.pictures(), after.gallery.pictures());
    for (action, gone) in [
        (AuditAction::ItemDelete, gone(items(before), items(after))),
        (AuditAction::PictureDelete, pictures),
        (AuditAction::FileAdd, gone(files(after), files(before))),
        (AuditAction::FileDelete, gone(files(before), files(after))),
        (
            AuditAction::PartyDelete,
            gone(parties(before), parties(after)),
        ),
        (
            AuditAction::SettlementDelete,
            gone(settlements(before), settlements(after)),
        ),
    ] {
        if !gone.is_empty() {
            audit(action, Some(actor), &gone, Some(after.id));
        }
    }
}

/// The ids that only `before` has: their number, and the first of them, each cut. Empty if there
/// are none.
fn gone<T: Display + Eq + Hash>(
    before: impl Iterator<Item = T> + Clone,
    after: impl Iterator<Item = T> + Clone,
) -> String {
    // Most edits remove nothing.
    if before.clone().eq(after.clone()) {
        return String::new();
    }
    let after: HashSet<T> = after.collect();
    let mut count = 0_usize;
    let mut named = String::new();
    for id in before.filter(|id| !after.contains(id)) {
        count += 1;
        if count <= NAMED {
            let id = id.to_string();
            named.push(' ');
            named.extend(id.chars().take(MAX_ID).flat_map(char::escape_debug));
        }
    }
    match count {
        0 => String::new(),
        count => format!("{count}:{named}"),
    }
}

/// Writes the lines of a new trip: who is on it beside its owner, and whether it is public.
pub(crate) fn audit_new_trip(trip: &TripOverview) {
    let before = TripOverview {
        members: vec![trip.owner],
        private: true,
        ..trip.clone()
    };
    audit_roles(trip.owner, &before, trip);
}

/// Writes the lines of an edit that changed who is on a trip, or whether it is public.
fn audit_roles(actor: UserId, before: &TripOverview, after: &TripOverview) {
    let log = |action, target: &dyn Display| audit(action, Some(actor), target, Some(after.id));
    match (before.private, after.private) {
        (true, false) => log(AuditAction::TripPublish, &after.id),
        (false, true) => log(AuditAction::TripHide, &after.id),
        _ => {}
    }
    let hands_over = before.owner != after.owner;
    if hands_over {
        log(AuditAction::TripHandOver, &after.owner);
    }
    // The former owner has stayed a member, which a line of its own would repeat.
    let is_told = |user: &UserId| hands_over && [before.owner, after.owner].contains(user);
    for user in after.members.iter().filter(|user| !is_told(user)) {
        match (before.member_role(*user), after.member_role(*user)) {
            (None, Some(role)) => {
                log(
                    AuditAction::RoleGive,
                    &format_args!("{user} as {}", role.as_str()),
                );
            }
            (Some(old), Some(role)) if old != role => {
                log(
                    AuditAction::RoleChange,
                    &format_args!("{user} as {}", role.as_str()),
                );
            }
            _ => {}
        }
    }
    let gone = before.members.iter();
    for user in gone.filter(|user| after.member_role(**user).is_none()) {
        log(AuditAction::RoleRemove, user);
    }
}

#[cfg(test)]
mod tests;
