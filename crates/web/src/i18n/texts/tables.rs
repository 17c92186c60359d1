//! Texts that belong to values: categories, formats, kinds, the results of edits, errors.

use actix_web::http::StatusCode;
use wayfare_domain::Language;
use wayfare_domain::trip::ItemClass;
use wayfare_domain::trip::place::Precision;

use super::{self as t, Text};
use crate::i18n::locale::Locale;

/// What the front page praises.
pub(crate) const FRONT_FEATURES: [(Text, Text); 4] = [
    (t::BY_DAY, t::BY_DAY_TEXT),
    (t::ON_MAP, t::ON_MAP_TEXT),
    (t::FAIR_SHARES, t::FAIR_SHARES_TEXT),
    (t::YOURS, t::YOURS_TEXT),
];

/// The usual categories of costs: as they are stored, and what pages call them.
const CATEGORIES: [(&str, Text); 6] = [
    ("Activities", t::CATEGORY_ACTIVITIES),
    ("Accommodation", t::CATEGORY_ACCOMMODATION),
    ("Food and Restaurants", t::CATEGORY_FOOD),
    ("Transportation", t::CATEGORY_TRANSPORTATION),
    ("Gifts and Souvenirs", t::CATEGORY_GIFTS),
    ("Other", t::CATEGORY_OTHER),
];

/// What pages call the usual categories.
pub(crate) fn categories() -> Vec<&'static str> {
    CATEGORIES.map(|(_, shown)| shown.get()).to_vec()
}

/// What pages call a category.
pub(crate) fn category(stored: &str) -> &str {
    let usual = CATEGORIES.iter().find(|(usual, _)| *usual == stored);
    usual.map_or(stored, |(_, shown)| shown.get())
}

/// The category that somebody means who types what pages call it in some language.
pub(crate) fn stored_category(shown: &str) -> &str {
    let usual = CATEGORIES.iter().find(|(_, usual)| usual.is(shown));
    usual.map_or(shown, |(stored, _)| stored)
}

/// What alone is known of where a place is; `None` of one that is known itself.
pub(crate) fn known_only(precision: Precision) -> Option<Text> {
    match precision {
        Precision::Exact => None,
        Precision::Street => Some(t::KNOWN_STREET),
        Precision::Town => Some(t::KNOWN_TOWN),
        Precision::Region => Some(t::KNOWN_REGION),
    }
}

/// Currencies that forms suggest.
pub(crate) const CURRENCIES: [&str; 13] = [
    "EUR", "USD", "CAD", "GBP", "CHF", "JPY", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "NZD",
];

/// The sections of a share link, and whether a new one shows them.
pub(crate) const LINK_SECTIONS: [(&str, Text, bool); 7] = [
    ("itinerary", t::ITINERARY, true),
    ("map", t::MAP, true),
    ("photos", t::PHOTOS, true),
    ("notes", t::NOTES, false),
    ("todo", t::TODO, false),
    ("budget", t::BUDGET, false),
    ("members", t::PEOPLE, false),
];

/// The formats of files.
pub(crate) const FORMATS: [(&str, Text); 7] = [
    ("ics", t::FORMAT_ICS),
    ("gpx", t::FORMAT_GPX),
    ("kml", t::FORMAT_KML),
    ("geojson", t::FORMAT_GEOJSON),
    ("csv", t::FORMAT_CSV),
    ("settlement.csv", t::FORMAT_SETTLEMENT),
    ("zip", t::FORMAT_ZIP),
];

/// What an item is.
pub(crate) fn class(class: ItemClass) -> Text {
    match class {
        ItemClass::Flight => t::KIND_FLIGHT,
        ItemClass::Train => t::KIND_TRAIN,
        ItemClass::Bus => t::KIND_BUS,
        ItemClass::Car => t::KIND_CAR,
        ItemClass::Ferry => t::KIND_FERRY,
        ItemClass::Walk => t::KIND_WALK,
        ItemClass::Travel => t::KIND_TRAVEL,
        ItemClass::Stay => t::KIND_STAY,
        ItemClass::Food => t::KIND_FOOD,
        ItemClass::Sight => t::KIND_SIGHT,
        ItemClass::Activity => t::KIND_ACTIVITY,
        ItemClass::Other => t::KIND_OTHER,
    }
}

/// The message of a finished edit.
pub(crate) fn done(code: &str) -> Option<Text> {
    Some(match code {
        "saved" => t::DONE_SAVED,
        "added" => t::DONE_ADDED,
        "created" => t::DONE_CREATED,
        "removed" => t::DONE_REMOVED,
        "moved" => t::DONE_MOVED,
        "by-time" => t::DONE_BY_TIME,
        "shifted" => t::DONE_SHIFTED,
        "ticked" => t::DONE_TICKED,
        "entry-gone" => t::DONE_ENTRY_GONE,
        "imported" => t::DONE_IMPORTED,
        "copied" => t::DONE_COPIED,
        "paid" => t::DONE_PAID,
        "paid-already" => t::DONE_PAID_ALREADY,
        "not-owed" => t::DONE_NOT_OWED,
        "undone" => t::DONE_UNDONE,
        "none-ticked" => t::DONE_NONE_TICKED,
        "uploaded" => t::DONE_UPLOADED,
        "deleted" => t::DONE_DELETED,
        "key-deleted" => t::DONE_KEY_DELETED,
        "assistant-ended" => t::DONE_ASSISTANT_ENDED,
        "shown" => t::DONE_SHOWN,
        "ended" => t::DONE_ENDED,
        "invited" => t::DONE_INVITED,
        "joined" => t::DONE_JOINED,
        "left" => t::DONE_LEFT,
        "identity" => t::DONE_IDENTITY,
        "password" => t::DONE_PASSWORD,
        "confirmed" => t::DONE_CONFIRMED,
        "email-undone" => t::DONE_EMAIL_UNDONE,
        "mailed" => t::DONE_MAILED,
        "signed-out" => t::DONE_SIGNED_OUT,
        "account-deleted" => t::DONE_ACCOUNT_DELETED,
        _ => return None,
    })
}

/// The title and text of an error, whose detail is English.
pub(crate) fn error(status: StatusCode, detail: &str) -> (Text, String) {
    let (title, text) = match status {
        StatusCode::NOT_FOUND => (t::ERROR_NOT_FOUND, t::ERROR_NOT_FOUND_TEXT),
        StatusCode::UNAUTHORIZED => (t::ERROR_NOT_PERMITTED, t::ERROR_NOT_PERMITTED_TEXT),
        StatusCode::TOO_MANY_REQUESTS => (t::ERROR_TOO_MANY, t::ERROR_TOO_MANY_TEXT),
        StatusCode::FORBIDDEN => (t::ERROR_REFUSED, t::ERROR_REFUSED_TEXT),
        StatusCode::METHOD_NOT_ALLOWED => (t::ERROR_METHOD, t::ERROR_OTHER_TEXT),
        StatusCode::PAYLOAD_TOO_LARGE => (t::ERROR_TOO_LARGE, t::ERROR_TOO_LARGE_TEXT),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => (t::ERROR_CLIENT, t::ERROR_PICTURE_TEXT),
        StatusCode::SERVICE_UNAVAILABLE => (t::ERROR_BUSY, t::ERROR_BUSY_TEXT),
        status if status.is_client_error() => (t::ERROR_CLIENT, t::ERROR_OTHER_TEXT),
        _ => (t::ERROR_SERVER, t::ERROR_OTHER_TEXT),
    };
    let is_general = matches!(
        status,
        StatusCode::NOT_FOUND
            | StatusCode::UNAUTHORIZED
            | StatusCode::TOO_MANY_REQUESTS
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    let is_english = Locale::current().language == Language::English;
    let text = match is_english && !is_general {
        true => detail.to_owned(),
        false => text.to_string(),
    };
    (title, text)
}
