#!/usr/bin/env bash
# Guess: a library of CLDR gives a currency as many decimals as ISO 4217's minor unit has, and as
#   many as it gave last year.
# Versions: cldr-core 47.0.0 and 48.2.0 (npm, published by Unicode), iso4217 1.16.20260101 (PyPI).
# Behaviour: CLDR has the decimals that people use. 12 currencies that have two or three by ISO
#   4217 have none there, such as the Iraqi dinar (3) and the Lebanese pound (2). Release 48 took
#   them from the forint, the Colombian peso, the rupiah and the Pakistani rupee, too, and gave
#   the Serbian dinar its two. One amount is `HUF 1,234.50` to a program on 47 and `HUF 1,234` on
#   48, and what is shown no longer adds up where sums keep minor units. `Intl.NumberFormat` of
#   browsers follows CLDR.
# Source: supplemental/currencyData.json, fractions, `_digits`; ISO 4217 list one.
# Output seen: the lines at the end; code, decimals of ISO 4217, of CLDR 47, of CLDR 48.2.
# Here: amounts are rounded by ISO 4217 alone; CLDR says only where marks and codes stand.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for version in 47.0.0 48.2.0; do
  npm pack --silent "cldr-core@$version" > /dev/null
  mkdir "$version"
  tar xzf "cldr-core-$version.tgz" -C "$version" package/supplemental/currencyData.json
done
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
  --target lib iso4217==1.16.20260101
PYTHONPATH=lib python3 - << 'PYTHON' | tee seen
import json
from iso4217 import Currency
digits = []
for version in ("47.0.0", "48.2.0"):
    with open(f"{version}/package/supplemental/currencyData.json", encoding="utf-8") as file:
        fractions = json.load(file)["supplemental"]["currencyData"]["fractions"]
    digits.append(lambda code, of=fractions: int(of.get(code, of["DEFAULT"])["_digits"]))
for currency in sorted(Currency, key=lambda currency: currency.code):
    row = [currency.exponent, *(of(currency.code) for of in digits)]
    if currency.exponent is not None and len(set(row)) > 1:
        print(currency.code, *row)
PYTHON
diff seen - << 'SEEN'
AFN 2 0 0
ALL 2 0 0
COP 2 2 0
HUF 2 2 0
IDR 2 2 0
IQD 3 0 0
IRR 2 0 0
KPW 2 0 0
LAK 2 0 0
LBP 2 0 0
MGA 2 0 0
MMK 2 0 0
PKR 2 2 0
RSD 2 0 2
SOS 2 0 0
SYP 2 0 0
YER 2 0 0
SEEN
