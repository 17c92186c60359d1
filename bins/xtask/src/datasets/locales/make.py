"""Writes how each region of the pages' languages writes numbers, clocks and dates, and the currency
of each region, by CLDR.

`cargo xtask locales` calls it with the folder of the packages, their version and the files to
write. crates/web/src/i18n/locale/{conventions,currencies}.rs, which read them, document their rows.
"""

import json, re, sys
from collections import defaultdict
from pathlib import Path

LANGUAGES = "de en es fr it ja pt".split()
# Days of a week from Monday, as CLDR names them.
DAYS = "mon tue wed thu fri sat sun".split()
# What a pattern may hold besides quoted texts: the fields that are read, and no other letter.
KNOWN = re.compile(r"(?:EEEE|M{1,4}|d{1,2}|y|H{1,2}|h{1,2}|mm|a|[^A-Za-z'])*")

packages, version, target, currencies = Path(sys.argv[1]), sys.argv[2], *map(Path, sys.argv[3:])


def data(package, tag, name):
    file = packages / package / "package" / "main" / tag / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8"))["main"][tag]


def plain(text):
    """Narrow and thin spaces as the plain ones of CLDR's ASCII variants, which people search."""
    return re.sub("[\u00a0\u2009\u202f]", " ", text)


def pattern(value):
    value = plain(value if isinstance(value, str) else value["_value"])
    assert KNOWN.fullmatch(re.sub("'[^']+'", "", value)), value
    return value


def numbers(tag):
    of = data("cldr-numbers-full", tag, "numbers")["numbers"]
    symbols = of["symbols-numberSystem-latn"]
    # Amounts and counts of one page have the same marks: those of amounts.
    decimal = symbols.get("currencyDecimal", symbols["decimal"])
    group = symbols.get("currencyGroup", symbols["group"])
    whole = of["decimalFormats-numberSystem-latn"]["standard"].split(".")[0]
    sizes = whole.split(",")
    primary = len(sizes[-1])
    secondary = len(sizes[-2]) if len(sizes) > 2 else primary
    amount = of["currencyFormats-numberSystem-latn"]["standard-alphaNextToNumber"].split(";")[0]
    is_first = amount.startswith("¤")
    # English amounts may break after the code, as English texts do.
    space = " " if tag.startswith("en") else "\u00a0"
    money = f"¤{space}#" if is_first else f"#{space}¤"
    assert re.fullmatch(r"¤\s?[#,0.]+|[#,0.]+\s?¤", amount), amount
    return [decimal, group, str(primary), str(secondary), of["minimumGroupingDigits"], money]


def calendar(tag):
    return data("cldr-dates-full", tag, "ca-gregorian")["dates"]["calendars"]["gregorian"]


def clock(tag):
    of = calendar(tag)
    halves = of["dayPeriods"]["format"]["abbreviated"]
    return [pattern(of["timeFormats"]["short"]), plain(halves["am"]), plain(halves["pm"])]


def dates(tag):
    of = calendar(tag)
    formats = of["dateTimeFormats"]
    ranges = formats["intervalFormats"]["yMMMd"]
    days = [of["dateFormats"]["full"], formats["availableFormats"]["yMMMd"]]
    return [pattern(value) for value in (*days, ranges["d"], ranges["M"], ranges["y"])]


def names(tag):
    of = calendar(tag)
    widths = [of["months"]["format"][width] for width in ("wide", "abbreviated")]
    months = [[names[str(month)] for month in range(1, 13)] for names in widths]
    days = [of["days"]["format"]["wide"][day] for day in DAYS]
    return ["|".join(words) for words in (*months, days)]


main = packages / "cldr-numbers-full" / "package" / "main"
# Other scripts have no pages.
one = re.compile(f"({'|'.join(LANGUAGES)})(-([A-Z]{{2}}|[0-9]{{3}}))?")
tags = sorted(path.name for path in main.iterdir() if one.fullmatch(path.name))
sources = "cldr-numbers-full, cldr-dates-full; Unicode-3.0"
rows = [f"# CLDR {version} ({sources}), by cargo xtask locales"]
for kind, read in ("numbers", numbers), ("clock", clock), ("dates", dates), ("names", names):
    alike = defaultdict(list)
    for tag in tags:
        # The default content of English is American.
        alike[tuple(read(tag))].append("en-US" if tag == "en" else tag)
    rows += ["\t".join((kind, *values, " ".join(of))) for values, of in alike.items()]
target.write_text("\n".join(rows) + "\n", encoding="utf-8")

file = packages / "cldr-core" / "package" / "supplemental" / "currencyData.json"
data = json.loads(file.read_text(encoding="utf-8"))["supplemental"]["currencyData"]["region"]
alike = defaultdict(list)
for region, history in sorted(data.items()):
    # The first one is the usual one.
    for code, times in (pair for entry in history for pair in entry.items()):
        if "_to" not in times and times.get("_tender") != "false":
            alike[code].append(region)
            break
rows = [f"# CLDR {version} (cldr-core; Unicode-3.0), by cargo xtask locales"]
rows += ["\t".join((code, " ".join(of))) for code, of in sorted(alike.items())]
currencies.write_text("\n".join(rows) + "\n", encoding="utf-8")
