//! Rate limiting by address and by account.

use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CACHE_CONTROL, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use wayfare_domain::UserId;

use crate::client::TrustedProxies;
use crate::{OptionalCaller, Problem};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");
/// The interval between removals of clients with a full quota, in milliseconds.
const SWEEP_EVERY: u64 = 10_000;
/// With more addresses than these in memory, requests are counted by network instead.
const MAX_TRACKED: usize = 100_000;
/// Prefix lengths of an IPv6 subscriber and of a large IPv6 network.
const SUBSCRIBER_V6: u8 = 64;
const NETWORK_V6: u8 = 32;
/// Prefix length of a large IPv4 network.
const NETWORK_V4: u8 = 16;

/// A token bucket: its size, and the time in which it refills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// How many requests may come in a burst.
    pub burst: NonZeroU32,
    /// The time in which the whole burst refills, one request after the other.
    pub per: Duration,
}

/// The allowance of each limit; each is counted on its own.
#[derive(Debug, Clone, Copy)]
pub struct Allowances {
    /// Any request, from one address.
    pub address: Allowance,
    /// Any request, by one account.
    pub account: Allowance,
    /// Sign-ups, from one address.
    pub sign_ups: Allowance,
    /// Requests that try a password or a refresh token, from one address.
    pub credentials: Allowance,
    /// Changes of the password, by one account.
    pub passwords: Allowance,
}

/// The kind of a request, which decides its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One that is not counted.
    Free,
    /// Any other than the following.
    Ordinary,
    /// A sign-up.
    SignUp,
    /// One that tries a password or a refresh token.
    Credentials,
    /// A change of the password.
    Password,
}

/// The limits and their counters. Memory is bounded by the requests that come within the time of
/// an allowance.
pub struct RateLimits {
    proxies: TrustedProxies,
    address: Limit<IpAddr>,
    account: Limit<UserId>,
    sign_ups: Limit<IpAddr>,
    credentials: Limit<IpAddr>,
    passwords: Limit<UserId>,
    started: Instant,
    swept: AtomicU64,
}

/// One limit, counted by key.
struct Limit<K: Hash + Eq + Clone> {
    name: &'static str,
    per: Duration,
    limiter: RateLimiter<K, DashMapStateStore<K>, DefaultClock, StateInformationMiddleware>,
}

/// The decision of one limit on a request.
struct RateLimitDecision {
    name: &'static str,
    quota: u32,
    window: u64,
    remaining: u32,
    /// How long to wait if it refuses the request, in seconds.
    refused_for: Option<u64>,
}

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(name: &'static str, allowance: Allowance) -> Self {
        let Allowance { burst, per } = allowance;
        // Only an allowance without time has none, and one in no time is as good as no limit.
        let quota = Quota::with_period(per / burst.get())
            .unwrap_or_else(|| Quota::per_second(NonZeroU32::MAX));
        let limiter = RateLimiter::dashmap(quota.allow_burst(burst)).with_middleware();
        Self { name, per, limiter }
    }

    fn check(&self, key: &K) -> RateLimitDecision {
        let (quota, remaining, refused_for) = match self.limiter.check_key(key) {
            Ok(state) => (state.quota(), state.remaining_burst_capacity(), None),
            Err(refusal) => {
                let wait = refusal.wait_time_from(DefaultClock::default().now());
                (refusal.quota(), 0, Some(whole_seconds(wait)))
            }
        };
        let window = whole_seconds(self.per);
        RateLimitDecision {
            name: self.name,
            quota: quota.burst_size().get(),
            window,
            remaining,
            refused_for,
        }
    }

    fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

impl RateLimitDecision {
    /// The time until the quota is full again, in seconds.
    fn reset(&self) -> u64 {
        let used = u64::from(self.quota.saturating_sub(self.remaining));
        (used * self.window).div_ceil(u64::from(self.quota.max(1)))
    }
}

impl RateLimits {
    /// Limits with full quotas.
    pub fn new(allowances: Allowances, proxies: TrustedProxies) -> Self {
        let Allowances {
            address,
            account,
            sign_ups,
            credentials,
            passwords,
        } = allowances;
        Self {
            proxies,
            address: Limit::new("address", address),
            account: Limit::new("account", account),
            sign_ups: Limit::new("sign-ups", sign_ups),
            credentials: Limit::new("credentials", credentials),
            passwords: Limit::new("passwords", passwords),
            started: Instant::now(),
            swept: AtomicU64::new(0),
        }
    }

    /// Checks a request against its limits, the strictest first, and stops at a refusal.
    fn check(&self, kind: Kind, request: &ServiceRequest) -> Vec<RateLimitDecision> {
        let request = request.request();
        let address = self.proxies.client(request);
        let caller = OptionalCaller::of(request).0;
        let by_address =
            |limit: &Limit<IpAddr>| address.map(|address| limit.check(&subscriber(address, limit)));
        let by_account = |limit: &Limit<UserId>| caller.map(|caller| limit.check(&caller.user));
        let strict = || match kind {
            Kind::SignUp => by_address(&self.sign_ups),
            Kind::Credentials | Kind::Password => by_address(&self.credentials),
            Kind::Free | Kind::Ordinary => None,
        };
        let of_password = || {
            if kind == Kind::Password {
                by_account(&self.passwords)
            } else {
                None
            }
        };
        let mut decisions = Vec::with_capacity(4);
        let steps: [&dyn Fn() -> Option<RateLimitDecision>; 4] = [
            &strict,
            &of_password,
            &|| by_address(&self.address),
            &|| by_account(&self.account),
        ];
        for step in steps {
            decisions.extend(step());
            if decisions
                .last()
                .is_some_and(|decision| decision.refused_for.is_some())
            {
                break;
            }
        }
        decisions
    }

    /// Removes clients with a full quota, every [`SWEEP_EVERY`] milliseconds.
    fn sweep(&self) {
        let now = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = self.swept.load(Ordering::Relaxed);
        let due = now.saturating_sub(last) >= SWEEP_EVERY;
        if due
            && self
                .swept
                .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        {
            [&self.address, &self.sign_ups, &self.credentials]
                .into_iter()
                .for_each(Limit::sweep);
            [&self.account, &self.passwords]
                .into_iter()
                .for_each(Limit::sweep);
        }
    }
}

/// Rate limiting middleware: answers 429 over the limit, else adds headers with the remaining
/// quota.
///
/// # Errors
/// Never one of its own: a refusal is an answer.
pub async fn limit(
    limits: &RateLimits,
    kind: Kind,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if kind == Kind::Free {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    limits.sweep();
    let decisions = limits.check(kind, &request);
    let refused = decisions.last().and_then(|decision| decision.refused_for);
    let mut answer = match refused {
        Some(wait) => request.into_response(Problem::too_many_requests(wait).error_response()),
        None => next.call(request).await?.map_into_boxed_body(),
    };
    set_headers(&mut answer, &decisions);
    Ok(answer)
}

/// Writes the headers of draft-ietf-httpapi-ratelimit-headers, except on answers that shared caches
/// may store.
fn set_headers(answer: &mut ServiceResponse<BoxBody>, decisions: &[RateLimitDecision]) {
    let headers = answer.headers_mut();
    let shared = headers
        .get(CACHE_CONTROL)
        .is_some_and(|value| value.as_bytes().starts_with(b"public"));
    if shared || decisions.is_empty() {
        return;
    }
    let list = |item: &dyn Fn(&RateLimitDecision) -> String| {
        HeaderValue::try_from(decisions.iter().map(item).collect::<Vec<_>>().join(", "))
    };
    let policy = list(&|decision| {
        format!(
            "\"{}\";q={};w={}",
            decision.name, decision.quota, decision.window
        )
    });
    let state = list(&|decision| {
        format!(
            "\"{}\";r={};t={}",
            decision.name,
            decision.remaining,
            decision.reset()
        )
    });
    if let (Ok(policy), Ok(state)) = (policy, state) {
        headers.insert(POLICY, policy);
        headers.insert(STATE, state);
    }
}

/// The key of an address: its subscriber. Above [`MAX_TRACKED`] addresses, when sources are
/// probably spoofed, its network.
fn subscriber(address: IpAddr, limit: &Limit<IpAddr>) -> IpAddr {
    let many = limit.limiter.len() > MAX_TRACKED;
    match address {
        IpAddr::V4(address) if many => IpAddr::V4(Ipv4Addr::from_bits(
            address.to_bits() & (u32::MAX << (32 - NETWORK_V4)),
        )),
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let prefix = if many { NETWORK_V6 } else { SUBSCRIBER_V6 };
            IpAddr::V6(Ipv6Addr::from_bits(
                address.to_bits() & (u128::MAX << (128 - prefix)),
            ))
        }
    }
}

fn whole_seconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis().div_ceil(1_000))
        .unwrap_or(u64::MAX)
        .max(1)
}

#[cfg(test)]
mod tests {
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
    fn counts_ipv6_addresses_of_a_subscriber_together() {
        let limit = limit(3, Duration::from_secs(60));
        let of = |text: &str| subscriber(text.parse().unwrap(), &limit);
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
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
}
