"""Whom the requests of the checks come from: people of their own, whose accounts and trips may be destroyed."""

import itertools
import os
import uuid

import requests
import schemathesis
from schemathesis.generation.meta import TestPhase

BASE = os.environ["WAYFARE_BASE"]
NAMES = itertools.count()
# These end the account or its tokens, so that the next request needs others.
ENDING_ACCOUNTS = {
    ("DELETE", "/api/v1/user/{username}"),
    ("PUT", "/api/v1/auth/password"),
    ("POST", "/api/v1/auth/revoke"),
    ("PUT", "/api/v1/user/{username}"),
}
# These end the trip, or take from it what other requests use.
ENDING_TRIPS = {
    ("DELETE", "/api/v1/trip/{uuid}"),
    ("DELETE", "/api/v1/trips/{uuid}"),
    ("PUT", "/api/v1/trips/{uuid}/management"),
    ("PUT", "/api/v1/trips/{uuid}"),
    ("PUT", "/api/v1/trip/{uuid}"),
    ("PUT", "/api/v1/trips/{uuid}/trip_items/{item_id}"),
    ("DELETE", "/api/v1/trips/{uuid}/trip_items/{item_id}"),
    ("POST", "/api/v1/trips/{uuid}/trip_items/{item_id}/move"),
    ("PUT", "/api/v1/trips/{uuid}/trip_items/{item_id}/place"),
    ("DELETE", "/api/v1/trips/{uuid}/trip_items/{item_id}/place"),
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


def is_stateful(case) -> bool:
    """Whether a request is a step of a scenario: all of them are one person's."""
    return case.meta is not None and case.meta.phase.name == TestPhase.STATEFUL


@schemathesis.auth(refresh_interval=None, cache_by_key=lambda case, context: str(uuid.uuid4()))
class Travellers:
    """Signs in those whom a request comes from, and sends about every second one to what is theirs."""

    def get(self, case, context):
        operation = (case.method.upper(), case.operation.path)
        if operation in ENDING_ACCOUNTS or (operation in ENDING_TRIPS and not is_stateful(case)):
            return Traveller()
        return STAYING

    def set(self, case, traveller, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = traveller.authorization
        # Of a scenario, the values come from the answers before.
        if is_stateful(case) or (case.meta is not None and case.meta.generation.mode.is_negative):
            return
        own = {"username": traveller.username, "uuid": traveller.trip, "item_id": "item"}
        for name in case.path_parameters or {}:
            if name in own:
                case.path_parameters[name] = own[name]
