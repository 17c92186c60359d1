#!/bin/bash
# Two readers of the same boundaries of time zones put one city two hours apart.
#
# Guess: tzfpy and timezonefinder, which both read timezone-boundary-builder's polygons, agree on
#   every city that lies well within a polygon, such as Ürümqi.
# Versions: tzfpy 2.1.1, timezonefinder 9.0.0, timezonefinder-data 3.2026.3.post1 (PyPI).
# Behaviour: the polygons of Asia/Shanghai and Asia/Urumqi overlap in all of Xinjiang, as those of
#   Asia/Hebron and Asia/Jerusalem do in the West Bank. Where they do, tzfpy's `get_tz` gives
#   one of the names and timezonefinder's `timezone_at` the other, without a sign that there are
#   two. Only tzfpy's `get_tzs` gives both.
# Source: https://github.com/evansiroky/timezone-boundary-builder (zones "with overlaps")
# Output seen:
#   Ürümqi Asia/Shanghai ['Asia/Shanghai', 'Asia/Urumqi'] Asia/Urumqi
#   Ariel Asia/Hebron ['Asia/Hebron', 'Asia/Jerusalem'] Asia/Jerusalem
#   Lhasa Asia/Shanghai ['Asia/Shanghai'] Asia/Shanghai
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv tools
tools/bin/pip install --quiet --disable-pip-version-check \
    tzfpy==2.1.1 timezonefinder==9.0.0 timezonefinder-data==3.2026.3.post1

tools/bin/python - <<'PY' | tee seen
import tzfpy
from timezonefinder import TimezoneFinder
finder = TimezoneFinder()
points = [("Ürümqi", 43.825, 87.617), ("Ariel", 32.106, 35.185), ("Lhasa", 29.65, 91.1)]
for name, lat, lng in points:
    one, all_names = tzfpy.get_tz(lng, lat), sorted(tzfpy.get_tzs(lng, lat))
    print(name, one, all_names, finder.timezone_at(lat=lat, lng=lng))
PY
diff seen - <<'SEEN'
Ürümqi Asia/Shanghai ['Asia/Shanghai', 'Asia/Urumqi'] Asia/Urumqi
Ariel Asia/Hebron ['Asia/Hebron', 'Asia/Jerusalem'] Asia/Jerusalem
Lhasa Asia/Shanghai ['Asia/Shanghai'] Asia/Shanghai
SEEN
