use super::*;

fn fields(pairs: &[(&str, &str)]) -> Fields {
    let pairs = pairs.iter();
    Fields::new(
        pairs
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    )
}

/// A form of a start, a cost with its currency, a box and people.
fn form([start, total, currency, is_booked, people]: [&str; 5]) -> Form {
    let chips = Chips {
        is_many: true,
        ..Chips::default()
    };
    let fields = vec![
        Field::new("start", "Start", start),
        Field::new("total", "Cost", total).kind(Kind::Amount),
        Field::new("currency", "Currency", currency),
        Field::check("booked", "Booked", is_booked == "on"),
        Field::new("for", "For whom", people).kind(Kind::Chips(chips)),
    ];
    Form::new("/item".to_owned(), "Save", fields).versioned()
}

/// What a browser sends of a form.
fn sent(opened: &Form, typed: [&str; 5]) -> Fields {
    let mut pairs = vec![(VERSION, opened.version.as_str())];
    pairs.extend([
        ("start", typed[0]),
        ("total", typed[1]),
        ("currency", typed[2]),
    ]);
    if typed[3] == "on" {
        pairs.push(("booked", "on"));
    }
    pairs.push(("for", ""));
    pairs.extend(typed[4].split_whitespace().map(|who| ("for", who)));
    fields(&pairs)
}

const OPENED: [&str; 5] = ["15:00", "30", "EUR", "", "ada ben"];

/// The values after a merge of what one has typed and another has saved, and what is disputed.
fn merged(typed: [&str; 5], saved: [&str; 5]) -> ([String; 5], Vec<String>) {
    let present = form(saved);
    let opened = form(OPENED).opened_at(7);
    let merged = present.merge(&sent(&opened, typed));
    let values = present.typed(&merged.fields).values();
    let value = |name| values.get(name).unwrap_or_default().to_owned();
    (
        ["start", "total", "currency", "booked", "for"].map(value),
        merged.disputed,
    )
}

#[test]
fn each_field_has_the_value_that_one_of_two_has_changed() {
    let own = ["16:00", "30", "EUR", "on", "ada ben"];
    let others = ["15:00", "45", "EUR", "", "ada"];
    let both = ["16:00", "45", "EUR", "on", "ada"].map(str::to_owned);
    assert_eq!(merged(own, others), (both.clone(), Vec::new()));
    assert_eq!(merged(others, own), (both, Vec::new()));
    assert_eq!(merged(OPENED, own).0, own);
    assert_eq!(merged(own, OPENED).0, own);
}

#[test]
fn a_box_that_somebody_else_has_unticked_stays_so() {
    let ticked = ["15:00", "30", "EUR", "on", "ada ben"];
    let opened = form(ticked);
    let present = form(OPENED);
    let merged = present.merge(&sent(&opened, ["16:00", "30", "EUR", "on", "ada ben"]));
    assert!(!merged.fields.has("booked"));
    assert_eq!(merged.fields.text("start"), "16:00");
}

#[test]
fn what_both_have_changed_is_disputed_unless_it_is_the_same() {
    let own = ["16:00", "30", "EUR", "", "ada ben"];
    let others = ["17:00", "45", "EUR", "", "ada ben"];
    let (values, disputed) = merged(own, others);
    assert_eq!(disputed, ["start"]);
    assert_eq!(values, ["16:00", "45", "EUR", "", "ada ben"]);
    assert_eq!(merged(own, own).1, Vec::<String>::new());
}

#[test]
fn an_amount_is_changed_with_its_currency() {
    let own = ["15:00", "50", "EUR", "", "ada ben"];
    let others = ["15:00", "30", "JPY", "", "ada ben"];
    assert_eq!(merged(own, others).1, ["total"]);
    assert_eq!(merged(others, own).1, ["total"]);
    let elsewhere = ["16:00", "30", "EUR", "", "ada ben"];
    assert_eq!(
        merged(elsewhere, others).0,
        ["16:00", "30", "JPY", "", "ada ben"]
    );
}

#[test]
fn a_second_save_replaces_what_was_asked_about() {
    let present = form(["17:00", "45", "EUR", "", "ada ben"]);
    let opened = form(OPENED).opened_at(7);
    let sent_first = sent(&opened, ["16:00", "30", "EUR", "", "ada ben"]);
    assert_eq!(opened_version(&sent_first), Some(7));
    let merged = present.merge(&sent_first);
    let asking = present
        .clone()
        .opened_at(9)
        .merged(&merged, || "Ben".to_owned());
    assert_eq!(asking.changed_by.as_deref(), Some("Ben"));
    let shown: Vec<_> = asking
        .fields
        .iter()
        .map(|field| field.present.as_deref())
        .collect();
    assert_eq!(shown, [Some("17:00"), None, None, None, None]);
    let again = sent(&asking, ["16:00", "45", "EUR", "", "ada ben"]);
    assert_eq!(opened_version(&again), Some(9));
    let merged = present.merge(&again);
    assert_eq!(
        (merged.disputed.len(), merged.fields.text("start")),
        (0, "16:00")
    );
}

#[test]
fn forms_without_a_version_are_as_sent() {
    let present = form(OPENED);
    for version in ["", "7-", "x"] {
        let sent = fields(&[(VERSION, version), ("start", "16:00")]);
        let merged = present.merge(&sent);
        assert_eq!(merged.fields.text("start"), "16:00", "{version}");
    }
}
