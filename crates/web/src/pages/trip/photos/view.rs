//! The small pictures on the page of a trip.

use maud::{Markup, html};
use wayfare_api_core::input::form::Part;
use wayfare_domain::{Gallery, PictureId, Trip, TripId};
use wayfare_pictures::Bounds;

use crate::i18n::texts::{self as t, Text};
use crate::pages::trip::frame::section::{form_link, section};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::session::Visitor;

/// The size of a photo on the page.
const PHOTO: Bounds = Bounds {
    max_width: Some(480),
    max_height: Some(480),
};

/// The files of the form.
pub(super) const MAIN_IMAGE: Part = Part {
    name: "mainImage",
    most: 1,
};
pub(super) const PHOTOS: Part = Part {
    name: "photos",
    most: Trip::MAX_PHOTOS,
};

/// The pictures of the trip. Those who edit it may tick some to remove them.
pub(crate) fn show(page: TripPage<'_>) -> Markup {
    let gallery = &page.trip().gallery;
    let urls = urls(page.visitor, page.trip().id, gallery, PHOTO);
    let shown = html! {
        ul.photos {
            @for (number, (id, url)) in gallery.pictures().zip(&urls).enumerate() {
                li #(anchor(id)) {
                    (thumbnail(url, &page.address(&path(id)), number, gallery.caption(id)))
                    @if gallery.main == Some(id) { span.badge { (t::MAIN_PICTURE) } }
                    @if page.edits { (tools(page, id, number)) }
                }
            }
        }
    };
    let body = html! {
        @if urls.is_empty() { p.hint { (t::NO_PHOTOS) } }
        @else if page.edits {
            form method="get" action=(page.address("/photos/remove")) data-plain {
                (shown)
                p.actions.no-print { button.button.quiet { (t::REMOVE_TICKED) } }
            }
        } @else { (shown) }
        @if page.edits {
            (upload(page, "photos", None))
            (upload(page, "mainImage", None))
        }
    };
    section("photos", t::PHOTOS, &html! {}, &body)
}

/// The form that uploads photos, or the main picture, with the reason why it was refused.
pub(super) fn upload(page: TripPage<'_>, name: &str, refused: Option<&str>) -> Markup {
    let (id, note) = (format!("upload-{name}"), format!("upload-{name}-note"));
    html! {
        form.upload.no-print method="post" enctype="multipart/form-data"
            action=(page.address("/photos")) data-upload {
            (page.token())
            label for=(id) { (label_of_part(name)) }
            input id=(id) type="file" name=(name) multiple[name == PHOTOS.name] required
                accept="image/jpeg,image/png,image/webp,image/gif"
                aria-invalid=[refused.map(|_| "true")] aria-describedby=[refused.map(|_| &note)];
            " " button.button.quiet { (t::UPLOAD) }
            p.hint { (t::FIRST_FRAME) }
            @if let Some(refused) = refused {
                p.note id=(note) role="alert" { strong.wrong data-reason { (refused) } }
            }
        }
    }
}

pub(super) fn label_of_part(name: &str) -> Text {
    match name == PHOTOS.name {
        true => t::ADD_PHOTOS,
        false => t::MAIN_PICTURE,
    }
}

/// What ticks and removes a picture.
fn tools(page: TripPage<'_>, id: PictureId, number: usize) -> Markup {
    let name = t::photo(number + 1);
    let remove = format!("/photos/remove?photo={id}");
    html! {
        label.pick.no-print {
            input type="checkbox" name="photo" value=(id) aria-label=(t::choose_of(&name));
        }
        (form_link(&page.address(&remove), "✕", t::remove_of(&name)))
    }
}

/// The end of the address of a picture in the viewer.
pub(super) fn path(id: PictureId) -> String {
    format!("/photos/{id}")
}

/// The id of a small picture on its page.
pub(crate) fn anchor(id: PictureId) -> String {
    format!("photo-{id}")
}

/// The addresses of all pictures within `bounds`, the main one first.
pub(super) fn urls(
    visitor: &Visitor,
    trip: TripId,
    gallery: &Gallery,
    bounds: Bounds,
) -> Vec<String> {
    let all = Gallery {
        photos: gallery.pictures().collect(),
        ..Gallery::default()
    };
    let urls = visitor.app.links.photo_urls(trip, &all, bounds);
    urls.iter().map(|url| visitor.site.own(url)).collect()
}

/// A small picture that leads to the viewer, with its caption if it has one.
pub(crate) fn thumbnail(url: &str, viewer: &str, number: usize, caption: &str) -> Markup {
    html! {
        a href=(viewer) {
            img src=(url) alt=(t::photo(number + 1)) loading="lazy" width="240" height="240";
        }
        @if !caption.is_empty() { p.hint { (caption) } }
    }
}
