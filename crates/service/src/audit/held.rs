//! The lines of a unit of work, until it is known whether that is committed.

use std::cell::RefCell;

type Line = Box<dyn FnOnce()>;

thread_local! {
    /// Those of the unit of work that this thread is at, if it is at one.
    static HELD: RefCell<Option<Vec<Line>>> = const { RefCell::new(None) };
}

/// The lines of a unit of work, which are dropped unless they are written.
pub(crate) struct Held(Vec<Line>);

impl Held {
    /// Writes the lines.
    pub(crate) fn write(self) {
        self.0.into_iter().for_each(|line| line());
    }
}

/// Does some work, and returns the lines that it wanted to write.
pub(crate) fn hold<T>(work: impl FnOnce() -> T) -> (T, Held) {
    let _end = End;
    HELD.replace(Some(Vec::new()));
    let value = work();
    let lines = HELD.take();
    (value, Held(lines.unwrap_or_default()))
}

/// Writes a line, in a unit of work later.
pub(super) fn write(line: impl FnOnce() + 'static) {
    let rest = HELD.with_borrow_mut(|held| match held {
        Some(lines) => {
            lines.push(Box::new(line));
            None
        }
        None => Some(line),
    });
    if let Some(line) = rest {
        line();
    }
}

/// Ends the holding, also if the work panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        HELD.take();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    static WRITTEN: AtomicU32 = AtomicU32::new(0);

    #[test]
    fn lines_of_a_unit_of_work_wait_for_its_end() {
        let line = || {
            WRITTEN.fetch_add(1, Ordering::SeqCst);
        };
        let written = || WRITTEN.load(Ordering::SeqCst);
        let ((), lines) = hold(|| write(line));
        assert_eq!(written(), 0);
        lines.write();
        assert_eq!(written(), 1);
        drop(hold(|| write(line)));
        assert_eq!(written(), 1);
        // After a panic, too, lines are written again.
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            hold(|| -> () { panic!("for the test") })
        }));
        assert!(panicked.is_err());
        write(line);
        assert_eq!(written(), 2);
    }
}
