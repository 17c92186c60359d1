//! Disambiguation: selects the place that a mention means among those of its name.

use super::mentions::Mention;
use super::passage::Passage;
use crate::built_in::geocoding::address::Found;
use crate::built_in::index::column::PlaceId;
use crate::built_in::index::data::{Kind, Row};
use crate::built_in::index::names::Named;
use crate::built_in::language::text::{Case, Gap, Script};
use crate::built_in::surroundings::Surroundings;

/// Added to the prominence of a place if the name is its main one.
const MAIN_NAME_BONUS: f64 = 1.6;
/// Added if the text has the exact accents of the name.
const EXACT_ACCENTS_BONUS: f64 = 0.8;
/// Added if the text names the country or region of the place elsewhere.
const NAMED_AREA_BONUS: f64 = 1.5;
/// Subtracted from a country if the name is one in another language: Salvador is a city.
const FOREIGN_NAME_PENALTY: f64 = 2.0;

/// Subtracted from a country if the name is only its code.
const CODE_PENALTY: f64 = 8.0;

/// The minimum prominence of a world city, and how much less known its namesakes are that nobody
/// means.
const WORLD_CITY: f64 = 8.0;
const OUTSHONE: f64 = 3.4;

/// The place that a mention means.
pub(crate) struct Choice<'a> {
    pub(crate) place: PlaceId,
    pub(crate) row: Row<'a>,
    /// Whether the name is the main one of the place.
    pub(crate) main: bool,
    /// Whether an adjacent mention qualifies it: "Portland, Oregon".
    pub(crate) qualified: bool,
}

impl<'a> Passage<'a> {
    /// Selects the likeliest place of the mention.
    pub(crate) fn choose(&self, index: usize) -> Option<Choice<'a>> {
        let mention = self.mentions.get(index)?;
        if let Some((named, row)) = self.qualified(index) {
            return Some(Choice {
                place: named.place,
                row,
                main: named.main,
                qualified: true,
            });
        }
        let elsewhere: Vec<Row<'_>> = self
            .mentions
            .iter()
            .filter(|other| other.start != mention.start)
            .flat_map(|other| self.areas(other))
            .collect();
        let written: Vec<&str> = self
            .tokens_of(mention)
            .iter()
            .map(|token| token.written.as_str())
            .collect();
        let written = written.join(" ");
        let is_latin = self.script(mention) == Script::Latin;
        let weight = |(named, row): &(Named, Row<'_>)| {
            let mut weight = row.prominence;
            // A code qualifies a place: "Porto (PT)". Alone it is more often the name of a person
            // or band.
            if row.kind == Kind::Country && !named.main && mention.name.len() == 2 {
                weight -= CODE_PENALTY;
            }
            if named.main {
                weight += MAIN_NAME_BONUS;
            } else if is_latin && row.kind == Kind::Country {
                weight -= FOREIGN_NAME_PENALTY;
            }
            if row.name == written && !row.name.is_ascii() {
                weight += EXACT_ACCENTS_BONUS;
            }
            // Of a trip's places, those near the others.
            weight += self.around.map_or(0.0, |around| around.bonus(row));
            if elsewhere.iter().any(|area| area.contains(row)) {
                weight += NAMED_AREA_BONUS;
            }
            weight
        };
        let mut rows: Found<'a> = self.rows(mention).collect();
        if let Some(around) = self.around {
            remove_outshone(&mut rows, around);
        }
        let best = rows.into_iter().max_by(|one, other| {
            weight(one)
                .total_cmp(&weight(other))
                .then(other.0.place.cmp(&one.0.place))
        });
        best.map(|(named, row)| Choice {
            place: named.place,
            row,
            main: named.main,
            qualified: false,
        })
    }

    /// Returns the place that lies in the country or region of an adjacent mention.
    fn qualified(&self, index: usize) -> Option<(Named, Row<'a>)> {
        let mention = self.mentions.get(index)?;
        let inside = |neighbour: &Mention| {
            let areas: Vec<Row<'_>> = self.areas(neighbour).collect();
            self.rows(mention)
                .find(|(_, row)| areas.iter().any(|area| area.contains(row)))
        };
        let after = |index: usize, beside: &Mention| {
            let next = self
                .mentions
                .get(index)
                .filter(|next| next.start == beside.end)?;
            let gap = self.first(next)?.before;
            matches!(gap, Gap::Comma | Gap::Paren | Gap::Space | Gap::Nothing).then_some(next)
        };
        let before = || {
            let previous = self
                .mentions
                .get(index.checked_sub(1)?)
                .filter(|previous| previous.end == mention.start)?;
            let gap = self.first(mention)?.before;
            matches!(
                gap,
                Gap::Comma | Gap::Paren | Gap::Stop | Gap::Arrow | Gap::Hyphen | Gap::Nothing
            )
            .then_some(previous)
        };
        let next = after(index + 1, mention);
        next.and_then(inside)
            .or_else(|| before().and_then(inside))
            // Springfield, Oregon, United States: the third mention qualifies as well.
            .or_else(|| after(index + 2, next?).and_then(inside))
    }

    /// Returns the countries and regions that the mention may mean.
    fn areas(&self, mention: &Mention) -> impl Iterator<Item = Row<'a>> {
        let abbreviates = mention.name.chars().count() <= 3
            && self
                .first(mention)
                .is_some_and(|token| token.script.has_case() && token.case != Case::Upper);
        self.rows(mention)
            .filter(move |(_, row)| row.kind != Kind::City && !abbreviates)
            .map(|(_, row)| row)
    }

    fn rows(&self, mention: &Mention) -> impl Iterator<Item = (Named, Row<'a>)> {
        let data = self.data;
        mention
            .found
            .iter()
            .filter_map(move |named| Some((*named, data.row(named.place)?)))
    }
}

/// Returns how well a place is known by the name.
pub(crate) fn fame(named: Named, row: &Row<'_>) -> f64 {
    row.prominence + if named.main { MAIN_NAME_BONUS } else { 0.0 }
}

/// Removes namesakes of a world city that are known much less, unless the trip names their region:
/// "Los Angeles" is no suburb of Madrid.
pub(crate) fn remove_outshone(rows: &mut Found<'_>, around: &Surroundings<'_>) {
    let is_world_city = |row: &Row<'_>| row.kind == Kind::City && row.prominence >= WORLD_CITY;
    let cities = rows.iter().filter(|(_, row)| is_world_city(row));
    let most = cities.map(|(named, row)| fame(*named, row));
    if let Some(most) = most.max_by(f64::total_cmp) {
        rows.retain(|(named, row)| {
            fame(*named, row) + OUTSHONE >= most || around.has_region_of(row)
        });
    }
}
