#!/usr/bin/env bash
# A boarding pass in a PDF has the day of the year in its code, 326, and no year. Somebody who flew
# on 22 November 2026 saves it again the day after. On which day does KDE Itinerary put the flight,
# told by --context-date that the file was received before the flight?
#
# Guess:     22 November 2026: --context-date is the "date/time for when this data has been
#            received".
# Versions:  libkpimitinerary-bin 22.12.3-1 (Debian 12, which the script needs with apt), reportlab
#            4.2.5, segno 1.6.1 and pillow 11.0.0 (PyPI)
# Behaviour: kitinerary-extractor takes the first such day after the PDF was made, as the PDF says,
#            and ignores --context-date then: a year late. It counts for a PDF that doesn't say.
# Source:    https://invent.kde.org/pim/kitinerary
# Output:    made the day before: 2026-11-22
#            made the day after: 2027-11-22
#            made nobody knows when: 2026-11-22
# So the day of such a flight is that of the pass's code, nearest to the first day of the trip.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  reportlab==4.2.5 segno==1.6.1 pillow==11.0.0

mapfile -t packages < <(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
  --no-breaks --no-replaces --no-enhances libkpimitinerary-bin | grep -E '^lib' | sort -u \
  | grep -vxE 'libkpimitinerary-bin|libc6|libc-bin|libllvm.*|libgl1-mesa-dri|libperl.*')
apt-get -qq download libkpimitinerary-bin=22.12.3-1 "${packages[@]}" 2> apt.log
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname root/usr/lib/*/libexec)

cat > make.py <<'PY'
import re

import segno
from reportlab.pdfgen import canvas

segno.make("M1LOVELACE/ADA        EABC123 YULFRAAC 0834 326J001A0025 100").save("code.png", scale=6)
page = canvas.Canvas("pass.pdf", pagesize=(595, 842))
page.drawImage("code.png", 72, 500, width=150, height=150)
page.save()
pdf = open("pass.pdf", "rb").read()
for name, day in (("before", b"20261121"), ("after", b"20261123")):
    open(f"{name}.pdf", "wb").write(re.sub(rb"\(D:\d{8}", b"(D:" + day, pdf))
open("unknown.pdf", "wb").write(re.sub(rb"/(Creation|Mod)Date \([^)]*\)", b"", pdf))
PY
venv/bin/python make.py

day() {
  env LD_LIBRARY_PATH="$PWD/$libraries:$PWD/root${libraries#root/usr}" \
    XDG_DATA_DIRS="$PWD/root/usr/share" "$libraries/libexec/kf5/kitinerary-extractor" \
    --context-date 2026-11-21T00:00:00 "$1.pdf" | sed -n 's/.*"departureDay": "\(.*\)".*/\1/p'
}
seen="made the day before: $(day before)
made the day after: $(day after)
made nobody knows when: $(day unknown)"
echo "$seen"
test "$seen" = 'made the day before: 2026-11-22
made the day after: 2027-11-22
made nobody knows when: 2026-11-22'
