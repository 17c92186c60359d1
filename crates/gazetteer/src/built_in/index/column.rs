//! Columns of the data file: entries of a fixed width.

/// The number of a place, in the order of prominence: 0 is the most prominent.
pub(crate) type PlaceId = u32;

/// Returns the entry at `index` of a column; `None` beyond its end.
pub(in crate::built_in) fn entry<const WIDTH: usize>(
    column: &[u8],
    index: usize,
) -> Option<[u8; WIDTH]> {
    let start = index.checked_mul(WIDTH)?;
    column
        .get(start..start.checked_add(WIDTH)?)?
        .try_into()
        .ok()
}
