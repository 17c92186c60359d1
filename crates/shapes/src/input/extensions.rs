//! What the other routes take that neither variant has.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::extensions::{MemberRole, Section};
use crate::input::{Amount, Time, bodies};

bodies! { (Debug, Clone, Default, Serialize)
    /// All lists of a trip.
    ListsInput = crate::extensions::Lists {
        /// The lists, in order; those that are left out go.
        lists: Vec<NamedListInput> [max_items = 20],
    }

    /// A list of a trip.
    NamedListInput {
        /// Which list of the trip; a new one where it is left out.
        id: Option<String> [max_length = 2_000],
        /// What it is called.
        name: String [min_length = 1, max_length = 200],
        /// All its entries, in order.
        entries: Vec<ListEntryInput> [max_items = 500],
    }

    /// An entry of a list.
    ListEntryInput {
        /// Which entry; a new one where it is left out.
        id: Option<String> [max_length = 2_000],
        /// What is to be done.
        text: String [max_length = 2_000],
        /// Whether it is done.
        done: bool,
        /// Who does it: a `memberId` of the budgets, or the username or user id of a person of the
        /// trip.
        by: Option<String> [min_length = 1, max_length = 200],
    }

    /// The trip's own exchange rates.
    OwnRatesInput = crate::extensions::OwnRates {
        /// Units of the base currency for one unit of each currency, by its ISO 4217 code: above 0,
        /// 1 to 15 significant digits without exponent, not the base currency. A number is taken,
        /// too.
        rates: BTreeMap<String, String>,
    }

    /// Roles to change.
    RolesInput = crate::extensions::Roles {
        /// The new role of each member to change, by username. The owner can only be named as
        /// `owner`.
        roles: BTreeMap<String, MemberRole>,
    }

    /// By how many days a trip moves.
    ShiftInput {
        /// The number of days, later or (negative) earlier.
        days: i64 [value_type = i64, minimum = -100_000, maximum = 100_000],
    }

    /// A copy of a trip.
    TripCopyInput {
        /// Its name; that of the trip where it is left out.
        name: Option<String> [min_length = 1, max_length = 200],
        /// The day to which the trip moves, such as `2027-05-01`; a point in time is taken too.
        /// Times keep their hour. The trip stays where this is left out.
        start: Option<String> [format = Date],
        /// What comes along, out of `costs`, `people`, `pictures` and `lists`.
        with: Option<Vec<String>> [max_items = 20],
    }

    /// A change of a picture. Only what is sent changes.
    PictureChangeInput {
        /// What it shows; empty removes the caption.
        caption: Option<String> [max_length = 2_000],
        /// Its place in the list of pictures, from 0; the end if it is beyond. The main picture is
        /// the first.
        index: Option<u32> [value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_i64],
        /// Whether it is the main picture. The former one becomes the first photo.
        main: Option<bool>,
    }

    /// A payment between two members.
    SettlementInput {
        /// Who paid: a `memberId` of the trip's budgets, or a person of the trip.
        from: String [min_length = 1, max_length = 200],
        /// Who received; another than `from`.
        to: String [min_length = 1, max_length = 200],
        /// How much: above 0, and not finer than the minor unit.
        amount: Amount,
        /// ISO 4217 code; the base currency where it is left out.
        currency: Option<String> [pattern = "^[A-Z]{3}$"],
        /// When it was paid; now where it is left out.
        date: Option<Time>,
        /// A note.
        note: Option<String> [max_length = 2_000],
    }
}

bodies! { (Clone, Default, Serialize)
    /// A new share link, or what is to be changed of one.
    #[serde(rename_all = "camelCase")]
    ShareLinkInput {
        /// A text by which the owner knows it.
        label: Option<String> [max_length = 2_000],
        /// What it shows, besides name, description and dates. A new link shows itinerary, map and
        /// photos where it is left out.
        sections: Option<Vec<Section>> [min_items = 1, max_items = 70],
        /// When it ends; not in the past. null for never. Of a new link, where it is left out, 90
        /// days after the end of the trip or from now, whichever is later.
        expires_at: Option<Option<Time>> [value_type = Option<Time>],
        /// A password that visitors must know; null for none.
        password: Option<Option<String>>
            [value_type = Option<String>, min_length = 1, max_length = 128],
    }

    /// A new invitation.
    #[serde(rename_all = "camelCase")]
    InvitationInput {
        /// What those who join may do: editor, unless it says viewer.
        role: Option<MemberRole>,
        /// When it ends; not in the past. In 14 days where it is left out.
        expires_at: Option<Time>,
        /// How many people may join; any number where it is left out.
        uses: Option<u32> [minimum = 1],
        /// An e-mail address that it is sent to, too. Only where the service sends mail.
        email: Option<String> [format = Email],
    }

    /// How somebody joins a trip.
    JoinInput {
        /// The `memberId` of the party that the caller is, in every sum from then on.
        r#as: Option<String> [min_length = 1, max_length = 200],
    }
}

bodies! { (Debug, Clone, Default, Serialize)
    /// Trips of the caller.
    TripsInput {
        /// Their ids.
        uuids: Vec<String> [max_items = 100],
    }

    /// A person without an account.
    PartyInput {
        /// Their name.
        name: String [min_length = 1, max_length = 200],
    }
}
