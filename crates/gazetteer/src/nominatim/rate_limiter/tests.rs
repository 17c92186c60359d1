use super::*;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn the_next_permit_is_an_interval_after_the_last() {
    let limiter = RateLimiter::new(SECOND / 2);
    let begin = Instant::now();
    for number in 0..3 {
        let permit = limiter.acquire(Instant::now() + SECOND).await.unwrap();
        assert_eq!(begin.elapsed().as_millis() / 100, number * 6);
        tokio::time::sleep(SECOND / 10).await;
        drop(permit);
    }
}

#[tokio::test(start_paused = true)]
async fn fails_immediately_if_the_interval_exceeds_the_deadline() {
    let limiter = RateLimiter::new(SECOND);
    drop(limiter.acquire(Instant::now() + SECOND).await.unwrap());
    let begin = Instant::now();
    assert!(limiter.acquire(begin + SECOND).await.is_none());
    assert!(begin.elapsed() < SECOND / 10);
    tokio::time::advance(SECOND / 2).await;
    assert!(limiter.acquire(Instant::now() + SECOND).await.is_some());
}

#[tokio::test(start_paused = true)]
async fn fails_at_the_deadline_while_another_request_runs() {
    let limiter = RateLimiter::new(Duration::ZERO);
    let permit = limiter.acquire(Instant::now() + SECOND).await.unwrap();
    let begin = Instant::now();
    assert!(limiter.acquire(begin + SECOND).await.is_none());
    assert!(begin.elapsed() <= SECOND);
    drop(permit);
    assert!(limiter.acquire(Instant::now() + SECOND).await.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_pause_delays_the_next_permit() {
    let limiter = RateLimiter::new(Duration::ZERO);
    limiter
        .acquire(Instant::now() + SECOND)
        .await
        .unwrap()
        .delay_next(SECOND * 5);
    assert!(limiter.acquire(Instant::now() + SECOND).await.is_none());
    tokio::time::advance(SECOND * 5).await;
    assert!(limiter.acquire(Instant::now() + SECOND).await.is_some());
}
