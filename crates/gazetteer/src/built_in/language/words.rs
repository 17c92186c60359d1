//! Word lists, compiled by hand, that distinguish places from ordinary words.

use std::collections::HashMap;

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

/// The role of a word beside the names of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A place follows: "in", "nach".
    Place,
    /// An origin follows: "from".
    Origin,
    Of,
    /// May stand between a preposition and a place: "the", "sunny".
    Article,
    Travel,
    /// Companions follow.
    With,
    /// For buildings named after places: "hotel".
    House,
    /// Joins two places: "and".
    Conjunction,
    /// For things named after places: "Brazil nuts".
    Thing,
    /// For celebrations of people: "birthday".
    Celebration,
    Person,
    Ordinary,
    Time,
    /// For streets: "street", "rua".
    Street,
    /// For airports.
    Airport,
    /// What people do, and where: "dinner", "museum".
    Activity,
    /// For parts of buildings: "terminal".
    Building,
    /// For stations that may be named after a place elsewhere: "gare".
    Station,
    /// Follows a town in the name of its station: "Hbf".
    StationName,
    /// For companies and kinds of trains, which stand before places: "Eurostar", "ICE".
    Carrier,
}

impl Role {
    #[expect(clippy::as_conversions, reason = "the number of a variant")]
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The words of each role.
const LISTS: [(Role, &str); 20] = [
    (Role::Place, include_str!("../../../data/words/places.txt")),
    (Role::Origin, include_str!("../../../data/words/from.txt")),
    (Role::Of, include_str!("../../../data/words/of.txt")),
    (
        Role::Article,
        include_str!("../../../data/words/articles.txt"),
    ),
    (Role::Travel, include_str!("../../../data/words/travel.txt")),
    (Role::With, include_str!("../../../data/words/with.txt")),
    (Role::House, include_str!("../../../data/words/houses.txt")),
    (
        Role::Conjunction,
        include_str!("../../../data/words/joining.txt"),
    ),
    (Role::Thing, include_str!("../../../data/words/things.txt")),
    (
        Role::Celebration,
        include_str!("../../../data/words/celebrations.txt"),
    ),
    (Role::Person, include_str!("../../../data/words/people.txt")),
    (
        Role::Ordinary,
        include_str!("../../../data/words/ordinary.txt"),
    ),
    (Role::Time, include_str!("../../../data/words/times.txt")),
    (
        Role::Street,
        include_str!("../../../data/words/streets.txt"),
    ),
    (
        Role::Airport,
        include_str!("../../../data/words/airports.txt"),
    ),
    (
        Role::Activity,
        include_str!("../../../data/words/activities.txt"),
    ),
    (
        Role::Building,
        include_str!("../../../data/words/buildings.txt"),
    ),
    (
        Role::Station,
        include_str!("../../../data/words/stations.txt"),
    ),
    (
        Role::StationName,
        include_str!("../../../data/words/station-names.txt"),
    ),
    (
        Role::Carrier,
        include_str!("../../../data/words/carriers.txt"),
    ),
];

/// All word lists.
#[derive(Debug)]
pub(crate) struct Words {
    /// The roles of each folded word, a bit each.
    roles: HashMap<Box<str>, u32>,
    /// What precedes and follows places in unsegmented scripts.
    unsegmented_before: Vec<String>,
    unsegmented_after: Vec<String>,
    pub(crate) inflection: Inflection,
}

impl Words {
    pub(crate) fn new() -> Self {
        let unsegmented = |mark: &str| {
            let lines = include_str!("../../../data/words/unsegmented.txt").lines();
            lines
                .filter_map(|line| line.strip_prefix(mark))
                .flat_map(str::split_whitespace)
                .map(fold)
                .collect()
        };
        let mut roles: HashMap<Box<str>, u32> = HashMap::new();
        for (role, text) in LISTS {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            for word in lines.flat_map(str::split_whitespace) {
                *roles.entry(fold(word).into_boxed_str()).or_default() |= role.bit();
            }
        }
        Self {
            roles,
            unsegmented_before: unsegmented("<"),
            unsegmented_after: unsegmented(">"),
            inflection: Inflection::new(),
        }
    }

    /// Returns whether the word has one of the roles.
    pub(crate) fn is<const N: usize>(&self, word: &str, roles: [Role; N]) -> bool {
        let of_word = self.roles.get(word).copied().unwrap_or(0);
        roles.iter().any(|role| of_word & role.bit() != 0)
    }

    /// Returns whether the word has any role.
    #[cfg(feature = "nominatim")]
    pub(crate) fn is_known(&self, word: &str) -> bool {
        self.roles.contains_key(word)
    }

    /// Returns the use of the name other than for a place.
    pub(crate) fn other_use(&self, name: &str) -> Use {
        match name {
            _ if self.is(name, [Role::Time]) => Use::Time,
            _ if self.is(name, [Role::Ordinary]) => Use::Ordinary,
            _ if self.is(name, [Role::Person]) => Use::Person,
            _ => Use::None,
        }
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
