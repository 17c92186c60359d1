//! Finds the base forms of words, in languages that inflect names or attach particles to them.

use std::collections::HashMap;

use super::text::Script;

/// A shorter stem would match too many names.
const MIN_STEM: usize = 2;

/// The scripts of the list, by their names in it.
const SCRIPTS: [(&str, Script); 8] = [
    ("[cyrillic]", Script::Cyrillic),
    ("[latin]", Script::Latin),
    ("[greek]", Script::Greek),
    ("[armenian]", Script::Armenian),
    ("[georgian]", Script::Georgian),
    ("[indic]", Script::Indic),
    ("[arabic]", Script::Arabic),
    ("[hebrew]", Script::Hebrew),
];

/// An ending or a prefix, and what may stand in its place in the base form.
type Affix = (&'static str, Vec<&'static str>);

/// The endings and prefixes of inflected names, by script.
#[derive(Debug)]
pub(crate) struct Inflection(HashMap<Script, Vec<Affix>>);

impl Inflection {
    /// Reads the list.
    pub(crate) fn new() -> Self {
        let mut affixes: HashMap<Script, Vec<Affix>> = HashMap::new();
        let mut script = Script::Other;
        for line in include_str!("../../../data/words/inflection.txt").lines() {
            let mut words = line.split_whitespace().filter(|_| !line.starts_with('#'));
            let Some(affix) = words.next() else { continue };
            if let Some((_, named)) = SCRIPTS.iter().find(|(name, _)| *name == affix) {
                script = *named;
                continue;
            }
            let replacements = words.map(|word| if word == "-" { "" } else { word });
            let affix = (affix, replacements.collect());
            affixes.entry(script).or_default().push(affix);
        }
        Self(affixes)
    }

    /// Returns the possible base forms of the folded word.
    pub(crate) fn base_forms(&self, word: &str, script: Script) -> Vec<String> {
        let is_prefix = has_attached_prefixes(script);
        let mut forms = Vec::new();
        for (affix, replacements) in self.0.get(&script).into_iter().flatten() {
            let stem = if is_prefix {
                word.strip_prefix(affix)
            } else {
                word.strip_suffix(affix)
            };
            let Some(stem) = stem.filter(|stem| stem.chars().count() >= MIN_STEM) else {
                continue;
            };
            let inflected = replacements.iter().map(|replacement| match is_prefix {
                true => format!("{replacement}{stem}"),
                false => format!("{stem}{replacement}"),
            });
            forms.extend(inflected.filter(|form| form != word));
        }
        forms
    }
}

/// Returns whether the script attaches "in" or "to" as a prefix.
pub(crate) fn has_attached_prefixes(script: Script) -> bool {
    matches!(script, Script::Arabic | Script::Hebrew)
}

#[cfg(test)]
mod tests;
