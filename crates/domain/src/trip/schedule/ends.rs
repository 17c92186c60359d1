//! What is set or found of the two ends of an item, and the ends that names have.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::trip::Destination;
use crate::trip::places::destination::{DestinationDraft, minted};
use crate::trip::places::place::ZoneName;

/// Between the two ends in the name of travel.
const SEPARATORS: [&str; 8] = ["→", "➔", "⇒", "->", " to ", " – ", " — ", " - "];

/// Before the first end, at the start of a name in other languages, and before the second one.
/// After a word for travel, only those of `AFTER_FROM` need the word before the first end.
const FROM: [&str; 12] = [
    "de ", "d'", "d’", "desde ", "do ", "da ", "dal ", "dalla ", "dall'", "dall’", "von ", "ab ",
];
const TO: [&str; 11] = [
    " para o ", " para a ", " para ", " hacia ", " verso ", " vers ", " nach ", " ao ", " à ",
    " ad ", " a ",
];
const AFTER_FROM: [&str; 3] = [" ao ", " à ", " ad "];

/// Words for travel that stand before a place, or after "by".
const MODES: [&str; 31] = [
    "autobus",
    "autobús",
    "autocarro",
    "barco",
    "bateau",
    "boat",
    "bus",
    "car",
    "coach",
    "comboio",
    "drive",
    "fahrt",
    "ferry",
    "flight",
    "flug",
    "fähre",
    "metro",
    "taxi",
    "traghetto",
    "train",
    "tram",
    "transfer",
    "tren",
    "treno",
    "vol",
    "volo",
    "voo",
    "vuelo",
    "walk",
    "zug",
    "ônibus",
];

/// The zones and the end of an item that were set, and the end that was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ItemEnds {
    /// The zone of the start, if set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<ZoneName>,
    /// The zone of the end, if set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_time_zone: Option<ZoneName>,
    /// Where it ends, if set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destination: Option<Destination>,
    /// Where travel ends by its name, if a gazetteer knows that place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Destination>,
}

/// The zones and the end of an item in a request. `None` was left out, `Some(None)` removes what
/// was set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndsDraft {
    /// [`ItemEnds::time_zone`].
    pub time_zone: Option<Option<ZoneName>>,
    /// [`ItemEnds::end_time_zone`].
    pub end_time_zone: Option<Option<ZoneName>>,
    /// [`ItemEnds::destination`].
    pub destination: Option<Option<DestinationDraft>>,
}

impl ItemEnds {
    /// Whether nothing is set or found.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What a draft makes of these. Places get their ids from `mint`.
    pub(in crate::trip) fn merge(&self, draft: EndsDraft, mint: &mut dyn FnMut() -> Uuid) -> Self {
        let EndsDraft {
            time_zone,
            end_time_zone,
            destination,
        } = draft;
        let destination = match destination {
            None => self.destination.clone(),
            Some(None) => None,
            // What was found, sent back, sets nothing.
            Some(Some(draft)) if draft.changes_nothing_of(self.found.as_ref()) => None,
            Some(Some(draft)) if draft.is_of(self.destination.as_ref()) => {
                let mut present = self.destination.clone();
                present
                    .iter_mut()
                    .for_each(|present| draft.merge_into(present));
                present
            }
            Some(Some(draft)) => {
                let id = self.destination.as_ref().map(|present| present.id.clone());
                let id = draft.sent_id().cloned().or(id);
                Some(draft.build(id.unwrap_or_else(|| minted(mint))))
            }
        };
        Self {
            time_zone: time_zone.unwrap_or_else(|| self.time_zone.clone()),
            end_time_zone: end_time_zone.unwrap_or_else(|| self.end_time_zone.clone()),
            found: self.found.clone().filter(|_| destination.is_none()),
            destination,
        }
    }
}

/// The two ends that the name of travel has, such as "LIS – CPH" or "Train from Porto to Faro", in
/// capitals or not. Words for travel and the numbers of flights are not of the ends.
pub(super) fn ends_of(name: &str) -> Option<(&str, &str)> {
    let rest = without_mode(name.trim());
    let has_mode = rest.len() < name.trim().len();
    let ends = separated_ends(name).or_else(|| from_to_ends(rest, has_mode));
    let (start, end) = ends
        .or_else(|| japanese_ends(rest))
        .or_else(|| joined_ends(rest))?;
    let (start, end) = (without_mode(start.trim()), end.trim());
    let by = end.rsplit_once(" by ").filter(|(_, mode)| is_mode(mode));
    let end = by.map_or(end, |(end, _)| end.trim());
    (!end.is_empty()).then_some((start, end))
}

/// Whether a name is that of travel: it begins with a word for travel or the number of a flight,
/// and has two ends.
pub(in crate::trip) fn is_travel(name: &str) -> bool {
    let name = name.trim();
    let has_mode = without_mode(name).len() < name.len();
    let are_ends = |(start, end)| !is_mode(start) && is_like_names(start, end);
    has_mode && ends_of(name).is_some_and(are_ends)
}

/// "Lisbon → Faro", "from Lisbon to Faro".
fn separated_ends(name: &str) -> Option<(&str, &str)> {
    // Only ASCII letters change: the offsets are those of the name.
    let lower = name.to_ascii_lowercase();
    let from = lower
        .find("from ")
        .filter(|at| lower[..*at].is_empty() || lower[..*at].ends_with(' '));
    let skipped = from.map_or(0, |at| at + "from ".len());
    let (name, lower) = (name.get(skipped..)?, lower.get(skipped..)?);
    let mut separators = SEPARATORS.iter();
    let (at, separator) = separators.find_map(|one| Some((lower.find(one)?, one)))?;
    Some((name.get(..at)?, name.get(at + separator.len()..)?))
}

/// "de Paris à New York", "von Berlin nach Rom"; after a word for travel also "Berlin nach Rom".
fn from_to_ends(name: &str, has_mode: bool) -> Option<(&str, &str)> {
    let starts = |word: &&str| {
        let start = name.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let from = FROM.iter().find(|word| starts(word));
    let name = name.get(from.map_or(0, |from| from.len())..)?;
    let is_enough = |to: &&&str| from.is_some() || has_mode && !AFTER_FROM.contains(to);
    let mut to = TO.iter().filter(is_enough);
    let (start, end) = to.find_map(|to| name.split_once(to))?;
    is_like_names(start, end).then_some((start, end))
}

/// "東京からパリへ", "東京から京都まで新幹線".
fn japanese_ends(name: &str) -> Option<(&str, &str)> {
    let (start, rest) = name.split_once("から")?;
    let (end, _) = rest.split_once("まで").or_else(|| rest.split_once('へ'))?;
    (!start.is_empty()).then_some((start, end))
}

/// Codes of airports, "CDG-NRT", "SYD–SIN–LHR", or two names around a dash that no single name has:
/// "Paris–Séville".
fn joined_ends(name: &str) -> Option<(&str, &str)> {
    let names = name.split_once(['–', '〜', '～']);
    // Days of the week, such as "Mon–Fri", are as short.
    let is_long = |end: &str| end.len() > 3 && !end.contains(['–', '〜', '～']);
    let names = names.filter(|(start, end)| is_long(start) && is_long(end));
    joined_codes(name).or(names.filter(|(start, end)| is_like_names(start, end)))
}

/// The first and the last of the codes in the last word, the first with the words before it: "KLM
/// AMS–CPT".
fn joined_codes(name: &str) -> Option<(&str, &str)> {
    const LENGTH: usize = 3;
    let is_code =
        |end: &str| end.len() == LENGTH && end.bytes().all(|letter| letter.is_ascii_uppercase());
    let word = name.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let codes = name.get(word..)?;
    let between = ['-', '–', '/'];
    let are_codes = codes.len() > LENGTH && codes.split(between).all(is_code);
    let (_, end) = codes.rsplit_once(between).filter(|_| are_codes)?;
    Some((name.get(..word + LENGTH)?, end))
}

/// Whether both ends start like names, not like "nuit" or "10:30".
fn is_like_names(start: &str, end: &str) -> bool {
    [start, end].into_iter().all(|end| {
        let first = end.trim_start().chars().next();
        first.is_some_and(|first| first.is_alphabetic() && !first.is_lowercase())
    })
}

/// A start without the words before its place: "Train Porto", "Flight TP 123: LIS".
fn without_mode(mut start: &str) -> &str {
    while let Some((word, rest)) = start.split_once(char::is_whitespace) {
        let rest = rest.trim_start_matches([' ', ':']);
        let word = word.trim_end_matches([':', ',']);
        start = if is_mode(word) || is_flight(word) {
            rest
        } else if let Some((number, rest)) = rest.split_once(' ')
            && word.len() == 2
            && is_flight(&format!("{word}{}", number.trim_end_matches([':', ','])))
        {
            rest.trim_start()
        } else {
            break;
        };
    }
    start
}

fn is_mode(word: &str) -> bool {
    MODES.contains(&word.trim().to_lowercase().as_str())
}

/// Whether it is the number of a flight: two or three letters or digits of the airline, and one to
/// four digits.
fn is_flight(word: &str) -> bool {
    let mut parts = [2, 3]
        .into_iter()
        .filter_map(|at| word.split_at_checked(at));
    parts.any(|(airline, number)| {
        airline
            .bytes()
            .all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
            && airline.bytes().any(|it| it.is_ascii_uppercase())
            && (1..=4).contains(&number.len())
            && number.bytes().all(|it| it.is_ascii_digit())
    })
}
