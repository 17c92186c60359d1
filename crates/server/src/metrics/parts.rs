//! The metrics of the caches, byte budgets, rate limits, reference rates and build.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{
    DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeMetric,
};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use wayfare_api_core::App;
use wayfare_api_core::limits::rate::RateLimits;
use wayfare_domain::Instant;
use wayfare_service::{LabelledMetrics, RateAge, Rates, zone_release};
use wayfare_storage::CacheMetrics;

/// Registers what is counted outside of the use cases.
pub(super) fn register(
    registry: &mut Registry,
    app: &App,
    trip_cache: &CacheMetrics,
    rate_limits: Option<&RateLimits>,
) {
    let build = [(env!("CARGO_PKG_VERSION"), ConstGauge::new(1_u64))];
    let help = "Version of the build; always 1";
    LabelledMetrics::register(registry, "build_info", help, "version", build);
    let release = [(zone_release(), ConstGauge::new(1_u64))];
    let help = "Release of the time zones in use; always 1";
    LabelledMetrics::register(registry, "time_zones_info", help, "release", release);
    register_caches(
        registry,
        [
            ("trips", trip_cache),
            ("answers", app.response_cache.metrics()),
        ],
    );
    let held = [("bodies", &app.bodies), ("answers", &app.answers)];
    let help = "Bytes of large request bodies and answers in memory";
    let used = held.map(|(held, budget)| (held, budget.metrics().held.clone()));
    LabelledMetrics::register(registry, "held_bytes", help, "held", used);
    let help = "Requests that were rejected because there was no room for their body or answer";
    let refused = held.map(|(held, budget)| (held, budget.metrics().refused.clone()));
    LabelledMetrics::register(registry, "held_bytes_refused", help, "held", refused);
    let help = "Requests that were rejected with 429, by rate limit";
    let refused = RateLimits::refusals(rate_limits);
    LabelledMetrics::register(registry, "rate_limited_requests", help, "limit", refused);
    registry.register_collector(Box::new(RateCollector(app.service.rates.clone())));
}

fn register_caches(registry: &mut Registry, caches: [(&'static str, &CacheMetrics); 2]) {
    type Pick<M> = fn(&CacheMetrics) -> &M;
    let counters: [(_, _, Pick<Counter>); 3] = [
        (
            "cache_hits",
            "Reads of a cache that found a valid entry, by cache",
            |cache| &cache.hits,
        ),
        (
            "cache_misses",
            "Reads of a cache that found no entry, or an outdated one, by cache",
            |cache| &cache.misses,
        ),
        (
            "cache_evictions",
            "Entries that a cache gave up for others, or that were too large for it, by cache",
            |cache| &cache.evictions,
        ),
    ];
    for (name, help, pick) in counters {
        let metrics = caches.map(|(cache, metrics)| (cache, pick(metrics).clone()));
        LabelledMetrics::register(registry, name, help, "cache", metrics);
    }
    let gauges: [(_, _, Pick<Gauge>); 2] = [
        (
            "cache_bytes",
            "Size of the entries of a cache, by cache",
            |cache| &cache.bytes,
        ),
        (
            "cache_capacity_bytes",
            "Greatest size of the entries of a cache, by cache",
            |cache| &cache.capacity,
        ),
    ];
    for (name, help, pick) in gauges {
        let metrics = caches.map(|(cache, metrics)| (cache, pick(metrics).clone()));
        LabelledMetrics::register(registry, name, help, "cache", metrics);
    }
}

/// Collects the age of the reference rates, if any were imported.
struct RateCollector(Rates);

impl fmt::Debug for RateCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RateCollector")
    }
}

impl Collector for RateCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Some(RateAge {
            last_day,
            imported_at,
        }) = self.0.age()
        else {
            return Ok(());
        };
        let seconds = |at: Instant| at.millis().div_euclid(1_000);
        let name = "reference_rates_last_day_timestamp_seconds";
        let help = "The last day that has a reference rate, as Unix time";
        gauge(&mut encoder, name, help, seconds(last_day.midnight()))?;
        let name = "reference_rates_import_timestamp_seconds";
        let help = "When reference rates were last imported, as Unix time";
        gauge(&mut encoder, name, help, seconds(imported_at))
    }
}

/// Encodes a gauge that is read at each scrape.
pub(super) fn gauge<V: EncodeGaugeValue>(
    out: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: V,
) -> fmt::Result {
    ConstGauge::new(value).encode(out.encode_descriptor(name, help, None, MetricType::Gauge)?)
}

/// Encodes a counter that is read at each scrape.
pub(super) fn counter<V: EncodeCounterValue>(
    out: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: V,
) -> fmt::Result {
    ConstCounter::new(value).encode(out.encode_descriptor(name, help, None, MetricType::Counter)?)
}
