//! The list of one's own trips: those under way, those ahead, those without dates, those past.
//!
//! A trip is over when its last day is in its zone. Where the day that it is there differs from
//! that in UTC, a trip is read among those ahead, and shown among those past.

use std::cmp::Reverse;
use std::collections::HashMap;

use futures_util::future::{join_all, try_join_all};
use jiff::civil::Date as CivilDate;
use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_domain::text::SearchWords;
use wayfare_domain::{Date, MemberRole, TripId};
use wayfare_pictures::Bounds;
use wayfare_service::{Error, FoundTrip, OwnTripsPage, OwnTripsRequest, TripOrder, TripTime};

use super::{imposed, new_form};
use crate::i18n::format::Zone;
use crate::i18n::locale::Locale;
use crate::i18n::texts::Text;
use crate::i18n::{format, texts as t};
use crate::markup::covers::cover;
use crate::markup::layout::Page;
use crate::session::{SignedIn, Visitor, see_other};
use crate::site::encoded;

/// Trips of a group on a page.
const PER_GROUP: usize = 20;
/// The size of a card's picture.
const CARD: Bounds = Bounds {
    max_width: Some(640),
    max_height: Some(480),
};
/// The most trips whose present day is looked up.
const MAX_PRESENT: usize = 20;
/// The query's names: the words, the role, the group that is shown alone, where its page begins.
const SEARCH: &str = "search";
const ROLE: &str = "role";
const SHOW: &str = "show";
const CURSOR: &str = "cursor";

/// Trips by when they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    /// Under way or ahead, the earliest first.
    Ahead,
    /// Without dates, changed last first.
    Undated,
    /// Over, the latest first.
    Past,
}

impl Group {
    const ALL: [Self; 3] = [Self::Ahead, Self::Undated, Self::Past];

    /// Its name in addresses, its heading, and the link to more of it.
    fn names(self) -> (&'static str, Text, Text) {
        match self {
            Self::Ahead => ("ahead", t::TRIPS_AHEAD, t::MORE),
            Self::Undated => ("undated", t::TRIPS_UNDATED, t::OLDER),
            Self::Past => ("past", t::TRIPS_PAST, t::OLDER),
        }
    }

    fn request(self, today: Date) -> OwnTripsRequest {
        // West of UTC it may be this day still.
        let yesterday = today.midnight().plus_days(-1);
        let (time, order) = match self {
            Self::Ahead => (TripTime::From(yesterday), TripOrder::Start),
            Self::Undated => (TripTime::Undated, TripOrder::Updated),
            Self::Past => (TripTime::Before(yesterday), TripOrder::Latest),
        };
        OwnTripsRequest {
            time: Some(time),
            order,
            limit: PER_GROUP,
            ..OwnTripsRequest::default()
        }
    }
}

/// The list as it was asked for.
struct List {
    /// The words that are searched.
    words: String,
    /// The role that is searched.
    role: Option<MemberRole>,
    /// The group that is shown alone.
    only: Option<Group>,
    /// The day that it is in UTC.
    today: CivilDate,
    /// The day that it is in the zones of trips that are under way, or nearly.
    present: HashMap<TripId, CivilDate>,
    found: Vec<(Group, OwnTripsPage)>,
}

pub(super) async fn get(SignedIn(visitor, account): SignedIn) -> Answer {
    let trips = visitor.app.service.trips.clone();
    let (query, today) = (&visitor.query, trips.today());
    let words = query.text(SEARCH).to_owned();
    let role = MemberRole::parse(query.text(ROLE));
    let asked = query.text(SHOW);
    let only = Group::ALL
        .into_iter()
        .find(|group| group.names().0 == asked);
    let groups = Group::ALL
        .into_iter()
        .filter(|group| only.is_none_or(|only| only == *group));
    let reads = groups.map(|group| {
        let request = OwnTripsRequest {
            words: (!words.is_empty()).then(|| SearchWords::new(&words)),
            role,
            cursor: query
                .get(CURSOR)
                .filter(|_| only.is_some())
                .map(str::to_owned),
            ..group.request(today)
        };
        let username = account.user.username.as_str();
        let read = trips.own_list(account.caller, username, request);
        async move { Ok::<_, Error>((group, read.await?)) }
    });
    let mut found = match try_join_all(reads).await {
        // The page of another day, or of other words.
        Err(Error::Invalid(_)) if query.has(CURSOR) => {
            return Ok(see_other(&visitor.site.to("/trips")));
        }
        found => found?,
    };
    let today = format::utc_date(today.midnight());
    let near = found.iter().flat_map(|(_, page)| &page.trips);
    let near = near.filter(|trip| Days::of(trip, today).is_some_and(|days| days.are_near()));
    let reads = near.take(MAX_PRESENT).map(|trip| async {
        let view = trips.read(account.caller, trip.id).await.ok()?;
        let now = visitor.app.service.now();
        Some((trip.id, Zone::of_trip(&view.trip).date(now)))
    });
    let present: HashMap<_, _> = join_all(reads).await.into_iter().flatten().collect();
    move_over(&mut found, |trip| {
        let today = *present.get(&trip.id).unwrap_or(&today);
        Days::of(trip, today).is_some_and(|days| days.are_over())
    });
    let list = List {
        words,
        role,
        only,
        today,
        present,
        found,
    };
    Page::render(visitor, move |visitor| list.show(visitor)).await
}

/// Moves the trips that are over from those ahead to the front of those past.
fn move_over(found: &mut [(Group, OwnTripsPage)], is_over: impl Fn(&FoundTrip) -> bool) {
    let mut over = Vec::new();
    for (group, page) in found {
        match group {
            Group::Ahead => over.extend(page.trips.extract_if(.., |trip| is_over(trip))),
            Group::Undated => {}
            Group::Past => {
                over.sort_by_key(|trip| Reverse(trip.end.or(trip.start)));
                page.trips.splice(..0, over.drain(..));
            }
        }
    }
}

impl List {
    fn show(&self, visitor: &Visitor) -> Page {
        let is_empty = self.found.iter().all(|(_, page)| page.trips.is_empty());
        let is_first = is_empty && self.is_whole();
        let body = html! {
            div.title-row {
                h1 { (t::MY_TRIPS) }
                p.actions {
                    a.button.quiet href=(visitor.site.to("/trips/import")) { (t::IMPORT) }
                    @if visitor.site.inbound_domain().is_some() {
                        " " a.button.quiet href=(visitor.site.to("/proposals")) { (t::PROPOSALS) }
                    }
                    @if !is_first {
                        " " a.button href=(visitor.site.to("/trips/new")) data-dialog {
                            (t::NEW_TRIP)
                        }
                    }
                }
            }
            @if is_first {
                div.blank {
                    h2 { (t::NO_TRIPS) }
                    p { (t::NO_TRIPS_TEXT) }
                    (new_form(visitor, Locale::current().currency).show(visitor))
                }
            } @else {
                @let trips = self.found.iter().flat_map(|(_, page)| &page.trips);
                (imposed::show(visitor, &trips.filter(|trip| trip.is_imposed).collect::<Vec<_>>()))
                (self.search_form(visitor))
                @if is_empty { p.hint { (t::NOTHING_FOUND) } }
                @for (group, page) in &self.found { (self.group(visitor, *group, page)) }
            }
        };
        Page::new(t::MY_TRIPS, body)
    }

    /// Whether it shows all trips.
    fn is_whole(&self) -> bool {
        self.words.is_empty() && self.role.is_none() && self.only.is_none()
    }

    /// Whether there are trips of several roles.
    fn has_roles(&self) -> bool {
        let mut trips = self.found.iter().flat_map(|(_, page)| &page.trips);
        self.role.is_some() || trips.any(|trip| trip.role != MemberRole::Owner)
    }

    fn search_form(&self, visitor: &Visitor) -> Markup {
        html! {
            form.search role="search" method="get" action=(visitor.site.to("/trips")) {
                label.visually-hidden for="search" { (t::SEARCH_TRIPS) }
                input #search type="search" name=(SEARCH) value=(self.words) maxlength="200"
                    placeholder=(t::SEARCH_TRIPS);
                @if self.has_roles() {
                    select name=(ROLE) aria-label=(t::MY_ROLE) {
                        option value="" { (t::ALL_TRIPS) }
                        @for role in MemberRole::ALL {
                            option value=(role.as_str()) selected[self.role == Some(role)] {
                                (t::role(Some(role)))
                            }
                        }
                    }
                }
                button.button.quiet { (t::SEARCH) }
                @if !self.is_whole() {
                    " " a.button.quiet href=(visitor.site.to("/trips")) { (t::ALL_TRIPS) }
                }
            }
        }
    }

    fn group(&self, visitor: &Visitor, group: Group, page: &OwnTripsPage) -> Markup {
        let (name, heading, more) = group.names();
        let (under_way, others): (Vec<_>, Vec<_>) = page.trips.iter().partition(|trip| {
            Days::of(trip, self.today_of(trip)).is_some_and(|days| days.present().is_some())
        });
        html! {
            (self.cards(visitor, "under-way", t::TRIPS_UNDER_WAY, &under_way))
            (self.cards(visitor, name, heading, &others))
            @if let Some(cursor) = &page.next {
                p.pages { a.button.quiet href=(self.next_page(visitor, name, cursor)) { (more) } }
            }
        }
    }

    fn cards(&self, visitor: &Visitor, name: &str, heading: Text, trips: &[&FoundTrip]) -> Markup {
        html! {
            @if !trips.is_empty() {
                section.trips aria-labelledby=(name) {
                    h2.group #(name) { (heading) }
                    ul.cards {
                        @for trip in trips { (card(visitor, trip, self.today_of(trip))) }
                    }
                }
            }
        }
    }

    /// The day that it is in the zone of a trip.
    fn today_of(&self, trip: &FoundTrip) -> CivilDate {
        *self.present.get(&trip.id).unwrap_or(&self.today)
    }

    /// The address of a page of a group.
    fn next_page(&self, visitor: &Visitor, name: &str, cursor: &str) -> String {
        let path = format!("/trips?{SHOW}={name}&{CURSOR}={}", encoded(cursor));
        let role = self.role.map_or("", MemberRole::as_str);
        let search = [(SEARCH, self.words.as_str()), (ROLE, role)];
        let search = search.into_iter().filter(|(_, value)| !value.is_empty());
        let search = search.map(|(name, value)| format!("&{name}={}", encoded(value)));
        visitor.site.to(&(path + &search.collect::<String>()))
    }
}

fn card(visitor: &Visitor, trip: &FoundTrip, today: CivilDate) -> Markup {
    let dates = Days::of(trip, today);
    let address = visitor.site.to(&format!("/trip/{}", trip.id));
    let present = dates.as_ref().and_then(Days::present);
    let opens = match present {
        Some(day) => format!("{address}#day-{day}"),
        None => address,
    };
    let members = usize::try_from(trip.members).unwrap_or(usize::MAX);
    html! {
        li.card {
            a href=(opens) {
                (cover(visitor, trip.id, &trip.gallery, CARD))
                h2 { (trip.name.as_str()) }
            }
            @if let Some(dates) = &dates {
                @if let Some(day) = present {
                    p.countdown { a href=(opens) { (t::day_of_trip(day, dates.number())) } }
                } @else if let Some(days) = dates.ahead() {
                    p.countdown { span { (t::in_days(days)) } }
                }
            }
            p.meta {
                (dates.map_or_else(|| t::NO_DATES.to_string(), |dates| dates.shown()))
                " · " (t::number_of_people(members))
                @if trip.role != MemberRole::Owner {
                    " · " span.badge { (t::role(Some(trip.role))) }
                }
            }
            @if !trip.description.is_empty() { p.desc { (trip.description.as_str()) } }
        }
    }
}

/// The days of a trip that has dates, as seen from a day.
struct Days {
    first: CivilDate,
    last: CivilDate,
    today: CivilDate,
}

impl Days {
    fn of(trip: &FoundTrip, today: CivilDate) -> Option<Self> {
        Some(Self {
            first: format::utc_date(trip.start.or(trip.end)?),
            last: format::utc_date(trip.end.or(trip.start)?),
            today,
        })
    }

    /// The number of days.
    fn number(&self) -> i32 {
        from(self.first, self.last) + 1
    }

    /// Whether they include the present day somewhere on the earth.
    fn are_near(&self) -> bool {
        from(self.first, self.today) >= -1 && from(self.today, self.last) >= -1
    }

    fn are_over(&self) -> bool {
        self.last < self.today
    }

    /// The number of the present day, if the trip is under way.
    fn present(&self) -> Option<i32> {
        let is_under_way = (self.first..=self.last).contains(&self.today);
        is_under_way.then(|| from(self.first, self.today) + 1)
    }

    /// The number of days until it begins, if it is ahead.
    fn ahead(&self) -> Option<i32> {
        (self.first > self.today).then(|| from(self.today, self.first))
    }

    fn shown(&self) -> String {
        format::range(self.first, self.last)
    }
}

/// The days from one to a later one.
fn from(one: CivilDate, other: CivilDate) -> i32 {
    one.until(other).map_or(0, |days| days.get_days())
}
