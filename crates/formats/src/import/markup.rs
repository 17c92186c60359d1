//! Markup in descriptions.

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

/// What a tag does to the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    /// It ends a line.
    Break,
    /// It begins or ends a paragraph.
    Block,
    /// It begins or ends a cell of a table.
    Cell,
    /// It begins what is no text.
    Hidden,
    /// It begins or ends a link.
    Link,
    /// Nothing.
    Inline,
}

/// The longest name of a tag.
const MAX_TAG: usize = 10;
/// What the addresses of links that are kept begin with.
const SCHEMES: [&str; 4] = ["https://", "http://", "mailto:", "tel:"];
/// The longest name of an entity.
const MAX_ENTITY: usize = 32;

/// A text without the tags and entities of HTML, with the addresses of links. What is neither stays
/// as it is, and so does a text that has none.
pub(crate) fn to_text(markup: &str) -> Cow<'_, str> {
    let (mut text, mut rest, mut has_markup) = (Plain::default(), markup, false);
    while let Some(place) = rest.find(['<', '&']) {
        let (before, found) = rest.split_at(place);
        text.push(before);
        if let Some((tag, after)) = tag(found) {
            text.tag(tag);
            if tag == Tag::Link {
                let length = found.len() - after.len();
                text.link(found.get(..length).and_then(address));
            }
            rest = match tag {
                Tag::Hidden => after.find("</").and_then(|end| after.get(end..)),
                _ => Some(after),
            }
            .unwrap_or_default();
        } else if let Some((character, after)) = entity(found) {
            text.push(&character);
            rest = after;
        } else {
            let (sign, after) = found.split_at(1);
            text.push(sign);
            rest = after;
            continue;
        }
        has_markup = true;
    }
    if !has_markup {
        return Cow::Borrowed(markup);
    }
    text.push(rest);
    text.link(None);
    text.text.trim().to_owned().into()
}

/// The text so far.
#[derive(Default)]
struct Plain {
    text: String,
    /// Whether a tag ended the last line, so that white space is that of the markup.
    has_ended: bool,
    /// The address of the open link, and where its text begins.
    link: Option<(String, usize)>,
}

impl Plain {
    fn push(&mut self, text: &str) {
        let text = if self.has_ended {
            text.trim_start()
        } else {
            text
        };
        self.has_ended &= text.is_empty();
        self.text.push_str(text);
    }

    /// Ends the open link with its address, unless that is its text, and opens another one.
    fn link(&mut self, address: Option<String>) {
        if let Some((address, start)) = self.link.take() {
            let shown = self.text.get(start..).unwrap_or_default();
            let end = self.text.len() - shown.len() + shown.trim_end().len();
            let shown = shown.trim();
            let name = SCHEMES.iter().find_map(|it| address.strip_prefix(it));
            let is_shown = |it: &str| it.trim_end_matches('/') == shown.trim_end_matches('/');
            if shown.is_empty() {
                self.push(&address);
            } else if !is_shown(&address) && !name.is_some_and(is_shown) {
                self.text.insert_str(end, &format!(" ({address})"));
            }
        }
        self.link = address.map(|address| (address, self.text.len()));
    }

    fn tag(&mut self, tag: Tag) {
        if matches!(tag, Tag::Break | Tag::Block) {
            let length = self.text.trim_end_matches([' ', '\t']).len();
            self.text.truncate(length);
            if let Some((_, start)) = &mut self.link {
                *start = length.min(*start);
            }
            if tag == Tag::Break || !self.text.is_empty() && !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            self.has_ended = true;
        } else if tag == Tag::Cell && !self.text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }
}

/// The tag or comment at the beginning of a text, and what follows it.
fn tag(text: &str) -> Option<(Tag, &str)> {
    let inner = text.strip_prefix('<')?;
    let (name, is_end) = match inner.strip_prefix('/') {
        Some(name) => (name, true),
        None => (inner, false),
    };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    let length = name.bytes().take(MAX_TAG).take_while(is_part).count();
    let (name, rest) = name.split_at(length);
    let tag = match name.to_ascii_lowercase().as_str() {
        "" if inner.starts_with("!--") || inner.starts_with("!DOCTYPE") => Tag::Inline,
        _ if !rest.starts_with([' ', '\t', '\r', '\n', '/', '>']) => return None,
        "br" => Tag::Break,
        "address" | "article" | "blockquote" | "body" | "center" | "dd" | "div" | "dl" | "dt"
        | "figure" | "footer" | "form" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header"
        | "hr" | "html" | "li" | "ol" | "p" | "pre" | "section" | "table" | "tbody" | "tfoot"
        | "thead" | "tr" | "ul" => Tag::Block,
        "td" | "th" => Tag::Cell,
        "script" | "style" | "title" if !is_end => Tag::Hidden,
        "a" => Tag::Link,
        "abbr" | "b" | "big" | "cite" | "code" | "del" | "em" | "figcaption" | "font" | "head"
        | "i" | "iframe" | "img" | "ins" | "kbd" | "label" | "link" | "mark" | "meta" | "q"
        | "s" | "script" | "small" | "span" | "strike" | "strong" | "style" | "sub" | "sup"
        | "title" | "tt" | "u" | "var" | "video" | "wbr" => Tag::Inline,
        _ => return None,
    };
    let end = rest.find(['<', '>'])?;
    Some((tag, rest.get(end..)?.strip_prefix('>')?))
}

/// The address in a tag of a link, if it is one that is kept.
fn address(tag: &str) -> Option<String> {
    let lower = tag.to_ascii_lowercase();
    let value = lower.match_indices("href").find_map(|(at, name)| {
        let (before, rest) = tag.split_at_checked(at)?;
        let rest = rest.get(name.len()..)?.trim_start();
        before
            .ends_with(char::is_whitespace)
            .then_some(rest)?
            .strip_prefix('=')
    });
    let value = value?.trim_start();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''));
    let value = match quote {
        Some(quote) => value.get(1..)?.split(quote).next()?,
        None => value.split([' ', '\t', '\r', '\n', '>']).next()?,
    };
    let address = to_text(value.trim());
    let is_kept = SCHEMES.iter().any(|scheme| address.starts_with(scheme));
    (is_kept && !address.contains(char::is_whitespace)).then(|| address.into_owned())
}

/// The character of an entity at the beginning of a text, and what follows it.
fn entity(text: &str) -> Option<(Cow<'static, str>, &str)> {
    let inner = text.strip_prefix('&')?;
    let end = inner
        .bytes()
        .take(MAX_ENTITY + 1)
        .position(|byte| byte == b';')?;
    let (name, after) = (inner.get(..end)?, inner.get(end + 1..)?);
    let character = match name.strip_prefix('#') {
        Some(number) => {
            let hexadecimal = number.strip_prefix(['x', 'X']);
            let code = match hexadecimal {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            let character = char::from_u32(code.ok()?)?;
            let is_text = !character.is_control() || matches!(character, '\n' | '\t');
            is_text.then(|| character.to_string().into())?
        }
        None => Cow::Borrowed(resolve_html5_entity(name)?),
    };
    // A space that doesn't break lines is for the layout of a page.
    let character = if character == "\u{a0}" {
        " ".into()
    } else {
        character
    };
    Some((character, after))
}

#[cfg(test)]
mod tests {
    use super::to_text;

    #[test]
    fn markup_becomes_text() {
        for (markup, text) in [
            (
                "<b>Open</b> daily<br>9&ndash;5 <a href=\"https://example.org/?a=1&b=2\">site</a>",
                "Open daily\n9–5 site (https://example.org/?a=1&b=2)",
            ),
            (
                "<p>Hi <a hreflang=x HREF = 'https://b.example/r?id=7&amp;x=1'>Manage \
                    <b>it</b></a></p>\n<p>Bye",
                "Hi Manage it (https://b.example/r?id=7&x=1)\nBye",
            ),
            (
                "<a href=https://a.example/>a.example</a> <a \
                    href=\"mailto:a@b.example\">a@b.example</a>",
                "a.example a@b.example",
            ),
            (
                "<a href=\"tel:+1\">Call <a href='http://c.example'>us",
                "Call (tel:+1) us (http://c.example)",
            ),
            (
                "<a href='https://a.example'><img src='x'></a> <a href='javascript:x()'>y</a> <a \
                    name=z>z</a>",
                "https://a.example y z",
            ),
            (
                "x   <a href='https://u.example'><br>Go</a>",
                "x\nGo (https://u.example)",
            ),
            ("<b>bold</b> &amp; <br>x", "bold &\nx"),
            ("<p>a</p>\n<p>b &amp; c</p>", "a\nb & c"),
            ("<div>a<BR/><br />b</div>", "a\n\nb"),
            ("a\nb <i>c</i>\n\nd", "a\nb c\n\nd"),
            ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>", "a\nb"),
            (
                "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
                "a b\nc",
            ),
            (
                "<!-- x --><style>p { color: red }</style>a<script>1 < 2</script>",
                "a",
            ),
            ("caf&eacute; &#39;x&#x27; &quot;&nbsp;y", "café 'x' \" y"),
            ("&lt;b&gt;", "<b>"),
            (
                "<b>1 < 2 && R&D <unknown> &unknown; &#0; <b",
                "1 < 2 && R&D <unknown> &unknown; &#0; <b",
            ),
        ] {
            assert_eq!(to_text(markup), text, "{markup}");
        }
    }

    #[test]
    fn text_stays() {
        for text in [
            "a < b",
            "R&D",
            " a\r\n",
            "Ada <ada@example.org>",
            "<>",
            "</>",
            "&;",
            "a <b",
            "x<y>z",
            "é&é;",
            "",
        ] {
            assert_eq!(to_text(text), text);
        }
    }
}
