//! Messages: their pages, calendars, passes, and the messages in them.
//!
//! The parts are found here, and the library reads their headers: its own walk searches what
//! follows for the boundary of each part, which is quadratic for parts whose boundary never comes,
//! and nests as deep as the message does.

use std::borrow::Cow;
use std::io::{BufReader, Cursor};

use mail_parser::decoders::base64::base64_decode;
use mail_parser::{HeaderName, Message, MessageParser, MimeHeaders};
use quoted_printable::ParseMode;

use super::{Bookings, Extracted, PDF_NAME, decoded, pass, recognize};
use crate::ics;
use crate::import::draft::DatedItem;
use crate::import::limited::TextFile;
use crate::import::{FileSource, ImportError, ImportedFile};

/// The most parts that are looked at.
const MAX_PARTS: usize = 1_000;
/// How deep parts may nest.
const MAX_DEPTH: usize = 20;
/// The most files that are kept.
const MAX_FILES: usize = 50;
/// The most bytes that all parts have, each with its parts.
const MAX_BYTES: usize = 128 << 20;
/// The longest header that is read, in bytes.
const MAX_HEADER: usize = 64 << 10;

/// Adds the bookings of a message. Events of its calendars count if no reservation begins then.
///
/// # Errors
/// There are more than a trip may have.
pub(super) fn read(
    message: &[u8],
    extracted: Option<&Extracted>,
    bookings: &mut Bookings<'_>,
) -> Result<(), ImportError> {
    let mut reader = Reader {
        bookings,
        parts: 0,
        bytes: 0,
        pdfs: 0,
        passes: Vec::new(),
        events: Vec::new(),
    };
    reader.part(message, 0)?;
    let Reader {
        pdfs,
        passes,
        events,
        ..
    } = reader;
    for pass in passes {
        if let Err(error) = pass::read(Cursor::new(pass), bookings) {
            bookings
                .draft
                .warn(format!("an attached pass is left out: it {error}"));
        }
    }
    bookings.has_unread |= pdfs > 0 || bookings.found == 0;
    let is_extracted = match extracted {
        Some(extracted) => bookings.add_extracted(extracted)?,
        None => false,
    };
    if !is_extracted {
        let warning = "a PDF of the mail is not read";
        bookings.draft.warn_times(warning, pdfs);
    }
    events
        .into_iter()
        .try_for_each(|event| bookings.add_event(event))
}

struct Reader<'r, 'm> {
    bookings: &'r mut Bookings<'m>,
    /// How many parts were looked at.
    parts: usize,
    /// How many bytes they have.
    bytes: usize,
    /// How many PDFs there are.
    pdfs: usize,
    passes: Vec<Vec<u8>>,
    events: Vec<DatedItem>,
}

impl Reader<'_, '_> {
    fn part(&mut self, part: &[u8], depth: usize) -> Result<(), ImportError> {
        self.parts += 1;
        self.bytes += part.len();
        if self.parts > MAX_PARTS || self.bytes > MAX_BYTES || depth > MAX_DEPTH {
            self.bookings.draft.warn(format!(
                "parts of the mail after the first {MAX_PARTS}, or more than {MAX_DEPTH} deep, are \
                 left out"
            ));
            return Ok(());
        }
        let (header, body) = split(part);
        let parser = MessageParser::new()
            .header_content_type(HeaderName::ContentType)
            .header_text(HeaderName::ContentTransferEncoding)
            .header_text(HeaderName::Subject);
        let header = header.get(..MAX_HEADER).unwrap_or(header);
        let Some(header) = parser.parse_headers(header) else {
            return Ok(());
        };
        if depth == 0 {
            let subject = header.subject().unwrap_or_default();
            self.bookings.draft.name = original(subject).to_owned();
        }
        let kind = header.content_type();
        let is_of = |name: &str| kind.is_some_and(|kind| kind.ctype().eq_ignore_ascii_case(name));
        let boundary = kind.and_then(|kind| kind.attribute("boundary"));
        if let Some(boundary) = boundary.filter(|_| is_of("multipart")) {
            let mut parts = parts(body, boundary);
            return parts.try_for_each(|part| self.part(part, depth + 1));
        }
        let body = self.decode(&header, body);
        let name = header.attachment_name().unwrap_or_default().to_owned();
        if is_of("message") {
            return self.part(&body, depth + 1);
        }
        let label = kind.and_then(|kind| kind.attribute("charset"));
        self.leaf(&body, &name, header.is_content_type("text", "html"), label)
    }

    /// Reads a part without parts, by its content.
    fn leaf(
        &mut self,
        body: &[u8],
        name: &str,
        is_html: bool,
        label: Option<&str>,
    ) -> Result<(), ImportError> {
        let begin = body.trim_ascii_start();
        let is_calendar = begin
            .get(..15)
            .is_some_and(|it| it.eq_ignore_ascii_case(b"BEGIN:VCALENDAR"));
        let begins_page = || {
            let begin = begin.get(..1_000).unwrap_or(begin);
            begin.starts_with(b"<") && recognize::is_html(&String::from_utf8_lossy(begin))
        };
        if is_html || begins_page() {
            self.bookings.add_page(&decoded(body, label))?;
        } else if begin.starts_with(b"PK\x03\x04") {
            self.passes.push(body.to_owned());
            self.keep(body, name, "pass.pkpass");
        } else if is_calendar {
            self.keep(body, name, "calendar.ics");
            let text = decoded(begin, label);
            let document = BufReader::new(TextFile(text.as_bytes()));
            match ics::read::items(document, &mut self.bookings.draft) {
                Ok(items) => self.events.extend(items),
                Err(error) => {
                    let warning = "a calendar of the mail is left out";
                    self.bookings.draft.warn(format!("{warning}: {error}"));
                }
            }
        } else if begin.starts_with(b"{") || begin.starts_with(b"[") {
            self.bookings.add_json(&decoded(body, label))?;
        } else if recognize::is_pdf(begin) {
            self.keep(body, name, PDF_NAME);
            self.pdfs += 1;
        }
        Ok(())
    }

    /// Keeps a part as a file.
    fn keep(&mut self, body: &[u8], name: &str, unnamed: &str) {
        let files = &mut self.bookings.draft.files;
        if files.len() < MAX_FILES {
            files.push(ImportedFile {
                name: if name.is_empty() { unnamed } else { name }.to_owned(),
                item: None,
                source: FileSource::Bytes(body.to_owned()),
            });
        }
    }

    /// The bytes of a part, as they were before their transfer.
    fn decode<'b>(&mut self, header: &Message<'_>, body: &'b [u8]) -> Cow<'b, [u8]> {
        let encoding = header
            .content_transfer_encoding()
            .unwrap_or_default()
            .trim();
        if encoding.eq_ignore_ascii_case("base64") {
            let decoded = base64_decode(body).unwrap_or_else(|| {
                self.bookings
                    .draft
                    .warn("a damaged part of the mail is left out");
                Vec::new()
            });
            return Cow::Owned(decoded);
        }
        if encoding.eq_ignore_ascii_case("quoted-printable") {
            let decoded = quoted_printable::decode(body, ParseMode::Robust);
            return decoded.map_or(Cow::Borrowed(body), Cow::Owned);
        }
        Cow::Borrowed(body)
    }
}

/// The header of a part, and its body after the first empty line.
fn split(part: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    for line in part.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        if line.trim_ascii().is_empty() {
            break;
        }
    }
    part.split_at_checked(at).unwrap_or((part, b""))
}

/// The parts between the lines of a boundary.
fn parts<'b>(body: &'b [u8], boundary: &str) -> impl Iterator<Item = &'b [u8]> {
    let marker = format!("--{boundary}");
    let (mut at, mut is_over) = (0, false);
    let lines = body.split_inclusive(|byte| *byte == b'\n');
    let starts = lines.filter_map(move |line| {
        let start = at;
        at += line.len();
        let rest = line
            .strip_prefix(marker.as_bytes())
            .filter(|_| !is_over)?
            .trim_ascii();
        is_over = rest == b"--";
        (rest.is_empty() || is_over).then_some((start, (!is_over).then_some(at)))
    });
    let mut starts = starts.chain([(body.len(), None)]);
    let mut open = None;
    std::iter::from_fn(move || {
        loop {
            let (end, next) = starts.next()?;
            if let Some(start) = std::mem::replace(&mut open, next) {
                return body.get(start..end);
            }
        }
    })
}

/// A subject without what forwarding puts before it.
fn original(subject: &str) -> &str {
    let mut subject = subject.trim();
    while let Some((mark, rest)) = subject.split_once(':') {
        let is_mark = ["fwd", "fw", "wg", "tr", "rv", "re", "enc", "i"];
        if !is_mark.contains(&mark.trim().to_lowercase().as_str()) {
            break;
        }
        subject = rest.trim();
    }
    subject
}
