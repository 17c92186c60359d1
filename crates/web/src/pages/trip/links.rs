//! The share links of a trip, for its owner.

use actix_web::http::StatusCode;
use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::{Section, Sections, ShareLink, ShareLinkId, ShareLinkPatch};
use wayfare_domain::{Action, Date, Instant, Reason, ShortText, TripId, Violations};
use wayfare_service::{
    Caller, Error, Password, Precondition, ShareLinkRequest, ShareLinkView, TripView,
};

use super::save::sheet;
use super::section::{form_link, section, tool};
use super::trip_page::TripPage;
use super::{address, read_for};
use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind};
use crate::form_reader::FormReader;
use crate::format::short;
use crate::layout::Page;
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{SignedIn, Visitor, see_other};
use crate::{format, texts as t};

/// The section of the trip's page.
pub(super) fn show(page: TripPage<'_>, links: &[ShareLinkView]) -> Markup {
    let body = html! {
        p.hint { (t::SHARE_LINKS_TEXT) }
        @if !links.is_empty() {
            form method="post" action=(page.address("/links")) {
                (form::token(page.visitor))
                ul.owes {
                    @for shown in links {
                        @let link = &shown.link;
                        @let url = page.visitor.app.links.share_page(&shown.token);
                        li {
                            span {
                                @if !link.label.is_empty() { b { (link.label.as_str()) } " " }
                                a href=(url) { (url) }
                                span.meta {
                                    " · " (sections_of(link)) " · "
                                    @match link.expires_at {
                                        Some(at) => {
                                            (t::LINK_ENDS) " " (format::short_date(last_day(at)))
                                        },
                                        None => { (t::LINK_NEVER_ENDS) },
                                    }
                                    @if shown.has_password { " · " (t::LINK_HAS_PASSWORD) }
                                }
                            }
                            @let spoken = t::edit_of(&short(named(link)));
                            (form_link(&edit_address(page, link), t::EDIT, &spoken))
                            @let spoken = format!("{} {}", t::END_LINK, link.label.as_str());
                            (tool("end", &link.id.0.to_string(), t::END_LINK, &spoken))
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
    let names: Vec<&str> = link.sections.iter().map(section_name).collect();
    names.join(", ")
}

fn section_name(section: Section) -> &'static str {
    let known = t::LINK_SECTIONS
        .iter()
        .find(|(name, ..)| *name == section.as_str());
    known.map_or("", |(_, label, _)| label)
}

/// The last day of a link that ends at this instant.
fn last_day(end: Instant) -> jiff::civil::Date {
    let last = Instant::from_millis(end.millis() - 1);
    format::utc_date(last.unwrap_or(end))
}

/// What a link is called.
fn named(link: &ShareLink) -> &str {
    if link.label.is_empty() {
        t::SHARE_LINK
    } else {
        &link.label
    }
}

/// The form of a link. A new one has the usual sections and no password.
fn form(page: TripPage<'_>, present: Option<&ShareLinkView>) -> Form {
    let link = present.map(|view| &view.link);
    let label = link.map_or("", |link| link.label.as_str());
    let mut fields = vec![Field::new("label", t::LINK_LABEL, label)];
    for (name, label, is_usual) in t::LINK_SECTIONS {
        let is_on = link.map_or(is_usual, |link| {
            link.sections.iter().any(|section| section.as_str() == name)
        });
        fields.push(Field::check(format!("section.{name}"), label, is_on).narrow());
    }
    if let Some(first) = fields.get_mut(1) {
        first.heading = Some(t::LINK_PARTS);
    }
    let expires = link.and_then(|link| link.expires_at);
    let expires = expires.map(|at| last_day(at).to_string());
    let label = if present.is_some() {
        t::LINK_LAST_DAY
    } else {
        t::LINK_EXPIRES
    };
    let expires = Field::new("expires_at", label, expires.unwrap_or_default());
    fields.push(expires.kind(Kind::Of("date")));
    let has_password = present.is_some_and(|view| view.has_password);
    let label = if has_password {
        t::LINK_NEW_PASSWORD
    } else {
        t::LINK_PASSWORD
    };
    fields.push(Field::password("link_password", label, "new-password"));
    if has_password {
        fields.push(Field::check("no_password", t::LINK_NO_PASSWORD, false));
    }
    let cancel = page.address("#links");
    match link {
        Some(link) => {
            let form = Form::new(edit_address(page, link), t::SAVE, fields);
            form.cancel(cancel).versioned()
        }
        None => {
            let new = page.address("/links");
            Form::new(new, t::MAKE_LINK, fields).cancel(cancel)
        }
    }
}

fn edit_address(page: TripPage<'_>, link: &ShareLink) -> String {
    let path = format!("/links/edit?id={}", link.id.0);
    page.address(&path)
}

async fn show_form(
    visitor: Visitor,
    view: TripView,
    title: &'static str,
    form: Form,
    status: StatusCode,
) -> Answer {
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        sheet(page, title, &form.show(visitor)).status(status)
    };
    Page::render(visitor, shown).await
}

pub(super) async fn get_new(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Manage).await?;
    let form = form(TripPage::new(&visitor, &view), None);
    show_form(visitor, view, t::NEW_LINK, form, StatusCode::OK).await
}

/// The trip and the link that an address names, of their owner.
async fn find(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
) -> Result<(TripView, ShareLinkView), Problem> {
    let view = read_for(visitor, id, Action::Manage).await?;
    let (links, _) = visitor.app.service.shares.list(caller, id).await?;
    let named = Uuid::try_parse(visitor.query.text("id")).unwrap_or_default();
    let link = links.into_iter().find(|view| view.link.id.0 == named);
    Ok((view, link.ok_or(Error::NotFound)?))
}

pub(super) async fn get(SignedIn(visitor, account): SignedIn, TripPath(id): TripPath) -> Answer {
    let (view, link) = find(&visitor, account.caller, id).await?;
    let form = form(TripPage::new(&visitor, &view), Some(&link));
    show_form(visitor, view, t::EDIT_LINK, form, StatusCode::OK).await
}

/// Saves what a link shows, until when, and with which password.
pub(super) async fn save(
    SentOrDraft { form: sent, draft }: SentOrDraft,
    TripPath(id): TripPath,
) -> Answer {
    let SentForm(visitor, account, sent) = sent;
    let (view, link) = find(&visitor, account.caller, id).await?;
    let present = form(TripPage::new(&visitor, &view), Some(&link));
    let values = present.values();
    let (mut form, status) = present.resume(&sent, draft);
    if status.is_none() {
        let saved = match read(&sent, Some(&values)) {
            Ok(change) => {
                let shares = &visitor.app.service.shares;
                let link = link.link.id;
                let updated = shares.update(account.caller, id, link, change, Precondition::None);
                updated.await.map(drop)
            }
            Err(violations) => Err(Error::Invalid(violations)),
        };
        match saved {
            Ok(()) => return Ok(see_other(&address(&visitor, id, "?done=saved#links"))),
            Err(error) => form.refuse(error)?,
        }
    }
    let status = status.unwrap_or(StatusCode::BAD_REQUEST);
    show_form(visitor, view, t::EDIT_LINK, form, status).await
}

/// Adds a link, or ends the one that the button names.
pub(super) async fn post(sent: SentOrDraft, TripPath(id): TripPath) -> Answer {
    if !sent.fields().has("end") {
        return add(sent, id).await;
    }
    let SentForm(visitor, account, sent) = match sent.into_verified().await? {
        Ok(form) => form,
        Err(page) => return Ok(page),
    };
    let shares = &visitor.app.service.shares;
    let link = ShareLinkId(Uuid::try_parse(sent.text("end")).unwrap_or_default());
    let ended = shares.delete(account.caller, id, link, Precondition::None);
    match ended.await {
        // One that has ended already needs nothing.
        Ok(()) | Err(Error::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(see_other(&address(&visitor, id, "?done=ended#links")))
}

async fn add(SentOrDraft { form: sent, draft }: SentOrDraft, id: TripId) -> Answer {
    let SentForm(visitor, account, sent) = sent;
    let view = read_for(&visitor, id, Action::Manage).await?;
    let (mut form, status) = form(TripPage::new(&visitor, &view), None).resume(&sent, draft);
    if status.is_none() {
        let added = match read(&sent, None) {
            Ok(new) => {
                let shares = &visitor.app.service.shares;
                let created = shares.create(account.caller, id, new, Precondition::None);
                created.await.map(drop)
            }
            Err(violations) => Err(Error::Invalid(violations)),
        };
        match added {
            Ok(()) => return Ok(see_other(&address(&visitor, id, "?done=added#links"))),
            Err(error) => form.refuse(error)?,
        }
    }
    let status = status.unwrap_or(StatusCode::BAD_REQUEST);
    show_form(visitor, view, t::NEW_LINK, form, status).await
}

/// The link that the fields ask for, over the present values of its form.
fn read(sent: &Fields, present: Option<&Fields>) -> Result<ShareLinkRequest, Violations> {
    let mut reader = FormReader::new(sent);
    let chosen = Section::ALL.into_iter();
    let chosen = chosen.filter(|section| sent.has(&format!("section.{}", section.as_str())));
    let sections = reader.read("section.itinerary", |_| Sections::new(chosen));
    let is_present = |text: &str| present.is_some_and(|present| present.text("expires_at") == text);
    let expires_at = reader.read("expires_at", |text| match text {
        text if is_present(text) => Ok(None),
        "" => Ok(present.map(|_| None)),
        // The link is good for the whole of its last day.
        text => Ok(Some(Some(Date::parse(text)?.midnight().plus_days(1)))),
    });
    let password = reader.read_whole("link_password", |text| match text {
        "" => Ok(sent.has("no_password").then_some(None)),
        text if text.contains('\0') || text.chars().count() > Password::MAX => {
            Err(Reason::new("must have at most 128 characters"))
        }
        text => Ok(Some(Some(Password::attempt(text)))),
    });
    let request = ShareLinkRequest {
        patch: ShareLinkPatch {
            label: reader.read("label", ShortText::new),
            sections,
            expires_at: expires_at.flatten(),
        },
        password: password.flatten(),
        ..ShareLinkRequest::default()
    };
    reader.finish(Some(request))
}
