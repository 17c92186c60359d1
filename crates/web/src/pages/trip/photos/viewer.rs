//! The viewer: a picture in the size of the window, its caption, and the ways to its neighbours.

use actix_web::HttpRequest;
use maud::{Markup, html};
use uuid::Uuid;
use wayfare_api_core::input::path::PhotoPath;
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::Edit;
use wayfare_domain::{Gallery, PictureChange, PictureId, PicturePatch, ShortText, Violations};
use wayfare_pictures::Bounds;
use wayfare_service::TripView;

use super::view::{anchor, path, urls};
use crate::form::{self, Field, Fields, Form, FormReader, Kind, SentForm};
use crate::i18n::texts::{self as t, Text};
use crate::markup::layout::Page;
use crate::pages::trip::editing::edits;
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::events;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, read};
use crate::session::{Visitor, see_other};

/// The size of a picture in the viewer.
const WHOLE: Bounds = Bounds {
    max_width: Some(2_048),
    max_height: Some(2_048),
};

/// A picture in the viewer.
pub(crate) struct Shown<'a> {
    /// The address of the picture.
    pub(crate) url: &'a str,
    pub(crate) caption: &'a str,
    /// Its place, from 0, and the number of pictures.
    pub(crate) place: (usize, usize),
    /// The pages of the pictures before it and after it.
    pub(crate) beside: [Option<String>; 2],
    /// Where one was.
    pub(crate) back: String,
}

impl Shown<'_> {
    /// The picture with its ways, which a script takes by the keys that they name.
    pub(crate) fn show(&self) -> Markup {
        let (place, total) = self.place;
        let [before, after] = &self.beside;
        html! {
            div data-viewer {
                p.ways.no-print {
                    a href=(self.back) data-key="Escape" { "← " (t::BACK_TO_PHOTOS) }
                    span { (t::photo_of(place + 1, total)) }
                    @if let Some(before) = before {
                        a.button.quiet rel="prev" href=(before) data-key="ArrowLeft" {
                            (t::PREVIOUS)
                        }
                    }
                    @if let Some(after) = after {
                        a.button.quiet rel="next" href=(after) data-key="ArrowRight" { (t::NEXT) }
                    }
                }
                figure {
                    img src=(self.url) alt=(t::photo(place + 1)) loading="lazy";
                    @if !self.caption.is_empty() { figcaption { (self.caption) } }
                }
            }
        }
    }
}

/// Shows a picture of a trip to its readers.
pub(crate) async fn get(
    request: HttpRequest,
    TripPath(id): TripPath,
    PhotoPath(photo): PhotoPath,
) -> Answer {
    let visitor = Visitor::of(&request).await?;
    let view = read(&visitor, id).await?;
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &view);
        let place = place_of(&view.trip.gallery, photo).ok_or_else(Problem::not_found)?;
        Ok::<_, Problem>(Page {
            is_in_place: true,
            class: "viewer",
            ..Page::new(t::photo(place + 1), show(page, photo, place)).live()
        })
    };
    Page::try_render(visitor, shown).await?
}

fn show(page: TripPage<'_>, photo: PictureId, place: usize) -> Markup {
    let (trip, visitor) = (page.trip(), page.visitor);
    let ids: Vec<PictureId> = trip.gallery.pictures().collect();
    let urls = urls(visitor, trip.id, &trip.gallery, WHOLE);
    let at = |place: Option<usize>| Some(page.address(&path(*ids.get(place?)?)));
    let shown = Shown {
        url: urls.get(place).map_or("", String::as_str),
        caption: trip.gallery.caption(photo),
        place: (place, ids.len()),
        beside: [at(place.checked_sub(1)), at(Some(place + 1))],
        back: page.address(&format!("/photos#{}", anchor(photo))),
    };
    html! {
        (events::marker(page))
        h1.visually-hidden { (t::photo(place + 1)) }
        section #photo data-part {
            (shown.show())
            @if page.edits { (edits(page, photo, place, ids.len())) }
        }
    }
}

/// What those who edit the trip may do to a picture.
fn edits(page: TripPage<'_>, photo: PictureId, place: usize, total: usize) -> Markup {
    let gallery = &page.trip().gallery;
    let is_main = gallery.main == Some(photo);
    let first = usize::from(gallery.main.is_some());
    let remove = format!("/photos/remove?photo={photo}");
    let button =
        |name: &str, label: Text| html! { button.button.quiet name=(name) value="1" { (label) } };
    html! {
        div.no-print {
            @if let Some(form) = Caption(photo).form(page) { (form.show(page.visitor)) }
            form method="post" action=(page.address(&path(photo))) {
                (page.token())
                p.actions {
                    @if !is_main {
                        (button("main", t::USE_AS_MAIN))
                        @if place > first { (button("sooner", t::PHOTO_SOONER)) }
                        @if place + 1 < total { (button("later", t::PHOTO_LATER)) }
                    }
                    a.button.quiet href=(page.address(&remove)) data-dialog { (t::REMOVE) }
                }
            }
        }
    }
}

/// The place of a picture among those of a trip.
pub(super) fn place_of(gallery: &Gallery, photo: PictureId) -> Option<usize> {
    gallery.pictures().position(|other| other == photo)
}

/// Moves a picture in the order, or makes it the main one.
pub(crate) async fn post(
    SentForm(visitor, account, sent, ..): SentForm<Caption>,
    TripPath(id): TripPath,
    PhotoPath(photo): PhotoPath,
) -> Answer {
    let key = visitor.claim(&sent);
    let make = move |view: &TripView| {
        let Some(place) = place_of(&view.trip.gallery, photo) else {
            return Ok(None);
        };
        let index = if sent.has("sooner") {
            Some(place.saturating_sub(1))
        } else {
            sent.has("later").then_some(place + 1)
        };
        let change = PictureChange {
            caption: None,
            index: index.and_then(|index| u32::try_from(index).ok()),
            main: sent.has("main").then_some(true),
        };
        Ok(Some(changed(photo, change)))
    };
    let edited = edits::edit(&visitor, account.caller, id, key, make);
    form::once(edited.await)?;
    let path = format!("{}?done=saved", path(photo));
    Ok(see_other(&address(&visitor, id, &path)))
}

fn changed(photo: PictureId, change: PictureChange) -> Edit {
    Edit::Picture(PicturePatch::Change(photo, change))
}

/// The caption of a picture.
pub(crate) struct Caption(PictureId);

impl TripForm for Caption {
    const TITLE: Text = t::CAPTION;
    const ANCHOR: &str = "photos";
    const BUTTONS: &str = "main sooner later";
    const CHOICES: &str = "photo";

    fn new(query: &Fields) -> Self {
        Self(PictureId(
            Uuid::try_parse(query.text("photo")).unwrap_or_default(),
        ))
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let Self(photo) = *self;
        let gallery = &page.trip().gallery;
        place_of(gallery, photo)?;
        let caption = Field::new("caption", t::CAPTION, gallery.caption(photo));
        let action = page.address(&format!("/photos/caption?photo={photo}"));
        let fields = vec![caption.kind(Kind::Lines(2))];
        Some(Form::new(action, t::SAVE, fields).versioned())
    }

    fn read(&self, _: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut reader = FormReader::new(sent);
        let caption = reader.read("caption", ShortText::new);
        let change = PictureChange {
            caption,
            ..PictureChange::default()
        };
        reader.finish(Some(vec![changed(self.0, change)]))
    }

    fn then(&self, _: &Fields) -> String {
        format!("{}?done=saved", path(self.0))
    }
}
