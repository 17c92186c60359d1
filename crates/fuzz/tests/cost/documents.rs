//! Documents with slots, and the shapes that they are filled in.
//!
//! Texts of the tables hold placeholders: `{i}` for a number, `{date}` and `{iso}` for a day,
//! `{text}` for a text, `{attributes}` for attributes.

use std::fmt::Write;

/// A slot of a document.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    /// What the document calls it, in braces.
    pub(crate) name: &'static str,
    pub(crate) element: &'static str,
    /// An element's beginning and end, between which it nests; empty if it can't.
    pub(crate) nest: (&'static str, &'static str),
    pub(crate) attribute: &'static str,
    /// How many elements each step of the size adds.
    pub(crate) times: usize,
}

/// A kind of document.
pub(crate) struct Document {
    pub(crate) template: &'static str,
    pub(crate) separator: &'static str,
    pub(crate) slots: &'static [Slot],
}

pub(crate) const fn slot(name: &'static str, element: &'static str) -> Slot {
    Slot {
        name,
        element,
        nest: ("", ""),
        attribute: "",
        times: 1,
    }
}

/// How a slot is filled, with a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Same,
    Distinct,
    Nested,
    /// One element with a long text.
    Long,
    /// One element with many attributes.
    Attributes,
}

impl Shape {
    const ALL: [Self; 5] = [
        Self::Same,
        Self::Distinct,
        Self::Nested,
        Self::Long,
        Self::Attributes,
    ];

    fn fits(self, slot: &Slot) -> bool {
        match self {
            Self::Same | Self::Distinct => true,
            Self::Nested => !slot.nest.0.is_empty(),
            Self::Long => slot.element.contains("{text}"),
            Self::Attributes => slot.element.contains("{attributes}"),
        }
    }
}

impl Slot {
    fn fill(&self, shape: Shape, size: usize, separator: &str) -> String {
        let size = size * self.times;
        let element = |number| number_of(self.element, number);
        let plain = |text: String| text.replace("{text}", "t").replace("{attributes}", "");
        match shape {
            Shape::Same => plain(vec![element(7); size].join(separator)),
            Shape::Distinct => plain((0..size).map(element).collect::<Vec<_>>().join(separator)),
            Shape::Nested => {
                let open: String = (0..size)
                    .map(|depth| number_of(self.nest.0, depth))
                    .collect();
                format!("{open}{}{}", plain(element(0)), self.nest.1.repeat(size))
            }
            Shape::Long => element(0)
                .replace("{attributes}", "")
                .replace("{text}", &"long text ".repeat(size)),
            Shape::Attributes => {
                let all: String = (0..size)
                    .map(|place| number_of(self.attribute, place))
                    .collect();
                element(0)
                    .replace("{text}", "t")
                    .replace("{attributes}", &all)
            }
        }
    }
}

impl Document {
    /// All cases: each slot in each shape that fits, and each pair of slots.
    pub(crate) fn cases(&self) -> Vec<(String, Vec<(usize, Shape)>)> {
        let mut cases = Vec::new();
        for (place, slot) in self.slots.iter().enumerate() {
            for shape in Shape::ALL.into_iter().filter(|shape| shape.fits(slot)) {
                cases.push((format!("{} {shape:?}", slot.name), vec![(place, shape)]));
            }
            for (other, second) in self.slots.iter().enumerate().skip(place + 1) {
                let both = vec![(place, Shape::Distinct), (other, Shape::Distinct)];
                cases.push((format!("{} and {}", slot.name, second.name), both));
            }
        }
        cases
    }

    /// The document of a case and a size. Other slots have one element.
    pub(crate) fn fill(&self, case: &[(usize, Shape)], size: usize) -> String {
        let mut text = self.template.to_owned();
        for (place, slot) in self.slots.iter().enumerate() {
            let filled = case.iter().find(|(filled, _)| *filled == place);
            let (shape, size) = filled.map_or((Shape::Distinct, 1), |(_, shape)| (*shape, size));
            let content = slot.fill(shape, size, self.separator);
            text = text.replace(&format!("{{{}}}", slot.name), &content);
        }
        text
    }
}

/// Fills the placeholders of an element with a number.
fn number_of(element: &str, number: usize) -> String {
    let (year, month, day) = (
        1971 + number / 336 % 100,
        1 + number / 28 % 12,
        1 + number % 28,
    );
    let mut filled = String::new();
    write!(filled, "{number}").unwrap();
    element
        .replace("{i}", &filled)
        .replace("{date}", &format!("{year:04}{month:02}{day:02}"))
        .replace("{iso}", &format!("{year:04}-{month:02}-{day:02}"))
}
