"""Whom the requests of the checks come from: people of their own, whose accounts and trips may be destroyed."""

import itertools
import os
import uuid

import requests
import schemathesis

BASE = os.environ["WAYFARE_BASE"]
NAMES = itertools.count()
# These end the account, its tokens or its trip, so that the next request needs others.
ENDING = {
    ("DELETE", "/api/v1/user/{username}"),
    ("PUT", "/api/v1/auth/password"),
    ("POST", "/api/v1/auth/revoke"),
    ("DELETE", "/api/v1/trip/{uuid}"),
    ("DELETE", "/api/v1/trips/{uuid}"),
    ("PUT", "/api/v1/user/{username}"),
    ("PUT", "/api/v1/trips/{uuid}/management"),
    ("PUT", "/api/v1/trips/{uuid}"),
    ("PUT", "/api/v1/trip/{uuid}"),
    ("PUT", "/api/v1/trips/{uuid}/trip_items/{item_id}"),
    ("DELETE", "/api/v1/trips/{uuid}/trip_items/{item_id}"),
    ("POST", "/api/v1/trips/{uuid}/trip_items/{item_id}/move"),
    ("POST", "/api/v1/trips/{uuid}/shift"),
}


class Traveller:
    """An account with a trip."""

    def __init__(self):
        self.username = f"fuzz{next(NAMES)}"
        answer = requests.post(f"{BASE}/api/v1/user", json={"name": "Fuzz", "username": self.username}, timeout=10)
        self.authorization = answer.headers["Authorization"]
        headers = {"Authorization": self.authorization}
        trip = requests.post(f"{BASE}/api/v1/trip", json={"name": "Anywhere"}, headers=headers, timeout=10)
        self.trip = trip.json()["uuid"]
        item = {"item_id": "item", "item_type": "destination"}
        requests.post(f"{BASE}/api/v1/trips/{self.trip}/trip_items", json=item, headers=headers, timeout=10)


STAYING = Traveller()


@schemathesis.auth(refresh_interval=None, cache_by_key=lambda case, context: str(uuid.uuid4()))
class Travellers:
    """Signs in those whom a request comes from, and sends about every second one to what is theirs."""

    def get(self, case, context):
        ends = (case.method.upper(), case.operation.path) in ENDING
        return Traveller() if ends else STAYING

    def set(self, case, traveller, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = traveller.authorization
        if case.meta is not None and case.meta.generation.mode.is_negative:
            return
        own = {"username": traveller.username, "uuid": traveller.trip, "item_id": "item"}
        for name in case.path_parameters or {}:
            if name in own:
                case.path_parameters[name] = own[name]
