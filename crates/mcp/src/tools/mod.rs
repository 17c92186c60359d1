//! The table of tools: of each its name, what it does to a trip, its use case and what it tells
//! assistants. Scopes, annotations, schemas and lists follow from it.

mod cost;
mod import;
mod item;
mod items;
mod lists;
mod money;
mod people;
mod places;
mod reply;
mod trip;
mod trips;

use std::sync::LazyLock;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rmcp::model::{Tool as Described, ToolAnnotations};
use schemars::JsonSchema;
use schemars::generate::Contract;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wayfare_domain::KeyScope;
use wayfare_service::Caller;

use crate::answer::{Outcome, Success};
use crate::call::Call;
use crate::schema::schema_of;
use reply::Reply;

/// What a tool does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// It reads.
    Read,
    /// It makes something.
    Add,
    /// It changes something; the same again changes nothing.
    Change,
    /// It removes something, likewise.
    Remove,
}

/// A tool.
pub(crate) struct Tool {
    effect: Effect,
    described: Described,
    run: Box<dyn Fn(Call) -> BoxFuture<'static, Outcome> + Send + Sync>,
}

impl Tool {
    /// A tool, whose arguments and result are those of `run`.
    fn new<A, T, F>(
        name: &'static str,
        effect: Effect,
        title: &str,
        description: &'static str,
        run: fn(Call, A) -> F,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        T: Serialize + JsonSchema + 'static,
        F: Future<Output = Reply<T>> + Send + 'static,
    {
        let annotations = ToolAnnotations::new()
            .read_only(effect == Effect::Read)
            .destructive(effect == Effect::Remove)
            .idempotent(effect != Effect::Add)
            .open_world(false);
        let described = Described::new(name, description, schema_of::<A>(Contract::Deserialize))
            .with_title(title)
            .with_raw_output_schema(schema_of::<T>(Contract::Serialize))
            .with_annotations(annotations);
        let run = move |call: Call| {
            let work = async move {
                let arguments = call.arguments()?;
                let (text, result) = run(call, arguments).await?;
                Success::new(text, &result)
            };
            work.boxed()
        };
        Self {
            effect,
            described,
            run: Box::new(run),
        }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.described.name
    }

    /// The scope that a caller needs for it.
    pub(crate) fn scope(&self) -> KeyScope {
        match self.effect {
            Effect::Read => KeyScope::Read,
            _ => KeyScope::Write,
        }
    }

    /// Whether the scope of a caller is enough.
    pub(crate) fn is_for(&self, caller: Caller) -> bool {
        let scope = caller.key.map_or(KeyScope::Write, |key| key.scope);
        scope == KeyScope::Write || self.scope() == KeyScope::Read
    }

    /// What a list of tools tells.
    pub(crate) fn described(&self) -> &Described {
        &self.described
    }

    /// Runs it.
    pub(crate) fn call(&self, call: Call) -> BoxFuture<'static, Outcome> {
        (self.run)(call)
    }
}

/// All tools, in the order of their names.
pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter()
}

/// The tool of a name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    all().find(|tool| tool.name() == name)
}

/// Makes the table.
macro_rules! tools {
    ($($name:literal: $effect:ident, $title:literal, $run:path, $description:literal;)+) => {
        vec![$(Tool::new($name, Effect::$effect, $title, $description, $run)),+]
    };
}

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    tools! {
        "add_expense": Add, "Add an expense", money::add_expense,
            "Adds a cost that was paid: who paid it, and who shares it equally. It shows in the \
             budget, not in the itinerary.";
        "add_items": Add, "Add items to the itinerary", items::add_items,
            "Adds up to 50 items (flights, stays, meals, sights, ...) to the itinerary, all or \
             none. Places and time zones are looked up by name and location.";
        "copy_trip": Add, "Copy a trip", trips::copy_trip,
            "Makes a new private trip of the caller from another one, without its people and \
             payments.";
        "create_trip": Add, "Create a trip", trips::create_trip,
            "Makes a new private trip, which only the caller sees.";
        "get_money": Read, "Read the costs of a trip", money::get_money,
            "Costs, who paid and who shares them, balances, and the payments that would settle \
             them.";
        "get_trip": Read, "Read a trip", trip::get_trip,
            "Reads a trip, or sections of it. Its version is the expected_version of a change.";
        "import_file": Add, "Import a reservation, mail or calendar", import::import_file,
            "Reads the text of a reservation (JSON-LD), mail or calendar. Without preview it only \
             tells what it would become, with a preview token; with that token the same text is \
             kept, as a new trip or in a trip.";
        "list_trips": Read, "List trips", trips::list_trips,
            "The trips that the caller owns or is on, by words, dates or role.";
        "move_item": Change, "Move an item", items::move_item,
            "Moves an item to a day and a place in it. Its hours stay.";
        "record_payment": Add, "Record a payment", money::record_payment,
            "Records that one person of the trip paid another back.";
        "remove_item": Remove, "Remove an item", items::remove_item,
            "Removes an item, or an expense, with its costs.";
        "search_places": Read, "Search places", places::search_places,
            "Finds places by name, near those of a trip first.";
        "update_item": Change, "Change an item", items::update_item,
            "Changes what is given of an item or expense. What is left out stays; empty text \
             removes an hour, a zone or a text.";
        "update_lists": Change, "Change the lists", lists::update_lists,
            "Replaces all lists of a trip, such as to-do and packing lists. Send those that stay, \
             with their ids, too.";
        "update_trip": Change, "Change a trip", trips::update_trip,
            "Changes name, description, dates, time zone, currency or destinations of a trip.";
    }
});
