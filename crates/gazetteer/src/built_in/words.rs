//! The hand-kept lists of words by which a place is told from an ordinary word.

use std::collections::HashSet;

use super::fold::fold;

/// What a name is besides a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Nothing that is known.
    None,
    /// What people are called.
    Person,
    /// A word of some language.
    Ordinary,
    /// A month, a feast or the like, which is hardly ever the place.
    Time,
}

/// Words, folded.
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

/// All lists.
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
    /// What stands before and after places in scripts that part no words.
    unparted_before: Vec<String>,
    unparted_after: Vec<String>,
}

impl Words {
    pub(crate) fn new() -> Self {
        let unparted = |mark: &str| {
            let lines = include_str!("../../data/words/unparted.txt").lines();
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
            unparted_before: unparted("<"),
            unparted_after: unparted(">"),
        }
    }

    /// What the name is besides a place.
    pub(crate) fn other_use(&self, name: &str) -> Use {
        match name {
            _ if self.times.has(name) => Use::Time,
            _ if self.ordinary.has(name) => Use::Ordinary,
            _ if self.people.has(name) => Use::Person,
            _ => Use::None,
        }
    }

    /// Whether it is a word of the lists that tell places, and so no bent name of one.
    pub(crate) fn is_small(&self, word: &str) -> bool {
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

    /// Whether places stand after the word: "in", "nach".
    pub(crate) fn leads_to_place(&self, word: &str) -> bool {
        self.places.has(word)
    }

    /// Whether one's origin stands after the word: "from".
    pub(crate) fn leads_to_origin(&self, word: &str) -> bool {
        self.from.has(word)
    }

    /// Whether places or one's origin stand after the word.
    pub(crate) fn leads(&self, word: &str) -> bool {
        self.leads_to_place(word) || self.leads_to_origin(word)
    }

    pub(crate) fn is_of(&self, word: &str) -> bool {
        self.of.has(word)
    }

    /// Whether it may stand between a preposition and a place: "the", "sunny".
    pub(crate) fn is_article(&self, word: &str) -> bool {
        self.articles.has(word)
    }

    pub(crate) fn is_travel(&self, word: &str) -> bool {
        self.travel.has(word) || self.with.has(word)
    }

    /// Whether companions stand after it.
    pub(crate) fn is_with(&self, word: &str) -> bool {
        self.with.has(word)
    }

    /// Whether what it stands for is named after places: "hotel".
    pub(crate) fn is_house(&self, word: &str) -> bool {
        self.houses.has(word)
    }

    /// Whether it joins two places: "and".
    pub(crate) fn joins(&self, word: &str) -> bool {
        self.joining.has(word)
    }

    /// Whether a kind of it is named after places: "Brazil nuts".
    pub(crate) fn is_thing(&self, word: &str) -> bool {
        self.things.has(word)
    }

    /// Whether people are celebrated by it: "birthday".
    pub(crate) fn celebrates(&self, word: &str) -> bool {
        self.celebrations.has(word)
    }

    pub(crate) fn is_person(&self, word: &str) -> bool {
        self.people.has(word)
    }

    /// Whether such words end the text, in scripts that part none.
    pub(crate) fn unparted_before(&self, text: &str) -> bool {
        self.unparted_before
            .iter()
            .any(|word| text.ends_with(word.as_str()))
    }

    /// Whether such words begin the text, in scripts that part none.
    pub(crate) fn unparted_after(&self, text: &str) -> bool {
        self.unparted_after
            .iter()
            .any(|word| text.starts_with(word.as_str()))
    }
}
