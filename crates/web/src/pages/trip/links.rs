//! The share links of a trip, for its owner.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::{Answer, TripPath};
use wayfare_domain::trip::{Section, Sections, ShareLinkId, ShareLinkPatch};
use wayfare_domain::{Date, Reason, ShortText};
use wayfare_service::{Error, Password, Precondition, ShareLinkRequest, ShareLinkView, TripView};

use super::parts::part;
use super::save::{Wrong, back};
use super::{address, errors, read_for};
use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind};
use crate::layout::Page;
use crate::session::{self, Visitor, see_other};
use crate::{format, texts as t};

/// The section of the trip's page.
pub(super) fn section(visitor: &Visitor, view: &TripView, links: &[ShareLinkView]) -> Markup {
    let trip = &view.trip;
    let body = html! {
        p.hint { (t::SHARE_LINKS_TEXT) }
        @if !links.is_empty() {
            form method="post" action=(address(visitor, trip.id, "/links")) {
                (form::token(visitor))
                ul.owes {
                    @for view in links {
                        @let link = &view.link;
                        @let url = visitor.app.links.share_page(&view.token);
                        li {
                            span {
                                @if !link.label.is_empty() { b { (link.label.as_str()) } " " }
                                a href=(url) { (url) }
                                span.meta {
                                    " · " (link.sections.iter().map(section_name).collect::<Vec<_>>().join(", ")) " · "
                                    @match link.expires_at { Some(at) => { (t::LINK_ENDS) " " (format::short_date(format::utc_date(at))) }, None => { (t::LINK_NEVER_ENDS) } }
                                    @if view.has_password { " · " (t::LINK_HAS_PASSWORD) }
                                }
                            }
                            button.tool name="end" value=(link.id.0) aria-label=(format!("{} {}", t::END_LINK, link.label.as_str())) { (t::END_LINK) }
                        }
                    }
                }
            }
        }
        details {
            summary.tool { (t::NEW_LINK) }
            (new_form(visitor, view).show(visitor, ""))
        }
    };
    html! { div.no-print { (part("links", t::SHARE_LINKS, &html! {}, &body)) } }
}

fn section_name(section: Section) -> &'static str {
    let known = t::LINK_SECTIONS
        .iter()
        .find(|(name, ..)| *name == section.as_str());
    known.map_or("", |(_, label, _)| label)
}

fn new_form(visitor: &Visitor, view: &TripView) -> Form {
    let mut fields = vec![Field::new("label", t::LINK_LABEL, "")];
    for (name, label, is_on) in t::LINK_SECTIONS {
        let value = if is_on { "on" } else { "" };
        let field = Field::new(&format!("section.{name}"), label, value)
            .kind(Kind::Check)
            .narrow();
        fields.push(if name == "itinerary" {
            field.heading(t::LINK_PARTS)
        } else {
            field
        });
    }
    fields.push(Field::new("expires_at", t::LINK_EXPIRES, "").kind(Kind::Of("date")));
    let password = Field::new("link_password", t::LINK_PASSWORD, "").kind(Kind::Of("password"));
    fields.push(password.autocomplete("new-password"));
    Form {
        action: address(visitor, view.trip.id, "/links"),
        submit: t::NEW_LINK.to_owned(),
        fields,
        ..Form::default()
    }
}

pub(super) async fn post(request: HttpRequest, TripPath(id): TripPath, payload: Payload) -> Answer {
    let (mut visitor, sent) = session::form(&request, payload).await?;
    let caller = match visitor.signed_in() {
        Ok(account) => account.caller,
        Err(redirection) => return Ok(*redirection),
    };
    let view = read_for(&visitor, id, wayfare_domain::Action::Manage).await?;
    let shares = visitor.app.service.shares.clone();
    if let Some(ended) = sent.get("end") {
        let link = ShareLinkId(Uuid::try_parse(ended).unwrap_or_default());
        match shares.delete(caller, id, link, Precondition::None).await {
            // One that has ended already needs nothing.
            Ok(()) | Err(Error::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
        return Ok(see_other(&address(&visitor, id, "?done=ended#links")));
    }
    let mut form = new_form(&visitor, &view).typed(&sent, false);
    match read(&sent) {
        Ok(new) => match shares.create(caller, id, new, Precondition::None).await {
            Ok(_) => return Ok(see_other(&address(&visitor, id, "?done=added#links"))),
            Err(Error::Invalid(violations)) => errors::add(&mut form, &violations),
            Err(error) => return Err(error.into()),
        },
        Err(wrong) => {
            for (name, reason) in wrong {
                form.add_error(&name, &reason);
            }
        }
    }
    let body = html! {
        (back(&visitor, &view))
        div data-sheet { h1 { (t::NEW_LINK) } (form.show(&visitor, "")) }
    };
    let page = Page::new(t::NEW_LINK, body).class("narrow");
    Ok(page.status(StatusCode::BAD_REQUEST).answer(&mut visitor))
}

fn read(sent: &Fields) -> Result<ShareLinkRequest, Vec<Wrong>> {
    let mut wrong: Vec<Wrong> = Vec::new();
    let mut take = |name: &str, reason: Reason| wrong.push((name.to_owned(), reason.to_string()));
    let label = ShortText::new(sent.text("label")).map_err(|reason| take("label", reason));
    let chosen = Section::ALL.into_iter();
    let chosen = chosen.filter(|section| sent.has(&format!("section.{}", section.as_str())));
    let sections = Sections::new(chosen).map_err(|reason| take("section.itinerary", reason));
    // The link is good for the whole of its last day.
    let expires = match sent.text("expires_at") {
        "" => Ok(None),
        text => Date::parse(text)
            .map(|date| Some(Some(date.midnight().plus_days(1))))
            .map_err(|reason| take("expires_at", reason)),
    };
    let password = match sent.get("link_password").unwrap_or_default() {
        "" => None,
        text if text.contains('\0') || text.chars().count() > Password::MAX => {
            take(
                "link_password",
                Reason::new("must have at most 128 characters"),
            );
            None
        }
        text => Some(Some(Password::attempt(text))),
    };
    match (label, sections, expires) {
        (Ok(label), Ok(sections), Ok(expires_at)) if wrong.is_empty() => Ok(ShareLinkRequest {
            patch: ShareLinkPatch {
                label: Some(label),
                sections: Some(sections),
                expires_at,
            },
            password,
            ..ShareLinkRequest::default()
        }),
        _ => Err(wrong),
    }
}
