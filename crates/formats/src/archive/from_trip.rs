//! The documents of a trip: every value of the domain as a shape.

use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::itinerary::ItemPhoto;
use wayfare_domain::trip::place::Coordinates;
use wayfare_domain::trip::{
    Budget, Destination, Expenditure, ItineraryItem, MapLocation, MemberShare, Mention, Parties,
    Payment, RecordedSettlement, Transportation,
};
use wayfare_domain::user::is_uuid_shaped;
use wayfare_domain::{Currency, Instant, Moment, People, Trip, UserId};

use super::shapes::{
    BudgetFile, CoordinatesFile, DestinationFile, EstimateFile, ExpenditureFile, ItemFile,
    LocationFile, MomentFile, Number, PaymentFile, PhotoFile, SettlementFile, ShareFile,
    TransportationFile, TripFile,
};

impl TripFile {
    /// The document of a trip, whose people are `people` and whose base currency is `base`.
    pub(crate) fn new(
        trip: &Trip,
        people: &People,
        base: Currency,
        main_picture: Option<String>,
        photos: Vec<String>,
    ) -> Self {
        let plan = &trip.plan;
        let members = &Members::new(trip, people);
        Self {
            name: trip.name.as_str().to_owned(),
            description: trip.description.to_string(),
            created_at: trip.created_at.to_string(),
            updated_at: trip.updated_at.to_string(),
            base_currency: Some(base),
            start: plan.dates.start.map(MomentFile::from),
            end: plan.dates.end.map(MomentFile::from),
            estimate: EstimateFile {
                lo: plan.estimate.lo.into(),
                hi: plan.estimate.hi.into(),
            },
            budget: BudgetFile::new(&plan.budget, members),
            expenditures: plan
                .expenditures
                .iter()
                .map(ExpenditureFile::from)
                .collect(),
            todo: plan.todo.iter().map(ToString::to_string).collect(),
            destinations: plan
                .destinations
                .iter()
                .map(DestinationFile::from)
                .collect(),
            items: trip
                .itinerary
                .iter()
                .map(|item| ItemFile::new(item, members))
                .collect(),
            notes: trip.map.notes.to_string(),
            locations: trip.map.locations.iter().map(LocationFile::from).collect(),
            settlements: plan
                .settlements
                .iter()
                .map(|settlement| SettlementFile::new(settlement, members))
                .collect(),
            main_picture,
            photos: photos.into_iter().collect(),
        }
    }
}

impl From<Moment> for MomentFile {
    fn from(moment: Moment) -> Self {
        Self {
            time: moment.at.to_string(),
            unit: moment.unit,
        }
    }
}

impl BudgetFile {
    fn new(budget: &Budget, members: &Members<'_>) -> Self {
        let Budget {
            currency,
            category,
            estimated,
            total,
            paid,
            shares,
            rate,
        } = budget;
        Self {
            currency: *currency,
            category: category.to_string(),
            estimated: estimated.map(Number::from),
            total: total.map(Number::from),
            paid: paid.map(Number::from),
            shares: shares
                .iter()
                .map(|share| ShareFile::new(share, members))
                .collect(),
            rate: rate.clone(),
        }
    }
}

impl ShareFile {
    fn new(share: &MemberShare, members: &Members<'_>) -> Self {
        let MemberShare {
            member,
            user: _,
            name,
            estimated,
            cost,
            paid,
            paid_at,
            payment,
        } = share;
        Self {
            member: member.as_str().to_owned(),
            user: members.user(share.mention()),
            name: members.name(member, name),
            estimated: (*estimated).into(),
            cost: (*cost).into(),
            paid: (*paid).into(),
            paid_at: paid_at.map(text),
            payment: payment.map(|Payment { value, currency }| PaymentFile {
                value: value.into(),
                currency,
            }),
        }
    }
}

impl From<&Expenditure> for ExpenditureFile {
    fn from(Expenditure { expenditure, cost }: &Expenditure) -> Self {
        Self {
            expenditure: expenditure.to_string(),
            cost: (*cost).into(),
        }
    }
}

impl From<&Destination> for DestinationFile {
    fn from(destination: &Destination) -> Self {
        let Destination {
            id,
            name,
            location,
            description,
            coordinates,
            time_zone,
        } = destination;
        Self {
            id: id.to_string(),
            name: name.to_string(),
            location: location.to_string(),
            description: description.to_string(),
            coordinates: coordinates.map(CoordinatesFile::from),
            time_zone: time_zone.as_ref().map(|zone| zone.as_str().to_owned()),
        }
    }
}

impl From<Coordinates> for CoordinatesFile {
    fn from(at: Coordinates) -> Self {
        Self {
            latitude: at.latitude().into(),
            longitude: at.longitude().into(),
        }
    }
}

impl ItemFile {
    fn new(item: &ItineraryItem, members: &Members<'_>) -> Self {
        let ItineraryItem {
            id,
            kind,
            day,
            start,
            end,
            duration,
            budget,
            destination,
            photos,
        } = item;
        Self {
            id: id.to_string(),
            r#type: kind.as_str().to_owned(),
            day: day.number(),
            start: start.map(text),
            end: end.map(text),
            duration: (*duration).into(),
            destination: destination.into(),
            budget: BudgetFile::new(budget, members),
            photos: photos.iter().map(PhotoFile::from).collect(),
        }
    }
}

impl From<&ItemPhoto> for PhotoFile {
    fn from(ItemPhoto { url, description }: &ItemPhoto) -> Self {
        Self {
            url: url.as_str().to_owned(),
            description: description.to_string(),
        }
    }
}

impl From<&MapLocation> for LocationFile {
    fn from(location: &MapLocation) -> Self {
        let MapLocation {
            title,
            address,
            period,
            transportation,
            coordinates,
        } = location;
        let Transportation {
            kind,
            distance,
            time,
            cost,
        } = transportation;
        Self {
            title: title.to_string(),
            address: address.to_string(),
            start: period.map(|period| period.start.into()),
            end: period.map(|period| period.end.into()),
            transportation: TransportationFile {
                r#type: kind.to_string(),
                distance: (*distance).into(),
                time: (*time).into(),
                cost: (*cost).into(),
            },
            coordinates: coordinates.map(CoordinatesFile::from),
        }
    }
}

impl SettlementFile {
    fn new(settlement: &RecordedSettlement, members: &Members<'_>) -> Self {
        let RecordedSettlement {
            id: _,
            from,
            to,
            from_user: _,
            to_user: _,
            amount,
            currency,
            date,
            note,
            recorded_by: _,
            recorded_at,
            rate,
        } = settlement;
        Self {
            from: from.as_str().to_owned(),
            to: to.as_str().to_owned(),
            from_user: members.user(settlement.payer()),
            to_user: members.user(settlement.payee()),
            amount: (*amount).into(),
            currency: *currency,
            date: text(*date),
            note: note.to_string(),
            recorded_at: text(*recorded_at),
            rate: rate.clone(),
        }
    }
}

fn text(instant: Instant) -> String {
    instant.to_string()
}

/// Whom the member ids of a trip mean.
struct Members<'t> {
    people: &'t People,
    parties: Parties<'t>,
    /// Whether each party has several member ids.
    has_several: Vec<bool>,
}

impl<'t> Members<'t> {
    fn new(trip: &'t Trip, people: &'t People) -> Self {
        let parties = Parties::new(trip.all_mentions(), people);
        let mut first = vec![None; parties.names().len()];
        let mut has_several = vec![false; first.len()];
        for mention in trip.all_mentions() {
            let place = parties.place_of(mention);
            if let Some(place) = place
                && let (Some(first), Some(several)) =
                    (first.get_mut(place), has_several.get_mut(place))
            {
                *several |= *first.get_or_insert(mention.member) != mention.member;
            }
        }
        Self {
            people,
            parties,
            has_several,
        }
    }

    /// The account that a member id means, unless the text alone tells: it names that person, who
    /// has no other text here.
    fn user(&self, mention: Mention<'_>) -> Option<UserId> {
        let place = self.parties.place_of(mention)?;
        let user = self.parties.user(place)?;
        let has_several = self.has_several.get(place).copied().unwrap_or_default();
        let is_resolved = self.people.resolve(mention.member) == Some(user);
        let is_known = self.people.get(user).is_some();
        (has_several || is_known && !is_resolved).then_some(user)
    }

    /// The name of a member: of a person who is named by an id alone, the username.
    fn name(&self, member: &MemberId, name: &str) -> String {
        if name.is_empty() && is_uuid_shaped(member.as_str()) {
            let person = self.people.resolve(member.as_str());
            let username = person.map(|person| self.people.username(person));
            return username.unwrap_or_default().to_owned();
        }
        name.to_owned()
    }
}
