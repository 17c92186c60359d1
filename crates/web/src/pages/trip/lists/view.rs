//! The view of the lists: what is open of each, and folded below it what is done.

use maud::{Markup, html};
use wayfare_domain::Trip;
use wayfare_domain::trip::{MemberNames, TodoEntry, TodoList};

use super::section_of;
use crate::i18n::format::short;
use crate::i18n::texts as t;
use crate::markup::icons::{face, icon};
use crate::markup::linked::linked;
use crate::pages::trip::frame::section::{form_link, section};
use crate::pages::trip::frame::trip_page::TripPage;
use crate::session::undo;
use crate::site::encoded;

/// The most entries of a trip whose rows have a menu. Those of more have it in their forms alone.
const MAX_MENUS: usize = 500;

/// The lists, and who sees them.
#[derive(Clone, Copy)]
struct ListsPage<'a> {
    page: TripPage<'a>,
    names: &'a MemberNames<'a>,
    has_menus: bool,
}

/// What a list is called.
pub(in crate::pages::trip) fn title(list: &TodoList) -> &str {
    if list.is_todo() {
        t::TODO.get()
    } else {
        list.name.as_str()
    }
}

/// The lists of the trip.
pub(in crate::pages::trip) fn show(page: TripPage<'_>) -> Markup {
    let names = page.view.member_names();
    let lists = page.trip().lists().or_todo();
    let entries = lists.iter().map(|list| list.entries.len()).sum::<usize>();
    let view = ListsPage {
        page,
        names: &names,
        has_menus: page.edits && entries <= MAX_MENUS,
    };
    let is_only = lists.len() == 1;
    html! {
        div #lists.lists {
            @for (place, list) in lists.iter().enumerate() {
                (show_list(view, place, list, is_only))
            }
            @if page.edits && lists.len() < Trip::MAX_LISTS {
                p.new-list.no-print {
                    a.button.quiet href=(page.address("/lists/new")) data-dialog {
                        (icon("plus")) " " (t::NEW_LIST)
                    }
                }
            }
        }
    }
}

fn show_list(view: ListsPage<'_>, place: usize, list: &TodoList, is_only: bool) -> Markup {
    let page = view.page;
    let (done, open): (Vec<&TodoEntry>, Vec<&TodoEntry>) =
        list.entries.iter().partition(|entry| entry.done);
    let id = section_of(place);
    let entries = html! {
        @if list.entries.is_empty() && !list.is_todo() { p.hint { (t::EMPTY_LIST) } }
        @else if open.is_empty() { p.hint { (t::NO_TODO) } }
        @else {
            ul.todo data-day=(place) {
                @for entry in &open {
                    li data-item=[view.item(entry)] { (row(view, place, entry)) }
                }
            }
        }
        @if !done.is_empty() {
            details.ticked {
                summary id=(format!("{id}-done")) { span { (t::number_done(done.len())) } }
                div role="list" {
                    @for entry in &done { div role="listitem" { (row(view, place, entry)) } }
                }
            }
        }
    };
    let is_plain = is_only && list.is_todo() && list.entries.is_empty();
    let tools = html! {
        @if page.edits && !is_plain {
            @let name = short(title(list));
            div.tools.no-print {
                @if open.len() > 1 {
                    @let path = format!("/lists/several?to={}&section={place}", encoded(&list.id));
                    @let spoken = t::label_of(&name, t::TICK_SEVERAL.get());
                    (form_link(&page.address(&path), t::TICK_SEVERAL, &spoken))
                }
                @let path = format!("/lists/edit?id={}", encoded(&list.id));
                (form_link(&page.address(&path), t::EDIT, t::edit_of(&name)))
            }
        }
    };
    let body = html! {
        @if page.edits { (editable(page, place, &id, list, &entries)) } @else { (entries) }
    };
    section(&id, title(list), &tools, &body)
}

/// The entries of a list in a form, above the field that adds to it.
fn editable(
    page: TripPage<'_>,
    place: usize,
    id: &str,
    list: &TodoList,
    entries: &Markup,
) -> Markup {
    let action = page.address("/lists");
    let field = format!("new-{id}");
    let label = match place {
        0 => t::NEW_TODO.to_string(),
        _ => t::new_entry_in(&short(title(list))),
    };
    html! {
        (undo::offer(page.visitor, page.view.trip.id, id, &action))
        form method="post" action=(action) data-days {
            (page.token())
            input type="hidden" name="to" value=(list.id);
            input type="hidden" name="section" value=(place);
            // Enter in the text field adds an entry, instead of pressing the first one's button.
            button.default-button.no-print name="add" value="1" tabindex="-1" aria-hidden="true" {}
            (entries)
            div.add-row.no-print {
                label.visually-hidden for=(field) { (label) }
                textarea id=(field) name="text" rows="1" placeholder=(label) autocomplete="off"
                    enterkeyhint="done" data-enter {}
                button.button.quiet name="add" value="1" { (t::ADD) }
            }
        }
    }
}

impl ListsPage<'_> {
    /// The id by which a row may be dragged.
    fn item<'e>(&self, entry: &'e TodoEntry) -> Option<&'e str> {
        self.has_menus.then_some(entry.id.as_str())
    }
}

/// The row of an entry.
fn row(
    ListsPage {
        page,
        names,
        has_menus,
    }: ListsPage<'_>,
    list: usize,
    entry: &TodoEntry,
) -> Markup {
    let (id, name) = (entry.id.as_str(), short(&entry.text));
    let (button, label) = match entry.done {
        true => ("open", t::STILL_TO_DO),
        false => ("done", t::DONE),
    };
    html! {
        @if page.edits {
            button.tick.no-print name=(button) value=(id)
                aria-label=(t::label_of(label.get(), &name)) {
                span aria-hidden="true" {}
            }
        }
        span { (linked(&entry.text)) }
        @if let Some(by) = &entry.by {
            @let person = by.user.map(|user| names.person(user)).filter(|name| !name.is_empty());
            @let person = person.unwrap_or_else(|| names.get(by.member.as_str()));
            span.by { (face(person)) " " (person) }
        }
        @if page.edits {
            div.tools.no-print {
                @let path = format!("/lists/entry?id={}&section={list}", encoded(id));
                (form_link(&page.address(&path), t::EDIT, t::edit_of(&name)))
                @if has_menus {
                    details.moves data-menu {
                        summary.tool aria-label=(t::label_of(t::MORE.get(), &name)) {}
                        div.menu { (buttons(entry)) }
                    }
                }
            }
        }
    }
}

/// The buttons that move an entry within its list, and remove it.
pub(super) fn buttons(entry: &TodoEntry) -> Markup {
    let id = entry.id.as_str();
    html! {
        @if !entry.done {
            button name="up" value=(id) { (t::UP) }
            button name="down" value=(id) { (t::DOWN) }
        }
        button name="remove" value=(id) { (t::REMOVE) }
    }
}
