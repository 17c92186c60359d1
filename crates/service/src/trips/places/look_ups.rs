//! Look-ups within a time limit.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use wayfare_bounds::Client;
use wayfare_domain::Trip;
use wayfare_gazetteer::{Gazetteer, Place, Query};

/// Looks up places. A look-up never fails: after the timeout it has no result.
pub(crate) struct Places {
    pub(crate) gazetteer: Arc<dyn Gazetteer>,
    /// The time limit of all look-ups of a write.
    pub(crate) timeout: Duration,
    /// The writes with more look-ups than fit into the time limit.
    pub(crate) cut_short: Counter,
}

impl Places {
    /// Finds the place of a trip's name, else of its description (interface: "Trip as a place").
    pub(crate) async fn of_trip(&self, client: Client, trip: &Trip) -> Option<Place> {
        let look_up = async {
            match self.first(client, trip.name.as_str()).await {
                Some(place) => Some(place),
                None => self.first(client, &trip.description).await,
            }
        };
        self.within(self.timeout, look_up).await.flatten()
    }

    /// Runs look-ups; `None` if they take too long.
    pub(super) async fn within<T>(
        &self,
        limit: Duration,
        look_ups: impl Future<Output = T>,
    ) -> Option<T> {
        let done = tokio::time::timeout(limit, look_ups).await.ok();
        if done.is_none() {
            self.cut_short.inc();
        }
        done
    }

    async fn first(&self, client: Client, text: &str) -> Option<Place> {
        let found = self.gazetteer.find(client, Query::Text(text), 1).await;
        found.into_iter().next().map(|candidate| candidate.place)
    }
}
