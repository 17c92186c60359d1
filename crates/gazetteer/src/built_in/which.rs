//! Which of the places that bear a name is meant by it.

use super::data::{Kind, PlaceId, Row};
use super::mentions::Mention;
use super::names::Named;
use super::passage::Passage;
use super::text::{Case, Gap, Script};

/// By how much less prominent a place may be that bears a name mainly than one that bears it also.
const MAIN: f64 = 1.6;
/// The same for a name that is written with its very accents.
const EXACT: f64 = 0.8;
/// The same for a place within a country or region that the text names elsewhere.
const INSIDE: f64 = 1.5;
/// What a country loses where it bears a name in another language only: Salvador is a city.
const FOREIGN: f64 = 2.0;

/// The same where the name is its code only.
const CODE: f64 = 8.0;

/// The place that a mention means, if it means one.
pub(crate) struct Choice<'a> {
    pub(crate) place: PlaceId,
    pub(crate) row: Row<'a>,
    /// Whether the name is the main one of the place.
    pub(crate) main: bool,
    /// Whether a neighbour says that it is there: "Portland, Oregon".
    pub(crate) settled: bool,
}

impl<'a> Passage<'a> {
    /// The place that the mention would mean.
    pub(crate) fn choose(&self, index: usize) -> Option<Choice<'a>> {
        let mention = self.mentions.get(index)?;
        if let Some((named, row)) = self.settled(index) {
            return Some(Choice {
                place: named.place,
                row,
                main: named.main,
                settled: true,
            });
        }
        let elsewhere: Vec<Row<'_>> = self
            .mentions
            .iter()
            .filter(|other| other.start != mention.start)
            .flat_map(|other| self.areas(other))
            .collect();
        let written: Vec<&str> = self
            .of(mention)
            .iter()
            .map(|token| token.written.as_str())
            .collect();
        let written = written.join(" ");
        let is_latin = self.script(mention) == Script::Latin;
        let weight = |(named, row): &(Named, Row<'_>)| {
            let mut weight = row.prominence;
            // Codes say where a place is: "Porto (PT)". By themselves they are names of people and
            // bands.
            if row.kind == Kind::Country && !named.main && mention.name.len() == 2 {
                weight -= CODE;
            }
            if named.main {
                weight += MAIN;
            } else if is_latin && row.kind == Kind::Country {
                weight -= FOREIGN;
            }
            if row.name == written && !row.name.is_ascii() {
                weight += EXACT;
            }
            if elsewhere.iter().any(|area| contains(area, row)) {
                weight += INSIDE;
            }
            weight
        };
        let best = self.rows(mention).max_by(|one, other| {
            weight(one)
                .total_cmp(&weight(other))
                .then(other.0.place.cmp(&one.0.place))
        });
        best.map(|(named, row)| Choice {
            place: named.place,
            row,
            main: named.main,
            settled: false,
        })
    }

    /// The place that a neighbour settles, which is a country or region that has such a place.
    fn settled(&self, index: usize) -> Option<(Named, Row<'a>)> {
        let mention = self.mentions.get(index)?;
        let inside = |neighbour: &Mention| {
            let areas: Vec<Row<'_>> = self.areas(neighbour).collect();
            self.rows(mention)
                .find(|(_, row)| areas.iter().any(|area| contains(area, row)))
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
            // Springfield, Oregon, United States: the third says where, too.
            .or_else(|| after(index + 2, next?).and_then(inside))
    }

    /// The countries and regions that the mention may be.
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

/// Whether the country or region has the smaller place.
pub(crate) fn contains(area: &Row<'_>, small: &Row<'_>) -> bool {
    small.kind < area.kind
        && small.country == area.country
        && (area.kind == Kind::Country || small.region == area.region)
}
