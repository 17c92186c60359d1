//! Writing XML.

/// XML under construction, indented by its depth.
pub(crate) struct Xml {
    text: String,
    open: Vec<&'static str>,
}

impl Xml {
    /// A document in UTF-8.
    pub(crate) fn new() -> Self {
        Self {
            text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(),
            open: Vec::new(),
        }
    }

    /// Opens an element.
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            self.text.push_str("</");
            self.text.push_str(name);
            self.text.push_str(">\n");
        }
    }

    /// Adds an element that holds text; none if it is empty.
    pub(crate) fn leaf(&mut self, name: &'static str, text: &str) {
        if !text.is_empty() {
            self.leaf_with(name, &[], text);
        }
    }

    /// Adds an element that holds text and has attributes.
    pub(crate) fn leaf_with(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        text: &str,
    ) {
        self.start(name, attributes);
        self.text.push('>');
        escape(&mut self.text, text);
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    /// Closes what is open and returns the document.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        while !self.open.is_empty() {
            self.close();
        }
        self.text.into_bytes()
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            escape(&mut self.text, value);
            self.text.push('"');
        }
    }

    fn indent(&mut self) {
        for _ in &self.open {
            self.text.push_str("  ");
        }
    }
}

/// Adds text without characters that XML can't hold.
fn escape(into: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\r' => into.push_str("&#13;"),
            '\t' | '\n' => into.push(character),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => {}
            _ => into.push(character),
        }
    }
}
