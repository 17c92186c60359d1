//! Which places a text means, and how surely.

use super::data::{Data, Kind, PlaceId, Row};
use super::evidence::Reading;
use super::passage::Passage;
use super::text::Gap;
use super::which::contains;
use super::words::{Use, Words};
use crate::Query;

/// What is less sure is no place.
pub(crate) const ENOUGH: f64 = 0.5;
/// What it adds that a neighbour says where the place is.
const SETTLED: f64 = 0.7;
/// A later place that is surer by so much is meant rather than the first.
const SURER: f64 = 0.3;
/// What neighbours say is trusted from here on.
const JOINED: f64 = 0.3;
/// No couple bears the names of places that are so prominent.
const OBVIOUS: f64 = 8.3;
/// Two names that are as sure speak for each other.
const LIKELY: f64 = 0.3;
/// Places are told from their neighbours, which are told from theirs, so often.
const ROUNDS: usize = 5;

/// A place that a text means.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judged {
    pub(crate) place: PlaceId,
    pub(crate) score: f64,
}

/// A mention, read.
struct Opinion<'a> {
    place: PlaceId,
    row: Row<'a>,
    score: f64,
    other_use: Use,
    settled: bool,
    /// Whether it is where one comes from.
    origin: bool,
}

/// The places that the text means, the likeliest first.
pub(crate) fn judge(data: &Data, words: &Words, query: Query<'_>) -> Vec<Judged> {
    let passage = Passage::new(data, words, query);
    let mut opinions: Vec<Option<Opinion<'_>>> = (0..passage.mentions.len())
        .map(|index| read(&passage, index))
        .collect();
    part_couples(&passage, &mut opinions);
    for _ in 0..ROUNDS {
        let more: Vec<f64> = (0..opinions.len())
            .map(|index| by_neighbours(&passage, index, &opinions))
            .collect();
        for (opinion, more) in opinions.iter_mut().zip(more) {
            let Some(opinion) = opinion else { continue };
            if opinion.score < ENOUGH {
                opinion.score += more;
            }
            if more >= JOINED && opinion.score >= ENOUGH {
                opinion.score = opinion.score.max(ENOUGH + SURER);
            }
        }
    }
    let sure = opinions
        .into_iter()
        .flatten()
        .filter(|opinion| opinion.score >= ENOUGH)
        .collect();
    in_order(sure)
}

fn read<'a>(passage: &Passage<'a>, index: usize) -> Option<Opinion<'a>> {
    let mention = passage.mentions.get(index)?;
    let choice = passage.choose(index)?;
    let other_use = passage.other_use(mention);
    let reading = Reading {
        mention,
        row: &choice.row,
        main: choice.main,
        other_use,
    };
    let settled = if choice.settled { SETTLED } else { 0.0 };
    let score = passage.evidence(&reading) + settled;
    let origin = passage
        .word_before(mention.start)
        .is_some_and(|word| passage.words.leads_to_origin(&word.folded));
    Some(Opinion {
        place: choice.place,
        row: choice.row,
        score,
        other_use,
        settled: choice.settled,
        origin,
    })
}

/// Takes from the score of two names that people bear and that are joined by "and": Victoria and
/// Sofia may be two places, but are hardly.
fn part_couples(passage: &Passage<'_>, opinions: &mut [Option<Opinion<'_>>]) {
    let is_person = |opinion: &Option<Opinion<'_>>| {
        let person = |opinion: &Opinion<'_>| opinion.other_use == Use::Person && !opinion.settled;
        opinion
            .as_ref()
            .is_some_and(|opinion| person(opinion) && opinion.row.prominence < OBVIOUS)
    };
    for index in 0..opinions.len() {
        let Some(pair) = opinions.get_mut(index..=index + 1) else {
            continue;
        };
        if passage.join(index) == Some(Gap::And) && pair.iter().all(is_person) {
            pair.iter_mut()
                .flatten()
                .for_each(|opinion| opinion.score -= 0.4);
        }
    }
}

/// What neighbours that are places say: lists and routes have places only.
fn by_neighbours(passage: &Passage<'_>, index: usize, opinions: &[Option<Opinion<'_>>]) -> f64 {
    let opinion = |index: usize| opinions.get(index).and_then(Option::as_ref);
    let before = index
        .checked_sub(1)
        .and_then(|before| Some((passage.join(before)?, opinion(before)?)));
    let after = passage
        .join(index)
        .and_then(|join| Some((join, opinion(index + 1)?)));
    let (Some(own), neighbours) = (opinion(index), [before, after]) else {
        return 0.0;
    };
    // "Mit dem Zug nach Mailand": a means of travel is no place on the way.
    if passage
        .mentions
        .get(index)
        .is_some_and(|mention| passage.words.is_travel(&mention.name))
    {
        return 0.0;
    }
    let hints = neighbours.iter().flatten().map(|(join, other)| {
        let sure = other.score >= ENOUGH && (other.other_use == Use::None || other.settled);
        let likely = [own, *other]
            .iter()
            .all(|one| one.other_use == Use::None && one.score >= LIKELY);
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

/// The first; or a later one that is much surer; or, where the first is a country or region, the
/// first place within it. Where one comes from is a place like the others at the beginning of a
/// route, else the last.
fn in_order(mut sure: Vec<Opinion<'_>>) -> Vec<Judged> {
    if let Some(rest) = sure.get_mut(1..) {
        rest.sort_by_key(|opinion| opinion.origin);
    }
    let mut first = 0;
    for (index, opinion) in sure.iter().enumerate().skip(1) {
        let Some(best) = sure.get(first) else { break };
        let surer = opinion.score.min(1.0) > best.score + SURER && best.row.kind == Kind::City;
        if contains(&best.row, &opinion.row) || (surer && !contains(&opinion.row, &best.row)) {
            first = index;
        }
    }
    if first < sure.len() {
        sure.get_mut(..=first).unwrap_or_default().rotate_right(1);
    }
    let mut places: Vec<Judged> = Vec::new();
    for opinion in sure {
        if !places.iter().any(|judged| judged.place == opinion.place) {
            places.push(Judged {
                place: opinion.place,
                score: opinion.score.clamp(0.0, 1.0),
            });
        }
    }
    places
}
