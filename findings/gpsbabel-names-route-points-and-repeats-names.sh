#!/usr/bin/env bash
# gpsbabel gives names to points of routes that have none, and repeats the name of a waypoint as its
# comment and description, even from GPX to GPX.
#
# Guess before running: from GPX 1.1 to GPX 1.1, what a point lacks stays away: the second point of
# the route has no name, and the waypoint neither cmt nor desc.
#
# Versions: Debian's gpsbabel 1.8.0+ds-5 (bookworm), unpacked without being installed.
# Behaviour: the nameless point is RPT002, its place in the route; the waypoint gets the name A as
# cmt and as desc. In KML the points of a route carry these names, too.
# Source: https://www.gpsbabel.org/htmldoc-1.8.0/fmt_gpx.html
# So an importer can't tell a stop from a point that shapes the way by its having a name: RPT and a
# number is none; and a comment that is the name says nothing.
# Output seen:
#   <name>A</name>
#   <cmt>A</cmt>
#   <desc>A</desc>
#   <name>Inn</name>
#   <name>RPT002</name>
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download gpsbabel=1.8.0+ds-5
apt-get -qq download libqt5core5a libshp2 libusb-1.0-0 libicu72 libdouble-conversion3 \
    libpcre2-16-0 libglib2.0-0 libmd4c0
for package in *.deb; do dpkg -x "$package" root; done
cat >in.gpx <<'GPX'
<?xml version="1.0"?>
<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="1" lon="2"><name>A</name></wpt>
<rte><rtept lat="1" lon="2"><name>Inn</name></rtept><rtept lat="1" lon="3"/></rte>
</gpx>
GPX
libraries=$work/root/usr/lib/x86_64-linux-gnu:$work/root/lib/x86_64-linux-gnu
LD_LIBRARY_PATH=$libraries root/usr/bin/gpsbabel -w -r -i gpx -f in.gpx -o gpx,gpxver=1.1 -F out.gpx
seen=$(grep -oE '<(name|cmt|desc)>.*' out.gpx)
echo "$seen"
test "$seen" = "<name>A</name>
<cmt>A</cmt>
<desc>A</desc>
<name>Inn</name>
<name>RPT002</name>"
