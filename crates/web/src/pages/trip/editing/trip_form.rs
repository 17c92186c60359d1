//! Forms that edit a trip: optimistic concurrency over what a form shows.
//!
//! The version of a form says with which values it was opened. What was sent is merged with what
//! others have changed since. Where both have changed one field, the form comes back with both
//! values and the present version, so that a second save overwrites.

use std::sync::Arc;

use actix_web::http::StatusCode;
use maud::{Markup, html};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::{Edit, ItineraryItem};
use wayfare_domain::{Action, Currency, TripId, UserId, Violations};
use wayfare_service::{Error, TripView, Updated};

use super::edits;
use crate::form::merge::{Merged, opened_version};
use crate::form::{Fields, Form, SentFields, SentOrDraft};
use crate::i18n::texts::{self as t, Text};
use crate::markup::layout::Page;
use crate::pages::trip::frame::events::names;
use crate::pages::trip::frame::sheet::sheet;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, read_for};
use crate::session::{SignedIn, Visitor, see_other};
use crate::site::encoded;

/// The query's name of an item whose place is asked for.
pub(crate) const UNPLACED: &str = "unplaced";
/// The query's name of a currency whose rate is asked for.
pub(crate) const UNRATED: &str = "unrated";

/// A form on a page of its own, which edits a trip or adds to it.
pub(crate) trait TripForm: Send + Sync + 'static {
    /// The heading of its page.
    const TITLE: Text;
    /// The fragment of the trip's page to which the form leads, saved or not.
    const ANCHOR: &str;
    /// The code of the message after it was saved.
    const DONE: &str = "saved";
    /// As those of [`SentFields`], with what the buttons beside the form send.
    const BUTTONS: &str = "";
    const CHOICES: &str = "";
    /// Whether it compares rates with the reference rates.
    const NEEDS_RATES: bool = false;

    /// Creates the form from the query of its address; a new item from the sent fields.
    fn new(query: &Fields) -> Self;

    /// The form of the present values, which leads back to [`Self::ANCHOR`] unless it names another
    /// address; `None` if what it edits is gone.
    fn form(&self, page: TripPage<'_>) -> Option<Form>;

    /// The edits that the sent fields ask for.
    ///
    /// # Errors
    /// What is wrong with them.
    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations>;

    /// The heading of the form's page.
    fn title(&self, _: TripPage<'_>) -> String {
        Self::TITLE.to_string()
    }

    /// What the page has above the form.
    fn above(&self, _: TripPage<'_>) -> Markup {
        html! {}
    }

    /// What the page has below the form.
    fn below(&self, _: TripPage<'_>) -> Markup {
        html! {}
    }

    /// If what the form edits was deleted meanwhile: a form that adds it anew, with what was typed.
    fn revive(&self, _: TripPage<'_>, _: &Fields) -> Option<Form> {
        None
    }

    /// The item of this id, which a saved edit has added, if its place was not found.
    fn unplaced<'a>(&self, _: &str, _: &'a TripView) -> Option<&'a ItineraryItem> {
        None
    }

    /// The end of the trip's address to which a saved edit leads.
    fn then(&self, _: &Fields) -> String {
        format!("?done={}#{}", Self::DONE, Self::ANCHOR)
    }
}

impl<P: TripForm> SentFields for P {
    const BUTTONS: &'static str = <P as TripForm>::BUTTONS;
    const CHOICES: &'static str = <P as TripForm>::CHOICES;
}

/// Shows a form.
///
/// # Errors
/// 401, 404, 503.
pub(crate) async fn open<P: TripForm>(
    SignedIn(visitor, _): SignedIn,
    TripPath(id): TripPath,
) -> Answer {
    let view = read_for(&visitor, id, Action::Edit).await?;
    refresh_rates::<P>(&visitor).await?;
    let shown = move |visitor: &Visitor| {
        let part = P::new(&visitor.query);
        let page = TripPage::new(visitor, &view);
        let form = part.form(page).ok_or(Error::NotFound)?;
        let form = form.opened_at(view.trip.version);
        Ok::<_, Error>(form_page(&part, page, form))
    };
    Ok(Page::try_render(visitor, shown).await??)
}

/// Saves a form.
///
/// # Errors
/// 401, 403, 404, 413, 503.
pub(crate) async fn post<P: TripForm>(sent: SentOrDraft<P>, TripPath(id): TripPath) -> Answer {
    let part = P::new(sent.query());
    post_part(sent, id, part).await
}

/// Saves the form of a part.
///
/// # Errors
/// As [`post`].
pub(crate) async fn post_part<P: TripForm>(
    SentOrDraft(visitor, account, sent, draft, ..): SentOrDraft<P>,
    id: TripId,
    part: P,
) -> Answer {
    refresh_rates::<P>(&visitor).await?;
    let then = address(&visitor, id, &part.then(&sent));
    let edit = Arc::new((part, sent));
    let mut violations = Violations::new();
    let view = if draft.is_some() {
        read_for(&visitor, id, Action::Edit).await?
    } else {
        let (sent_edit, sender) = (Arc::clone(&edit), visitor.clone());
        let make = move |view: &TripView| {
            let (part, sent) = &*sent_edit;
            let page = TripPage::new(&sender, view);
            let merged = part.form(page).map(|form| merge(page, &form, sent));
            match merged.filter(|merged| merged.disputed.is_empty()) {
                Some(merged) => part.read(page, &merged.fields),
                // Disputed or gone; `unsaved` says which.
                None => Ok(Vec::new()),
            }
        };
        let (caller, key) = (account.caller, visitor.claim(&edit.1));
        let edited = edits::edit(&visitor, caller, id, key, make);
        let saved = async |made: &str, after: &TripView| {
            let then = next_page(&visitor, &edit.0, &edit.1, made, after).await?;
            Ok::<_, Problem>(see_other(&then))
        };
        match edited.await {
            Ok(Updated::Changed { before, after }) => {
                let made = after.made_since(&before).unwrap_or_default();
                return saved(&made, &after).await;
            }
            Err(Error::AlreadyDone { resource }) => {
                let view = visitor.app.service.trips.read(caller, id).await?;
                return saved(&resource, &view).await;
            }
            Ok(Updated::Unchanged(view)) => view,
            Err(Error::Invalid(found)) => {
                violations = found;
                read_for(&visitor, id, Action::Edit).await?
            }
            Err(error) => return Err(error.into()),
        }
    };
    let shown = move |visitor: &Visitor| {
        let (part, sent) = &*edit;
        let page = TripPage::new(visitor, &view);
        unsaved(part, page, sent, draft, &violations).ok_or(())
    };
    let rendered = Page::try_render(visitor, shown).await?;
    Ok(rendered.unwrap_or_else(|()| see_other(&then)))
}

async fn refresh_rates<P: TripForm>(visitor: &Visitor) -> Result<(), Error> {
    match P::NEEDS_RATES {
        true => visitor.app.service.rates.refresh().await,
        false => Ok(()),
    }
}

/// Where a visitor goes after a form was saved, which asks for what is missing: the place of the
/// item that was `made`, the rate of a currency.
async fn next_page<P: TripForm>(
    visitor: &Visitor,
    part: &P,
    sent: &Fields,
    made: &str,
    after: &TripView,
) -> Result<String, Problem> {
    let mut path = part.then(sent);
    if let Some(item) = part.unplaced(made, after) {
        let asking = format!("?{UNPLACED}={}&", encoded(&item.id));
        path = path.replacen('?', &asking, 1);
    }
    if let Some(code) = unrated(visitor, after, sent).await? {
        let end = path.find('#').unwrap_or(path.len());
        path.truncate(end);
        let asking = format!("?{UNRATED}={code}&");
        path = path.replacen('?', &asking, 1) + "#rate-" + code;
    }
    Ok(address(visitor, after.trip.id, &path))
}

/// The code of the currency of what was saved, if the trip has amounts in it without a rate.
async fn unrated(
    visitor: &Visitor,
    view: &TripView,
    sent: &Fields,
) -> Result<Option<&'static str>, Problem> {
    let service = &visitor.app.service;
    let currency = Currency::new(&sent.text("currency").to_uppercase()).ok();
    let base = service.trips.base_currency(&view.trip);
    let Some(currency) = currency.filter(|currency| *currency != base) else {
        return Ok(None);
    };
    let (trips, view) = (service.trips.clone(), view.clone());
    let is_unrated = move || {
        let settlement = trips.settlement(&view);
        settlement
            .unconverted
            .iter()
            .any(|left| left.currency == currency)
    };
    let is_unrated = service.run_in_document_pool(visitor.client, is_unrated);
    Ok(is_unrated.await?.then_some(currency.code()))
}

/// The page that shows an unsaved form again; `None` if saving it would change nothing, so that the
/// visitor is sent on.
fn unsaved(
    part: &impl TripForm,
    page: TripPage<'_>,
    sent: &Fields,
    draft: Option<StatusCode>,
    violations: &Violations,
) -> Option<Page> {
    let Some(present) = part.form(page) else {
        let form = part.revive(page, sent);
        return Some(gone(page, sent, form));
    };
    let merged = merge(page, &present, sent);
    let status = match (draft, merged.disputed.is_empty(), violations.is_empty()) {
        (Some(draft), ..) => draft,
        (None, false, _) => StatusCode::CONFLICT,
        (None, true, false) => StatusCode::BAD_REQUEST,
        (None, true, true) => return None,
    };
    let mut form = match draft {
        Some(_) => present.resume(sent, draft),
        None => {
            let form = present.opened_at(page.trip().version);
            form.merged(&merged, || names(page, &others_since(page, sent)))
        }
    };
    form.add_violations(violations);
    Some(form_page(part, page, form).status(status))
}

/// What was sent, merged with the present values of its form. What only the sender has changed
/// since it was opened, in another window, is not asked about.
fn merge(page: TripPage<'_>, present: &Form, sent: &Fields) -> Merged {
    let mut merged = present.merge(sent);
    if others_since(page, sent).is_empty() {
        merged.disputed.clear();
    }
    merged
}

/// Who else has edited the trip since a form was opened.
fn others_since(page: TripPage<'_>, sent: &Fields) -> Vec<UserId> {
    let own = page.visitor.caller().map(|caller| caller.user);
    let opened = opened_version(sent).unwrap_or_default();
    let editors = page.trip().editors_since(opened);
    editors.filter(|editor| Some(*editor) != own).collect()
}

fn form_page<P: TripForm>(part: &P, page: TripPage<'_>, mut form: Form) -> Page {
    let cancel = || page.address(&format!("#{}", P::ANCHOR));
    form.cancel.get_or_insert_with(cancel);
    let body = html! { (part.above(page)) (form.show(page.visitor)) (part.below(page)) };
    sheet(page, &part.title(page), &body)
}

/// The page of a part that somebody has removed, with what was typed.
fn gone(page: TripPage<'_>, sent: &Fields, form: Option<Form>) -> Page {
    let body = html! {
        p.alert role="alert" tabindex="-1" { (t::GONE_TEXT) }
        @match form {
            Some(form) => (form.show(page.visitor)),
            None => {
                @for text in sent.typed() { pre.typed { (text) } }
                p.actions {
                    a.button.quiet href=(page.address("")) data-cancel { (t::CANCEL) }
                }
            }
        }
    };
    sheet(page, t::GONE.get(), &body).status(StatusCode::CONFLICT)
}
