"""Reads the files that the service writes with other programs' readers, and sends them back."""

import csv
import io
import json
import os
import urllib.error
import urllib.request
import zipfile
import zoneinfo
from datetime import UTC, datetime, timedelta

import gpxpy
import readers
import recurring_ical_events
from fastkml import kml
from geojson_pydantic import FeatureCollection
from icalendar import Calendar

BASE = os.environ["WAYFARE_BASE"] + "/api/v1"
FORMATS = ("ics", "gpx", "kml", "geojson", "csv", "settlement.csv", "zip")
DAY = timedelta(days=1)
# Both sides of changes of clocks, and both of two equal hours (which calendars give in UTC).
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


def call(method, path, token=None, body=None, kind="application/json", more=()):
    headers = {"Content-Type": kind, **dict(more)}
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


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def check_calendar(data, items):
    """Reads a calendar with four readers; returns its events by item."""
    assert all(len(line) <= 75 for line in data.split(b"\r\n")) and data.endswith(b"\r\n")
    readers.with_vobject(data)
    check_with_ical_js(data, items)
    calendar = Calendar.from_ical(data)
    assert not any(part.errors for part in calendar.walk())
    own = {str(zone["TZID"]): zone.to_tz() for zone in calendar.walk("VTIMEZONE")}
    events = {str(event["UID"]).split(".")[0]: event for event in calendar.walk("VEVENT")}
    assert events.keys() == items.keys()
    for name, event in events.items():
        check_event(event, items[name], own)
    whole = recurring_ical_events.of(calendar).between((2026, 1, 1), (2027, 1, 1))
    assert len(whole) == len(items)
    return events


def check_event(event, made, own):
    """Compares the times of an event with those of its item, by its own zone and by tzdata's."""
    for name, key in (("DTSTART", "start_time"), ("DTEND", "end_time")):
        if name not in event:
            assert key not in made, event
            continue
        time = event[name].dt
        if key not in made:
            assert not isinstance(time, datetime), event
            continue
        expected = instant(made[key])
        zone = event[name].params.get("TZID")
        if zone is None:
            assert time == expected, event
            continue
        local = time.replace(tzinfo=None)
        for clocks in (own[zone], zoneinfo.ZoneInfo(zone)):
            read = local.replace(tzinfo=clocks).astimezone(UTC)
            assert read == expected, (event, clocks, read)


def check_with_ical_js(data, items):
    read = readers.with_ical_js(data)
    assert read.keys() == items.keys()
    for name, event in read.items():
        made = items[name]
        assert event["summary"] == made["destination"]["name"], event
        description = made["destination"].get("description", "")
        assert (event["description"] or "").startswith(description), event
        for time, key in ((event["start"], "start_time"), (event["end"], "end_time")):
            if key in made:
                assert instant(time) == instant(made[key]), event
            elif time:
                assert len(time) == len("2026-01-01"), event


def check_maps(files, placed, days):
    """Reads maps; `placed` and `days` are the numbers of located and of all items by day."""
    readers.with_schemas(files["gpx"], files["kml"])
    gpx = gpxpy.parse(files["gpx"].decode())
    assert [len(route.points) for route in gpx.routes] == placed, gpx.routes
    document = kml.KML.from_string(files["kml"]).features[0]
    folders = [part for part in document.features if isinstance(part, kml.Folder)]
    assert [len(folder.features) for folder in folders] == days
    features = FeatureCollection.model_validate_json(files["geojson"]).features
    layers = readers.with_ogr(files["gpx"], ".gpx")
    assert layers["waypoints"] == len(gpx.waypoints)
    assert (layers["routes"], layers["route_points"]) == (len(placed), sum(placed)), layers
    # Each folder is a layer, and so are the places outside of them.
    layers = readers.with_ogr(files["kml"], ".kml")
    assert [layers[folder.name] for folder in folders] == days, layers
    layers = readers.with_ogr(files["geojson"], ".geojson")
    assert list(layers.values()) == [len(features)], layers
    return features


def check_tables(files, row):
    rows = list(csv.reader(io.StringIO(files["csv"].decode(), newline="")))
    assert rows[1] == row, rows[1]
    assert {len(row) for row in rows} == {8}
    lines = list(csv.reader(io.StringIO(files["settlement.csv"].decode(), newline="")))
    assert {len(line) for line in lines} == {12}
    with zipfile.ZipFile(io.BytesIO(files["zip"])) as archive:
        assert archive.testzip() is None
        assert json.loads(archive.read("manifest.json"))["format"] == "wayfare-trip"


def check_imports(files, token):
    """Sends files back, as new trips."""
    for kind, data in files.items():
        if kind.endswith("csv"):
            continue
        part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
        form = part + data + b"\r\n--x--\r\n"
        answer, _ = call("POST", "/imports", token, form, "multipart/form-data; boundary=x")
        answer = json.loads(answer)
        assert answer["format"] == kind, answer


def check_feed(trip, token, items):
    """Subscribes to a calendar, and reads it again after each edit."""
    feed = json.loads(call("POST", f"/trips/{trip}/feed", token)[0])["url"]
    path = feed.split("/api/v1")[1]
    data, headers = call("GET", path)
    before = check_calendar(data, items)
    known = {"If-None-Match": headers["ETag"]}
    try:
        call("GET", path, more=known)
        raise AssertionError("an unchanged calendar is sent again")
    except urllib.error.HTTPError as answer:
        assert answer.code == 304, answer
    # A day earlier, on the other side of the change of clocks.
    moved = {
        key: (instant(items["item-1"][key]) - DAY).isoformat() for key in ("start_time", "end_time")
    }
    call("PUT", f"/trips/{trip}/trip_items/item-1", token, moved)
    items["item-1"] |= moved
    after = check_calendar(call("GET", path, more=known)[0], items)
    assert [event["UID"] for event in before.values()] == [
        event["UID"] for event in after.values()
    ]
    changed = [name for name in items if before[name]["DTSTART"].dt != after[name]["DTSTART"].dt]
    assert changed == ["item-1"], changed
    for name in items:
        assert after[name]["SEQUENCE"] > before[name]["SEQUENCE"]
        assert after[name]["DTSTAMP"].dt >= before[name]["DTSTAMP"].dt
    call("DELETE", f"/trips/{trip}/trip_items/item-0", token)
    del items["item-0"]
    check_calendar(call("GET", path)[0], items)


def exports(trip, token):
    return {kind: call("GET", f"/trips/{trip}/export/{kind}", token)[0] for kind in FORMATS}


def created(token, body, items):
    trip = json.loads(call("POST", "/trip", token, body)[0])["uuid"]
    call("PUT", f"/trips/{trip}/trip_items", token, {"trip_items": items})
    return trip


def check_changes_of_clocks(token):
    dates = {"start": "2026-03-27T00:00:00Z", "end": "2026-11-02T00:00:00Z"}
    items = [item(number, *start) for number, start in enumerate(STARTS)]
    trip = created(token, {"name": 'Zoë, "more"; & all', "date": dates}, items)
    files = exports(trip, token)
    by_id = {made["item_id"]: made for made in items}
    check_calendar(files["ics"], by_id)
    features = check_maps(files, [4, 4, 1], [4, 4, 2])
    assert any(feature.geometry is None for feature in features)
    row = ["1", STARTS[0][0], "Other", "EUR", "'=ada", "0", "0.1", "0"]
    check_tables(files, row)
    check_feed(trip, token, by_id)
    check_imports(files, token)


def check_tutorial(token, username):
    """The trip of the tutorial in the README."""
    flight = {
        "item_id": "flight",
        "item_type": "transportations",
        "day": 1,
        "start_time": "2026-06-01T09:00:00Z",
        "end_time": "2026-06-01T11:30:00Z",
        "destination": {"name": "Lisbon"},
        "budget": {
            "currency": "CAD",
            "category": "Transportation",
            "membersBudget": [{"memberId": username, "cost": 120.10, "paidValue": 240.20}],
        },
    }
    tram = {
        "item_id": "tram",
        "item_type": "destination",
        "day": 1,
        "destination": {"name": "Tram 28", "description": "Up to the castle"},
    }
    dinner = {
        "item_id": "dinner",
        "item_type": "destination",
        "day": 1,
        "destination": {"name": "Alfama"},
    }
    items = [flight, tram, dinner]
    body = {"name": "A week in Lisbon", "date": {"start": 1780272000, "end": 1780790400}}
    trip = created(token, body, items)
    todo = {"dest": ["Lisbon", "Sintra"], "todo": ["Book the tram"]}
    call("PUT", f"/trip/{trip}", token, todo)
    files = exports(trip, token)
    check_calendar(files["ics"], {made["item_id"]: made for made in items})
    located = gpxpy.parse(files["gpx"].decode()).routes[0].points
    check_maps(files, [len(located)], [3])
    check_tables(
        files, ["1", "Lisbon", "Transportation", "CAD", "Ada", "0", "120.1", "240.2"]
    )
    check_imports(files, token)


def main():
    name = f"files_{os.getpid()}"
    account = {"name": "Ada", "username": name, "password": "a password of some length"}
    _, headers = call("POST", "/user", None, account)
    token = headers["Authorization"].removeprefix("Bearer ")
    check_changes_of_clocks(token)
    check_tutorial(token, name)
    print("files: other readers agree")


main()
