//! JSON pointers of violations: maps the domain's field names to the names in the interface.

use wayfare_domain::Path;
use wayfare_domain::violation::Step;

/// The whole input.
const ROOT: &[&str] = &[""];
/// An itinerary item, as the whole input, or in the object or the bare list that a PUT takes.
const ITEM: &[&str] = &["", "/trip_items/*", "/*"];
/// The budget of the trip or of an item.
const BUDGET: &[&str] = &["/budget", "/trip_items/*/budget", "/*/budget"];

/// The fields whose names differ: where the field is, in the interface's names with `*` for a list
/// index; its name in the domain; its name in the interface.
const NAMES: &[(&[&str], &str, &str)] = &[
    (ROOT, "estimate", "budget"),
    (ROOT, "dates", "date"),
    (ROOT, "expires_at", "expiresAt"),
    (ROOT, "itinerary", "trip_items"),
    (ROOT, "main_picture", "img"),
    (ROOT, "picture", "image"),
    (ITEM, "id", "item_id"),
    (ITEM, "start", "start_time"),
    (ITEM, "end", "end_time"),
    (BUDGET, "estimated", "totalEstimatedCost"),
    (BUDGET, "total", "totalCost"),
    (BUDGET, "paid", "totalPaidCost"),
];

/// The JSON pointer (RFC 6901) of a path in the interface's names. A path that has these names
/// already stays the same.
pub(super) fn pointer(path: &Path) -> String {
    let (mut parent, mut mapped) = (String::new(), Path::root());
    for step in path.steps() {
        parent.push('/');
        match step {
            Step::Field(field) => {
                let name = interface_name(parent.trim_end_matches('/'), field);
                parent.push_str(name);
                mapped = mapped.field(name.to_owned());
            }
            Step::Unknown(name) => {
                parent.push_str(name);
                mapped = mapped.unknown(name);
            }
            Step::Index(index) => {
                parent.push('*');
                mapped = mapped.index(*index);
            }
        }
    }
    mapped.to_string()
}

fn interface_name<'a>(parent: &str, field: &'a str) -> &'a str {
    let entry = NAMES
        .iter()
        .find(|(parents, name, _)| *name == field && parents.contains(&parent));
    entry.map_or(field, |(_, _, name)| name)
}

#[cfg(test)]
mod tests;
