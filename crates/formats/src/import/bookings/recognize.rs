//! What a file is, by its content.

use crate::import::{ImportError, ImportFormat};

/// How files begin that are often sent in the place of what is read, and what they are.
const FOREIGN: [(&[u8], &str); 3] = [
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "is a message of Outlook (.msg), which is not read: save it as .eml and import that",
    ),
    (b"\xff\xd8\xff", PICTURE),
    (b"\x89PNG", PICTURE),
];
const PICTURE: &str = "is a picture, which is not read: import the mail, calendar or pass of the \
    booking, or the text of the code on a boarding pass";
pub(super) const PDF: &str = "is a PDF, which is not read: import the mail, calendar, pass or page \
    of the booking instead";
/// What may come before a text.
const BLANK: [char; 5] = ['\u{feff}', ' ', '\t', '\r', '\n'];
/// Headers of messages. A message has at least two of them.
const HEADERS: &str = "content-type date delivered-to dkim-signature from message-id mime-version \
    received return-path subject to";
/// The first elements of pages and of parts of pages.
const ELEMENTS: &str = "!doctype html head body meta title script div span p table section";

/// Why a file that begins so is refused, if it is of a kind that is known but not read.
pub(crate) fn foreign(begin: &[u8]) -> Option<ImportError> {
    if is_pdf(begin) {
        return Some(ImportError::Unread(PDF.to_owned()));
    }
    let found = FOREIGN.iter().find(|(magic, _)| begin.starts_with(magic));
    found.map(|(_, reason)| ImportError::malformed(*reason))
}

pub(crate) fn is_pdf(begin: &[u8]) -> bool {
    begin.starts_with(b"%PDF-")
}

/// The format of a zip file with these entries, if it is of bookings.
pub(crate) fn of_zip(names: &[String]) -> Option<ImportFormat> {
    let is_pass = |name: &String| name == "pass.json" || is_packed(name);
    names.iter().any(is_pass).then_some(ImportFormat::Pass)
}

/// Whether an entry of a bundle is a pass.
pub(super) fn is_packed(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".pkpass")
}

/// The format of a text that begins so, if it is of bookings.
pub(crate) fn of_text(begin: &str) -> Option<ImportFormat> {
    let begin = begin.trim_start_matches(BLANK);
    if is_boarding_pass(begin) {
        Some(ImportFormat::BoardingPass)
    } else {
        is_mail(begin).then_some(ImportFormat::Mail)
    }
}

/// Whether it begins as a code of IATA does: the format, the number of legs, and a name in
/// capitals.
fn is_boarding_pass(begin: &str) -> bool {
    let line = begin.lines().next().unwrap_or_default();
    let mut letters = line.chars();
    let is_code =
        letters.next() == Some('M') && letters.next().is_some_and(|it| it.is_ascii_digit());
    let name: Vec<char> = letters.take(20).collect();
    let is_name = |it: &char| !it.is_lowercase() && !it.is_ascii_digit() && !",;\t:".contains(*it);
    is_code && name.len() == 20 && name.iter().all(is_name) && name[..].contains(&'/')
}

/// Whether it begins with the header of a message: lines of names and values, of which two are
/// those of messages.
fn is_mail(begin: &str) -> bool {
    let mut known = std::collections::HashSet::new();
    let lines = begin.lines().enumerate();
    for (number, line) in lines.take_while(|(_, line)| !line.trim().is_empty()) {
        let is_continued = number > 0 && line.starts_with([' ', '\t']);
        if is_continued || number == 0 && line.starts_with("From ") {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else {
            // The last line may be cut off.
            return known.len() > 1 && begin.ends_with(line);
        };
        if !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return false;
        }
        let name = name.to_ascii_lowercase();
        known.extend(HEADERS.split(' ').find(|header| *header == name));
    }
    known.len() > 1
}

/// Whether a document of markup begins as a page or a part of one, after declarations and comments.
pub(crate) fn is_html(document: &str) -> bool {
    let mut rest = document.trim_start_matches(BLANK);
    while let Some((end, inner)) = [("?>", "<?"), ("-->", "<!--")]
        .iter()
        .find_map(|(end, begin)| Some((end, rest.strip_prefix(begin)?)))
    {
        let Some((_, after)) = inner.split_once(end) else {
            return false;
        };
        rest = after.trim_start();
    }
    let name = rest.strip_prefix('<').unwrap_or_default();
    let end = name.find(|it: char| it.is_whitespace() || matches!(it, '>' | '/'));
    let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
    let mut elements = ELEMENTS.split(' ');
    elements.any(|element| name.eq_ignore_ascii_case(element))
}
