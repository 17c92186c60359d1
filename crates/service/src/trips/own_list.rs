//! A person's own trips, filtered and sorted, page by page (interface: "Lists and pagination").

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;
use wayfare_domain::text::SearchWords;
use wayfare_domain::{Date, Instant, MemberRole, Path, TripId, UserId, Violations};
use wayfare_storage::{
    FoundTrip, Placement, Repositories, SortKey, SortPlace, TripOrder, TripSearch,
    TripSearchResult, TripTime,
};

use super::Trips;
use super::access::check_generation;
use crate::sessions::codes::CODE;
use crate::{Caller, Error, Purpose};

/// What the codes of cursors are for.
const CURSOR: Purpose = Purpose::ListCursor;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// The most trips that a cursor remembers, so that it fits into an address. A longer list leaves
/// out trips that have moved ahead of their turn.
const MAX_LISTED: usize = 500;
/// Milliseconds by which clocks of servers differ at most.
const CLOCK_MARGIN: i64 = 60_000;

/// Which of their trips a person wants to see.
#[derive(Debug, Clone, Default)]
pub struct OwnTripsRequest {
    /// Words that the name or the description has.
    pub words: Option<SearchWords>,
    /// The role that the person has.
    pub role: Option<MemberRole>,
    /// Whether to see those alone that were imposed on them, or the others.
    pub imposed: Option<bool>,
    /// The first day of a period that the dates overlap.
    pub from: Option<Date>,
    /// The last day of that period.
    pub to: Option<Date>,
    /// When the trips are; `None` for whenever.
    pub time: Option<TripTime>,
    /// The earliest time of the last change.
    pub updated_since: Option<Instant>,
    /// The order.
    pub order: TripOrder,
    /// The greatest number of trips of a page.
    pub limit: usize,
    /// Where the page begins: [`OwnTripsPage::next`] of the page before, for an equal request.
    pub cursor: Option<String>,
}

impl OwnTripsRequest {
    /// The maximum of trips that a person keeps or leaves at once.
    pub const MAX_NAMED: usize = Placement::MAX;
}

/// A page of a person's own trips.
#[derive(Debug, Clone)]
pub struct OwnTripsPage {
    /// The trips.
    pub trips: Vec<FoundTrip>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

/// How far a list was read. After its end come, in further rounds, the trips that have moved ahead
/// of their turn since the round before began.
struct Progress {
    /// When the list was begun: trips that are newer are left out of further rounds, so that they
    /// end.
    first: Instant,
    /// When this round was begun.
    began: Instant,
    /// When the round before was begun.
    since: Option<Instant>,
    /// The trips that were listed; `None` if they are too many.
    listed: Option<Vec<ListedTrip>>,
    /// The last trip of this round.
    last: Option<SortPlace>,
}

/// The random end of a trip's id.
type ListedTrip = [u8; 4];

fn end_of(id: TripId) -> ListedTrip {
    let [.., a, b, c, d] = *id.0.as_bytes();
    [a, b, c, d]
}

impl Trips {
    /// Checks that the list of a username is the caller's own.
    ///
    /// # Errors
    /// [`Error::TokenRefused`], then [`Error::NotFound`] if there is no such user, then
    /// [`Error::NotPermitted`] if it is another one; [`Error::Busy`], [`Error::Unavailable`].
    pub async fn authorize_own_list(&self, caller: Caller, username: &str) -> Result<(), Error> {
        let username = username.to_owned();
        let find = self.context.executor.read(caller.client(), move |data| {
            Ok(data
                .trips()
                .find_listed_user(&username, Some(caller.user))?)
        });
        let found = find.await?;
        check_own(caller, found.reader_generation, found.user)
    }

    /// Reads a page of the caller's trips, named by their username. An API key may read it, too.
    ///
    /// # Errors
    /// As [`Trips::authorize_own_list`], then [`Error::Invalid`] for a cursor that is not of such a
    /// request of the caller's.
    pub async fn own_list(
        &self,
        caller: Caller,
        username: &str,
        request: OwnTripsRequest,
    ) -> Result<OwnTripsPage, Error> {
        let progress = match &request.cursor {
            None => None,
            Some(cursor) => match self.open_cursor(caller.user, &request, cursor) {
                Some(progress) => Some(progress),
                None => {
                    self.authorize_own_list(caller, username).await?;
                    let reason = "must be the cursor of a page of yours, with its other parameters";
                    let path = Path::root().field("cursor");
                    return Err(Error::Invalid(Violations::at(path, reason)));
                }
            },
        };
        let mut search = TripSearch {
            caller: caller.user,
            username: username.to_owned(),
            only: caller.key.and_then(|key| key.trips),
            role: request.role,
            imposed: request.imposed,
            words: request.words.clone(),
            period: request.period(),
            time: request.time,
            updated_since: request.updated_since,
            order: request.order,
            began: progress.as_ref().map(|progress| progress.began),
            moved_since: progress.as_ref().and_then(|progress| progress.since),
            after: progress.as_ref().and_then(|progress| progress.last.clone()),
            limit: request.limit,
        };
        let (now, limit) = (self.context.now(), request.limit);
        let mut progress = progress.unwrap_or_else(|| Progress::new(now));
        let find = self.context.executor.read(caller.client(), move |data| {
            let is_further = progress.since.is_some();
            if is_further {
                // Few of these are left to list.
                search.limit = TripSearch::MAX_LIMIT;
            }
            let is_first = search.after.is_none() && !is_further;
            let mut found = search_left(data, &mut search, &progress)?;
            progress.last = found.next.take();
            if found.trips.len() > limit {
                found.trips.truncate(limit);
                progress.last = found.trips.last().map(|trip| trip.place.clone());
            }
            progress.remember(&found.trips);
            if progress.last.is_some() {
                return Ok((found, Some(progress)));
            }
            if is_first || progress.listed.is_none() {
                return Ok((found, None));
            }
            // The end of a round: has anything moved ahead of its turn?
            search.after = None;
            search.began = Some(now);
            search.moved_since = Some(progress.moved_since(search.order));
            search.limit = TripSearch::MAX_LIMIT;
            progress.since = search.moved_since;
            progress.began = now;
            let moved = search_left(data, &mut search, &progress)?;
            Ok((found, (!moved.trips.is_empty()).then_some(progress)))
        });
        let (found, next) = find.await?;
        check_own(caller, found.generation, found.named)?;
        Ok(OwnTripsPage {
            trips: found.trips,
            next: next.map(|next| self.cursor(caller.user, &request, &next)),
        })
    }

    fn cursor(&self, user: UserId, request: &OwnTripsRequest, progress: &Progress) -> String {
        let payload = progress.to_bytes();
        let (user, request) = (user.0.into_bytes(), request.fingerprint());
        let secret = &self.context.secrets.current;
        let code = secret.mac(CURSOR, &[&user, request.as_bytes(), &payload]);
        URL_SAFE_NO_PAD.encode([code.as_slice(), &payload].concat())
    }

    /// What a cursor says; `None` if it is not of an equal request of this user.
    fn open_cursor(
        &self,
        user: UserId,
        request: &OwnTripsRequest,
        cursor: &str,
    ) -> Option<Progress> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (sent, payload) = bytes.split_first_chunk::<CODE>()?;
        let (user, fingerprint) = (user.0.into_bytes(), request.fingerprint());
        let parts: [&[u8]; 3] = [&user, fingerprint.as_bytes(), payload];
        let is_ours = self.context.secrets.accept_bytes(CURSOR, &parts, sent);
        is_ours.then(|| Progress::parse(payload, request.order))?
    }
}

/// Searches on until there is a trip that is still to be listed, or the end: of those that are not,
/// there are few.
fn search_left(
    data: &mut dyn Repositories,
    search: &mut TripSearch,
    progress: &Progress,
) -> Result<TripSearchResult, Error> {
    loop {
        let mut found = data.trips().search(search)?;
        found.trips.retain(|trip| progress.is_left(trip.id));
        if !found.trips.is_empty() || found.next.is_none() {
            return Ok(found);
        }
        search.after = found.next;
    }
}

/// Checks that a list is that of the caller, from their token generation and whose list it is.
fn check_own(caller: Caller, generation: Option<i64>, named: Option<UserId>) -> Result<(), Error> {
    check_generation(generation, caller)?;
    match named {
        None => Err(Error::NotFound),
        Some(user) if user != caller.user => Err(Error::NotPermitted),
        Some(_) => Ok(()),
    }
}

impl OwnTripsRequest {
    /// The period of its days. One that is missing leaves that side open.
    fn period(&self) -> Option<(Instant, Instant)> {
        if self.from.is_none() && self.to.is_none() {
            return None;
        }
        let first = self.from.map(Date::midnight);
        let last = self.to.map(|day| day.midnight().plus_millis(DAY - 1));
        Some((
            first.unwrap_or(Instant::EPOCH.plus_days(i64::MIN)),
            last.unwrap_or(Instant::EPOCH.plus_days(i64::MAX)),
        ))
    }

    /// All that a cursor is bound to, as one text.
    fn fingerprint(&self) -> String {
        let words = self.words.iter().flat_map(SearchWords::iter);
        // A word has no white space.
        let words: Vec<&str> = words.collect();
        let day = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
        let since = self.updated_since.map(Instant::millis);
        let time = match self.time {
            None => String::new(),
            Some(TripTime::From(at)) => format!("from {}", at.millis()),
            Some(TripTime::Before(at)) => format!("before {}", at.millis()),
            Some(TripTime::Undated) => "undated".to_owned(),
        };
        let order = match self.order {
            TripOrder::Updated => "updated",
            TripOrder::Start => "start",
            TripOrder::Latest => "latest",
            TripOrder::Name => "name",
        };
        [
            words.join(" "),
            self.role.map_or("", MemberRole::as_str).to_owned(),
            day(self.from),
            day(self.to),
            since.map(|since| since.to_string()).unwrap_or_default(),
            time,
            order.to_owned(),
            self.limit.to_string(),
            self.imposed
                .map(|imposed| imposed.to_string())
                .unwrap_or_default(),
        ]
        .join("\n")
    }
}

impl Progress {
    /// A list that begins now.
    fn new(now: Instant) -> Self {
        Self {
            first: now,
            began: now,
            since: None,
            listed: Some(Vec::new()),
            last: None,
        }
    }

    /// Whether a trip is still to be listed.
    fn is_left(&self, id: TripId) -> bool {
        let is_new = self.since.is_some() && is_newer(id, self.first);
        let mut listed = self.listed.iter().flatten();
        !is_new && !listed.any(|trip| *trip == end_of(id))
    }

    /// Remembers trips as listed.
    fn remember(&mut self, trips: &[FoundTrip]) {
        if let Some(listed) = &mut self.listed {
            listed.extend(trips.iter().map(|trip| end_of(trip.id)));
        }
        self.listed.take_if(|listed| listed.len() > MAX_LISTED);
    }

    /// The earliest time of a move that this round may have missed.
    fn moved_since(&self, order: TripOrder) -> Instant {
        match order {
            // What was listed all the same does not come again.
            TripOrder::Updated => self.began.plus_millis(-CLOCK_MARGIN),
            TripOrder::Start | TripOrder::Latest | TripOrder::Name => self.began,
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let listed = self.listed.as_ref();
        let number = listed.map_or(u16::MAX, |all| u16::try_from(all.len()).unwrap_or(u16::MAX));
        let mut bytes = number.to_be_bytes().to_vec();
        bytes.extend(listed.into_iter().flatten().flatten());
        for at in [Some(self.first), Some(self.began), self.since] {
            bytes.extend(at.map_or(i64::MAX, Instant::millis).to_be_bytes());
        }
        if let Some(SortPlace { key, id }) = &self.last {
            bytes.extend(id.0.as_bytes());
            match key {
                SortKey::Time(at) => bytes.extend(at.millis().to_be_bytes()),
                SortKey::Name(name) => bytes.extend(name.as_bytes()),
            }
        }
        bytes
    }

    fn parse(bytes: &[u8], order: TripOrder) -> Option<Self> {
        let instant = |bytes: &[u8; 8]| Instant::from_millis(i64::from_be_bytes(*bytes)).ok();
        let (number, bytes) = bytes.split_first_chunk::<2>()?;
        let number = Some(u16::from_be_bytes(*number)).filter(|number| *number < u16::MAX);
        let (listed, bytes) = bytes.split_at_checked(4 * usize::from(number.unwrap_or(0)))?;
        let (listed, _) = listed.as_chunks::<4>();
        let (first, bytes) = bytes.split_first_chunk::<8>()?;
        let (began, bytes) = bytes.split_first_chunk::<8>()?;
        let (since, bytes) = bytes.split_first_chunk::<8>()?;
        let last = match bytes.split_first_chunk::<16>() {
            None => None,
            Some((id, key)) => {
                let key = match order {
                    TripOrder::Updated | TripOrder::Start | TripOrder::Latest => {
                        SortKey::Time(instant(key.try_into().ok()?)?)
                    }
                    TripOrder::Name => SortKey::Name(String::from_utf8(key.to_vec()).ok()?),
                };
                let id = TripId(Uuid::from_bytes(*id));
                Some(SortPlace { key, id })
            }
        };
        Some(Self {
            first: instant(first)?,
            began: instant(began)?,
            since: instant(since),
            listed: number.map(|_| listed.to_vec()),
            last,
        })
    }
}

/// Whether a trip was made after a time. Its id begins with the milliseconds of the epoch.
fn is_newer(id: TripId, at: Instant) -> bool {
    let made = id.0.get_timestamp().map(|made| made.to_unix());
    made.is_some_and(|(seconds, nanos)| {
        let millis = i64::try_from(seconds)
            .unwrap_or(i64::MAX)
            .saturating_mul(1_000);
        millis.saturating_add(i64::from(nanos / 1_000_000)) > at.millis()
    })
}
