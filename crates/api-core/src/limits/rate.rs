//! Rate limiting by address and by account.

mod counters;
mod kinds;

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
use wayfare_domain::UserId;
use wayfare_service::Caller;

use crate::http::proxies::TrustedProxies;
use crate::{OptionalCaller, Problem};
use counters::Counters;
pub use kinds::{Kinds, posts, sends};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");
/// The interval between removals of clients with a full quota, in milliseconds.
const SWEEP_EVERY: u64 = 10_000;
/// With more addresses than these in memory, requests are counted by network instead.
const MAX_TRACKED: usize = 100_000;
/// Prefix length of an IPv6 subscriber.
const SUBSCRIBER_V6: u8 = 64;
/// Prefix length of an IPv6 site: what one customer gets at most.
const SITE_V6: u8 = 48;
/// Prefix length of a large IPv6 network.
const NETWORK_V6: u8 = 32;
/// Prefix length of a large IPv4 network.
const NETWORK_V4: u8 = 16;

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
    /// One that has the document of an assistant's application fetched.
    Application,
}

/// What a limit counts requests by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// The address; of an IPv6 address its subscriber.
    Address,
    /// The IPv6 site. IPv4 has none.
    Site,
    /// The account of a valid token.
    Account,
}

/// A limit: a token bucket for each client.
#[derive(Debug, Clone, Copy)]
struct Rule {
    name: &'static str,
    scope: Scope,
    /// The kinds of requests that it counts; every kind if there are none.
    kinds: &'static [Kind],
    /// How many requests may come in a burst.
    burst: u32,
    /// The time in which the whole burst refills, one request after the other.
    per: Duration,
}

impl Rule {
    const fn new(
        name: &'static str,
        scope: Scope,
        kinds: &'static [Kind],
        burst: u32,
        seconds: u64,
    ) -> Self {
        let per = Duration::from_secs(seconds);
        Self {
            name,
            scope,
            kinds,
            burst,
            per,
        }
    }

    fn counts(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

/// The kinds of requests that try a password or a refresh token.
const CREDENTIALS: &[Kind] = &[Kind::Credentials, Kind::SharePassword, Kind::Password];
/// The limits, the strictest first: generous for applications and for people who share an address,
/// strict for passwords. docs/operations lists them.
const RULES: [Rule; 8] = [
    Rule::new("sign-ups", Scope::Address, &[Kind::SignUp], 300, 600),
    Rule::new("sign-ups-site", Scope::Site, &[Kind::SignUp], 3_000, 600),
    Rule::new("credentials", Scope::Address, CREDENTIALS, 30, 60),
    Rule::new("credentials-site", Scope::Site, CREDENTIALS, 300, 60),
    Rule::new("passwords", Scope::Account, &[Kind::Password], 10, 60),
    Rule::new(
        "applications",
        Scope::Account,
        &[Kind::Application],
        10,
        3_600,
    ),
    Rule::new("address", Scope::Address, &[], 2_000, 10),
    Rule::new("account", Scope::Account, &[], 1_000, 10),
];

/// The client that a limit counts a request for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Network(IpAddr),
    Account(UserId, i64),
}

impl Key {
    /// An account, whether its caller has a token or an API key.
    fn of(caller: Caller) -> Self {
        Self::Account(caller.user, caller.generation)
    }
}

/// The limits and their counters. Memory is bounded by the requests that come within the time of
/// a rule.
///
/// A revoked token is found out only by the use case. So an account is counted by the generation of
/// its tokens: those of one that is revoked have a quota of their own.
pub struct RateLimits {
    proxies: TrustedProxies,
    limits: [Limit; RULES.len()],
    started: Instant,
    swept: AtomicU64,
}

/// One limit with its counters.
struct Limit {
    rule: Rule,
    limiter: RateLimiter<Key, Counters<Key>, DefaultClock, StateInformationMiddleware>,
    counters: Counters<Key>,
    /// The time in which the quota grows by one request.
    interval: Duration,
    refused: Counter,
}

/// The decision of one limit on a request.
struct RateLimitDecision<'l> {
    limit: &'l Limit,
    key: Key,
    remaining: u32,
    /// How long to wait if it refuses the request, in seconds.
    refused_for: Option<u64>,
}

impl Limit {
    fn new(rule: Rule) -> Self {
        let burst = NonZeroU32::new(rule.burst).unwrap_or(NonZeroU32::MIN);
        // Only a rule without time has none, and one in no time is as good as no limit.
        let quota = Quota::with_period(rule.per / burst.get())
            .unwrap_or_else(|| Quota::per_second(NonZeroU32::MAX));
        let (counters, clock) = (Counters::default(), DefaultClock::default());
        Self {
            rule,
            limiter: RateLimiter::new(quota.allow_burst(burst), counters.clone(), clock),
            counters,
            interval: quota.replenish_interval(),
            refused: Counter::default(),
        }
    }

    /// The key of a client; `None` if this limit does not count it. Above [`MAX_TRACKED`]
    /// addresses, when sources are probably spoofed, an address counts as its network.
    fn key(&self, address: Option<IpAddr>, caller: Option<Caller>) -> Option<Key> {
        if self.rule.scope == Scope::Account {
            return caller.map(Key::of);
        }
        let address = address?;
        let tracks_too_many = self.limiter.len() > MAX_TRACKED;
        let prefix = match (address, self.rule.scope) {
            (IpAddr::V4(_), Scope::Site) => return None,
            (IpAddr::V4(_), _) if tracks_too_many => NETWORK_V4,
            (IpAddr::V4(_), _) => return Some(Key::Network(address)),
            (IpAddr::V6(_), _) if tracks_too_many => NETWORK_V6,
            (IpAddr::V6(_), Scope::Site) => SITE_V6,
            (IpAddr::V6(_), _) => SUBSCRIBER_V6,
        };
        let network = IpNet::new(address, prefix).map_or(address, |network| network.network());
        Some(Key::Network(network))
    }

    fn check(&self, key: Key) -> RateLimitDecision<'_> {
        let (remaining, refused_for) = match self.limiter.check_key(&key) {
            Ok(state) => (state.remaining_burst_capacity(), None),
            Err(refusal) => {
                self.refused.inc();
                let wait = refusal.wait_time_from(DefaultClock::default().now());
                (0, Some(whole_seconds(wait)))
            }
        };
        RateLimitDecision {
            limit: self,
            key,
            remaining,
            refused_for,
        }
    }

    fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

impl RateLimitDecision<'_> {
    /// Gives back what the request took.
    fn refund(&mut self) {
        self.limit.counters.refund(&self.key, self.limit.interval);
        self.remaining += 1;
    }

    /// The policy and the state of the limit, as headers write them.
    fn describe(&self) -> (String, String) {
        let Rule {
            name, burst, per, ..
        } = self.limit.rule;
        let window = whole_seconds(per);
        let used = u64::from(burst.saturating_sub(self.remaining));
        // The time until the quota is full again.
        let reset = (used * window).div_ceil(u64::from(burst.max(1)));
        (
            format!("\"{name}\";q={burst};w={window}"),
            format!("\"{name}\";r={};t={reset}", self.remaining),
        )
    }
}

impl RateLimits {
    /// Limits with full quotas.
    pub fn new(proxies: TrustedProxies) -> Self {
        Self {
            proxies,
            limits: RULES.map(Limit::new),
            started: Instant::now(),
            swept: AtomicU64::new(0),
        }
    }

    /// Checks a request against its limits, and stops at a refusal.
    fn check(&self, kind: Kind, request: &ServiceRequest) -> Vec<RateLimitDecision<'_>> {
        let request = request.request();
        let address = self.proxies.client(request);
        let caller = OptionalCaller::of(request).0;
        let mut decisions = Vec::with_capacity(RULES.len());
        for limit in self.limits.iter().filter(|limit| limit.rule.counts(kind)) {
            let Some(key) = limit.key(address, caller) else {
                continue;
            };
            let decision = limit.check(key);
            let is_refused = decision.refused_for.is_some();
            decisions.push(decision);
            if is_refused {
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
        // Changes of the password have a limit before that of all requests.
        let limit = self
            .limits
            .iter()
            .find(|limit| limit.rule.scope == Scope::Account && limit.rule.counts(kind));
        let decision = limit.map(|limit| limit.check(Key::of(caller)));
        match decision.and_then(|decision| decision.refused_for) {
            Some(wait) => Err(Problem::too_many_requests(wait)),
            None => Ok(()),
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
            self.limits.iter().for_each(Limit::sweep);
        }
    }

    /// The name of each limit, and the counter of requests that it refused. All are 0 if the limits
    /// are off.
    pub fn refusals(limits: Option<&Self>) -> [(&'static str, Counter); RULES.len()] {
        match limits {
            Some(Self { limits, .. }) => limits
                .each_ref()
                .map(|limit| (limit.rule.name, limit.refused.clone())),
            None => RULES.map(|rule| (rule.name, Counter::default())),
        }
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
    let mut answer = match refused {
        Some(wait) => request.into_response(Problem::too_many_requests(wait).error_response()),
        None => next.call(request).await?.map_into_boxed_body(),
    };
    let is_wrong = answer.status() == StatusCode::UNAUTHORIZED;
    if kind == Kind::SharePassword && refused.is_none() && !is_wrong {
        let of_password =
            |decision: &&mut RateLimitDecision<'_>| !decision.limit.rule.kinds.is_empty();
        decisions
            .iter_mut()
            .filter(of_password)
            .for_each(RateLimitDecision::refund);
    }
    set_headers(&mut answer, &decisions);
    Ok(answer)
}

/// Writes the headers of draft-ietf-httpapi-ratelimit-headers, except on answers that shared caches
/// may store.
fn set_headers(answer: &mut ServiceResponse<BoxBody>, decisions: &[RateLimitDecision<'_>]) {
    let headers = answer.headers_mut();
    let shared = headers
        .get(CACHE_CONTROL)
        .is_some_and(|value| value.as_bytes().starts_with(b"public"));
    if shared || decisions.is_empty() {
        return;
    }
    let described = decisions.iter().map(RateLimitDecision::describe);
    let (policies, states): (Vec<_>, Vec<_>) = described.unzip();
    for (name, values) in [(POLICY, policies), (STATE, states)] {
        if let Ok(value) = HeaderValue::try_from(values.join(", ")) {
            headers.insert(name, value);
        }
    }
}

fn whole_seconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis().div_ceil(1_000))
        .unwrap_or(u64::MAX)
        .max(1)
}

#[cfg(test)]
mod tests;
