//! The stored form of the lists of a trip.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{TodoList, TodoLists};
use crate::ShortText;

/// The stored form.
#[derive(Serialize, Deserialize)]
struct StoredLists {
    #[serde(default)]
    todo: Vec<ShortText>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lists: Vec<TodoList>,
}

impl Serialize for TodoLists {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut lists = self.clone();
        let todo: Vec<ShortText> = lists.todo_mut().map(std::mem::take).collect();
        if self.len() == 1 && *self == Self::of_todo(todo.clone()) {
            lists.0.clear();
        }
        StoredLists {
            todo,
            lists: lists.0,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TodoLists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredLists { todo, lists } = StoredLists::deserialize(deserializer)?;
        if lists.is_empty() {
            return Ok(Self::of_todo(todo));
        }
        let mut lists = Self(lists);
        for (text, stored) in lists.todo_mut().zip(todo) {
            *text = stored;
        }
        Ok(lists)
    }
}
