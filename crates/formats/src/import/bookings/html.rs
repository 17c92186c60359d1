//! Reservations in pages: scripts of JSON-LD, and microdata.
//!
//! Tokens alone are read, no tree is built: that would take time that is quadratic in the nesting.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::{Attribute, LocalName, local_name};
use serde_json::{Map, Value};

use super::{Bookings, MAX_JSON, reservation};
use crate::import::ImportError;

/// How many bytes the tokenizer is given at once.
const CHUNK: usize = 4 << 10;
/// How many chunks may be within one tag or comment.
const MAX_TAG_CHUNKS: usize = 16;
/// The most comparisons of attributes with those before them in their tags.
const MAX_COMPARISONS: usize = 1 << 29;
/// The longest run of characters without white space, quotes and brackets: longer ones are pictures
/// in addresses.
const MAX_RUN: usize = 4 << 10;
/// How deep elements may nest within microdata.
const MAX_DEPTH: usize = 256;
/// The most values of an object with all objects in it.
const MAX_VALUES: usize = 5_000;
/// The longest text of an element that is kept, in bytes.
const MAX_TEXT: usize = 8_000;

/// Adds the reservations of a page.
///
/// # Errors
/// There are more than a trip may have.
pub(super) fn read(html: &str, bookings: &mut Bookings<'_>) -> Result<(), ImportError> {
    let commented = scan(html, bookings)?;
    // Some senders hide their scripts from old programs.
    scan(&commented, bookings).map(drop)
}

/// Returns the comments that may have scripts.
fn scan(html: &str, bookings: &mut Bookings<'_>) -> Result<String, ImportError> {
    let tokenizer = Tokenizer::new(Page::default(), TokenizerOpts::default());
    let page = &tokenizer.sink;
    let input = BufferQueue::default();
    let html = without_long_runs(html);
    let (mut rest, mut idle) = (bookings.take(&html), 0);
    while let Some((chunk, after)) = rest.split_at_checked(rest.ceil_char_boundary(CHUNK)) {
        if chunk.is_empty() {
            break;
        }
        rest = after;
        input.push_back(StrTendril::from(chunk));
        page.tokens.set(0);
        let _ = tokenizer.feed(&input);
        idle = if page.tokens.get() > 0 { 0 } else { idle + 1 };
        page.take(bookings)?;
        if idle > MAX_TAG_CHUNKS || page.comparisons.get() > MAX_COMPARISONS {
            bookings
                .draft
                .warn("a page is too intricate: what follows in it is left out");
            return Ok(page.comments.take());
        }
    }
    tokenizer.end();
    page.end_script();
    page.take(bookings)?;
    Ok(page.comments.take())
}

/// A page with no longer runs of characters than a value that counts has.
fn without_long_runs(html: &str) -> String {
    let is_end = |it: char| it.is_ascii_whitespace() || matches!(it, '"' | '\'' | '<' | '>');
    let runs = html.split_inclusive(is_end).flat_map(|run| {
        let cut = run.floor_char_boundary(MAX_RUN);
        let end = if cut < run.len() {
            run.len() - 1
        } else {
            run.len()
        };
        let begin = run.get(..cut).unwrap_or_default();
        [begin, run.get(end..).unwrap_or_default()]
    });
    runs.collect()
}

/// What is found in a page.
enum Found {
    /// The text of a script.
    Script(String),
    /// An object of microdata.
    Object(Value),
}

/// An open element within microdata, and what its end closes.
struct Open {
    name: LocalName,
    closes: Closes,
}

enum Closes {
    Nothing,
    Object,
    /// The property whose text begins there.
    Text(String, usize),
}

/// An object of microdata that is open.
struct Object {
    /// The property of the object around it that it is; empty if it is none.
    property: String,
    values: Map<String, Value>,
}

/// What is known of a page so far.
#[derive(Default)]
struct Page {
    tokens: Cell<usize>,
    comparisons: Cell<usize>,
    found: RefCell<Vec<Found>>,
    comments: RefCell<String>,
    script: RefCell<Option<String>>,
    data: RefCell<Microdata>,
}

impl Page {
    /// Adds what was found to the bookings.
    fn take(&self, bookings: &mut Bookings<'_>) -> Result<(), ImportError> {
        for found in self.found.take() {
            match found {
                Found::Script(json) => bookings.add_json(&json)?,
                Found::Object(value) => reservation::add_all(&value, bookings)?,
            }
        }
        Ok(())
    }

    fn end_script(&self) {
        let Some(script) = self.script.take() else {
            return;
        };
        // What hides it from older programs stands around it.
        let script = script.replace("<![CDATA[", "").replace("]]>", "");
        let (start, end) = (script.find(['{', '[']), script.rfind(['}', ']']));
        let json = start
            .zip(end)
            .and_then(|(start, end)| script.get(start..=end));
        let found = json.map(|json| Found::Script(json.to_owned()));
        self.found.borrow_mut().extend(found);
    }

    fn start(&self, tag: &Tag) -> TokenSinkResult<()> {
        let attributes = tag.attrs.len();
        let comparisons = self.comparisons.get() + attributes * attributes;
        self.comparisons.set(comparisons);
        let found = self.data.borrow_mut().start(tag);
        self.found.borrow_mut().extend(found.map(Found::Object));
        match tag.name {
            local_name!("script") => {
                let kind = attribute(tag, "type").unwrap_or_default();
                if kind.to_ascii_lowercase().contains("ld+json") {
                    self.script.replace(Some(String::new()));
                }
                TokenSinkResult::RawData(RawKind::ScriptData)
            }
            local_name!("style") | local_name!("xmp") | local_name!("iframe") => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            local_name!("title") | local_name!("textarea") => {
                TokenSinkResult::RawData(RawKind::Rcdata)
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

impl TokenSink for Page {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return self.start(&tag),
            Token::TagToken(tag) => {
                if tag.name == local_name!("script") {
                    self.end_script();
                }
                let found = self.data.borrow_mut().end(&tag.name);
                self.found
                    .borrow_mut()
                    .extend(found.into_iter().map(Found::Object));
            }
            Token::CharacterTokens(text) => {
                if let Some(script) = &mut *self.script.borrow_mut() {
                    // One that is longer is refused.
                    if script.len() <= MAX_JSON {
                        script.push_str(&text);
                    }
                } else {
                    self.data.borrow_mut().push(&text);
                }
            }
            Token::CommentToken(text) if text.contains("ld+json") => {
                self.comments.borrow_mut().push_str(&text);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// The microdata of a page.
#[derive(Default)]
struct Microdata {
    open: Vec<Open>,
    /// How many open elements have a name.
    numbers: HashMap<LocalName, usize>,
    objects: Vec<Object>,
    /// How many values the outermost object has with all objects in it.
    values: usize,
    /// The text within the outermost object.
    text: String,
}

impl Microdata {
    fn push(&mut self, text: &str) {
        if !self.objects.is_empty() {
            self.text.push_str(text);
        }
    }

    /// Opens an element. Returns the outermost object, if elements nest too deep in it.
    fn start(&mut self, tag: &Tag) -> Option<Value> {
        let is_object = attribute(tag, "itemscope").is_some();
        if self.objects.is_empty() && !is_object {
            return None;
        }
        let names = attribute(tag, "itemprop").unwrap_or_default();
        let property = names
            .split_ascii_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned();
        let is_closed = tag.self_closing || is_void(&tag.name);
        let mut closes = Closes::Nothing;
        if is_object && !is_closed {
            let kinds = attribute(tag, "itemtype").unwrap_or_default();
            let kinds = kinds.split_ascii_whitespace().map(Value::from).collect();
            let values = Map::from_iter([("@type".to_owned(), Value::Array(kinds))]);
            self.objects.push(Object { property, values });
            closes = Closes::Object;
        } else if !property.is_empty() {
            match value(tag) {
                Some(value) => self.set(property, Value::from(value)),
                None if is_closed => {}
                None => closes = Closes::Text(property, self.text.len()),
            }
        }
        if !is_closed {
            let name = tag.name.clone();
            *self.numbers.entry(name.clone()).or_default() += 1;
            self.open.push(Open { name, closes });
        }
        (self.open.len() > MAX_DEPTH)
            .then(|| self.close(0).pop())
            .flatten()
    }

    /// Closes the last open element of a name, and those in it.
    fn end(&mut self, name: &LocalName) -> Vec<Value> {
        if self.numbers.get(name).is_none_or(|number| *number == 0) {
            return Vec::new();
        }
        let place = self.open.iter().rposition(|open| open.name == *name);
        place.map(|place| self.close(place)).unwrap_or_default()
    }

    /// Closes the open elements from a place on. Returns objects that are in no other.
    fn close(&mut self, place: usize) -> Vec<Value> {
        let mut found = Vec::new();
        for Open { name, closes } in self.open.split_off(place).into_iter().rev() {
            self.numbers.entry(name).and_modify(|number| *number -= 1);
            match closes {
                Closes::Nothing => {}
                Closes::Text(property, start) => {
                    let text = self.text.get(start..).unwrap_or_default();
                    let text = text
                        .get(..text.floor_char_boundary(MAX_TEXT))
                        .unwrap_or_default();
                    let text = Value::from(text.trim());
                    self.set(property, text);
                }
                Closes::Object => {
                    let Some(Object { property, values }) = self.objects.pop() else {
                        continue;
                    };
                    let value = Value::Object(values);
                    if property.is_empty() || self.objects.is_empty() {
                        found.push(value);
                    } else {
                        self.set(property, value);
                    }
                }
            }
        }
        if self.objects.is_empty() {
            *self = Self::default();
        }
        found
    }

    /// Sets a property of the innermost object.
    fn set(&mut self, property: String, value: Value) {
        self.values += 1;
        let object = self
            .objects
            .last_mut()
            .filter(|_| self.values <= MAX_VALUES);
        let Some(object) = object else {
            return;
        };
        match object.values.get_mut(&property) {
            Some(Value::Array(list)) => list.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
            None => {
                object.values.insert(property, value);
            }
        }
    }
}

fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    let is_it = |attribute: &&Attribute| *attribute.name.local == *name;
    tag.attrs
        .iter()
        .find(is_it)
        .map(|attribute| &*attribute.value)
}

/// The value that the attributes of an element have; `None` if it is its text.
fn value(tag: &Tag) -> Option<&str> {
    let of_element = match tag.name {
        local_name!("a") | local_name!("area") | local_name!("link") => "href",
        local_name!("img") => "src",
        local_name!("time") => "datetime",
        local_name!("data") | local_name!("meter") => "value",
        _ => "content",
    };
    attribute(tag, "content").or_else(|| attribute(tag, of_element))
}

/// Whether an element has no end.
fn is_void(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("area")
            | local_name!("base")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("hr")
            | local_name!("img")
            | local_name!("input")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("param")
            | local_name!("source")
            | local_name!("track")
            | local_name!("wbr")
    )
}
