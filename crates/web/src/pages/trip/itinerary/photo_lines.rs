//! The links to photos in the form of an item, one a line: an address, then what it shows.

use wayfare_domain::trip::itinerary::{ItemPhoto, PhotoUrl};
use wayfare_domain::{Reason, ShortText, Violations};

use crate::form::{Field, Fields, FormReader, Kind};
use crate::i18n::texts as t;

/// The name of the field.
const NAME: &str = "photos";

/// The field with the photos of an item.
pub(crate) fn field(photos: &[ItemPhoto]) -> Field {
    Field::new(NAME, t::PHOTO_LINKS, lines(photos))
        .kind(Kind::Lines(2))
        .hint(t::PHOTO_LINKS_HINT)
}

/// Photos as lines. Line breaks of a description become spaces.
fn lines(photos: &[ItemPhoto]) -> String {
    let lines = photos.iter().map(|photo| {
        let words: Vec<&str> = photo.description.split_whitespace().collect();
        format!("{} {}", photo.url.as_str(), words.join(" "))
    });
    let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// The photos of the sent lines; `None` if they stay.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn read(
    present: &[ItemPhoto],
    sent: &Fields,
) -> Result<Option<Vec<ItemPhoto>>, Violations> {
    let is_new = |text: &&str| text.trim() != lines(present);
    let Some(text) = sent.get(NAME).filter(is_new) else {
        return Ok(None);
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let photos: Result<Vec<ItemPhoto>, Reason> = lines.map(photo).collect();
    let mut reader = FormReader::new(sent);
    let photos = reader.read(NAME, |_| photos);
    reader.finish(photos).map(Some)
}

fn photo(line: &str) -> Result<ItemPhoto, Reason> {
    let (url, description) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Ok(ItemPhoto {
        url: PhotoUrl::new(url)?,
        description: ShortText::new(description.trim())?,
    })
}

#[cfg(test)]
mod tests;
