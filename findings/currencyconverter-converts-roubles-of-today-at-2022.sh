#!/usr/bin/env bash
# Guess: without a date, CurrencyConverter.convert takes the newest rates of its table, and fails for
# a currency that has none there any more.
#
# Versions: currencyconverter 0.18.23 (PyPI), with the European Central Bank's history up to
# 30 October 2026.
#
# Behaviour: "no date" means the last day of that one currency, however old. 100 roubles are
# converted at the rate of 1 March 2022, and 1,000 kuna at the market rate of 30 December 2022
# (7.5365), not at the conversion rate that is law (7.5345), without a word. With today's date the
# same call raises RateNotFoundError; fallback_on_missing_rate, which reads as if it were for that,
# raises too, while fallback_on_wrong_date answers with the rate of 2022 again.
#
# Source: the package's own table; `convert` and `_get_rate` of currency_converter.py.
#
# Output seen:
#   RUB without date: 0.853235
#   HRK without date: 132.688
#   RUB on 2026-10-01: RateNotFoundError
#   fallback_on_missing_rate: RateNotFoundError
#   fallback_on_wrong_date: 0.853235
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check currencyconverter==0.18.23

"$folder/venv/bin/python" - >"$folder/seen" <<'PYTHON'
from datetime import date

from currency_converter import CurrencyConverter, RateNotFoundError

TODAY = date(2026, 10, 1)


def converted(amount, code, day=None, **options):
    try:
        return f"{CurrencyConverter(**options).convert(amount, code, 'EUR', date=day):.6g}"
    except RateNotFoundError as error:
        return type(error).__name__


print("RUB without date:", converted(100, "RUB"))
print("HRK without date:", converted(1000, "HRK"))
print("RUB on 2026-10-01:", converted(100, "RUB", TODAY))
for option in ("fallback_on_missing_rate", "fallback_on_wrong_date"):
    print(f"{option}:", converted(100, "RUB", TODAY, **{option: True}))
PYTHON

cat "$folder/seen"
diff - "$folder/seen" <<'SEEN'
RUB without date: 0.853235
HRK without date: 132.688
RUB on 2026-10-01: RateNotFoundError
fallback_on_missing_rate: RateNotFoundError
fallback_on_wrong_date: 0.853235
SEEN
