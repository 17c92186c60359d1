//! What the page after a form shows once, such as an offer to undo: a text that travels in a
//! cookie, since addresses end in histories and logs. The address has a short reference to it.

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header::HeaderValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use wayfare_service::Purpose;

use crate::session::{self, FLASH, Visitor, see_other, set_cookie};

/// How long a browser keeps it, in milliseconds.
pub(crate) const TTL: i64 = 600_000;
/// The most bytes of a text: browsers take cookies of 4 KiB.
const MAX: usize = 2_900;
/// The length of a reference: the beginning of the code.
const REFERENCE: usize = 12;

/// A text on its way to the next page; empty if there is none.
#[derive(Default)]
pub(crate) struct Flash {
    /// The part of the query that refers to it, with the `&` before it.
    pub(crate) query: String,
    /// The cookie that has it: its code, a dot, and the text in base64url.
    cookie: Option<HeaderValue>,
}

impl Flash {
    /// Carries a text to this visitor's next page, by a reference of this name in its query. One
    /// that is too long is left out.
    pub(crate) fn new(visitor: &Visitor, purpose: Purpose, name: &str, text: &str) -> Self {
        if text.is_empty() || text.len() > MAX {
            return Self::default();
        }
        let code = visitor.code(purpose, &[text]);
        let reference = code.get(..REFERENCE).unwrap_or_default();
        let value = format!("{code}.{}", URL_SAFE_NO_PAD.encode(text));
        Self {
            query: format!("&{name}={reference}"),
            cookie: Some(session::cookie_value(
                &visitor.site,
                FLASH,
                &value,
                Some(Duration::from_millis(TTL.unsigned_abs())),
            )),
        }
    }

    /// 303 to a page whose address has the reference.
    pub(crate) fn see_other(self, path: &str) -> HttpResponse {
        set_cookie(see_other(path), self.cookie)
    }
}

/// The text that an address refers to, if it is this visitor's.
pub(crate) fn read(visitor: &Visitor, purpose: Purpose, name: &str) -> Option<String> {
    let reference = visitor.query.get(name)?;
    let (code, text) = visitor.flash.as_deref()?.split_once('.')?;
    if code.get(..REFERENCE)? != reference {
        return None;
    }
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    visitor.accepts(purpose, &[&text], code).then_some(text)
}
