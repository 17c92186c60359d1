//! Draws the default pictures of users and trips and writes them to the crate's `assets` folder,
//! and the icons of the installed page to that of `wayfare-web`.

use std::error::Error;
use std::fs;
use std::path::Path as FilePath;

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder,
    Pixmap, Point, RadialGradient, Shader, SpreadMode, Stroke, Transform,
};
use wayfare_pictures::{PictureFormat, UploadLimits, clean};

type Drawn<T> = Result<T, Box<dyn Error>>;

fn main() -> Drawn<()> {
    let assets = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    fs::create_dir_all(&assets)?;
    save(&draw_user()?, &assets.join("user.jpg"))?;
    save(&draw_trip()?, &assets.join("trip.jpg"))?;
    let icons = assets.join("../../web/assets/icons");
    for (name, size, is_whole) in [
        ("icon-192.png", 192, false),
        ("icon-512.png", 512, false),
        ("icon-maskable.png", 512, true),
        ("icon-apple.png", 180, true),
    ] {
        draw_icon(size, is_whole)?.save_png(icons.join(name))?;
    }
    Ok(())
}

/// Cleans the drawing as an upload and writes it.
fn save(drawing: &Pixmap, file: &FilePath) -> Drawn<()> {
    let picture = clean(&drawing.encode_png()?, UploadLimits::default())?;
    if picture.info.format != PictureFormat::Jpeg {
        return Err("a default picture is opaque and has many colours".into());
    }
    Ok(fs::write(file, &picture.bytes)?)
}

/// A way between two places, as in `icon.svg`: on a rounded square, or on the whole picture within
/// what every mask leaves.
fn draw_icon(size: u16, is_whole: bool) -> Drawn<Pixmap> {
    let scale = f32::from(size) / 32.0;
    let mut canvas = canvas(size.into(), size.into())?;
    let square = path(
        "M 7 0 L 25 0 C 28.9 0 32 3.1 32 7 L 32 25 C 32 28.9 28.9 32 25 32 L 7 32 C 3.1 32 0 28.9 \
            0 25 L 0 7 C 0 3.1 3.1 0 7 0 Z",
    )?;
    let ground = if is_whole { rect(32.0, 32.0)? } else { square };
    let whole = Transform::from_scale(scale, scale);
    let inner = whole.pre_concat(Transform::from_row(0.75, 0.0, 0.0, 0.75, 4.0, 4.0));
    let inner = if is_whole { inner } else { whole };
    let place = |shape: Path, to: Transform| shape.transform(to).ok_or("no shape");
    fill(&mut canvas, &place(ground, whole)?, solid("#14323f")?);
    let way = place(path("M 8 22 C 12 10 20 24 24 10")?, inner)?;
    let dash = 3.0 * inner.sx;
    line(
        &mut canvas,
        &way,
        "#dfe5e3",
        2.0 * inner.sx,
        Some(vec![dash, dash]),
    )?;
    for (x, y, colour) in [(8.0, 22.0, "#5cc5d8"), (24.0, 10.0, "#f2a541")] {
        let dot = PathBuilder::from_circle(x, y, 3.5).ok_or("no circle")?;
        fill(&mut canvas, &place(dot, inner)?, solid(colour)?);
    }
    Ok(canvas)
}

/// A traveller's head and shoulders before a morning sky.
fn draw_user() -> Drawn<Pixmap> {
    let mut canvas = canvas(1024, 1024)?;
    let all = rect(1024.0, 1024.0)?;
    fill(
        &mut canvas,
        &all,
        vertical(0.0, 1024.0, &["#cfe8ea", "#8fc3cc", "#5d9dac"])?,
    );
    let glow = glow(512.0, 400.0, 560.0, "#ffffff", 0.55)?;
    fill(&mut canvas, &all, glow);

    let shoulders = path("M 128 1024 C 128 800 290 704 512 704 C 734 704 896 800 896 1024 Z")?;
    fill(
        &mut canvas,
        &shoulders,
        vertical(700.0, 1024.0, &["#2f5d73", "#234a5e"])?,
    );
    let neck = path("M 436 620 L 588 620 L 588 716 C 588 770 436 770 436 716 Z")?;
    fill(&mut canvas, &neck, solid("#e3d4c2")?);
    let collar = path("M 398 712 C 430 812 594 812 626 712 L 664 722 C 628 866 396 866 360 722 Z")?;
    fill(&mut canvas, &collar, solid("#f2b366")?);
    let head = PathBuilder::from_circle(512.0, 446.0, 206.0).ok_or("no circle")?;
    fill(
        &mut canvas,
        &head,
        vertical(240.0, 652.0, &["#fbf3e8", "#efe1cf"])?,
    );

    // A hat with a wide brim.
    let crown = path("M 334 356 C 340 214 420 156 512 156 C 604 156 684 214 690 356 Z")?;
    fill(
        &mut canvas,
        &crown,
        vertical(156.0, 360.0, &["#f0ae63", "#e0944a"])?,
    );
    let band = path("M 340 300 C 420 336 604 336 684 300 L 690 404 C 604 432 420 432 334 404 Z")?;
    fill(&mut canvas, &band, solid("#2f5d73")?);
    let brim = path(
        "M 218 352 C 330 416 694 416 806 352 C 838 388 706 444 512 444 C 318 444 186 388 218 352 Z",
    )?;
    fill(
        &mut canvas,
        &brim,
        vertical(350.0, 446.0, &["#eba65a", "#d78a40"])?,
    );
    Ok(canvas)
}

/// Mountains at dusk, a lake, and a path to a marker.
fn draw_trip() -> Drawn<Pixmap> {
    let mut canvas = canvas(1600, 1200)?;
    let all = rect(1600.0, 1200.0)?;
    let sky = vertical(0.0, 820.0, &["#2f5d86", "#7fa9bf", "#f4cf9f", "#f7b27a"])?;
    fill(&mut canvas, &all, sky);
    fill(
        &mut canvas,
        &all,
        glow(1120.0, 560.0, 620.0, "#fff1cf", 0.9)?,
    );
    let sun = PathBuilder::from_circle(1120.0, 540.0, 92.0).ok_or("no circle")?;
    fill(&mut canvas, &sun, solid("#fff6e0")?);

    draw_mountains(&mut canvas)?;
    draw_meadow(&mut canvas)?;
    draw_marker(&mut canvas)?;
    Ok(canvas)
}

fn draw_mountains(canvas: &mut Pixmap) -> Drawn<()> {
    let far = path(
        "M 0 690 L 180 560 L 330 640 L 560 430 L 760 610 L 930 520 L 1150 690 L 1330 570 L 1600 \
            700 L 1600 1200 L 0 1200 Z",
    )?;
    fill(
        canvas,
        &far,
        vertical(430.0, 860.0, &["#8d94b5", "#c9b0b4"])?,
    );
    let snow = path("M 560 430 L 636 498 L 602 520 L 574 496 L 540 532 L 512 506 L 486 498 Z")?;
    fill(canvas, &snow, solid("#f7eeea")?);
    let near = path(
        "M 0 800 L 250 590 L 430 730 L 620 640 L 850 810 L 1130 650 L 1350 500 L 1600 730 L 1600 \
            1200 L 0 1200 Z",
    )?;
    fill(
        canvas,
        &near,
        vertical(500.0, 920.0, &["#51688f", "#7f86a4"])?,
    );
    let snow =
        path("M 1350 500 L 1440 583 L 1398 600 L 1362 568 L 1318 618 L 1284 590 L 1236 578 Z")?;
    fill(canvas, &snow, solid("#e9ebf3")?);
    let lake = path("M 0 850 C 500 820 1100 820 1600 850 L 1600 960 L 0 960 Z")?;
    fill(
        canvas,
        &lake,
        vertical(830.0, 960.0, &["#f2c598", "#6f9db0"])?,
    );
    Ok(())
}

fn draw_meadow(canvas: &mut Pixmap) -> Drawn<()> {
    let back = path(
        "M 0 920 C 260 860 520 900 800 930 C 1100 960 1380 890 1600 900 L 1600 1200 L 0 1200 Z",
    )?;
    fill(
        canvas,
        &back,
        vertical(870.0, 1100.0, &["#4f8a78", "#3a6f66"])?,
    );
    let front = path(
        "M 0 1040 C 300 960 640 990 940 1050 C 1200 1100 1400 1060 1600 1010 L 1600 1200 L 0 1200 \
            Z",
    )?;
    let trail = "M 560 1200 C 640 1120 820 1110 850 1066 C 876 1026 740 1010 700 984 C 672 964 700 \
        940 764 926";
    fill(
        canvas,
        &front,
        vertical(980.0, 1200.0, &["#2f6158", "#234c47"])?,
    );
    for (colour, width) in [("#f6e3c0", 26.0), ("#e0b98a", 6.0)] {
        let dashes = if width < 10.0 {
            Some(vec![26.0, 22.0])
        } else {
            None
        };
        line(canvas, &path(trail)?, colour, width, dashes)?;
    }
    for (x, foot, height) in [
        (120.0, 1080.0, 230.0),
        (232.0, 1060.0, 170.0),
        (320.0, 1046.0, 120.0),
        (1290.0, 1090.0, 190.0),
        (1400.0, 1080.0, 260.0),
        (1520.0, 1060.0, 200.0),
    ] {
        draw_fir(canvas, x, foot, height)?;
    }
    Ok(())
}

fn draw_fir(canvas: &mut Pixmap, x: f32, foot: f32, height: f32) -> Drawn<()> {
    for (top, bottom, width) in [(0.0, 0.48, 0.17), (0.22, 0.74, 0.24), (0.5, 1.0, 0.31)] {
        let (top, bottom) = (foot - height * (1.0 - top), foot - height * (1.0 - bottom));
        let half = height * width;
        let mut tier = PathBuilder::new();
        tier.move_to(x, top);
        tier.line_to(x + half, bottom);
        tier.quad_to(x, bottom + height * 0.06, x - half, bottom);
        tier.close();
        let tier = tier.finish().ok_or("no tier")?;
        fill(
            canvas,
            &tier,
            vertical(foot - height, foot, &["#2c5a55", "#16363a"])?,
        );
    }
    Ok(())
}

fn draw_marker(canvas: &mut Pixmap) -> Drawn<()> {
    let shadow = path("M 724 926 C 724 914 804 914 804 926 C 804 938 724 938 724 926 Z")?;
    fill(canvas, &shadow, solid("#2f5f57")?);
    let drop = path(
        "M 764 926 C 740 860 680 826 680 762 C 680 714 718 678 764 678 C 810 678 848 714 848 762 C \
            848 826 788 860 764 926 Z",
    )?;
    fill(
        canvas,
        &drop,
        vertical(678.0, 926.0, &["#ee6f57", "#cf4a3f"])?,
    );
    let hole = PathBuilder::from_circle(764.0, 760.0, 33.0).ok_or("no circle")?;
    fill(canvas, &hole, solid("#fff6e8")?);
    Ok(())
}

fn canvas(width: u32, height: u32) -> Drawn<Pixmap> {
    Ok(Pixmap::new(width, height).ok_or("no canvas")?)
}

fn rect(width: f32, height: f32) -> Drawn<Path> {
    path(&format!(
        "M 0 0 L {width} 0 L {width} {height} L 0 {height} Z"
    ))
}

/// A path from SVG's absolute commands M, L, C and Z.
fn path(text: &str) -> Drawn<Path> {
    let mut words = text.split_whitespace();
    let mut builder = PathBuilder::new();
    while let Some(command) = words.next() {
        let mut number = || -> Drawn<f32> { Ok(words.next().ok_or("a path ends early")?.parse()?) };
        match command {
            "M" => builder.move_to(number()?, number()?),
            "L" => builder.line_to(number()?, number()?),
            "C" => builder.cubic_to(
                number()?,
                number()?,
                number()?,
                number()?,
                number()?,
                number()?,
            ),
            "Z" => builder.close(),
            other => return Err(format!("{other} is no command of a path").into()),
        }
    }
    Ok(builder.finish().ok_or("an empty path")?)
}

fn fill(canvas: &mut Pixmap, shape: &Path, shader: Shader<'static>) {
    let paint = Paint {
        shader,
        anti_alias: true,
        ..Paint::default()
    };
    canvas.fill_path(
        shape,
        &paint,
        FillRule::Winding,
        Transform::identity(),
        None,
    );
}

fn line(
    canvas: &mut Pixmap,
    along: &Path,
    colour: &str,
    width: f32,
    dashes: Option<Vec<f32>>,
) -> Drawn<()> {
    let paint = Paint {
        shader: solid(colour)?,
        anti_alias: true,
        ..Paint::default()
    };
    let stroke = Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash: dashes.and_then(|dashes| tiny_skia::StrokeDash::new(dashes, 0.0)),
        ..Stroke::default()
    };
    canvas.stroke_path(along, &paint, &stroke, Transform::identity(), None);
    Ok(())
}

fn solid(colour: &str) -> Drawn<Shader<'static>> {
    Ok(Shader::SolidColor(parse(colour, 1.0)?))
}

/// A gradient from `top` to `bottom` with evenly spaced colours.
fn vertical(top: f32, bottom: f32, colours: &[&str]) -> Drawn<Shader<'static>> {
    let last = f32::from(u8::try_from(colours.len())?) - 1.0;
    let mut stops = Vec::new();
    let mut place = 0.0;
    for colour in colours {
        stops.push(GradientStop::new(place / last, parse(colour, 1.0)?));
        place += 1.0;
    }
    let (from, to) = (Point::from_xy(0.0, top), Point::from_xy(0.0, bottom));
    let shader = LinearGradient::new(from, to, stops, SpreadMode::Pad, Transform::identity());
    Ok(shader.ok_or("no gradient")?)
}

/// A light that fades outwards.
fn glow(x: f32, y: f32, radius: f32, colour: &str, strength: f32) -> Drawn<Shader<'static>> {
    let centre = Point::from_xy(x, y);
    let stops = vec![
        GradientStop::new(0.0, parse(colour, strength)?),
        GradientStop::new(1.0, parse(colour, 0.0)?),
    ];
    let shader = RadialGradient::new(
        centre,
        0.0,
        centre,
        radius,
        stops,
        SpreadMode::Pad,
        Transform::identity(),
    );
    Ok(shader.ok_or("no gradient")?)
}

fn parse(colour: &str, alpha: f32) -> Drawn<Color> {
    let channel = |range: std::ops::Range<usize>| -> Drawn<f32> {
        let digits = colour.get(range).ok_or("a colour is # and six digits")?;
        Ok(f32::from(u8::from_str_radix(digits, 16)?) / 255.0)
    };
    let (red, green, blue) = (channel(1..3)?, channel(3..5)?, channel(5..7)?);
    Ok(Color::from_rgba(red, green, blue, alpha).ok_or("no colour")?)
}
