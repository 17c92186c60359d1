//! A trip for elsewhere: files, the address of its calendar, a copy, a booklet.

pub(crate) mod copy;
pub(crate) mod print;

use actix_web::HttpRequest;
use actix_web::web::Path;
use maud::{Markup, html};
use wayfare_api_core::trip::{export, items::is_on_trip};
use wayfare_api_core::{Answer, TripPath};
use wayfare_service::GrantPlace;

use super::frame::section::section;
use super::frame::sheet::back;
use super::frame::trip_page::TripPage;
use super::{address, read};
use crate::form::{self, SentForm};
use crate::i18n::texts as t;
use crate::pages::account::calendar::{self, FeedButtons};
use crate::session::{SignedIn, see_other};

/// The section of the trip's page, for those who have an account.
pub(crate) fn show(page: TripPage<'_>, has_feed: bool) -> Markup {
    if page.visitor.caller().is_none() {
        return html! {};
    }
    let body = html! {
        p { a href=(page.address("/settlement")) { (t::EXPLAINED) } }
        p.actions {
            a.button.quiet href=(page.address("/copy")) data-dialog { (t::COPY_TRIP) }
            @if page.edits {
                a.button.quiet href=(page.address("/import")) { (t::IMPORT_INTO) }
            }
        }
        ul.files {
            @for (format, name) in t::FORMATS {
                @let file = page.address(&format!("/export/{format}"));
                li { a href=(file) download { (name) } }
            }
            li { a href=(page.address("/print")) { (t::BOOKLET) } }
        }
        @if is_on_trip(page.view) {
            h3 { (t::CALENDAR_FEED) }
            p.hint { (t::CALENDAR_FEED_TEXT) }
            (calendar::buttons(page.visitor, &page.address("/feed"), has_feed))
        }
    };
    html! { div.no-print { (section("files", t::FILES, &html! {}, &body)) } }
}

/// A file of the trip.
pub(crate) async fn get(
    request: HttpRequest,
    SignedIn(visitor, account): SignedIn,
    path: Path<(String, String)>,
) -> Answer {
    let (trip, format) = path.into_inner();
    let view = read(&visitor, TripPath::of(&trip).0).await?;
    export::answer(&visitor.app, &request, account.caller, view, &format).await
}

/// Makes a new address of the calendar, which is shown this once, or ends it.
pub(crate) async fn feed(
    SentForm(visitor, account, sent, ..): SentForm<FeedButtons>,
    TripPath(id): TripPath,
) -> Answer {
    let caller = account.caller;
    let (grants, place) = (visitor.app.service.grants.clone(), GrantPlace::Trip(id));
    if sent.has("close") {
        grants.close_feed(caller, place).await?;
        return Ok(see_other(&address(&visitor, id, "?done=ended#files")));
    }
    let opened = grants.open_feed(caller, place, visitor.claim(&sent));
    let Some(secret) = form::once(opened.await)? else {
        return Ok(see_other(&address(&visitor, id, "?done=shown#files")));
    };
    let view = read(&visitor, id).await?;
    let back = back(TripPage::new(&visitor, &view));
    Ok(calendar::show_address(
        &visitor,
        t::CALENDAR_FEED.get(),
        &back,
        &secret,
    ))
}
