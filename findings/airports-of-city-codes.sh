#!/bin/bash
# Two tables of IATA's city codes disagree on the airports of New York, Washington and Paris.
#
# Guess: which airports NYC, WAS, PAR and STO stand for is IATA's own list, so packages agree on it.
# Versions: airportsdata 20260905, neobase 0.37 (PyPI; OpenTravelData).
# Behaviour: airportsdata's `iata_macs.csv` has Newark in no city, Baltimore not in WAS, Beauvais
#   not in PAR, Skavsta not in STO; it lacks the codes of Bucharest, Detroit and Montreal.
#   OpenTravelData has them all, and small fields (London's BQH) as well.
# Source: https://github.com/mborsetti/airportsdata,
#   https://github.com/opentraveldata/opentraveldata
# Output seen: the lines at the end.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
    --target packages airportsdata==20260905 neobase==0.37

python3 - <<'PY' | tee seen
import csv

def rows(path, **how):
    return csv.DictReader(open("packages/" + path, encoding="utf-8"), **how)

airports = {row["iata"] for row in rows("airportsdata/airports.csv")}
one, other = {}, {}
for row in rows("airportsdata/iata_macs.csv"):
    one.setdefault(row["City Code"], set()).add(row["Airport Code"])
for row in rows("neobase/optd_por_public.csv", delimiter="^", quoting=csv.QUOTE_NONE):
    if row["location_type"] == "C":
        served = airports & set(row["tvl_por_list"].split(","))
        other.setdefault(row["iata_code"], set()).update(served)
for code in ["NYC", "WAS", "PAR", "STO", "BUH", "DTT", "YMQ", "LON"]:
    few = one.get(code, set())
    print(code, len(few), "and", *sorted(other[code] - few))
PY
diff seen - <<'SEEN'
NYC 2 and EWR NYS SWF
WAS 2 and BWI MTN
PAR 2 and BVA LBG POX TNF VIY
STO 2 and NYO VST
BUH 0 and BBU OTP
DTT 0 and DET DTW YIP
YMQ 0 and YHU YMX YUL
LON 5 and BQH SEN
SEEN
