use proptest::prelude::*;

use super::{MAX_LINKS, Piece, linked, linked_html};

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut left = MAX_LINKS;
    super::pieces(text, &mut left)
}

fn links(text: &str) -> Vec<(String, String)> {
    let links = pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Link(text, address) => Some((text.to_owned(), address)),
        Piece::Text(_) => None,
    });
    links.collect()
}

/// The addresses of the links of a text.
fn addresses(text: &str) -> Vec<String> {
    links(text)
        .into_iter()
        .map(|(_, address)| address)
        .collect()
}

fn text_of(pieces: &[Piece<'_>]) -> String {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) | Piece::Link(text, _) => *text,
    });
    texts.collect()
}

/// The text that HTML shows.
fn shown(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for letter in html.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => is_tag = false,
            letter if !is_tag => text.push(letter),
            _ => {}
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    text.replace("&quot;", "\"").replace("&amp;", "&")
}

#[test]
fn pages_and_mailboxes_are_links() {
    let text = "See https://example.org/a?b=1&c=(2), HTTP://X.example. Or ada+trip@example.org!";
    let wanted = [
        "https://example.org/a?b=1&c=(2)",
        "http://X.example",
        "mailto:ada%2Btrip@example.org",
    ];
    assert_eq!(addresses(text), wanted);
    for none in [
        "javascript://x/%0aalert(1)",
        "ftp://a.example/b",
        "a.b",
        "a@b",
        "data:,x",
    ] {
        assert_eq!(addresses(none), [""; 0], "{none}");
    }
}

#[test]
fn phone_numbers_need_a_plus_or_a_word() {
    for (text, number, address) in [
        (
            "Call +351 21 342 8888.",
            "+351 21 342 8888",
            "tel:+351213428888",
        ),
        (
            "+49 (0)30/12 34-56",
            "+49 (0)30/12 34-56",
            "tel:+4930123456",
        ),
        (
            "Tel.: 021 342 88 88, daily",
            "021 342 88 88",
            "tel:0213428888",
        ),
        ("電話：03-1234-5678", "03-1234-5678", "tel:0312345678"),
        ("Teléfono 912345678", "912345678", "tel:912345678"),
        (
            "(Phone: (555) 010-9999)",
            "(555) 010-9999",
            "tel:5550109999",
        ),
    ] {
        let wanted = (number.to_owned(), address.to_owned());
        assert_eq!(links(text), [wanted], "{text}");
    }
    let two = "Tel 123456 or +441234567890";
    assert_eq!(addresses(two), ["tel:123456", "tel:+441234567890"]);
    for none in [
        "10:30, 2026-05-01, 1 240.50",
        "021 342 88 88",
        "2+2345678",
        "hotel 1234567",
        "+1 day",
        "+12345678901234567890",
        "Tel. 12",
    ] {
        assert_eq!(links(none), [], "{none}");
    }
}

#[test]
fn text_is_escaped_in_links_and_beside_them() {
    let html = linked("<b>\" https://a.example/\"<i>?x=<s> & tel 123456").into_string();
    assert!(
        !html.contains("<b>") && !html.contains("<i>") && !html.contains("<s>"),
        "{html}"
    );
    assert!(html.contains("href=\"https://a.example/\" rel=\"noopener noreferrer nofollow\""));
    assert!(html.contains("<a href=\"tel:123456\">123456</a>"), "{html}");
}

#[test]
fn notes_keep_their_links_and_lose_their_pictures() {
    let notes = r#"<p>a<img src="https://elsewhere.example/x.png" alt="a > b">b</p><img src="y">"#;
    assert_eq!(linked_html(notes).into_string(), "<p>ab</p>");
    for same in [
        "a &lt;img b &amp;amp; &quot;",
        r#"<a href="https://a.example/" rel="noopener">https://b.example</a>"#,
        "<abbr>x</abbr> &nbsp;",
    ] {
        assert_eq!(linked_html(same).into_string(), same);
    }
    assert_eq!(linked_html("a <img").into_string(), "a ");
    let notes = "<li>https://a.example/?b=1&amp;c=2 &lt;x&gt;</li>";
    let wanted = "<li><a href=\"https://a.example/?b=1&amp;c=2\" rel=\"noopener noreferrer \
        nofollow\" target=\"_blank\">https://a.example/?b=1&amp;c=2</a> &lt;x&gt;</li>";
    assert_eq!(linked_html(notes).into_string(), wanted);
}

#[test]
fn notes_have_headings_and_bold_words() {
    for (notes, wanted) in [
        (
            "## Packing\n**wool** socks",
            "<b>Packing</b>\n<b>wool</b> socks",
        ),
        ("<p># One &lt; two</p>", "<p><b>One &lt; two</b></p>"),
        ("#1 ####### x ** y ** z**", "#1 ####### x ** y ** z**"),
        ("a **b** **c", "a <b>b</b> **c"),
        ("2 # 3", "2 # 3"),
    ] {
        assert_eq!(linked_html(notes).into_string(), wanted);
    }
}

#[test]
fn links_of_long_texts_are_bounded() {
    assert_eq!(links(&"http://a.example ".repeat(1_000)).len(), MAX_LINKS);
    let lines = linked_html(&"http://a.example **http://b.example**\n".repeat(1_000));
    assert_eq!(lines.into_string().matches("<a ").count(), MAX_LINKS);
    for part in [
        "**", "# ", "\n# x", "http://", "a@", "a@b.", "tel ", "+1", "(", "+1 2345 ", "://", "<a ",
        "é",
    ] {
        let text = part.repeat(100_000 / part.len());
        assert_eq!(text_of(&pieces(&text)), text);
        linked_html(&text);
    }
}

proptest! {
    #[test]
    fn the_text_stays(parts in prop::collection::vec(prop_oneof![
        "\\PC{0,8}",
        Just("https://a.example/x?y=1".to_owned()),
        Just("ada@example.org".to_owned()),
        Just("+351 21 342 8888".to_owned()),
        Just("Tel. ".to_owned()),
        Just(" ".to_owned()),
        Just("\u{a0}<&>\"".to_owned()),
    ], 0..12)) {
        let text: String = parts.concat();
        prop_assert_eq!(text_of(&pieces(&text)), text.clone());
        prop_assert_eq!(shown(&linked(&text).into_string()), text.clone());
        let text = text.replace(['#', '*'], "");
        let notes = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        prop_assert_eq!(shown(&linked_html(&notes).into_string()), text);
    }
}
