//! The order of a queue: clients take turns, and the longest queue is cut when all are full.

use std::collections::{HashMap, VecDeque};

use crate::Client;

/// A queue of jobs in which clients take turns. Whoever fills it bounds it: before a job too many,
/// [`FairQueue::displace_for`] makes room.
#[derive(Debug)]
pub struct FairQueue<J> {
    clients: HashMap<Client, Lane<J>>,
    /// The clients with queued jobs who may have one more running, in the order of their turns.
    turns: VecDeque<Client>,
    /// How many jobs a client may have running at first.
    at_once: usize,
    length: usize,
    /// The number of the next job.
    next: u64,
}

/// The jobs of a client.
#[derive(Debug)]
struct Lane<J> {
    queued: VecDeque<(u64, J)>,
    running: usize,
    /// How many may be running.
    at_once: usize,
    /// Whether one of them is to be its only one.
    has_only_one: bool,
}

impl<J> Lane<J> {
    fn is_paused(&self) -> bool {
        self.has_only_one || self.running >= self.at_once
    }
}

impl<J> Default for FairQueue<J> {
    fn default() -> Self {
        Self::new(usize::MAX)
    }
}

impl<J> FairQueue<J> {
    /// A queue of clients who may each have so many jobs running at first.
    pub(crate) fn new(at_once: usize) -> Self {
        Self {
            clients: HashMap::new(),
            turns: VecDeque::new(),
            at_once,
            length: 0,
            next: 0,
        }
    }

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
        let lane = self.clients.entry(client).or_insert_with(|| Lane {
            queued: VecDeque::new(),
            running: 0,
            at_once: self.at_once,
            has_only_one: false,
        });
        lane.queued.push_back((number, job));
        if lane.queued.len() == 1 && !lane.is_paused() {
            self.turns.push_back(client);
        }
        number
    }

    /// The job whose turn it is.
    pub(crate) fn front(&self) -> Option<&J> {
        let lane = self.clients.get(self.turns.front()?)?;
        lane.queued.front().map(|(_, job)| job)
    }

    /// Whether the client has no turn until one of its jobs ends.
    pub(crate) fn is_paused(&self, client: Client) -> bool {
        self.clients.get(&client).is_some_and(Lane::is_paused)
    }

    /// Takes the job whose turn it is; its client goes to the end of the turns.
    pub fn pop(&mut self) -> Option<J> {
        let client = self.turns.pop_front()?;
        let (_, job) = self.clients.get_mut(&client)?.queued.pop_front()?;
        self.length -= 1;
        self.take_turn(client);
        Some(job)
    }

    /// Takes the job whose turn it is, which is running from now on; until it ends, its client
    /// starts no other if it is to be the only one.
    pub(crate) fn start(&mut self, is_only_one: bool) -> Option<(Client, J)> {
        let client = self.turns.pop_front()?;
        let lane = self.clients.get_mut(&client)?;
        let (_, job) = lane.queued.pop_front()?;
        lane.running += 1;
        lane.has_only_one |= is_only_one;
        self.length -= 1;
        self.take_turn(client);
        Some((client, job))
    }

    /// Takes the job whose turn it is, and those of its client that are the same by `is_same`. They
    /// are running from now on, and count as one.
    pub(crate) fn start_same(
        &mut self,
        is_same: impl Fn(&J, &J) -> bool,
    ) -> Option<(Client, Vec<J>)> {
        let client = self.turns.pop_front()?;
        let lane = self.clients.get_mut(&client)?;
        let (_, first) = lane.queued.pop_front()?;
        let others = std::mem::take(&mut lane.queued).into_iter();
        let same: VecDeque<_>;
        (same, lane.queued) = others.partition(|(_, other)| is_same(&first, other));
        let same = same.into_iter().map(|(_, job)| job);
        let jobs: Vec<J> = std::iter::once(first).chain(same).collect();
        lane.running += 1;
        self.length -= jobs.len();
        self.take_turn(client);
        Some((client, jobs))
    }

    /// Ends what a client has had running, perhaps as its only one, and lets it have so many
    /// running from now on, for as long as there are any or some wait.
    pub(crate) fn end(&mut self, client: Client, was_only_one: bool, at_once: usize) {
        let Some(lane) = self.clients.get_mut(&client) else {
            return;
        };
        let was_paused = lane.is_paused();
        lane.running -= 1;
        lane.at_once = at_once;
        lane.has_only_one &= !was_only_one;
        match (was_paused, lane.is_paused()) {
            (false, true) => self.turns.retain(|turn| *turn != client),
            (false, false) if !lane.queued.is_empty() => {}
            _ => self.take_turn(client),
        }
    }

    /// Puts a client who has no turn to the end of the turns, or forgets one without jobs.
    fn take_turn(&mut self, client: Client) {
        match self.clients.get(&client) {
            Some(lane) if lane.queued.is_empty() && lane.running == 0 => {
                self.clients.remove(&client);
            }
            Some(lane) if !lane.queued.is_empty() && !lane.is_paused() => {
                self.turns.push_back(client);
            }
            _ => {}
        }
    }

    /// Removes a job, if it is still queued.
    pub(crate) fn remove(&mut self, client: Client, number: u64) -> Option<J> {
        let queued = &mut self.clients.get_mut(&client)?.queued;
        let place = queued.iter().position(|(other, _)| *other == number)?;
        let (_, job) = queued.remove(place)?;
        self.removed(client);
        Some(job)
    }

    /// Removes the newest job of the client with the longest queue, unless the queue of `client`
    /// with one more job would be as long.
    pub fn displace_for(&mut self, client: Client) -> Option<J> {
        let length = |lane: &Lane<J>| lane.queued.len();
        let own = self.clients.get(&client).map_or(0, length);
        let lengths = self.clients.iter();
        let lengths = lengths.map(|(client, lane)| (length(lane), *client));
        let (length, longest) = lengths.max_by_key(|(length, _)| *length)?;
        if length <= own + 1 {
            return None;
        }
        let (_, job) = self.clients.get_mut(&longest)?.queued.pop_back()?;
        self.removed(longest);
        Some(job)
    }

    /// Counts a job of a client as removed, and forgets the client after its last one.
    fn removed(&mut self, client: Client) {
        self.length -= 1;
        let lane = self.clients.get(&client);
        if lane.is_some_and(|lane| lane.queued.is_empty()) {
            self.turns.retain(|turn| *turn != client);
            self.take_turn(client);
        }
    }
}
