#!/usr/bin/env bash
# When does an event end that begins on 28 March 2026 at 12:00 in Paris and lasts PT24H? The clocks go
# forward in between.
#
# Guess:     at 11:00 UTC on the 29th: RFC 5545, section 3.3.6, says that hours are exact and days are
#            by the wall clock, so PT24H and P1D differ here.
# Versions:  icalendar 7.3.2, recurring-ical-events 3.8.2, tzdata 2026.6 (PyPI); ical.js 2.2.1 (npm)
# Behaviour: all of them end both at 10:00 UTC, after 23 hours, by the wall clock.
# Source:    https://www.rfc-editor.org/rfc/rfc5545#section-3.3.6
# Output:    PT24H icalendar 10:00 recurring-ical-events 10:00
#            P1D icalendar 10:00 recurring-ical-events 10:00
#            PT24H ical.js 10:00
#            P1D ical.js 10:00
# So exports write DTEND, never DURATION.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for duration in PT24H P1D; do
    cat > "$duration.ics" <<ICS
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Invented//Trip//EN
BEGIN:VTIMEZONE
TZID:Europe/Paris
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
UID:stay@invented.example
DTSTAMP:20260101T000000Z
SUMMARY:Stay
DTSTART;TZID=Europe/Paris:20260328T120000
DURATION:$duration
END:VEVENT
END:VCALENDAR
ICS
done

cat > read.py <<'PY'
from datetime import date, timezone
from pathlib import Path
import icalendar
import recurring_ical_events
for duration in ['PT24H', 'P1D']:
    calendar = icalendar.Calendar.from_ical(Path(duration + '.ics').read_bytes())
    alone = calendar.walk('VEVENT')[0].end
    expanded = recurring_ical_events.of(calendar).between(date(2026, 3, 1), date(2026, 4, 1))[0].end
    alone, expanded = [f'{end.astimezone(timezone.utc):%H:%M}' for end in (alone, expanded)]
    print(duration, 'icalendar', alone, 'recurring-ical-events', expanded)
PY

cat > read.cjs <<'JS'
import('ical.js').then(({ default: ICAL }) => {
  for (const duration of ['PT24H', 'P1D']) {
    const text = require('fs').readFileSync(`${duration}.ics`, 'utf8');
    const calendar = new ICAL.Component(ICAL.parse(text));
    calendar.getAllSubcomponents('vtimezone').forEach(it => ICAL.TimezoneService.register(it));
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent'));
    const end = new Date(event.endDate.toUnixTime() * 1000).toISOString();
    console.log(duration, 'ical.js', end.slice(11, 16));
  }
});
JS

npm init -y > npm.log
npm install --silent ical.js@2.2.1 > npm.log
python3 -m venv python
python/bin/pip install --quiet icalendar==7.3.2 recurring-ical-events==3.8.2 tzdata==2026.6
found=$(PYTHONTZPATH='' python/bin/python read.py; node read.cjs)
echo "$found"
test "$found" = "PT24H icalendar 10:00 recurring-ical-events 10:00
P1D icalendar 10:00 recurring-ical-events 10:00
PT24H ical.js 10:00
P1D ical.js 10:00"
