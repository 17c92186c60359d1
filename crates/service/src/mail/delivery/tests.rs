//! The pauses between attempts.

use uuid::Uuid;
use wayfare_domain::{Instant, Language};
use wayfare_storage::{MailContent, OutgoingMail};

use super::{DAY, HOUR, retry};

/// The pauses after attempts that each take no time, in seconds.
fn pauses() -> Vec<i64> {
    let mut mail = OutgoingMail {
        id: Uuid::nil(),
        user: None,
        recipient: String::new(),
        content: MailContent::Confirmation,
        language: Language::English,
        created_at: Instant::EPOCH,
        next_attempt_at: Instant::EPOCH,
        attempts: 0,
    };
    let mut pauses = Vec::new();
    let mut now = Instant::EPOCH;
    while now < mail.created_at.plus_millis(DAY) {
        mail.attempts += 1;
        mail = retry(&mail, now);
        pauses.push((mail.next_attempt_at.millis() - now.millis()) / 1_000);
        now = mail.next_attempt_at;
    }
    assert_eq!(now.millis(), DAY, "it is given up after a day, not later");
    pauses
}

#[test]
fn pauses_double_up_to_an_hour_within_a_day() {
    let pauses = pauses();
    let (doubled, hours) = pauses.split_at(8);
    assert_eq!(doubled, [30, 60, 120, 240, 480, 960, 1_920, 3_600]);
    let (last, hours) = hours.split_last().unwrap();
    assert!(hours.iter().all(|pause| *pause == HOUR / 1_000));
    assert!(*last <= HOUR / 1_000);
    assert_eq!(pauses.iter().sum::<i64>(), DAY / 1_000);
}
