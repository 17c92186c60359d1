#!/usr/bin/env bash
# Guess: releases of CLDR for corrections (48.1 -> 48.2) leave the marks of numbers as they are,
#   and Swiss German groups digits by ’ (U+2019), as it has for years.
# Versions: cldr-numbers-full 47.0.0, 48.1.0, 48.2.0 (npm, published by Unicode).
# Behaviour: 48 changed the group mark of de-CH and it-CH from ’ to ' (U+0027), and 48.2 that of
#   fr-CH from the narrow no-break space (U+202F) to ' as well. What one machine writes as
#   `12'345.5` is `12’345.5` or `12 345,5` on another with the same minor version, so whoever
#   reads numbers by one table refuses or misreads those of the other.
# Source: main/<locale>/numbers.json, symbols-numberSystem-latn.group, of the packages.
# Output seen:
#   47.0.0 de-CH U+2019 fr-CH U+202F it-CH U+2019
#   48.1.0 de-CH U+0027 fr-CH U+202F it-CH U+0027
#   48.2.0 de-CH U+0027 fr-CH U+0027 it-CH U+0027
# Here: pages take every region's marks from one release, and read spaces and both apostrophes as
#   groups everywhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for version in 47.0.0 48.1.0 48.2.0; do
  mkdir "$version"
  npm pack --silent --pack-destination "$version" "cldr-numbers-full@$version" > /dev/null
  tar xzf "$version"/*.tgz -C "$version"
done
python3 - << 'PYTHON' | tee seen
import json
for version in ("47.0.0", "48.1.0", "48.2.0"):
    line = [version]
    for tag in ("de-CH", "fr-CH", "it-CH"):
        with open(f"{version}/package/main/{tag}/numbers.json", encoding="utf-8") as file:
            numbers = json.load(file)["main"][tag]["numbers"]
        line += [tag, f"U+{ord(numbers['symbols-numberSystem-latn']['group']):04X}"]
    print(*line)
PYTHON
diff seen - << 'SEEN'
47.0.0 de-CH U+2019 fr-CH U+202F it-CH U+2019
48.1.0 de-CH U+0027 fr-CH U+202F it-CH U+0027
48.2.0 de-CH U+0027 fr-CH U+0027 it-CH U+0027
SEEN
