use super::*;

#[test]
fn bounds_the_total_and_each_client_and_forgets_what_is_returned() {
    let quota = Quota::new(10, 4, QuotaMetrics::default());
    let mut reservations = [1, 1, 2, 3].map(|client| quota.reserve(Client::new(client)));
    let [first, second, other, last] = &mut reservations;
    first.grow_to(3).unwrap();
    assert_eq!(second.grow_by(2), Err(Exceeded::Client));
    second.grow_by(1).unwrap();
    other.grow_by(4).unwrap();
    assert_eq!(last.grow_by(3), Err(Exceeded::Total));
    last.grow_by(2).unwrap();
    first.shrink_by(2);
    first.grow_to(1).unwrap();
    last.grow_by(2).unwrap();
    last.force_to(9);
    last.shrink_to(4);
    assert_eq!(quota.metrics().held.get(), 10);
    drop(reservations);
    let QuotaMetrics {
        held,
        refused_to_client,
        refused,
    } = quota.metrics();
    assert_eq!(
        (held.get(), refused_to_client.get(), refused.get()),
        (0, 1, 1)
    );
    assert!(quota.lock().clients.is_empty());
}
