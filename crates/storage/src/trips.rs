//! The contract of the repository of trips.

use std::sync::Arc;

use wayfare_domain::{Description, Gallery, Name, People, Trip, TripId, UserId};

use crate::{PictureChange, Result};

/// Which trip somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The trip.
    pub trip: TripId,
    /// Who asks.
    pub caller: UserId,
}

/// What becomes of a trip.
#[derive(Debug, Clone)]
pub struct Change {
    /// As it was read.
    pub before: Arc<Trip>,
    /// As it is to be.
    pub after: Arc<Trip>,
    /// Who changes it.
    pub by: UserId,
    /// The token generation they are taken to be of.
    pub generation: i64,
}

/// What becomes of a trip, its members and its pictures.
#[derive(Debug, Clone)]
pub struct TripUpdate {
    /// The trip.
    pub change: Change,
    /// What is known of its pictures.
    pub pictures: PictureChange,
}

/// A trip as somebody asked for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lookup {
    /// The token generation of who asked; none where that user does not exist (any more).
    pub generation: Option<i64>,
    /// The trip and its people (in the order in which they joined), where it exists, whoever asked.
    pub trip: Option<(Arc<Trip>, People)>,
}

/// What a list shows of a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripHead {
    /// Which trip.
    pub id: TripId,
    /// Its version.
    pub version: i64,
    /// Its owner.
    pub owner: UserId,
    /// Whether it is private.
    pub private: bool,
    /// Its name.
    pub name: Name,
    /// Its description.
    pub description: Description,
    /// Its pictures.
    pub gallery: Gallery,
    /// Its people; empty where the list was asked for without them.
    pub people: People,
    /// Whether who looks is a member of it.
    pub viewer_is_member: bool,
}

/// A list of the trips of one user, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The token generation of who asked; none where that user does not exist (any more).
    pub generation: Option<i64>,
    /// The trips, or those within the window.
    pub trips: Vec<TripHead>,
    /// How many there are in all.
    pub total: u64,
}

/// Whose list is asked for, and by whom.
#[derive(Debug, Clone, Copy)]
pub struct ListOwner {
    /// The user whose list it is, where there is one of that name.
    pub user: Option<UserId>,
    /// The token generation of who asked; none where nobody did or that user does not exist (any
    /// more).
    pub viewer_generation: Option<i64>,
}

/// Which list of their own trips somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListAsked {
    /// Who asks.
    pub caller: UserId,
    /// The part that is asked for; all where there is none.
    pub window: Option<Window>,
    /// Whether each trip is to have its people.
    pub with_people: bool,
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// How many to leave out.
    pub offset: u64,
    /// How many to give at most.
    pub limit: u64,
}

/// Trips. Every read costs at most two round trips to the database, whatever it gives.
pub trait TripRepository {
    /// Trips and their people, each as of one moment, with what the token of who asks needs for
    /// being checked; in the order asked.
    ///
    /// # Errors
    /// See [`crate::Error`]; so for all methods.
    fn find_all(&mut self, asked: &[Asked]) -> Result<Vec<Lookup>>;

    /// As [`TripRepository::find_all`], of one.
    fn find(&mut self, trip: TripId, caller: UserId) -> Result<Lookup> {
        Ok(self
            .find_all(&[Asked { trip, caller }])?
            .pop()
            .unwrap_or_default())
    }

    /// As [`TripRepository::find`], and nobody else may change the trip until the unit of work
    /// ends.
    fn lock(&mut self, id: TripId, caller: UserId) -> Result<Lookup>;

    /// Keeps a new trip with its members.
    fn insert(&mut self, trip: &Trip) -> Result<()>;

    /// Keeps what has become of a trip that this unit of work has locked; members are written only
    /// where they differ.
    fn update(&mut self, before: &Trip, after: &Trip) -> Result<()>;

    /// Removes a trip, its members and what is known of its pictures.
    fn delete(&mut self, id: TripId) -> Result<()>;

    /// For each who asks the trips that they own or are a member of, newest first (latest made;
    /// then by id, so that the order is total).
    fn list_all(&mut self, asked: &[ListAsked]) -> Result<Vec<Listing>>;

    /// As [`TripRepository::list_all`], for one.
    fn list(
        &mut self,
        caller: UserId,
        window: Option<Window>,
        with_people: bool,
    ) -> Result<Listing> {
        Ok(self
            .list_all(&[ListAsked {
                caller,
                window,
                with_people,
            }])?
            .pop()
            .unwrap_or_default())
    }

    /// The trips that a user owns or is a member of, newest first, whoever may see them, without
    /// people; who may is for the caller to decide. `viewer` fills [`TripHead::viewer_is_member`].
    fn list_of(&mut self, user: UserId, viewer: Option<UserId>) -> Result<Vec<TripHead>>;

    /// The user of a username (in any case) and the token generation of `viewer`, in one round
    /// trip.
    fn find_list_owner(&mut self, username: &str, viewer: Option<UserId>) -> Result<ListOwner>;
}
