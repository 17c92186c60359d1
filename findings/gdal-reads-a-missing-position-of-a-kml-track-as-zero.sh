#!/usr/bin/env bash
# GDAL makes a point at 0, 0 of each position that a KML track marks as missing.
#
# Guess before running: the sample without a position is left out, as gpsbabel does, so that the
# line has two points.
#
# Versions: pyogrio 0.13.0 with GDAL 3.12.4 (its LIBKML driver), Python 3.
# Input: a gx:Track of three samples; the second gx:coord is empty, which the KML reference gives as
# the way to leave a value out of a track.
# Behaviour: the line has three points, the second one at 0, 0, 0: the way leads through the Gulf of
# Guinea and back. Nothing is warned of.
# Source: https://developers.google.com/kml/documentation/kmlreference#gxtrack ("if a data value is
# missing, an empty element is used"), https://gdal.org/en/stable/drivers/vector/libkml.html
# So an importer that leaves out 0, 0 of lines mends files that GDAL has written.
# Output seen: 3 points: (8.0, 46.0, 1.0) (0.0, 0.0, 0.0) (8.1, 46.1, 2.0)
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONPATH=$work/lib
python3 -m pip -q install --no-compile --target "$PYTHONPATH" pyogrio==0.13.0
cat >"$work/track.kml" <<'KML'
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
<Placemark><name>Way</name><gx:Track>
<when>2026-07-01T09:00:00Z</when><when>2026-07-01T09:05:00Z</when><when>2026-07-01T09:10:00Z</when>
<gx:coord>8 46 1</gx:coord><gx:coord></gx:coord><gx:coord>8.1 46.1 2</gx:coord>
</gx:Track></Placemark></Document></kml>
KML
seen=$(python3 - "$work/track.kml" <<'PY'
import struct, sys
import pyogrio
_, _, geometries, _ = pyogrio.raw.read(sys.argv[1])
line = geometries[0]
count = struct.unpack("<I", line[5:9])[0]
points = [struct.unpack("<3d", line[9 + 24 * i : 33 + 24 * i]) for i in range(count)]
print(f"{count} points:", *points)
PY
)
echo "$seen"
test "$seen" = "3 points: (8.0, 46.0, 1.0) (0.0, 0.0, 0.0) (8.1, 46.1, 2.0)"
