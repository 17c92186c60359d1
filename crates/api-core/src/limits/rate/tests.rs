//! Tests of the limits: bursts, keys, refusals, memory.

use std::net::Ipv6Addr;

use super::*;

fn limit(burst: u32, per: Duration) -> Limit {
    limit_of(Scope::Address, burst, per)
}

fn limit_of(scope: Scope, burst: u32, per: Duration) -> Limit {
    Limit::new(Rule {
        name: "test",
        scope,
        kinds: &[],
        burst,
        per,
    })
}

fn key(limit: &Limit, address: &str) -> Option<Key> {
    limit.key(Some(address.parse().unwrap()), None)
}

fn check<'l>(limit: &'l Limit, address: &str) -> RateLimitDecision<'l> {
    limit.check(key(limit, address).unwrap())
}

#[test]
fn refuses_past_the_burst_until_quota_refills() {
    let limit = limit(3, Duration::from_secs(60));
    let decisions: Vec<_> = (0..4).map(|_| check(&limit, "192.0.2.1")).collect();
    assert_eq!(
        decisions
            .iter()
            .map(|decision| decision.remaining)
            .collect::<Vec<_>>(),
        [2, 1, 0, 0]
    );
    assert_eq!(
        decisions
            .iter()
            .map(|decision| decision.describe().1)
            .collect::<Vec<_>>(),
        [
            "\"test\";r=2;t=20",
            "\"test\";r=1;t=40",
            "\"test\";r=0;t=60",
            "\"test\";r=0;t=60"
        ]
    );
    assert!(
        decisions[..3]
            .iter()
            .all(|decision| decision.refused_for.is_none())
    );
    assert_eq!(decisions[3].refused_for, Some(20));
    assert!(
        check(&limit, "192.0.2.2").refused_for.is_none(),
        "each address has its own quota"
    );
}

#[test]
fn a_refund_gives_back_what_one_request_took() {
    let limit = limit(3, Duration::from_secs(60));
    let taken = || check(&limit, "192.0.2.1");
    assert_eq!([taken().remaining, taken().remaining], [2, 1]);
    limit.counters.refund(&taken().key, limit.interval);
    assert_eq!(taken().remaining, 0);
    let mut refused = taken();
    assert!(refused.refused_for.is_some());
    refused.refund();
    assert_eq!(taken().refused_for, None);
    // Not more than there is.
    let mut unused = check(&limit, "192.0.2.2");
    unused.refund();
    unused.refund();
    assert_eq!(check(&limit, "192.0.2.2").remaining, 2);
}

#[test]
fn counts_ipv6_addresses_of_a_subscriber_together() {
    let limit = limit(3, Duration::from_secs(60));
    let of = |text: &str| key(&limit, text);
    assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::"));
    assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
    assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
}

#[test]
fn counts_ipv6_sites_but_no_ipv4_sites() {
    let limit = limit_of(Scope::Site, 3, Duration::from_secs(60));
    let of = |text: &str| key(&limit, text);
    assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:ffff::"));
    assert_ne!(of("2001:db8:1::"), of("2001:db8:2::"));
    assert_eq!(of("192.0.2.1"), None);
}

#[test]
fn counts_refusals_by_limit() {
    let limits = RateLimits::new(TrustedProxies::default());
    let of_sites = &limits.limits[1];
    for _ in 0..of_sites.rule.burst + 2 {
        check(of_sites, "2001:db8::");
    }
    let refusals = RateLimits::refusals(Some(&limits));
    let names = RULES.map(|rule| rule.name);
    assert_eq!(refusals.each_ref().map(|(name, _)| *name), names);
    let counts = refusals.map(|(_, count)| count.get());
    assert_eq!(counts, [0, 2, 0, 0, 0, 0, 0, 0]);
    assert_eq!(RateLimits::refusals(None).map(|(name, _)| name), names);
}

#[test]
fn counts_networks_above_the_tracked_maximum() {
    let limit = limit(3, Duration::from_secs(3_600));
    for number in 0..=MAX_TRACKED {
        let address = IpAddr::V6(Ipv6Addr::from_bits(u128::try_from(number).unwrap() << 64));
        limit.check(limit.key(Some(address), None).unwrap());
    }
    let of = |text: &str| key(&limit, text);
    assert_eq!(of("2001:db8:1:2::"), of("2001:db8:9:9::"));
    assert_eq!(of("192.0.2.1"), of("192.0.99.1"));
}

#[test]
fn removes_clients_with_full_quota() {
    let limit = limit(1, Duration::from_millis(5));
    check(&limit, "192.0.2.1");
    assert_eq!(limit.limiter.len(), 1);
    std::thread::sleep(Duration::from_millis(20));
    limit.sweep();
    assert_eq!(limit.limiter.len(), 0);
}
