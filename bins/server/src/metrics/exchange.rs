//! The metrics of exports, imports and calendar feeds.

use std::fmt;

use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet};
use wayfare_service::ExchangeLoad;

use super::service::counters;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Format {
    format: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Import {
    format: &'static str,
    outcome: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

pub(super) fn encode(out: &mut DescriptorEncoder<'_>, load: ExchangeLoad) -> fmt::Result {
    let exports: Vec<_> = load
        .exports()
        .map(|(format, count)| (Format { format }, count))
        .collect();
    counters(out, "exports", "Exports of trips, by format", &exports)?;
    let imports: Vec<_> = load
        .imports()
        .map(|(format, outcome, count)| (Import { format, outcome }, count))
        .collect();
    counters(
        out,
        "imports",
        "Imports of trips, by format and outcome",
        &imports,
    )?;
    let feeds = [
        ("served", load.feeds_served),
        ("unknown", load.feeds_unknown),
        ("failed", load.feeds_failed),
    ];
    counters(
        out,
        "feed_requests",
        "Requests for calendar feeds, by outcome",
        &feeds.map(|(outcome, count)| (Outcome { outcome }, count)),
    )
}
