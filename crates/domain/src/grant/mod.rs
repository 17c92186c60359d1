//! Grants: secret addresses and keys that let whoever has one do something. Share links,
//! invitations, calendar feeds, API keys, mailboxes and consents to assistants differ in what they
//! permit: their scope.

mod api_key;
mod assistant;

use crate::user::set;
use crate::{Date, Dates, GrantId, Instant, Path, Reason, ShortText, TripId, UserId, Violations};

pub use api_key::{ApiKey, KeyGrant, KeyScope, KeyTrips};
pub use assistant::{Assistant, Consent};

/// The kinds of grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GrantKind {
    /// Shows parts of a trip.
    ShareLink,
    /// Makes whoever opens it a member of a trip.
    Invitation,
    /// The calendar of a trip, or of all trips of an account.
    Feed,
    /// Lets a program act for an account.
    ApiKey,
    /// The address to which an account forwards its bookings.
    Mailbox,
    /// Lets an assistant act for an account.
    Assistant,
}

impl GrantKind {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ShareLink => "share-link",
            Self::Invitation => "invitation",
            Self::Feed => "feed",
            Self::ApiKey => "key",
            Self::Mailbox => "mailbox",
            Self::Assistant => "assistant",
        }
    }
}

/// What a grant of a kind permits. It is stored in words.
pub trait GrantScope: Clone + Eq + Send + Sync + 'static {
    /// The kind.
    const KIND: GrantKind;

    /// The words, separated by spaces.
    fn to_words(&self) -> String;

    /// Parses the words.
    ///
    /// # Errors
    /// They name no such scope.
    fn parse_words(words: &str) -> Result<Self, Reason>;
}

/// What a link permits that the owner of a trip makes. A trip has few of a kind.
pub trait LinkScope: GrantScope + Default {
    /// Why a trip that has `most` of them gets no more.
    fn no_more(most: usize) -> String;

    /// When a new link of a trip ends, unless its request says so.
    fn usual_end(dates: Dates, now: Instant) -> Instant;
}

/// The scope of a calendar feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calendar;

impl GrantScope for Calendar {
    const KIND: GrantKind = GrantKind::Feed;

    fn to_words(&self) -> String {
        String::new()
    }

    fn parse_words(_: &str) -> Result<Self, Reason> {
        Ok(Self)
    }
}

/// The scope of a mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mailbox;

impl GrantScope for Mailbox {
    const KIND: GrantKind = GrantKind::Mailbox;

    fn to_words(&self) -> String {
        String::new()
    }

    fn parse_words(_: &str) -> Result<Self, Reason> {
        Ok(Self)
    }
}

/// A grant of a scope `S`, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant<S> {
    /// Its id.
    pub id: GrantId,
    /// Whose it is. That of a trip's owner ends when the trip has another owner, any other with the
    /// membership.
    pub user: UserId,
    /// The trip that it is of; `None` for the account.
    pub trip: Option<TripId>,
    /// What it permits.
    pub scope: S,
    /// A text by which its maker knows it.
    pub label: ShortText,
    /// When it ends; `None` for never.
    pub expires_at: Option<Instant>,
    /// How often it may be used; any number if left out.
    pub uses: Option<u32>,
    /// How often it was used, if that is limited.
    pub used: u32,
    /// A derived token is derived from the id and this number.
    pub generation: i64,
    /// Incremented with every change.
    pub version: i64,
    /// When it was made.
    pub created_at: Instant,
    /// The last day on which it was used.
    pub last_used: Option<Date>,
}

/// The request for a new link, or for a change of one: fields that are `None` are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrantPatch<S> {
    /// [`Grant::label`].
    pub label: Option<ShortText>,
    /// [`Grant::scope`].
    pub scope: Option<S>,
    /// [`Grant::expires_at`].
    pub expires_at: Option<Option<Instant>>,
    /// [`Grant::uses`].
    pub uses: Option<u32>,
}

impl<S> Grant<S> {
    /// Greatest number of grants of a kind that the owner of a trip makes of it.
    pub const MAX_PER_TRIP: usize = 100;

    /// A new grant that never ends.
    pub fn new(id: GrantId, user: UserId, trip: Option<TripId>, scope: S, now: Instant) -> Self {
        Self {
            id,
            user,
            trip,
            scope,
            label: ShortText::EMPTY,
            expires_at: None,
            uses: None,
            used: 0,
            generation: 1,
            version: 1,
            created_at: now,
            last_used: None,
        }
    }

    /// The same with another scope.
    pub fn with_scope<T>(self, scope: T) -> Grant<T> {
        Grant {
            id: self.id,
            user: self.user,
            trip: self.trip,
            scope,
            label: self.label,
            expires_at: self.expires_at,
            uses: self.uses,
            used: self.used,
            generation: self.generation,
            version: self.version,
            created_at: self.created_at,
            last_used: self.last_used,
        }
    }

    /// Whether it has not expired.
    pub fn is_open(&self, now: Instant) -> bool {
        self.expires_at.is_none_or(|at| at > now)
    }

    /// Whether it was used as often as it may be.
    pub fn is_used_up(&self) -> bool {
        self.uses.is_some_and(|uses| self.used >= uses)
    }

    /// The same after one more use.
    #[must_use]
    pub fn with_use(self) -> Self {
        Self {
            used: self.used.saturating_add(1),
            version: self.version + 1,
            ..self
        }
    }
}

impl<S: GrantScope> Grant<S> {
    /// Applies a patch. Returns `None` if it changes nothing; `changes_password` tells whether the
    /// request changes the password.
    ///
    /// # Errors
    /// The new expiry is in the past.
    pub fn apply(
        &self,
        patch: GrantPatch<S>,
        changes_password: bool,
        now: Instant,
    ) -> Result<Option<Self>, Violations> {
        let GrantPatch {
            label,
            scope,
            expires_at,
            uses,
        } = patch;
        let mut next = self.clone();
        set(&mut next.label, label);
        set(&mut next.scope, scope);
        set(&mut next.expires_at, expires_at);
        set(&mut next.uses, uses.map(Some));
        if next.expires_at != self.expires_at {
            check_end(next.expires_at, now)?;
        }
        if next == *self && !changes_password {
            return Ok(None);
        }
        next.version += 1;
        Ok(Some(next))
    }
}

impl<S: LinkScope> Grant<S> {
    /// A new link of a trip with these dates, made by its owner.
    ///
    /// # Errors
    /// The expiry is in the past.
    pub fn of_trip(
        id: GrantId,
        trip: TripId,
        owner: UserId,
        dates: Dates,
        request: GrantPatch<S>,
        now: Instant,
    ) -> Result<Self, Violations> {
        let link = Self {
            expires_at: Some(S::usual_end(dates, now)),
            ..Self::new(id, owner, Some(trip), S::default(), now)
        };
        let applied = link.apply(request, false, now)?;
        Ok(Self {
            version: 1,
            ..applied.unwrap_or(link)
        })
    }
}

/// Checks a new end.
///
/// # Errors
/// It is in the past.
pub fn check_end(end: Option<Instant>, now: Instant) -> Result<Option<Instant>, Violations> {
    match end {
        Some(at) if at <= now => {
            let path = Path::root().field("expires_at");
            Err(Violations::at(path, "must not be in the past"))
        }
        end => Ok(end),
    }
}
