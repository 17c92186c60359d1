//! The routes of users, their accounts and their tokens: common to both variants of the trip
//! interface.

pub mod account;
pub mod auth;
pub mod keys;
pub mod picture;
pub mod privacy;
pub mod profile;
pub mod proposals;
pub mod reset;
pub mod settings;
mod update;

use wayfare_api_core::http::endpoint::Secrecy;
use wayfare_api_core::limits::rate::{Kind, sends};
use wayfare_api_core::{Endpoint, endpoint};

/// The routes.
pub fn endpoints() -> Vec<Endpoint> {
    vec![
        endpoint!(account::{own, create}).counts_as(Kind::SignUp, sends),
        endpoint!(settings::{get}),
        endpoint!(settings::{get_experience}),
        endpoint!(settings::{put}),
        endpoint!(privacy::{get, put}),
        endpoint!(keys::{list, post}).secret(Secrecy::OfContent),
        endpoint!(keys::{get, delete}).secret(Secrecy::OfContent),
        endpoint!(proposals::{list}).secret(Secrecy::OfContent),
        endpoint!(proposals::{post, delete}).secret(Secrecy::OfContent),
        endpoint!(picture::{get_default}),
        endpoint!(picture::{get, put}),
        endpoint!(profile::{public, update, delete}),
        endpoint!(auth::{grant}).counts_as(Kind::Credentials, sends),
        endpoint!(auth::{revoke_tokens}).counts_as(Kind::Credentials, sends),
        endpoint!(auth::{set_password}).counts_as(Kind::Password, sends),
        endpoint!(reset::{request_reset})
            .secret(Secrecy::OfContent)
            .counts_as(Kind::Credentials, sends),
        endpoint!(reset::{set_password})
            .secret(Secrecy::OfAddress)
            .counts_as(Kind::Credentials, sends),
    ]
}
