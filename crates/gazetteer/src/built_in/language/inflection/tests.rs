use super::*;

#[test]
fn finds_the_base_forms_of_names() {
    let inflection = Inflection::new();
    for (word, script, name) in [
        ("москве", Script::Cyrillic, "москва"),
        ("италии", Script::Cyrillic, "италия"),
        ("казани", Script::Cyrillic, "казань"),
        ("krakowie", Script::Latin, "krakow"),
        ("pradze", Script::Latin, "praga"),
        ("helsingissa", Script::Latin, "helsinki"),
        ("pariisissa", Script::Latin, "pariisi"),
        ("budapesten", Script::Latin, "budapest"),
        ("istanbulda", Script::Latin, "istanbul"),
        ("بالقاهره", Script::Arabic, "القاهره"),
        ("בתל", Script::Hebrew, "תל"),
        ("თბილისში", Script::Georgian, "თბილისი"),
    ] {
        let forms = inflection.base_forms(word, script);
        assert!(forms.iter().any(|form| form == name), "{word}");
    }
}
