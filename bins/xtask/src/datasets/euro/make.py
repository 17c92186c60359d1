"""Writes the irrevocable conversion rates of the currencies that the euro has replaced.

make.py gnc-euro.cpp currency.units currencyData.json OUT

The rates are those of two projects, which must agree wherever both have one: GnuCash (source
package gnucash, libgnucash/engine/gnc-euro.cpp) and GNU Units (package units,
/var/lib/units/currency.units). The days are those on which the euro came to the countries of a
currency, by CLDR (npm package cldr-core, supplemental/currencyData.json).
"""

import json
import re
import sys
from decimal import Decimal
from pathlib import Path

HEAD = """# Irrevocable conversion rates of the currencies that the euro has replaced:
# code, first day of the euro, units for one euro. Written by `cargo xtask euro`; do not edit.
# Rates: GnuCash 5.16 (gnc-euro.cpp) and GNU Units 2.27 (currency.units), which agree wherever both
# have one. Days: CLDR 48.2 (cldr-core, currencyData.json).
"""


def of_gnucash(text):
    rows = re.findall(r'\{ "([A-Z]{3})",\s+([\d.]+) \}', text)
    return {code: Decimal(rate) for code, rate in rows if code != "EUR"}


def of_units(text):
    names = dict(re.findall(r"^([A-Z]{3})\s+(\w+)$", text, re.M))
    rates = dict(re.findall(r"^(\w+)\s+1\|([\d.]+) euro\b", text, re.M))
    return {code: Decimal(rates[name]) for code, name in names.items() if name in rates}


def days(regions):
    """The first day of the euro for each currency that went before it."""
    found = {}
    for history in regions.values():
        tenders = [(code, span) for entry in history for code, span in entry.items()]
        euro = [span["_from"] for code, span in tenders if code == "EUR"]
        for code, span in tenders:
            # The one in circulation when the euro came ends the day before or later.
            if euro and code != "EUR" and span.get("_to", "") >= f"{int(euro[0][:4]) - 1}-12-01":
                found.setdefault(code, set()).add(euro[0])
    return found


def main():
    gnucash, units, cldr, out = map(Path, sys.argv[1:])
    one, other = of_gnucash(gnucash.read_text()), of_units(units.read_text())
    for code in one.keys() & other.keys():
        assert one[code] == other[code], code
    regions = json.loads(cldr.read_text())["supplemental"]["currencyData"]["region"]
    first = days(regions)
    lines = []
    for code, rate in sorted((other | one).items()):
        # The CFA and CFP francs are pegged, not replaced.
        if code in first:
            lines.append(f"{code}\t{min(first[code])}\t{rate.normalize()}\n")
    out.write_text(HEAD + "".join(lines))


main()
