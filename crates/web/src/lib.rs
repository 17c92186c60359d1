//! Pages for people, rendered on the server (docs/pages.md).
//!
//! | path | file |
//! |---|---|
//! | `/` | `pages::front` |
//! | `/sign-up`, `/sign-in`, `/sign-out` | `pages::sign_in` |
//! | `/sign-in/oidc` and below, `/account/identity` and below | `pages::oidc` |
//! | `/trips` | `pages::trips` |
//! | `/trips/import` | `pages::imports` |
//! | `/trip/{uuid}` and below | `pages::trip`; its views in `pages::trip::views` |
//! | `/s/{token}` | `pages::shared` |
//! | `/join/{token}` | `pages::join` |
//! | `/confirm/{token}`, `/email-undo/{token}` | `pages::confirm` |
//! | `/password-reset`, `/password-reset/{token}` | `pages::password_reset` |
//! | `/no-invitations/{token}` | `pages::refusal` |
//! | `/account` and below | `pages::account` |
//! | `/account/feed` | `pages::calendar` |
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
mod covers;
mod fields;
mod flash;
mod form;
mod format;
mod icons;
mod layout;
mod linked;
mod locale;
mod names;
mod outlines;
mod pages;
mod routes;
mod session;
mod site;
mod texts;
mod typed_time;
mod undo;
mod warnings;

pub use routes::{endpoints, is_page, render_errors};
pub use site::{Site, Tiles};
