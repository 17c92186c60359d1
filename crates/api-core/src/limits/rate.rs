//! Rate limiting by address and by account.

mod counters;

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::{Quota, RateLimiter};
use ipnet::IpNet;
use prometheus_client::metrics::counter::Counter;
use wayfare_service::Caller;

use crate::http::client::TrustedProxies;
use crate::{OptionalCaller, Problem};
use counters::Counters;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");
/// The interval between removals of clients with a full quota, in milliseconds.
const SWEEP_EVERY: u64 = 10_000;
/// With more addresses than these in memory, requests are counted by network instead.
const MAX_TRACKED: usize = 100_000;
/// Prefix lengths of an IPv6 subscriber and of a large IPv6 network.
const SUBSCRIBER_V6: u8 = 64;
/// Prefix length of an IPv6 site: what one customer gets at most.
const SITE_V6: u8 = 48;
const NETWORK_V6: u8 = 32;
/// Prefix length of a large IPv4 network.
const NETWORK_V4: u8 = 16;

/// The name of each limit.
const NAMES: [&str; 7] = [
    "address",
    "account",
    "sign-ups",
    "sign-ups-site",
    "credentials",
    "credentials-site",
    "passwords",
];

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
    /// Sign-ups, from one IPv6 site.
    pub sign_ups_of_site: Allowance,
    /// Requests that try a password or a refresh token, from one address.
    pub credentials: Allowance,
    /// Requests that try a password or a refresh token, from one IPv6 site.
    pub credentials_of_site: Allowance,
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
    /// One that tries the password of a share link. It takes of the same quotas, and gives back
    /// what it took unless it is answered 401.
    SharePassword,
    /// A change of the password.
    Password,
}

/// The limits and their counters. Memory is bounded by the requests that come within the time of
/// an allowance.
///
/// A revoked token is found out only by the use case. So an account is counted by the generation of
/// its tokens: those of one that is revoked have a quota of their own.
pub struct RateLimits {
    proxies: TrustedProxies,
    address: Limit<IpAddr>,
    account: Limit<Caller>,
    sign_ups: Limit<IpAddr>,
    sign_ups_of_site: Limit<IpAddr>,
    credentials: Limit<IpAddr>,
    credentials_of_site: Limit<IpAddr>,
    passwords: Limit<Caller>,
    started: Instant,
    swept: AtomicU64,
}

/// One limit, counted by key.
struct Limit<K: Hash + Eq + Clone> {
    name: &'static str,
    per: Duration,
    limiter: RateLimiter<K, Counters<K>, DefaultClock, StateInformationMiddleware>,
    counters: Counters<K>,
    /// The time in which the quota grows by one request.
    interval: Duration,
    refused: Counter,
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
        let (counters, clock) = (Counters::default(), DefaultClock::default());
        let limiter = RateLimiter::new(quota.allow_burst(burst), counters.clone(), clock);
        Self {
            name,
            per,
            limiter,
            counters,
            interval: quota.replenish_interval(),
            refused: Counter::default(),
        }
    }

    fn check(&self, key: &K) -> RateLimitDecision {
        let (quota, remaining, refused_for) = match self.limiter.check_key(key) {
            Ok(state) => (state.quota(), state.remaining_burst_capacity(), None),
            Err(refusal) => {
                self.refused.inc();
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

    /// Gives back what one request took.
    fn refund(&self, key: &K) {
        self.counters.refund(key, self.interval);
    }

    fn tracks_too_many(&self) -> bool {
        self.limiter.len() > MAX_TRACKED
    }

    /// Its name and the counter of requests that it refused.
    fn refusals(&self) -> (&'static str, Counter) {
        (self.name, self.refused.clone())
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
            sign_ups_of_site,
            credentials,
            credentials_of_site,
            passwords,
        } = allowances;
        Self {
            proxies,
            address: Limit::new("address", address),
            account: Limit::new("account", account),
            sign_ups: Limit::new("sign-ups", sign_ups),
            sign_ups_of_site: Limit::new("sign-ups-site", sign_ups_of_site),
            credentials: Limit::new("credentials", credentials),
            credentials_of_site: Limit::new("credentials-site", credentials_of_site),
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
        let by_site = |limit: &Limit<IpAddr>| Some(limit.check(&site(address?, limit)?));
        let by_account = |limit: &Limit<Caller>| caller.map(|caller| limit.check(&caller));
        let strict = || match kind {
            Kind::SignUp => by_address(&self.sign_ups),
            Kind::Credentials | Kind::SharePassword | Kind::Password => {
                by_address(&self.credentials)
            }
            Kind::Free | Kind::Ordinary => None,
        };
        let strict_of_site = || match kind {
            Kind::SignUp => by_site(&self.sign_ups_of_site),
            Kind::Credentials | Kind::SharePassword | Kind::Password => {
                by_site(&self.credentials_of_site)
            }
            Kind::Free | Kind::Ordinary => None,
        };
        let of_password = || {
            if kind == Kind::Password {
                by_account(&self.passwords)
            } else {
                None
            }
        };
        let mut decisions = Vec::with_capacity(5);
        let steps: [&dyn Fn() -> Option<RateLimitDecision>; 5] = [
            &strict,
            &strict_of_site,
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

    /// Counts a request of a caller whom its headers do not name.
    ///
    /// # Errors
    /// 429.
    pub fn check_caller(&self, kind: Kind, caller: Caller) -> Result<(), Problem> {
        let limit = match kind {
            Kind::Password => &self.passwords,
            _ => &self.account,
        };
        match limit.check(&caller).refused_for {
            Some(wait) => Err(Problem::too_many_requests(wait)),
            None => Ok(()),
        }
    }

    /// Gives back what a request from an address took of the quotas for credentials.
    fn refund_credentials(&self, address: Option<IpAddr>, decisions: &mut [RateLimitDecision]) {
        let Some(address) = address else {
            return;
        };
        let (limit, of_site) = (&self.credentials, &self.credentials_of_site);
        limit.refund(&subscriber(address, limit));
        if let Some(site) = site(address, of_site) {
            of_site.refund(&site);
        }
        for decision in decisions {
            if [limit.name, of_site.name].contains(&decision.name) {
                decision.remaining += 1;
            }
        }
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
            self.by_address().into_iter().for_each(Limit::sweep);
            self.by_account().into_iter().for_each(Limit::sweep);
        }
    }

    /// The name of each limit, and the counter of requests that it refused. All are 0 if the limits
    /// are off.
    pub fn refusals(limits: Option<&Self>) -> [(&'static str, Counter); 7] {
        let Some(limits) = limits else {
            return NAMES.map(|name| (name, Counter::default()));
        };
        let [
            address,
            sign_ups,
            sign_ups_of_site,
            credentials,
            credentials_of_site,
        ] = limits.by_address().map(Limit::refusals);
        let [account, passwords] = limits.by_account().map(Limit::refusals);
        [
            address,
            account,
            sign_ups,
            sign_ups_of_site,
            credentials,
            credentials_of_site,
            passwords,
        ]
    }

    fn by_address(&self) -> [&Limit<IpAddr>; 5] {
        [
            &self.address,
            &self.sign_ups,
            &self.sign_ups_of_site,
            &self.credentials,
            &self.credentials_of_site,
        ]
    }

    fn by_account(&self) -> [&Limit<Caller>; 2] {
        [&self.account, &self.passwords]
    }
}

/// Rate limiting middleware: answers 429 over the limit, else adds headers with the remaining
/// quota. Does nothing without limits.
///
/// # Errors
/// Never one of its own: a refusal is an answer.
pub async fn limit(
    limits: Option<Arc<RateLimits>>,
    kind: Kind,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(limits) = limits.filter(|_| kind != Kind::Free) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    limits.sweep();
    let mut decisions = limits.check(kind, &request);
    let refused = decisions.last().and_then(|decision| decision.refused_for);
    let address = limits.proxies.client(request.request());
    let mut answer = match refused {
        Some(wait) => request.into_response(Problem::too_many_requests(wait).error_response()),
        None => next.call(request).await?.map_into_boxed_body(),
    };
    let is_wrong = answer.status() == StatusCode::UNAUTHORIZED;
    if kind == Kind::SharePassword && refused.is_none() && !is_wrong {
        limits.refund_credentials(address, &mut decisions);
    }
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
    let prefix = match (address, limit.tracks_too_many()) {
        (IpAddr::V4(_), false) => return address,
        (IpAddr::V4(_), true) => NETWORK_V4,
        (IpAddr::V6(_), false) => SUBSCRIBER_V6,
        (IpAddr::V6(_), true) => NETWORK_V6,
    };
    network(address, prefix)
}

/// The key of an IPv6 address's site; its network likewise. IPv4 has no sites.
fn site(address: IpAddr, limit: &Limit<IpAddr>) -> Option<IpAddr> {
    let prefix = if limit.tracks_too_many() {
        NETWORK_V6
    } else {
        SITE_V6
    };
    address.is_ipv6().then(|| network(address, prefix))
}

fn network(address: IpAddr, prefix: u8) -> IpAddr {
    IpNet::new(address, prefix).map_or(address, |network| network.network())
}

fn whole_seconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis().div_ceil(1_000))
        .unwrap_or(u64::MAX)
        .max(1)
}

#[cfg(test)]
mod tests;
