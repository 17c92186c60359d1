//! The forms of lists: of an entry, of a new list, of a list and its removal, of several ticks.

use maud::{Markup, html};
use wayfare_api_core::{Answer, Problem, TripPath};
use wayfare_domain::trip::budget::MemberId;
use wayfare_domain::trip::{Assignee, Edit, ListDraft, Parties, TodoEntry, TodoList};
use wayfare_domain::{Action, Name, Reason, ShortText, Trip, Violations};
use wayfare_service::{Error, TripView, Updated};

use super::{find, list_gone, section_of, set_lists, view};
use crate::form::{Field, Fields, Form, FormReader, Kind, SentForm};
use crate::i18n::format::short;
use crate::i18n::texts::{self as t, Text};
use crate::markup::layout::Page;
use crate::pages::trip::budget::settle;
use crate::pages::trip::editing::edits;
use crate::pages::trip::editing::trip_form::TripForm;
use crate::pages::trip::frame::section::tool;
use crate::pages::trip::frame::sheet;
use crate::pages::trip::frame::trip_page::TripPage;
use crate::pages::trip::{address, check_length, read_for};
use crate::session::{SignedIn, Visitor, see_other};
use crate::site::encoded;

/// Where forms of lists lead.
const ANCHOR: &str = "lists";

/// Buttons below a form, which act on the lists.
fn below(page: TripPage<'_>, section: usize, buttons: &Markup) -> Markup {
    html! {
        form.below method="post" action=(page.address("/lists")) {
            (page.token())
            input type="hidden" name="section" value=(section);
            (buttons)
        }
    }
}

/// An entry of a list.
pub(crate) struct ListEntry {
    id: String,
    /// The place of the list from whose view the form was opened.
    section: usize,
}

impl ListEntry {
    /// Who may do it, and who does: the value of the field and its choices.
    fn people(page: TripPage<'_>, by: Option<&Assignee>) -> (String, Vec<(String, String)>) {
        let view = page.view;
        let names = view.member_names();
        let parties = Parties::new(view.trip.all_mentions(), &view.people);
        let mut choices = settle::choices(view, &parties, &names);
        choices.insert(0, (String::new(), t::NOBODY_YET.to_string()));
        let Some(by) = by else {
            return (String::new(), choices);
        };
        let known = parties.place_of(by.mention());
        let known = known.and_then(|place| parties.names().get(place).cloned());
        let username = by.user.map(|user| view.people.username(user).to_owned());
        let username = username.filter(|name| !name.is_empty());
        let value = known
            .or(username)
            .unwrap_or_else(|| by.member.as_str().to_owned());
        if choices.iter().all(|(choice, _)| *choice != value) {
            choices.push((value.clone(), names.get(&value).to_owned()));
        }
        (value, choices)
    }
}

impl TripForm for ListEntry {
    const TITLE: Text = t::TODO_ENTRY;
    const ANCHOR: &str = ANCHOR;
    const CHOICES: &str = "by to";

    fn new(query: &Fields) -> Self {
        Self {
            id: query.get("id").unwrap_or_default().to_owned(),
            section: query.text("section").parse().unwrap_or_default(),
        }
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let lists = page.trip().lists();
        let (place, entry) = find(&lists, &self.id)?;
        let (by, people) = Self::people(page, entry.by.as_ref());
        let text = Field::new("text", t::TODO_ENTRY, entry.text.as_str());
        let by = Field::new("by", t::WHO_DOES_IT, by);
        let mut fields = vec![text.required(), by.kind(Kind::Choice(people)).narrow()];
        if lists.len() > 1 {
            let choice = |list: &TodoList| (list.id.to_string(), view::title(list).to_owned());
            let choices = lists.iter().map(choice).collect();
            let present = lists.get(place).map(|list| list.id.to_string());
            let list = Field::new("to", t::WHICH_LIST, present.unwrap_or_default());
            fields.push(list.kind(Kind::Choice(choices)).narrow());
        }
        let path = format!(
            "/lists/entry?id={}&section={}",
            encoded(&self.id),
            self.section
        );
        Some(Form::new(page.address(&path), t::SAVE, fields).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut reader = FormReader::new(sent);
        let text = reader.read("text", |text| match text {
            "" => Err(Reason::new(t::REFUSED_EMPTY.phrase())),
            text => ShortText::new(text),
        });
        let by = reader.optional("by", MemberId::new);
        let (text, by) = reader.finish(text.zip(by))?;
        let mut lists = page.trip().lists().edit();
        if let Some(entry) = lists.entry(&self.id) {
            (entry.text, entry.by) = (text, by);
        }
        let present = page.trip().lists();
        let present = find(&present, &self.id).map(|(place, _)| place);
        if let Some(to) = sent.get("to")
            && lists.place_of(to) != present
        {
            let moved = lists.move_to_list(&self.id, to);
            moved.ok_or_else(|| list_gone("to"))?;
            let length = lists.list(to).map_or(0, |list| list.entries.len());
            check_length("to", length, Trip::MAX_TODO)?;
        }
        Ok(vec![set_lists(lists)])
    }

    fn below(&self, page: TripPage<'_>) -> Markup {
        let lists = page.trip().lists();
        let entry = find(&lists, &self.id).map(|(_, entry)| entry);
        html! { @if let Some(entry) = entry { (below(page, self.section, &view::buttons(entry))) } }
    }

    fn revive(&self, page: TripPage<'_>, sent: &Fields) -> Option<Form> {
        let fields = vec![
            Field::new("text", t::TODO_ENTRY, sent.text("text")).required(),
            Field::hidden("by", sent.text("by")),
        ];
        Some(Form::new(page.address("/lists"), t::ADD, fields))
    }

    fn then(&self, _: &Fields) -> String {
        format!("?done=saved#{}", section_of(self.section))
    }
}

/// A new list.
pub(crate) struct NewList;

impl TripForm for NewList {
    const TITLE: Text = t::NEW_LIST;
    const ANCHOR: &str = ANCHOR;
    const DONE: &str = "added";

    fn new(_: &Fields) -> Self {
        Self
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let usual = [t::LIST_PACKING, t::LIST_BEFORE_LEAVING, t::LIST_SHOPPING].map(Text::get);
        let name = Field::new("name", t::LIST_NAME, "").required();
        let fields = vec![name.suggestions(usual.to_vec())];
        Some(Form::new(page.address("/lists/new"), t::ADD, fields))
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut reader = FormReader::new(sent);
        let name = reader.read("name", Name::new);
        let mut lists = page.trip().lists().edit();
        if lists.lists().len() >= Trip::MAX_LISTS {
            reader.refuse("name", t::REFUSED_LISTS.phrase());
        }
        let name = reader.finish(name)?;
        lists.lists().push(ListDraft {
            id: None,
            name,
            entries: Vec::new(),
        });
        Ok(vec![set_lists(lists)])
    }
}

/// The list of an id, and its place.
fn find_list(view: &TripView, id: &str) -> Option<(usize, TodoList)> {
    let lists = view.trip.lists().or_todo();
    let place = lists.iter().position(|list| list.id.as_str() == id)?;
    Some((place, lists.get(place)?.clone()))
}

/// The name of a list, and its place among the others.
pub(crate) struct ListSettings(String);

impl TripForm for ListSettings {
    const TITLE: Text = t::EDIT_LIST;
    const ANCHOR: &str = ANCHOR;
    const CHOICES: &str = "id count";

    fn new(query: &Fields) -> Self {
        Self(query.get("id").unwrap_or_default().to_owned())
    }

    fn form(&self, page: TripPage<'_>) -> Option<Form> {
        let (_, list) = find_list(page.view, &self.0)?;
        let name = Field::new("name", t::LIST_NAME, list.name.as_str()).required();
        let action = page.address(&format!("/lists/edit?id={}", encoded(&self.0)));
        Some(Form::new(action, t::SAVE, vec![name]).versioned())
    }

    fn read(&self, page: TripPage<'_>, sent: &Fields) -> Result<Vec<Edit>, Violations> {
        let mut reader = FormReader::new(sent);
        let name = reader.read("name", Name::new);
        let name = reader.finish(name)?;
        let mut lists = page.trip().lists().edit();
        if let Some(list) = lists.list(&self.0) {
            list.name = name;
        }
        Ok(vec![set_lists(lists)])
    }

    fn below(&self, page: TripPage<'_>) -> Markup {
        let found = find_list(page.view, &self.0);
        let Some((place, list)) = found else {
            return html! {};
        };
        let (count, name) = (page.trip().plan.lists.len(), short(view::title(&list)));
        let path = format!("/lists/remove?id={}", encoded(&self.0));
        let move_button = |button: &str, label: Text| {
            tool(
                button,
                &self.0,
                label.get(),
                t::label_of(label.get(), &name),
            )
        };
        let buttons = html! {
            @if place > 0 { (move_button("list_up", t::UP)) }
            @if place + 1 < count { (move_button("list_down", t::DOWN)) }
            a.danger href=(page.address(&path)) data-dialog { (t::remove_of(&name)) }
        };
        below(page, place, &buttons)
    }
}

/// Asks before a list is removed with its entries.
pub(crate) async fn ask(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let trip = read_for(&visitor, id, Action::Edit).await?;
    let list = visitor.query.get("id").unwrap_or_default();
    let (place, list) = find_list(&trip, list).ok_or_else(Problem::not_found)?;
    let count = list.entries.len();
    let fields = vec![
        Field::hidden("id", list.id.as_str()),
        Field::hidden("count", count.to_string()),
    ];
    let action = address(&visitor, id, "/lists/remove");
    let cancel = address(&visitor, id, &format!("#{}", section_of(place)));
    let form = Form::new(action, t::REMOVE, fields).cancel(cancel);
    let title = t::remove_of(&short(view::title(&list)));
    let text = html! { p { (t::entries_go(count)) } };
    sheet::ask(visitor, trip, title, text, form).await
}

/// Removes a list; asks again if it has got or lost entries meanwhile. One that is gone already
/// needs nothing.
pub(crate) async fn remove(
    SentForm(visitor, account, sent, ..): SentForm<ListSettings>,
    TripPath(id): TripPath,
) -> Answer {
    let list = sent.get("id").unwrap_or_default().to_owned();
    let count = sent.text("count").to_owned();
    let gone = list.clone();
    let remove = move |view: &TripView| {
        let mut lists = view.trip.lists().edit();
        let found = find_list(view, &gone);
        let found = found.filter(|(_, list)| list.entries.len().to_string() == count);
        Ok(found.map(|(place, _)| {
            lists.lists().remove(place);
            set_lists(lists)
        }))
    };
    let edited = edits::edit(&visitor, account.caller, id, None, remove).await?;
    let is_there = |view: &TripView| {
        let mut lists = view.trip.plan.lists.iter();
        lists.any(|other| other.id.as_str() == list)
    };
    let then = match edited {
        Updated::Unchanged(view) if is_there(&view) => {
            format!("/lists/remove?id={}", encoded(&list))
        }
        _ => format!("?done=removed#{ANCHOR}"),
    };
    Ok(see_other(&address(&visitor, id, &then)))
}

/// Asks which of the open entries of a list are done.
pub(crate) async fn ask_several(SignedIn(visitor, _): SignedIn, TripPath(id): TripPath) -> Answer {
    let trip = read_for(&visitor, id, Action::Edit).await?;
    let shown = move |visitor: &Visitor| {
        let page = TripPage::new(visitor, &trip);
        let list = find_list(&trip, visitor.query.get("to").unwrap_or_default());
        let (place, list) = list.ok_or(Error::NotFound)?;
        let open = list.entries.iter().filter(|entry| !entry.done);
        let body = several(page, place, open);
        Ok::<_, Error>(sheet::sheet(page, view::title(&list), &body))
    };
    Ok(Page::try_render(visitor, shown).await??)
}

fn several<'a>(
    page: TripPage<'_>,
    place: usize,
    entries: impl Iterator<Item = &'a TodoEntry>,
) -> Markup {
    let cancel = page.address(&format!("#{}", section_of(place)));
    html! {
        form.sheet method="post" action=(page.address("/lists")) {
            (page.token())
            input type="hidden" name="section" value=(place);
            @for entry in entries {
                label.check {
                    input type="checkbox" name="done" value=(entry.id);
                    span { (entry.text.as_str()) }
                }
            }
            p.actions {
                button.button name="several" value="1" { (t::DONE) } " "
                a.button.quiet href=(cancel) data-cancel { (t::CANCEL) }
            }
        }
    }
}
