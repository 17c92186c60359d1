//! Forms of people who are signed in: which are acted on, and which are shown again.
//!
//! A form is acted on if its token is that of the session it comes with. If the session has ended,
//! the sign-in carries the fields and sends them back to where the form went. A form from there, or
//! with the token of another session, is a draft: it is shown again with a new token, and acted on
//! once it is sent by that page.

use std::marker::PhantomData;

use actix_web::dev;
use actix_web::http::{StatusCode, header};
use actix_web::web::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse};
use futures_util::future::LocalBoxFuture;
use maud::html;
use wayfare_api_core::{Answer, Problem};

use super::{Fields, SentFields};
use crate::form;
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::pages::sign_in;
use crate::session::{self, Account, TypedTexts, Visitor, stop_with};

/// A form `F` to act on: who sent it, and its fields.
pub(crate) struct SentForm<F = ()>(
    pub(crate) Visitor,
    pub(crate) Account,
    pub(crate) Fields,
    pub(crate) PhantomData<F>,
);

/// A form `F` that its handler can show again, with the status of the page that shows a draft;
/// `None` if the form is to be acted on.
pub(crate) struct SentOrDraft<F = ()>(
    pub(crate) Visitor,
    pub(crate) Account,
    pub(crate) Fields,
    pub(crate) Option<StatusCode>,
    pub(crate) PhantomData<F>,
);

impl<F: SentFields> FromRequest for SentOrDraft<F> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let request = request.clone();
        let payload = Payload::from_request(&request, payload);
        Box::pin(async move { receive(&request, payload.await?).await })
    }
}

impl<F: SentFields> FromRequest for SentForm<F> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let received = SentOrDraft::<F>::from_request(request, payload);
        Box::pin(async move { received.await?.into_verified().await?.map_err(stop_with) })
    }
}

impl<F> SentOrDraft<F> {
    /// The query of its address.
    pub(crate) fn query(&self) -> &Fields {
        &self.0.query
    }

    /// The fields.
    pub(crate) fn fields(&self) -> &Fields {
        &self.2
    }

    /// The form, if it is to be acted on.
    ///
    /// # Errors
    /// 503. For a draft: the page that sends it again, as the answer.
    pub(crate) async fn into_verified(self) -> Result<Result<SentForm<F>, HttpResponse>, Problem> {
        let Self(visitor, account, sent, draft, form) = self;
        Ok(match draft {
            None => Ok(SentForm(visitor, account, sent, form)),
            Some(status) => Err(ask_to_send_again(visitor, sent, status).await?),
        })
    }
}

async fn receive<F: SentFields>(
    request: &HttpRequest,
    payload: Payload,
) -> Result<SentOrDraft<F>, actix_web::Error> {
    let (visitor, sent) = session::receive_form(request, payload).await?;
    let is_own = visitor.owns(&sent);
    // Without an origin, the token alone tells a form of this service.
    if !is_own && !request.headers().contains_key(header::ORIGIN) {
        return Err(Problem::form_refused().into());
    }
    let carried = sent.carried();
    let draft = match &carried {
        Some(_) => Some(StatusCode::OK),
        None if is_own => None,
        None => Some(StatusCode::FORBIDDEN),
    };
    let sent = carried.unwrap_or(sent).of_form::<F>();
    let Some(account) = visitor.account.clone() else {
        return Err(stop_with(sign_in::ask_with_form(visitor, &sent).await?));
    };
    let typed = sent.typed().map(str::to_owned).collect();
    request.extensions_mut().insert(TypedTexts(typed));
    Ok(SentOrDraft(visitor, account, sent, draft, PhantomData))
}

/// A page with a button that sends a draft again, for forms without a page of their own.
async fn ask_to_send_again(visitor: Visitor, sent: Fields, status: StatusCode) -> Answer {
    let page = move |visitor: &Visitor| {
        let body = html! {
            h1 { (t::NOT_SENT) }
            p.alert role="alert" data-draft { (t::DRAFT) }
            @for text in sent.typed() { pre.typed { (text) } }
            form.sheet method="post" action=(visitor.path) {
                (form::token(visitor))
                @for (name, value) in sent.without_secrets() {
                    input type="hidden" name=(name) value=(value);
                }
                p.actions {
                    button.button { (t::SEND_AGAIN) } " "
                    a.button.quiet href=(visitor.site.to("/trips")) { (t::MY_TRIPS) }
                }
            }
        };
        Page::new(t::NOT_SENT, body).class("narrow").status(status)
    };
    Page::render(visitor, page).await
}
