//! Links in what people have typed: addresses of pages, e-mail addresses and phone numbers.

use std::sync::LazyLock;

use linkify::{LinkFinder, LinkKind, Span};
use maud::{Markup, PreEscaped, Render, html};
use regex::Regex;

use crate::site::encoded;

/// The most links of a text; what comes after them stays text.
const MAX_LINKS: usize = 200;

/// A number after `+`, or after a word that says what it is. ASCII but for the words: the crate has
/// no tables of Unicode here.
const PHONE: &str = r"(?x)
    (?: ^ | [^0-9A-Za-z+] )
    (?: (?: [Tt](?:el|EL|elefon[eo]?|elephone|eléfono|éléphone|él)
          | [Pp]hone | PHONE | [Mm]obile? | [Mm]óvil | Handy | 電話 | ☎ | 📞
        ) \.? [:：]? [\x20\u{a0}]?
        (?P<labelled> [0-9(+] [0-9\x20\u{a0}().\/-]{4,22} [0-9] )
      | (?P<plain> \+[1-9] [0-9\x20\u{a0}().\/-]{5,22} [0-9] )
    )";

static PHONES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(PHONE).ok());

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    /// A text with the address that it leads to.
    Link(&'a str, String),
}

/// A text whose addresses and phone numbers are links.
pub(crate) fn linked(text: &str) -> Markup {
    let mut left = MAX_LINKS;
    show(&pieces(text, &mut left))
}

/// Clean HTML whose texts are linked as [`linked`] does, with `# headings` and `**bold**` words,
/// and without its pictures, which would be loaded from elsewhere. In clean HTML a `<` begins a
/// tag, and quotes enclose every value.
pub(crate) fn linked_html(clean: &str) -> Markup {
    let mut shown = String::with_capacity(clean.len());
    let mut rest = clean;
    let mut is_link = false;
    while !rest.is_empty() {
        let end = match rest.starts_with('<') {
            true => end_of_tag(rest),
            false => rest.find('<').unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        if !part.starts_with('<') {
            if is_link {
                shown.push_str(part);
            } else {
                mark_up(part, &mut shown);
            }
            continue;
        }
        if part.starts_with("<a ") || part.starts_with("</a>") {
            is_link = !part.starts_with("</");
        }
        if !part.starts_with("<img") {
            shown.push_str(part);
        }
    }
    PreEscaped(shown)
}

/// Appends a text of clean HTML, linked: a line after `# ` as a heading, words between `**` bold.
fn mark_up(part: &str, shown: &mut String) {
    let mut left = MAX_LINKS;
    let mut link_part = |part: &str, shown: &mut String| link_part(part, shown, &mut left);
    for (number, line) in part.split('\n').enumerate() {
        if number > 0 {
            shown.push('\n');
        }
        let title = line.trim_start_matches('#');
        let is_heading = (1..=6).contains(&(line.len() - title.len()));
        if let Some(title) = title.strip_prefix(' ').filter(|_| is_heading) {
            shown.push_str("<b>");
            link_part(title.trim_start(), shown);
            shown.push_str("</b>");
            continue;
        }
        let mut rest = line;
        while let Some((before, (bold, after))) = rest
            .split_once("**")
            .and_then(|(before, bold)| Some((before, bold.split_once("**")?)))
        {
            link_part(before, shown);
            let (open, close) = match bold.is_empty() || bold != bold.trim() {
                true => ("**", "**"),
                false => ("<b>", "</b>"),
            };
            shown.push_str(open);
            link_part(bold, shown);
            shown.push_str(close);
            rest = after;
        }
        link_part(rest, shown);
    }
}

/// Appends a text of clean HTML with at most `left` more links.
fn link_part(part: &str, shown: &mut String, left: &mut usize) {
    let text = part.replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
    let pieces = pieces(&text, left);
    if pieces.iter().any(|piece| matches!(piece, Piece::Link(..))) {
        show(&pieces).render_to(shown);
    } else {
        shown.push_str(part);
    }
}

/// The end of the tag at the start of clean HTML.
fn end_of_tag(tag: &str) -> usize {
    let mut is_quoted = false;
    let end = tag.find(|letter| {
        is_quoted ^= letter == '"';
        letter == '>' && !is_quoted
    });
    end.map_or(tag.len(), |end| end + 1)
}

fn show(pieces: &[Piece<'_>]) -> Markup {
    html! {
        @for piece in pieces {
            @match piece {
                Piece::Text(text) => (text),
                Piece::Link(text, address) if address.starts_with("http") => {
                    a href=(address) rel="noopener noreferrer nofollow" target="_blank" { (text) }
                }
                Piece::Link(text, address) => a href=(address) { (text) },
            }
        }
    }
}

/// The parts of a text, which together are the text; at most `left` more are links.
fn pieces<'a>(text: &'a str, left: &mut usize) -> Vec<Piece<'a>> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url, LinkKind::Email]);
    let mut pieces = Vec::new();
    for span in finder.spans(text) {
        match address(&span).filter(|_| *left > 0) {
            Some(address) => {
                *left -= 1;
                pieces.push(Piece::Link(span.as_str(), address));
            }
            None => find_phones(span.as_str(), &mut pieces, left),
        }
    }
    pieces
}

/// Where a part of a text leads to, if it is the address of a page or of a mailbox.
fn address(span: &Span<'_>) -> Option<String> {
    let text = span.as_str();
    match span.kind()? {
        LinkKind::Url => {
            let (scheme, _) = text.split_once("://")?;
            let scheme = scheme.to_ascii_lowercase();
            let is_page = matches!(&*scheme, "http" | "https");
            let rest = text.get(scheme.len()..)?;
            is_page.then(|| format!("{scheme}{rest}"))
        }
        LinkKind::Email => {
            let (name, host) = text.rsplit_once('@')?;
            Some(format!("mailto:{}@{host}", encoded(name)))
        }
        _ => None,
    }
}

/// Appends a text with its phone numbers.
fn find_phones<'a>(text: &'a str, pieces: &mut Vec<Piece<'a>>, left: &mut usize) {
    let mut rest = 0;
    let found = PHONES.iter().flat_map(|phones| phones.captures_iter(text));
    for captures in found {
        let number = captures.name("labelled").or(captures.name("plain"));
        let Some(number) = number.filter(|_| *left > 0) else {
            continue;
        };
        let Some(address) = phone_address(number.as_str()) else {
            continue;
        };
        *left -= 1;
        push_text(text.get(rest..number.start()), pieces);
        pieces.push(Piece::Link(number.as_str(), address));
        rest = number.end();
    }
    push_text(text.get(rest..), pieces);
}

fn push_text<'a>(text: Option<&'a str>, pieces: &mut Vec<Piece<'a>>) {
    pieces.extend(text.filter(|text| !text.is_empty()).map(Piece::Text));
}

/// The address of a phone number, whose `(0)` is dialled within its country alone.
fn phone_address(number: &str) -> Option<String> {
    let is_international = number.starts_with('+');
    let number = match is_international {
        true => number.replace("(0)", ""),
        false => number.to_owned(),
    };
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let plus = if is_international { "+" } else { "" };
    (6..=15)
        .contains(&digits.len())
        .then(|| format!("tel:{plus}{digits}"))
}

#[cfg(test)]
mod tests;
