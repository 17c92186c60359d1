//! Uploads in a form (`multipart/form-data`): each file is received into a temporary file of
//! bounded size, and cleaned and stored before the next one.

use std::cell::Cell;
use std::rc::Rc;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::rt::time::timeout;
use actix_web::web::{Bytes, Payload};
use futures_util::{Stream, StreamExt};
use sha2::{Digest, Sha256};
use wayfare_domain::{Path, Reason};
use wayfare_pictures::ReceivedFile;
use wayfare_service::{Error, Upload, UploadedPicture};

use crate::http::idempotency;
use crate::input::body::refuse_coding;
use crate::input::fields::Handling;
use crate::{Problem, input::prefer};

/// The most bytes of a form besides its files: preamble, headers, unknown parts.
const MAX_OVERHEAD: usize = 1 << 20;
/// The most bytes of files of a form that are not kept: some videos among pictures.
const MAX_SKIPPED: usize = 100 << 20;
/// How many bytes an empty part counts as.
const PART: usize = 1 << 10;

/// Greatest size of a text in a form of files, in bytes.
pub const MAX_TEXT: usize = 4 << 10;

/// The texts of a form of files, by name.
pub type Texts = Vec<(String, String)>;

/// The name in [`Texts`] of the name of the file.
pub const FILE_NAME: &str = "file-name";

/// A form as it was received: the upload, its pictures by part, and its texts.
pub type ReceivedForm<const N: usize> = (Upload, [Vec<UploadedPicture>; N], Texts);

/// A file of a form that is no acceptable picture.
#[derive(Debug)]
pub struct RefusedFile {
    /// The name of its part.
    pub part: &'static str,
    /// Its own name.
    pub name: String,
    /// Why it is refused.
    pub problem: Problem,
}

/// A known part of a form.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Greatest number of parts of that name.
    pub most: usize,
}

impl Part {
    fn path(self, index: usize) -> Path {
        let path = Path::root().field(self.name);
        if self.most == 1 {
            path
        } else {
            path.index(index)
        }
    }
}

/// The bytes of a form besides its files. Clones share the count.
#[derive(Debug, Clone, Default)]
struct Overhead(Rc<Cell<usize>>);

impl Overhead {
    /// Counts bytes that arrived.
    fn add(&self, bytes: usize) -> Result<(), PayloadError> {
        self.0.set(self.0.get().saturating_add(bytes));
        if self.0.get() > MAX_OVERHEAD {
            Err(PayloadError::Overflow)
        } else {
            Ok(())
        }
    }

    /// Discounts bytes of a file, which has a limit of its own.
    fn subtract(&self, bytes: usize) {
        self.0.set(self.0.get().saturating_sub(bytes));
    }
}

/// Receives and stores the pictures of a form, by part and in their order. Ignores other parts,
/// which under strict handling are violations. An empty part without a file name counts as not
/// sent: browsers send one for an empty file field, generated clients for a missing list of files.
/// On an error, removes what was stored.
///
/// # Errors
/// 415 if the body is not a form; 413, 400, 408, 503.
pub async fn receive<const N: usize>(
    request: &HttpRequest,
    payload: Payload,
    upload: Upload,
    parts: [Part; N],
) -> Result<(Upload, [Vec<UploadedPicture>; N]), Problem> {
    let received = receive_with_text(request, payload, upload, parts, None);
    let (upload, received, _) = received.await?;
    Ok((upload, received))
}

/// As [`receive`], with the other parts as text, by name. A text of more than
/// [`MAX_TEXT`] bytes, or one that is not UTF-8, is left out. With a list of refused files, a file
/// that is no acceptable picture is added to it, and the others are received.
///
/// # Errors
/// As [`receive`].
pub async fn receive_with_text<const N: usize>(
    request: &HttpRequest,
    payload: Payload,
    mut upload: Upload,
    parts: [Part; N],
    refused: Option<&mut Vec<RefusedFile>>,
) -> Result<ReceivedForm<N>, Problem> {
    let received = timeout(
        upload.time_left(),
        receive_parts(request, payload, &mut upload, parts, refused),
    );
    let problem = match received.await {
        Ok(Ok((received, texts))) => return Ok((upload, received, texts)),
        Ok(Err(problem)) => problem,
        Err(_) => Problem::too_slow(),
    };
    // While a store is away, the removal goes on in the background.
    if problem.is_client_error() {
        upload.undo().await;
    }
    Err(problem)
}

async fn receive_parts<const N: usize>(
    request: &HttpRequest,
    payload: Payload,
    upload: &mut Upload,
    parts: [Part; N],
    mut refused: Option<&mut Vec<RefusedFile>>,
) -> Result<([Vec<UploadedPicture>; N], Texts), Problem> {
    let mut form = Form::new(request, payload)?;
    let mut received = [const { Vec::new() }; N];
    while let Some((mut field, part)) = form.next_file(&parts, &[]).await? {
        let mut lists = parts.iter().zip(&mut received);
        let Some((_, files)) = lists.find(|(own, _)| own.name == part.name) else {
            continue;
        };
        let of_part = |refused: &&mut Vec<RefusedFile>| {
            let refused = refused.iter().filter(|it| it.part == part.name);
            refused.count()
        };
        if files.len() + refused.as_ref().map_or(0, of_part) >= part.most {
            let reason = Reason::new(format!("must have at most {} files", part.most));
            return Err(Problem::invalid_at(Path::root().field(part.name), reason));
        }
        let path = part.path(files.len());
        let stored = match form.file(&mut field, upload, &path).await? {
            Ok(file) if file.size() == 0 && file_name(&field).is_none_or(str::is_empty) => {
                form.overhead.add(PART).map_err(too_large)?;
                continue;
            }
            Ok(file) => upload.store(path, file).await,
            Err(error) => {
                if refused.is_some() && matches!(error, Error::Picture { .. }) {
                    form.skip(&mut field).await?;
                }
                Err(error)
            }
        };
        match (stored, &mut refused) {
            (Ok(picture), _) => files.push(picture),
            (Err(error @ Error::Picture { .. }), Some(refused)) => {
                refused.push(RefusedFile {
                    part: part.name,
                    name: file_name(&field).unwrap_or_default().to_owned(),
                    problem: error.into(),
                });
            }
            (Err(error), _) => return Err(error.into()),
        }
    }
    idempotency::record_body(request, form.digest);
    Ok((received, form.texts))
}

/// A form that is being received.
struct Form {
    parts: Multipart,
    overhead: Overhead,
    /// The bytes of files that are not kept.
    skipped: usize,
    handling: Handling,
    /// The parts that are no files, as far as they were received.
    texts: Texts,
    /// The digest of the files.
    digest: Sha256,
}

impl Form {
    /// The form of a request.
    ///
    /// # Errors
    /// 415 if the body is none, or in a content coding.
    fn new(request: &HttpRequest, payload: Payload) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default();
        if !essence.trim().eq_ignore_ascii_case("multipart/form-data") {
            return Err(Problem::unsupported_media_type("multipart/form-data"));
        }
        refuse_coding(request)?;
        let overhead = Overhead::default();
        let counted = counted(payload, overhead.clone());
        Ok(Self {
            parts: Multipart::new(request.headers(), counted),
            overhead,
            skipped: 0,
            handling: prefer::handling(request),
            texts: Texts::new(),
            digest: Sha256::new(),
        })
    }

    /// The next of these parts. Keeps the text of others before it, which under strict handling
    /// are violations unless they have a name of `known`.
    async fn next_file(
        &mut self,
        wanted: &[Part],
        known: &[&str],
    ) -> Result<Option<(Field, Part)>, Problem> {
        while let Some(mut field) = next(&mut self.parts).await? {
            let part = wanted.iter().find(|part| field.name() == Some(part.name));
            if let Some(part) = part {
                return Ok(Some((field, *part)));
            }
            let is_known = field.name().is_some_and(|name| known.contains(&name));
            if self.handling == Handling::Strict && !is_known {
                let path = Path::root().unknown(field.name().unwrap_or_default());
                return Err(Problem::invalid_at(path, Handling::unknown()));
            }
            self.overhead.add(PART).map_err(too_large)?;
            self.texts.extend(text(&mut field).await?);
        }
        Ok(None)
    }

    /// Receives the file in a part, or says why it can't be.
    async fn file(
        &mut self,
        field: &mut Field,
        upload: &Upload,
        path: &Path,
    ) -> Result<Result<ReceivedFile, Error>, Problem> {
        let refusal = |error| Error::from_receiving(error, path.clone());
        let mut file = upload.file().await?;
        while let Some(chunk) = next::<Bytes>(field).await? {
            self.overhead.subtract(chunk.len());
            self.digest.update(&chunk);
            if let Err(error) = file.write(&chunk).await {
                return Ok(Err(refusal(error)));
            }
        }
        Ok(file.finish().await.map_err(refusal))
    }

    /// Reads the rest of the file in a part, which is not kept.
    ///
    /// # Errors
    /// 413 if so much of the form is not kept that the rest is not worth it.
    async fn skip(&mut self, field: &mut Field) -> Result<(), Problem> {
        while let Some(chunk) = next::<Bytes>(field).await? {
            self.overhead.subtract(chunk.len());
            self.skipped = self.skipped.saturating_add(chunk.len());
            if self.skipped > MAX_SKIPPED {
                return Err(too_large(PayloadError::Overflow));
            }
        }
        Ok(())
    }
}

/// The file name of a part.
fn file_name(field: &Field) -> Option<&str> {
    field.content_disposition()?.get_filename()
}

/// The name and the text of a part that is no file. Reads the part to its end.
async fn text(field: &mut Field) -> Result<Option<(String, String)>, Problem> {
    let name = field.name().map(str::to_owned);
    let mut bytes = Vec::new();
    while let Some(chunk) = next::<Bytes>(field).await? {
        if bytes.len() <= MAX_TEXT {
            bytes.extend_from_slice(&chunk);
        }
    }
    let is_short = bytes.len() <= MAX_TEXT;
    let text = String::from_utf8(bytes).ok().filter(|_| is_short);
    Ok(name.zip(text))
}

/// Receives one file in the part of this name, as it is. Ignores other parts, which under strict
/// handling are violations.
///
/// # Errors
/// 415 if the body is not a form; 400 without the file; 413, 408, 503.
pub async fn receive_file(
    request: &HttpRequest,
    payload: Payload,
    upload: &Upload,
    part: Part,
) -> Result<ReceivedFile, Problem> {
    let (file, _) = receive_file_with_text(request, payload, upload, part, &[]).await?;
    file.ok_or_else(|| Problem::invalid_at(part.path(0), Reason::new("is required")))
}

/// As [`receive_file`], with the other parts as text, by name, and the file's name as
/// [`FILE_NAME`]. Strict handling takes those of the names `known`. A missing file is left to the
/// caller, and so is a browser's empty file field.
///
/// # Errors
/// As [`receive_file`], but for a missing file.
pub async fn receive_file_with_text(
    request: &HttpRequest,
    payload: Payload,
    upload: &Upload,
    part: Part,
    known: &[&str],
) -> Result<(Option<ReceivedFile>, Texts), Problem> {
    let received = receive_one(request, payload, upload, part, known);
    timeout(upload.time_left(), received)
        .await
        .map_err(|_| Problem::too_slow())?
}

async fn receive_one(
    request: &HttpRequest,
    payload: Payload,
    upload: &Upload,
    part: Part,
    known: &[&str],
) -> Result<(Option<ReceivedFile>, Texts), Problem> {
    let mut form = Form::new(request, payload)?;
    let (mut received, path) = (None, part.path(0));
    while let Some((mut field, _)) = form.next_file(&[part], known).await? {
        if received.is_some() {
            return Err(Problem::invalid_at(path, Reason::new("must be one file")));
        }
        let file = form.file(&mut field, upload, &path).await??;
        let name = file_name(&field);
        if file.size() > 0 || name != Some("") {
            let name = name.unwrap_or_default().to_owned();
            form.texts.push((FILE_NAME.to_owned(), name));
            received = Some(file);
        }
    }
    idempotency::record_body(request, form.digest);
    Ok((received, form.texts))
}

/// A body whose bytes are counted.
fn counted(
    payload: Payload,
    overhead: Overhead,
) -> impl Stream<Item = Result<Bytes, PayloadError>> {
    payload.map(move |chunk| {
        let chunk = chunk?;
        overhead.add(chunk.len())?;
        Ok(chunk)
    })
}

/// The next part of a form or chunk of a part.
async fn next<T>(
    stream: &mut (impl Stream<Item = Result<T, MultipartError>> + Unpin),
) -> Result<Option<T>, Problem> {
    stream
        .next()
        .await
        .transpose()
        .map_err(|error| match error {
            MultipartError::Payload(error @ PayloadError::Overflow) => too_large(error),
            _ => Problem::invalid_at(Path::root(), Reason::new("must be a form in one piece")),
        })
}

fn too_large(_: PayloadError) -> Problem {
    Problem::too_large(MAX_OVERHEAD)
}
