//! `trip.json` of an archive, version 1.
//!
//! Texts, times and amounts are strings, amounts with all their digits. `docs/archive.schema.json`
//! describes them. Later versions read this form: a field is only added, with a default. Each shape
//! is made of a value of the domain, and is read by the constructors of its types.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, Serialize};
use wayfare_domain::trip::import::{FileDays, ImportedContent};
use wayfare_domain::trip::place::PLACE_RULES;
use wayfare_domain::trip::{
    self, Estimate, Expenditure, MemberNames, OwnRate, OwnRates, TodoLists, TripMap,
};
use wayfare_domain::{Currency, Dates, Name, Path, People, Plan, ShortText, Trip, TripOverview};

use super::PictureEntry;
use super::budget::{BudgetFile, Members, PartyFile, SettlementFile};
use super::lists::{ListFile, TrackFile};
use super::places::{DestinationFile, ItemFile, LocationFile, zone, zone_text};
use super::values::{
    MomentFile, Number, amount, each, moment, optional, refused, signed_amount, text, value,
};
use crate::import::list::List;
use crate::import::{FileSource, ImportError, ImportedFile};

/// The most shares of all items.
const MAX_SHARES: usize = 50_000;

/// A trip.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TripFile {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    created_at: String,
    #[serde(default)]
    updated_at: String,
    #[serde(default)]
    base_currency: Option<Currency>,
    #[serde(default)]
    start: Option<MomentFile>,
    #[serde(default)]
    end: Option<MomentFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_zone: Option<String>,
    /// The revision of the rules by which its places were found.
    #[serde(default)]
    place_rules: u16,
    #[serde(default)]
    estimate: EstimateFile,
    #[serde(default)]
    budget: BudgetFile,
    #[serde(default)]
    expenditures: List<ExpenditureFile, { Trip::MAX_EXPENDITURES }>,
    #[serde(default)]
    todo: List<String, { Trip::MAX_TODO }>,
    /// The lists, of whose first `todo` are the open entries.
    #[serde(default, skip_serializing_if = "<[ListFile]>::is_empty")]
    lists: List<ListFile, { Trip::MAX_LISTS }>,
    #[serde(default)]
    destinations: List<DestinationFile, { Trip::MAX_DESTINATIONS }>,
    #[serde(default, deserialize_with = "items")]
    items: List<ItemFile, { Trip::MAX_ITEMS }>,
    #[serde(default)]
    notes: String,
    #[serde(default)]
    locations: List<LocationFile, { Trip::MAX_LOCATIONS }>,
    /// Lines of the map.
    #[serde(default, skip_serializing_if = "<[TrackFile]>::is_empty")]
    tracks: List<TrackFile, { Trip::MAX_TRACKS }>,
    /// The trip's own rates into its base currency.
    #[serde(default, skip_serializing_if = "<[RateFile]>::is_empty")]
    rates: List<RateFile, { OwnRates::MAX }>,
    #[serde(default)]
    settlements: List<SettlementFile, { Trip::MAX_SETTLEMENTS }>,
    /// The parties that may be named by no budget.
    #[serde(default, skip_serializing_if = "<[PartyFile]>::is_empty")]
    parties: List<PartyFile, { Trip::MAX_STORED_PARTIES }>,
    /// The file of the main picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) main_picture: Option<String>,
    /// The files of the photos, in order.
    #[serde(default)]
    pub(super) photos: List<String, { Trip::MAX_PHOTOS }>,
    /// The captions of those pictures that have one.
    #[serde(default, skip_serializing_if = "<[CaptionFile]>::is_empty")]
    captions: List<CaptionFile, { Trip::MAX_PHOTOS + 1 }>,
    /// The files of the trip, for its people alone.
    #[serde(default, skip_serializing_if = "<[AttachedFile]>::is_empty")]
    files: List<AttachedFile, { Trip::MAX_FILES }>,
}

/// A file of the trip.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttachedFile {
    /// Its file in the archive.
    path: String,
    name: String,
    /// The id of its item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    item: Option<String>,
    #[serde(default)]
    created_at: String,
}

impl AttachedFile {
    /// The files that are in the archive, by their entries.
    fn of(files: &[trip::TripFile], entries: &[PictureEntry]) -> impl Iterator<Item = Self> {
        let paths: HashMap<_, _> = entries.iter().map(|it| (it.id, &it.path)).collect();
        files.iter().filter_map(move |file| {
            Some(Self {
                path: paths.get(&file.id)?.to_string(),
                name: file.name.to_string(),
                item: file.item.as_ref().map(ToString::to_string),
                created_at: file.created_at.to_string(),
            })
        })
    }
}

/// The caption of a picture.
#[derive(Serialize, Deserialize)]
struct CaptionFile {
    /// The file of the picture.
    picture: String,
    caption: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct EstimateFile {
    lo: Number,
    hi: Number,
}

#[derive(Serialize, Deserialize)]
struct RateFile {
    currency: String,
    rate: String,
}

#[derive(Serialize, Deserialize)]
struct ExpenditureFile {
    expenditure: String,
    cost: Number,
}

/// Reads items, which have no more shares together than fit into a stored trip.
fn items<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<List<ItemFile, { Trip::MAX_ITEMS }>, D::Error> {
    List::bounded(
        deserializer,
        |item: &ItemFile| item.budget.shares.len(),
        MAX_SHARES,
    )
}

impl TripFile {
    /// The document of a trip, whose people are `people`, called by `names`, and whose base
    /// currency is `base`, with the entries of its main picture, its photos and its files.
    pub(super) fn new(
        trip: &Trip,
        people: &People,
        names: &MemberNames<'_>,
        base: Currency,
        main_picture: Option<&PictureEntry>,
        photos: &[PictureEntry],
        attached: &[PictureEntry],
    ) -> Self {
        let Trip {
            overview,
            itinerary,
            map,
        } = trip;
        let TripMap {
            notes,
            locations,
            tracks,
        } = &**map;
        let TripOverview {
            id: _,
            version: _,
            created_at,
            updated_at,
            owner: _,
            members: _,
            viewers: _,
            private: _,
            name,
            description,
            plan,
            gallery,
        } = &**overview;
        let Plan {
            destinations,
            estimate,
            budget,
            expenditures,
            dates,
            lists: _,
            settlements,
            parties,
            files,
            rates: _,
            time_zone,
            place_rules,
            relocations: _,
            last_edits: _,
            withdrawals: _,
            named: _,
        } = plan;
        let members = &Members::new(trip, people);
        let lists = trip.lists();
        let parties = parties.iter().map(PartyFile::new);
        let people = PartyFile::of_people(trip, members, names);
        let expenditure = |Expenditure { expenditure, cost }: &Expenditure| ExpenditureFile {
            expenditure: expenditure.to_string(),
            cost: (*cost).into(),
        };
        let rate = |(currency, rate): &(Currency, OwnRate)| RateFile {
            currency: currency.code().to_owned(),
            rate: rate.to_string(),
        };
        let pictures = main_picture.into_iter().chain(photos);
        let captions = pictures.filter_map(|PictureEntry { id, path }| {
            let caption = gallery.captions.get(id)?.to_string();
            let picture = path.clone();
            Some(CaptionFile { picture, caption })
        });
        let path = |entry: &PictureEntry| entry.path.clone();
        let items = itinerary.iter().map(|item| ItemFile::new(item, members));
        let settlements = settlements.iter();
        let settlements = settlements.map(|it| SettlementFile::new(it, members));
        Self {
            name: name.as_str().to_owned(),
            description: description.to_string(),
            created_at: created_at.to_string(),
            updated_at: updated_at.to_string(),
            base_currency: Some(base),
            start: dates.start.map(MomentFile::from),
            end: dates.end.map(MomentFile::from),
            time_zone: time_zone.as_ref().map(zone_text),
            place_rules: *place_rules,
            estimate: EstimateFile {
                lo: estimate.lo.into(),
                hi: estimate.hi.into(),
            },
            budget: BudgetFile::new(budget, members),
            expenditures: expenditures.iter().map(expenditure).collect(),
            todo: lists.todo().map(ToString::to_string).collect(),
            lists: lists
                .iter()
                .map(|list| ListFile::new(list, members))
                .collect(),
            destinations: destinations.iter().map(DestinationFile::new).collect(),
            items: items.collect(),
            notes: notes.to_string(),
            locations: locations.iter().map(LocationFile::new).collect(),
            tracks: tracks.iter().map(TrackFile::new).collect(),
            rates: overview.own_rates(base).iter().map(rate).collect(),
            settlements: settlements.collect(),
            parties: parties.chain(people).collect(),
            captions: captions.collect(),
            main_picture: main_picture.map(path),
            photos: photos.iter().map(path).collect(),
            files: AttachedFile::of(files, attached).collect(),
        }
    }

    /// Takes the captions, by the file of the picture.
    ///
    /// # Errors
    /// A caption that a picture can't have.
    pub(super) fn take_captions(&mut self) -> Result<HashMap<String, ShortText>, ImportError> {
        let read = |CaptionFile { picture, caption }| Ok((picture, text("captions", caption)?));
        std::mem::take(&mut self.captions.0)
            .into_iter()
            .map(read)
            .collect()
    }

    /// Takes the files of the trip, by their paths.
    pub(super) fn take_files(&mut self) -> Vec<ImportedFile> {
        let files = std::mem::take(&mut self.files.0).into_iter();
        let file = |file: AttachedFile| ImportedFile {
            name: file.name,
            item: file.item.map(|item| ShortText::cut(&item)),
            source: FileSource::Entry(file.path),
        };
        files.map(file).collect()
    }

    /// The content of the document.
    ///
    /// # Errors
    /// A value that a trip can't have.
    pub(super) fn read(self) -> Result<ImportedContent, ImportError> {
        let name = value("name", Name::new(&self.name))?;
        let description = text("description", self.description)?;
        let sent = Dates {
            start: optional(self.start, |start| moment("start", &start))?,
            end: optional(self.end, |end| moment("end", &end))?,
        };
        let dates = Dates::default().merge(sent, &Path::root());
        let dates = dates.map_err(|_| refused("start is after the end"))?;
        let lo = amount("estimate", self.estimate.lo)?;
        let hi = amount("estimate", self.estimate.hi)?;
        let estimate = Estimate::default().merge(Some(lo), Some(hi), &Path::root());
        let estimate = estimate.map_err(|_| refused("estimate lo is above hi"))?;
        let expenditure = |ExpenditureFile { expenditure, cost }| {
            Ok(Expenditure {
                expenditure: text("expenditures", expenditure)?,
                cost: signed_amount("expenditures", cost)?,
            })
        };
        let rate = |RateFile { currency, rate }| (currency, rate);
        let lists = match each(self.lists, ListFile::read)? {
            lists if lists.is_empty() => {
                TodoLists::of_todo(each(self.todo, |entry| text("todo", entry))?)
            }
            lists => lists.into(),
        };
        Ok(ImportedContent {
            name,
            description,
            plan: Plan {
                destinations: each(self.destinations, DestinationFile::read)?,
                estimate,
                budget: self.budget.read("budget")?,
                expenditures: each(self.expenditures, expenditure)?,
                dates,
                lists,
                settlements: each(self.settlements, SettlementFile::read)?,
                parties: each(self.parties, PartyFile::read)?,
                files: Vec::new(),
                rates: None,
                time_zone: optional(self.time_zone, zone)?,
                place_rules: self.place_rules.min(PLACE_RULES),
                relocations: 0,
                last_edits: Vec::new(),
                withdrawals: Vec::new(),
                named: Vec::new(),
            },
            base_currency: self.base_currency,
            rates: self.rates.0.into_iter().map(rate).collect(),
            itinerary: each(self.items, ItemFile::read)?,
            map: TripMap {
                notes: text("notes", self.notes)?,
                locations: each(self.locations, LocationFile::read)?,
                tracks: each(self.tracks, TrackFile::read)?,
            },
            days: FileDays::Written,
            payments: None,
            bookings: Vec::new(),
            files: Vec::new(),
        })
    }
}
