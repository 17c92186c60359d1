//! The share links of a trip, for its owner.

use actix_web::http::StatusCode;
use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::{Section, Sections, ShareLink, ShareLinkId, ShareLinkPatch};
use wayfare_domain::{Action, Date, Instant, Reason, ShortText, TripId};
use wayfare_service::{
    Caller, Error, Password, Precondition, ShareLinkRequest, ShareLinkView, TripView,
};

use super::add::{NewPart, NotAdded};
use super::overview::short;
use super::parts::part;
use super::save::{Wrong, sheet};
use super::{add, address, errors, read_for};
use crate::fields::Fields;
use crate::form::{self, Field, Form, Kind, VERSION};
use crate::layout::Page;
use crate::sent_form::{SentForm, SentOrDraft};
use crate::session::{SignedIn, Visitor, see_other};
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
                                    " · " (sections_of(link)) " · "
                                    @match link.expires_at {
                                        Some(at) => {
                                            (t::LINK_ENDS) " " (format::short_date(last_day(at)))
                                        },
                                        None => { (t::LINK_NEVER_ENDS) },
                                    }
                                    @if view.has_password { " · " (t::LINK_HAS_PASSWORD) }
                                }
                            }
                            @let edit = format!("/links/edit?id={}", link.id.0);
                            a.tool href=(address(visitor, trip.id, &edit))
                                aria-label=(t::edit_of(&short(named(link)))) data-dialog {
                                (t::EDIT)
                            }
                            button.tool name="end" value=(link.id.0)
                                aria-label=(format!("{} {}", t::END_LINK, link.label.as_str())) {
                                (t::END_LINK)
                            }
                        }
                    }
                }
            }
        }
        p { a.tool href=(address(visitor, trip.id, "/links/new")) data-dialog { (t::NEW_LINK) } }
    };
    html! { div.no-print { (part("links", t::SHARE_LINKS, &html! {}, &body)) } }
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

/// The fields of a link. A new one has the usual sections and no password.
fn fields(present: Option<&ShareLinkView>) -> Vec<Field> {
    let link = present.map(|view| &view.link);
    let label = link.map_or("", |link| link.label.as_str());
    let mut fields = vec![Field::new("label", t::LINK_LABEL, label)];
    for (name, label, is_usual) in t::LINK_SECTIONS {
        let is_on = link.map_or(is_usual, |link| {
            link.sections.iter().any(|section| section.as_str() == name)
        });
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
    let expires = link.and_then(|link| link.expires_at);
    let expires = expires.map(|at| last_day(at).to_string());
    let label = match present {
        Some(_) => t::LINK_LAST_DAY,
        None => t::LINK_EXPIRES,
    };
    fields
        .push(Field::new("expires_at", label, expires.unwrap_or_default()).kind(Kind::Of("date")));
    let has_password = present.is_some_and(|view| view.has_password);
    let label = if has_password {
        t::LINK_NEW_PASSWORD
    } else {
        t::LINK_PASSWORD
    };
    let password = Field::new("link_password", label, "").kind(Kind::Of("password"));
    fields.push(password.autocomplete("new-password"));
    if has_password {
        fields.push(Field::new("no_password", t::LINK_NO_PASSWORD, "").kind(Kind::Check));
    }
    fields
}

/// A new share link.
struct NewLink;

impl NewPart for NewLink {
    const TITLE: &str = t::NEW_LINK;
    const ACTION: Action = Action::Manage;

    fn form(&self, visitor: &Visitor, view: &TripView) -> Form {
        Form {
            action: address(visitor, view.trip.id, "/links"),
            submit: t::MAKE_LINK.to_owned(),
            cancel: Some(address(visitor, view.trip.id, "#links")),
            fields: fields(None),
            ..Form::default()
        }
    }

    async fn add(
        &self,
        visitor: &Visitor,
        caller: Caller,
        view: &TripView,
        sent: &Fields,
    ) -> Result<String, NotAdded> {
        let new = read(sent)?;
        let shares = &visitor.app.service.shares;
        let id = view.trip.id;
        shares.create(caller, id, new, Precondition::None).await?;
        Ok("?done=added#links".to_owned())
    }
}

pub(super) async fn get_new(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    add::open(visitor, id, NewLink).await
}

fn edit_form(visitor: &Visitor, view: &TripView, present: &ShareLinkView) -> Form {
    let path = format!("/links/edit?id={}", present.link.id.0);
    Form {
        action: address(visitor, view.trip.id, &path),
        submit: t::SAVE.to_owned(),
        cancel: Some(address(visitor, view.trip.id, "#links")),
        fields: fields(Some(present)),
        ..Form::default()
    }
}

/// The trip and the link that an address names, of their owner.
async fn find(visitor: &Visitor, id: TripId) -> Result<(TripView, ShareLinkView), Problem> {
    let view = read_for(visitor, id, Action::Manage).await?;
    let caller = visitor.caller().ok_or(Error::TokenRefused)?;
    let (links, _) = visitor.app.service.shares.list(caller, id).await?;
    let named = Uuid::try_parse(visitor.query.text("id")).unwrap_or_default();
    let link = links.into_iter().find(|view| view.link.id.0 == named);
    Ok((view, link.ok_or(Error::NotFound)?))
}

pub(super) async fn get(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let (view, link) = find(&visitor, id).await?;
    let form = edit_form(&visitor, &view, &link);
    let version = form.values().fingerprint();
    show_edit(visitor, view, (form, version), StatusCode::OK).await
}

async fn show_edit(
    visitor: Visitor,
    view: TripView,
    (form, version): (Form, String),
    status: StatusCode,
) -> Answer {
    let page = move |visitor: &Visitor| {
        sheet(visitor, &view, t::EDIT_LINK, &form.show(visitor, &version)).status(status)
    };
    Page::render(visitor, page).await
}

/// Saves what a link shows, until when, and with which password.
pub(super) async fn save(
    SentOrDraft { form, draft }: SentOrDraft,
    TripPath(id): TripPath,
) -> Answer {
    let SentForm(visitor, account, sent) = form;
    let caller = account.caller;
    let (view, link) = find(&visitor, id).await?;
    let present = edit_form(&visitor, &view, &link);
    let version = present.values().fingerprint();
    let opened = sent.get(VERSION).unwrap_or_default().to_owned();
    let is_stale = draft.is_none() && !opened.is_empty() && opened != version;
    let shown = present.values();
    let mut form = present.typed(&sent, is_stale);
    if let Some(status) = draft {
        return show_edit(visitor, view, (form.draft(), opened), status).await;
    }
    if is_stale {
        return show_edit(visitor, view, (form, version), StatusCode::CONFLICT).await;
    }
    let read = read(&sent).map(|mut change| {
        if sent.text("expires_at") == shown.text("expires_at") {
            change.patch.expires_at = None;
        } else if sent.text("expires_at").is_empty() {
            change.patch.expires_at = Some(None);
        }
        if change.password.is_none() && sent.has("no_password") {
            change.password = Some(None);
        }
        change
    });
    let shares = visitor.app.service.shares.clone();
    match read {
        Ok(change) => {
            let updated = shares.update(caller, id, link.link.id, change, Precondition::None);
            match updated.await {
                Ok(_) => return Ok(see_other(&address(&visitor, id, "?done=saved#links"))),
                Err(Error::Invalid(violations)) => errors::add(&mut form, &violations),
                Err(error) => return Err(error.into()),
            }
        }
        Err(wrong) => form.add_errors(wrong),
    }
    show_edit(visitor, view, (form, opened), StatusCode::BAD_REQUEST).await
}

/// Adds a link, or ends the one that the button names.
pub(super) async fn post(form: SentOrDraft, TripPath(id): TripPath) -> Answer {
    if !form.fields().has("end") {
        return add::add(form, id, NewLink).await;
    }
    let SentForm(visitor, account, sent) = match form.into_verified().await? {
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
