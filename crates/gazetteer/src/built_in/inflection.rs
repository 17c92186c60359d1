//! Finds the base forms of words, in languages that inflect names or attach particles to them.

use super::text::Script;

/// For a script: an ending, and the endings of the base form that may replace it.
type Endings = &'static [(&'static str, &'static [&'static str])];

/// A shorter stem would match too many names.
const MIN_STEM: usize = 2;

/// Russian, Ukrainian, Bulgarian and Serbian.
const CYRILLIC: Endings = &[
    ("е", &["", "а", "о", "ь", "я"]),
    ("у", &["", "а"]),
    ("ы", &["а", ""]),
    ("и", &["а", "ь", "я", "и", "ы"]),
    ("а", &["", "о"]),
    ("я", &["ь", "и"]),
    ("ю", &["я", "ь", "и"]),
    ("ом", &["", "о"]),
    ("ем", &["ь", "и"]),
    ("ои", &["а", "ая"]),
    ("еи", &["я"]),
    ("ии", &["ия"]),
    ("ию", &["ия"]),
    ("иеи", &["ия"]),
    ("ію", &["ія"]),
    ("іі", &["ія"]),
    ("ова", &["ів"]),
    ("ові", &["ів"]),
    ("єва", &["ів"]),
    ("єву", &["ів"]),
    ("єві", &["ів"]),
    ("еві", &["ів"]),
    ("оі", &["а"]),
    ("і", &["", "а"]),
    ("ах", &["ы", "и"]),
    ("ях", &["и"]),
    ("ам", &["ы", "и"]),
    ("ями", &["и"]),
    ("ами", &["ы", "и"]),
    ("ов", &["ы"]),
    ("пте", &["пет"]),
    ("пта", &["пет"]),
];

/// Polish, Czech, Slovak, Croatian, Finnish, Estonian, Hungarian, Turkish, Lithuanian and Latvian.
const LATIN: Endings = &[
    ("ie", &["", "a", "o"]),
    ("e", &["", "a", "o"]),
    ("u", &["", "o", "a"]),
    ("iu", &["", "i"]),
    ("y", &["a", ""]),
    ("i", &["a", ""]),
    ("a", &["", "o", "e"]),
    ("ia", &["", "a"]),
    ("ni", &["en"]),
    ("ne", &["en"]),
    ("ek", &["ky"]),
    ("ii", &["ia", "ie", "ija"]),
    ("iji", &["ija"]),
    ("iju", &["ija"]),
    ("e", &["ia"]),
    ("dze", &["ga"]),
    ("ce", &["ka"]),
    ("ze", &["ha", "ga"]),
    ("rze", &["ra", "r"]),
    ("le", &["la", "l"]),
    ("cie", &["ta", "t"]),
    ("em", &["", "o", "e"]),
    ("om", &["", "o"]),
    ("ou", &["a"]),
    ("ssa", &["", "i"]),
    ("sta", &["", "i"]),
    ("lla", &["", "i"]),
    ("lta", &["", "i"]),
    ("lle", &["", "i"]),
    ("essa", &["i"]),
    ("esta", &["i"]),
    ("ella", &["i"]),
    ("elle", &["i"]),
    ("elta", &["i"]),
    ("iin", &["i"]),
    ("aan", &["a"]),
    ("oon", &["o", "oo"]),
    ("oseen", &["oo"]),
    ("ngissa", &["nki"]),
    ("ngista", &["nki"]),
    ("ngista", &["nki"]),
    ("ngin", &["nki"]),
    ("nkiin", &["nki"]),
    ("russa", &["rku"]),
    ("rusta", &["rku"]),
    ("s", &["", "a"]),
    ("sse", &["", "a"]),
    ("st", &["", "a"]),
    ("ban", &["", "a"]),
    ("ben", &["", "e"]),
    ("ba", &["", "a"]),
    ("be", &["", "e"]),
    ("bol", &["", "a"]),
    ("ra", &["", "a"]),
    ("re", &["", "e"]),
    ("on", &[""]),
    ("en", &["", "e"]),
    ("an", &["a"]),
    ("n", &[""]),
    ("rol", &[""]),
    ("i", &[""]),
    ("da", &[""]),
    ("de", &[""]),
    ("ta", &[""]),
    ("te", &[""]),
    ("dan", &[""]),
    ("den", &[""]),
    ("ya", &[""]),
    ("ye", &[""]),
    ("nun", &[""]),
    ("nin", &[""]),
    ("uje", &["us"]),
    ("iuje", &["ius"]),
    ("iu", &["ius"]),
    ("une", &["unas"]),
    ("oje", &["a"]),
    ("ai", &["a"]),
    ("as", &["a"]),
];

const GREEK: Endings = &[
    ("ου", &["ος", "ο"]),
    ("ο", &["οσ"]),
    ("α", &["ασ"]),
    ("η", &["ησ"]),
    ("ασ", &["α"]),
    ("ησ", &["η"]),
    ("ων", &["α", "οι", "εσ"]),
    ("ου", &["οσ", "ο"]),
];
const ARMENIAN: Endings = &[("ում", &[""]), ("ից", &[""]), ("ի", &[""]), ("ով", &[""])];
const GEORGIAN: Endings = &[
    ("ში", &["ი", ""]),
    ("დან", &["ი", ""]),
    ("იდან", &["ი"]),
    ("ს", &["ი"]),
    ("ის", &["ი"]),
    ("შია", &["ი"]),
];

/// Bengali, Tamil, Telugu, Malayalam, Kannada, Marathi and related languages.
const INDIC: Endings = &[
    ("য়", &[""]),
    ("ে", &[""]),
    ("তে", &[""]),
    ("র", &[""]),
    ("ের", &[""]),
    ("ায়", &["া"]),
    ("ார்", &["ா"]),
    ("யில்", &[""]),
    ("வில்", &[""]),
    ("ில்", &["்"]),
    ("த்தில்", &["ம்"]),
    ("க்கு", &[""]),
    ("ுக்கு", &["்"]),
    ("లో", &[""]),
    ("కు", &[""]),
    ("കി", &[""]),
    ("യിൽ", &[""]),
    ("ിൽ", &["്"]),
    ("ിലേക്ക്", &["്"]),
    ("ನಲ್ಲಿ", &[""]),
    ("ಿನಲ್ಲಿ", &["ು"]),
    ("ला", &[""]),
    ("त", &[""]),
    ("मध्ये", &[""]),
    ("ात", &["ा", ""]),
    ("માં", &[""]),
    ("ਵਿੱਚ", &[""]),
];

/// Prefixes: "in", "to" and "the" of Arabic and Hebrew.
const ARABIC: &[(&str, &str)] = &[
    ("بال", "ال"),
    ("لل", "ال"),
    ("وال", "ال"),
    ("كال", "ال"),
    ("فال", "ال"),
    ("ب", ""),
    ("ل", ""),
    ("و", ""),
    ("ال", ""),
];
const HEBREW: &[(&str, &str)] = &[
    ("ב", ""),
    ("ל", ""),
    ("מ", ""),
    ("ה", ""),
    ("ו", ""),
    ("ש", ""),
    ("וב", ""),
    ("ול", ""),
    ("מה", ""),
    ("לה", ""),
];

/// Returns the possible base forms of the folded word.
pub(crate) fn base_forms(word: &str, script: Script) -> Vec<String> {
    let endings = match script {
        Script::Cyrillic => CYRILLIC,
        Script::Latin => LATIN,
        Script::Greek => GREEK,
        Script::Armenian => ARMENIAN,
        Script::Georgian => GEORGIAN,
        Script::Indic => INDIC,
        Script::Arabic => return without_prefix(word, ARABIC),
        Script::Hebrew => return without_prefix(word, HEBREW),
        _ => return Vec::new(),
    };
    let mut forms = Vec::new();
    for (ending, replacements) in endings {
        let Some(stem) = word
            .strip_suffix(ending)
            .filter(|stem| stem.chars().count() >= MIN_STEM)
        else {
            continue;
        };
        forms.extend(
            replacements
                .iter()
                .map(|replacement| format!("{stem}{replacement}"))
                .filter(|form| form != word),
        );
    }
    forms
}

fn without_prefix(word: &str, prefixes: &[(&str, &str)]) -> Vec<String> {
    let stems = prefixes
        .iter()
        .filter_map(|(prefix, replacement)| Some((replacement, word.strip_prefix(prefix)?)));
    stems
        .filter(|(_, stem)| stem.chars().count() >= 2)
        .map(|(replacement, stem)| format!("{replacement}{stem}"))
        .collect()
}

/// Returns whether the script attaches "in" or "to" as a prefix.
pub(crate) fn has_attached_prefixes(script: Script) -> bool {
    matches!(script, Script::Arabic | Script::Hebrew)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_base_forms_of_names() {
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
            assert!(
                base_forms(word, script).iter().any(|form| form == name),
                "{word}"
            );
        }
    }
}
