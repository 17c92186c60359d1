//! Temporary.
use wayfare_gazetteer::*;
fn main() {
    let b = BuiltIn::new();
    let mut trip = TripTexts::default();
    let run = |trip: &TripTexts| {
        if trip.places.is_empty() {
            return;
        }
        println!("== {}", trip.name);
        for (t, p) in trip.places.iter().zip(b.locate(trip)) {
            println!(
                "   {} [{}] -> {}",
                t.name,
                t.location,
                p.map_or("-".into(), |p| format!(
                    "{} ({}, {}) {:?}",
                    p.display_name, p.time_zone, p.description, p.kind
                ))
            );
        }
    };
    for l in std::io::stdin().lines() {
        let l = l.unwrap();
        if let Some(n) = l.strip_prefix("== ") {
            run(&trip);
            trip = TripTexts {
                name: n.into(),
                ..Default::default()
            };
        } else {
            let (n, loc) = l.split_once('|').unwrap_or((&l, ""));
            trip.places.push(PlaceText {
                name: n.into(),
                location: loc.into(),
                known: None,
            });
        }
    }
    run(&trip);
}
