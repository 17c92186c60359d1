# Short names for `cargo xtask` commands: one for each.

# Lists the recipes.
default:
    @just --list

# Starts the service with the given arguments.
run *args:
    cargo xtask run {{ args }}

# Runs the tests, or those whose names contain an argument.
test *args:
    cargo xtask test {{ args }}

# Runs the reliability tests for longer, then an hour of load.
soak *args:
    cargo xtask soak {{ args }}

# Runs everything that must hold before a change lands, or parts of it, such as `lint`.
ci *args:
    cargo xtask ci {{ args }}

# Distributes a new database by the documented statements for Citus.
citus:
    cargo xtask citus

# Runs the benchmarks against their bounds.
bench *args:
    cargo xtask bench {{ args }}

# Takes the pictures of the documentation.
pictures:
    cargo xtask pictures

# Fuzzes the parsers of untrusted bytes.
fuzz *args:
    cargo xtask fuzz {{ args }}

# Compares the crates' interfaces with the last release.
semver:
    cargo xtask semver

# Checks licences, bans and sources of dependencies; `--advisories` known vulnerabilities too.
deny *args:
    cargo xtask deny {{ args }}

# Writes the bill of materials.
sbom:
    cargo xtask sbom

# Builds the service twice and compares the binaries.
reproduce:
    cargo xtask reproduce

# Builds the documentation; `--open` shows it.
docs *args:
    cargo xtask docs {{ args }}

# Starts a temporary PostgreSQL and prints its URL.
db *args:
    cargo xtask db {{ args }}

# Writes the OpenAPI documents under docs/openapi.
openapi:
    cargo xtask openapi

# Writes the data file of the built-in gazetteer.
places:
    cargo xtask places

# Writes the irrevocable conversion rates into the euro.
euro gnucash units:
    cargo xtask euro {{gnucash}} {{units}}

# Writes the outlines of the pages' map.
outlines:
    cargo xtask outlines

# Writes the names of the time zones of Windows.
windows-zones:
    cargo xtask windows-zones

# Writes how each region writes numbers, clocks and dates on pages.
locales:
    cargo xtask locales
