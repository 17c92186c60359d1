//! Texts with values in them.

use wayfare_domain::access::MemberRole;

pub(crate) fn page_of(page: u64, pages: u64) -> String {
    format!("Page {page} of {pages}")
}

pub(crate) fn people(number: usize) -> String {
    if number == 1 {
        "1 person".to_owned()
    } else {
        format!("{number} people")
    }
}

pub(crate) fn items(number: usize) -> String {
    match number {
        0 => "nothing planned".to_owned(),
        1 => "1 stop".to_owned(),
        _ => format!("{number} stops"),
    }
}

pub(crate) fn day(number: u32) -> String {
    format!("Day {number}")
}

pub(crate) fn and_more(count: usize) -> String {
    format!("… and {count} more")
}

pub(crate) fn empty_days(from: u32, to: u32) -> String {
    format!("Days {from} to {to}: nothing planned")
}

pub(crate) fn add_to_day(number: u32) -> String {
    format!("Add to day {number}")
}

pub(crate) fn photo(number: usize) -> String {
    format!("Photo {number}")
}

pub(crate) fn about(amount: &str) -> String {
    format!("about {amount}")
}

pub(crate) fn edit_of(name: &str) -> String {
    format!("Edit {name}")
}

pub(crate) fn move_of(name: &str) -> String {
    format!("Move {name}")
}

pub(crate) fn up_of(name: &str) -> String {
    format!("Up: {name}")
}

pub(crate) fn remove_of(name: &str) -> String {
    format!("Remove {name}")
}

pub(crate) fn delete_of(name: &str) -> String {
    format!("Delete {name}?")
}

pub(crate) fn further_warnings(number: usize) -> String {
    format!("and {number} more, which the preview of the file lists")
}

pub(crate) fn done_of(name: &str) -> String {
    format!("Done: {name}")
}

pub(crate) fn undo_of(name: &str) -> String {
    format!("Undo: {name}")
}

pub(crate) fn make_owner_of(name: &str) -> String {
    format!("Make owner: {name}")
}

pub(crate) fn mark_paid_of(from: &str, to: &str) -> String {
    format!("Mark as paid: {from} to {to}")
}

pub(crate) fn owes(from: &str, to: &str, amount: &str) -> String {
    format!("{from} owes {to} {amount}")
}

pub(crate) fn has_paid(from: &str, to: &str, amount: &str) -> String {
    format!("{from} paid {to} {amount}")
}

pub(crate) fn outside(member: &str, amount: &str, owes: bool) -> String {
    if owes {
        format!("{member} still has {amount} to pay to somebody outside the trip")
    } else {
        format!("{member} gets {amount} back from outside the trip")
    }
}

pub(crate) fn unconverted(amount: &str) -> String {
    format!("Not in the sums, for want of a rate: {amount}")
}

pub(crate) fn empty_currency(base: &str) -> String {
    format!("Empty for {base}")
}

pub(crate) fn times_in(zone: &str) -> String {
    format!("Time in {zone}")
}

pub(crate) fn share_of(name: &str) -> String {
    format!("{name} bears")
}

pub(crate) fn paid_by(name: &str) -> String {
    format!("{name} has paid")
}

pub(crate) fn role(role: Option<MemberRole>) -> &'static str {
    match role {
        Some(MemberRole::Owner) => "owner",
        Some(MemberRole::Editor) => "editor",
        Some(MemberRole::Viewer) => "may read",
        None => "",
    }
}

pub(crate) fn make_editor_of(name: &str) -> String {
    format!("Let edit: {name}")
}

pub(crate) fn make_viewer_of(name: &str) -> String {
    format!("Let only read: {name}")
}

/// The usual categories of costs.
pub(crate) fn categories() -> Vec<String> {
    let usual = [
        "Activities",
        "Accommodation",
        "Food and Restaurants",
        "Transportation",
        "Gifts and Souvenirs",
        "Other",
    ];
    usual.map(str::to_owned).to_vec()
}

/// Currencies that forms suggest.
pub(crate) fn currencies() -> Vec<String> {
    let usual = [
        "EUR", "USD", "CAD", "GBP", "CHF", "JPY", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "NZD",
    ];
    usual.map(str::to_owned).to_vec()
}
