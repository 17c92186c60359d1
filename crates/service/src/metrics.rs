//! What the service counts, for operators.

use std::fmt::{self, Debug};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::TypedMetric;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use wayfare_bounds::QueueMetrics;

/// The formats of exports.
const EXPORTS: [&str; 7] = [
    "ics",
    "gpx",
    "kml",
    "geojson",
    "csv",
    "settlement.csv",
    "zip",
];
/// The formats of imports; the last one stands for files of none of the others.
const IMPORTS: [&str; 16] = [
    "ics",
    "gpx",
    "kml",
    "kmz",
    "geojson",
    "zip",
    "splitwise",
    "spliit",
    "ihatemoney",
    "cospend",
    "tricount",
    "reservation",
    "mail",
    "pass",
    "boarding-pass",
    "unknown",
];
/// The outcomes of imports.
const OUTCOMES: [&str; 4] = ["kept", "previewed", "refused", "failed"];

/// The outcomes of requests for calendar feeds.
const FEED_OUTCOMES: [&str; 3] = ["served", "unknown", "failed"];
/// The results of requests by share links.
const SHARE_RESULTS: [&str; 3] = ["opened", "password", "unknown"];
/// What becomes of mails.
const MAIL_RESULTS: [&str; 4] = ["sent", "delayed", "refused", "given-up"];
/// The limits.
const LIMITS: [&str; 5] = [
    "trip-size",
    "trip-bytes-per-account",
    "trips-per-account",
    "pictures-per-account",
    "place-look-ups",
];

/// A counter for each value of a label, and of a second one.
type Counters<const N: usize = 1> = Family<[(&'static str, &'static str); N], Counter>;

/// What the use cases count since the start, each by one label but for imports.
#[derive(Debug, Default)]
pub struct Metrics {
    exports: Counters,
    imports: Counters<2>,
    feed_requests: Counters,
    share_link_requests: Counters,
    mails: Counters,
    limit_hits: Counters,
    /// Accepted retries of a rotation whose caller had got no answer.
    pub refresh_retries: Counter,
    /// Families of refresh tokens revoked because a spent one was reused.
    pub refresh_reuses: Counter,
}

impl Metrics {
    pub(crate) fn exported(&self, format: &'static str) {
        self.exports.get_or_create(&[("format", format)]).inc();
    }

    pub(crate) fn imported(&self, format: &'static str, outcome: &'static str) {
        let labels = [("format", format), ("outcome", outcome)];
        self.imports.get_or_create(&labels).inc();
    }

    pub(crate) fn feed_requested(&self, outcome: &'static str) {
        let labels = [("outcome", outcome)];
        self.feed_requests.get_or_create(&labels).inc();
    }

    pub(crate) fn share_link_requested(&self, result: &'static str) {
        let labels = [("result", result)];
        self.share_link_requests.get_or_create(&labels).inc();
    }

    pub(crate) fn mailed(&self, result: &'static str) {
        self.mails.get_or_create(&[("result", result)]).inc();
    }

    /// The counter of requests that hit a limit.
    pub(crate) fn limit_hits(&self, limit: &'static str) -> Counter {
        self.limit_hits.get_or_create_owned(&[("limit", limit)])
    }

    pub(crate) fn register(&self, registry: &mut Registry) {
        // A series is known from the start, so that its first event is an increase.
        for format in IMPORTS {
            for outcome in OUTCOMES {
                let labels = [("format", format), ("outcome", outcome)];
                self.imports.get_or_create_owned(&labels);
            }
        }
        let families = [
            (
                "exports",
                "Exports of trips, by format",
                &self.exports,
                "format",
                EXPORTS.as_slice(),
            ),
            (
                "feed_requests",
                "Requests for calendar feeds, by outcome",
                &self.feed_requests,
                "outcome",
                &FEED_OUTCOMES,
            ),
            (
                "share_link_requests",
                "Requests by share links, by result",
                &self.share_link_requests,
                "result",
                &SHARE_RESULTS,
            ),
            (
                "mails",
                "Attempts to send mails, by result",
                &self.mails,
                "result",
                &MAIL_RESULTS,
            ),
            (
                "limit_hits",
                "Requests that hit a limit, by limit",
                &self.limit_hits,
                "limit",
                &LIMITS,
            ),
        ];
        for (name, help, family, label, values) in families {
            for value in values {
                family.get_or_create_owned(&[(label, *value)]);
            }
            registry.register(name, help, family.clone());
        }
        let help = "Imports of trips, by format and outcome";
        registry.register("imports", help, self.imports.clone());
        let help =
            "Accepted retries of exchanges of a refresh token whose caller had got no answer";
        registry.register("refresh_retries", help, self.refresh_retries.clone());
        let help = "Sign-ins whose refresh tokens were revoked because a spent one was reused";
        registry.register("refresh_reuses", help, self.refresh_reuses.clone());
    }
}

/// Metrics of one name, each with its own value of a label.
#[derive(Debug)]
pub struct LabelledMetrics<M> {
    name: &'static str,
    help: &'static str,
    label: &'static str,
    metrics: Vec<(&'static str, M)>,
}

impl<M> LabelledMetrics<M>
where
    M: EncodeMetric + TypedMetric + Debug + Send + Sync + 'static,
{
    /// Registers metrics by the values of a label.
    pub fn register(
        registry: &mut Registry,
        name: &'static str,
        help: &'static str,
        label: &'static str,
        metrics: impl IntoIterator<Item = (&'static str, M)>,
    ) {
        registry.register_collector(Box::new(Self {
            name,
            help,
            label,
            metrics: metrics.into_iter().collect(),
        }));
    }
}

impl<M> Collector for LabelledMetrics<M>
where
    M: EncodeMetric + TypedMetric + Debug + Send + Sync + 'static,
{
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut family = encoder.encode_descriptor(self.name, self.help, None, M::TYPE)?;
        self.metrics.iter().try_for_each(|(value, metric)| {
            metric.encode(family.encode_family(&[(self.label, *value)])?)
        })
    }
}

/// Registers what work pools count, by the kind of their work.
pub(crate) fn register_pools<const N: usize>(
    registry: &mut Registry,
    pools: [(&'static str, &QueueMetrics); N],
) {
    let help = "Running jobs of the worker threads, by kind";
    let metrics = pools.map(|(kind, pool)| (kind, pool.running.clone()));
    LabelledMetrics::register(registry, "work_running", help, "work", metrics);
    let help = "Queued jobs of the worker threads, by kind";
    let metrics = pools.map(|(kind, pool)| (kind, pool.waiting.clone()));
    LabelledMetrics::register(registry, "work_waiting", help, "work", metrics);
    let help = "Jobs that the worker threads rejected because too many were waiting, by kind";
    let metrics = pools.map(|(kind, pool)| (kind, pool.refused.clone()));
    LabelledMetrics::register(registry, "work_refused", help, "work", metrics);
}
