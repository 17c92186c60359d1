"""Reads the files that the service writes with other programs' readers, and sends them back."""

import csv
import io
import json
import os
import urllib.request
import zipfile
import zoneinfo
from datetime import UTC, datetime, timedelta

import gpxpy
import recurring_ical_events
from fastkml import kml
from geojson_pydantic import FeatureCollection
from icalendar import Calendar

BASE = os.environ["WAYFARE_BASE"] + "/api/v1"
# Both sides of changes of clocks, and both of two equal hours.
STARTS = [
    ("Lisbon", "2026-03-29T00:30:00+00:00"),
    ("Lisbon", "2026-03-29T01:30:00+00:00"),
    ("Porto", "2026-10-25T00:30:00+00:00"),
    ("Porto", "2026-10-25T01:30:00+00:00"),
    ("New York", "2026-11-01T05:30:00+00:00"),
    ("New York", "2026-11-01T06:30:00+00:00"),
    ("Sydney", "2026-10-03T16:30:00+00:00"),
    ("Apia", "2026-05-01T06:30:00+00:00"),
    ("Suva", None),
    ("Qqqq & <Zzzz>", None),
]


def call(method, path, token=None, body=None, kind="application/json"):
    headers = {"Content-Type": kind}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if isinstance(body, dict) else body
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read(), answer.headers


def item(number, name, start):
    made = {
        "item_id": f"item-{number}",
        "item_type": "destination",
        "day": 1 + number // 4,
        "destination": {"name": name, "description": "línea, " * 30 + "\n;\\"},
        "budget": {"currency": "EUR", "membersBudget": [{"memberId": "=ada", "cost": 0.1}]},
    }
    if start:
        end = datetime.fromisoformat(start) + timedelta(minutes=45)
        made |= {"start_time": start, "end_time": end.isoformat()}
    return made


def check_calendar(data, items):
    calendar = Calendar.from_ical(data)
    own = {str(zone["TZID"]): zone.to_tz() for zone in calendar.walk("VTIMEZONE")}
    events = calendar.walk("VEVENT")
    assert len(events) == len(items)
    for event in events:
        made = items[str(event["UID"]).split(".")[0]]
        for name, key in (("DTSTART", "start_time"), ("DTEND", "end_time")):
            time = event[name].dt
            if key not in made:
                assert not isinstance(time, datetime), event
                continue
            expected = datetime.fromisoformat(made[key])
            zone = event[name].params.get("TZID")
            if zone is None:
                assert time == expected, event
                continue
            local = time.replace(tzinfo=None)
            for clocks in (own[zone], zoneinfo.ZoneInfo(zone)):
                read = local.replace(tzinfo=clocks).astimezone(UTC)
                assert read == expected, (event, clocks, read)
    whole = recurring_ical_events.of(calendar).between((2026, 1, 1), (2027, 1, 1))
    assert len(whole) == len(items)


def check_maps(files):
    gpx = gpxpy.parse(files["gpx"].decode())
    assert [len(route.points) for route in gpx.routes] == [4, 4, 1], gpx.routes
    document = kml.KML.from_string(files["kml"]).features[0]
    folders = [part for part in document.features if isinstance(part, kml.Folder)]
    assert [len(folder.features) for folder in folders] == [4, 4, 2]
    features = FeatureCollection.model_validate_json(files["geojson"]).features
    assert any(feature.geometry is None for feature in features)


def check_tables(files):
    rows = list(csv.reader(io.StringIO(files["csv"].decode(), newline="")))
    assert rows[1][4:7] == ["'=ada", "0", "0.1"], rows[1]
    with zipfile.ZipFile(io.BytesIO(files["zip"])) as archive:
        assert archive.testzip() is None
        assert json.loads(archive.read("manifest.json"))["format"] == "wayfare-trip"


def main():
    name = f"files_{os.getpid()}"
    account = {"name": "Ada", "username": name, "password": "a password of some length"}
    _, headers = call("POST", "/user", None, account)
    token = headers["Authorization"].removeprefix("Bearer ")
    dates = {"start": "2026-03-27T00:00:00Z", "end": "2026-11-02T00:00:00Z"}
    trip, _ = call("POST", "/trip", token, {"name": 'Zoë, "more"; & all', "date": dates})
    trip = json.loads(trip)["uuid"]
    items = [item(number, *start) for number, start in enumerate(STARTS)]
    call("PUT", f"/trips/{trip}/trip_items", token, {"trip_items": items})
    formats = ("ics", "gpx", "kml", "geojson", "csv", "zip")
    files = {kind: call("GET", f"/trips/{trip}/export/{kind}", token)[0] for kind in formats}
    by_id = {made["item_id"]: made for made in items}
    check_calendar(files["ics"], by_id)
    check_maps(files)
    check_tables(files)
    feed = json.loads(call("POST", f"/trips/{trip}/feed", token)[0])["url"]
    path = feed.split("/api/v1")[1]
    check_calendar(call("GET", path)[0], by_id)
    call("DELETE", f"/trips/{trip}/trip_items/item-0", token)
    del by_id["item-0"]
    check_calendar(call("GET", path)[0], by_id)
    for kind, data in files.items():
        if kind == "csv":
            continue
        part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
        form = part + data + b"\r\n--x--\r\n"
        answer, _ = call("POST", "/imports", token, form, "multipart/form-data; boundary=x")
        answer = json.loads(answer)
        assert answer["format"] == kind, answer
    print("files: other readers agree")


main()
