//! The routes that neither variant has.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;

use crate::routes::{encoded, routes};
use crate::shapes::extensions::{
    CopiedTrip, Feed, Import, Lists, OwnRates, Places, Rates, RecordedSettlement, Roles,
    Settlement, ShareLink, SharedTrip, TripBudget,
};
use crate::shapes::input::{
    InvitationInput, ItemInput, ItemMoveInput, ItemPatchInput, ItemPlaceInput, JoinInput,
    ListsInput, OwnRatesInput, PartyInput, PictureChangeInput, RolesInput, SettlementInput,
    ShareLinkInput, ShiftInput, TripCopyInput,
};
use crate::shapes::lists::{TripFile, TripPicture};
use crate::shapes::people::{Invitation, Joined, OpenInvitation, Party};
use crate::shapes::trip::Item;
use crate::shapes::variant_a::UpdatedTrip;
use crate::{Call, Client, Mode, Results};

/// The routes that neither variant has; from [`Client::extensions`].
#[derive(Debug)]
pub struct Extensions<'c, M = Results>(pub(crate) &'c Client<M>);

routes! { Extensions:
    trip_budget(uuid): GET "/trips/{uuid}/budget" -> TripBudget;
    add_item(uuid): POST "/trips/{uuid}/trip_items" (ItemInput) -> Item, once();
    item(uuid, item: encoded): GET "/trips/{uuid}/trip_items/{item}" -> Item;
    update_item(uuid, item: encoded):
        PUT "/trips/{uuid}/trip_items/{item}" (ItemPatchInput) -> Item;
    delete_item(uuid, item: encoded): DELETE "/trips/{uuid}/trip_items/{item}" -> ();
    move_item(uuid, item: encoded):
        POST "/trips/{uuid}/trip_items/{item}/move" (ItemMoveInput) -> Item, once();
    set_item_place(uuid, item: encoded):
        PUT "/trips/{uuid}/trip_items/{item}/place" (ItemPlaceInput) -> Item;
    delete_item_place(uuid, item: encoded): DELETE "/trips/{uuid}/trip_items/{item}/place" -> ();
    roles(uuid): GET "/trips/{uuid}/roles" -> Roles;
    set_roles(uuid): PUT "/trips/{uuid}/roles" (RolesInput) -> Roles;
    own_rates(uuid): GET "/trips/{uuid}/rates" -> OwnRates;
    set_own_rates(uuid): PUT "/trips/{uuid}/rates" (OwnRatesInput) -> OwnRates;
    share_links(uuid): GET "/trips/{uuid}/share-links" -> Vec<ShareLink>;
    create_share_link(uuid):
        POST "/trips/{uuid}/share-links" (ShareLinkInput) -> ShareLink, once();
    share_link(uuid, link): GET "/trips/{uuid}/share-links/{link}" -> ShareLink;
    update_share_link(uuid, link):
        PATCH "/trips/{uuid}/share-links/{link}" (ShareLinkInput) -> ShareLink;
    delete_share_link(uuid, link): DELETE "/trips/{uuid}/share-links/{link}" -> ();
    invitations(uuid): GET "/trips/{uuid}/invitations" -> Vec<Invitation>;
    create_invitation(uuid):
        POST "/trips/{uuid}/invitations" (InvitationInput) -> Invitation, once();
    trip_invitation(uuid, invitation):
        GET "/trips/{uuid}/invitations/{invitation}" -> Invitation;
    delete_invitation(uuid, invitation): DELETE "/trips/{uuid}/invitations/{invitation}" -> ();
    /// Needs no account.
    invitation(token): GET "/invitations/{token}" -> OpenInvitation;
    join(token): POST "/invitations/{token}" (JoinInput) -> Joined, once();
    parties(uuid): GET "/trips/{uuid}/parties" -> Vec<Party>;
    party(uuid, member: encoded): GET "/trips/{uuid}/parties/{member}" -> Party;
    add_party(uuid): POST "/trips/{uuid}/parties" (PartyInput) -> Party, once();
    delete_party(uuid, member: encoded): DELETE "/trips/{uuid}/parties/{member}" -> ();
    /// Needs no account.
    shared(token): GET "/shared/{token}" -> SharedTrip;
    settlement(uuid): GET "/trips/{uuid}/settlement" -> Settlement;
    settlements(uuid): GET "/trips/{uuid}/settlements" -> Vec<RecordedSettlement>;
    record_settlement(uuid):
        POST "/trips/{uuid}/settlements" (SettlementInput) -> RecordedSettlement, once();
    recorded_settlement(uuid, settlement):
        GET "/trips/{uuid}/settlements/{settlement}" -> RecordedSettlement;
    delete_settlement(uuid, settlement): DELETE "/trips/{uuid}/settlements/{settlement}" -> ();
    export(uuid, format): GET "/trips/{uuid}/export/{format}" -> ();
    open_trip_feed(uuid): POST "/trips/{uuid}/feed" -> Feed, once();
    close_trip_feed(uuid): DELETE "/trips/{uuid}/feed" -> ();
    open_account_feed(username): POST "/user/{username}/feed" -> Feed, once();
    close_account_feed(username): DELETE "/user/{username}/feed" -> ();
    feed(secret): GET "/feeds/{secret}.ics" -> ();
    lists(uuid): GET "/trips/{uuid}/lists" -> Lists;
    set_lists(uuid): PUT "/trips/{uuid}/lists" (ListsInput) -> Lists;
    copy_trip(uuid): POST "/trips/{uuid}/copy" (TripCopyInput) -> CopiedTrip, once();
    /// The query is one such as `base=CAD&date=2026-05-01`, or empty.
    rates(query): GET "/rates?{query}" -> Rates;
    pictures(uuid): GET "/trips/{uuid}/pictures" -> Vec<TripPicture>;
    /// With a [`Call::file`] in the part `file`.
    add_picture(uuid): POST "/trips/{uuid}/pictures" -> TripPicture, once();
    picture(uuid, picture): GET "/trips/{uuid}/pictures/{picture}" -> TripPicture;
    update_picture(uuid, picture):
        PATCH "/trips/{uuid}/pictures/{picture}" (PictureChangeInput) -> TripPicture;
    files(uuid): GET "/trips/{uuid}/files" -> Vec<TripFile>;
    /// With a [`Call::file`] in the part `file`.
    add_file(uuid): POST "/trips/{uuid}/files" -> TripFile, once();
    file(uuid, file): GET "/trips/{uuid}/files/{file}" -> ();
    delete_file(uuid, file): DELETE "/trips/{uuid}/files/{file}" -> ();
    delete_picture(uuid, picture): DELETE "/trips/{uuid}/pictures/{picture}" -> ();
}

impl<M: Mode> Extensions<'_, M> {
    /// `GET /places`, near the places of a trip if one is given.
    pub fn places(&self, text: &str, trip: Option<&str>) -> Call<Places, M> {
        let text = utf8_percent_encode(text, NON_ALPHANUMERIC);
        let trip = trip.map(|trip| format!("&trip={trip}"));
        self.0.route(
            Method::GET,
            format!("/places?q={text}{}", trip.unwrap_or_default()),
        )
    }

    /// `POST /trips/{uuid}/shift`
    pub fn shift(&self, uuid: &str, days: i64) -> Call<UpdatedTrip, M> {
        let path = format!("/trips/{uuid}/shift");
        let call = self.0.route(Method::POST, path).once();
        call.json(&ShiftInput { days })
    }

    /// `GET /shared/{token}` of a link with a password
    pub fn shared_with(&self, token: &str, password: &str) -> Call<SharedTrip, M> {
        let password = encoded(password).to_string();
        self.shared(token).header("share-password", password)
    }

    /// `POST /imports`; into a trip with `trip=<uuid>` in the query, a preview with `preview=true`;
    /// the query may be empty
    pub fn import(&self, query: &str, file: impl Into<Vec<u8>>) -> Call<Import, M> {
        let call = self.0.route(Method::POST, format!("/imports?{query}"));
        call.once().file("file", "file", file)
    }
}
