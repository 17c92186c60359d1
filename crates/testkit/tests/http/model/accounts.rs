//! Operations on accounts: sign-up, also again after deletion, renaming, the e-mail address,
//! deletion.

use serde_json::{Value, json};
use wayfare_testkit::{Method, sample};

use super::driver::{Checked, Driver};
use super::operation::{NOBODY, SEATS};
use super::world::{Expected, User, username};

impl Driver {
    pub(crate) async fn sign_up(&mut self, seat: usize) -> Checked {
        let name = username(self.case, seat);
        let is_taken = self.world.user_named(&name).is_some();
        if self.world.seats[seat] != usize::MAX && self.world.caller(seat).is_some() && !is_taken {
            return Ok(());
        }
        let email = format!("{name}@example.org");
        let body = json!({"name": name, "username": name, "email": email}).to_string();
        if is_taken {
            let reply = self
                .send(NOBODY, Method::POST, "/user", Some(&body), None)
                .await?;
            return Self::expect(&reply, &Expected::Status(403));
        }
        let body: Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
        let traveller = sample::sign_up_with(&self.nobody, &body).await;
        self.trace
            .push(format!("{} POST /user {body} -> 200", SEATS[seat]));
        self.clients[seat] = traveller.client;
        self.world.seats[seat] = self.world.users.len();
        let user = User {
            id: traveller.id,
            username: name,
            email,
            shares_email: false,
            deleted: false,
        };
        self.world.users.push(user);
        // The cache was another account's.
        self.cache.retain(|(reader, _), _| *reader != seat);
        Ok(())
    }

    pub(crate) async fn rename(&mut self, seat: usize, to: &str) -> Checked {
        let Some(user) = self.world.caller(seat) else {
            return Ok(());
        };
        let from = self.world.users[user].username.clone();
        let to = format!("{to}{}", self.case);
        let expected = match self.world.user_named(&to) {
            Some(holder) if holder != user => 403,
            _ if to == from => 304,
            _ => 200,
        };
        let body = json!({"username": to}).to_string();
        let path = format!("/user/{from}");
        let reply = self
            .send(seat, Method::PUT, &path, Some(&body), None)
            .await?;
        if expected == 200 {
            self.world.users[user].username = to;
        }
        Self::expect(&reply, &Expected::Status(expected))
    }

    pub(crate) async fn share_email(&mut self, seat: usize, share: bool) -> Checked {
        let Some(user) = self.world.caller(seat) else {
            return Ok(());
        };
        let user = &mut self.world.users[user];
        let expected = if user.shares_email == share { 304 } else { 200 };
        user.shares_email = share;
        let path = format!("/user/{}/privacy", user.username);
        let body = json!({"shareEmail": share}).to_string();
        let reply = self
            .send(seat, Method::PUT, &path, Some(&body), None)
            .await?;
        Self::expect(&reply, &Expected::Status(expected))
    }

    pub(crate) async fn delete_account(&mut self, seat: usize) -> Checked {
        let path = format!(
            "/user/{}",
            self.world.users[self.world.seats[seat]].username
        );
        let expected = if let Some(user) = self.world.caller(seat) {
            self.world.delete_account(user);
            self.may_be_newer = true;
            204
        } else {
            401
        };
        let reply = self.send(seat, Method::DELETE, &path, None, None).await?;
        Self::expect(&reply, &Expected::Status(expected))
    }
}
