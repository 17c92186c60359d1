//! The style sheet, scripts and icon, addressed by a hash of their content: embedded in release
//! builds, read from disk in debug builds.

use std::borrow::Cow;
use std::fs;
use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};
use wayfare_api_core::answer::conditional::{self, Document};
use wayfare_api_core::{Answer, Problem};

use crate::format::short_hex;

/// A year, since an address always has the same content.
const CACHING: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The folder of the files, which debug builds read.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

/// A file of the folder `assets`.
#[derive(Clone)]
pub(crate) struct Asset {
    file: &'static str,
    name: String,
    kind: &'static str,
    document: Document,
}

impl Asset {
    fn new(file: &'static str, kind: &'static str, text: impl AsRef<[u8]> + Into<Bytes>) -> Self {
        let hash = short_hex(&Sha256::digest(&text));
        Self {
            file,
            name: format!("{hash}-{file}"),
            kind,
            document: Document::from_bytes(None, text),
        }
    }

    /// The file as it is served: in a debug build its present content, if it can be read.
    fn served(&self) -> Cow<'_, Self> {
        if cfg!(debug_assertions)
            && let Ok(text) = fs::read_to_string(format!("{FOLDER}/{}", self.file))
        {
            return Cow::Owned(Self::new(self.file, self.kind, text));
        }
        Cow::Borrowed(self)
    }

    /// Its path.
    pub(crate) fn path(&self) -> String {
        format!("/assets/{}", self.served().name)
    }
}

/// The style sheet.
pub(crate) static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/style.css");
    Asset::new("style.css", "text/css; charset=utf-8", text)
});

/// The script.
pub(crate) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/app.js");
    Asset::new("app.js", "text/javascript; charset=utf-8", text)
});

/// The script of pages that follow the changes of others.
pub(crate) static LIVE: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/live.js");
    Asset::new("live.js", "text/javascript; charset=utf-8", text)
});

/// The icon.
pub(crate) static ICON: LazyLock<Asset> = LazyLock::new(|| {
    let text = include_str!("../assets/icon.svg");
    Asset::new("icon.svg", "image/svg+xml", text)
});

/// Serves a file by its name with the hash of its present content.
pub(crate) async fn get(request: HttpRequest, name: Path<String>) -> Answer {
    let all: [&LazyLock<Asset>; 4] = [&STYLE, &SCRIPT, &LIVE, &ICON];
    let mut served = all.into_iter().map(|asset| asset.served());
    let asset = served.find(|asset| asset.name == *name);
    let Asset { kind, document, .. } = asset.ok_or_else(Problem::no_route)?.into_owned();
    let mut answer: HttpResponse = conditional::answer_as(&request, kind, document);
    answer.headers_mut().insert(header::CACHE_CONTROL, CACHING);
    Ok(answer)
}

#[cfg(test)]
mod tests;
