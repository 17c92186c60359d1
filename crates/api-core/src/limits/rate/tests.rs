//! Tests of the limits: bursts, keys, refusals, memory.

use std::net::Ipv6Addr;

use super::*;

fn limit(burst: u32, per: Duration) -> Limit<IpAddr> {
    Limit::new(
        "test",
        Allowance {
            burst: NonZeroU32::new(burst).unwrap(),
            per,
        },
    )
}

#[test]
fn refuses_past_the_burst_until_quota_refills() {
    let limit = limit(3, Duration::from_secs(60));
    let address = "192.0.2.1".parse().unwrap();
    let decisions: Vec<_> = (0..4).map(|_| limit.check(&address)).collect();
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
            .map(RateLimitDecision::reset)
            .collect::<Vec<_>>(),
        [20, 40, 60, 60]
    );
    assert!(
        decisions[..3]
            .iter()
            .all(|decision| decision.refused_for.is_none())
    );
    assert_eq!(decisions[3].refused_for, Some(20));
    assert!(
        limit
            .check(&"192.0.2.2".parse().unwrap())
            .refused_for
            .is_none(),
        "each address has its own quota"
    );
}

#[test]
fn a_refund_gives_back_what_one_request_took() {
    let limit = limit(3, Duration::from_secs(60));
    let address = "192.0.2.1".parse().unwrap();
    let remaining = || limit.check(&address).remaining;
    assert_eq!([remaining(), remaining()], [2, 1]);
    limit.refund(&address);
    assert_eq!([remaining(), remaining()], [1, 0]);
    assert!(limit.check(&address).refused_for.is_some());
    limit.refund(&address);
    assert_eq!(limit.check(&address).refused_for, None);
    // Not more than there is.
    let unused = "192.0.2.2".parse().unwrap();
    limit.refund(&unused);
    assert_eq!(limit.check(&unused).remaining, 2);
}

#[test]
fn counts_ipv6_addresses_of_a_subscriber_together() {
    let limit = limit(3, Duration::from_secs(60));
    let of = |text: &str| subscriber(text.parse().unwrap(), &limit);
    assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::"));
    assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
    assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
}

#[test]
fn counts_ipv6_sites_but_no_ipv4_sites() {
    let limit = limit(3, Duration::from_secs(60));
    let of = |text: &str| site(text.parse().unwrap(), &limit);
    assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:ffff::"));
    assert_ne!(of("2001:db8:1::"), of("2001:db8:2::"));
    assert_eq!(of("192.0.2.1"), None);
}

#[test]
fn counts_refusals_by_limit() {
    let once = Allowance {
        burst: NonZeroU32::MIN,
        per: Duration::from_secs(60),
    };
    let limits = RateLimits::new(
        Allowances {
            address: once,
            account: once,
            sign_ups: once,
            sign_ups_of_site: once,
            credentials: once,
            credentials_of_site: once,
            passwords: once,
        },
        TrustedProxies::default(),
    );
    for _ in 0..3 {
        limits
            .sign_ups_of_site
            .check(&"2001:db8::".parse().unwrap());
    }
    let refusals = RateLimits::refusals(Some(&limits));
    assert_eq!(refusals.each_ref().map(|(name, _)| *name), NAMES);
    let counts = refusals.map(|(_, count)| count.get());
    assert_eq!(counts, [0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(RateLimits::refusals(None).map(|(name, _)| name), NAMES);
}

#[test]
fn counts_networks_above_the_tracked_maximum() {
    let limit = limit(3, Duration::from_secs(3_600));
    for number in 0..=MAX_TRACKED {
        let address = IpAddr::V6(Ipv6Addr::from_bits(u128::try_from(number).unwrap() << 64));
        limit.check(&subscriber(address, &limit));
    }
    let of = |text: &str| subscriber(text.parse().unwrap(), &limit);
    assert_eq!(of("2001:db8:1:2::"), of("2001:db8:9:9::"));
    assert_eq!(of("192.0.2.1"), of("192.0.99.1"));
}

#[test]
fn removes_clients_with_full_quota() {
    let limit = limit(1, Duration::from_millis(5));
    limit.check(&"192.0.2.1".parse().unwrap());
    assert_eq!(limit.limiter.len(), 1);
    std::thread::sleep(Duration::from_millis(20));
    limit.sweep();
    assert_eq!(limit.limiter.len(), 0);
}
