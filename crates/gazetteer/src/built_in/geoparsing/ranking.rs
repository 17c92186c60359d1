//! Ranks the places that a text may mean by score.

use super::evidence::Reading;
use super::passage::Passage;
use crate::Query;
use crate::built_in::index::column::PlaceId;
use crate::built_in::index::data::{Data, Kind, Row};
use crate::built_in::language::text::Gap;
use crate::built_in::language::words::{Role, Use, Words};
use crate::built_in::surroundings::Surroundings;

/// The minimum score of a place.
pub(crate) const MIN_SCORE: f64 = 0.5;
/// Added if an adjacent mention qualifies the place.
const QUALIFIED_BONUS: f64 = 0.7;
/// A later place whose score is higher by this much precedes the first.
const MARGIN: f64 = 0.3;
/// The minimum support of the neighbours that raises a score.
const MIN_SUPPORT: f64 = 0.3;
/// The minimum prominence of places that are not taken for the name of a person in a couple.
const MIN_PROMINENCE_OF_COUPLES: f64 = 8.3;
/// Two names with at least this score support each other.
const MIN_LIKELY: f64 = 0.3;
/// How often the support of the neighbours is computed again.
const ROUNDS: usize = 5;

/// A place that a text means.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RankedPlace {
    pub(crate) place: PlaceId,
    pub(crate) score: f64,
}

/// A mention with its place and score.
struct ScoredMention<'a> {
    place: PlaceId,
    row: Row<'a>,
    score: f64,
    other_use: Use,
    qualified: bool,
    /// Whether the text names it as an origin: "from Lisbon".
    origin: bool,
}

/// Returns the places that the text means, the likeliest first. `around` is where its trip is,
/// whose places are preferred.
pub(crate) fn rank(
    data: &Data,
    words: &Words,
    query: Query<'_>,
    around: Option<&Surroundings<'_>>,
) -> Vec<RankedPlace> {
    let passage = Passage::new(data, words, query, around);
    let mut scored_mentions: Vec<Option<ScoredMention<'_>>> = (0..passage.mentions.len())
        .map(|index| read(&passage, index))
        .collect();
    penalise_couples(&passage, &mut scored_mentions);
    for _ in 0..ROUNDS {
        let more: Vec<f64> = (0..scored_mentions.len())
            .map(|index| neighbour_support(&passage, index, &scored_mentions))
            .collect();
        for (scored, more) in scored_mentions.iter_mut().zip(more) {
            let Some(scored) = scored else { continue };
            if scored.score < MIN_SCORE {
                scored.score += more;
            }
            if more >= MIN_SUPPORT && scored.score >= MIN_SCORE {
                scored.score = scored.score.max(MIN_SCORE + MARGIN);
            }
        }
    }
    let sure = scored_mentions
        .into_iter()
        .flatten()
        .filter(|scored| scored.score >= MIN_SCORE)
        .collect();
    in_order(sure)
}

fn read<'a>(passage: &Passage<'a>, index: usize) -> Option<ScoredMention<'a>> {
    let mention = passage.mentions.get(index)?;
    let choice = passage.choose(index)?;
    let other_use = passage.other_use(mention);
    let reading = Reading {
        mention,
        row: &choice.row,
        main: choice.main,
        other_use,
    };
    let qualified = if choice.qualified {
        QUALIFIED_BONUS
    } else {
        0.0
    };
    let score = passage.evidence(&reading) + qualified;
    let origin = passage
        .word_before(mention.start)
        .is_some_and(|word| passage.words.is(&word.folded, [Role::Origin]));
    Some(ScoredMention {
        place: choice.place,
        row: choice.row,
        score,
        other_use,
        qualified: choice.qualified,
        origin,
    })
}

/// Lowers the scores of two first names joined by "and": "Victoria and Sofia" is more likely a
/// couple than two places.
fn penalise_couples(passage: &Passage<'_>, scored_mentions: &mut [Option<ScoredMention<'_>>]) {
    let is_person = |scored: &Option<ScoredMention<'_>>| {
        let person =
            |scored: &ScoredMention<'_>| scored.other_use == Use::Person && !scored.qualified;
        scored.as_ref().is_some_and(|scored| {
            person(scored) && scored.row.prominence < MIN_PROMINENCE_OF_COUPLES
        })
    };
    for index in 0..scored_mentions.len() {
        let Some(pair) = scored_mentions.get_mut(index..=index + 1) else {
            continue;
        };
        if passage.join(index) == Some(Gap::And) && pair.iter().all(is_person) {
            pair.iter_mut()
                .flatten()
                .for_each(|scored| scored.score -= 0.4);
        }
    }
}

/// Returns the support of adjacent places: lists and routes consist of places.
fn neighbour_support(
    passage: &Passage<'_>,
    index: usize,
    scored_mentions: &[Option<ScoredMention<'_>>],
) -> f64 {
    let scored = |index: usize| scored_mentions.get(index).and_then(Option::as_ref);
    let before = index
        .checked_sub(1)
        .and_then(|before| Some((passage.join(before)?, scored(before)?)));
    let after = passage
        .join(index)
        .and_then(|join| Some((join, scored(index + 1)?)));
    let (Some(own), neighbours) = (scored(index), [before, after]) else {
        return 0.0;
    };
    // "Mit dem Zug nach Mailand": a means of transport is not a place of the route.
    if passage
        .mentions
        .get(index)
        .is_some_and(|mention| passage.words.is(&mention.name, [Role::Travel, Role::With]))
    {
        return 0.0;
    }
    let hints = neighbours.iter().flatten().map(|(join, other)| {
        let sure = other.score >= MIN_SCORE && (other.other_use == Use::None || other.qualified);
        let likely = [own, *other]
            .iter()
            .all(|one| one.other_use == Use::None && one.score >= MIN_LIKELY);
        match (join, sure) {
            (Gap::Hyphen, true) => 0.35,
            (_, true) => 0.5,
            (Gap::Arrow, false) => 0.3,
            (Gap::Hyphen, false) => 0.1,
            (_, false) if likely => 0.15,
            (_, false) => 0.05,
        }
    });
    let best = hints.fold(0.0, f64::max);
    let lower = passage
        .mentions
        .get(index)
        .is_some_and(|mention| passage.is_lower(mention));
    if lower && own.other_use != Use::None {
        best * 0.5
    } else {
        best
    }
}

/// Orders the places: the first mentioned leads, unless a later one has a much higher score, or the
/// first is a country or region and a later one lies within it. The origin of a journey ranks last,
/// unless it is the start of a route.
fn in_order(mut sure: Vec<ScoredMention<'_>>) -> Vec<RankedPlace> {
    if let Some(rest) = sure.get_mut(1..) {
        rest.sort_by_key(|scored| scored.origin);
    }
    let mut first = 0;
    for (index, scored) in sure.iter().enumerate().skip(1) {
        let Some(best) = sure.get(first) else { break };
        let surer = scored.score.min(1.0) > best.score + MARGIN && best.row.kind == Kind::City;
        if best.row.contains(&scored.row) || (surer && !scored.row.contains(&best.row)) {
            first = index;
        }
    }
    if first < sure.len() {
        sure.get_mut(..=first).unwrap_or_default().rotate_right(1);
    }
    let mut places: Vec<RankedPlace> = Vec::new();
    for scored in sure {
        if !places.iter().any(|ranked| ranked.place == scored.place) {
            places.push(RankedPlace {
                place: scored.place,
                score: scored.score.clamp(0.0, 1.0),
            });
        }
    }
    places
}
