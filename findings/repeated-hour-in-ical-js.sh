#!/usr/bin/env bash
# Which 02:30 of 25 October 2026 in Berlin is it? The clocks show it twice.
#
# Guess:     the first, 00:30 UTC: RFC 5545, section 3.3.5, says so of a local time that occurs more
#            than once.
# Versions:  ical.js 2.2.1, node-ical 0.27.2 (npm); icalendar 7.3.2, tzdata 2026.6 (PyPI)
# Behaviour: ical.js and node-ical take the second, an hour later, with a full VTIMEZONE of the usual
#            form in the file; icalendar takes the first.
# Source:    https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5
# Output:    ical.js 2026-10-25T01:30:00.000Z
#            node-ical 2026-10-25T01:30:00.000Z
#            icalendar 2026-10-25T00:30:00+00:00
# So exports write both of two equal hours in UTC.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > night.ics <<'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Invented//Trip//EN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:night@invented.example
DTSTAMP:20260101T000000Z
SUMMARY:Night train
DTSTART;TZID=Europe/Berlin:20261025T023000
END:VEVENT
END:VCALENDAR
ICS

cat > read.cjs <<'JS'
const text = require('fs').readFileSync('night.ics', 'utf8');
const nodeIcal = require('node-ical');
import('ical.js').then(({ default: ICAL }) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  calendar.getAllSubcomponents('vtimezone').forEach(zone => ICAL.TimezoneService.register(zone));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent'));
  console.log('ical.js', new Date(event.startDate.toUnixTime() * 1000).toISOString());
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter(it => it.type === 'VEVENT');
  console.log('node-ical', events[0].start.toISOString());
});
JS

cat > read.py <<'PY'
from datetime import timezone
from pathlib import Path
import icalendar
calendar = icalendar.Calendar.from_ical(Path('night.ics').read_bytes())
start = calendar.walk('VEVENT')[0].start
print('icalendar', start.astimezone(timezone.utc).isoformat())
PY

npm init -y > npm.log
npm install --silent ical.js@2.2.1 node-ical@0.27.2 > npm.log
python3 -m venv python
python/bin/pip install --quiet icalendar==7.3.2 tzdata==2026.6
found=$(node read.cjs; PYTHONTZPATH='' python/bin/python read.py)
echo "$found"
test "$found" = "ical.js 2026-10-25T01:30:00.000Z
node-ical 2026-10-25T01:30:00.000Z
icalendar 2026-10-25T00:30:00+00:00"
