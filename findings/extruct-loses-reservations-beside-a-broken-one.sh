#!/usr/bin/env bash
# A page of a booking has a script of JSON-LD with a reservation, and beside it one that its sender
# has cut short. Another page writes the type of the script as "application/ld+json; charset=utf-8".
# What does a reader of structured data find?
#
# Guess:     the reservation, both times: errors='log' says that errors are logged, and media types
#            have parameters (RFC 9110, section 8.3.1).
# Versions:  extruct 0.18.0 (PyPI)
# Behaviour: with errors='log' and errors='ignore' extruct gives up all JSON-LD of a page for one
#            broken script; of a script whose type has a parameter it finds nothing.
# Source:    https://github.com/scrapinghub/extruct#errors-handling
# Output:    beside a broken script: 0
#            with a parameter: 0
#            alone: 1
# So each script is read by itself, whatever the parameters and the case of its type, and one that
# can't be read loses no other.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check extruct==0.18.0

cat > read.py <<'PY'
import logging

import extruct

logging.disable()
RESERVATION = '{"@type": "TrainReservation", "reservationNumber": "A1"}'
WHOLE = f'<script type="application/ld+json">{RESERVATION}</script>'
PAGES = {
    "beside a broken script": WHOLE + '<script type="application/ld+json">{"@type":</script>',
    "with a parameter": WHOLE.replace("json\"", "json; charset=utf-8\""),
    "alone": WHOLE,
}
for name, page in PAGES.items():
    found = extruct.extract(f"<html><body>{page}</body></html>", syntaxes=["json-ld"], errors="log")
    print(f"{name}: {len(found.get('json-ld', []))}")
PY

seen=$(venv/bin/python read.py)
echo "$seen"
test "$seen" = 'beside a broken script: 0
with a parameter: 0
alone: 1'
