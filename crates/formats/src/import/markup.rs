//! Markup in descriptions.

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

/// The tags that begin or end a line.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "blockquote",
    "body",
    "br",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "ul",
];
/// The tags that begin or end a cell of a table.
const CELLS: &[&str] = &["td", "th"];
/// The tags that stand within a line.
const INLINE: &[&str] = &[
    "a",
    "abbr",
    "b",
    "big",
    "cite",
    "code",
    "del",
    "em",
    "figcaption",
    "font",
    "head",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "label",
    "link",
    "mark",
    "meta",
    "q",
    "s",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "tt",
    "u",
    "var",
    "video",
    "wbr",
];
/// The tags whose content is no text.
const HIDDEN: &[&str] = &["script", "style", "title"];
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
            text.tag(name(tag));
            rest = after_hidden(tag, after);
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

    fn tag(&mut self, name: &str) {
        if is(BLOCKS, name) {
            let length = self.text.trim_end_matches([' ', '\t']).len();
            self.text.truncate(length);
            if is(&["br"], name) || !self.text.is_empty() && !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            self.has_ended = true;
        } else if is(CELLS, name) && !self.text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }
}

/// A tag at the beginning of a text, without its brackets, and what follows it.
fn tag(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find(['<', '>'])?;
    let (tag, after) = inner.split_at(end);
    let known = [BLOCKS, CELLS, INLINE, HIDDEN, &["!doctype"]];
    let is_known = tag.starts_with("!--") || known.iter().any(|tags| is(tags, name(tag)));
    is_known.then_some((tag, after.strip_prefix('>')?))
}

fn name(tag: &str) -> &str {
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let end = tag.find(|it: char| it.is_ascii_whitespace() || it == '/');
    tag.get(..end.unwrap_or(tag.len())).unwrap_or_default()
}

fn is(tags: &[&str], name: &str) -> bool {
    tags.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

/// What follows a tag and the content that it hides.
fn after_hidden<'t>(tag: &str, after: &'t str) -> &'t str {
    if is(HIDDEN, name(tag)) && !tag.starts_with('/') {
        let end = after.find("</");
        end.and_then(|end| after.get(end..)).unwrap_or_default()
    } else {
        after
    }
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
