//! What is set or found of the two ends of an item, and the ends that names have.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Destination;
use super::destination::{DestinationDraft, minted};
use super::place::ZoneName;

/// Between the two ends in the name of travel.
const SEPARATORS: [&str; 6] = [" → ", " -> ", " to ", " – ", " — ", " - "];

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
    pub(super) fn merge(&self, draft: EndsDraft, mint: &mut dyn FnMut() -> Uuid) -> Self {
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
                    .for_each(|present| draft.apply_to(present));
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
    // Only ASCII letters change: the offsets are those of the name.
    let lower = name.to_ascii_lowercase();
    let from = lower
        .find("from ")
        .filter(|at| lower[..*at].is_empty() || lower[..*at].ends_with(' '));
    let skipped = from.map_or(0, |at| at + "from ".len());
    let (name, lower) = (name.get(skipped..)?, lower.get(skipped..)?);
    let mut separators = SEPARATORS.iter();
    let (at, separator) = separators.find_map(|one| Some((lower.find(one)?, one)))?;
    let (start, end) = (name.get(..at)?, name.get(at + separator.len()..)?);
    let (start, end) = (without_mode(start.trim()), end.trim());
    let by = end.rsplit_once(" by ").filter(|(_, mode)| is_mode(mode));
    let end = by.map_or(end, |(end, _)| end.trim());
    (!end.is_empty()).then_some((start, end))
}

/// A start without the words before its place: "Train Porto", "Flight TP 123: LIS".
fn without_mode(mut start: &str) -> &str {
    while let Some((word, rest)) = start.split_once(' ') {
        let rest = rest.trim_start();
        let word = word.trim_end_matches([':', ',']);
        start = if is_mode(word) || is_flight(word) {
            rest
        } else if let Some((number, rest)) = rest.split_once(' ')
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

/// Whether it is the number of a flight: two letters or digits of the airline, and one to four
/// digits.
fn is_flight(word: &str) -> bool {
    let parts = word.split_at_checked(2);
    parts.is_some_and(|(airline, number)| {
        airline
            .bytes()
            .all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
            && airline.bytes().any(|it| it.is_ascii_uppercase())
            && (1..=4).contains(&number.len())
            && number.bytes().all(|it| it.is_ascii_digit())
    })
}
