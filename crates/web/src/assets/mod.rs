//! The style sheet, fonts, scripts and icons, addressed by a hash of their content: embedded in
//! release builds, read from disk in debug builds. The service worker and the manifest have names
//! of their own.

use std::borrow::Cow;
use std::fmt::Write;
use std::fs;
use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};
use wayfare_api_core::answer::conditional::{self, Document};
use wayfare_api_core::{Answer, Endpoint, Problem};

use crate::i18n::format::short_hex;
use crate::i18n::locale::Locale;
use crate::i18n::texts as t;
use crate::session::Visitor;

/// The colour of the browser's own parts beside a page.
pub(crate) const THEME: &str = "#14323f";
/// A year, since an address always has the same content.
const CACHING: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The policy of the service worker, which asks for pages and their parts.
const WORKER_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; connect-src 'self'");

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
    fn new(file: &'static str, kind: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let text = match kind {
            SCRIPT_KIND => without_comments(&text).into(),
            STYLE_KIND => with_fonts(&text).into(),
            _ => text,
        };
        let hash = short_hex(&Sha256::digest(&text));
        let (_, name) = file.rsplit_once('/').unwrap_or(("", file));
        Self {
            file,
            name: format!("{hash}-{name}"),
            kind,
            document: Document::from_bytes(None, text),
        }
    }

    /// The file as it is served: in a debug build its present content, if it can be read.
    fn served(&self) -> Cow<'_, Self> {
        if cfg!(debug_assertions)
            && let Ok(text) = fs::read(format!("{FOLDER}/{}", self.file))
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

/// A script without comments, indentation and the spaces beside signs, which readers of the source
/// have. No text and no pattern in it spans lines, and no template has another one in it.
fn without_comments(script: &[u8]) -> Vec<u8> {
    let script = String::from_utf8_lossy(script);
    let mut is_inside = false;
    let is_code = |text: &&str| {
        // What follows a comment in its line is code.
        let is_closed = text.contains("*/");
        let is_whole = !is_closed || text.ends_with("*/");
        let begins = text.starts_with("/**") && is_whole;
        let is_comment = is_inside || begins || text.starts_with("//");
        is_inside = (is_inside || begins) && !is_closed;
        !is_comment
    };
    let lines = script.lines().map(str::trim).filter(is_code);
    let code = lines.map(|line| without_spaces(&without_types(line)));
    let code = code.filter(|line| !line.is_empty());
    // After these signs the end of a line says nothing.
    let goes_on = |line: &String| line.ends_with(['{', '(', '[', ',', ';']);
    let code = code.map(|line| if goes_on(&line) { line } else { line + "\n" });
    code.collect::<String>().into_bytes()
}

/// A line of code without the spaces beside signs, but in its texts and patterns.
fn without_spaces(line: &str) -> String {
    const SIGNS: &str = "=(){}[],;:?<>&|!+*";
    /// What a pattern follows; after anything else a slash divides.
    const BEFORE_PATTERN: &str = "(,=:[!&|?{};>";
    let mut code = String::new();
    let (mut quote, mut is_escaped) = (None, false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(end) = quote {
            quote = Some(end).filter(|end| is_escaped || letter != *end);
            is_escaped = !is_escaped && letter == '\\';
        } else {
            let mut before = code.chars().rev();
            let mut beside = before.clone().take(1).chain(letters.peek().copied());
            if letter == ' ' && beside.any(|sign| SIGNS.contains(sign)) {
                continue;
            }
            let last = before.find(|letter| *letter != ' ');
            let begins_pattern = last.is_none_or(|sign| BEFORE_PATTERN.contains(sign));
            let begins = "'\"`".contains(letter) || (letter == '/' && begins_pattern);
            quote = begins.then_some(letter);
        }
        code.push(letter);
    }
    code
}

/// A line of code without the types in it.
fn without_types(line: &str) -> String {
    let mut parts = line.split("/** @type ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| {
        let rest = part.split_once("*/").map_or(part, |(_, rest)| rest);
        code + rest.trim_start()
    })
}

/// A style sheet with the addresses of the fonts that it names, which are beside it.
fn with_fonts(style: &[u8]) -> Vec<u8> {
    let style = String::from_utf8_lossy(style).into_owned();
    let address = |style: String, font: &&LazyLock<Asset>| style.replace(font.file, &font.name);
    FONTS.iter().fold(style, address).into_bytes()
}

/// Makes assets of files.
macro_rules! assets {
    ($($(#[$doc:meta])* $name:ident = $file:literal, $kind:expr;)+) => {
        $(
            $(#[$doc])*
            pub(crate) static $name: LazyLock<Asset> = LazyLock::new(|| {
                let content: &[u8] = include_bytes!(concat!("../../assets/", $file));
                Asset::new($file, $kind, content)
            });
        )+
    };
}

const STYLE_KIND: &str = "text/css; charset=utf-8";
const SCRIPT_KIND: &str = "text/javascript; charset=utf-8";
const FONT: &str = "font/woff2";
const PNG: &str = "image/png";

assets! {
    /// The style sheet.
    STYLE = "style.css", STYLE_KIND;
    /// The font of headings.
    HEADING_FONT = "fonts/fraunces-latin.woff2", FONT;
    /// The same, for letters of further Latin alphabets.
    EXTENDED_HEADING_FONT = "fonts/fraunces-latin-ext.woff2", FONT;
    /// The font of texts.
    TEXT_FONT = "fonts/figtree-latin.woff2", FONT;
    /// The same, for letters of further Latin alphabets.
    EXTENDED_TEXT_FONT = "fonts/figtree-latin-ext.woff2", FONT;
    /// The script of dialogs, dragging, maps, suggestions and sums.
    SCRIPT = "app.js", SCRIPT_KIND;
    /// The script that keeps what is typed.
    DRAFTS = "drafts.js", SCRIPT_KIND;
    /// The script of reading without network.
    OFFLINE = "offline.js", SCRIPT_KIND;
    /// The script of pages that follow the changes of others.
    LIVE = "live.js", SCRIPT_KIND;
    /// The service worker.
    WORKER = "sw.js", SCRIPT_KIND;
    /// The icon.
    ICON = "icons/icon.svg", "image/svg+xml";
    /// The icon on home screens of iOS.
    APPLE_ICON = "icons/icon-apple.png", PNG;
    /// The icon of an installed page, small.
    SMALL_ICON = "icons/icon-192.png", PNG;
    /// The icon of an installed page, large.
    LARGE_ICON = "icons/icon-512.png", PNG;
    /// The icon of an installed page, for masks of any shape.
    MASKABLE_ICON = "icons/icon-maskable.png", PNG;
}

/// The scripts of every page, in their order.
pub(crate) static SCRIPTS: [&LazyLock<Asset>; 3] = [&SCRIPT, &DRAFTS, &OFFLINE];

/// The fonts.
static FONTS: [&LazyLock<Asset>; 4] = [
    &HEADING_FONT,
    &EXTENDED_HEADING_FONT,
    &TEXT_FONT,
    &EXTENDED_TEXT_FONT,
];

/// What has an address by its hash.
static HASHED: [&LazyLock<Asset>; 14] = [
    &STYLE,
    &HEADING_FONT,
    &EXTENDED_HEADING_FONT,
    &TEXT_FONT,
    &EXTENDED_TEXT_FONT,
    &SCRIPT,
    &DRAFTS,
    &OFFLINE,
    &LIVE,
    &ICON,
    &APPLE_ICON,
    &SMALL_ICON,
    &LARGE_ICON,
    &MASKABLE_ICON,
];

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/assets/{name}").get(get),
        Endpoint::at("/sw.js").get(get_worker),
        Endpoint::at("/manifest.webmanifest").get(get_manifest),
    ]
}

/// Serves a file by its name with the hash of its present content.
async fn get(request: HttpRequest, name: Path<String>) -> Answer {
    let mut served = HASHED.into_iter().map(|asset| asset.served());
    let asset = served.find(|asset| asset.name == *name);
    let Asset { kind, document, .. } = asset.ok_or_else(Problem::no_route)?.into_owned();
    let mut answer: HttpResponse = conditional::answer_as(&request, kind, document);
    answer.headers_mut().insert(header::CACHE_CONTROL, CACHING);
    Ok(answer)
}

/// The path of the service worker. Its query changes with any asset, so that an upgrade registers
/// it anew.
pub(crate) fn worker_path() -> String {
    let all = HASHED.into_iter().chain([&WORKER]);
    let names = all.fold(Sha256::new(), |hash, asset| {
        hash.chain_update(&asset.served().name)
    });
    let version = short_hex(&names.finalize());
    format!("/sw.js?v={version}")
}

/// Serves the service worker, whose scope is its folder: the pages.
async fn get_worker(request: HttpRequest) -> Answer {
    let Asset { kind, document, .. } = WORKER.served().into_owned();
    let mut answer = conditional::answer_as(&request, kind, document);
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, WORKER_POLICY);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(answer)
}

/// Serves the manifest of the installed page, in the language of its visitor.
async fn get_manifest(request: HttpRequest) -> Answer {
    let Visitor { site, .. } = Visitor::of(&request).await?;
    let language = Locale::current().language;
    let icons = [
        (&SMALL_ICON, "192x192", "any"),
        (&LARGE_ICON, "512x512", "any"),
        (&MASKABLE_ICON, "512x512", "maskable"),
    ];
    let mut listed = String::new();
    for (icon, sizes, purpose) in icons {
        let (src, comma) = (
            site.to(&icon.path()),
            if listed.is_empty() { "" } else { "," },
        );
        let _ = write!(
            listed,
            r#"{comma}{{"src":"{src}","sizes":"{sizes}","type":"{PNG}","purpose":"{purpose}"}}"#
        );
    }
    let (name, text, colour) = (t::NAME, t::FRONT_LEAD, THEME);
    let (root, start) = (site.to("/"), site.to("/trips"));
    // Addresses are percent-encoded, and texts have no quotes.
    let text = format!(
        "{{\"id\":\"{root}\",\"name\":\"{name}\",\"short_name\":\"{name}\",\
        \"description\":\"{text}\",\"lang\":\"{language}\",\"start_url\":\"{start}\",\
        \"scope\":\"{root}\",\"display\":\"standalone\",\"background_color\":\"{colour}\",\
        \"theme_color\":\"{colour}\",\"icons\":[{listed}]}}"
    );
    let manifest = Document::from_bytes(None, text);
    let mut answer = conditional::answer_as(&request, "application/manifest+json", manifest);
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.append(
        header::VARY,
        HeaderValue::from_static("Accept-Language, Cookie"),
    );
    Ok(answer)
}

#[cfg(test)]
mod tests;
