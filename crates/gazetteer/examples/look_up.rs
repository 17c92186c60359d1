//! Looks up each line of the standard input as the name of a trip: `cargo run -p wayfare-gazetteer
//! --example look_up`.

#![expect(clippy::print_stdout, reason = "a tool for the terminal prints")]

use std::io::{self, BufRead};

use wayfare_gazetteer::{BuiltIn, Query};

fn main() -> io::Result<()> {
    let gazetteer = BuiltIn::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let found = gazetteer.look_up(Query::Text(&line), 3);
        let places: Vec<String> = found
            .iter()
            .map(|found| format!("{} ({:.2})", found.place.display_name, found.score))
            .collect();
        println!(
            "{line} -> {}",
            if places.is_empty() {
                "-".to_owned()
            } else {
                places.join("; ")
            }
        );
    }
    Ok(())
}
