"""Makes the fonts of the pages: `python3 fonts.py FOLDER`, where FOLDER has the unpacked npm packages
`@fontsource-variable/fraunces` and `@fontsource-variable/figtree`, in `fraunces` and `figtree`.
It needs `fonttools` and `brotli`. Both fonts are under the SIL Open Font License."""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ASSETS = Path(__file__).parent.parent / "assets" / "fonts"
LATIN = "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2010-2015,U+2018-201A," \
    "U+201C-201E,U+2022,U+2026,U+202F,U+2032-2033,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212,U+2215"
EXTENDED = "U+0100-017F,U+0218-021B,U+1E9E,U+1EA0-1EF9,U+20A0-20AB,U+20AD-20C0"
# The axes that stay, and those that are fixed.
FONTS = {
    "fraunces": ("full", {"opsz": 48, "wght": 600, "SOFT": 60, "WONK": 0}, []),
    "figtree": ("wght", {"wght": (400, 700)}, ["tnum"]),
}

for name, (axes, limits, features) in FONTS.items():
    for script, characters in (("latin", LATIN), ("latin-ext", EXTENDED)):
        source = Path(sys.argv[1]) / name / "files" / f"{name}-{script}-{axes}-normal.woff2"
        font = instancer.instantiateVariableFont(TTFont(source), limits)
        options = subset.Options(flavor="woff2", hinting=False, layout_features=["*"] if not features else
                                 ["ccmp", "locl", "mark", "mkmk", "kern", "rvrn", *features])
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=subset.parse_unicodes(characters))
        subsetter.subset(font)
        font.flavor = "woff2"
        font.save(ASSETS / f"{name}-{script}.woff2")
