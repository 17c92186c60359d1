//! The head of a trip: its title on its picture, or on a drawn one.

use maud::{Markup, html};
use wayfare_domain::TripId;

use crate::markup::covers;

/// The head with a picture, or with the drawing that stands for a trip.
pub(crate) fn head(picture: Option<&str>, id: TripId, text: &Markup) -> Markup {
    html! {
        div.head.with-cover {
            @match picture {
                Some(url) => img.cover src=(url) alt="" width="1280" height="480" {},
                None => (covers::drawn(id)),
            }
            div.head-text { (text) }
        }
    }
}
