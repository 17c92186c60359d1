use super::*;

#[test]
fn repeats_by_rules() {
    let start = parse_local("20260601T090000").unwrap();
    let cases = [
        ("FREQ=DAILY;INTERVAL=3", "0604 0607"),
        ("FREQ=DAILY;COUNT=2", "0602"),
        ("FREQ=DAILY;UNTIL=20260602", "0602"),
        ("FREQ=WEEKLY;UNTIL=20260615T080000Z", "0608 0615"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "0607 0615"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", "0614 0615"),
        ("FREQ=MONTHLY", "0701 0801"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "0630 0731"),
        ("FREQ=MONTHLY;BYDAY=2TU,-1FR", "0609 0626"),
        ("FREQ=YEARLY", "0601 0601"),
        ("FREQ=YEARLY;BYMONTH=9;BYDAY=1MO", "0907 0906"),
        ("FREQ=YEARLY;BYDAY=-1TH", "1231 1230"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "0630 0731"),
        (
            "FREQ=MONTHLY;BYDAY=SA,MO;BYSETPOS=1,-2;COUNT=3",
            "0627 0704",
        ),
        ("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", "0603 0610"),
    ];
    for (rule, expected) in cases {
        let from_utc = |utc: DateTime| utc.checked_add(1.hour()).ok();
        let rule_read = Rule::read(rule, start.date(), from_utc).unwrap();
        let found = rule_read.after(start).take(2);
        let found: Vec<String> = found.map(|at| at.strftime("%m%d").to_string()).collect();
        assert_eq!(found.join(" "), expected, "{rule}");
    }
    for unknown in [
        "FREQ=HOURLY",
        "FREQ=DAILY;BYHOUR=9,12",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0",
        "FREQ=YEARLY;BYDAY=54MO",
        "FREQ=DAILY;INTERVAL=0",
    ] {
        assert!(
            Rule::read(unknown, start.date(), Some).is_none(),
            "{unknown}"
        );
    }
}
