//! The front page, and the one that the service worker shows in place of what was not saved.

use actix_web::HttpRequest;
use maud::html;
use wayfare_api_core::Answer;

use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::session::{Visitor, see_other};

/// What the service is, for who is not signed in; others get to their trips.
pub(crate) async fn get(request: HttpRequest) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let site = visitor.site.clone();
    if visitor.account.is_some() {
        return Ok(see_other(&site.to("/trips")));
    }
    let body = html! {
        section.hero {
            div {
                h1 { (t::FRONT_TITLE) }
                p.lead { (t::FRONT_LEAD) }
                p.actions {
                    @let may_sign_up = visitor.may_sign_up();
                    @if may_sign_up {
                        a.button href=(site.to("/sign-up")) { (t::SIGN_UP) } " "
                    }
                    a.button.quiet[may_sign_up] href=(site.to("/sign-in")) { (t::SIGN_IN) }
                }
            }
            (picture())
        }
        section.features aria-label=(t::FEATURES) {
            @for (title, text) in t::FRONT_FEATURES {
                article { h2 { (title) } p { (text) } }
            }
        }
        section.developers {
            h2 { (t::DEVELOPERS_TITLE) }
            p {
                (t::DEVELOPERS_TEXT) " " a href=(site.to("/docs/")) { (t::DEVELOPERS) } " · "
                a href=(site.to("/openapi.json")) { "OpenAPI" }
            }
        }
    };
    let page = Page {
        is_listed: true,
        ..Page::new(t::FRONT_TITLE, body)
    };
    Ok(page.render_small(&visitor))
}

/// The page for readers without network. The service worker fills its list in.
pub(crate) async fn get_offline(request: HttpRequest) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let body = html! {
        h1 { (t::OFFLINE_TITLE) }
        p data-reason { (t::OFFLINE_TEXT) }
        h2 { (t::SAVED_TRIPS) }
        ul data-kept {}
        p.actions { a.button href="" { (t::TRY_AGAIN) } }
    };
    Ok(Page::new(t::OFFLINE_TITLE, body)
        .class("narrow")
        .render_constant(&visitor.site))
}

/// A drawing of a route.
fn picture() -> maud::Markup {
    html! {
        svg.hero-map viewBox="0 0 420 300" role="img" aria-label=(t::FRONT_PICTURE) {
            path.land d="M0 210C60 170 90 230 150 200S250 120 300 150S400 120 420 90V300H0Z" {}
            path.land d="M250 0C280 40 330 30 350 70S400 80 420 60V0Z" {}
            path.way d="M60 222C110 140 170 250 220 170S300 60 360 74" {}
            @for (x, y, number) in [(60, 222, 1), (220, 170, 2), (360, 74, 3)] {
                g.pin transform=(format!("translate({x} {y})")) {
                    path d="M0 0C-16 -20 -18 -26 -18 -34A18 18 0 0 1 18 -34C18 -26 16 -20 0 0Z" {}
                    text y="-28" text-anchor="middle" { (number) }
                }
            }
        }
    }
}
