//! Violations: the reasons why values are refused, with their paths.

use std::borrow::Cow;
use std::fmt;

/// Why a value is refused: a short phrase for a person, such as "must not be negative".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(Cow<'static, str>);

impl Reason {
    /// A reason from its phrase.
    pub fn new(phrase: impl Into<Cow<'static, str>>) -> Self {
        Self(phrase.into())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Reason {}

impl<P: Into<Cow<'static, str>>> From<P> for Reason {
    fn from(phrase: P) -> Self {
        Self(phrase.into())
    }
}

/// One step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A field, by its name in the domain or, in an input shape, in the interface.
    Field(Cow<'static, str>),
    /// A field that no shape has, by the name that was sent.
    Unknown(String),
    /// An element of a list, from 0.
    Index(usize),
}

/// The path of a value in the input. The empty path is the whole input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path(Vec<Step>);

impl Path {
    /// The whole input.
    pub fn root() -> Self {
        Self::default()
    }

    /// The steps, from the whole input to the value.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// This path, one field deeper.
    #[must_use]
    pub fn field(&self, name: impl Into<Cow<'static, str>>) -> Self {
        self.step(Step::Field(name.into()))
    }

    /// This path, one field deeper that no shape has.
    #[must_use]
    pub fn unknown(&self, name: impl Into<String>) -> Self {
        self.step(Step::Unknown(name.into()))
    }

    /// This path, one list element deeper.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    /// This path, one step deeper.
    #[must_use]
    pub fn step(&self, step: Step) -> Self {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        Self(steps)
    }
}

/// Writes the path as a JSON pointer (RFC 6901): `/itinerary/3/end`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.0 {
            let name: &str = match step {
                Step::Field(name) => name,
                Step::Unknown(name) => name,
                Step::Index(index) => {
                    write!(f, "/{index}")?;
                    continue;
                }
            };
            write!(f, "/{}", name.replace('~', "~0").replace('/', "~1"))?;
        }
        Ok(())
    }
}

/// A refused value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The path of the value.
    pub path: Path,
    /// The reason why it is refused.
    pub reason: Reason,
}

/// The violations of one input, so that one answer can report them: the first
/// [`MAX_LISTED`](Self::MAX_LISTED) in the order in which they were found, and how many there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Violations {
    listed: Vec<Violation>,
    count: usize,
}

/// The listed ones, comma-separated.
impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Violation { path, reason }) in self.listed.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(f, "{separator}{path} {reason}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

impl Violations {
    /// How many violations are listed; further ones are only counted.
    pub const MAX_LISTED: usize = 100;

    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One violation.
    pub fn at(path: Path, reason: impl Into<Reason>) -> Self {
        let reason = reason.into();
        Self {
            listed: vec![Violation { path, reason }],
            count: 1,
        }
    }

    /// Adds one.
    pub fn add(&mut self, path: Path, reason: impl Into<Reason>) {
        self.append(Self::at(path, reason));
    }

    /// Returns the value of a success; adds the reason of a failure at `path`.
    pub fn take<T>(&mut self, path: &Path, result: Result<T, Reason>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(reason) => {
                self.add(path.clone(), reason);
                None
            }
        }
    }

    /// Returns the value of a success; adds the violations of a failure.
    pub fn collect<T>(&mut self, result: Result<T, Self>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(found) => {
                self.append(found);
                None
            }
        }
    }

    /// Adds the violations of another list.
    pub fn append(&mut self, other: Self) {
        let room = Self::MAX_LISTED.saturating_sub(self.listed.len());
        self.listed.extend(other.listed.into_iter().take(room));
        self.count = self.count.saturating_add(other.count);
    }

    /// Whether there are no violations.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many violations were found.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns `value` if there are no violations.
    ///
    /// # Errors
    /// These violations, if there are any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// The listed violations, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Violation> {
        self.listed.iter()
    }
}

#[cfg(test)]
mod tests;
