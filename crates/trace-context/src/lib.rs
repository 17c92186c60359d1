//! W3C trace context: which trace a piece of work belongs to, kept with its task and passed on to
//! other services.
//!
//! A server gives each request a [`TraceContext`] and runs it in [`scope`]; whatever fetches
//! something for that request sends [`current`] along as the header [`TRACEPARENT`]. Nothing here
//! knows of HTTP beyond the name of that header.

use std::fmt;

/// The header that names the trace, both ways.
pub const TRACEPARENT: &str = "traceparent";
/// The flag of a trace that somebody records.
const SAMPLED: u8 = 1;

tokio::task_local! {
    static CURRENT: TraceContext;
}

/// A trace, and one piece of work in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceContext {
    trace: u128,
    span: u64,
    parent: Option<u64>,
    flags: u8,
}

impl TraceContext {
    /// A new piece of work in the trace that a `traceparent` names; in a new trace where there is
    /// none, or one that can't be read.
    #[must_use]
    pub fn continuing(traceparent: Option<&str>) -> Self {
        let named = traceparent.and_then(parse);
        let trace = named
            .as_ref()
            .map_or_else(|| at_least_one(rand::random()), |named| named.trace);
        let flags = named.as_ref().map_or(0, |named| named.flags & SAMPLED);
        Self {
            trace,
            span: rand::random::<u64>().max(1),
            parent: named.map(|named| named.span),
            flags,
        }
    }

    /// The id of the trace: 32 hexadecimal digits.
    #[must_use]
    pub fn trace_id(&self) -> String {
        format!("{:032x}", self.trace)
    }

    /// The id of this piece of work: 16 hexadecimal digits.
    #[must_use]
    pub fn span_id(&self) -> String {
        format!("{:016x}", self.span)
    }

    /// The id of the piece of work that asked for this one, where one was named: 16 hexadecimal
    /// digits.
    #[must_use]
    pub fn parent_id(&self) -> Option<String> {
        self.parent.map(|parent| format!("{parent:016x}"))
    }
}

/// As the header `traceparent` says it to who works for this one.
impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "00-{:032x}-{:016x}-{:02x}",
            self.trace, self.span, self.flags
        )
    }
}

/// Runs a future, and what it awaits, in a trace.
pub async fn scope<F: Future>(context: TraceContext, work: F) -> F::Output {
    CURRENT.scope(context, work).await
}

/// The trace that the present task works in, where it does.
#[must_use]
pub fn current() -> Option<TraceContext> {
    CURRENT.try_with(|context| *context).ok()
}

/// What a `traceparent` names.
struct Named {
    trace: u128,
    span: u64,
    flags: u8,
}

/// Versions to come may append fields; version `ff` is none.
fn parse(text: &str) -> Option<Named> {
    let mut fields = text.split('-');
    let version = hex(fields.next()?, 2)?;
    let trace = hex(fields.next()?, 32)?;
    let span = hex(fields.next()?, 16)?;
    let flags = hex(fields.next()?, 2)?;
    let sound =
        version != 0xff && trace != 0 && span != 0 && (version != 0 || fields.next().is_none());
    sound.then_some(Named {
        trace,
        span: u64::try_from(span).ok()?,
        flags: u8::try_from(flags).ok()?,
    })
}

/// A number of exactly so many lower-case hexadecimal digits.
fn hex(text: &str, digits: usize) -> Option<u128> {
    let sound = text.len() == digits
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    sound.then(|| u128::from_str_radix(text, 16).ok()).flatten()
}

fn at_least_one(number: u128) -> u128 {
    number.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    #[test]
    fn a_trace_that_is_named_goes_on_with_a_span_of_its_own() {
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
        // A version to come.
        let later =
            TraceContext::continuing(Some(&format!("cc-{TRACE}-00f067aa0ba902b7-ff-what-ever")));
        assert_eq!(
            later.to_string(),
            format!("00-{TRACE}-{}-01", later.span_id())
        );
    }

    #[test]
    fn what_names_no_trace_begins_a_new_one() {
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
    async fn a_task_knows_its_own_trace_and_no_other() {
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
}
