//! The built-in outlines of countries, and how they are drawn into a part of the world.
//!
//! The file holds rings one after the other: the number of points, then longitude and latitude of
//! each in hundredths of a degree; 16-bit integers, little-endian. `cargo xtask outlines` writes
//! it.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use rust_decimal::prelude::ToPrimitive;
use wayfare_bounds::{ByteCache, Weigh};

static FILE: &[u8] = include_bytes!("../../data/outlines.bin");
/// The rings at several levels of detail: level n is for views 1/2ⁿ of the world wide; the last
/// level has all points.
static LEVELS: LazyLock<Vec<Vec<Ring>>> = LazyLock::new(|| {
    let all = parse(FILE);
    let steps = (0..MAX_LEVEL).map(|level| 0.5_f64.powi(level + 1) / POINTS_ACROSS);
    let simplify = |step| {
        let rings = all.iter().filter_map(|ring| thin(&ring.points, step));
        rings.map(Ring::new).collect()
    };
    let mut levels: Vec<Vec<Ring>> = steps.map(simplify).collect();
    levels.push(all);
    levels
});
/// The level with all points of the file.
const MAX_LEVEL: i32 = 6;
/// The least distance between points of an outline is this part of the width of a view.
const POINTS_ACROSS: f64 = 400.0;

/// Steps of a degree in the file.
const STEPS: f64 = 100.0;
/// The latitude at which the projection ends.
const MAX_LATITUDE: f64 = 85.05;
/// The least width of a view whose coast is drawn: some 200 km at the equator. In a narrower one
/// the outlines lie so far off that a pin at the water is in the sea. The script has the same
/// number.
pub(crate) const LEAST_WIDTH: f64 = 0.005;
/// The most points of a drawing.
pub(crate) const MAX_POINTS: usize = 3_000;

/// A point: longitude and latitude in degrees, or x and y.
pub(crate) type Point = (f64, f64);

/// The data of a path.
pub(crate) struct Path(pub(crate) String);

impl Weigh for Path {
    fn weight(&self) -> usize {
        self.0.len() + size_of::<Self>()
    }
}

/// Drawings by the view, and by the number of points that they may have.
type Drawings = ByteCache<([u64; 5], usize), Arc<Path>>;

/// The outlines that were drawn last, of 1 MiB.
static DRAWN: LazyLock<Drawings> = LazyLock::new(|| ByteCache::new(1 << 20, 64 << 10));

struct Ring {
    points: Vec<Point>,
    /// The corners of its extent, projected.
    least: Point,
    most: Point,
}

fn parse(mut rest: &[u8]) -> Vec<Ring> {
    let mut rings = Vec::new();
    while let Some((count, after)) = number(rest) {
        rest = after;
        let mut points = Vec::new();
        // A ring goes on beyond the antimeridian rather than around the world.
        let (mut turns, mut last) = (0.0, None);
        for _ in 0..count.cast_unsigned() {
            let Some((longitude, after)) = number(rest) else {
                break;
            };
            let Some((latitude, after)) = number(after) else {
                break;
            };
            rest = after;
            let (longitude, latitude) = (f64::from(longitude) / STEPS, f64::from(latitude) / STEPS);
            turns -= last.map_or(0.0, |last: f64| ((longitude - last) / 360.0).round());
            last = Some(longitude);
            points.push(project((longitude + 360.0 * turns, latitude)));
        }
        rings.push(Ring::new(points));
    }
    rings
}

impl Ring {
    fn new(points: Vec<Point>) -> Self {
        let least = points.iter().fold((f64::MAX, f64::MAX), |least, point| {
            (least.0.min(point.0), least.1.min(point.1))
        });
        let most = points.iter().fold((f64::MIN, f64::MIN), |most, point| {
            (most.0.max(point.0), most.1.max(point.1))
        });
        Self {
            points,
            least,
            most,
        }
    }
}

/// The points of a ring that are `step` apart at least; `None` if they have no area.
fn thin(ring: &[Point], step: f64) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = Vec::new();
    for point in ring {
        let is_near =
            |last: &Point| (point.0 - last.0).abs() < step && (point.1 - last.1).abs() < step;
        if !points.last().is_some_and(is_near) {
            points.push(*point);
        }
    }
    (points.len() > 2).then_some(points)
}

fn number(bytes: &[u8]) -> Option<(i16, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((i16::from_le_bytes(*number), rest))
}

/// Web Mercator: x from 0 to 1 eastwards, y from 0 to 1 southwards.
pub(crate) fn project((longitude, latitude): Point) -> Point {
    let latitude = latitude.clamp(-MAX_LATITUDE, MAX_LATITUDE).to_radians();
    let y = latitude.tan().asinh() / std::f64::consts::PI;
    ((longitude + 180.0) / 360.0, (1.0 - y) / 2.0)
}

/// A part of the projected world, drawn into a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct View {
    /// Its north-western corner; x may be beyond 1, east of the antimeridian.
    pub(crate) corner: Point,
    /// Its width, as a part of the world's.
    pub(crate) width: f64,
    /// The width and height of the box.
    pub(crate) size: Point,
}

impl View {
    /// Where a projected point is in the box.
    pub(crate) fn place(&self, point: Point) -> Point {
        let scale = self.size.0 / self.width;
        (
            (point.0 - self.corner.0) * scale,
            (point.1 - self.corner.1) * scale,
        )
    }

    /// The north-western corner and the size of another view in the box.
    pub(crate) fn box_of(&self, other: &Self) -> (Point, Point) {
        let width = other.width * self.size.0 / self.width;
        let height = width * other.size.1 / other.size.0;
        (self.place(other.corner), (width, height))
    }

    /// The height of the part of the world.
    fn height(&self) -> f64 {
        self.width * self.size.1 / self.size.0
    }

    /// The outlines in the view and around it, of about `most` points at most, as the data of a
    /// path: all land where they are too coarse to tell it from the sea. Those of the last views
    /// are kept: a page shows the same one until its pins change.
    pub(crate) fn outlines(&self, most: usize) -> Arc<Path> {
        let Self {
            corner,
            width,
            size,
        } = *self;
        let key = [corner.0, corner.1, width, size.0, size.1].map(f64::to_bits);
        DRAWN.get(&(key, most), |_| true).unwrap_or_else(|| {
            let path = Arc::new(Path(self.draw(most)));
            DRAWN.insert((key, most), Arc::clone(&path));
            path
        })
    }

    fn draw(&self, most: usize) -> String {
        if self.width < LEAST_WIDTH {
            return format!("M0 0H{:.0}V{:.0}H0Z", self.size.0, self.size.1);
        }
        let mut step = self.size.0 / POINTS_ACROSS;
        let mut rings = self.rings(step);
        while rings.iter().map(Vec::len).sum::<usize>() > most && step < self.size.0 / 20.0 {
            step *= 1.5;
            rings = rings.iter().filter_map(|ring| thin(ring, step)).collect();
        }
        let mut path = String::new();
        for ring in &rings {
            write_ring(&mut path, ring);
        }
        path
    }

    /// The rings in the view and around it, in whole steps of the box, with points that are `step`
    /// apart at least.
    fn rings(&self, step: f64) -> Vec<Vec<Point>> {
        let level = (0..MAX_LEVEL).take_while(|level| self.width <= 0.5_f64.powi(level + 1));
        let level = LEVELS.get(level.count()).map_or(&[][..], Vec::as_slice);
        let margin = (self.width / 4.0, self.height() / 4.0);
        let least = (self.corner.0 - margin.0, self.corner.1 - margin.1);
        let most = (
            self.corner.0 + self.width + margin.0,
            self.corner.1 + self.height() + margin.1,
        );
        let mut rings = Vec::new();
        for shift in [-1.0, 0.0, 1.0] {
            for ring in level {
                let is_outside = ring.most.0 + shift < least.0
                    || ring.least.0 + shift > most.0
                    || ring.most.1 < least.1
                    || ring.least.1 > most.1;
                if is_outside {
                    continue;
                }
                let moved = ring.points.iter().map(|(x, y)| (x + shift, *y));
                let clipped = clip(&moved.collect::<Vec<_>>(), least, most);
                let placed = clipped.into_iter().map(|point| self.place(point));
                let whole = placed.map(|(x, y)| (x.round(), y.round()));
                rings.extend(thin(&whole.collect::<Vec<_>>(), step));
            }
        }
        rings
    }
}

/// A way through points where the world is this wide: a leg of more than half of it leaves on one
/// side and comes back on the other.
pub(crate) fn shortest_way(points: impl Iterator<Item = Point>, world: f64) -> String {
    let mut way = String::new();
    let mut last: Option<Point> = None;
    for (x, y) in points {
        let (left, command) = match last {
            Some((from_x, from_y)) if (x - from_x).abs() > world / 2.0 => {
                let around = world.copysign(x - from_x);
                let (beyond, back) = (x - around, from_x + around);
                (format!("L{beyond:.2} {y:.2}M{back:.2} {from_y:.2}"), 'L')
            }
            last => (String::new(), if last.is_some() { 'L' } else { 'M' }),
        };
        // Writing to a string never fails.
        let _ = write!(way, "{left}{command}{x:.2} {y:.2}");
        last = Some((x, y));
    }
    way
}

/// Clips a ring to a box: one side after the other.
fn clip(ring: &[Point], least: Point, most: Point) -> Vec<Point> {
    let ring = clip_side(ring, |point| point.0 - least.0);
    let ring = clip_side(&ring, |point| most.0 - point.0);
    let ring = clip_side(&ring, |point| point.1 - least.1);
    clip_side(&ring, |point| most.1 - point.1)
}

/// Keeps the part of a ring where `inside` is not negative.
fn clip_side(ring: &[Point], inside: impl Fn(&Point) -> f64) -> Vec<Point> {
    let mut kept = Vec::with_capacity(ring.len());
    let Some(mut last) = ring.last() else {
        return kept;
    };
    for point in ring {
        let (before, now) = (inside(last), inside(point));
        if (before < 0.0) != (now < 0.0) {
            let part = before / (before - now);
            kept.push((
                last.0 + (point.0 - last.0) * part,
                last.1 + (point.1 - last.1) * part,
            ));
        }
        if now >= 0.0 {
            kept.push(*point);
        }
        last = point;
    }
    kept
}

/// Adds a ring to a path, in steps from point to point.
fn write_ring(path: &mut String, ring: &[Point]) {
    let mut last = None;
    for (x, y) in ring {
        let (command, dx, dy) = last.map_or(("M", *x, *y), |(a, b)| ("l", x - a, y - b));
        // Whole numbers, which are written faster as such.
        let (dx, dy) = (dx.to_i64().unwrap_or(0), dy.to_i64().unwrap_or(0));
        let comma = if dy < 0 { "" } else { " " };
        // Writing to a string can't fail.
        let _ = write!(path, "{command}{dx}{comma}{dy}");
        last = Some((*x, *y));
    }
    path.push('z');
}

#[cfg(test)]
mod tests;
