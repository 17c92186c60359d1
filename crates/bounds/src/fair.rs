//! The order of a queue: clients take turns, and the longest queue is cut when all are full.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::Client;

/// A queue of jobs in which clients take turns. Whoever fills it bounds it: before a job too many,
/// [`FairQueue::displace_for`] makes room.
#[derive(Debug)]
pub struct FairQueue<J> {
    clients: HashMap<Client, VecDeque<(u64, J)>>,
    /// The clients with queued jobs, in the order of their turns.
    turns: VecDeque<Client>,
    /// The clients who have no turn until they are resumed.
    paused: HashSet<Client>,
    length: usize,
    /// The number of the next job.
    next: u64,
}

impl<J> Default for FairQueue<J> {
    fn default() -> Self {
        Self {
            clients: HashMap::new(),
            turns: VecDeque::new(),
            paused: HashSet::new(),
            length: 0,
            next: 0,
        }
    }
}

impl<J> FairQueue<J> {
    /// How many jobs wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether no job waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a job. Returns its number.
    pub fn push(&mut self, client: Client, job: J) -> u64 {
        let number = self.next;
        self.next += 1;
        self.length += 1;
        let queue = self.clients.entry(client).or_default();
        if queue.is_empty() && !self.paused.contains(&client) {
            self.turns.push_back(client);
        }
        queue.push_back((number, job));
        number
    }

    /// The job whose turn it is.
    pub(crate) fn front(&self) -> Option<&J> {
        let queue = self.clients.get(self.turns.front()?)?;
        queue.front().map(|(_, job)| job)
    }

    /// Whether the client has no turn until it is resumed.
    pub(crate) fn is_paused(&self, client: Client) -> bool {
        self.paused.contains(&client)
    }

    /// Takes the job whose turn it is; its client goes to the end of the turns.
    pub fn pop(&mut self) -> Option<J> {
        let client = self.turns.pop_front()?;
        let queue = self.clients.get_mut(&client)?;
        let (_, job) = queue.pop_front()?;
        self.length -= 1;
        self.take_turn(client);
        Some(job)
    }

    /// Takes the job whose turn it is, and those of its client that are the same by `is_same`. The
    /// client pauses.
    pub(crate) fn pop_same(
        &mut self,
        is_same: impl Fn(&J, &J) -> bool,
    ) -> Option<(Client, Vec<J>)> {
        let client = self.turns.pop_front()?;
        let queue = self.clients.get_mut(&client)?;
        let (_, first) = queue.pop_front()?;
        let others = std::mem::take(queue).into_iter();
        let same: VecDeque<_>;
        (same, *queue) = others.partition(|(_, other)| is_same(&first, other));
        let same = same.into_iter().map(|(_, job)| job);
        let jobs: Vec<J> = std::iter::once(first).chain(same).collect();
        self.length -= jobs.len();
        self.paused.insert(client);
        Some((client, jobs))
    }

    /// Ends the pause of a client, who goes to the end of the turns.
    pub(crate) fn resume(&mut self, client: Client) {
        if self.paused.remove(&client) {
            self.take_turn(client);
        }
    }

    /// Puts a client who has no turn to the end of the turns, or forgets one without jobs.
    fn take_turn(&mut self, client: Client) {
        match self.clients.get(&client) {
            Some(queue) if queue.is_empty() => _ = self.clients.remove(&client),
            Some(_) => self.turns.push_back(client),
            None => {}
        }
    }

    /// Removes a job, if it is still queued.
    pub(crate) fn remove(&mut self, client: Client, number: u64) -> Option<J> {
        let queue = self.clients.get_mut(&client)?;
        let place = queue.iter().position(|(other, _)| *other == number)?;
        let (_, job) = queue.remove(place)?;
        self.removed(client);
        Some(job)
    }

    /// Removes the newest job of the client with the longest queue, unless the queue of `client`
    /// with one more job would be as long.
    pub fn displace_for(&mut self, client: Client) -> Option<J> {
        let own = self.clients.get(&client).map_or(0, VecDeque::len);
        let lengths = self
            .clients
            .iter()
            .map(|(client, queue)| (queue.len(), *client));
        let (length, longest) = lengths.max_by_key(|(length, _)| *length)?;
        if length <= own + 1 {
            return None;
        }
        let (_, job) = self.clients.get_mut(&longest)?.pop_back()?;
        self.removed(longest);
        Some(job)
    }

    /// Counts a job of a client as removed, and forgets the client after its last one.
    fn removed(&mut self, client: Client) {
        self.length -= 1;
        if self.clients.get(&client).is_some_and(VecDeque::is_empty) {
            self.clients.remove(&client);
            self.turns.retain(|turn| *turn != client);
        }
    }
}
