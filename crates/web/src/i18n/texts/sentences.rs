//! Texts with variables: `page_of` is `page-of` of the files.

use wayfare_domain::access::MemberRole;
use wayfare_service::IdentityRefusal;

use super::{
    INVITED_AS_EDITOR, INVITED_AS_VIEWER, ROLE_EDITOR, ROLE_OWNER, ROLE_VIEWER, Text, format,
};

/// Makes functions of texts with variables.
macro_rules! sentences {
    ($($name:ident($($value:ident: $kind:ty),+);)+) => {
        $(pub(crate) fn $name($($value: $kind),+) -> String {
            format(stringify!($name), [$((stringify!($value), $value.into())),+])
        })+

        /// Their names and variables.
        #[cfg(test)]
        pub(crate) const SENTENCES: &[(&str, &[&str])] =
            &[$((stringify!($name), &[$(stringify!($value)),+])),+];
    };
}

sentences! {
    sentence(text: &str);
    two_amounts(first: &str, second: &str);
    day_number(number: u32);
    from_stop_before(length: &str);
    and_more(count: usize);
    empty_days(from: u32, to: u32);
    add_to_day(number: u32);
    night(number: u32, nights: u32);
    day_of(number: u32, days: u32);
    item_not_on_map(name: &str);
    empty_category(category: &str);
    moved_to(day: u32);
    moved_to_time(day: u32, time: &str);
    photo(number: usize);
    about(amount: &str);
    label_of(label: &str, name: &str);
    before_value(label: &str);
    edit_of(name: &str);
    remove_of(name: &str);
    removal_of(name: &str);
    handover_to(name: &str);
    invited_by(name: &str);
    delete_of(name: &str);
    further_warnings(number: usize);
    mark_paid_of(from: &str, to: &str);
    owes(from: &str, to: &str, amount: &str);
    has_paid(from: &str, to: &str, amount: &str);
    refunded_to(names: &str);
    unconverted(amount: &str);
    worth_of_one(currency: &str, base: &str);
    rate_into(base: &str);
    usual_rate(rate: &str, day: &str);
    far_rate(typed: &str, usual: &str);
    amount_of(from: &str, to: &str, currency: &str);
    empty_currency(base: &str);
    currency_hint(base: &str);
    times_in(zone: &str);
    local_time(difference: &str);
    from_time(time: &str);
    until_time(time: &str);
    share_of(name: &str);
    paid_by(name: &str);
    several_paid(names: &str);
    part_paid(names: &str, part: &str, total: &str);
    left_out(amount: &str);
    payment_to(name: &str);
    payment_from(name: &str);
    gets_back(amount: &str);
    owes_still(amount: &str);
    owes_no_more(name: &str);
    owes_besides(name: &str, amount: &str);
    gets_no_more(name: &str);
    gets_besides(name: &str, amount: &str);
    at_own_rate(amount: &str, rate: &str);
    at_paid_rate(amount: &str, rate: &str);
    at_reference_rate(amount: &str, rate: &str, day: &str);
    key_used(day: &str);
    until(day: &str);
    stale(name: &str);
    changed_by(name: &str, what: &str);
    added_by(name: &str, what: &str);
    removed_by(name: &str, what: &str);
    moved_by(name: &str, what: &str, when: &str);
    form_changed_by(name: &str);
    number_of_people(number: usize);
    number_of_stops(number: usize);
    duration(hours: i64, minutes: i64);
    new_entry_in(name: &str);
    number_done(number: usize);
    entries_go(number: usize);
    track_number(number: usize);
    still_pays_outside(name: &str, amount: &str);
    gets_from_outside(name: &str, amount: &str);
    joined_of(used: u32, uses: u32);
    number_joined(used: u32);
    confirm_text(username: &str, email: &str);
    undo_email_text(username: &str, email: &str);
    allow_title(name: &str);
    allow_text(host: &str, username: &str);
    allow_back(host: &str);
    sign_in_with(name: &str);
    join_with(name: &str);
    provider_away(name: &str);
    not_joined(name: &str);
    joined_on(name: &str, date: &str);
    only_way(name: &str);
    identity_invalid(name: &str);
    identity_not_in_group(name: &str);
    identity_unknown(name: &str);
    identity_unknown_here(name: &str);
    identity_taken(name: &str);
    in_days(days: i32);
    day_of_trip(day: i32, days: i32);
    photo_of(number: usize, total: usize);
    choose_of(name: &str);
    remove_photos(number: usize);
    not_a_picture(file: &str);
    picture_too_large(file: &str);
    picture_damaged(file: &str);
    added_of_file(items: u32, places: u32, tracks: u32, photos: u32);
    outside_dates(number: usize);
}

/// What somebody has received, or paid, that nobody shares.
pub(crate) fn outside(member: &str, amount: &str, owes: bool) -> String {
    if owes {
        still_pays_outside(member, amount)
    } else {
        gets_from_outside(member, amount)
    }
}

/// How many have joined by an invitation.
pub(crate) fn joined(used: u32, uses: Option<u32>) -> String {
    match uses {
        Some(uses) => joined_of(used, uses),
        None => number_joined(used),
    }
}

/// What an invitation lets people do.
pub(crate) fn invited_as(role: MemberRole) -> Text {
    match role {
        MemberRole::Viewer => INVITED_AS_VIEWER,
        MemberRole::Owner | MemberRole::Editor => INVITED_AS_EDITOR,
    }
}

/// A role; empty for somebody without one.
pub(crate) fn role(role: Option<MemberRole>) -> &'static str {
    match role {
        Some(MemberRole::Owner) => ROLE_OWNER.get(),
        Some(MemberRole::Editor) => ROLE_EDITOR.get(),
        Some(MemberRole::Viewer) => ROLE_VIEWER.get(),
        None => "",
    }
}

/// Why somebody who has signed in at the provider is refused here, and what to do.
pub(crate) fn identity_refused(
    refusal: IdentityRefusal,
    name: &str,
    takes_passwords: bool,
) -> String {
    match refusal {
        IdentityRefusal::Invalid => identity_invalid(name),
        IdentityRefusal::NotInGroup => identity_not_in_group(name),
        IdentityRefusal::Unknown if takes_passwords => identity_unknown(name),
        IdentityRefusal::Unknown => identity_unknown_here(name),
        IdentityRefusal::Taken => identity_taken(name),
        IdentityRefusal::OnlyWay => only_way(name),
    }
}
