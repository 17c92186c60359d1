//! Saved places of Google Takeout: `Saved Places.json` and `Labeled places.json`, which are
//! GeoJSON, and the CSV file of a list.

use std::io::BufRead;

use crate::geojson;
use crate::geojson::read::map_link::LinkedPlace;
use crate::import::ImportError;
use crate::import::costs::outline::Outline;
use crate::import::costs::table::{Row, Table};
use crate::import::details::Details;
use crate::import::draft::{Draft, DraftPlace, coordinates};
use crate::import::encoding::first_byte;
use crate::import::point::is_nowhere;

/// The most columns: the title, a note, the link, tags and a comment.
const MAX_COLUMNS: usize = 5;
/// The place of the column of links.
const LINK: usize = 2;

/// Whether a JSON document has saved or labelled places: its first feature says.
pub(crate) fn is_places(outline: &Outline) -> bool {
    let at = "features[].properties";
    let has = |key: &str| outline.keys(at).any(|it| it == key);
    let is_linked = has("google_maps_url") || has("Google Maps URL");
    let is_dated = has("location") && has("date") || has("Location") && has("Published");
    let is_labelled = || {
        let known = outline
            .keys(at)
            .filter(|key| ["address", "name"].contains(key));
        let is_bare = ["name", "generator", "crs", "bbox"]
            .iter()
            .all(|key| !outline.has(key));
        known.count() == 2 && outline.keys(at).count() == 2 && is_bare
    };
    outline.has("features[].geometry") && (is_linked || is_dated || is_labelled())
}

/// The place of the header of a list among the first rows of a table. Its names are in the language
/// of the account, but for that of the links.
pub(crate) fn header(rows: &[Row]) -> Option<usize> {
    rows.iter().position(|row| {
        let columns = row.cells.len();
        (LINK + 1..=MAX_COLUMNS).contains(&columns)
            && row.column("URL") == Some(LINK)
            && (row.column("Title") == Some(0) || has_links(rows))
    })
}

/// Whether a row has a link to Google's map.
fn has_links(rows: &[Row]) -> bool {
    rows.iter().any(|row| {
        let link = row.text(LINK);
        link.starts_with("https://www.google.") && link.contains("/maps")
    })
}

/// Reads saved places.
///
/// # Errors
/// They can't be read, or there are more than a trip may have.
pub(crate) fn read<'m>(
    mut document: impl BufRead,
    mut draft: Draft<'m>,
) -> Result<Draft<'m>, ImportError> {
    if matches!(first_byte(&mut document)?, Some(b'{')) {
        return geojson::read::read(document, draft);
    }
    let mut table = Table::open(document)?;
    let place = header(table.first_rows()).unwrap_or_default();
    for _ in 0..place {
        // What the list says of itself.
        let about = table.next_row()?.map(|row| row.cells.join(" "));
        draft.note("", &about.unwrap_or_default());
    }
    let names = table.next_row()?.map(|row| row.cells).unwrap_or_default();
    while let Some(row) = table.next_row()? {
        add(&row, &names, &mut draft)?;
    }
    Ok(draft)
}

/// Adds the place of a row, unless that is empty.
fn add(row: &Row, names: &[String], draft: &mut Draft<'_>) -> Result<(), ImportError> {
    let link = LinkedPlace::of(row.text(LINK));
    let point = link.point.as_ref();
    let at = point.and_then(|[latitude, longitude]| coordinates(latitude, longitude));
    let mut details = Details::default();
    for (place, text) in row.cells.iter().enumerate().skip(1) {
        let name = names.get(place).map_or("", String::as_str);
        let is_known = place == LINK || place == 1 || name.eq_ignore_ascii_case("comment");
        details.add(if is_known { "" } else { name }, text);
    }
    let name = [row.text(0), &link.text]
        .into_iter()
        .find(|name| !name.trim().is_empty());
    let place = DraftPlace {
        name: name.unwrap_or_default().to_owned(),
        description: details.after(""),
        coordinates: at.filter(|at| !is_nowhere(*at)),
        ..DraftPlace::default()
    };
    match place.is_empty() {
        true => Ok(()),
        false => draft.add_place(place),
    }
}
