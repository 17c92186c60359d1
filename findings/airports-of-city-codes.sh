#!/bin/bash
# Two tables of IATA's city codes disagree on the airports of New York and Washington.
#
# Guess: which airports NYC, WAS, PAR and STO stand for is IATA's own list, so that packages agree.
# Versions: airportsdata 20260905, neobase 0.37 (PyPI; OpenTravelData).
# Behaviour: airportsdata's `iata_macs.csv` has Newark in no city, Baltimore not in WAS, and neither
#   Skavsta in STO nor Beauvais in PAR; it lacks the codes of Bucharest, Detroit and Montréal.
#   OpenTravelData has them, and Toronto Pearson's YTO with Hamilton and Waterloo. Conversely,
#   airportsdata lists codes of cities that are one airport's own (DFW, IST, MEL).
# Source: https://github.com/mborsetti/airportsdata, https://github.com/opentraveldata/opentraveldata
# Output seen: below.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
    --target packages airportsdata==20260905 neobase==0.37

python3 - <<'PY' | tee seen
import csv
airports = {row["iata"] for row in csv.DictReader(open("packages/airportsdata/airports.csv", encoding="utf-8"))}
one, other = {}, {}
for row in csv.DictReader(open("packages/airportsdata/iata_macs.csv", encoding="utf-8")):
    one.setdefault(row["City Code"], set()).add(row["Airport Code"])
table = open("packages/neobase/optd_por_public.csv", encoding="utf-8")
for row in csv.DictReader(table, delimiter="^", quoting=csv.QUOTE_NONE):
    if row["location_type"] == "C":
        other.setdefault(row["iata_code"], set()).update(airports & set(row["tvl_por_list"].split(",")))
for code in ["NYC", "WAS", "PAR", "STO", "YTO", "BUH", "DTT", "YMQ", "LON"]:
    ours = one.get(code, set())
    print(code, len(ours), "more:", *sorted(other[code] - ours), "| fewer:", *sorted(ours - other[code]))
PY
diff seen expected 2>/dev/null || true
