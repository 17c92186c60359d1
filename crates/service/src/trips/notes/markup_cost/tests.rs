use super::*;

/// The most characters of notes.
const LONGEST: usize = 100_000;

/// Appends what `repeat` makes of each number, up to the length of the longest notes.
fn fill(start: &str, repeat: impl Fn(usize) -> String) -> String {
    let mut text = start.to_owned();
    for number in 0.. {
        let next = repeat(number);
        if text.len() + next.len() > LONGEST {
            break;
        }
        text.push_str(&next);
    }
    text
}

fn distinct_bold(count: usize) -> String {
    (0..count).map(|number| format!("<b a{number}>")).collect()
}

#[test]
fn markup_of_people_and_of_programs_is_cheap() {
    let word = "<p class=MsoNormal style='margin:0'><span lang=EN-US \
        style='font-size:12.0pt;font-family:\"Arial\",sans-serif'>Day<o:p></o:p></span></p>\n";
    let deep = format!("{}x{}", "<div>".repeat(100), "</div>".repeat(100));
    for text in [
        fill("", |_| "Some words of a traveller. ".to_owned()),
        fill("", |n| {
            format!("<p>Day {n}: <b>meet</b> at <a href=\"/{n}\">the gate</a></p>\n")
        }),
        fill("<ul>", |n| {
            format!("<li><i>Stop {n}</i><ul><li><em>a</em></li><li>b</li></ul>")
        }),
        fill("<table>", |n| {
            format!("<tr><td>{n}</td><td><b>x</b></td></tr>\n")
        }),
        fill("<b><i><u><font color=red>", |n| {
            format!("<p>A line {n} that reopens four")
        }),
        fill("", |n| format!("<p>para <b>{n} <i>x</b> y</i> z</p>")),
        fill("", |_| word.to_owned()),
        fill("", |_| deep.clone()),
        fill("", |_| "<p>".to_owned()),
        fill("", |_| "&".to_owned()),
        format!("<img src=\"data:image/png;base64,{}\">", "A".repeat(90_000)),
    ] {
        let cost = MarkupCost::measure(&text).unwrap();
        assert!(
            cost.steps < 10 * LONGEST && cost.size <= LONGEST,
            "{cost:?}"
        );
    }
    assert!(MarkupCost::measure(&format!("<p>{}{}", distinct_bold(20), "<p>x")).is_some());
}

#[test]
fn trees_that_grow_with_the_square_are_refused() {
    let attributes: String = (0..8_000).map(|number| format!("a{number} ")).collect();
    for (name, text) in [
        (
            "reopened",
            fill(&format!("<p>{}", distinct_bold(30)), |_| "<p>x".to_owned()),
        ),
        (
            "ever more to reopen",
            fill("", |n| format!("<p><font a{n}>")),
        ),
        (
            "a long attribute",
            fill(&format!("<p><b title={}>", "x".repeat(999)), |_| {
                "<p>x".to_owned()
            }),
        ),
        ("nested blocks", fill("", |_| "<div>".to_owned())),
        ("nested lists", fill("", |_| "<ul><li>".to_owned())),
        ("nested formatting", fill("", |n| format!("<b a{n}>"))),
        ("nested links", fill("", |_| "<a><div>".to_owned())),
        ("foster parents", fill("<table>", |_| "<br>".to_owned())),
        (
            "formatting in tables",
            fill("", |n| format!("<table><b a{n}><td>")),
        ),
        (
            "many attributes, compared",
            fill(&format!("<b {attributes}>"), |_| "<b></b>".to_owned()),
        ),
        (
            "many attributes, copied",
            fill(&format!("<b {attributes}><table>"), |_| "</b>".to_owned()),
        ),
        (
            "attributes of the root",
            fill("", |n| format!("<html a{n}>")),
        ),
    ] {
        assert_eq!(MarkupCost::measure(&text), None, "{name}");
    }
}
