//! W3C trace context: the trace of a task, propagated to other services.
//!
//! A server gives each request a [`TraceContext`] and runs it in [`scope`]. Outgoing requests send
//! [`current`] in the header [`TRACEPARENT`]. The crate depends on no HTTP library.
//!
//! For services that take part in the traces of their callers:
//!
//! ```
//! use wayfare_bounds::trace::{TraceContext, current, scope};
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
//! let context = TraceContext::continuing(Some(header));
//! let sent = scope(context, async { current().map(|context| context.trace_id()) }).await;
//! assert_eq!(sent.as_deref(), Some("4bf92f3577b34da6a3ce929d0e0e4736"));
//! # });
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fmt;

/// The header that carries the trace context, in requests received and sent.
pub const TRACEPARENT: &str = "traceparent";
/// The flag of a recorded trace.
const SAMPLED: u8 = 1;

tokio::task_local! {
    static CURRENT: TraceContext;
}

/// A trace and a span in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceContext {
    trace: u128,
    span: u64,
    parent: Option<u64>,
    flags: u8,
}

impl TraceContext {
    /// Creates a span in the trace that a `traceparent` names. Starts a new trace if there is no
    /// `traceparent` or it is malformed.
    #[must_use]
    pub fn continuing(traceparent: Option<&str>) -> Self {
        let caller = traceparent.and_then(parse);
        Self {
            trace: caller.map_or_else(|| rand::random::<u128>().max(1), |caller| caller.trace),
            span: rand::random::<u64>().max(1),
            parent: caller.map(|caller| caller.span),
            flags: caller.map_or(0, |caller| caller.flags & SAMPLED),
        }
    }

    /// Returns the id of the trace: 32 hexadecimal digits.
    #[must_use]
    pub fn trace_id(&self) -> String {
        format!("{:032x}", self.trace)
    }

    /// Returns the id of the span: 16 hexadecimal digits.
    #[must_use]
    pub fn span_id(&self) -> String {
        format!("{:016x}", self.span)
    }

    /// Returns the id of the parent span, if there is one: 16 hexadecimal digits.
    #[must_use]
    pub fn parent_id(&self) -> Option<String> {
        self.parent.map(|parent| format!("{parent:016x}"))
    }
}

/// Formats the context as the value of the header `traceparent`.
impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "00-{:032x}-{:016x}-{:02x}",
            self.trace, self.span, self.flags
        )
    }
}

/// Runs a future in a trace.
pub async fn scope<F: Future>(context: TraceContext, work: F) -> F::Output {
    CURRENT.scope(context, work).await
}

/// Returns the trace of the current task, if there is one.
#[must_use]
pub fn current() -> Option<TraceContext> {
    CURRENT.try_with(|context| *context).ok()
}

/// Parses a `traceparent`: the context of whoever sent it. Later versions may append fields;
/// version `ff` is invalid.
fn parse(text: &str) -> Option<TraceContext> {
    let mut fields = text.split('-');
    let version = hex(fields.next()?, 2)?;
    let trace = hex(fields.next()?, 32)?;
    let span = hex(fields.next()?, 16)?;
    let flags = hex(fields.next()?, 2)?;
    let valid =
        version != 0xff && trace != 0 && span != 0 && (version != 0 || fields.next().is_none());
    valid.then_some(TraceContext {
        trace,
        span: u64::try_from(span).ok()?,
        parent: None,
        flags: u8::try_from(flags).ok()?,
    })
}

/// Parses a number of exactly `digits` lower-case hexadecimal digits.
fn hex(text: &str, digits: usize) -> Option<u128> {
    let valid = text.len() == digits
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    valid.then(|| u128::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests;
