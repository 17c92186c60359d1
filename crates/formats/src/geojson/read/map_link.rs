//! Links to a place on Google's map.

use url::Url;

/// The parameters that say where a link leads.
const PLACES: [&str; 4] = ["q", "query", "ll", "daddr"];

/// What a link tells of its place.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkedPlace {
    /// Its latitude and longitude.
    pub(crate) point: Option<[String; 2]>,
    /// Its name, perhaps with its address.
    pub(crate) text: String,
}

impl LinkedPlace {
    /// Reads a link; empty if it tells nothing.
    pub(crate) fn of(link: &str) -> Self {
        let Ok(link) = Url::parse(link.trim()) else {
            return Self::default();
        };
        let mut place = Self::default();
        for (name, value) in link.query_pairs() {
            if PLACES.contains(&&*name) {
                place.take(&value);
            }
        }
        let mut parts = link.path().split('/');
        while let Some(part) = parts.next() {
            if matches!(part, "search" | "place") {
                let words = parts.next().unwrap_or_default();
                place.take(&decoded(words));
            }
        }
        // What follows an @ is the middle of the map, which is near the place.
        let middle = link.path().split_once("/@").and_then(|(_, middle)| {
            let mut numbers = middle.split([',', '/']);
            point_of(&format!("{},{}", numbers.next()?, numbers.next()?))
        });
        let pin = link.path().rsplit_once("!3d").and_then(|(_, pin)| {
            let (latitude, rest) = pin.split_once("!4d")?;
            let longitude = rest.split(['!', '?', '/']).next()?;
            point_of(&format!("{latitude},{longitude}"))
        });
        place.point = pin.or(place.point).or(middle);
        place
    }

    fn take(&mut self, words: &str) {
        match point_of(words) {
            Some(point) => self.point = Some(point),
            None if self.text.is_empty() => words.trim().clone_into(&mut self.text),
            None => {}
        }
    }
}

/// A part of a path as text, which has a plus for each space.
fn decoded(part: &str) -> String {
    let query = format!("q={}", part.replace('&', "%26"));
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    pairs
        .next()
        .map(|(_, text)| text.into_owned())
        .unwrap_or_default()
}

/// The latitude and longitude of `38.7, -9.1`.
fn point_of(words: &str) -> Option<[String; 2]> {
    let (latitude, longitude) = words.split_once(',')?;
    let numbers = [latitude, longitude].map(str::trim);
    let are_numbers = numbers.iter().all(|it| it.parse::<f64>().is_ok());
    are_numbers.then(|| numbers.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::LinkedPlace;

    #[test]
    fn links_tell_points_and_names() {
        for (link, point, text) in [
            (
                "http://maps.google.com/?q=38.71,-9.13",
                Some(["38.71", "-9.13"]),
                "",
            ),
            (
                "https://www.google.com/maps/search/38.71,+-9.13",
                Some(["38.71", "-9.13"]),
                "",
            ),
            (
                "https://www.google.com/maps/place/Caf%C3%A9+Rio/@1,2,17z/\
                    data=!4m6!3m5!1s0x0:0x0!8m2!3d38.7!4d-9.1!16s",
                Some(["38.7", "-9.1"]),
                "Café Rio",
            ),
            (
                "https://maps.google.com/?q=Caf%C3%A9+Rio,+Lisbon&ftid=0x0:0x0",
                None,
                "Café Rio, Lisbon",
            ),
            (
                "https://www.google.com/maps/@38.7,-9.1,15z",
                Some(["38.7", "-9.1"]),
                "",
            ),
            ("http://maps.google.com/?cid=1", None, ""),
            ("no link", None, ""),
        ] {
            let expected = LinkedPlace {
                point: point.map(|it| it.map(str::to_owned)),
                text: text.to_owned(),
            };
            assert_eq!(LinkedPlace::of(link), expected, "{link}");
        }
    }
}
