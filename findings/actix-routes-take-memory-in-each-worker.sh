#!/usr/bin/env bash
# What does a route with a parameter cost?
#
# Guess:     A few hundred bytes, as a route without one, and once for a process.
# Versions:  actix-router 0.5.4 (crates.io, the newest), with the feature `unicode` that actix-web
#            4.18.1 turns on, and without it
# Behaviour: Each path with a parameter is a regular expression of its own: 14 KiB of heap, some
#            fifty times a path without. Without `unicode` it is 2 KiB. actix-web compiles all paths
#            in every worker, and each worker keeps them: 300 such paths on 16 cores are 66 MiB.
# Source:    ResourceDef::construct in actix-router's src/resource.rs; ServiceConfig and the factory
#            of `App` run once for each worker
# Output:    features: --features unicode
#            with a parameter: 14336 bytes
#            without a parameter: 256 bytes
#            features: none
#            with a parameter: 2048 bytes
#            without a parameter: 256 bytes
# So `register` of `api-core/src/http/endpoint.rs` puts what is below one parameter into one scope.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "routes"
edition = "2024"

[features]
unicode = ["actix-router/unicode"]

[dependencies]
actix-router = { version = "=0.5.4", default-features = false, features = ["http"] }
TOML
cat > src/main.rs <<'RUST'
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

struct Counting;
static HELD: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), SeqCst);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), SeqCst);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn main() {
    for (what, parameter) in [("with", "{trip}"), ("without", "trip")] {
        let before = HELD.load(SeqCst);
        let paths = (10..60).map(|n| format!("/trips/{parameter}/part{n}"));
        let routes: Vec<_> = paths.map(actix_router::ResourceDef::new).collect();
        let bytes = (HELD.load(SeqCst) - before) / routes.len();
        println!("{what} a parameter: {} bytes", bytes.next_multiple_of(256));
    }
}
RUST

found=$(for features in "--features unicode" ""; do
    echo "features: ${features:-none}"
    cargo run --quiet --release $features 2> cargo.log
done)
echo "$found"
test "$found" = "features: --features unicode
with a parameter: 14336 bytes
without a parameter: 256 bytes
features: none
with a parameter: 2048 bytes
without a parameter: 256 bytes"
