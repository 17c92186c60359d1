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

#[test]
fn bounds_the_clients_of_a_network_together() {
    let quota = Quota::new(10, 4, QuotaMetrics::default());
    let network = Network::of([203, 0, 113, 7].into());
    let client = |number| quota.reserve(Client::new(number).from_network(network));
    let mut reservations = [1, 2, 3].map(client);
    let [first, second, third] = &mut reservations;
    first.grow_by(3).unwrap();
    second.grow_by(2).unwrap();
    assert_eq!(third.grow_by(1), Err(Exceeded::Client));
    // The same account from elsewhere, and who comes from this machine.
    let mut elsewhere = quota.reserve(Client::new(3));
    elsewhere.grow_by(3).unwrap();
    first.shrink_by(1);
    third.grow_by(1).unwrap();
    drop((reservations, elsewhere));
    assert!(quota.lock().networks.is_empty());
    assert_eq!(Network::of([127, 0, 0, 1].into()), None);
}
