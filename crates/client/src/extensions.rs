//! The routes that neither variant has.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;

use crate::shapes::extensions::{
    CopiedTrip, Feed, Import, Lists, OwnRates, Places, Rates, RecordedSettlement, Roles,
    Settlement, ShareLink, SharedTrip, TripBudget,
};
use crate::shapes::input::{
    Body, InvitationInput, ItemInput, ItemMoveInput, ItemPatchInput, ItemPlaceInput, JoinInput,
    ListsInput, OwnRatesInput, PartyInput, RolesInput, SettlementInput, ShareLinkInput, ShiftInput,
    TripCopyInput,
};
use crate::shapes::people::{Invitation, Joined, OpenInvitation, Party};
use crate::shapes::trip::Item;
use crate::shapes::variant_a::UpdatedTrip;
use crate::{Call, Client, Mode, Results};

/// The routes that neither variant has; from [`Client::extensions`].
#[derive(Debug)]
pub struct Extensions<'c, M = Results>(pub(crate) &'c Client<M>);

impl<M: Mode> Extensions<'_, M> {
    /// `GET /trips/{uuid}/budget`
    pub fn trip_budget(&self, uuid: &str) -> Call<TripBudget, M> {
        self.0.get(format!("/trips/{uuid}/budget"))
    }

    /// `POST /trips/{uuid}/trip_items`
    pub fn add_item(&self, uuid: &str, body: &impl Body<ItemInput>) -> Call<Item, M> {
        self.0
            .post_once(format!("/trips/{uuid}/trip_items"))
            .json(body)
    }

    /// `GET /trips/{uuid}/trip_items/{item_id}`
    pub fn item(&self, uuid: &str, item: &str) -> Call<Item, M> {
        self.0.get(path_of(uuid, item))
    }

    /// `PUT /trips/{uuid}/trip_items/{item_id}`
    pub fn update_item(
        &self,
        uuid: &str,
        item: &str,
        body: &impl Body<ItemPatchInput>,
    ) -> Call<Item, M> {
        self.0.put(path_of(uuid, item)).json(body)
    }

    /// `DELETE /trips/{uuid}/trip_items/{item_id}`
    pub fn delete_item(&self, uuid: &str, item: &str) -> Call<(), M> {
        self.0.delete(path_of(uuid, item))
    }

    /// `POST /trips/{uuid}/trip_items/{item_id}/move`
    pub fn move_item(
        &self,
        uuid: &str,
        item: &str,
        body: &impl Body<ItemMoveInput>,
    ) -> Call<Item, M> {
        self.0
            .post_once(format!("{}/move", path_of(uuid, item)))
            .json(body)
    }

    /// `PUT /trips/{uuid}/trip_items/{item_id}/place`
    pub fn set_item_place(
        &self,
        uuid: &str,
        item: &str,
        body: &impl Body<ItemPlaceInput>,
    ) -> Call<Item, M> {
        self.0
            .put(format!("{}/place", path_of(uuid, item)))
            .json(body)
    }

    /// `DELETE /trips/{uuid}/trip_items/{item_id}/place`
    pub fn delete_item_place(&self, uuid: &str, item: &str) -> Call<(), M> {
        self.0.delete(format!("{}/place", path_of(uuid, item)))
    }

    /// `GET /places`, near the places of a trip if one is given.
    pub fn places(&self, text: &str, trip: Option<&str>) -> Call<Places, M> {
        let text = utf8_percent_encode(text, NON_ALPHANUMERIC);
        let trip = trip.map(|trip| format!("&trip={trip}"));
        self.0
            .get(format!("/places?q={text}{}", trip.unwrap_or_default()))
    }

    /// `POST /trips/{uuid}/shift`
    pub fn shift(&self, uuid: &str, days: i64) -> Call<UpdatedTrip, M> {
        self.0
            .post_once(format!("/trips/{uuid}/shift"))
            .json(&ShiftInput { days })
    }

    /// `GET /trips/{uuid}/roles`
    pub fn roles(&self, uuid: &str) -> Call<Roles, M> {
        self.0.get(format!("/trips/{uuid}/roles"))
    }

    /// `PUT /trips/{uuid}/roles`
    pub fn set_roles(&self, uuid: &str, body: &impl Body<RolesInput>) -> Call<Roles, M> {
        self.0.put(format!("/trips/{uuid}/roles")).json(body)
    }

    /// `GET /trips/{uuid}/rates`
    pub fn own_rates(&self, uuid: &str) -> Call<OwnRates, M> {
        self.0.get(format!("/trips/{uuid}/rates"))
    }

    /// `PUT /trips/{uuid}/rates`
    pub fn set_own_rates(&self, uuid: &str, body: &impl Body<OwnRatesInput>) -> Call<OwnRates, M> {
        self.0.put(format!("/trips/{uuid}/rates")).json(body)
    }

    /// `GET /trips/{uuid}/share-links`
    pub fn share_links(&self, uuid: &str) -> Call<Vec<ShareLink>, M> {
        self.0.get(format!("/trips/{uuid}/share-links"))
    }

    /// `POST /trips/{uuid}/share-links`
    pub fn create_share_link(
        &self,
        uuid: &str,
        body: &impl Body<ShareLinkInput>,
    ) -> Call<ShareLink, M> {
        self.0
            .post_once(format!("/trips/{uuid}/share-links"))
            .json(body)
    }

    /// `GET /trips/{uuid}/share-links/{link}`
    pub fn share_link(&self, uuid: &str, link: &str) -> Call<ShareLink, M> {
        self.0.get(format!("/trips/{uuid}/share-links/{link}"))
    }

    /// `PATCH /trips/{uuid}/share-links/{link}`
    pub fn update_share_link(
        &self,
        uuid: &str,
        link: &str,
        body: &impl Body<ShareLinkInput>,
    ) -> Call<ShareLink, M> {
        self.0
            .route(Method::PATCH, format!("/trips/{uuid}/share-links/{link}"))
            .json(body)
    }

    /// `DELETE /trips/{uuid}/share-links/{link}`
    pub fn delete_share_link(&self, uuid: &str, link: &str) -> Call<(), M> {
        self.0.delete(format!("/trips/{uuid}/share-links/{link}"))
    }

    /// `GET /trips/{uuid}/invitations`
    pub fn invitations(&self, uuid: &str) -> Call<Vec<Invitation>, M> {
        self.0.get(format!("/trips/{uuid}/invitations"))
    }

    /// `POST /trips/{uuid}/invitations`
    pub fn create_invitation(
        &self,
        uuid: &str,
        body: &impl Body<InvitationInput>,
    ) -> Call<Invitation, M> {
        self.0
            .post_once(format!("/trips/{uuid}/invitations"))
            .json(body)
    }

    /// `GET /trips/{uuid}/invitations/{invitation}`
    pub fn trip_invitation(&self, uuid: &str, invitation: &str) -> Call<Invitation, M> {
        self.0
            .get(format!("/trips/{uuid}/invitations/{invitation}"))
    }

    /// `DELETE /trips/{uuid}/invitations/{invitation}`
    pub fn delete_invitation(&self, uuid: &str, invitation: &str) -> Call<(), M> {
        self.0
            .delete(format!("/trips/{uuid}/invitations/{invitation}"))
    }

    /// `GET /invitations/{token}`, which needs no account
    pub fn invitation(&self, token: &str) -> Call<OpenInvitation, M> {
        self.0.get(format!("/invitations/{token}"))
    }

    /// `POST /invitations/{token}`
    pub fn join(&self, token: &str, body: &impl Body<JoinInput>) -> Call<Joined, M> {
        self.0.post_once(format!("/invitations/{token}")).json(body)
    }

    /// `GET /trips/{uuid}/parties`
    pub fn parties(&self, uuid: &str) -> Call<Vec<Party>, M> {
        self.0.get(format!("/trips/{uuid}/parties"))
    }

    /// `GET /trips/{uuid}/parties/{member}`
    pub fn party(&self, uuid: &str, member: &str) -> Call<Party, M> {
        self.0.get(party_path(uuid, member))
    }

    /// `POST /trips/{uuid}/parties`
    pub fn add_party(&self, uuid: &str, body: &impl Body<PartyInput>) -> Call<Party, M> {
        self.0
            .post_once(format!("/trips/{uuid}/parties"))
            .json(body)
    }

    /// `DELETE /trips/{uuid}/parties/{member}`
    pub fn delete_party(&self, uuid: &str, member: &str) -> Call<(), M> {
        self.0.delete(party_path(uuid, member))
    }

    /// `GET /shared/{token}`, which needs no account
    pub fn shared(&self, token: &str) -> Call<SharedTrip, M> {
        self.0.get(format!("/shared/{token}"))
    }

    /// `GET /shared/{token}` of a link with a password
    pub fn shared_with(&self, token: &str, password: &str) -> Call<SharedTrip, M> {
        let password = utf8_percent_encode(password, RESERVED).to_string();
        self.shared(token).header("share-password", password)
    }

    /// `GET /trips/{uuid}/settlement`
    pub fn settlement(&self, uuid: &str) -> Call<Settlement, M> {
        self.0.get(format!("/trips/{uuid}/settlement"))
    }

    /// `GET /trips/{uuid}/settlements`
    pub fn settlements(&self, uuid: &str) -> Call<Vec<RecordedSettlement>, M> {
        self.0.get(format!("/trips/{uuid}/settlements"))
    }

    /// `POST /trips/{uuid}/settlements`
    pub fn record_settlement(
        &self,
        uuid: &str,
        body: &impl Body<SettlementInput>,
    ) -> Call<RecordedSettlement, M> {
        self.0
            .post_once(format!("/trips/{uuid}/settlements"))
            .json(body)
    }

    /// `GET /trips/{uuid}/settlements/{settlement}`
    pub fn recorded_settlement(&self, uuid: &str, settlement: &str) -> Call<RecordedSettlement, M> {
        self.0
            .get(format!("/trips/{uuid}/settlements/{settlement}"))
    }

    /// `DELETE /trips/{uuid}/settlements/{settlement}`
    pub fn delete_settlement(&self, uuid: &str, settlement: &str) -> Call<(), M> {
        self.0
            .delete(format!("/trips/{uuid}/settlements/{settlement}"))
    }

    /// `GET /trips/{uuid}/export/{format}`
    pub fn export(&self, uuid: &str, format: &str) -> Call<(), M> {
        self.0.get(format!("/trips/{uuid}/export/{format}"))
    }

    /// `POST /trips/{uuid}/feed`
    pub fn open_trip_feed(&self, uuid: &str) -> Call<Feed, M> {
        self.0.post_once(format!("/trips/{uuid}/feed"))
    }

    /// `DELETE /trips/{uuid}/feed`
    pub fn close_trip_feed(&self, uuid: &str) -> Call<(), M> {
        self.0.delete(format!("/trips/{uuid}/feed"))
    }

    /// `POST /user/{username}/feed`
    pub fn open_account_feed(&self, username: &str) -> Call<Feed, M> {
        self.0.post_once(format!("/user/{username}/feed"))
    }

    /// `DELETE /user/{username}/feed`
    pub fn close_account_feed(&self, username: &str) -> Call<(), M> {
        self.0.delete(format!("/user/{username}/feed"))
    }

    /// `GET /feeds/{secret}.ics`
    pub fn feed(&self, secret: &str) -> Call<(), M> {
        self.0.get(format!("/feeds/{secret}.ics"))
    }

    /// `GET /trips/{uuid}/lists`
    pub fn lists(&self, uuid: &str) -> Call<Lists, M> {
        self.0.get(format!("/trips/{uuid}/lists"))
    }

    /// `PUT /trips/{uuid}/lists`
    pub fn set_lists(&self, uuid: &str, body: &impl Body<ListsInput>) -> Call<Lists, M> {
        self.0.put(format!("/trips/{uuid}/lists")).json(body)
    }

    /// `POST /trips/{uuid}/copy`
    pub fn copy_trip(&self, uuid: &str, body: &impl Body<TripCopyInput>) -> Call<CopiedTrip, M> {
        self.0.post_once(format!("/trips/{uuid}/copy")).json(body)
    }

    /// `POST /imports`; into a trip with `trip=<uuid>` in the query, a preview with `preview=true`;
    /// the query may be empty
    pub fn import(&self, query: &str, file: impl Into<Vec<u8>>) -> Call<Import, M> {
        self.0
            .post_once(format!("/imports?{query}"))
            .file("file", "file", file)
    }

    /// `GET /rates`, with a query such as `base=CAD&date=2026-05-01`, or an empty one
    pub fn rates(&self, query: &str) -> Call<Rates, M> {
        self.0.get(format!("/rates?{query}"))
    }
}

/// All but the unreserved characters of URLs (RFC 3986).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

fn path_of(uuid: &str, item: &str) -> String {
    let item = utf8_percent_encode(item, RESERVED);
    format!("/trips/{uuid}/trip_items/{item}")
}

fn party_path(uuid: &str, member: &str) -> String {
    let member = utf8_percent_encode(member, RESERVED);
    format!("/trips/{uuid}/parties/{member}")
}
