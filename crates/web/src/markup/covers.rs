//! The pictures that stand for trips: the main one, else one that is drawn from the trip's id, so
//! that no two look alike.

use maud::{Markup, html};
use sha2::{Digest, Sha256};
use wayfare_domain::{Gallery, TripId};
use wayfare_pictures::Bounds;

use crate::session::Visitor;

/// The number of palettes in the style sheet.
const PALETTES: u32 = 6;
/// The size of a drawing.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 400;
/// The number of steps of a ridge.
const STEPS: u32 = 4;

/// The main picture of a trip within `bounds`, else a drawing.
pub(crate) fn cover(visitor: &Visitor, id: TripId, gallery: &Gallery, bounds: Bounds) -> Markup {
    if gallery.main.is_none() {
        return drawn(id);
    }
    let url = visitor.app.links.main_image_url(id, gallery, bounds);
    html! {
        img.cover src=(visitor.site.own(&url)) alt="" loading="lazy" width=(WIDTH) height=(HEIGHT);
    }
}

/// A landscape with a way through it. Its colours are those of a class.
pub(crate) fn drawn(id: TripId) -> Markup {
    let mut bytes = Sha256::digest(id.0.as_bytes()).into_iter().map(u32::from);
    let mut pick = |most: u32| bytes.next().unwrap_or_default() * most / 256;
    let class = format!("cover drawn palette-{}", pick(PALETTES));
    let (x, y, radius) = (260 + pick(320), 50 + pick(90), 26 + pick(30));
    let mut ridge = |least: u32, most: u32| {
        let is_steep = pick(2) == 0;
        let heights: Vec<u32> = (0..=STEPS).map(|_| least + pick(most - least)).collect();
        land(&heights, is_steep)
    };
    let ridges = [ridge(105, 235), ridge(180, 300), ridge(265, 345)];
    let [from, over, to] = [(); 3].map(|()| 300 + pick(70));
    let (left, right) = (60 + pick(120), 460 + pick(120));
    let way = format!("M{left} {from}Q320 {} {right} {to}", over - 60);
    html! {
        svg class=(class) viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) width=(WIDTH) height=(HEIGHT)
            preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
            circle.sun cx=(x) cy=(y) r=(radius) {}
            @for ridge in &ridges { path d=(ridge) {} }
            path.way d=(way) {}
            circle.stop cx=(left) cy=(from) r="9" {}
            circle.stop cx=(right) cy=(to) r="9" {}
        }
    }
}

/// The land below a ridge of these heights, from left to right: peaks, or hills.
fn land(heights: &[u32], is_steep: bool) -> String {
    let step = WIDTH / STEPS;
    let points = (0..).map(|place| place * step).zip(heights);
    let mut path = format!("M0 {HEIGHT}");
    let mut last = None;
    for (x, y) in points {
        path += &match last {
            Some(before) if !is_steep => {
                let middle = x - step / 2;
                format!("C{middle} {before} {middle} {y} {x} {y}")
            }
            _ => format!("L{x} {y}"),
        };
        last = Some(y);
    }
    path + &format!("V{HEIGHT}Z")
}

#[cfg(test)]
mod tests;
