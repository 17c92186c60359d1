use proptest::prelude::{Strategy, any, prop, prop_assert, prop_assert_eq, proptest};

use super::*;

fn bounds(max_width: impl Into<Option<u32>>, max_height: impl Into<Option<u32>>) -> Bounds {
    Bounds {
        max_width: max_width.into(),
        max_height: max_height.into(),
    }
}

#[test]
fn examples() {
    for (size, bounds, expected) in [
        ((4000, 3000), Bounds::default(), (4000, 3000)),
        ((4000, 3000), bounds(512, None), (512, 384)),
        ((4000, 3000), bounds(None, 512), (683, 512)),
        ((4000, 3000), bounds(512, 100), (133, 100)),
        ((3000, 4000), bounds(1000, 1000), (750, 1000)),
        ((100, 50), bounds(1000, 1000), (100, 50)),
        ((100, 50), bounds(1000, 10), (20, 10)),
        ((10_000, 1), bounds(10, None), (10, 1)),
        ((7, 7), bounds(0, 0), (1, 1)),
        ((u32::MAX, u32::MAX), bounds(u32::MAX, 3), (3, 3)),
    ] {
        assert_eq!(fit(size, bounds), expected, "{size:?} in {bounds:?}");
    }
}

#[test]
fn and_takes_the_smaller_bound_of_each_side() {
    assert_eq!(bounds(9, None).and(bounds(7, 5)), bounds(7, 5));
    assert_eq!(bounds(None, 3).and(bounds(None, 5)), bounds(None, 3));
    assert_eq!(Bounds::default().and(Bounds::default()), Bounds::default());
}

fn any_bound() -> impl Strategy<Value = Option<u32>> {
    prop::option::of(prop::strategy::Union::new([
        (1..5000u32).boxed(),
        any::<u32>().boxed(),
    ]))
}

fn any_side() -> impl Strategy<Value = u32> {
    prop::strategy::Union::new([(1..10_000u32).boxed(), (1..=u32::MAX).boxed()])
}

proptest! {
    #[test]
    fn fits_and_is_never_enlarged(
        w in any_side(), h in any_side(), mw in any_bound(), mh in any_bound()
    ) {
        let (fw, fh) = fit((w, h), bounds(mw, mh));
        prop_assert!((1..=w).contains(&fw) && (1..=h).contains(&fh));
        prop_assert!(fw <= mw.unwrap_or(u32::MAX).max(1) && fh <= mh.unwrap_or(u32::MAX).max(1));
    }

    #[test]
    fn is_as_large_as_allowed(
        w in any_side(), h in any_side(), mw in any_bound(), mh in any_bound()
    ) {
        let (fw, fh) = fit((w, h), bounds(mw, mh));
        let full_width = mw.unwrap_or(w).clamp(1, w);
        let full_height = mh.unwrap_or(h).clamp(1, h);
        prop_assert!(fw == full_width || fh == full_height);
    }

    #[test]
    fn keeps_proportions_to_the_nearest_pixel(
        w in any_side(), h in any_side(), mw in any_bound(), mh in any_bound()
    ) {
        let (fw, fh) = fit((w, h), bounds(mw, mh));
        let (w, h, fw, fh) = (i128::from(w), i128::from(h), i128::from(fw), i128::from(fh));
        // |fw/fh - w/h| within half a pixel of one side, unless that side has the minimum of 1.
        let off = (fw * h - fh * w).abs();
        prop_assert!(2 * off <= w || 2 * off <= h || fw == 1 || fh == 1);
    }

    #[test]
    fn fitting_is_idempotent(
        w in any_side(), h in any_side(), mw in any_bound(), mh in any_bound()
    ) {
        let within = bounds(mw, mh);
        let once = fit((w, h), within);
        prop_assert_eq!(fit(once, within), once);
    }
}
