#!/usr/bin/env bash
# gpxpy keeps the first link of a waypoint and drops the others, in reading and in writing.
#
# Guess before running: a waypoint has a list of links, or the reader warns, and a file that is read
# and written again has all three.
#
# Versions: gpxpy 1.6.2, Python 3.
# Input: a valid GPX 1.1 waypoint with three links; its schema says maxOccurs="unbounded".
# Behaviour: `link` is one text, the first address; `to_xml` writes that link alone, without a
# warning.
# Source: https://www.topografix.com/GPX/1/1/#type_wptType, https://pypi.org/project/gpxpy/1.6.2/
# So comparing an importer's links with gpxpy's reading compares the first one only.
# Output seen: https://a.example/ 1
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONPATH=$work/lib
python3 -m pip -q install --no-compile --target "$PYTHONPATH" gpxpy==1.6.2
seen=$(python3 - <<'PY'
import gpxpy
link = '<link href="https://{0}.example/"><text>{0}</text></link>'
links = "".join(link.format(name) for name in "abc")
gpx = gpxpy.parse(
    '<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">'
    f'<wpt lat="1" lon="2"><name>A</name>{links}</wpt></gpx>'
)
print(gpx.waypoints[0].link, gpx.to_xml().count("<link "))
PY
)
echo "$seen"
test "$seen" = "https://a.example/ 1"
