//! What came in by mail: each message with what was read of it, to be added to a trip.

use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::{Answer, Endpoint};
use wayfare_domain::{MemberRole, PictureId, TripId};
use wayfare_service::{Error, OwnTripsRequest, ProposalView};

use crate::form::{self, SentForm, sent_fields};
use crate::i18n::format::short;
use crate::i18n::texts as t;
use crate::markup::layout::Page;
use crate::pages::trip::frame::trip_page::address;
use crate::session::{SignedIn, Visitor, see_other, warnings};

/// The most trips that are offered.
const MAX_TRIPS: usize = 100;
/// The most items of a proposal that are shown.
const MAX_ITEMS: usize = 20;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::at("/proposals").get(get).post(post)]
}

/// The proposals of the visitor, with the trips to which they may go.
async fn get(SignedIn(visitor, account): SignedIn) -> Answer {
    let service = visitor.app.service.clone();
    let username = account.user.username.as_str();
    let open = service.proposals.list(account.caller, username).await?;
    let request = OwnTripsRequest {
        limit: MAX_TRIPS,
        ..OwnTripsRequest::default()
    };
    let own = service
        .trips
        .own_list(account.caller, username, request)
        .await?;
    let trips = own.trips.into_iter();
    let trips = trips.filter(|trip| trip.role != MemberRole::Viewer);
    let trips: Vec<_> = trips.map(|trip| (trip.id, trip.name.to_string())).collect();
    let page = move |visitor: &Visitor| {
        let body = html! {
            p.back { a href=(visitor.site.to("/trips")) { "← " (t::MY_TRIPS) } }
            h1 { (t::PROPOSALS) }
            @if open.is_empty() { p.hint { (t::NO_PROPOSALS) } }
            @for proposal in &open { (show(visitor, proposal, &trips)) }
        };
        Page::new(t::PROPOSALS, body).class("narrow").secret(true)
    };
    Page::render(visitor, page).await
}

fn show(visitor: &Visitor, proposal: &ProposalView, trips: &[(TripId, String)]) -> Markup {
    let (id, title) = (proposal.id, format!("proposal-{}", proposal.id));
    let select = format!("trip-{id}");
    html! {
        section.part aria-labelledby=(title) {
            h2 #(title) { (short(&proposal.subject)) }
            ul {
                @for item in proposal.items.iter().take(MAX_ITEMS) { li { (short(item)) } }
                @if let more @ 1.. = proposal.items.len().saturating_sub(MAX_ITEMS) {
                    li { "… +" (more) }
                }
            }
            @if !proposal.warnings.is_empty() {
                h3 { (t::WARNINGS) }
                ul { @for warning in &proposal.warnings { li { (warnings::text(warning)) } } }
            }
            form.actions method="post" action=(visitor.site.to("/proposals")) data-plain {
                (form::token(visitor)) (form::new_key())
                input type="hidden" name="id" value=(id);
                label for=(select) { (t::WHICH_TRIP) }
                select id=(select) name="trip" {
                    option value="" { (t::NEW_TRIP) }
                    @for (trip, name) in trips {
                        option value=(trip) selected[proposal.trip == Some(*trip)] { (short(name)) }
                    }
                }
                button.button name="add" value="1" { (t::ADD) }
                button.button.quiet name="remove" value="1" { (t::REMOVE) }
            }
        }
    }
}

sent_fields!(ProposalButtons CHOICES "id trip add remove");

/// Adds a proposal to a trip, or removes it.
async fn post(SentForm(visitor, account, sent, ..): SentForm<ProposalButtons>) -> Answer {
    let proposals = &visitor.app.service.proposals;
    let (caller, username) = (account.caller, account.user.username.as_str());
    let id = Uuid::try_parse(sent.text("id")).map_err(|_| Error::NotFound)?;
    let id = PictureId(id);
    if sent.has("remove") {
        match proposals.remove(caller, username, id).await {
            Ok(()) | Err(Error::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
        return Ok(see_other(&visitor.site.to("/proposals?done=removed")));
    }
    let into = TripId::parse(sent.text("trip"));
    match proposals.take(caller, username, id, into).await {
        Ok(imported) => {
            let carried = warnings::carry(&visitor, &imported.warnings);
            let trip = into.or(imported.trip).ok_or(Error::NotFound)?;
            let path = format!("?done=imported{}", carried.query);
            Ok(carried.see_other(&address(&visitor, trip, &path)))
        }
        Err(Error::AlreadyDone { .. }) => Ok(see_other(&visitor.site.to("/proposals"))),
        Err(error) => Err(error.into()),
    }
}
