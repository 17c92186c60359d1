//! The metrics of the service's queues, database, pictures and build, read when they are asked for.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{
    DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeLabelSet, EncodeMetric,
};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use wayfare_service::{DatabaseLoad, Load, RenditionLoad, Service, WorkLoad};

/// Tells what a service has to do.
pub(super) struct Collected(pub(super) Service);

impl fmt::Debug for Collected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Collected")
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

impl Collector for Collected {
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
        tell_database(out, database)?;
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
            "Pieces of work that run, by kind",
            &of(|load| load.running),
        )?;
        gauges(
            out,
            "work_waiting",
            "Pieces of work that wait for a thread, by kind",
            &of(|load| load.waiting),
        )?;
        counter(
            out,
            "picture_cache_hits",
            "Pictures that were served from memory",
            hits,
        )?;
        counter(
            out,
            "picture_cache_misses",
            "Pictures that were got from the store or made smaller",
            misses,
        )?;
        gauge(
            out,
            "picture_cache_bytes",
            "Memory of the pictures that are kept ready",
            cached_bytes,
        )?;
        gauge(
            out,
            "picture_uploads_in_flight",
            "Uploads that are being received or kept",
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
        "Which build this is; always 1",
        &[(labels, 1_u64)],
    )
}

fn tell_database(out: &mut DescriptorEncoder<'_>, load: DatabaseLoad) -> fmt::Result {
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
        "Connections to the database that are worked with",
        running,
    )?;
    gauge(
        out,
        "database_queue_depth",
        "Jobs that wait for a connection",
        waiting,
    )?;
    counter(out, "database_jobs", "Jobs that were begun", begun)?;
    counter(
        out,
        "database_wait_seconds",
        "Time that jobs had waited before they were begun",
        waited.as_secs_f64(),
    )?;
    counter(
        out,
        "database_jobs_refused",
        "Jobs that were turned away or waited in vain",
        refused,
    )
}

/// One gauge without labels.
pub(super) fn gauge<V: EncodeGaugeValue>(
    out: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: V,
) -> fmt::Result {
    ConstGauge::new(value).encode(out.encode_descriptor(name, help, None, MetricType::Gauge)?)
}

/// One counter without labels.
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
