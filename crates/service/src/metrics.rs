//! What the service counts, for operators.

use std::fmt::{self, Debug};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::TypedMetric;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::Service;
use crate::context::Context;

/// The formats of exports.
const EXPORTS: [&str; 6] = ["ics", "gpx", "kml", "geojson", "csv", "zip"];
/// The formats of imports; the last one stands for files of none of the others.
const IMPORTS: [&str; 7] = ["ics", "gpx", "kml", "kmz", "geojson", "zip", "unknown"];
/// The outcomes of imports.
const OUTCOMES: [&str; 4] = ["kept", "previewed", "refused", "failed"];

/// A counter for each value of a label, and of a second one.
type Counters<const N: usize = 1> = Family<[(&'static str, &'static str); N], Counter>;

/// What the use cases count since the start, each by one label but for imports.
#[derive(Debug, Default)]
pub struct Metrics {
    exports: Counters,
    imports: Counters<2>,
    feed_requests: Counters,
    share_link_requests: Counters,
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

    /// The counter of requests that hit a limit.
    pub(crate) fn limit_hits(&self, limit: &'static str) -> Counter {
        self.limit_hits.get_or_create_owned(&[("limit", limit)])
    }

    fn register(&self, registry: &mut Registry) {
        // A series is known from the start, so that its first event is an increase.
        for format in EXPORTS {
            self.exports.get_or_create_owned(&[("format", format)]);
        }
        for format in IMPORTS {
            for outcome in OUTCOMES {
                let labels = [("format", format), ("outcome", outcome)];
                self.imports.get_or_create_owned(&labels);
            }
        }
        for outcome in ["served", "unknown", "failed"] {
            let labels = [("outcome", outcome)];
            self.feed_requests.get_or_create_owned(&labels);
        }
        for result in ["opened", "password", "unknown"] {
            let labels = [("result", result)];
            self.share_link_requests.get_or_create_owned(&labels);
        }
        for limit in [
            "trip-size",
            "trips-per-account",
            "pictures-per-account",
            "place-look-ups",
        ] {
            self.limit_hits(limit);
        }
        let families = [
            ("exports", "Exports of trips, by format", &self.exports),
            (
                "feed_requests",
                "Requests for calendar feeds, by outcome",
                &self.feed_requests,
            ),
            (
                "share_link_requests",
                "Requests by share links, by result",
                &self.share_link_requests,
            ),
            (
                "limit_hits",
                "Requests that hit a limit, by limit",
                &self.limit_hits,
            ),
        ];
        for (name, help, family) in families {
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
        (name, help): (&'static str, &'static str),
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

impl Service {
    /// What the use cases count.
    pub fn metrics(&self) -> &Metrics {
        &self.context.metrics
    }

    /// Registers the metrics of the service and of its parts.
    pub fn register(&self, registry: &mut Registry) {
        self.context.metrics.register(registry);
        register_work(&self.context, registry);
        register_database(&self.context, registry);
        register_pictures(&self.context, registry);
    }
}

fn register_work(context: &Context, registry: &mut Registry) {
    let work = [
        ("passwords", context.hasher.metrics()),
        ("notes", context.cleaning.metrics()),
        ("documents", context.documents.metrics()),
        ("cleaning", context.ingest.cleaner.work()),
        ("resizing", context.ingest.renditions.work()),
    ];
    let running = (
        "work_running",
        "Running jobs of the worker threads, by kind",
    );
    let metrics = work.map(|(kind, work)| (kind, work.running.clone()));
    LabelledMetrics::register(registry, running, "work", metrics);
    let waiting = ("work_waiting", "Queued jobs of the worker threads, by kind");
    let metrics = work.map(|(kind, work)| (kind, work.waiting.clone()));
    LabelledMetrics::register(registry, waiting, "work", metrics);
    let refused = (
        "work_refused",
        "Jobs that the worker threads rejected because too many were waiting, by kind",
    );
    let metrics = work.map(|(kind, work)| (kind, work.refused.clone()));
    LabelledMetrics::register(registry, refused, "work", metrics);
}

fn register_database(context: &Context, registry: &mut Registry) {
    let database = &context.executor.metrics;
    let connections = Gauge::<i64>::default();
    connections.set(i64::try_from(context.executor.connections()).unwrap_or(i64::MAX));
    let gauges = [
        (
            "database_connections",
            "Connections to the database",
            &connections,
        ),
        (
            "database_connections_busy",
            "Connections to the database that are in use",
            &database.running,
        ),
        (
            "database_queue_depth",
            "Jobs that wait for a database connection",
            &database.waiting,
        ),
    ];
    for (name, help, gauge) in gauges {
        registry.register(name, help, gauge.clone());
    }
    let help = "Database jobs that were started";
    registry.register("database_jobs", help, database.started.clone());
    let help = "Total time that database jobs waited before they were started";
    registry.register("database_wait_seconds", help, database.waited.clone());
    let help = "Database jobs that were rejected because the queue was full or the wait timed out";
    registry.register("database_jobs_refused", help, database.refused.clone());
}

fn register_pictures(context: &Context, registry: &mut Registry) {
    let (renditions, uploads) = (
        context.ingest.renditions.metrics(),
        context.ingest.uploads.metrics(),
    );
    let counters = [
        (
            "picture_cache_hits",
            "Hits of the picture cache",
            &renditions.hits,
        ),
        (
            "picture_cache_misses",
            "Misses of the picture cache: pictures read from the store or resized",
            &renditions.misses,
        ),
        (
            "pictures_scaled_down",
            "Pictures that were scaled down to be stored",
            context.ingest.cleaner.scaled_down(),
        ),
    ];
    for (name, help, counter) in counters {
        registry.register(name, help, counter.clone());
    }
    let gauges = [
        (
            "picture_cache_bytes",
            "Size of the picture cache",
            &renditions.cached_bytes,
        ),
        (
            "picture_reading_bytes",
            "Size of the stored pictures that resizing jobs hold in memory",
            &renditions.reading_bytes,
        ),
        (
            "picture_uploads_in_flight",
            "Picture uploads in flight",
            &uploads.held,
        ),
    ];
    for (name, help, gauge) in gauges {
        registry.register(name, help, gauge.clone());
    }
    let refused = (
        "picture_uploads_refused",
        "Picture uploads that were rejected because too many were in flight, by bound",
    );
    let bounds = [
        ("account", uploads.refused_to_client.clone()),
        ("total", uploads.refused.clone()),
    ];
    LabelledMetrics::register(registry, refused, "bound", bounds);
}
