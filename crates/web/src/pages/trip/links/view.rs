//! The list of share links.

use maud::{Markup, html};
use wayfare_domain::text::or_fallback;
use wayfare_domain::trip::{Section, Sections, ShareLink};
use wayfare_service::GrantView;

use crate::form;
use crate::i18n::format::{self, short};
use crate::i18n::texts as t;
use crate::pages::account::calendar::address_buttons;
use crate::pages::trip::frame::section::{form_link, section, tool};
use crate::pages::trip::frame::trip_page::TripPage;

/// The section of the trip's page.
pub(crate) fn show(page: TripPage<'_>, links: &[GrantView<Sections>]) -> Markup {
    let body = html! {
        p.hint { (t::SHARE_LINKS_TEXT) }
        @if !links.is_empty() {
            form method="post" action=(page.address("/links")) {
                (form::token(page.visitor))
                ul.rows {
                    @for shown in links {
                        @let link = &shown.grant;
                        @let url = page.visitor.app.links.share_page(&shown.token);
                        li {
                            span {
                                @if !link.label.is_empty() { b { (link.label.as_str()) } " " }
                                a.address href=(url) { (url) }
                                span.meta {
                                    (sections_of(link)) " · "
                                    @match link.expires_at {
                                        Some(at) => {
                                            (t::until(&format::short_date(format::last_day(at))))
                                        },
                                        None => { (t::LINK_NEVER_ENDS) },
                                    }
                                    @if shown.has_password { " · " (t::LINK_HAS_PASSWORD) }
                                }
                            }
                            (address_buttons(&url))
                            @let spoken = t::edit_of(&short(named(link)));
                            (form_link(&edit_address(page, link), t::EDIT, &spoken))
                            @let spoken = format!("{} {}", t::END_LINK.get(), link.label.as_str());
                            (tool("end_link", &link.id.0.to_string(), t::END_LINK, &spoken))
                        }
                    }
                }
            }
        }
        p { a.tool href=(page.address("/links/new")) data-dialog { (t::NEW_LINK) } }
    };
    html! { div.no-print { (section("links", t::SHARE_LINKS, &html! {}, &body)) } }
}

/// The names of what a link shows.
fn sections_of(link: &ShareLink) -> String {
    let names: Vec<&str> = link.scope.iter().map(section_name).collect();
    names.join(", ")
}

fn section_name(section: Section) -> &'static str {
    let known = t::LINK_SECTIONS
        .iter()
        .find(|(name, ..)| *name == section.as_str());
    known.map_or("", |(_, label, _)| label.get())
}

/// What a link is called.
fn named(link: &ShareLink) -> &str {
    or_fallback(&link.label, t::SHARE_LINK.get())
}

/// The address of a link's form.
pub(super) fn edit_address(page: TripPage<'_>, link: &ShareLink) -> String {
    let path = format!("/links/edit?id={}", link.id.0);
    page.address(&path)
}
