#!/bin/bash
# Two readers of the same boundaries of time zones put one city two hours apart.
#
# Guess: tzfpy and tz-lookup, both made from timezone-boundary-builder's polygons, agree on every
#   city that lies well within a zone, such as Ürümqi. (At borders tz-lookup is said to be coarse.)
# Versions: tzfpy 2.1.1 (PyPI), @photostructure/tz-lookup 11.7.0 (npm), Node.js 18 or newer.
# Behaviour: the polygons of Asia/Shanghai and Asia/Urumqi overlap in all of Xinjiang, as those of
#   Asia/Hebron and Asia/Jerusalem do in the West Bank. tzfpy's `get_tz` gives the first of both
#   names, and tz-lookup the other one for Ürümqi, without a sign that there are two. Only tzfpy's
#   `get_tzs` tells.
# Source: https://github.com/evansiroky/timezone-boundary-builder
# Output seen:
#   Ürümqi Asia/Shanghai of 2, Asia/Urumqi
#   Lhasa Asia/Shanghai of 1, Asia/Shanghai
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
    --target packages tzfpy==2.1.1
tar xzf "$(npm pack --silent @photostructure/tz-lookup@11.7.0)"

look() {
    PYTHONPATH=packages python3 -c '
import sys, tzfpy
lat, lng = map(float, sys.argv[2:])
print(sys.argv[1], tzfpy.get_tz(lng, lat), "of", len(tzfpy.get_tzs(lng, lat)), end=", ")' "$@"
    node -p 'require("./package")(process.argv[2], process.argv[3])' "$@"
}
{
    look Ürümqi 43.825 87.617
    look Lhasa 29.65 91.1
} | tee seen
diff seen - <<'SEEN'
Ürümqi Asia/Shanghai of 2, Asia/Urumqi
Lhasa Asia/Shanghai of 1, Asia/Shanghai
SEEN
