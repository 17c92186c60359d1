"""A client of openapi-python-client: a person plans a trip, shares it, and downloads it."""

import io
import os
import time
import uuid
from typing import Any

from wayfare_client import AuthenticatedClient, Client
from wayfare_client.api.extensions import add_trip_item, create_share_link, get_shared_trip
from wayfare_client.api.in_and_out import export_trip, get_feed, open_trip_feed
from wayfare_client.api.settling_up import record_settlement
from wayfare_client.api.trips_variant_a import get_trip_a, put_trip_pictures, update_trip_budget
from wayfare_client.api.trips_variant_b import (
    create_trip_b,
    get_default_trip_picture,
    get_trip_b,
    get_trip_picture,
    update_trip_b,
)
from wayfare_client.api.users import sign_up
from wayfare_client.models import (
    BudgetBodyInput,
    BudgetInput,
    DestinationInput,
    EpochsInput,
    ExportTripFormat,
    Feed,
    ItemBudget,
    ItemInput,
    MemberBudgetInput,
    NewAccountInput,
    NewTripInput,
    PicturesInput,
    RecordedSettlement,
    SettlementInput,
    SharedTrip,
    ShareLink,
    ShareLinkInput,
    TripB,
    TripDetailA,
    TripInputB,
    TripItem,
    UploadedPictures,
)
from wayfare_client.types import File, Response

BASE = os.environ["WAYFARE_BASE"]
FORMATS = {
    ExportTripFormat.ICS: ("text/calendar", b"BEGIN:VCALENDAR"),
    ExportTripFormat.GPX: ("application/gpx+xml", b"<?xml"),
    ExportTripFormat.KML: ("application/vnd.google-earth.kml+xml", b"<?xml"),
    ExportTripFormat.GEOJSON: ("application/geo+json", b'{"type":"FeatureCollection"'),
    ExportTripFormat.CSV: ("text/csv", b"day,item"),
    ExportTripFormat.SETTLEMENT_CSV: ("text/csv", b"party,kind"),
    ExportTripFormat.ZIP: ("application/zip", b"PK"),
}


def check_file(answer: Response[Any], kind: str, start: bytes) -> None:
    """Checks a file that came, and the answer that brought it."""
    assert answer.status_code == 200, answer
    assert answer.headers["content-type"].split(";")[0] == kind, answer.headers
    assert isinstance(answer.parsed, File), answer.parsed
    assert answer.parsed.payload.read().startswith(start), answer.content[:40]


def last(url: str) -> str:
    """The last segment of an address, without an extension."""
    return url.rsplit("/", 1)[1].removesuffix(".ics")


def main() -> None:
    visitor = Client(base_url=BASE)
    username = f"python{time.time_ns()}"
    account = NewAccountInput(name="Traveller", username=username, password="correct horse battery")
    joined = sign_up.sync_detailed(client=visitor, body=account)
    token = joined.headers["authorization"].removeprefix("Bearer ")
    client = AuthenticatedClient(base_url=BASE, token=token)

    made = create_trip_b.sync(client=client, body=NewTripInput(name="A week in Lisbon", date=EpochsInput(start="2026-06-01")))
    assert isinstance(made, TripB), made
    trip = made.uuid if isinstance(made.uuid, uuid.UUID) else uuid.UUID(made.uuid)
    shares = [
        MemberBudgetInput(member_id=username, cost=60.05, paid_value=120.1),
        MemberBudgetInput(member_id="friend", cost=60.05),
    ]
    costs = BudgetInput(currency="CAD", category="Accommodation", members_budget=shares)
    budget = update_trip_budget.sync(trip, client=client, body=BudgetBodyInput(budget=costs))
    assert isinstance(budget, ItemBudget) and budget.total_cost == 120.1, budget
    detail = get_trip_a.sync(trip, client=client)
    assert isinstance(detail, TripDetailA) and detail.budget.trip_total_group_cost == 120.1, detail

    picture = get_default_trip_picture.sync_detailed(client=visitor).content
    file = File(payload=io.BytesIO(picture), file_name="picture.jpg", mime_type="image/jpeg")
    uploaded = put_trip_pictures.sync(trip, client=client, body=PicturesInput(main_image=file))
    assert isinstance(uploaded, UploadedPictures) and "signature=" in uploaded.main_image, uploaded
    check_file(get_trip_picture.sync_detailed(trip, client=client), "image/jpeg", b"\xff\xd8")

    item = ItemInput(item_type="destination", destination=DestinationInput(name="Belém"))
    added = add_trip_item.sync(trip, client=client, body=item)
    assert isinstance(added, TripItem) and added.destination.name == "Belém", added
    body = TripInputB(dest=["Lisbon", DestinationInput(name="Sintra")])
    late = update_trip_b.sync_detailed(trip, client=client, body=body, if_match='"99-x"')
    assert late.status_code == 412, late
    tag = get_trip_b.sync_detailed(trip, client=client).headers["etag"]
    changed = update_trip_b.sync(trip, client=client, body=body, if_match=tag)
    assert isinstance(changed, TripB) and len(changed.dest) == 2, changed

    payment = SettlementInput(from_="friend", to=username, amount=60.05)
    paid = record_settlement.sync(trip, client=client, body=payment)
    assert isinstance(paid, RecordedSettlement) and paid.amount == 60.05, paid
    link = create_share_link.sync(trip, client=client, body=ShareLinkInput())
    assert isinstance(link, ShareLink), link
    shared = get_shared_trip.sync(last(link.url), client=visitor)
    assert isinstance(shared, SharedTrip) and shared.name == "A week in Lisbon", shared

    for kind, (media_type, start) in FORMATS.items():
        check_file(export_trip.sync_detailed(trip, kind, client=client), media_type, start)
    feed = open_trip_feed.sync(trip, client=client)
    assert isinstance(feed, Feed), feed
    calendar = get_feed.sync_detailed(last(feed.url), client=visitor)
    check_file(calendar, "text/calendar", b"BEGIN:VCALENDAR")
    print("the client of openapi-python-client works")


main()
