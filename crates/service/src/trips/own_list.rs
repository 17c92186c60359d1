//! A person's own trips, filtered and sorted, page by page (interface: "Lists and pagination").

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use uuid::Uuid;
use wayfare_domain::text::SearchWords;
use wayfare_domain::{Date, Instant, MemberRole, Path, TripId, UserId, Violations};
use wayfare_storage::{FoundTrip, SortKey, SortPlace, TripOrder, TripSearch, TripTime};

use super::Trips;
use super::access::check_generation;
use crate::{Caller, Error, Secret};

/// The purpose of the codes of cursors.
const PURPOSE: &str = "cursors of trip lists";
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Which of their trips a person wants to see.
#[derive(Debug, Clone, Default)]
pub struct OwnTripsRequest {
    /// Words that the name or the description has.
    pub words: Option<SearchWords>,
    /// The role that the person has.
    pub role: Option<MemberRole>,
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

/// A page of a person's own trips.
#[derive(Debug, Clone)]
pub struct OwnTripsPage {
    /// The trips.
    pub trips: Vec<FoundTrip>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

/// How far a list was read.
struct Progress {
    /// When it was begun.
    began: Instant,
    /// The last trip.
    last: SortPlace,
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
        let began = progress.as_ref().map(|progress| progress.began);
        let search = TripSearch {
            caller: caller.user,
            username: username.to_owned(),
            only: caller.key.and_then(|key| key.trips),
            role: request.role,
            words: request.words.clone(),
            period: request.period(),
            time: request.time,
            updated_since: request.updated_since,
            order: request.order,
            began,
            after: progress.map(|progress| progress.last),
            limit: request.limit,
        };
        let began = began.unwrap_or_else(|| self.context.now());
        let find = self.context.executor.read(caller.client(), move |data| {
            Ok(data.trips().search(&search)?)
        });
        let found = find.await?;
        check_own(caller, found.generation, found.named)?;
        let next = found.next.map(|last| Progress { began, last });
        Ok(OwnTripsPage {
            trips: found.trips,
            next: next.map(|next| self.cursor(caller.user, &request, &next)),
        })
    }

    fn cursor(&self, user: UserId, request: &OwnTripsRequest, progress: &Progress) -> String {
        let payload = progress.to_bytes();
        let code = code(&self.context.secrets.current, user, request, &payload);
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
        let (sent, payload) = bytes.split_first_chunk::<32>()?;
        let is_ours = self.context.secrets.valid().any(|secret| {
            let expected = code(secret, user, request, payload);
            expected.ct_eq(sent).into()
        });
        is_ours.then(|| Progress::parse(payload, request.order))?
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
        ]
        .join("\n")
    }
}

impl Progress {
    /// When the list was begun, the id and the key of the last trip.
    fn to_bytes(&self) -> Vec<u8> {
        let Self { began, last } = self;
        let key = match &last.key {
            SortKey::Time(at) => at.millis().to_be_bytes().to_vec(),
            SortKey::Name(name) => name.as_bytes().to_vec(),
        };
        let began = began.millis().to_be_bytes();
        [began.as_slice(), last.id.0.as_bytes(), &key].concat()
    }

    fn parse(bytes: &[u8], order: TripOrder) -> Option<Self> {
        let instant = |bytes: &[u8; 8]| Instant::from_millis(i64::from_be_bytes(*bytes)).ok();
        let (began, bytes) = bytes.split_first_chunk::<8>()?;
        let (id, key) = bytes.split_first_chunk::<16>()?;
        let key = match order {
            TripOrder::Updated | TripOrder::Start | TripOrder::Latest => {
                SortKey::Time(instant(key.try_into().ok()?)?)
            }
            TripOrder::Name => SortKey::Name(String::from_utf8(key.to_vec()).ok()?),
        };
        let id = TripId(Uuid::from_bytes(*id));
        Some(Self {
            began: instant(began)?,
            last: SortPlace { key, id },
        })
    }
}

/// The code that authenticates a cursor of a request. HKDF is a pseudorandom function of its info.
fn code(secret: &Secret, user: UserId, request: &OwnTripsRequest, payload: &[u8]) -> [u8; 32] {
    let (payload, request) = (URL_SAFE_NO_PAD.encode(payload), request.fingerprint());
    secret.derive(&format!("{PURPOSE} {} {payload} {request}", user.0))
}
