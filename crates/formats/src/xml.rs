//! Writing XML.

use std::borrow::Cow;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// XML under construction, indented by its depth.
pub(crate) struct Xml {
    writer: Writer<Vec<u8>>,
    open: Vec<&'static str>,
    /// The first error.
    result: io::Result<()>,
}

impl Xml {
    /// A document in UTF-8.
    pub(crate) fn new() -> Self {
        let mut xml = Self {
            writer: Writer::new_with_indent(Vec::new(), b' ', 2),
            open: Vec::new(),
            result: Ok(()),
        };
        xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml
    }

    /// Opens an element.
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        let mut start = BytesStart::new(name);
        for (name, value) in attributes {
            start.push_attribute((*name, legible(value).as_str()));
        }
        self.write(Event::Start(start));
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.write(Event::End(BytesEnd::new(name)));
        }
    }

    /// Adds an element that holds text; none if it is empty.
    pub(crate) fn leaf(&mut self, name: &'static str, text: &str) {
        if !text.is_empty() {
            self.open(name, &[]);
            self.write(Event::Text(BytesText::new(&legible(text))));
            self.close();
        }
    }

    /// Closes what is open and returns the document.
    ///
    /// # Errors
    /// Writing failed.
    pub(crate) fn finish(mut self) -> io::Result<Vec<u8>> {
        while !self.open.is_empty() {
            self.close();
        }
        self.result?;
        Ok(self.writer.into_inner())
    }

    fn write(&mut self, event: Event<'_>) {
        if self.result.is_ok() {
            self.result = self.writer.write_event(event);
        }
    }
}

/// A text without characters that XML can't hold. Its lines end as those of XML do, so that a
/// reader finds them as they are.
fn legible(text: &str) -> String {
    let is_legible = |character: &char| match character {
        '\t' | '\n' => true,
        '\0'..' ' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    };
    with_line_feeds(text).chars().filter(is_legible).collect()
}

/// A text whose lines end with a line feed alone.
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text.into()
    }
}
