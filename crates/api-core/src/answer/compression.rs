//! Compression of answers: `gzip`, `br` or `zstd`, as `Accept-Encoding` chooses.
//!
//! A compressed answer is another representation, so it has a tag of its own: that of the plain
//! answer with the name of the coding. Conditions take either tag.

use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    self, AcceptEncoding, Encoding, Header, HeaderMap, HeaderValue, Preference, Quality,
};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest};
use brotli::CompressorWriter;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{App, RequestClient, answer::counted};

/// The least size of an answer that is compressed: 1 KiB.
const MIN_SIZE: u64 = 1 << 10;
/// The longest answer that is compressed on a request thread: 16 KiB.
const INLINE: usize = 16 << 10;
/// The longest document whose compressed form is kept: 1 MiB.
const MAX_KEPT: usize = 1 << 20;
/// The levels: the fastest ones that keep most of the gain on JSON.
const GZIP_LEVEL: u32 = 4;
const BROTLI_LEVEL: u32 = 4;
const ZSTD_LEVEL: i32 = 3;
/// The window of brotli, as a power of two, and the size of its output buffer.
const BROTLI_WINDOW: u32 = 20;
const BROTLI_BUFFER: usize = 4_096;

/// What a text depends on besides its address.
const VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding");

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Zstd,
    Brotli,
    Gzip,
}

impl Coding {
    /// All codings. Of those that a client likes equally, the first is used.
    const ALL: [Self; 3] = [Self::Zstd, Self::Brotli, Self::Gzip];

    /// Its name in headers and tags.
    fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    fn encoding(self) -> Encoding {
        match self {
            Self::Zstd => Encoding::zstd(),
            Self::Brotli => Encoding::brotli(),
            Self::Gzip => Encoding::gzip(),
        }
    }

    /// The coding that a client likes best; `None` if that is none of these.
    fn accepted(request: &HttpRequest) -> Option<Self> {
        let stated = AcceptEncoding::parse(request).ok()?;
        let of = |wanted: &Preference<Encoding>| {
            let found = stated.iter().find(|stated| stated.item == *wanted);
            found.map(|stated| stated.quality)
        };
        let any = of(&Preference::Any).unwrap_or(Quality::ZERO);
        let plain = of(&Preference::Specific(Encoding::identity()));
        let mut best = (None, plain.unwrap_or(Quality::ZERO));
        for coding in Self::ALL.into_iter().rev() {
            let quality = of(&Preference::Specific(coding.encoding())).unwrap_or(any);
            if quality > Quality::ZERO && quality >= best.1 {
                best = (Some(coding), quality);
            }
        }
        best.0
    }

    /// The bytes in this coding.
    fn encode(self, bytes: &[u8]) -> io::Result<Bytes> {
        let output = Vec::with_capacity(bytes.len() / 4);
        let encoded = match self {
            Self::Zstd => zstd::encode_all(bytes, ZSTD_LEVEL)?,
            Self::Brotli => {
                let mut encoder =
                    CompressorWriter::new(output, BROTLI_BUFFER, BROTLI_LEVEL, BROTLI_WINDOW);
                encoder.write_all(bytes)?;
                encoder.into_inner()
            }
            Self::Gzip => {
                let mut encoder = GzEncoder::new(output, Compression::new(GZIP_LEVEL));
                encoder.write_all(bytes)?;
                encoder.finish()?
            }
        };
        Ok(encoded.into())
    }
}

/// Whether a client's tag is `tag`, or that of its compressed form.
pub(crate) fn is_form_of(sent: &str, tag: &str) -> bool {
    let rest = tag
        .strip_suffix('"')
        .and_then(|open| sent.strip_prefix(open));
    let Some(end) = rest.and_then(|rest| rest.strip_suffix('"')) else {
        return false;
    };
    let coding = end.strip_prefix('.');
    end.is_empty() || Coding::ALL.iter().any(|known| coding == Some(known.name()))
}

/// The compressed form of a cached document: of one coding, the first that was asked for. Clones
/// share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct CompressedForm(Arc<OnceLock<(Coding, Bytes)>>);

impl CompressedForm {
    /// The bytes in a coding, if they are here.
    fn get(&self, coding: Coding) -> Option<Bytes> {
        let (own, bytes) = self.0.get()?;
        (*own == coding).then(|| bytes.clone())
    }

    /// The most bytes that the form of a document of `plain` bytes has.
    pub(crate) fn room(plain: usize) -> usize {
        if plain <= MAX_KEPT { plain / 2 } else { 0 }
    }

    /// Keeps the bytes in a coding, unless there are others or there is no room for them.
    fn keep(&self, coding: Coding, bytes: &Bytes, plain: usize) {
        if bytes.len() <= Self::room(plain) {
            // Another request may have been quicker.
            let _ = self.0.set((coding, bytes.clone()));
        }
    }
}

/// Whether answers are compressed.
fn is_on(request: &HttpRequest) -> bool {
    let app = request.app_data::<Data<App>>();
    app.is_some_and(|app| app.compression)
}

/// The coding for the answer to a request; `None` if it is sent plain.
pub(crate) fn coding_for(request: &HttpRequest) -> Option<Coding> {
    is_on(request).then(|| Coding::accepted(request)).flatten()
}

/// Marks an answer as compressed: its coding, and its tag.
pub(crate) fn mark(headers: &mut HeaderMap, coding: Coding) {
    headers.insert(
        header::CONTENT_ENCODING,
        HeaderValue::from_static(coding.name()),
    );
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let open = tag.and_then(|tag| tag.strip_suffix('"'));
    let tag = open.map(|open| HeaderValue::try_from(format!("{open}.{}\"", coding.name())));
    if let Some(Ok(tag)) = tag {
        headers.insert(header::ETAG, tag);
    }
}

/// Compression middleware: compresses text of 1 KiB and more, long text in the work pool for
/// documents. A streamed body comes compressed from its route. Keeps the bytes of a large answer
/// counted until it is sent.
///
/// # Errors
/// Never one of its own: what can't be compressed is sent plain.
pub async fn compress(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    Ok(counted::hold(compress_text(request, next).await?))
}

async fn compress_text(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let mut answer = next.call(request).await?.map_into_boxed_body();
    let has_form = answer.response().extensions().contains::<CompressedForm>();
    if !is_on(answer.request()) || !(has_form || is_text(answer.headers())) {
        return Ok(answer);
    }
    answer.headers_mut().append(header::VARY, VARY);
    let coding = coding_for(answer.request());
    let is_plain = !answer.headers().contains_key(header::CONTENT_ENCODING);
    let is_long =
        matches!(answer.response().body().size(), BodySize::Sized(size) if size >= MIN_SIZE);
    let (Some(coding), true, true) = (coding, is_plain, is_long) else {
        return Ok(answer);
    };
    let (request, response) = answer.into_parts();
    let (mut response, body) = response.into_parts();
    let plain = match body.try_into_bytes() {
        Ok(plain) => plain,
        Err(stream) => return Ok(ServiceResponse::new(request, response.set_body(stream))),
    };
    let form = response.extensions().get::<CompressedForm>().cloned();
    let compressed = match form.as_ref().and_then(|form| form.get(coding)) {
        Some(compressed) => Some(compressed),
        None => encode(&request, coding, plain.clone()).await,
    };
    let Some(compressed) = compressed else {
        return Ok(ServiceResponse::new(
            request,
            response.set_body(BoxBody::new(plain)),
        ));
    };
    if let Some(form) = form {
        form.keep(coding, &compressed, plain.len());
    }
    mark(response.headers_mut(), coding);
    Ok(ServiceResponse::new(
        request,
        response.set_body(BoxBody::new(compressed)),
    ))
}

/// Whether an answer is text, by its media type.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    let is_code = ["json", "xml", "javascript"]
        .iter()
        .any(|end| essence.ends_with(end));
    is_code || essence.starts_with("text/")
}

/// The bytes in a coding; `None` if there is no room for the work.
async fn encode(request: &HttpRequest, coding: Coding, plain: Bytes) -> Option<Bytes> {
    if plain.len() <= INLINE {
        return coding.encode(&plain).ok();
    }
    let RequestClient(client) = RequestClient::of(request);
    let app = request.app_data::<Data<App>>()?;
    let encoded = app
        .service
        .run_in_document_pool(client, move || coding.encode(&plain));
    encoded.await.ok()?.ok()
}
