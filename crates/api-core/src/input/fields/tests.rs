use super::*;

fn with(unread: Handling) -> FieldHandling {
    FieldHandling {
        unread,
        nulls: Nulls::Refused,
    }
}

fn count(json: &str) -> Result<usize, Vec<String>> {
    let value: &RawValue = serde_json::from_str(json).unwrap();
    let reader = Reader::new(with(Handling::Lenient));
    let element = Element {
        value,
        parent: &Path::root(),
        step: None,
        reader: &reader,
    };
    let count = if element.is_list() {
        element.list(3, |_| Some(())).map(|list| list.len())
    } else {
        element.object().map(|fields| fields.object.len())
    };
    let violations = reader.violations.borrow();
    let reasons = violations.iter().map(|found| found.reason.to_string());
    count.ok_or_else(|| reasons.collect())
}

#[test]
fn reads_lists_and_objects_up_to_their_limits() {
    assert_eq!(count("[]"), Ok(0));
    assert_eq!(count("[1, [2], {}]"), Ok(3));
    assert_eq!(
        count("[1, 2, 3, [4]]"),
        Err(vec!["must have at most 3 elements".to_owned()])
    );
    let object = |fields: usize| {
        let fields: Vec<_> = (0..fields)
            .map(|name| format!("\"{name}\": {{}}"))
            .collect();
        format!("{{{}}}", fields.join(", "))
    };
    assert_eq!(count(&object(0)), Ok(0));
    assert_eq!(count(&object(1_000)), Ok(1_000));
    assert_eq!(
        count(&object(1_001)),
        Err(vec!["must have at most 1000 fields".to_owned()])
    );
    assert_eq!(
        count(&format!("{{{}}}", vec!["\"a\": 1"; 5_000].join(","))),
        Ok(1)
    );
}

#[test]
fn strict_handling_refuses_fields_that_are_never_read() {
    let read = |handling| {
        let json = r#"{"b": {"x": 1, "y": 2}, "a": 3, "z": [{"x": 1}, {"\u0071": 2}]}"#;
        let value: &RawValue = serde_json::from_str(json).unwrap();
        let read = Reader::read_in_part(value, with(handling), |input| {
            let fields = input.object()?;
            // Two readings of one object: each field is read by one of them.
            let object = fields.get("b")?;
            object.object()?.get("x");
            object.object()?.get("y");
            fields.get("z")?.list(9, |entry| {
                entry.object()?.get("x").map_or(Some(()), |_| Some(()))
            })
        });
        let (_, violations) = read.unwrap();
        let found = violations.iter().map(|found| found.path.to_string());
        found.collect::<Vec<_>>()
    };
    assert!(read(Handling::Lenient).is_empty());
    assert_eq!(read(Handling::Strict), ["/a", "/z/1/q"]);
}

#[test]
fn null_counts_as_left_out_where_that_is_wanted() {
    let read = |nulls| {
        let json = r#"{"a": null, "b": {"c": null}, "d": [{"e": null}], "f": [null], "g": null}"#;
        let value: &RawValue = serde_json::from_str(json).unwrap();
        let unread = Handling::Strict;
        let handling = FieldHandling { unread, nulls };
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method is of one lifetime, a list asks for all"
        )]
        let read = Reader::read_in_part(value, handling, |input| {
            let fields = input.object()?;
            fields.read("a", Element::boolean);
            fields.read("b", |object| {
                object.object()?.read_required("c", Element::boolean)
            });
            fields.read("d", |list| {
                list.list(9, |entry| {
                    entry.object()?.read_optional("e", Element::boolean)
                })
            });
            fields.read("f", |list| list.list(9, |element| element.boolean()));
            fields.get_nullable("g").filter(Element::is_null).map(drop)
        });
        let (_, violations) = read.unwrap();
        let found = violations.iter();
        let found = found.map(|found| format!("{} {}", found.path, found.reason));
        found.collect::<Vec<_>>()
    };
    let null = "must not be null";
    let everywhere = ["/a", "/b/c", "/d/0/e", "/f/0"].map(|at| format!("{at} {null}"));
    assert_eq!(read(Nulls::Refused), everywhere);
    let required = ["/b/c is required".to_owned(), format!("/f/0 {null}")];
    assert_eq!(read(Nulls::LeftOut), required);
}
