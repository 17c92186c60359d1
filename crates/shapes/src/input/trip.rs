//! What the routes of trips take.

use serde::Serialize;

use crate::input::{
    Amount, DatesInput, DestinationEntry, EpochsInput, EstimateInput, ExpenditureInput,
    ShortTextInput, SignedAmount, Time, bodies,
};

bodies! { (Debug, Clone, Default, Serialize)
    /// A new trip.
    #[serde(rename_all = "camelCase")]
    NewTripInput {
        /// Its name.
        name: String [min_length = 1, max_length = 200],
        /// Its description.
        desc: Option<String> [max_length = 10_000],
        /// What it is thought to cost.
        budget: Option<EstimateInput>,
        /// When it takes place.
        date: Option<EpochsInput>,
        /// Whether only its members see it; `true` where it is left out.
        private: Option<bool>,
        /// ISO 4217 code of the currency of its sums; the service's default where it is left out.
        base_currency: Option<String> [pattern = "^[A-Z]{3}$"],
        /// IANA name of its time zone.
        timezone: Option<String> [max_length = 64],
    }

    /// Owner, members and privacy, at least one of them. Only the owner changes them; members may
    /// take themselves off.
    ManagementInput = crate::variant_a::Management {
        /// Username or user id of the owner.
        owner: Option<String> [max_length = 2_000],
        /// Usernames or user ids of the members.
        members: Option<Vec<ShortTextInput>> [max_items = 100],
        /// Whether only the members see the trip.
        private: Option<bool>,
    }

    /// What both variants take for a change of a trip, but for `budget` and `date`. Only what is
    /// sent changes.
    TripEditInput {
        /// Its name.
        name: Option<String> [min_length = 1, max_length = 200],
        /// Its description.
        desc: Option<String> [max_length = 10_000],
        /// Its destinations, first to last.
        dest: Option<Vec<DestinationEntry>> [max_items = 200],
        /// What was spent.
        expenditures: Option<Vec<ExpenditureInput>> [max_items = 2_000],
        /// What is to be done.
        todo: Option<Vec<ShortTextInput>> [max_items = 500],
        /// URL of a picture: the service's own (no change), the default one's (none), another
        /// `http(s):` URL, or a `data:` URL.
        img: Option<String> [format = Uri],
        /// Username or user id of the owner; only the owner changes it.
        owner: Option<String> [max_length = 2_000],
        /// Usernames or user ids of the members; only the owner changes them.
        members: Option<Vec<ShortTextInput>> [max_items = 100],
        /// Whether only the members see the trip; only the owner changes it.
        private: Option<bool>,
        /// IANA name of its time zone; empty removes it.
        timezone: Option<String> [max_length = 64],
    }

    /// A change of a trip. Only what is sent changes.
    TripInputA = crate::variant_a::TripDetail {
        /// What both variants take.
        #[serde(flatten)]
        common: TripEditInput,
        /// When it takes place.
        date: Option<DatesInput>,
        /// An estimate, a base currency, the trip-wide budget: each key that is sent counts.
        budget: Option<AnyBudgetInput>,
    }

    /// A budget in any of its forms: each key that is sent counts.
    #[serde(rename_all = "camelCase")]
    AnyBudgetInput {
        /// Lower end of the estimate.
        lo: Option<Amount>,
        /// Higher end of the estimate.
        hi: Option<Amount>,
        /// ISO 4217 code of the base currency.
        base_currency: Option<String> [pattern = "^[A-Z]{3}$"],
        /// The trip-wide budget.
        #[serde(flatten)]
        budget: BudgetInput,
    }

    /// A change of a trip. Only what is sent changes.
    TripInputB = crate::variant_b::Trip {
        /// What both variants take.
        #[serde(flatten)]
        common: TripEditInput,
        /// When it takes place.
        date: Option<EpochsInput>,
        /// What it is thought to cost.
        budget: Option<EstimateInput>,
    }

    /// The body that changes the trip-wide budget.
    BudgetBodyInput = crate::extensions::TripBudget {
        /// The budget.
        budget: BudgetInput,
    }

    /// The budget of a trip as a whole, of which only what is sent changes; or of one itinerary
    /// item.
    #[serde(rename_all = "camelCase")]
    BudgetInput {
        /// ISO 4217 code; an item may have an empty one.
        currency: Option<String> [pattern = "^([A-Z]{3})?$"],
        /// What the money is for.
        category: Option<String> [max_length = 2_000],
        /// The estimated total; the members' sum where it is never sent.
        total_estimated_cost: Option<Amount>,
        /// The total; the members' sum where it is never sent.
        total_cost: Option<SignedAmount>,
        /// The paid total; the members' sum where it is never sent.
        total_paid_cost: Option<SignedAmount>,
        /// The members' parts.
        members_budget: Option<Vec<MemberBudgetInput>> [max_items = 100],
    }

    /// A member's part of a budget.
    #[serde(rename_all = "camelCase")]
    MemberBudgetInput {
        /// Whose part it is: the username or user id of a member of the trip, or any other name.
        member_id: String [min_length = 1, max_length = 200],
        /// The member's name.
        member_name: Option<String> [max_length = 2_000],
        /// What it is thought to cost them.
        estimated_cost: Option<Amount>,
        /// What it costs them.
        cost: Option<SignedAmount>,
        /// What they have paid.
        paid_value: Option<SignedAmount>,
        /// When they paid.
        payment_date: Option<Time>,
        /// What the payment was worth in the base currency.
        payment_base_currency_value: Option<SignedAmount>,
    }

    /// A change of the map. Only what is sent changes, and something must be.
    MapInput = crate::variant_b::Map {
        /// Notes; HTML is cleaned to a safe subset.
        notes: Option<String> [max_length = 100_000],
        /// All locations.
        locations: Option<Vec<LocationInput>> [max_items = 1_000],
        /// All lines; an extension.
        tracks: Option<Vec<TrackInput>> [max_items = 20],
    }

    /// A line on the map.
    TrackInput {
        /// What it is called.
        name: Option<String> [max_length = 2_000],
        /// Its points in order, each of two numbers: degrees east, degrees north.
        points: Vec<Vec<f64>> [min_items = 2, max_items = 2_000],
    }

    /// A location on the map.
    LocationInput {
        /// What it is called.
        title: Option<String> [max_length = 2_000],
        /// Where it is.
        address: Option<String> [max_length = 2_000],
        /// When the travellers are there.
        date: Option<EpochsInput>,
        /// How they get there.
        transportation: Option<TransportationInput>,
    }

    /// How one gets to a location of the map.
    TransportationInput {
        /// The means of transport; may be empty.
        r#type: Option<String> [max_length = 2_000],
        /// In kilometres.
        distance: Option<Amount>,
        /// In minutes.
        time: Option<Amount>,
        /// In the base currency.
        cost: Option<Amount>,
    }
}
