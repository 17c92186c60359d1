//! Texts with values in them.

use wayfare_domain::access::MemberRole;

/// Makes functions of texts with values in them.
macro_rules! sentences {
    ($($name:ident($($value:ident: $kind:ty),+) = $text:literal;)+) => {
        $(pub(crate) fn $name($($value: $kind),+) -> String {
            format!($text)
        })+
    };
}

sentences! {
    page_of(page: u64, pages: u64) = "Page {page} of {pages}";
    day(number: u32) = "Day {number}";
    and_more(count: usize) = "… and {count} more";
    empty_days(from: u32, to: u32) = "Days {from} to {to}: nothing planned";
    add_to_day(number: u32) = "Add to day {number}";
    night(number: u32, nights: u32) = "Night {number} of {nights}";
    not_on_map(name: &str) = "{name} is not on the map.";
    photo(number: usize) = "Photo {number}";
    about(amount: &str) = "about {amount}";
    label_of(label: &str, name: &str) = "{label}: {name}";
    edit_of(name: &str) = "Edit {name}";
    move_of(name: &str) = "Move {name}";
    remove_of(name: &str) = "Remove {name}";
    delete_of(name: &str) = "Delete {name}?";
    further_warnings(number: usize) = "and {number} more, which the preview of the file lists";
    mark_paid_of(from: &str, to: &str) = "Mark as paid: {from} to {to}";
    owes(from: &str, to: &str, amount: &str) = "{from} owes {to} {amount}";
    has_paid(from: &str, to: &str, amount: &str) = "{from} paid {to} {amount}";
    unconverted(amount: &str) = "Not in the sums, because its currency has no rate: {amount}";
    worth_of_one(currency: &str, base: &str) = "1 {currency} in {base}";
    worth_in(base: &str) = "Worth in {base}";
    amount_of(from: &str, to: &str, currency: &str) = "{currency} that {from} pays {to}";
    empty_currency(base: &str) = "Empty for {base}";
    times_in(zone: &str) = "Time in {zone}";
    share_of(name: &str) = "{name}'s share";
    paid_by(name: &str) = "{name} paid";
    left_out(amount: &str) = "Not in these sums, because its exchange rate is not known: {amount}";
    payment_to(name: &str) = "Payment to {name}";
    payment_from(name: &str) = "Payment from {name}";
    gets_back(amount: &str) = "Has paid {amount} more than their share.";
    owes_still(amount: &str) = "Has paid {amount} less than their share.";
    owes_no_more(name: &str) = "After that {name} owes nothing more.";
    owes_besides(name: &str, amount: &str) = "{name} owes {amount} besides.";
    gets_no_more(name: &str) = "{name} then has everything back.";
    gets_besides(name: &str, amount: &str) = "{name} gets {amount} besides.";
    at_own_rate(amount: &str, rate: &str) = "{amount} at {rate}, this trip's own rate";
    at_paid_rate(amount: &str, rate: &str) = "{amount} at {rate}, the rate of the payments";
    at_reference_rate(amount: &str, rate: &str, day: &str) = "{amount} at {rate}, the reference rate of {day}";
    changed_by(name: &str) = "{name} has changed";
    form_changed_by(name: &str) = "{name} has changed what this form shows. Your entries stay; saving shows both.";
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

pub(crate) fn outside(member: &str, amount: &str, owes: bool) -> String {
    if owes {
        format!("{member} still has {amount} to pay to somebody outside the trip")
    } else {
        format!("{member} gets {amount} back from outside the trip")
    }
}

pub(crate) fn role(role: Option<MemberRole>) -> &'static str {
    match role {
        Some(MemberRole::Owner) => "owner",
        Some(MemberRole::Editor) => "editor",
        Some(MemberRole::Viewer) => "may read",
        None => "",
    }
}
