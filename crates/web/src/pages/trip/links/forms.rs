//! The forms of a share link.

use actix_web::http::StatusCode;
use uuid::Uuid;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::{Section, Sections};
use wayfare_domain::{
    Action, Date, GrantId, GrantKind, GrantPatch, Reason, ShortText, TripId, Violations,
};
use wayfare_service::{
    Caller, GrantPlace, GrantRequest, GrantView, Password, Precondition, TripView,
};

use super::view::edit_address;
use crate::form::{
    self, Field, Fields, Form, FormReader, Kind, SentForm, SentOrDraft, sent_fields,
};
use crate::i18n::{format, texts as t};
use crate::pages::trip::frame::sheet::show_form;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, read_for};
use crate::session::{SignedIn, Visitor, see_other};

/// The form of a link. A new one has the usual sections and no password.
fn form(page: TripPage<'_>, present: Option<&GrantView<Sections>>) -> Form {
    let link = present.map(|view| &view.grant);
    let label = link.map_or("", |link| link.label.as_str());
    let mut fields = vec![Field::new("label", t::LINK_LABEL, label)];
    for (name, label, is_usual) in t::LINK_SECTIONS {
        let is_on = link.map_or(is_usual, |link| {
            link.scope.iter().any(|section| section.as_str() == name)
        });
        fields.push(Field::check(&format!("section.{name}"), label.get(), is_on).narrow());
    }
    if let Some(first) = fields.get_mut(1) {
        first.heading = Some(t::LINK_PARTS);
    }
    let expires = link.and_then(|link| link.expires_at);
    let expires = expires.map(|at| format::last_day(at).to_string());
    let label = present.map_or(t::LINK_EXPIRES.get(), |_| t::LINK_LAST_DAY.get());
    let expires = Field::new("expires_at", label, expires.unwrap_or_default());
    fields.push(expires.kind(Kind::Of("date")));
    let has_password = present.is_some_and(|view| view.has_password);
    let label = if has_password {
        t::LINK_NEW_PASSWORD.get()
    } else {
        t::LINK_PASSWORD.get()
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

pub(crate) async fn get_new(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let view = read_for(&visitor, id, Action::Manage).await?;
    let form = form(TripPage::new(&visitor, &view), None);
    show_form(visitor, view, t::NEW_LINK.get(), form, StatusCode::OK).await
}

/// The link that a field names.
fn id_of(text: &str) -> GrantId {
    GrantId(Uuid::try_parse(text).unwrap_or_default())
}

/// The trip and the link that an address names, of their owner.
async fn find(
    visitor: &Visitor,
    caller: Caller,
    id: TripId,
) -> Result<(TripView, GrantView<Sections>), Problem> {
    let view = read_for(visitor, id, Action::Manage).await?;
    let grants = &visitor.app.service.grants;
    let link = grants.link(caller, id, id_of(visitor.query.text("id")));
    Ok((view, link.await?))
}

pub(crate) async fn get(SignedIn(visitor, account): SignedIn, TripPath(id): TripPath) -> Answer {
    let (view, link) = find(&visitor, account.caller, id).await?;
    let form = form(TripPage::new(&visitor, &view), Some(&link));
    show_form(visitor, view, t::EDIT_LINK.get(), form, StatusCode::OK).await
}

/// Saves what a link shows, until when, and with which password.
pub(crate) async fn change(
    SentOrDraft(visitor, account, sent, draft, ..): SentOrDraft,
    TripPath(id): TripPath,
) -> Answer {
    let (view, link) = find(&visitor, account.caller, id).await?;
    let present = form(TripPage::new(&visitor, &view), Some(&link));
    let (sent, values) = (present.merge(&sent).fields, present.values());
    let save = async {
        let (grants, link) = (&visitor.app.service.grants, link.grant.id);
        let change = read(&sent, Some(&values))?;
        let updated = grants.change(account.caller, id, link, change, Precondition::None);
        updated.await
    };
    match present.submit(&sent, draft, save).await? {
        Ok(_) => Ok(see_other(&address(&visitor, id, "?done=saved#links"))),
        Err((form, status)) => show_form(visitor, view, t::EDIT_LINK.get(), form, status).await,
    }
}

sent_fields!(LinkForm BUTTONS "end_link");

/// Adds a link, or ends the one that the button names.
pub(crate) async fn post(sent: SentOrDraft<LinkForm>, TripPath(id): TripPath) -> Answer {
    if !sent.fields().has("end_link") {
        return add(sent, id).await;
    }
    let SentForm(visitor, account, sent, ..) = match sent.into_verified().await? {
        Ok(form) => form,
        Err(page) => return Ok(page),
    };
    let (grants, kind) = (&visitor.app.service.grants, GrantKind::ShareLink);
    let (place, link) = (GrantPlace::Trip(id), id_of(sent.text("end_link")));
    let ended = grants.revoke(account.caller, kind, place, link, Precondition::None);
    form::ended(ended.await)?;
    Ok(see_other(&address(&visitor, id, "?done=ended#links")))
}

async fn add(
    SentOrDraft(visitor, account, sent, draft, ..): SentOrDraft<LinkForm>,
    id: TripId,
) -> Answer {
    let view = read_for(&visitor, id, Action::Manage).await?;
    let create = async {
        let grants = &visitor.app.service.grants;
        let new = GrantRequest {
            key: visitor.claim(&sent),
            ..read(&sent, None)?
        };
        form::once(
            grants
                .make(account.caller, id, new, Precondition::None)
                .await,
        )
    };
    let form = form(TripPage::new(&visitor, &view), None);
    match form.submit(&sent, draft, create).await? {
        Ok(_) => Ok(see_other(&address(&visitor, id, "?done=added#links"))),
        Err((form, status)) => show_form(visitor, view, t::NEW_LINK.get(), form, status).await,
    }
}

/// The link that the fields ask for, over the present values of its form.
fn read(sent: &Fields, present: Option<&Fields>) -> Result<GrantRequest<Sections>, Violations> {
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
            let most = Password::MAX;
            Err(Reason::new(format!("must have at most {most} characters")))
        }
        text => Ok(Some(Some(Password::attempt(text)))),
    });
    let request = GrantRequest {
        patch: GrantPatch {
            label: reader.read("label", ShortText::new),
            scope: sections,
            expires_at: expires_at.flatten(),
            uses: None,
        },
        password: password.flatten(),
        ..GrantRequest::default()
    };
    reader.finish(Some(request))
}
