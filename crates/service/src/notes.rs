//! Notes of a map: HTML that is cleaned to a safe subset on its way in (interface: "Values").

use wayfare_domain::{Notes, Reason};

use crate::Error;
use crate::gate::Gate;

/// How often notes are cleaned at most, until cleaning changes nothing any more.
const ROUNDS: usize = 4;

/// Notes as they were sent, with what cleaning makes of them.
#[derive(Debug, Clone)]
pub(crate) struct CleanNotes {
    sent: Notes,
    clean: Result<Notes, Reason>,
}

impl CleanNotes {
    /// Cleans notes behind a gate: long ones that nest deeply take seconds.
    pub(crate) async fn new(sent: Notes, gate: &Gate) -> Result<Self, Error> {
        gate.run(move || {
            Ok(Self {
                clean: clean(&sent),
                sent,
            })
        })
        .await
    }

    /// What becomes of stored notes: those sent back as they stand stay as they are.
    ///
    /// # Errors
    /// Too long once cleaned: escapes may take more characters than what they stand for.
    pub(crate) fn over(&self, stored: &Notes) -> Result<Notes, Reason> {
        if self.sent == *stored {
            Ok(stored.clone())
        } else {
            self.clean.clone()
        }
    }
}

/// The safe subset of a text, written so that a browser reads from it just what was found safe:
/// what nests in a way that HTML does not allow is read otherwise once it is written down, and so
/// is cleaned again.
fn clean(text: &str) -> Result<Notes, Reason> {
    let mut clean = Notes::new(ammonia::clean(text))?;
    for _ in 1..ROUNDS {
        let again = Notes::new(ammonia::clean(&clean))?;
        if again == clean {
            break;
        }
        clean = again;
    }
    Ok(clean)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(text: &str) -> String {
        super::clean(text).unwrap().into_string()
    }

    #[test]
    fn scripts_go_and_markup_stays() {
        assert_eq!(
            clean("<b>Meet</b> at <script>alert(1)</script>noon"),
            "<b>Meet</b> at noon"
        );
        assert_eq!(clean("<p onclick=\"x()\">gate</p>"), "<p>gate</p>");
        assert!(!clean("<a href=\"javascript:x()\">go</a>").contains("javascript"));
        assert!(!clean("<img src=x onerror=x()>").contains("onerror"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn cleaning_twice_is_cleaning_once(text in "[a-c<>/&;\"' =!\\-\n]{0,60}|(<(p|b|a|table|td|svg|math|style|h1|li)( href=\"x\")?>|</(p|b|a|table|td)>|&(lt|amp|nbsp);|[a-z ])*") {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }
    }

    #[tokio::test]
    async fn notes_sent_back_as_they_stand_stay_and_escapes_may_make_them_too_long() {
        let gate = Gate::new(1, std::time::Duration::from_secs(5));
        let stored = Notes::new("5 > 4").unwrap();
        assert_eq!(
            CleanNotes::new(stored.clone(), &gate)
                .await
                .unwrap()
                .over(&stored),
            Ok(stored)
        );
        let long = Notes::new("&".repeat(100_000)).unwrap();
        assert!(
            CleanNotes::new(long, &gate)
                .await
                .unwrap()
                .over(&Notes::EMPTY)
                .is_err()
        );
    }
}
