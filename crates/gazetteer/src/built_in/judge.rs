//! Which of the names in a text mean a place there, which place, and how surely.

use super::data::{Data, Kind, PlaceId, Row};
use super::mentions::{Mention, attached, attached_before, mentions};
use super::text::{Case, Gap, Script, Token, tokens};
use super::words::{Use, Words};
use crate::Query;

/// What is less sure than this is no place.
pub(crate) const THRESHOLD: f64 = 0.5;
/// A later place that is surer by so much is meant rather than the first.
const SURER: f64 = 0.3;
/// By how much less prominent a place may be that bears a name mainly than one that bears it also.
const MAIN: f64 = 1.6;

/// A place in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judged {
    pub(crate) place: PlaceId,
    pub(crate) score: f64,
}

/// The places that the text means, the likeliest first.
pub(crate) fn judge(data: &Data, words: &Words, query: Query<'_>) -> Vec<Judged> {
    let (text, is_name) = match query {
        Query::Text(text) => (text, false),
        Query::Name(text) => (text, true),
    };
    let tokens = tokens(text);
    let mentions = mentions(data, words, &tokens);
    if mentions.is_empty() {
        return Vec::new();
    }
    let has_capitals = tokens.iter().any(|token| matches!(token.case, Case::Title | Case::Upper));
    let shouts = tokens.iter().all(|token| matches!(token.case, Case::Upper | Case::None));
    let judge = Judge { data, words, tokens: &tokens, mentions: &mentions, is_name, has_capitals, shouts };
    judge.places()
}

struct Judge<'a> {
    data: &'a Data,
    words: &'a Words,
    tokens: &'a [Token],
    mentions: &'a [Mention],
    is_name: bool,
    has_capitals: bool,
    shouts: bool,
}

/// What speaks for a name before its neighbours are looked at.
#[derive(Clone, Copy)]
struct Reading {
    place: PlaceId,
    score: f64,
    other_use: Use,
    /// Whether another place beside it says where it is.
    settled: bool,
    origin: bool,
    kind: Kind,
    country: u8,
    region: u16,
}

impl Judge<'_> {
    fn places(&self) -> Vec<Judged> {
        let mut readings: Vec<Option<Reading>> = (0..self.mentions.len()).map(|index| self.read(index)).collect();
        for _ in 0..3 {
            let joined: Vec<f64> = (0..readings.len()).map(|index| self.by_neighbours(index, &readings)).collect();
            for (reading, more) in readings.iter_mut().zip(joined) {
                if let Some(reading) = reading.as_mut().filter(|reading| reading.score < THRESHOLD || more < 0.0) {
                    reading.score += more;
                }
            }
        }
        let sure: Vec<Reading> = readings.into_iter().flatten().filter(|reading| reading.score >= THRESHOLD).collect();
        self.in_order(sure)
    }

    /// The first; or a later one that is much surer; or, where that is a country or region, the first place within it. One's origin comes last.
    fn in_order(&self, mut sure: Vec<Reading>) -> Vec<Judged> {
        sure.sort_by_key(|reading| reading.origin);
        let within = |large: &Reading, small: &Reading| {
            small.kind < large.kind
                && small.country == large.country
                && (large.kind == Kind::Country || small.region == large.region)
        };
        let mut first = 0;
        for (index, reading) in sure.iter().enumerate().skip(1) {
            let Some(best) = sure.get(first) else { break };
            if within(best, reading)
                || (!best.origin && reading.score.min(1.0) > best.score + SURER && !within(reading, best))
            {
                first = index;
            }
        }
        if first < sure.len() {
            sure.get_mut(..=first).unwrap_or_default().rotate_right(1);
        }
        let mut places: Vec<Judged> = Vec::new();
        for reading in sure {
            if !places.iter().any(|judged| judged.place == reading.place) {
                places.push(Judged { place: reading.place, score: reading.score.clamp(0.0, 1.0) });
            }
        }
        places
    }

    fn read(&self, index: usize) -> Option<Reading> {
        let mention = self.mentions.get(index)?;
        let context = self.context(index);
        let (place, main) = self.candidate(mention, context)?;
        let row = self.data.row(place)?;
        let settled = context.is_some_and(|large| self.contains(large, &row));
        let other_use = self.words.other_use(&mention.name);
        let first = self.tokens.get(mention.start)?;
        let mut score = self.base(mention, &row, main, other_use);
        score += self.evidence(mention, &row, other_use);
        if settled {
            score += 0.7;
        }
        if self.is_short(mention, first, &row) && !settled {
            score = 0.0;
        }
        #[cfg(test)]
        if std::env::var_os("PROBE").is_some() {
            println!(
                "   [{}] {} p={:.2} base={:.2} ev={:.2} settled={settled} {other_use:?} bent={} main={main}",
                mention.name,
                row.name,
                row.prominence,
                self.base(mention, &row, main, other_use),
                self.evidence(mention, &row, other_use),
                mention.bent
            );
        }
        let origin = self.word(mention.start, 1).is_some_and(|word| self.words.leads_to_origin(word));
        Some(Reading {
            place,
            score,
            other_use,
            settled,
            origin,
            kind: row.kind,
            country: row.country,
            region: row.region,
        })
    }

    /// Abbreviations stand beside other places only, but for those in capitals of countries: "UK 2026".
    fn is_short(&self, mention: &Mention, first: &Token, row: &Row<'_>) -> bool {
        if !first.script.has_case() || mention.end > mention.start + 1 {
            return false;
        }
        let letters = mention.name.chars().count();
        let known = first.case == Case::Upper && !self.shouts && (row.kind == Kind::Country || letters == 3);
        let own = self.is_name && self.is_whole(mention);
        letters <= 2 && !known && !own
    }

    /// How likely the name means the place, as it is written and by itself.
    fn base(&self, mention: &Mention, row: &Row<'_>, main: bool, other_use: Use) -> f64 {
        let first = self.tokens.get(mention.start);
        let script = first.map_or(Script::Other, |token| token.script);
        let prominence = row.prominence;
        let mut score = match row.kind {
            Kind::Country => 0.85,
            Kind::Region => along(prominence, &[(5.0, 0.35), (6.0, 0.5), (7.0, 0.65), (8.0, 0.75)]),
            Kind::City => along(
                prominence,
                &[(5.0, 0.2), (5.5, 0.33), (6.0, 0.46), (6.5, 0.57), (7.0, 0.68), (7.5, 0.78), (8.0, 0.87)],
            ),
        };
        let letters = mention.name.chars().count();
        if script == Script::Latin && !main && row.kind == Kind::City && prominence < 7.0 {
            score -= 0.1;
        }
        if script.has_case() && letters <= 4 && row.kind == Kind::City && prominence < 7.2 {
            score -= 0.12;
        }
        if script.is_unparted() && letters <= 2 && row.kind == Kind::City && prominence < 7.3 {
            score -= 0.25;
        }
        if mention.bent {
            score -= 0.05;
        }
        if mention.end > mention.start + 1 && script.has_case() {
            score += if self.is_capital(mention) { 0.15 } else { 0.1 };
        }
        match other_use {
            Use::None => {}
            // The largest cities are named more often than those who bear their name.
            Use::Person => {
                score *= if row.kind == Kind::Country { 0.65 } else { along(prominence, &[(7.0, 0.5), (8.6, 0.9)]) }
            }
            Use::Ordinary => score = if row.kind == Kind::Country { 0.35 } else { (score * 0.2).min(0.12) },
            Use::Time => score = -0.3,
        }
        if self.is_lower(mention) {
            score -= if self.has_capitals { 0.2 } else { 0.06 } * if prominence > 7.6 { 0.5 } else { 1.0 };
        }
        score
    }

    fn evidence(&self, mention: &Mention, row: &Row<'_>, other_use: Use) -> f64 {
        let lower = self.is_lower(mention);
        let mut more = self.lead(mention, row, other_use, lower);
        if self.is_whole(mention) {
            more += if self.is_name {
                0.9
            } else if lower && other_use != Use::None {
                0.0
            } else if other_use == Use::Ordinary && row.prominence < 6.0 {
                0.2
            } else {
                0.45
            };
        } else {
            more += self.company(mention, other_use, lower);
        }
        if self.is_name {
            more += 0.05;
        }
        more
    }

    /// What the words before say.
    fn lead(&self, mention: &Mention, row: &Row<'_>, other_use: Use, lower: bool) -> f64 {
        if mention.led {
            return 0.35;
        }
        let unparted = self.tokens.get(mention.start).is_some_and(|token| token.script.is_unparted());
        if unparted && self.words.unparted_before(&attached_before(self.tokens, mention.start)) {
            return 0.35;
        }
        let Some((word, article)) = self.leading_word(mention) else {
            return 0.0;
        };
        let strong = self.words.leads_to_place(word) || self.words.leads_to_origin(word);
        if !strong {
            return if self.words.is_of(word) && !lower { 0.15 } else { 0.0 };
        }
        let ends = self.ends_here(mention);
        match (other_use, lower) {
            (Use::None, false) => 0.4,
            (Use::None, true) => 0.3,
            (_, false) if article && row.kind == Kind::City => 0.1,
            (Use::Person, false) => 0.35,
            (Use::Ordinary | Use::Time, false) => {
                if row.prominence >= 5.5 {
                    0.45
                } else {
                    0.3
                }
            }
            (Use::Person | Use::Ordinary, true) if ends && row.prominence >= 6.2 && !article => 0.45,
            _ => 0.0,
        }
    }

    /// The word before the name, past an article or adjective.
    fn leading_word(&self, mention: &Mention) -> Option<(&str, bool)> {
        let word = self.word(mention.start, 1)?;
        if !self.words.leads_to_place(word) && self.words.is_article(word) {
            let before = mention.start.checked_sub(1)?;
            let further =
                self.word(before, 1).filter(|further| self.words.leads_to_place(further) || self.words.is_of(further));
            return Some(further.map_or((word, false), |further| (further, true)));
        }
        Some((word, false))
    }

    /// What the words around say.
    fn company(&self, mention: &Mention, other_use: Use, lower: bool) -> f64 {
        let mut more: f64 = 0.0;
        let before = self.word(mention.start, 1);
        let next = self.tokens.get(mention.end);
        let after = next.filter(|token| token.before <= Gap::Space);
        let unparted = self.tokens.get(mention.start).is_some_and(|token| token.script.is_unparted());
        let travel_after = after.is_some_and(|token| self.words.is_travel(&token.folded))
            || (unparted && self.words.unparted_after(&attached(self.tokens, mention.end)));
        let travel_before = before.is_some_and(|word| self.words.is_travel(word));
        let year = next.is_some_and(|token| token.script == Script::Number && token.before <= Gap::Comma);
        let weight = match other_use {
            Use::None => 1.0,
            Use::Person => 0.8,
            Use::Ordinary | Use::Time => {
                if lower {
                    0.0
                } else {
                    0.6
                }
            }
        };
        if travel_after {
            more += weight * if other_use == Use::Ordinary && !travel_before { 0.1 } else { 0.28 };
        } else if travel_before {
            more += weight * 0.25;
        }
        if year {
            more += weight * 0.2;
        }
        let apart = self
            .tokens
            .get(mention.start)
            .is_some_and(|token| token.before >= Gap::Comma && token.before != Gap::Quote);
        let ends = next.is_none_or(|token| token.before >= Gap::Comma);
        if apart && ends {
            more += weight * if mention.start == 0 { 0.2 } else { 0.22 };
        }
        if !travel_after && self.travels_later(mention) {
            more += weight * 0.12;
        }
        more - self.against(mention, other_use)
    }

    /// Whether a word of travel closes the phrase that the name opens: "Galway oyster festival".
    fn travels_later(&self, mention: &Mention) -> bool {
        let rest = self.tokens.get(mention.end..).unwrap_or_default().iter();
        let mut phrase = rest.take_while(|token| token.before <= Gap::Space).take(3);
        phrase.any(|token| self.words.is_travel(&token.folded))
    }

    /// What the words around say against it: names of people and houses.
    fn against(&self, mention: &Mention, other_use: Use) -> f64 {
        let mut less: f64 = 0.0;
        let next = self.tokens.get(mention.end);
        let title_after = next.is_some_and(|token| token.before == Gap::Space && token.case == Case::Title);
        let possessive = next.is_some_and(|token| token.before == Gap::Apostrophe && token.folded == "s");
        let before = mention.start.checked_sub(1).and_then(|before| self.tokens.get(before));
        if next.is_some_and(|token| token.before <= Gap::Space && self.words.is_thing(&token.folded)) {
            less += 0.6;
        }
        if other_use == Use::Person && self.tokens.iter().any(|token| self.words.celebrates(&token.folded)) {
            less += 0.45;
        }
        if possessive && other_use != Use::None {
            less += 0.5;
        }
        if title_after
            && next.is_some_and(|token| self.words.is_person(&token.folded) && !self.words.is_travel(&token.folded))
        {
            less += 0.5;
        }
        let close = self.tokens.get(mention.start).is_some_and(|token| token.before == Gap::Space);
        if let Some(before) = before.filter(|_| close) {
            if before.case != Case::Lower && self.words.is_person(&before.folded) {
                less += 0.5;
            }
            if self.words.is_house(&before.folded) {
                less += 0.55;
            }
        }
        if title_after && other_use != Use::None && next.is_some_and(|token| !self.words.is_travel(&token.folded)) {
            less += 0.2;
        }
        less
    }

    /// What neighbours that are places say: lists and routes have places only.
    fn by_neighbours(&self, index: usize, readings: &[Option<Reading>]) -> f64 {
        let before =
            index.checked_sub(1).and_then(|before| Some((self.join(before)?, readings.get(before)?.as_ref()?)));
        let after = self.join(index).and_then(|join| Some((join, readings.get(index + 1)?.as_ref()?)));
        let own = readings.get(index).copied().flatten();
        let mut best: f64 = 0.0;
        for (join, other) in [before, after].into_iter().flatten() {
            let sure = other.score >= THRESHOLD && (other.other_use == Use::None || other.settled);
            let more = match join {
                Gap::Arrow => {
                    if sure {
                        0.5
                    } else {
                        0.3
                    }
                }
                Gap::Hyphen => {
                    if sure {
                        0.35
                    } else {
                        0.1
                    }
                }
                _ => {
                    if sure {
                        0.5
                    } else {
                        0.05
                    }
                }
            };
            best = best.max(more);
        }
        let lower = self.mentions.get(index).is_some_and(|mention| self.is_lower(mention));
        let couple = |reading: Reading| reading.other_use == Use::Person && !reading.settled;
        if own.is_some_and(couple)
            && [before, after].into_iter().flatten().any(|(join, other)| join == Gap::And && couple(*other))
        {
            return -0.4;
        }
        if lower && own.is_some_and(|own| own.other_use != Use::None) { best * 0.5 } else { best }
    }

    /// How the mention is joined to the next, if it is.
    fn join(&self, index: usize) -> Option<Gap> {
        let (one, other) = (self.mentions.get(index)?, self.mentions.get(index + 1)?);
        let between = self.tokens.get(one.end..other.start)?;
        match between {
            [] => Some(self.tokens.get(other.start)?.before)
                .filter(|gap| matches!(gap, Gap::Comma | Gap::And | Gap::Arrow | Gap::Hyphen)),
            [word] if self.words.joins(&word.folded) => Some(Gap::And),
            _ if between.iter().all(|token| token.before == Gap::Nothing || token.script.is_unparted())
                && between.len() <= 2 =>
            {
                let word: String = between.iter().map(|token| token.folded.as_str()).collect();
                self.words.joins(&word).then_some(Gap::And)
            }
            _ => None,
        }
    }

    /// The country or region that a neighbour names and that says where the mention is.
    fn context(&self, index: usize) -> Option<PlaceId> {
        let mention = self.mentions.get(index)?;
        let near = |other: &Mention, gap: Gap, ahead: bool| {
            let large = self.large(other)?;
            let close = match gap {
                Gap::Comma | Gap::Paren => true,
                Gap::Space | Gap::Nothing => ahead,
                Gap::Stop | Gap::Arrow | Gap::Hyphen => !ahead,
                _ => false,
            };
            (close
                && mention
                    .found
                    .iter()
                    .any(|named| self.data.row(named.place).is_some_and(|row| self.contains(large, &row))))
            .then_some(large)
        };
        let after = self
            .mentions
            .get(index + 1)
            .filter(|next| next.start == mention.end)
            .and_then(|next| near(next, self.tokens.get(next.start)?.before, true));
        let before = || {
            let previous = self.mentions.get(index.checked_sub(1)?).filter(|previous| previous.end == mention.start)?;
            near(previous, self.tokens.get(mention.start)?.before, false)
        };
        after.or_else(before).or_else(|| self.region_after_region(index))
    }

    /// Portland, Oregon, United States: the second says where the first is, and so does the third.
    fn region_after_region(&self, index: usize) -> Option<PlaceId> {
        let mention = self.mentions.get(index)?;
        let second = self.mentions.get(index + 1).filter(|next| next.start == mention.end)?;
        let third = self.mentions.get(index + 2).filter(|next| next.start == second.end)?;
        let commas = [second, third]
            .iter()
            .all(|next| self.tokens.get(next.start).is_some_and(|token| token.before == Gap::Comma));
        let large = self.large(third).filter(|_| commas)?;
        mention
            .found
            .iter()
            .any(|named| self.data.row(named.place).is_some_and(|row| self.contains(large, &row)))
            .then_some(large)
    }

    /// The country or region that the mention may be.
    fn large(&self, mention: &Mention) -> Option<PlaceId> {
        let token = self.tokens.get(mention.start)?;
        if mention.name.chars().count() <= 3 && token.script.has_case() && token.case != Case::Upper {
            return None;
        }
        mention
            .found
            .iter()
            .map(|named| named.place)
            .find(|id| self.data.row(*id).is_some_and(|row| row.kind != Kind::City))
    }

    fn contains(&self, large: PlaceId, small: &Row<'_>) -> bool {
        let Some(large) = self.data.row(large) else {
            return false;
        };
        small.kind < large.kind
            && small.country == large.country
            && (large.kind == Kind::Country || small.region == large.region)
    }

    /// Which of the places of that name is meant.
    fn candidate(&self, mention: &Mention, context: Option<PlaceId>) -> Option<(PlaceId, bool)> {
        let rows = || mention.found.iter().filter_map(|named| Some((*named, self.data.row(named.place)?)));
        if let Some(large) = context {
            let inside = rows().find(|(_, row)| self.contains(large, row));
            return inside.map(|(named, _)| (named.place, named.main));
        }
        let written: Vec<&str> =
            self.tokens.get(mention.start..mention.end)?.iter().map(|token| token.written.as_str()).collect();
        let written = written.join(" ");
        let elsewhere: Vec<PlaceId> = self
            .mentions
            .iter()
            .filter(|other| other.start != mention.start)
            .filter_map(|other| self.large(other))
            .collect();
        let weight = |(named, row): &(super::names::Named, Row<'_>)| {
            let exact = row.name == written && !row.name.is_ascii();
            let inside = elsewhere.iter().any(|large| self.contains(*large, row));
            row.prominence
                + if named.main { MAIN } else { 0.0 }
                + if exact { 0.8 } else { 0.0 }
                + if inside { 1.5 } else { 0.0 }
        };
        let best =
            rows().max_by(|one, other| weight(one).total_cmp(&weight(other)).then(other.0.place.cmp(&one.0.place)))?;
        Some((best.0.place, best.0.main))
    }

    fn is_capital(&self, mention: &Mention) -> bool {
        let tokens = self.tokens.get(mention.start..mention.end).unwrap_or_default();
        tokens.first().is_some_and(|token| token.case != Case::Lower)
            && tokens.last().is_some_and(|token| token.case != Case::Lower)
    }

    fn is_lower(&self, mention: &Mention) -> bool {
        let tokens = self.tokens.get(mention.start..mention.end).unwrap_or_default();
        tokens.iter().all(|token| token.case == Case::Lower)
    }

    /// Whether the text has nothing but the name, numbers, and what says where it is.
    fn is_whole(&self, mention: &Mention) -> bool {
        self.tokens
            .iter()
            .enumerate()
            .all(|(index, token)| (mention.start..mention.end).contains(&index) || token.script == Script::Number)
    }

    /// Whether no further word belongs to the name's phrase.
    fn ends_here(&self, mention: &Mention) -> bool {
        self.tokens.get(mention.end).is_none_or(|next| {
            next.before >= Gap::Comma || next.script == Script::Number || self.words.joins(&next.folded)
        })
    }

    /// The word that stands so many before the position, within the phrase.
    fn word(&self, position: usize, before: usize) -> Option<&str> {
        let gap = self.tokens.get(position)?.before;
        let word = self.tokens.get(position.checked_sub(before)?)?;
        (gap <= Gap::Space || gap == Gap::Quote).then_some(word.folded.as_str())
    }
}

/// The value at a point between those given.
fn along(at: f64, points: &[(f64, f64)]) -> f64 {
    let Some(&(_, last)) = points.last() else {
        return 0.0;
    };
    for pair in points.windows(2) {
        if let [(low, from), (high, to)] = pair
            && at < *high
        {
            return from + (to - from) * ((at - low) / (high - low)).clamp(0.0, 1.0);
        }
    }
    last
}
