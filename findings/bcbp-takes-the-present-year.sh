#!/usr/bin/env bash
# On which day is the flight of a boarding pass for day 003 of a year that is scanned on 20 December
# 2026? The code of a pass holds the day without its year, and need not tell when it was issued.
#
# Guess:     3 January 2027, two weeks later: a reader takes the nearest such day.
# Versions:  bcbp 6.0.2 (npm)
# Behaviour: bcbp takes that of the present year, more than eleven months ago. Only a code that tells
#            when it was issued (conditional item 22) gives the day after that.
# Source:    IATA Resolution 792, item 46 (date of flight)
# Output:    without the day of issue 2026-01-03
#            with it             2027-01-03
# So a day without its year is the one nearest to the first day of the trip that it is added to, else
# to today.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund bcbp@6.0.2

cat > read.mjs <<'JS'
import { decode } from 'bcbp';

const Present = Date;
globalThis.Date = class extends Present {
  constructor(...given) { super(...(given.length ? given : ['2026-12-20T12:00:00Z'])); }
};
const pass = 'M1LOVELACE/ADA        EABC123 LISCDGAF 1025 003Y012A0035 1';
const day = (code) => decode(code).data.legs[0].flightDate.toISOString().slice(0, 10);
console.log(`without the day of issue ${day(`${pass}00`)}`);
console.log(`with it             ${day(`${pass}0D>6070WW635100`)}`);
JS

seen=$(node read.mjs)
echo "$seen"
test "$seen" = 'without the day of issue 2026-01-03
with it             2027-01-03'
