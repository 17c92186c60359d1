//! The metrics of the queues, byte budgets, database, pictures and build, read at each scrape.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{
    DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeLabelSet, EncodeMetric,
};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use wayfare_api_core::App;
use wayfare_domain::Instant;
use wayfare_service::{
    CacheLoad, CleanLoad, DatabaseLoad, Load, RateAge, RenditionLoad, ShareLoad, UploadLoad,
    WorkLoad,
};

/// Collects the metrics of the application.
pub(super) struct ServiceCollector(pub(super) App);

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
struct Held {
    held: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Limit {
    limit: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ShareResult {
    result: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CacheName {
    cache: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Bound {
    bound: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Build {
    version: &'static str,
}

impl Collector for ServiceCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Load {
            database,
            trip_cache,
            passwords,
            notes,
            documents,
            cleaning,
            renditions,
            uploads,
            refreshes,
            shares,
            trips_too_large,
            too_many_trips,
            picture_quota,
            place_look_ups_cut_short,
            exchanges,
            rates,
        } = self.0.service.load();
        let out = &mut encoder;
        build(out)?;
        encode_database(out, database)?;
        encode_caches(
            out,
            [
                ("trips", trip_cache),
                ("answers", self.0.response_cache.load()),
            ],
        )?;
        let works = [
            ("passwords", passwords),
            ("notes", notes),
            ("documents", documents),
            ("cleaning", cleaning.work),
            ("resizing", renditions.work),
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
        let refused = works.map(|(work, load)| (Work { work }, load.refused));
        counters(
            out,
            "work_refused",
            "Jobs that the worker threads rejected because too many were waiting, by kind",
            &refused,
        )?;
        let held = [("bodies", &self.0.bodies), ("answers", &self.0.answers)]
            .map(|(held, budget)| (Held { held }, budget.load()));
        gauges(
            out,
            "held_bytes",
            "Bytes of large request bodies and answers in memory",
            &held.map(|(labels, load)| (labels, load.used)),
        )?;
        counters(
            out,
            "held_bytes_refused",
            "Requests that were rejected because there was no room for their body or list",
            &held.map(|(labels, load)| (labels, load.refused)),
        )?;
        let hits_of_limits = [
            ("trip-size", trips_too_large),
            ("trips-per-account", too_many_trips),
            ("pictures-per-account", picture_quota),
            ("place-look-ups", place_look_ups_cut_short),
        ];
        counters(
            out,
            "limit_hits",
            "Requests that hit a limit, by limit",
            &hits_of_limits.map(|(limit, hits)| (Limit { limit }, hits)),
        )?;
        super::exchange::encode(out, exchanges)?;
        encode_rates(out, rates)?;
        encode_pictures(out, cleaning, renditions, uploads)?;
        encode_shares(out, shares)?;
        counter(
            out,
            "refresh_retries",
            "Accepted retries of exchanges of a refresh token whose caller had got no answer",
            refreshes.retried,
        )?;
        counter(
            out,
            "refresh_reuses",
            "Sign-ins whose refresh tokens were revoked because a spent one was reused",
            refreshes.revoked,
        )
    }
}

fn encode_caches<const N: usize>(
    out: &mut DescriptorEncoder<'_>,
    caches: [(&'static str, CacheLoad); N],
) -> fmt::Result {
    let of =
        |pick: fn(CacheLoad) -> u64| caches.map(|(cache, load)| (CacheName { cache }, pick(load)));
    counters(
        out,
        "cache_hits",
        "Reads of a cache that found a valid entry, by cache",
        &of(|load| load.hits),
    )?;
    counters(
        out,
        "cache_misses",
        "Reads of a cache that found no entry, or an outdated one, by cache",
        &of(|load| load.misses),
    )?;
    counters(
        out,
        "cache_evictions",
        "Entries that a cache gave up for others, or that were too large for it, by cache",
        &of(|load| load.evictions),
    )?;
    gauges(
        out,
        "cache_bytes",
        "Size of the entries of a cache, by cache",
        &of(|load| load.bytes),
    )?;
    gauges(
        out,
        "cache_capacity_bytes",
        "Greatest size of the entries of a cache, by cache",
        &of(|load| load.capacity),
    )
}

/// Encodes the requests by share links.
fn encode_shares(out: &mut DescriptorEncoder<'_>, shares: ShareLoad) -> fmt::Result {
    let ShareLoad {
        opened,
        refused,
        unknown,
    } = shares;
    let shares = [
        ("opened", opened),
        ("password", refused),
        ("unknown", unknown),
    ];
    counters(
        out,
        "share_link_requests",
        "Requests by share links, by result",
        &shares.map(|(result, requests)| (ShareResult { result }, requests)),
    )
}

/// Encodes the age of the reference rates, if any were imported.
fn encode_rates(out: &mut DescriptorEncoder<'_>, rates: Option<RateAge>) -> fmt::Result {
    let Some(RateAge {
        last_day,
        imported_at,
    }) = rates
    else {
        return Ok(());
    };
    let seconds = |at: Instant| at.millis().div_euclid(1_000);
    gauge(
        out,
        "reference_rates_last_day_timestamp_seconds",
        "The last day that has a reference rate, as Unix time",
        seconds(last_day.midnight()),
    )?;
    gauge(
        out,
        "reference_rates_import_timestamp_seconds",
        "When reference rates were last imported, as Unix time",
        seconds(imported_at),
    )
}

fn encode_pictures(
    out: &mut DescriptorEncoder<'_>,
    cleaning: CleanLoad,
    renditions: RenditionLoad,
    uploads: UploadLoad,
) -> fmt::Result {
    let RenditionLoad {
        work: _,
        hits,
        misses,
        cached_bytes,
        reading_bytes,
    } = renditions;
    let UploadLoad {
        in_flight,
        refused_by_tenant,
        refused,
    } = uploads;
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
        "picture_reading_bytes",
        "Size of the stored pictures that resizing jobs hold in memory",
        reading_bytes,
    )?;
    counter(
        out,
        "pictures_scaled_down",
        "Pictures that were scaled down to be stored",
        cleaning.scaled_down,
    )?;
    gauge(
        out,
        "picture_uploads_in_flight",
        "Picture uploads in flight",
        in_flight,
    )?;
    let refusals = [("account", refused_by_tenant), ("total", refused)];
    counters(
        out,
        "picture_uploads_refused",
        "Picture uploads that were rejected because too many were in flight, by bound",
        &refusals.map(|(bound, refused)| (Bound { bound }, refused)),
    )
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

/// Encodes a counter with labels.
pub(super) fn counters<L: EncodeLabelSet>(
    out: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    values: &[(L, u64)],
) -> fmt::Result {
    let mut metric = out.encode_descriptor(name, help, None, MetricType::Counter)?;
    values.iter().try_for_each(|(labels, value)| {
        ConstCounter::new(*value).encode(metric.encode_family(labels)?)
    })
}
