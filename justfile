# Short names for `cargo xtask` commands.

# Lists the recipes.
default:
    @just --list

# Starts the service with the given arguments.
run *args:
    cargo xtask run {{ args }}

# Runs all tests, or those whose names contain an argument.
test *args:
    cargo xtask test {{ args }}

# Checks formatting, lints, documentation, layers, file lengths and dependencies.
lint:
    cargo xtask lint

# Builds the documentation; `--open` shows it.
docs *args:
    cargo xtask docs {{ args }}

# Starts a temporary PostgreSQL and prints its URL.
db *args:
    cargo xtask db {{ args }}

# Writes the OpenAPI documents under docs/openapi.
openapi:
    cargo xtask openapi

# Checks the served OpenAPI documents and pages with external tools.
e2e:
    cargo xtask e2e

# Packs the published crates, and runs the examples against the packages.
package:
    cargo xtask package
