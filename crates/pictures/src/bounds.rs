//! The bounds of a requested picture size, and the size of a picture within them.

/// The largest width and height of a served picture, in pixels; `None` sets no bound on that side.
///
/// `Pictures`: Max-Width and Max-Height. A bound of 0 counts as 1, the smallest possible side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The largest width.
    pub max_width: Option<u32>,
    /// The largest height.
    pub max_height: Option<u32>,
}

impl Bounds {
    /// Returns the intersection: for each side the smaller bound.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        let least = |one: Option<u32>, other: Option<u32>| one.into_iter().chain(other).min();
        Self {
            max_width: least(self.max_width, others.max_width),
            max_height: least(self.max_height, others.max_height),
        }
    }
}

/// Returns the size in which a picture of `size` (width, height; each at least 1) is served within
/// `bounds`.
///
/// The result is the largest size within both bounds. It has the proportions of the picture to the
/// nearest pixel, each side is at least 1, and it never exceeds the picture (`Pictures`).
#[must_use]
pub fn fit(size: (u32, u32), bounds: Bounds) -> (u32, u32) {
    let (width, height) = (size.0.max(1), size.1.max(1));
    let max_width = bounds.max_width.unwrap_or(width).clamp(1, width);
    let max_height = bounds.max_height.unwrap_or(height).clamp(1, height);
    // The side with the stronger reduction sets the scale. Cross products keep the arithmetic
    // exact.
    if product(max_width, height) <= product(max_height, width) {
        (max_width, scaled(height, max_width, width))
    } else {
        (scaled(width, max_height, height), max_height)
    }
}

fn product(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

/// Returns `side * part / whole`, rounded, and at least 1. `part` is at most `whole`, so the result
/// fits.
fn scaled(side: u32, part: u32, whole: u32) -> u32 {
    let (exact, whole) = (product(side, part), u64::from(whole));
    let rounded = exact / whole + u64::from(exact % whole * 2 >= whole);
    u32::try_from(rounded).unwrap_or(side).max(1)
}

#[cfg(test)]
mod tests;
