#!/usr/bin/env bash
# Guess: the UTC instant of 10:00 next December in a North American city is known today, so that an
# instant is as good as the hour that a traveller typed.
#
# Versions: PyPI tzdata 2025.2 (IANA release 2025b) and 2026.6 (2026f), read by CPython's zoneinfo.
#
# Behaviour: within one year the laws of five countries and provinces moved it. Between the two
# releases 10:00 on 10 December 2026 is another instant in all six zones below: by an hour earlier
# in America, where clocks stay at summer time, and an hour later in Morocco. In July only Morocco
# differs. Yellowknife moves without a law of its own, because it is a link to Edmonton.
#
# Source: the files NEWS and northamerica, africa of the IANA time zone database, which both packages
# repackage; https://www.iana.org/time-zones
#
# Output seen (zone, day, UTC of 10:00 by 2025b, by 2026f): the text EXPECTED below.
set -euo pipefail

readonly EXPECTED='America/Vancouver 2026-12-10 18:00 17:00
America/Vancouver 2027-07-10 17:00 17:00
America/Edmonton 2026-12-10 17:00 16:00
America/Edmonton 2027-07-10 16:00 16:00
America/Winnipeg 2026-12-10 16:00 15:00
America/Winnipeg 2027-07-10 15:00 15:00
Africa/Casablanca 2026-12-10 09:00 10:00
Africa/Casablanca 2027-07-10 09:00 10:00
America/Yellowknife 2026-12-10 17:00 16:00
America/Yellowknife 2027-07-10 16:00 16:00
America/Havana 2026-12-10 15:00 14:00
America/Havana 2027-07-10 14:00 14:00'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in 2025.2 2026.6; do
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
        --no-deps --target "$folder/$version" "tzdata==$version"
done
cat > "$folder/hours.py" <<'PYTHON'
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

ZONES = ["America/Vancouver", "America/Edmonton", "America/Winnipeg", "Africa/Casablanca",
         "America/Yellowknife", "America/Havana"]
for zone in ZONES:
    for day in ["2026-12-10", "2027-07-10"]:
        local = datetime.fromisoformat(f"{day}T10:00").replace(tzinfo=ZoneInfo(zone))
        print(zone, day, local.astimezone(timezone.utc).strftime("%H:%M"))
PYTHON
hours() {
    PYTHONTZPATH="$folder/$1/tzdata/zoneinfo" python3 "$folder/hours.py"
}
seen=$(paste -d ' ' <(hours 2025.2) <(hours 2026.6 | cut -d ' ' -f 3))
echo "$seen"
diff <(echo "$EXPECTED") <(echo "$seen")
