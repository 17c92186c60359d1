//! Has the crate built again when a migration changes: they are embedded into it.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
