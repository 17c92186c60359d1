//! Refusing further invitations by a link in one, with a button: programs that look through mail
//! open links.

use actix_web::HttpRequest;
use actix_web::web::{Path, Payload};
use maud::html;
use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::{Answer, Endpoint};

use super::confirm::ask;
use crate::form::Form;
use crate::i18n::texts as t;
use crate::session::{self, Visitor, see_other};
use crate::site::encoded;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/no-invitations/{token}")
            .secret(Secrecy::OfAddress)
            .get(get)
            .post(post),
    ]
}

fn address(visitor: &Visitor, token: &str) -> String {
    let path = format!("/no-invitations/{}", encoded(token));
    visitor.site.to(&path)
}

async fn get(request: HttpRequest, token: Path<String>) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let grants = &visitor.app.service.grants;
    let is_refused = grants.is_refused(visitor.client, &token).await?;
    let text = match is_refused {
        true => html! { p role="status" { (t::IS_REFUSED) } },
        false => html! { p { (t::REFUSE_TEXT) } },
    };
    let form = Form::new(address(&visitor, &token), t::REFUSE_BUTTON, Vec::new());
    let form = Some(form).filter(|_| !is_refused);
    ask(visitor, t::REFUSE_TITLE, text, form).await
}

async fn post(request: HttpRequest, token: Path<String>, payload: Payload) -> Answer {
    let (visitor, _) = session::receive_own_form(&request, payload).await?;
    let grants = &visitor.app.service.grants;
    grants.refuse(visitor.client, &token).await?;
    Ok(see_other(&address(&visitor, &token)))
}
