//! The metrics of the service's queues, database, pictures and build, read at each scrape.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{
    DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeLabelSet, EncodeMetric,
};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use wayfare_service::{DatabaseLoad, Load, RenditionLoad, Service, WorkLoad};

/// Collects the metrics of a service.
pub(super) struct ServiceCollector(pub(super) Service);

impl fmt::Debug for ServiceCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServiceCollector")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Work {
    work: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Build {
    version: &'static str,
}

impl Collector for ServiceCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Load {
            database,
            passwords,
            notes,
            cleaning,
            renditions,
            uploads,
        } = self.0.load();
        let RenditionLoad {
            work: resizing,
            hits,
            misses,
            cached_bytes,
        } = renditions;
        let out = &mut encoder;
        build(out)?;
        encode_database(out, database)?;
        let works = [
            ("passwords", passwords),
            ("notes", notes),
            ("cleaning", cleaning),
            ("resizing", resizing),
        ];
        let of =
            |pick: fn(WorkLoad) -> usize| works.map(|(work, load)| (Work { work }, pick(load)));
        gauges(
            out,
            "work_running",
            "Running jobs of the worker threads, by kind",
            &of(|load| load.running),
        )?;
        gauges(
            out,
            "work_waiting",
            "Queued jobs of the worker threads, by kind",
            &of(|load| load.waiting),
        )?;
        counter(out, "picture_cache_hits", "Hits of the picture cache", hits)?;
        counter(
            out,
            "picture_cache_misses",
            "Misses of the picture cache: pictures read from the store or resized",
            misses,
        )?;
        gauge(
            out,
            "picture_cache_bytes",
            "Size of the picture cache",
            cached_bytes,
        )?;
        gauge(
            out,
            "picture_uploads_in_flight",
            "Picture uploads in flight",
            uploads,
        )
    }
}

fn build(out: &mut DescriptorEncoder<'_>) -> fmt::Result {
    let labels = Build {
        version: env!("CARGO_PKG_VERSION"),
    };
    gauges(
        out,
        "build_info",
        "Version of the build; always 1",
        &[(labels, 1_u64)],
    )
}

fn encode_database(out: &mut DescriptorEncoder<'_>, load: DatabaseLoad) -> fmt::Result {
    let DatabaseLoad {
        connections,
        running,
        waiting,
        begun,
        waited,
        refused,
    } = load;
    gauge(
        out,
        "database_connections",
        "Connections to the database",
        connections,
    )?;
    gauge(
        out,
        "database_connections_busy",
        "Connections to the database that are in use",
        running,
    )?;
    gauge(
        out,
        "database_queue_depth",
        "Jobs that wait for a database connection",
        waiting,
    )?;
    counter(
        out,
        "database_jobs",
        "Database jobs that were started",
        begun,
    )?;
    counter(
        out,
        "database_wait_seconds",
        "Total time that database jobs waited before they were started",
        waited.as_secs_f64(),
    )?;
    counter(
        out,
        "database_jobs_refused",
        "Database jobs that were rejected because the queue was full or the wait timed out",
        refused,
    )
}

/// Encodes a gauge without labels.
pub(super) fn gauge<V: EncodeGaugeValue>(
    out: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: V,
) -> fmt::Result {
    ConstGauge::new(value).encode(out.encode_descriptor(name, help, None, MetricType::Gauge)?)
}

/// Encodes a counter without labels.
pub(super) fn counter<V: EncodeCounterValue>(
    out: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: V,
) -> fmt::Result {
    ConstCounter::new(value).encode(out.encode_descriptor(name, help, None, MetricType::Counter)?)
}

fn gauges<L: EncodeLabelSet, V: EncodeGaugeValue + Copy>(
    out: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    values: &[(L, V)],
) -> fmt::Result {
    let mut metric = out.encode_descriptor(name, help, None, MetricType::Gauge)?;
    values.iter().try_for_each(|(labels, value)| {
        ConstGauge::new(*value).encode(metric.encode_family(labels)?)
    })
}
