//! API keys: what a program may do for an account, and until when.

use crate::access::AccessDecision;
use crate::{Action, Grant, GrantKind, GrantScope, Reason, TripId};

/// Whether a key may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyScope {
    /// It may only read.
    Read,
    /// It may read and write.
    Write,
}

impl KeyScope {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Read, Self::Write];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    /// The scope of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn parse(name: &str) -> Result<Self, Reason> {
        let found = Self::ALL.into_iter().find(|scope| scope.as_str() == name);
        found.ok_or_else(|| Reason::new("must be \"read\" or \"write\""))
    }
}

/// The trips to which a key is limited: few, so that callers who hold them stay plain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyTrips([Option<TripId>; Self::MAX]);

impl KeyTrips {
    /// Greatest number of trips.
    pub const MAX: usize = 20;

    /// These trips, each once, in the order in which they are first named.
    ///
    /// # Errors
    /// There are none, or too many.
    pub fn new(trips: impl IntoIterator<Item = TripId>) -> Result<Self, Reason> {
        let mut known = Self([None; Self::MAX]);
        for trip in trips {
            if known.contains(trip) {
                continue;
            }
            let free = known.0.iter_mut().find(|place| place.is_none());
            *free.ok_or_else(|| Reason::new(format!("must name at most {} trips", Self::MAX)))? =
                Some(trip);
        }
        match known.0 {
            [None, ..] => Err(Reason::new("must name at least one trip")),
            _ => Ok(known),
        }
    }

    /// Whether a trip is one of them.
    pub fn contains(&self, trip: TripId) -> bool {
        self.0.contains(&Some(trip))
    }

    /// The trips, in order.
    pub fn iter(&self) -> impl Iterator<Item = TripId> {
        self.0.iter().flatten().copied()
    }
}

/// What a key permits its holder of all that its account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyGrant {
    /// Whether it may write.
    pub scope: KeyScope,
    /// The trips that it is limited to; `None` for all.
    pub trips: Option<KeyTrips>,
}

impl KeyGrant {
    /// Whether a trip exists for its holder.
    pub fn covers(&self, trip: TripId) -> bool {
        self.trips.is_none_or(|trips| trips.contains(trip))
    }

    /// Whether its holder may make trips.
    pub fn may_create(&self) -> bool {
        self.scope == KeyScope::Write && self.trips.is_none()
    }

    /// Whether its holder may know the addresses of share links and invitations, which outlive it:
    /// an invitation makes an editor of whoever has it.
    pub fn may_know_links(&self) -> bool {
        self.scope == KeyScope::Write
    }

    /// The decision on an action of its holder, from that on the account's.
    pub fn limit(&self, trip: TripId, action: Action, decision: AccessDecision) -> AccessDecision {
        if !self.covers(trip) {
            AccessDecision::Hidden
        } else if self.scope == KeyScope::Read
            && !action.is_read()
            && decision == AccessDecision::Allowed
        {
            AccessDecision::Forbidden
        } else {
            decision
        }
    }
}

/// An API key, without its text.
pub type ApiKey = Grant<KeyGrant>;

impl ApiKey {
    /// Greatest number of keys of an account, and of its consents to assistants.
    pub const MAX_PER_ACCOUNT: usize = 50;
}

impl GrantScope for KeyGrant {
    const KIND: GrantKind = GrantKind::ApiKey;

    /// The scope, then the trips that it is limited to.
    fn to_words(&self) -> String {
        let trips = self.trips.iter().flat_map(KeyTrips::iter);
        let words = std::iter::once(self.scope.as_str().to_owned());
        let words = words.chain(trips.map(|trip| trip.to_string()));
        words.collect::<Vec<_>>().join(" ")
    }

    fn parse_words(words: &str) -> Result<Self, Reason> {
        let (scope, trips) = match words.split_once(' ') {
            Some((scope, trips)) => (scope, Some(trips)),
            None => (words, None),
        };
        let trips = trips.map(|trips| {
            let ids = trips.split(' ').map(TripId::parse);
            let ids: Option<Vec<TripId>> = ids.collect();
            KeyTrips::new(ids.ok_or_else(|| Reason::new("must name trips"))?)
        });
        Ok(Self {
            scope: KeyScope::parse(scope)?,
            trips: trips.transpose()?,
        })
    }
}
