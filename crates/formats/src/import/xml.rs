//! Reading XML: elements with their texts, without document types and entities.

use std::collections::HashMap;
use std::io::BufRead;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::ImportError;
use crate::EXTENSION_NAMESPACE;
use crate::xml::with_line_feeds;

/// How deep elements may nest.
const MAX_DEPTH: usize = 64;
/// The longest text of an element that is kept, in bytes.
pub(crate) const MAX_TEXT: usize = 64 << 10;
/// The most attributes of an element that are kept.
const MAX_ATTRIBUTES: usize = 32;

/// The names of an element and of those around it, from the root.
pub(crate) type Path = [String];

/// Takes the elements of a document, in their order.
pub(crate) trait Elements {
    /// An element begins. `path` ends with its name, without a prefix.
    ///
    /// # Errors
    /// The document can't be imported.
    fn open(&mut self, path: &Path, attributes: &Attributes) -> Result<(), ImportError>;

    /// An element ends. `text` is the text in it that comes after the last element in it.
    ///
    /// # Errors
    /// The document can't be imported.
    fn close(&mut self, path: &Path, text: &str) -> Result<(), ImportError>;

    /// The longest text of an element of this name that is kept, in bytes.
    fn longest_text(&self, _: &str) -> usize {
        MAX_TEXT
    }
}

/// The attributes of an element by their names without prefixes.
pub(crate) type Attributes = HashMap<String, String>;

/// Whether an element declares our namespace, as the root of our exports does.
pub(crate) fn is_own(attributes: &Attributes) -> bool {
    attributes
        .get("wayfare")
        .is_some_and(|value| value == EXTENSION_NAMESPACE)
}

/// The name of the first element; `None` if the document has none, or is malformed before it.
///
/// # Errors
/// A document type, or the document can't be read.
pub(crate) fn root(document: impl BufRead) -> Result<Option<String>, ImportError> {
    let (mut reader, mut buffer) = (Reader::from_reader(document), Vec::new());
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                return Ok(Some(element.local_name().into_inner().to_owned()));
            }
            Ok(Event::DocType(_)) => return Err(has_doctype()),
            Err(quick_xml::Error::Io(error)) => return Err(ImportError::unreadable(&error)),
            Ok(Event::Eof) | Err(_) => return Ok(None),
            Ok(_) => {}
        }
    }
}

/// Reads a document.
///
/// # Errors
/// It is malformed, has a document type or an entity, nests too deep, or `elements` refuses it.
pub(crate) fn read(
    document: impl BufRead,
    elements: &mut impl Elements,
) -> Result<(), ImportError> {
    let mut reader = Reader::from_reader(document);
    reader.config_mut().check_end_names = true;
    reader.config_mut().expand_empty_elements = true;
    let (mut path, mut text, mut buffer) = (Vec::<String>::new(), String::new(), Vec::new());
    let mut has_root = false;
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer).map_err(malformed)?;
        match event {
            Event::Start(element) => {
                has_root = true;
                open(&mut path, &element, elements)?;
                text.clear();
            }
            Event::End(_) => {
                elements.close(&path, &with_line_feeds(&text))?;
                path.pop();
                text.clear();
            }
            Event::Text(piece) => push(&mut text, &piece, most(&path, elements)),
            Event::CData(piece) => push(&mut text, &piece, most(&path, elements)),
            Event::GeneralRef(reference) => {
                push(&mut text, &resolve(&reference)?, most(&path, elements));
            }
            Event::DocType(_) => return Err(has_doctype()),
            Event::Eof if path.is_empty() && has_root => return Ok(()),
            Event::Eof => return Err(ImportError::malformed("the document ends too early")),
            // No element is empty but as a start and an end.
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
}

fn open(
    path: &mut Vec<String>,
    element: &BytesStart<'_>,
    elements: &mut impl Elements,
) -> Result<(), ImportError> {
    if path.len() >= MAX_DEPTH {
        return Err(ImportError::malformed(format!(
            "elements nest more than {MAX_DEPTH} deep"
        )));
    }
    path.push(element.local_name().into_inner().to_owned());
    let mut attributes = Attributes::new();
    for attribute in element.attributes().take(MAX_ATTRIBUTES) {
        let attribute = attribute.map_err(|error| malformed(error.into()))?;
        let value = attribute
            .normalized_value_with(XmlVersion::Implicit1_0, MAX_DEPTH, resolve_xml_entity)
            .map_err(|_| ImportError::malformed("an attribute has an entity"))?;
        let name = attribute.key.local_name().into_inner().to_owned();
        attributes.insert(name, value.chars().take(2_000).collect());
    }
    elements.open(path, &attributes)
}

/// The character of a reference to one; entities are refused.
fn resolve(reference: &quick_xml::events::BytesRef<'_>) -> Result<String, ImportError> {
    if let Some(character) = reference.resolve_char_ref().map_err(malformed)? {
        return match character {
            '\0' => Err(ImportError::malformed("must not hold a NUL character")),
            _ => Ok(character.to_string()),
        };
    }
    let known = match &**reference {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return Err(ImportError::malformed("entities are not accepted")),
    };
    Ok(known.to_owned())
}

fn most(path: &Path, elements: &impl Elements) -> usize {
    elements.longest_text(path.last().map(String::as_str).unwrap_or_default())
}

/// Adds a piece of text as far as a text is kept.
fn push(text: &mut String, piece: &str, most: usize) {
    let left = most.saturating_sub(text.len());
    text.extend(piece.get(..piece.floor_char_boundary(left)));
}

fn has_doctype() -> ImportError {
    ImportError::malformed("document types are not accepted")
}

fn malformed(error: quick_xml::Error) -> ImportError {
    match error {
        quick_xml::Error::Io(error) => ImportError::unreadable(&error),
        error => ImportError::malformed(format!("the document is malformed: {error}")),
    }
}
