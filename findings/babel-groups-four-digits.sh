#!/usr/bin/env bash
# Guess: Babel, which formats by CLDR, groups the digits of Spain, Portugal and Italy from five
#   on: CLDR gives them minimumGroupingDigits 2, and `1234,5` is what browsers write.
# Versions: babel 2.18.0 (PyPI), cldr-numbers-full 47.0.0 (npm), the data that this Babel has.
# Behaviour: Babel does not read minimumGroupingDigits. It writes `1.234,5` for es, `1 234,5` for
#   pt-PT, as if they were es-AR and fr. And it reads leniently: `parse_decimal("1.5",
#   locale="es")`, which a reader in Madrid may type as a fraction, is 15, without an error.
# Source: minimumGroupingDigits in main/<locale>/numbers.json of CLDR; Babel's format_decimal.
# Output seen:
#   es 2 1.234,5 15
#   pt-PT 2 1 234,5 1.5
#   it 2 1.234,5 15
#   es-AR 1 1.234,5 15
# Here: four digits are grouped as CLDR says, and `1.5` is 1.5 everywhere: a group has three
#   digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent cldr-numbers-full@47.0.0 > /dev/null
tar xzf cldr-numbers-full-47.0.0.tgz
python3 -m pip install --quiet --disable-pip-version-check --target lib babel==2.18.0
PYTHONPATH=lib python3 - << 'PYTHON' | tee seen
import json
from babel.numbers import format_decimal, parse_decimal
for tag in ("es", "pt-PT", "it", "es-AR"):
    with open(f"package/main/{tag}/numbers.json", encoding="utf-8") as file:
        least = json.load(file)["main"][tag]["numbers"]["minimumGroupingDigits"]
    locale = tag.replace("-", "_")
    shown = format_decimal(1234.5, locale=locale).replace("\u00a0", " ")
    print(tag, least, shown, parse_decimal("1.5", locale=locale))
PYTHON
diff seen - << 'SEEN'
es 2 1.234,5 15
pt-PT 2 1 234,5 1.5
it 2 1.234,5 15
es-AR 1 1.234,5 15
SEEN
