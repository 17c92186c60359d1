//! Lists whose length is checked while they are read.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// A list of at most `MAX` elements; null is an empty one.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub(crate) struct List<T, const MAX: usize>(pub(crate) Vec<T>);

impl<T, const MAX: usize> Default for List<T, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MAX: usize> Deref for List<T, MAX> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const MAX: usize> FromIterator<T> for List<T, MAX> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for List<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::bounded(deserializer, |_| 0, 0)
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> List<T, MAX> {
    /// Reads a list whose elements have at most `most` parts together. `parts` returns how many
    /// parts an element has.
    ///
    /// # Errors
    /// The list is too long, or its elements have too many parts.
    pub(crate) fn bounded<D: Deserializer<'de>>(
        deserializer: D,
        parts: impl Fn(&T) -> usize,
        most: usize,
    ) -> Result<Self, D::Error> {
        let elements = Elements {
            parts,
            most,
            element: PhantomData,
        };
        deserializer.deserialize_any(elements)
    }
}

struct Elements<T, F, const MAX: usize> {
    parts: F,
    most: usize,
    element: PhantomData<T>,
}

impl<'de, T, F, const MAX: usize> Visitor<'de> for Elements<T, F, MAX>
where
    T: Deserialize<'de>,
    F: Fn(&T) -> usize,
{
    type Value = List<T, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MAX} elements")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(List::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let (mut list, mut parts) = (Vec::new(), 0);
        while let Some(element) = sequence.next_element()? {
            parts += (self.parts)(&element);
            if list.len() == MAX || parts > self.most {
                let most = if list.len() == MAX { MAX } else { self.most };
                return Err(A::Error::custom(format!(
                    "a list has more than {most} elements"
                )));
            }
            list.push(element);
        }
        Ok(List(list))
    }
}
