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
    /// Nothing.
    Inline,
}

/// The longest name of a tag.
const MAX_TAG: usize = 10;
/// The longest name of an entity.
const MAX_ENTITY: usize = 32;

/// A text without the tags and entities of HTML. What is neither stays as it is, and so does a text
/// that has none.
pub(super) fn to_text(markup: &str) -> Cow<'_, str> {
    let (mut text, mut rest, mut has_markup) = (Plain::default(), markup, false);
    while let Some(place) = rest.find(['<', '&']) {
        let (before, found) = rest.split_at(place);
        text.push(before);
        if let Some((tag, after)) = tag(found) {
            text.tag(tag);
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
    text.text.trim().to_owned().into()
}

/// The text so far.
#[derive(Default)]
struct Plain {
    text: String,
    /// Whether a tag ended the last line, so that white space is that of the markup.
    has_ended: bool,
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

    fn tag(&mut self, tag: Tag) {
        if matches!(tag, Tag::Break | Tag::Block) {
            let length = self.text.trim_end_matches([' ', '\t']).len();
            self.text.truncate(length);
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
        "a" | "abbr" | "b" | "big" | "cite" | "code" | "del" | "em" | "figcaption" | "font"
        | "head" | "i" | "iframe" | "img" | "ins" | "kbd" | "label" | "link" | "mark" | "meta"
        | "q" | "s" | "script" | "small" | "span" | "strike" | "strong" | "style" | "sub"
        | "sup" | "title" | "tt" | "u" | "var" | "video" | "wbr" => Tag::Inline,
        _ => return None,
    };
    let end = rest.find(['<', '>'])?;
    Some((tag, rest.get(end..)?.strip_prefix('>')?))
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
                "Open daily\n9–5 site",
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
