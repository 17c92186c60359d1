use super::*;

#[test]
fn assets_are_small() {
    assert!(include_str!("../../assets/style.css").len() < 52 << 10);
    let scripts = [&SCRIPT, &DRAFTS, &LIVE, &OFFLINE, &WORKER];
    let files = scripts.map(|script| fs::read(format!("{FOLDER}/{}", script.file)).unwrap());
    let served = files.map(|text| without_comments(&text).len());
    assert!(served.iter().sum::<usize>() < 60 << 10, "{served:?}");
    let size = |asset: &LazyLock<Asset>| {
        let file = fs::metadata(format!("{FOLDER}/{}", asset.file));
        file.unwrap().len()
    };
    let fonts: u64 = FONTS.into_iter().map(size).sum();
    assert!(fonts < 120 << 10, "{fonts}");
    let all: u64 = HASHED.into_iter().chain([&WORKER]).map(size).sum();
    assert!(all < 260 << 10, "{all}");
}

#[test]
fn scripts_are_served_without_comments() {
    let script =
        b"// One.\n/** Two. */\nlet a = '//';\n/**\n * Three.\n */\n  /** @type {B} */ (b)();\n";
    let served = b"let a='//';(b)();";
    assert_eq!(without_comments(script), served);
}

#[test]
fn scripts_keep_the_spaces_in_texts_and_patterns() {
    let script = "if (a && /[ ,] \\/ =/.test(b)) return `${c} = ( ${d} )` + 'e , \\' = ';\n\
                  const half = (f + 1) / 2 + g / h;\n";
    let served = "if(a&&/[ ,] \\/ =/.test(b))return `${c} = ( ${d} )`+'e , \\' = ';\
                  const half=(f+1)/ 2+g / h;";
    let without = without_comments(script.as_bytes());
    assert_eq!(String::from_utf8(without).unwrap(), served);
}

#[test]
fn debug_builds_serve_what_is_on_disk() {
    let embedded_before_an_edit = Asset::new("style.css", STYLE_KIND, "p {}");
    let served = embedded_before_an_edit.served();
    let expected = if cfg!(debug_assertions) {
        &STYLE.name
    } else {
        &embedded_before_an_edit.name
    };
    assert_eq!(served.name, *expected);
    assert_eq!(served.path(), embedded_before_an_edit.path());
}

#[test]
fn an_unreadable_file_is_served_as_embedded() {
    let embedded = Asset::new("no-such-file.css", "text/css", "p {}");
    assert_eq!(embedded.served().name, embedded.name);
}

#[test]
fn styles_name_the_fonts_by_their_addresses() {
    let style = with_fonts(include_bytes!("../../assets/style.css"));
    let style = String::from_utf8(style).unwrap();
    for font in FONTS {
        assert!(
            style.contains(&format!("url(\"{}\")", font.name)),
            "{}",
            font.file
        );
    }
}
