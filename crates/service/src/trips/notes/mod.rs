//! Notes of a map: HTML, sanitised to a safe subset before it is stored (interface: "Values").

mod markup_cost;

use wayfare_bounds::{Client, WorkPool};
use wayfare_domain::{Notes, Reason};

use crate::Error;
use markup_cost::MarkupCost;

/// The maximum number of cleaning rounds.
const MAX_ROUNDS: usize = 4;

/// Cleans notes in a work pool, on behalf of a client.
///
/// # Errors
/// [`Error::Busy`] if the pool is busy; those of [`clean`].
pub(crate) async fn clean_in_pool(
    client: Client,
    sent: Notes,
    pool: &WorkPool,
) -> Result<Result<Notes, Reason>, Error> {
    Ok(pool.run(client, 1, move || clean(&sent)).await?)
}

/// Returns the safe subset of a text, in a form that a browser parses the same way.
///
/// Elements that nest in a way that HTML does not allow change when the output is parsed again.
/// Cleaning is therefore repeated until it has no effect.
///
/// # Errors
/// The clean text is too long, as an escape may be longer than the character it replaces; or it is
/// too costly to parse.
pub(crate) fn clean(text: &str) -> Result<Notes, Reason> {
    let mut clean = clean_once(text)?;
    for _ in 1..MAX_ROUNDS {
        let again = clean_once(&clean)?;
        if again == clean {
            break;
        }
        clean = again;
    }
    Ok(clean)
}

fn clean_once(text: &str) -> Result<Notes, Reason> {
    if MarkupCost::measure(text).is_none() {
        return Err(Reason::new(
            "must not nest its elements too deeply, or leave too many formatting elements open",
        ));
    }
    Notes::new(ammonia::clean(text))
}

#[cfg(test)]
mod tests;
