//! Uploads in a form (`multipart/form-data`): streamed to temporary files of bounded size.

use actix_multipart::{Field, Multipart};
use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::{Bytes, Payload};
use futures_util::{Stream, StreamExt};
use wayfare_domain::{Path, Reason};
use wayfare_pictures::ReceivedFile;
use wayfare_service::{Error, Upload};

use crate::Problem;

/// The most bytes that are read of unknown parts.
const IGNORED: usize = 1 << 20;
/// How many bytes an empty part counts as.
const PART: usize = 1 << 10;

/// A known part of a form.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Greatest number of parts of that name.
    pub most: usize,
}

impl Part {
    fn path(self, place: usize) -> Path {
        let path = Path::root().field(self.name);
        if self.most == 1 {
            path
        } else {
            path.index(place)
        }
    }
}

/// Receives the files of a form, by part and in their order; ignores other parts. An empty file
/// field of a browser's form counts as not sent.
///
/// # Errors
/// 415 if the body is not a form; 413, 400, 503.
pub async fn receive<const N: usize>(
    request: &HttpRequest,
    payload: Payload,
    upload: &Upload,
    parts: [Part; N],
) -> Result<[Vec<ReceivedFile>; N], Problem> {
    if !is_form(request) {
        return Err(Problem::unsupported_media_type("multipart/form-data"));
    }
    let mut form = Multipart::new(request.headers(), payload);
    let mut received = [const { Vec::new() }; N];
    let mut ignored = 0;
    while let Some(mut field) = next(&mut form).await? {
        let wanted = parts
            .iter()
            .zip(&mut received)
            .find(|(part, _)| field.name() == Some(part.name));
        let Some((part, files)) = wanted else {
            skip(&mut field, &mut ignored).await?;
            continue;
        };
        if files.len() == part.most {
            let reason = Reason::new(format!("must have at most {} files", part.most));
            return Err(Problem::invalid_at(Path::root().field(part.name), reason));
        }
        let file = file(&mut field, upload, part.path(files.len())).await?;
        let named = field
            .content_disposition()
            .and_then(|disposition| disposition.get_filename());
        if file.size() == 0 && named == Some("") {
            count(&mut ignored, PART)?;
        } else {
            files.push(file);
        }
    }
    Ok(received)
}

fn is_form(request: &HttpRequest) -> bool {
    let value = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("multipart/form-data")
}

/// The next part of a form or chunk of a part.
async fn next<T>(
    stream: &mut (impl Stream<Item = Result<T, actix_multipart::MultipartError>> + Unpin),
) -> Result<Option<T>, Problem> {
    stream
        .next()
        .await
        .transpose()
        .map_err(|_| Problem::invalid_at(Path::root(), Reason::new("must be a form in one piece")))
}

async fn file(field: &mut Field, upload: &Upload, path: Path) -> Result<ReceivedFile, Problem> {
    let mut file = upload.file().await?;
    while let Some(chunk) = next::<Bytes>(field).await? {
        file.write(&chunk)
            .await
            .map_err(|error| Error::from_receiving(error, path.clone()))?;
    }
    Ok(file
        .finish()
        .await
        .map_err(|error| Error::from_receiving(error, path))?)
}

async fn skip(field: &mut Field, ignored: &mut usize) -> Result<(), Problem> {
    count(ignored, PART)?;
    while let Some(chunk) = next::<Bytes>(field).await? {
        count(ignored, chunk.len())?;
    }
    Ok(())
}

fn count(ignored: &mut usize, more: usize) -> Result<(), Problem> {
    *ignored += more;
    if *ignored > IGNORED {
        Err(Problem::too_large(IGNORED))
    } else {
        Ok(())
    }
}
