"""A client of openapi-python-client: a person makes a trip, shares its costs and uploads a picture."""

import io
import os
import time
import uuid

from wayfare_client import AuthenticatedClient, Client
from wayfare_client.api.trips_variant_a import get_trip_a, put_trip_pictures, update_trip_budget
from wayfare_client.api.trips_variant_b import create_trip_b, get_default_trip_picture
from wayfare_client.api.users import sign_up
from wayfare_client.models import (
    BudgetBodyInput,
    BudgetInput,
    ItemBudget,
    MemberBudgetInput,
    NewAccountInput,
    NewTripInput,
    PicturesInput,
    TripB,
    TripDetailA,
    UploadedPictures,
)
from wayfare_client.types import File

BASE = os.environ["WAYFARE_BASE"]


def main() -> None:
    visitor = Client(base_url=BASE)
    username = f"python{time.time_ns()}"
    account = NewAccountInput(name="Traveller", username=username, password="correct horse battery")
    joined = sign_up.sync_detailed(client=visitor, body=account)
    token = joined.headers["authorization"].removeprefix("Bearer ")
    client = AuthenticatedClient(base_url=BASE, token=token)

    made = create_trip_b.sync(client=client, body=NewTripInput(name="A week in Lisbon"))
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
    print("the client of openapi-python-client works")


main()
