//! The street map and the server of places that one setting turns on: OpenStreetMap's public ones,
//! as their policies allow.

use wayfare_gazetteer::ServerAddress;
use wayfare_web::Tiles;

use crate::settings::Sources;
use crate::settings::environment_name;
use crate::{Failure, Settings};

/// The public tiles (operations.osmfoundation.org/policies/tiles).
const TILES: &str = "https://tile.openstreetmap.org/{z}/{x}/{y}.png";
/// Whom they demand to be named, with a link.
const ATTRIBUTION: &str = "© OpenStreetMap contributors";
const COPYRIGHT: &str = "https://www.openstreetmap.org/copyright";
/// The public server of places (operations.osmfoundation.org/policies/nominatim).
const PLACES: &str = "https://nominatim.openstreetmap.org";

/// What is wrong with the contact: public servers get it in a header.
pub(crate) fn check(settings: &Settings, sources: &Sources) -> Option<Failure> {
    let contact = settings.contact.as_deref().filter(|_| settings.maps)?;
    let is_sendable = contact.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    (!is_sendable).then(|| {
        let source = sources.source("contact").unwrap_or_default();
        let maps = environment_name("maps");
        Failure::setting(
            source,
            format!("must be visible ASCII with {maps}=openstreetmap"),
        )
    })
}

/// The tiles that browsers load; `None` without a street map.
pub(crate) fn tiles(settings: &Settings) -> Option<Tiles> {
    let own = settings.tiles_url.clone();
    let is_preset = settings.maps && own.is_none();
    let url = own.or_else(|| is_preset.then(|| TILES.to_owned()))?;
    let link = is_preset && settings.tiles_attribution.is_none();
    let preset = if link { ATTRIBUTION } else { "" };
    let attribution = settings.tiles_attribution.as_deref().unwrap_or(preset);
    Some(Tiles {
        url,
        attribution: attribution.to_owned(),
        credits: link.then(|| COPYRIGHT.to_owned()),
    })
}

/// The server of places.
pub(crate) fn places(settings: &Settings) -> Option<ServerAddress> {
    let preset = || ServerAddress::new(PLACES).ok().filter(|_| settings.maps);
    settings.gazetteer_url.clone().or_else(preset)
}
