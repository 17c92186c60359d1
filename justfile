# Short names for `cargo xtask`, which does the work.

# Lists the recipes.
default:
    @just --list

# Starts the service; arguments go to it.
run *args:
    cargo xtask run {{ args }}

# Runs all tests, or those whose names contain an argument.
test *args:
    cargo xtask test {{ args }}

# Checks formatting, lints, documentation, layering, file lengths and dependencies.
lint:
    cargo xtask lint

# Builds the documentation; `--open` shows it.
docs *args:
    cargo xtask docs {{ args }}

# Starts a throwaway PostgreSQL and prints its URL.
db *args:
    cargo xtask db {{ args }}

# Writes the OpenAPI documents under docs/openapi.
openapi:
    cargo xtask openapi

# Checks the served OpenAPI documents and pages by tools of others.
e2e:
    cargo xtask e2e
