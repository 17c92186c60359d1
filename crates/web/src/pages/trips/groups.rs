//! The list of one's own trips: those ahead and under way, those without dates, those past.

use futures_util::future::try_join_all;
use jiff::civil::Date as CivilDate;
use maud::{Markup, html};
use wayfare_api_core::Answer;
use wayfare_domain::text::SearchWords;
use wayfare_domain::{Date, MemberRole};
use wayfare_pictures::Bounds;
use wayfare_service::{Error, FoundTrip, OwnTripsPage, OwnTripsRequest, TripOrder, TripTime};

use crate::covers::cover;
use crate::layout::Page;
use crate::session::{SignedIn, Visitor, see_other};
use crate::site::encoded;
use crate::texts::Text;
use crate::{format, texts as t};

/// Trips of a group on a page.
const PER_GROUP: usize = 20;
/// The size of a card's picture.
const CARD: Bounds = Bounds {
    max_width: Some(640),
    max_height: Some(480),
};
/// The query's names: the words, the group that is shown alone, and where its page begins.
const SEARCH: &str = "search";
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
        let today = today.midnight();
        let (time, order) = match self {
            Self::Ahead => (TripTime::From(today), TripOrder::Start),
            Self::Undated => (TripTime::Undated, TripOrder::Updated),
            Self::Past => (TripTime::Before(today), TripOrder::Latest),
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
    /// The group that is shown alone.
    only: Option<Group>,
    /// The day that it is.
    today: CivilDate,
    found: Vec<(Group, OwnTripsPage)>,
}

pub(super) async fn get(SignedIn(visitor, account): SignedIn) -> Answer {
    let trips = visitor.app.service.trips.clone();
    let (query, today) = (&visitor.query, trips.today());
    let words = query.text(SEARCH).to_owned();
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
    let found = match try_join_all(reads).await {
        // The page of another day, or of other words.
        Err(Error::Invalid(_)) if query.has(CURSOR) => {
            return Ok(see_other(&visitor.site.to("/trips")));
        }
        found => found?,
    };
    let list = List {
        words,
        only,
        today: format::utc_date(today.midnight()),
        found,
    };
    Page::render(visitor, move |visitor| list.show(visitor)).await
}

impl List {
    fn show(&self, visitor: &Visitor) -> Page {
        let is_empty = self.found.iter().all(|(_, page)| page.trips.is_empty());
        let is_whole = self.words.is_empty() && self.only.is_none();
        let body = html! {
            div.title-row {
                h1 { (t::MY_TRIPS) }
                p.actions {
                    a.button.quiet href=(visitor.site.to("/trips/import")) { (t::IMPORT) }
                    a.button href=(visitor.site.to("/trips/new")) data-dialog { (t::NEW_TRIP) }
                }
            }
            @if is_empty && is_whole {
                div.blank {
                    p.big aria-hidden="true" { "✈" }
                    h2 { (t::NO_TRIPS) }
                    p { (t::NO_TRIPS_TEXT) }
                    p {
                        a.button href=(visitor.site.to("/trips/new")) data-dialog { (t::FIRST_TRIP) }
                    }
                }
            } @else {
                (self.search_form(visitor))
                @if is_empty { p.hint { (t::NOTHING_FOUND) } }
                @for (group, page) in &self.found { (self.group(visitor, *group, page)) }
            }
        };
        Page::new(t::MY_TRIPS.get(), body)
    }

    fn search_form(&self, visitor: &Visitor) -> Markup {
        html! {
            form.search role="search" method="get" action=(visitor.site.to("/trips")) {
                label.visually-hidden for="search" { (t::SEARCH_TRIPS) }
                input #search type="search" name=(SEARCH) value=(self.words) maxlength="200"
                    placeholder=(t::SEARCH_TRIPS);
                button.button.quiet { (t::SEARCH) }
                @if !self.words.is_empty() || self.only.is_some() {
                    " " a.button.quiet href=(visitor.site.to("/trips")) { (t::ALL_TRIPS) }
                }
            }
        }
    }

    fn group(&self, visitor: &Visitor, group: Group, page: &OwnTripsPage) -> Markup {
        let (name, heading, more) = group.names();
        html! {
            @if !page.trips.is_empty() {
                section.trips aria-labelledby=(name) {
                    h2.group #(name) { (heading) }
                    ul.cards { @for trip in &page.trips { (card(visitor, trip, self.today)) } }
                    @if let Some(cursor) = &page.next {
                        p.pages {
                            a.button.quiet href=(self.next_page(visitor, name, cursor)) { (more) }
                        }
                    }
                }
            }
        }
    }

    /// The address of a page of a group.
    fn next_page(&self, visitor: &Visitor, name: &str, cursor: &str) -> String {
        let path = format!("/trips?{SHOW}={name}&{CURSOR}={}", encoded(cursor));
        let search = match self.words.as_str() {
            "" => String::new(),
            words => format!("&{SEARCH}={}", encoded(words)),
        };
        visitor.site.to(&(path + &search))
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
