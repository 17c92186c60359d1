#!/bin/bash
# npm's geo-tz answers with zones of other countries by default.
#
# Guess: the zone of a point in Hanoi is Asia/Bangkok (or Asia/Ho_Chi_Minh), that of the South Pole
#   Antarctica/McMurdo: the names that the time zone database has there.
# Versions: geo-tz 8.1.9 (npm), Node.js 18 or newer.
# Behaviour: the default data are timezone-boundary-builder's "now", in which zones that agree from
#   now on are one, named after the one with most people. Bangkok and Hanoi are in Jakarta's,
#   Brussels stands for Luxembourg, Auckland for the pole. Hours are right, but a page that names
#   the city of the zone names another country, and past hours may be wrong. `geo-tz/all` has all.
# Source: https://www.npmjs.com/package/geo-tz, "Advanced usage"
# Output seen:
#   Hanoi Asia/Jakarta Asia/Bangkok
#   Bangkok Asia/Jakarta Asia/Bangkok
#   Luxembourg Europe/Brussels Europe/Luxembourg
#   South Pole Pacific/Auckland Antarctica/McMurdo
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-fund --no-audit --prefix . geo-tz@8.1.9

cat >look.mjs <<'JS'
import * as now from 'geo-tz'
import * as all from 'geo-tz/all'
const points = [
    ['Hanoi', 21.03, 105.85],
    ['Bangkok', 13.75, 100.5],
    ['Luxembourg', 49.61, 6.13],
    ['South Pole', -90, 0],
]
for (const [name, ...at] of points) console.log(name, ...now.find(...at), ...all.find(...at))
JS
node look.mjs | tee seen
diff seen - <<'SEEN'
Hanoi Asia/Jakarta Asia/Bangkok
Bangkok Asia/Jakarta Asia/Bangkok
Luxembourg Europe/Brussels Europe/Luxembourg
South Pole Pacific/Auckland Antarctica/McMurdo
SEEN
