use super::*;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[test]
fn continues_the_named_trace_with_a_new_span() {
    let context = TraceContext::continuing(Some(&format!("00-{TRACE}-00f067aa0ba902b7-01")));
    assert_eq!(context.trace_id(), TRACE);
    assert_ne!(context.span_id(), "00f067aa0ba902b7");
    assert_eq!(context.parent_id().as_deref(), Some("00f067aa0ba902b7"));
    assert_eq!(
        context.to_string(),
        format!("00-{TRACE}-{}-01", context.span_id())
    );
    assert_eq!(
        TraceContext::continuing(Some(&context.to_string())).trace_id(),
        TRACE
    );
    // A later version.
    let later =
        TraceContext::continuing(Some(&format!("cc-{TRACE}-00f067aa0ba902b7-ff-what-ever")));
    assert_eq!(
        later.to_string(),
        format!("00-{TRACE}-{}-01", later.span_id())
    );
}

#[test]
fn starts_a_new_trace_if_traceparent_is_malformed() {
    for text in [
        "",
        "00",
        "nonsense",
        &format!("00-{TRACE}-00f067aa0ba902b7"),
        &format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
        &format!("ff-{TRACE}-00f067aa0ba902b7-01"),
        &format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()),
        &format!("00-{TRACE}-0000000000000000-01"),
        &format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
        &format!("00-+{}-00f067aa0ba902b7-01", "1".repeat(31)),
        &format!("00-{TRACE}é-00f067aa0ba902b7-01"),
    ] {
        let context = TraceContext::continuing(Some(text));
        assert_ne!(context.trace_id(), TRACE, "{text}");
        assert!(parse(&context.to_string()).is_some(), "{context}");
    }
    assert_ne!(
        TraceContext::continuing(None),
        TraceContext::continuing(None)
    );
    assert_eq!(TraceContext::continuing(None).parent_id(), None);
}

#[tokio::test]
async fn each_task_sees_its_own_trace() {
    let (one, other) = (
        TraceContext::continuing(None),
        TraceContext::continuing(None),
    );
    let seen = |context| scope(context, async { current() });
    assert_eq!(
        tokio::join!(seen(one), seen(other)),
        (Some(one), Some(other))
    );
    assert_eq!(current(), None);
}
