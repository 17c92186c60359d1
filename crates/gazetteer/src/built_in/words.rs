//! Word lists, compiled by hand, that distinguish places from ordinary words.

use std::collections::HashSet;

use super::fold::fold;
use super::inflection::Inflection;

/// The use of a name other than for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// None is known.
    None,
    /// The name of a person.
    Person,
    /// A word of some language.
    Ordinary,
    /// A month, a holiday or the like, which is hardly ever the place.
    Time,
}

/// A set of folded words.
#[derive(Debug)]
struct List(HashSet<Box<str>>);

impl List {
    fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Self(
            lines
                .flat_map(str::split_whitespace)
                .map(|word| fold(word).into_boxed_str())
                .collect(),
        )
    }

    fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// All word lists.
#[derive(Debug)]
pub(crate) struct Words {
    places: List,
    from: List,
    of: List,
    articles: List,
    travel: List,
    houses: List,
    joining: List,
    with: List,
    things: List,
    celebrations: List,
    ordinary: List,
    people: List,
    times: List,
    /// What precedes and follows places in unsegmented scripts.
    unsegmented_before: Vec<String>,
    unsegmented_after: Vec<String>,
    pub(crate) inflection: Inflection,
}

impl Words {
    pub(crate) fn new() -> Self {
        let unsegmented = |mark: &str| {
            let lines = include_str!("../../data/words/unsegmented.txt").lines();
            lines
                .filter_map(|line| line.strip_prefix(mark))
                .flat_map(str::split_whitespace)
                .map(fold)
                .collect()
        };
        Self {
            places: List::read(include_str!("../../data/words/places.txt")),
            from: List::read(include_str!("../../data/words/from.txt")),
            of: List::read(include_str!("../../data/words/of.txt")),
            articles: List::read(include_str!("../../data/words/articles.txt")),
            travel: List::read(include_str!("../../data/words/travel.txt")),
            houses: List::read(include_str!("../../data/words/houses.txt")),
            joining: List::read(include_str!("../../data/words/joining.txt")),
            with: List::read(include_str!("../../data/words/with.txt")),
            things: List::read(include_str!("../../data/words/things.txt")),
            celebrations: List::read(include_str!("../../data/words/celebrations.txt")),
            ordinary: List::read(include_str!("../../data/words/ordinary.txt")),
            people: List::read(include_str!("../../data/words/people.txt")),
            times: List::read(include_str!("../../data/words/times.txt")),
            unsegmented_before: unsegmented("<"),
            unsegmented_after: unsegmented(">"),
            inflection: Inflection::new(),
        }
    }

    /// Returns the use of the name other than for a place.
    pub(crate) fn other_use(&self, name: &str) -> Use {
        match name {
            _ if self.times.has(name) => Use::Time,
            _ if self.ordinary.has(name) => Use::Ordinary,
            _ if self.people.has(name) => Use::Person,
            _ => Use::None,
        }
    }

    /// Returns whether the word is in a list of function words, and therefore not an inflected
    /// place name.
    pub(crate) fn is_function_word(&self, word: &str) -> bool {
        [
            &self.places,
            &self.from,
            &self.of,
            &self.articles,
            &self.travel,
            &self.joining,
            &self.celebrations,
        ]
        .iter()
        .any(|list| list.has(word))
    }

    /// Returns whether a place follows the word: "in", "nach".
    pub(crate) fn precedes_place(&self, word: &str) -> bool {
        self.places.has(word)
    }

    /// Returns whether an origin follows the word: "from".
    pub(crate) fn precedes_origin(&self, word: &str) -> bool {
        self.from.has(word)
    }

    /// Returns whether a place or an origin follows the word.
    pub(crate) fn precedes_place_or_origin(&self, word: &str) -> bool {
        self.precedes_place(word) || self.precedes_origin(word)
    }

    pub(crate) fn is_of(&self, word: &str) -> bool {
        self.of.has(word)
    }

    /// Returns whether the word may stand between a preposition and a place: "the", "sunny".
    pub(crate) fn is_article(&self, word: &str) -> bool {
        self.articles.has(word)
    }

    pub(crate) fn is_travel(&self, word: &str) -> bool {
        self.travel.has(word) || self.with.has(word)
    }

    /// Returns whether companions follow the word.
    pub(crate) fn is_with(&self, word: &str) -> bool {
        self.with.has(word)
    }

    /// Returns whether the word is for buildings named after places: "hotel".
    pub(crate) fn is_house(&self, word: &str) -> bool {
        self.houses.has(word)
    }

    /// Returns whether the word joins two places: "and".
    pub(crate) fn is_conjunction(&self, word: &str) -> bool {
        self.joining.has(word)
    }

    /// Returns whether the word is for things named after places: "Brazil nuts".
    pub(crate) fn is_thing(&self, word: &str) -> bool {
        self.things.has(word)
    }

    /// Returns whether the word is for celebrations of people: "birthday".
    pub(crate) fn is_celebration(&self, word: &str) -> bool {
        self.celebrations.has(word)
    }

    pub(crate) fn is_person(&self, word: &str) -> bool {
        self.people.has(word)
    }

    /// Returns whether the text ends with a preposition of an unsegmented script.
    pub(crate) fn unsegmented_before(&self, text: &str) -> bool {
        self.unsegmented_before
            .iter()
            .any(|word| text.ends_with(word.as_str()))
    }

    /// Returns whether the text starts with a postposition of an unsegmented script.
    pub(crate) fn unsegmented_after(&self, text: &str) -> bool {
        self.unsegmented_after
            .iter()
            .any(|word| text.starts_with(word.as_str()))
    }
}
