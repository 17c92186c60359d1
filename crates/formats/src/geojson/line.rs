//! Cutting a line at the antimeridian (RFC 7946, section 3.1.9).

/// A position: degrees east, degrees north.
type Position = [f64; 2];

/// Cuts a line wherever a leg is shorter across the antimeridian. Each part has two positions or
/// more.
pub(crate) fn cut(line: &[Position]) -> Vec<Vec<Position>> {
    let mut parts: Vec<Vec<Position>> = Vec::new();
    let mut part: Vec<Position> = Vec::new();
    for position in line {
        let [east, north] = *position;
        if let Some([from_east, from_north]) = part.last().copied()
            && (east - from_east).abs() > 180.0
        {
            let side = if from_east > east { 180.0 } else { -180.0 };
            // The longitude of the end, counted on from the side of the start.
            let (to_edge, whole) = (side - from_east, east + 2.0 * side - from_east);
            let share = if whole == 0.0 { 0.0 } else { to_edge / whole };
            let crossing = from_north + (north - from_north) * share;
            let crossing = (crossing * 1e6).round() / 1e6;
            push(&mut part, [side, crossing]);
            finish(&mut parts, &mut part);
            part.push([-side, crossing]);
        }
        push(&mut part, *position);
    }
    finish(&mut parts, &mut part);
    parts
}

/// Adds a position that differs from the last one.
fn push(part: &mut Vec<Position>, position: Position) {
    if part.last() != Some(&position) {
        part.push(position);
    }
}

fn finish(parts: &mut Vec<Vec<Position>>, part: &mut Vec<Position>) {
    let part = std::mem::take(part);
    if part.len() >= 2 {
        parts.push(part);
    }
}

#[cfg(test)]
mod tests;
