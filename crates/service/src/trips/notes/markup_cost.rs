//! The cost of parsing HTML, counted without building its tree.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_fragment};

/// Steps of the tree construction for each byte of the input.
const STEPS_PER_BYTE: usize = 64;
/// Elements, attributes and bytes of attributes for each byte of the input. Markup that reopens no
/// element has less than one.
const SIZE_PER_BYTE: usize = 2;
/// Bytes that any input may be taken to have.
const MIN_LENGTH: usize = 1_024;
/// Steps of comparing or copying an attribute: its list is copied and sorted.
const STEPS_PER_ATTRIBUTE: usize = 16;
/// Siblings that are searched in the time of a step.
const SIBLINGS_PER_STEP: usize = 32;

/// What parsing a text has cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MarkupCost {
    /// Steps of the tree construction: comparisons with open elements, and moves of nodes.
    pub(crate) steps: usize,
    /// Elements, attributes and bytes of attributes of the tree. Elements that are reopened count
    /// again.
    pub(crate) size: usize,
}

impl MarkupCost {
    /// Parses a text without keeping its tree. Returns `None` if time or memory of the tree would
    /// not be linear in its length; parsing stops there.
    ///
    /// The tree construction of HTML is quadratic in time, as it searches the open elements for
    /// each tag, and in memory, as each paragraph reopens the formatting elements before it.
    pub(crate) fn measure(text: &str) -> Option<Self> {
        let length = text.len().max(MIN_LENGTH);
        let max = Self {
            steps: length * STEPS_PER_BYTE,
            size: length * SIZE_PER_BYTE,
        };
        let context = QualName::new(None, ns!(html), local_name!("div"));
        let mut parser = parse_fragment(
            Counter::default(),
            ParseOpts::default(),
            context,
            Vec::new(),
            false,
        );
        // One tag at a time: the cost of each is bounded by what the tags before it cost.
        for piece in text.split_inclusive('>') {
            parser.process(piece.into());
            let cost = parser.tokenizer.sink.sink.cost();
            if cost.steps > max.steps || cost.size > max.size {
                return None;
            }
        }
        Some(parser.finish())
    }
}

/// An element: its name is all that the tree construction asks for.
#[derive(Debug)]
struct Element {
    name: QualName,
    is_integration_point: bool,
    attributes: usize,
    /// The attributes of all elements that the parser refers to.
    held: Rc<Cell<usize>>,
}

impl Drop for Element {
    fn drop(&mut self) {
        self.held.set(self.held.get() - self.attributes);
    }
}

/// Counts what the tree construction does. It knows the elements that the parser holds: those that
/// are open, and the formatting elements to reopen.
#[derive(Debug, Default)]
struct Counter {
    steps: Cell<usize>,
    size: Cell<usize>,
    nodes: Cell<usize>,
    held_attributes: Rc<Cell<usize>>,
}

impl Counter {
    fn cost(&self) -> MarkupCost {
        MarkupCost {
            steps: self.steps.get(),
            size: self.size.get(),
        }
    }

    fn step(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }

    /// Counts the search for a node among its siblings, of which there are at most all nodes.
    fn search_siblings(&self) {
        self.step(1 + self.nodes.get() / SIBLINGS_PER_STEP);
    }

    /// Counts the attributes of an element, which are compared with those of the elements before.
    fn hold_attributes(&self, attributes: &[Attribute]) {
        let values = attributes.iter().map(|attribute| 1 + attribute.value.len());
        self.size.set(self.size.get() + 1 + values.sum::<usize>());
        self.compare_attributes();
        let held = self.held_attributes.get() + attributes.len();
        self.held_attributes.set(held);
    }

    /// Counts a comparison of the attributes of all elements that the parser refers to.
    fn compare_attributes(&self) {
        self.step(1 + STEPS_PER_ATTRIBUTE * self.held_attributes.get());
    }

    fn element(&self, name: QualName, attributes: usize, is_integration_point: bool) -> Node {
        self.nodes.set(self.nodes.get() + 1);
        Rc::new(Element {
            name,
            is_integration_point,
            attributes,
            held: Rc::clone(&self.held_attributes),
        })
    }
}

type Node = Rc<Element>;

impl TreeSink for Counter {
    type Handle = Node;
    type Output = MarkupCost;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> MarkupCost {
        self.cost()
    }

    fn parse_error(&self, _: Cow<'static, str>) {
        // An end tag that is refused has copied the attributes of its formatting element.
        self.compare_attributes();
    }

    fn get_document(&self) -> Node {
        self.create_comment(StrTendril::new())
    }

    fn elem_name<'a>(&'a self, node: &'a Node) -> ExpandedName<'a> {
        self.step(1);
        node.name.expanded()
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Node {
        self.hold_attributes(&attrs);
        let is_integration_point = flags.mathml_annotation_xml_integration_point;
        self.element(name, attrs.len(), is_integration_point)
    }

    fn create_comment(&self, _: StrTendril) -> Node {
        self.element(QualName::new(None, ns!(), local_name!("")), 0, false)
    }

    fn create_pi(&self, target: StrTendril, _: StrTendril) -> Node {
        self.create_comment(target)
    }

    fn append(&self, _: &Node, child: NodeOrText<Node>) {
        self.step(1);
        if let NodeOrText::AppendText(_) = child {
            self.nodes.set(self.nodes.get() + 1);
        }
    }

    fn append_based_on_parent_node(&self, _: &Node, previous: &Node, child: NodeOrText<Node>) {
        self.append_before_sibling(previous, child);
    }

    fn append_before_sibling(&self, sibling: &Node, child: NodeOrText<Node>) {
        self.search_siblings();
        self.append(sibling, child);
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, template: &Node) -> Node {
        Rc::clone(template)
    }

    fn same_node(&self, one: &Node, other: &Node) -> bool {
        self.step(1);
        Rc::ptr_eq(one, other)
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, _: &Node, attrs: Vec<Attribute>) {
        self.hold_attributes(&attrs);
    }

    fn remove_from_parent(&self, _: &Node) {
        self.search_siblings();
    }

    fn reparent_children(&self, _: &Node, _: &Node) {
        self.search_siblings();
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &Node) -> bool {
        node.is_integration_point
    }
}

#[cfg(test)]
mod tests;
