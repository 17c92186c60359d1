//! Pages for people, rendered on the server (docs/pages.md).
//!
//! | path | file |
//! |---|---|
//! | `/` | `pages::front` |
//! | `/sign-up`, `/sign-in`, `/sign-out` | `pages::sign_in` |
//! | `/sign-in/oidc` and below, `/account/identity` and below | `pages::sign_in::oidc` |
//! | `/trips` | `pages::trips` |
//! | `/trips/import` | `pages::trips::imports` |
//! | `/trip/{uuid}` and below | `pages::trip`; its frame in `pages::trip::frame` |
//! | `/s/{token}` | `pages::links::shared` |
//! | `/join/{token}` | `pages::links::join` |
//! | `/confirm/{token}`, `/email-undo/{token}` | `pages::links::confirm` |
//! | `/password-reset`, `/password-reset/{token}` | `pages::sign_in::password_reset` |
//! | `/no-invitations/{token}` | `pages::links::refusal` |
//! | `/account` and below | `pages::account` |
//! | `/account/feed` | `pages::account::calendar` |
//! | `/offline` | `pages::front` |
//! | `/assets/{name}`, `/sw.js`, `/manifest.webmanifest` | `assets` |
//!
//! A page reads by a use case of the service and is rendered from domain values. A form with a page
//! of its own is data (`form::Form`); a row of buttons or one field is written in its section. Both
//! are sent by POST, and answered by a redirection. Everything works without scripts, which
//! only add comfort. Like a crate of routes, this one has no rules and no SQL.
//!
//! For the server `wayfare`, and for programs that serve its pages beside the interface.
//!
//! ```
//! assert!(wayfare_web::is_page("/trips"));
//! assert!(!wayfare_web::is_page("/api/v1/trips"));
//! ```

mod assets;
mod form;
mod i18n;
mod markup;
mod pages;
mod routes;
mod session;
mod site;

pub use routes::{endpoints, is_page, render_errors};
pub use site::{Site, Tiles};
