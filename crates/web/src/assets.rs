//! The style sheet, scripts and icon, embedded and addressed by a hash of their content.

use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};
use wayfare_api_core::answer::conditional::{self, Document};
use wayfare_api_core::{Answer, Problem};

/// How many bytes of the hash an address holds.
const HASH_BYTES: usize = 8;
/// A year, since an address always has the same content.
const CACHING: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// An embedded file.
pub(crate) struct Asset {
    name: String,
    kind: &'static str,
    document: Document,
}

impl Asset {
    fn new(stem: &str, extension: &str, kind: &'static str, text: &'static str) -> Self {
        let digest = Sha256::digest(text);
        let hash: String = digest
            .iter()
            .take(HASH_BYTES)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Self {
            name: format!("{stem}-{hash}.{extension}"),
            kind,
            document: Document::from_bytes(None, text),
        }
    }

    /// Its path.
    pub(crate) fn path(&self) -> String {
        format!("/assets/{}", self.name)
    }
}

/// The style sheet.
pub(crate) static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/style.css");
    Asset::new("style", "css", "text/css; charset=utf-8", text)
});

/// The script.
pub(crate) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/app.js");
    Asset::new("app", "js", "text/javascript; charset=utf-8", text)
});

/// The icon.
pub(crate) static ICON: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/icon.svg");
    Asset::new("icon", "svg", "image/svg+xml", text)
});

/// Serves an embedded file.
pub(crate) async fn get(request: HttpRequest, name: Path<String>) -> Answer {
    let all: [&LazyLock<Asset>; 3] = [&STYLE, &SCRIPT, &ICON];
    let asset = all.into_iter().find(|asset| asset.name == *name);
    let Asset { kind, document, .. } = &**asset.ok_or_else(Problem::no_route)?;
    let mut answer: HttpResponse = conditional::answer_as(&request, kind, document.clone());
    answer.headers_mut().insert(header::CACHE_CONTROL, CACHING);
    Ok(answer)
}

#[cfg(test)]
mod tests;
