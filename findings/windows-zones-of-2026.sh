#!/usr/bin/env bash
# Which zone is Windows' "Alberta Standard Time"?
#
# Guess:     America/Edmonton, by CLDR's package of the newest release, and by readers that bring
#            CLDR's table along; a reader that has no such name refuses it or says so.
# Versions:  cldr-core 48.2.0, node-ical 0.27.2 (npm, both the newest); tzlocal 5.4.5 (PyPI)
# Behaviour: CLDR 48.2 has none of the three zones that Windows got in 2026 for Alberta, British
#            Columbia and Manitoba. tzlocal has them. node-ical takes the hour as one of the
#            machine's own zone: 10:00 is 01:00 UTC on a machine in Tokyo.
# Source:    supplemental/windowsZones.json of cldr-core; tzlocal/windows_tz.py
# Output:    cldr-core: 139 names, Alberta undefined
#            node-ical in Tokyo: 2026-12-01T01:00:00.000Z
#            tzlocal: 142 names, Alberta America/Edmonton
# So `cargo xtask windows-zones` takes the names from tzlocal.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > read.cjs <<'JS'
const cldr = require('cldr-core/supplemental/windowsZones.json');
const zones = cldr.supplemental.windowsZones.mapTimezones.map(it => it.mapZone);
const world = Object.fromEntries(
  zones.filter(it => it._territory === '001').map(it => [it._other, it._type]));
console.log(`cldr-core: ${Object.keys(world).length} names, Alberta ${world['Alberta Standard Time']}`);
const events = require('node-ical').sync.parseICS(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Invented//Trip//EN
BEGIN:VEVENT
UID:call@invented.example
DTSTAMP:20260101T000000Z
SUMMARY:Call with the lodge
DTSTART;TZID=Alberta Standard Time:20261201T100000
END:VEVENT
END:VCALENDAR
`);
const event = Object.values(events).find(it => it.type === 'VEVENT');
console.log(`node-ical in Tokyo: ${event.start.toISOString()}`);
JS

cat > read.py <<'PY'
from tzlocal.windows_tz import win_tz
print(f"tzlocal: {len(win_tz)} names, Alberta {win_tz['Alberta Standard Time']}")
PY

npm init -y > npm.log
npm install --silent cldr-core@48.2.0 node-ical@0.27.2 > npm.log
python3 -m venv python
python/bin/pip install --quiet tzlocal==5.4.5
found=$(TZ=Asia/Tokyo node read.cjs; python/bin/python read.py)
echo "$found"
test "$found" = "cldr-core: 139 names, Alberta undefined
node-ical in Tokyo: 2026-12-01T01:00:00.000Z
tzlocal: 142 names, Alberta America/Edmonton"
