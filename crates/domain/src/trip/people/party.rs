//! Parties without an account: people whom the owner adds by name alone, and who may come later by
//! an invitation (interface: "Invitations and parties").

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::trip::edit::context::EditContext;
use crate::trip::edit::error::PatchError;
use crate::trip::money::budget::MemberId;
use crate::trip::{Mention, Parties, Trip, TripOverview};
use crate::{Name, Path, People, ShortText, UserId, Violations};

/// A party that does not depend on a budget's naming it: one that was added by name, or one that
/// somebody claimed when they joined the trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// Its member id.
    pub member: MemberId,
    /// Its name; may be empty once it is somebody's account.
    pub name: ShortText,
    /// Whose account it is, if anybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<UserId>,
}

/// A change of [`Plan::parties`](crate::trip::Plan::parties). Only the owner may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartyPatch {
    /// Adds one by its name.
    Add(Name),
    /// Removes one that is nobody's account and that nothing names.
    Remove(String),
    /// Gives one that is nobody's account another name, in every cost, too.
    Rename(String, Name),
}

/// A party that is nobody's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenParty {
    /// Its member id.
    pub member: String,
    /// Its name.
    pub name: String,
}

impl Party {
    pub(in crate::trip) fn mention(&self) -> Mention<'_> {
        Mention {
            member: self.member.as_str(),
            user: self.user,
        }
    }
}

impl TripOverview {
    /// Whose account a member id is because they claimed it when they joined.
    pub(in crate::trip) fn claimant(&self, member: &str) -> Option<UserId> {
        let mut parties = self.plan.parties.iter();
        parties.find(|party| party.member.as_str() == member)?.user
    }
}

impl Trip {
    /// Greatest number of parties that are added by name.
    pub const MAX_PARTIES: usize = 100;

    /// Greatest number of parties of a file, claimed ones too.
    pub const MAX_STORED_PARTIES: usize = 1_000;

    /// The parties that are nobody's account: those of the budgets and recorded settlements in
    /// order of first appearance, then those that nothing names yet. `people` are the trip's,
    /// `deleted` those of [`Trip::former_people`] whose account was deleted.
    pub fn open_parties(&self, people: &People, deleted: &[UserId]) -> Vec<OpenParty> {
        let parties = Parties::new(self.all_mentions(), people);
        let names = self.member_names(people);
        let written = match deleted {
            [] => 0,
            _ => Parties::new(self.written_mentions(), people).names().len(),
        };
        let open = |(place, member): (usize, &String)| {
            let name = names.get(member).to_owned();
            let member = member.clone();
            let user = parties.user(place);
            let is_open = user.is_none_or(|user| place < written && deleted.contains(&user));
            is_open.then_some(OpenParty { member, name })
        };
        parties
            .names()
            .iter()
            .enumerate()
            .filter_map(open)
            .collect()
    }

    /// The users whom member ids mean and who are not among `people`, the trip's: they have left
    /// it, or their account was deleted.
    pub fn former_people(&self, people: &People) -> Vec<UserId> {
        let is_former = |user: UserId| people.get(user).is_none();
        let mut mentions = self.all_mentions();
        // Mostly nobody has left.
        if !mentions.any(|mention| mention.user.is_some_and(is_former)) {
            return Vec::new();
        }
        let parties = Parties::new(self.all_mentions(), people);
        let users = (0..parties.names().len()).filter_map(|place| parties.user(place));
        users.filter(|user| is_former(*user)).collect()
    }

    /// Refuses a change of the parties that is not the owner's, or that finds no party to remove.
    pub(in crate::trip) fn check_party_patch(
        &self,
        patch: &PartyPatch,
        context: &EditContext<'_>,
    ) -> Result<(), PatchError> {
        if self.owner != context.by {
            return Err(PatchError::NotPermitted);
        }
        let (PartyPatch::Remove(member) | PartyPatch::Rename(member, _)) = patch else {
            return Ok(());
        };
        let person = (context.find_user)(member).filter(|user| self.members.contains(user));
        let mut mentions = self.written_mentions();
        let mention = mentions.find(|mention| mention.member == member);
        let is_open = match mention {
            Some(mention) => {
                let user = mention.user.or(self.claimant(member)).or(person);
                let exists = |user: UserId| (context.find_user)(&user.to_string()).is_some();
                !user.is_some_and(exists)
            }
            None => self.open_party(member).is_some(),
        };
        let is_removal = matches!(patch, PartyPatch::Remove(_));
        match is_open {
            false => Err(PatchError::NoItem),
            true if is_removal && !self.removable_parties().contains(&**member) => {
                Err(PatchError::PartyInUse)
            }
            true => Ok(()),
        }
    }

    /// Whether somebody on the trip, but for the party `except`, is called so, in any case.
    pub fn is_name_taken(&self, name: &str, people: &People, except: Option<&str>) -> bool {
        let former = self.former_people(people);
        let parties = self.open_parties(people, &former).into_iter();
        let parties = parties.filter(|party| except != Some(&*party.member));
        let names = people.iter().map(|person| person.name.to_string());
        let mut names = names.chain(parties.map(|party| party.name));
        names.any(|other| other.to_lowercase() == name.to_lowercase())
    }

    /// The party of that member id that was added by name and is nobody's account.
    pub fn open_party(&self, member: &str) -> Option<&Party> {
        let mut parties = self.plan.parties.iter();
        parties.find(|party| party.user.is_none() && party.member.as_str() == member)
    }

    /// The member ids of the parties that can be removed: added by name, nobody's account, and
    /// named by no budget, payment or entry of a list.
    pub fn removable_parties(&self) -> HashSet<&str> {
        let parties = self
            .plan
            .parties
            .iter()
            .filter(|party| party.user.is_none());
        let mut removable: HashSet<&str> = parties.map(|party| party.member.as_str()).collect();
        for mention in self.written_mentions() {
            removable.remove(mention.member);
        }
        for assignee in self.plan.lists.assignees() {
            removable.remove(assignee.member.as_str());
        }
        removable
    }

    /// Applies a change of the parties.
    pub(in crate::trip) fn change_parties(
        &mut self,
        patch: PartyPatch,
        context: &mut EditContext<'_>,
    ) -> Result<(), Violations> {
        let (member, name) = match patch {
            PartyPatch::Remove(member) => {
                let parties = &mut self.plan.parties;
                parties.retain(|party| party.member.as_str() != member);
                return Ok(());
            }
            PartyPatch::Rename(member, name) => (member, name),
            // Not the name: an account of that username may join the trip.
            PartyPatch::Add(name) => ((context.mint)().to_string(), name),
        };
        let (Ok(member), Ok(name)) = (MemberId::new(&member), ShortText::new(name.as_str())) else {
            return Ok(());
        };
        if self
            .mentions()
            .any(|mention| mention.member == member.as_str())
        {
            for share in self.budgets_mut().flat_map(|budget| &mut budget.shares) {
                if share.member == member {
                    share.name = name.clone();
                }
            }
        }
        let parties = &mut self.plan.parties;
        if let Some(party) = parties.iter_mut().find(|party| party.member == member) {
            party.name = name;
            return Ok(());
        }
        if parties.iter().filter(|party| party.user.is_none()).count() >= Self::MAX_PARTIES {
            let most = Self::MAX_PARTIES;
            let reason = format!("a trip has at most {most} people without an account");
            return Err(Violations::at(Path::root(), reason));
        }
        let user = None;
        parties.push(Party { member, name, user });
        Ok(())
    }
}
