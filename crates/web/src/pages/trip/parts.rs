//! The parts of a trip's page beside its days.

use maud::{Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wayfare_domain::Trip;
use wayfare_domain::access::MemberRole;
use wayfare_pictures::Bounds;
use wayfare_service::TripView;

use super::overview::{Rights, person_name, short};
use super::{address, encoded, name_of, notes, todo};
use crate::form;
use crate::session::Visitor;
use crate::{format, texts as t, undo};

pub(crate) use super::budget::section as budget;
pub(crate) use super::map::section as map;

/// The size of a photo on the page.
const PHOTO: Bounds = Bounds {
    max_width: Some(480),
    max_height: Some(480),
};

/// A part with its heading.
pub(crate) fn part(id: &str, title: &str, more: &Markup, body: &Markup) -> Markup {
    let heading = format!("{id}-title");
    html! {
        section.part #(id) aria-labelledby=(heading) {
            div.title-row { h2 #(heading) tabindex="-1" { (title) } (more) }
            (body)
        }
    }
}

/// The to-do list.
pub(super) fn todo(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let entries = html! {
        @if trip.plan.todo.is_empty() { p.hint { (t::NO_TODO) } }
        @else {
            ul.todo {
                @for (place, text) in trip.plan.todo.iter().enumerate() {
                    li {
                        @if rights.edits {
                            button.tick.no-print name="done" value=(name_of(&[text]))
                                aria-label=(t::done_of(&short(text))) {
                                span aria-hidden="true" {}
                            }
                        }
                        span { (text.as_str()) }
                        @if rights.edits {
                            " " a.tool.no-print href=(todo::edit_address(visitor, view, place, text))
                                aria-label=(t::edit_of(&short(text))) data-dialog {
                                (t::EDIT)
                            }
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        @if rights.edits {
            (undo::offer(visitor, "todo", &address(visitor, trip.id, "/todo")))
            form method="post" action=(address(visitor, trip.id, "/todo")) {
                (form::token(visitor))
                // Enter adds, and does not tick off the first entry.
                button.default name="add" value="1" tabindex="-1" aria-hidden="true" {}
                (entries)
                div.add-row.no-print {
                    label.hidden for="new-todo" { (t::NEW_TODO) }
                    input #new-todo name="text" placeholder=(t::NEW_TODO) maxlength="2000"
                        autocomplete="off";
                    button.button.quiet name="add" value="1" { (t::ADD) }
                }
            }
        } @else { (entries) }
    };
    part("todo", t::TODO, &html! {}, &body)
}

/// The places of the trip.
pub(super) fn places(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let edit = |id: &str| {
        format!(
            "{}?id={}",
            address(visitor, trip.id, "/places/edit"),
            encoded(id)
        )
    };
    let list = html! {
        @if trip.plan.destinations.is_empty() { p.hint { (t::NO_PLACES) } }
        @else {
            ol.places {
                @for (place, destination) in trip.plan.destinations.iter().enumerate() {
                    @let id = destination.id.as_str();
                    @let name = if destination.name.is_empty() { &destination.location }
                        else { &destination.name };
                    li {
                        h3 { (name.as_str()) }
                        @if !destination.location.is_empty() && destination.location != *name {
                            p.where { (destination.location.as_str()) }
                        }
                        @if !destination.description.is_empty() {
                            p.desc { (destination.description.as_str()) }
                        }
                        @if rights.edits {
                            div.tools.no-print {
                                a.tool href=(edit(id)) aria-label=(t::edit_of(&short(name)))
                                    data-dialog {
                                    (t::EDIT)
                                }
                                @if place > 0 {
                                    button.tool name="up" value=(id)
                                        aria-label=(t::up_of(&short(name))) {
                                        (t::UP)
                                    }
                                }
                                button.tool name="remove" value=(id)
                                    aria-label=(t::remove_of(&short(name))) {
                                    (t::REMOVE)
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        @if rights.edits {
            (undo::offer(visitor, "places", &address(visitor, trip.id, "/places")))
            form method="post" action=(address(visitor, trip.id, "/places")) {
                (form::token(visitor))
                button.default name="add" value="1" tabindex="-1" aria-hidden="true" {}
                (list)
                div.add-row.no-print {
                    label.hidden for="new-place" { (t::NEW_PLACE) }
                    input #new-place name="name" placeholder=(t::NEW_PLACE) maxlength="2000"
                        autocomplete="off";
                    button.button.quiet name="add" value="1" { (t::ADD) }
                }
            }
        } @else { (list) }
    };
    part("places", t::PLACES, &html! {}, &body)
}

/// The pictures of the trip.
pub(super) fn photos(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let links = &visitor.app.links;
    let small = links.photo_urls(trip.id, &trip.gallery, PHOTO);
    let whole = links.photo_urls(trip.id, &trip.gallery, Bounds::default());
    let shown = html! {
        @if small.is_empty() { p.hint { (t::NO_PHOTOS) } }
        @else {
            ul.photos {
                @for (number, ((small, whole), id)) in
                    small.iter().zip(&whole).zip(&trip.gallery.photos).enumerate() {
                    li {
                        a href=(visitor.site.own(whole)) {
                            img src=(visitor.site.own(small)) alt=(t::photo(number + 1))
                                loading="lazy" width="240" height="240";
                        }
                        @if rights.edits {
                            @let remove = format!("/photos/remove?photo={}", id.0);
                            a.tool.no-print href=(address(visitor, trip.id, &remove))
                                aria-label=(t::remove_of(&t::photo(number + 1))) data-dialog {
                                "✕"
                            }
                        }
                    }
                }
            }
        }
    };
    let upload = |name: &str, label: &str, several: bool| {
        html! {
            form.upload.no-print method="post" enctype="multipart/form-data"
                action=(address(visitor, trip.id, "/photos")) data-upload {
                (form::token(visitor))
                label for=(format!("upload-{name}")) { (label) }
                input #(format!("upload-{name}")) type="file" name=(name)
                    accept="image/jpeg,image/png,image/webp,image/gif" multiple[several] required;
                " " button.button.quiet { (t::UPLOAD) }
            }
        }
    };
    let body = html! {
        @if rights.edits {
            (shown)
            @if trip.gallery.main.is_some() {
                p.no-print {
                    a.tool href=(address(visitor, trip.id, "/photos/remove")) data-dialog {
                        (t::REMOVE_MAIN_PICTURE)
                    }
                }
            }
            (upload("photos", t::ADD_PHOTOS, true))
            (upload("mainImage", t::MAIN_PICTURE, false))
        } @else { (shown) }
    };
    part("photos", t::PHOTOS, &html! {}, &body)
}

/// The notes, which are clean HTML; pictures in them are named, not loaded.
pub(super) fn notes(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip = &view.trip;
    let more = html! {
        @if rights.edits {
            a.tool.no-print href=(address(visitor, trip.id, "/notes"))
                aria-label=(t::edit_of(t::NOTES)) data-dialog {
                (t::EDIT)
            }
        }
    };
    let body = html! {
        @if trip.map.notes.trim().is_empty() { p.hint { (t::NO_NOTES) } }
        @else { div.notes { (PreEscaped(notes::without_pictures(&trip.map.notes))) } }
    };
    part("notes", t::NOTES, &more, &body)
}

/// The address of a message to somebody, who can't add anything to it.
fn mail_to(email: &str) -> String {
    const SET: AsciiSet = NON_ALPHANUMERIC
        .remove(b'@')
        .remove(b'.')
        .remove(b'-')
        .remove(b'_')
        .remove(b'+');
    format!("mailto:{}", utf8_percent_encode(email, &SET))
}

/// The people of the trip, and who may do what.
pub(super) fn people(visitor: &Visitor, view: &TripView, rights: Rights) -> Markup {
    let trip: &Trip = &view.trip;
    let own = visitor.caller().map(|caller| caller.user);
    let list = html! {
        ul.people {
            @for person in view.people.iter() {
                @let name = person_name(person);
                @let email = own.map_or("", |own| view.people.email_for(trip.owner, own, person));
                li {
                    span.avatar aria-hidden="true" {
                        (name.chars().next().unwrap_or('?').to_uppercase())
                    }
                    span.name {
                        b { (name) }
                        @if !email.is_empty() { " " a href=(mail_to(email)) { (email) } }
                        " " span.role { (t::role(trip.member_role(person.id))) }
                    }
                    @if rights.manages && person.id != trip.owner {
                        span.tools.no-print {
                            @if trip.member_role(person.id) == Some(MemberRole::Viewer) {
                                button.tool name="editor" value=(name)
                                    aria-label=(t::make_editor_of(name)) {
                                    (t::MAKE_EDITOR)
                                }
                            } @else {
                                button.tool name="viewer" value=(name)
                                    aria-label=(t::make_viewer_of(name)) {
                                    (t::MAKE_VIEWER)
                                }
                            }
                            button.tool name="owner" value=(name)
                                aria-label=(t::make_owner_of(name)) {
                                (t::MAKE_OWNER)
                            }
                            button.tool name="remove" value=(name) aria-label=(t::remove_of(name)) {
                                (t::REMOVE)
                            }
                        }
                    } @else if own == Some(person.id) && person.id != trip.owner {
                        span.tools.no-print { button.tool name="leave" value=(name) { (t::LEAVE) } }
                    }
                }
            }
        }
    };
    let body = html! {
        @if own.is_some_and(|own| trip.members.contains(&own)) {
            form method="post" action=(address(visitor, trip.id, "/people")) {
                (form::token(visitor))
                button.default name="add" value="1" tabindex="-1" aria-hidden="true" {}
                (list)
                @if rights.manages {
                    div.add-row.no-print {
                        label.hidden for="new-person" { (t::NEW_PERSON) }
                        input #new-person name="username" placeholder=(t::NEW_PERSON)
                            maxlength="39" autocapitalize="none" autocomplete="off";
                        button.button.quiet name="add" value="1" { (t::ADD) }
                    }
                }
            }
        } @else { (list) }
    };
    part("people", t::PEOPLE, &html! {}, &body)
}

/// When the trip was changed last.
pub(super) fn changed(view: &TripView) -> Markup {
    let at = view.trip.updated_at;
    html! {
        p.meta {
            (t::CHANGED_LAST) " " time datetime=(at) { (format::short_date(format::utc_date(at))) }
        }
    }
}
