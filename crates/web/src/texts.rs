//! The texts of the pages, in one place for translation, grouped by page. The reasons why a value
//! is refused are those of the domain and of the code that reads the field.

use actix_web::http::StatusCode;

mod sentences;

pub(crate) use sentences::*;

/// Makes constants of texts.
macro_rules! texts {
    ($($name:ident = $text:literal;)+) => {
        $(pub(crate) const $name: &str = $text;)+
    };
}

texts! {
    // Every page.
    NAME = "Wayfare";
    SKIP = "Skip to the content";
    NAVIGATION = "Account and trips";
    MY_TRIPS = "My trips";
    ACCOUNT = "Account";
    SIGN_IN = "Sign in";
    SIGN_UP = "Sign up";
    SIGN_OUT = "Sign out";
    DEVELOPERS = "For developers";
    CREDITS = "Places:";
    SIGN_IN_AND_RETURN = "Sign in and come back";
    TO_FRONT = "To the front page";
    GONE_OR_REMOVED = "The trip was deleted, or you are no longer one of its people. What you typed was not saved; copy what you need.";
    MAY_NOT_CHANGE = "You may no longer change this trip. What you typed was not saved; copy what you need.";
    DISCARD = "Discard what you have typed?";
    UNDO = "Undo";
    UPLOAD = "Upload";
    UNSENT = "The service could not be reached, so this may be saved already. What you typed is here: try again.";
    WARNINGS = "What to know";
    THEME = "#14323f";
    SAVING = "Saving…";
    RESTORED = "Restored what you had typed.";
    UNSAVED = "Typed, but not saved yet:";
    DISCARD_DRAFT = "Discard";
    SAVED_ON = "Saved on";
    YOU_ARE_OFFLINE = "you are offline";
    OFFLINE_TITLE = "You are offline";
    OFFLINE_TEXT = "Trips that you have opened on this device can be read without network.";
    SAVED_TRIPS = "Saved on this device";
    TRY_AGAIN = "Try again";
    // Forms.
    CANCEL = "Cancel";
    SAVE = "Save";
    YES = "yes";
    NO = "no";
    NOTHING = "nothing";
    PRESENT_VALUE = "Now saved:";
    STALE = "Somebody else has changed this since you opened it. Your entries are kept below, with the saved values beside them. Save again to replace the saved values by yours.";
    NOT_SAVED = "Not saved yet. Please look at the marked entries.";
    GONE = "Removed meanwhile";
    GONE_TEXT = "Somebody else has removed this since you opened it. What you typed is below.";
    SESSION_ENDED = "Your session has ended. What you typed is kept: sign in, then save it.";
    TOO_LONG_TO_CARRY = "Your session has ended, and this is too long to be carried through the sign-in. Nothing is saved yet: sign in on another tab, then go back to the form and save it.";
    NOT_SENT = "Not sent yet";
    DRAFT = "You have signed in again. Nothing is saved yet: look through it and send it. Passwords are left out.";
    SEND_AGAIN = "Send again";
    DESCRIPTION = "Description";
    ADD = "Add";
    EDIT = "Edit";
    REMOVE = "Remove";
    DAY = "Day";
    START = "Start";
    END = "End";
    LOCATION = "Location";
    TOO_MANY = "has too many entries";
    MORE = "More";
    SAY_WHERE = "Say where it is";
    WHERE_IT_IS = "Where it is";
    IS_AT = "On the map at";
    NOT_FOUND_YET = "Not on the map yet.";
    LOOK_UP_AGAIN = "Look up again";
    SEARCH_PLACE = "Search a place";
    NO_SUGGESTIONS = "No such place is known. Try another name, or say where it is by coordinates.";
    BY_COORDINATES = "By coordinates or on a map";
    CHOOSE = "Choose";
    SUGGESTIONS = "Suggestions";
    SUGGESTED = "suggestions";
    PICK_ON_MAP = "A tap on the map fills in its coordinates.";
    NO_STREETS = "The map has outlines of countries, without streets. The names lead to a street map.";
    // Front page.
    FRONT_TITLE = "Plan the trip together";
    FRONT_LEAD = "Where to go and in what order, who comes along, what it costs and who has paid. One page for everybody who travels.";
    FRONT_PICTURE = "A route over three places on a map";
    FEATURES = "What it does";
    BY_DAY = "Day by day";
    BY_DAY_TEXT = "Every day with its date, places and times in their own zone. Move a stop, a day or the whole trip.";
    ON_MAP = "On the map";
    ON_MAP_TEXT = "All stops with their numbers and the way between them, drawn without asking anybody else.";
    FAIR_SHARES = "Fair shares";
    FAIR_SHARES_TEXT = "Who shares what, who has paid, and the fewest payments that settle it.";
    YOURS = "Yours";
    YOURS_TEXT = "Private until you share it. No trackers, no advertisements, works without scripts.";
    DEVELOPERS_TITLE = "For programs";
    DEVELOPERS_TEXT = "All of it is an HTTP interface, too.";
    // Sign-up and sign-in.
    SIGN_UP_LEAD = "A name that others see, a username that they find you by, and a password.";
    YOUR_NAME = "Your name";
    USERNAME = "Username";
    USERNAME_HINT = "Up to 39 letters, digits, dots, hyphens and underscores";
    EMAIL_OPTIONAL = "E-mail (optional)";
    PASSWORD = "Password";
    PASSWORD_HINT = "8 to 128 characters";
    HAS_ACCOUNT = "You have an account?";
    HAS_NO_ACCOUNT = "No account yet?";
    SIGN_IN_RETURNS = "Sign in to go on where you were.";
    BAD_CREDENTIALS = "Username and password do not match.";
    TAKEN = "is taken";
    // Account.
    PROFILE = "Profile";
    ABOUT_YOU = "About you";
    INTERESTS = "Interests";
    INTERESTS_HINT = "One a line";
    PRIVACY = "Privacy and news";
    PRIVATE_ACCOUNT = "Others see only my name, username and picture";
    SHARE_EMAIL = "The people of my trips see my e-mail address";
    NEWSLETTER = "Newsletter";
    LIMITED_DEALS = "Limited deals";
    PICTURE = "Picture";
    YOUR_PICTURE = "Your picture";
    NEW_PICTURE = "New picture";
    PRESENT_PASSWORD = "Present password";
    NEW_PASSWORD = "New password";
    CHANGE_PASSWORD = "Change password";
    WRONG_PASSWORD = "is not your password";
    PASSWORD_ENDS_SESSIONS = "A new password signs out all other devices.";
    SESSIONS = "Sessions";
    SESSIONS_TEXT = "Signs out all devices and ends all access of programs.";
    SIGN_OUT_EVERYWHERE = "Sign out everywhere";
    DELETE_ACCOUNT = "Delete account";
    DELETE_ACCOUNT_LEAD = "With all trips that you own.";
    DELETE_ACCOUNT_TEXT = "Your account, the trips that you own and their pictures are deleted. You leave all other trips. This can't be undone.";
    // List of trips.
    NEW_TRIP = "New trip";
    CREATE_TRIP = "Create trip";
    FIRST_TRIP = "Plan the first one";
    NO_TRIPS = "No trips yet";
    NO_TRIPS_TEXT = "Give the first one a name. Dates, places and people can wait.";
    PAGES = "Pages";
    NEWER = "Newer";
    OLDER = "Older";
    TRIP_NAME_HINT = "Such as \"A week in Lisbon\"";
    SEARCH = "Search";
    SEARCH_TRIPS = "Search my trips";
    ALL_TRIPS = "All trips";
    NOTHING_FOUND = "No trip has all these words in its name or description.";
    // Import.
    IMPORT = "Import";
    IMPORT_TRIP = "Import a trip";
    IMPORT_LEAD = "A file becomes a new trip that only you see.";
    IMPORT_FORMATS = "An archive of Wayfare (.zip), GPX, KML, KMZ, GeoJSON or iCalendar, of at most 20 MiB";
    FILE = "File";
    NO_FILE = "Choose a file first.";
    NOT_IMPORTED = "The file was not imported, and nothing was kept.";
    PREVIEW = "Preview";
    PREVIEW_HINT = "Nothing is kept yet. If this is what you want, choose the file again, unless it is still named below, and import it.";
    FORMAT = "Format";
    // A trip and its settings.
    NO_DATES = "No dates yet";
    PUBLIC = "Public";
    PRIVATE = "Private";
    TRIP_NAME = "Name of the trip";
    FIRST_DAY = "First day";
    LAST_DAY = "Last day";
    IS_PUBLIC = "Everybody who has the address may read this trip";
    ON_THIS_PAGE = "On this page";
    EDIT_TRIP = "Edit trip";
    SIGN_IN_TO_EDIT = "Sign in to edit";
    DAYS = "Days";
    CHANGED_LAST = "Last changed";
    SOMEBODY = "Somebody";
    TRIP_GONE = "You can't see this trip any more: it was deleted, you were taken off it, or you are signed out.";
    ESTIMATE_FROM = "Estimate from";
    ESTIMATE_TO = "Estimate to";
    SHIFT = "Move the whole trip";
    SHIFT_BUTTON = "Move all days";
    SHIFT_HINT = "Moves all dates and times by so many days; a minus moves them earlier.";
    DELETE_TRIP = "Delete trip";
    DELETE_TRIP_TEXT = "Its itinerary, budget and pictures are deleted for everybody. This can't be undone.";
    // Itinerary.
    ITINERARY = "Itinerary";
    NO_ITEMS = "Nothing is planned yet.";
    NO_ITEMS_EDITOR = "Nothing is planned yet. Add what you know first: a flight, a bed, a place to see.";
    EMPTY_DAY = "Nothing planned";
    ADD_ITEM = "Add to the itinerary";
    MOVE = "Move";
    UP = "Up";
    DOWN = "Down";
    EARLIER = "A day earlier";
    LATER = "A day later";
    DUPLICATE = "Duplicate";
    REMOVE_ITEM = "Remove from the itinerary";
    REMOVE_ITEM_TEXT = "Its times and costs go, too.";
    PLACE_OR_TITLE = "Place or title";
    KIND = "Kind";
    STAY = "Stay or visit";
    TRAVEL = "Travel";
    ZONE_OF_PLACE = "Local time of the place";
    LOCATION_HINT = "An address, a place or coordinates; looked up if left empty";
    COORDINATES = "Coordinates";
    COORDINATES_HINT = "Degrees north and east, such as 38.6916, -9.2160. Empty: looked up.";
    END_PLACE = "Ends at";
    END_PLACE_HINT = "Where travel ends, if its name does not say so";
    START_ZONE = "Time zone of the start";
    END_ZONE = "Time zone of the end";
    ZONE_HINT = "A name such as Europe/Lisbon; empty for that of the place";
    TRIP_ZONE = "Time zone";
    TRIP_ZONE_HINT = "For times without a place: a name such as Europe/Lisbon";
    MOVE_TO_DAY = "Move to another day";
    MOVE_HINT = "Its times move by as many days.";
    LAST_OF_STAY = "Last day";
    PHOTO_LINKS = "Links to photos";
    PHOTO_LINKS_HINT = "One a line: the address, then what it shows";
    // Budget.
    BASE_CURRENCY = "The trip's currency";
    CURRENCY_HINT = "A code such as EUR; empty for the usual one";
    MONEY = "Costs";
    COST = "Cost";
    ESTIMATE = "Estimate";
    CURRENCY = "Currency";
    CATEGORY = "Category";
    WHO_PAID = "Who paid";
    SEVERAL = "Several, or a part";
    NOT_PAID_YET = "Not paid yet";
    FOR_WHOM = "For whom";
    SPLIT = "How it is split";
    SPLIT_EQUALLY = "Equally";
    SPLIT_BY_PARTS = "By parts, as 2 : 1";
    SPLIT_BY_AMOUNTS = "By amounts";
    ADD_EXPENSE = "Add an expense";
    EXPENSES = "Expenses";
    WHAT_FOR = "What for";
    DATE = "Date";
    DATE_OPTIONAL = "Date (optional)";
    EMPTY_FOR_TODAY = "Empty for today";
    REMOVE_EXPENSE = "Remove this expense";
    REMOVE_EXPENSE_TEXT = "What it cost and who paid go, too.";
    RATES = "Exchange rates";
    RATES_HINT = "Empty: no rate of the trip";
    OTHER_CURRENCY = "Another currency";
    USE_RATE = "Use this rate";
    BUDGET = "Budget";
    TRIP_BUDGET = "Costs of the whole trip";
    TOTAL_COST = "Cost in all";
    TOTAL_PAID = "Paid";
    NO_COSTS = "No costs yet. Add an expense, or what an item of the itinerary costs; say who paid and for whom.";
    CHART = "Costs by category as bars; the table below has the numbers";
    BY_CATEGORY = "By category";
    BY_PERSON = "By person";
    PERSON = "Person";
    NOBODY_YET = "Nobody yet";
    PAID = "Paid";
    EXPENDITURES = "Other expenditures";
    WHO_OWES_WHOM = "Who owes whom";
    ALL_SETTLED = "All is settled.";
    MARK_AS_PAID = "Mark as paid";
    RECORDED_PAYMENTS = "Recorded payments";
    NOT_ALL_COUNTED = "Not everything is counted yet: the amounts above need a rate.";
    HOW_WORKED_OUT = "How this was worked out";
    OTHER_PAYMENT = "Record a payment";
    RECORD = "Record";
    TO_WHOM = "To whom";
    AMOUNT = "Amount";
    NOTE = "Note";
    BEYOND_COST = "Shared more than it cost";
    LEFT = "Left";
    REST = "split equally by";
    // To-do, places, photos, notes and people.
    TODO = "To-do";
    NO_TODO = "Nothing to do.";
    DONE = "Done";
    NEW_TODO = "New to-do";
    TODO_ENTRY = "To-do";
    PLACES = "Places";
    NO_PLACES = "No places yet.";
    NEW_PLACE = "New place";
    PLACE_NAME = "Name of the place";
    EDIT_PLACE = "Edit place";
    PHOTOS = "Photos";
    NO_PHOTOS = "No photos yet.";
    ADD_PHOTOS = "Add photos";
    MAIN_PICTURE = "Picture of the trip";
    REMOVE_MAIN_PICTURE = "Remove the picture of the trip";
    NOTES = "Notes";
    NO_NOTES = "No notes yet.";
    NOTES_HINT = "Plain text, or simple HTML";
    PEOPLE = "People";
    MAKE_OWNER = "Make owner";
    LEAVE = "Leave the trip";
    MAKE_EDITOR = "Let edit";
    MAKE_VIEWER = "Let only read";
    REMOVE_PHOTO_TEXT = "The picture is deleted for everybody. This can't be undone.";
    // Map and locations.
    ADDRESS = "Address";
    MAP = "Map";
    NO_MAP = "Places that are known appear here.";
    MAP_OF_TRIP = "Map of the trip; the list below names its pins";
    ZOOM_IN = "Zoom in";
    ZOOM_OUT = "Zoom out";
    WHOLE_MAP = "Show all";
    NOT_ON_MAP = "Not on the map";
    LOCATIONS = "Locations";
    NEW_LOCATION = "Add a location";
    EDIT_LOCATION = "Edit the location";
    TRANSPORTATION = "The way there";
    WAY_THERE = "By";
    DISTANCE = "Kilometres";
    MINUTES = "Minutes";
    // Files and calendar.
    FILES = "Files and calendar";
    CALENDAR_FEED = "Calendar address";
    CALENDAR_FEED_TEXT = "A secret address that calendar programs read. A new one ends the one before.";
    CALENDAR_ONCE = "Copy it now: it is not shown again. Whoever has it can read the calendar.";
    NEW_ADDRESS = "New address";
    END_ADDRESS = "End the address";
    CALENDAR_OF_ALL = "Calendar of all trips";
    // Share links.
    SHARE_LINKS = "Share links";
    SHARE_LINKS_TEXT = "Whoever has such an address reads the chosen parts, without an account.";
    NEW_LINK = "New share link";
    MAKE_LINK = "Make the link";
    LINK_LABEL = "For whom (a note for you)";
    LINK_PARTS = "What it shows";
    LINK_EXPIRES = "Last day (90 days if left empty)";
    LINK_PASSWORD = "Password of the link (optional)";
    LINK_HAS_PASSWORD = "with a password";
    LINK_ENDS = "until";
    LINK_NEVER_ENDS = "without an end";
    END_LINK = "End this link";
    SHARED_TRIP = "Shared trip";
    SHARED_PASSWORD = "This trip is shared with a password.";
    WRONG_LINK_PASSWORD = "This is not the password of the link.";
    OPEN = "Open";
    SHARE_LINK = "share link";
    EDIT_LINK = "Edit the share link";
    LINK_LAST_DAY = "Last day (empty for no end)";
    LINK_NEW_PASSWORD = "New password (empty to keep the present one)";
    LINK_NO_PASSWORD = "No password any more";
    // Settlement explained.
    EXPLAINED = "Who owes whom, step by step";
    EXPLAINED_FILE = "These lines as a file (CSV)";
    FOR = "For";
    SHARE = "Share";
    IN_ALL = "In all";
    NO_RATE = "no rate";
    ROUNDING = "Rounding";
    IS_EVEN = "Has paid exactly their share.";
}

/// What the front page praises.
pub(crate) const FRONT_FEATURES: [(&str, &str); 4] = [
    (BY_DAY, BY_DAY_TEXT),
    (ON_MAP, ON_MAP_TEXT),
    (FAIR_SHARES, FAIR_SHARES_TEXT),
    (YOURS, YOURS_TEXT),
];

/// The usual categories of costs.
pub(crate) const CATEGORIES: [&str; 6] = [
    "Activities",
    "Accommodation",
    "Food and Restaurants",
    "Transportation",
    "Gifts and Souvenirs",
    "Other",
];

/// Currencies that forms suggest.
pub(crate) const CURRENCIES: [&str; 13] = [
    "EUR", "USD", "CAD", "GBP", "CHF", "JPY", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "NZD",
];

/// The links to the sections of a trip's page, in the order of `overview::body`.
pub(crate) const SECTIONS: [(&str, &str); 8] = [
    ("itinerary", ITINERARY),
    ("map", MAP),
    ("budget", BUDGET),
    ("todo", TODO),
    ("places", PLACES),
    ("photos", PHOTOS),
    ("notes", NOTES),
    ("people", PEOPLE),
];

/// The sections of a share link, and whether a new one shows them.
pub(crate) const LINK_SECTIONS: [(&str, &str, bool); 7] = [
    ("itinerary", ITINERARY, true),
    ("map", MAP, true),
    ("photos", PHOTOS, true),
    ("notes", NOTES, false),
    ("todo", TODO, false),
    ("budget", BUDGET, false),
    ("members", PEOPLE, false),
];

/// The formats of files.
pub(crate) const FORMATS: [(&str, &str); 7] = [
    ("ics", "Calendar (iCalendar)"),
    ("gpx", "Waypoints and routes (GPX)"),
    ("kml", "Map (KML)"),
    ("geojson", "Map (GeoJSON)"),
    ("csv", "Costs (CSV)"),
    ("settlement.csv", "Who owes whom, line by line (CSV)"),
    ("zip", "Everything (archive)"),
];

/// The kinds of items that forms offer.
pub(crate) const KINDS: [(&str, &str); 2] = [("destination", STAY), ("transportations", TRAVEL)];

/// The kind of an item in words.
pub(crate) fn kind(kind: &str) -> &str {
    match kind {
        "destination" => STAY,
        "transportation" | "transportations" => TRAVEL,
        _ => kind,
    }
}

/// The message of a finished edit.
pub(crate) fn done(code: &str) -> Option<&'static str> {
    Some(match code {
        "saved" => "Saved.",
        "added" => "Added.",
        "created" => "Created. Now add what you know first.",
        "removed" => "Removed.",
        "moved" => "Moved.",
        "shifted" => "All days have moved.",
        "ticked" => "Done.",
        "imported" => "Imported.",
        "paid" => "Recorded as paid.",
        "paid-already" => "This was recorded as paid already.",
        "not-owed" => "Nothing was recorded: who owes whom has changed since this page was opened.",
        "undone" => "Undone.",
        "uploaded" => "Uploaded.",
        "deleted" => "The trip is deleted.",
        "ended" => "The address has ended.",
        "left" => "You have left the trip.",
        "password" => "The password is changed.",
        "signed-out" => "You are signed out.",
        "account-deleted" => "The account is deleted.",
        _ => return None,
    })
}

/// The title and text of an error.
pub(crate) fn error(status: StatusCode, detail: &str) -> (&'static str, String) {
    let title = match status {
        StatusCode::NOT_FOUND => "Nothing here",
        StatusCode::UNAUTHORIZED => "Not permitted",
        StatusCode::FORBIDDEN => "Refused",
        StatusCode::METHOD_NOT_ALLOWED => "Not possible here",
        StatusCode::PAYLOAD_TOO_LARGE => "Too large",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        StatusCode::SERVICE_UNAVAILABLE => "Please try again",
        status if status.is_client_error() => "That did not work",
        _ => "Something went wrong",
    };
    let text = match status {
        StatusCode::NOT_FOUND => {
            "There is no such page, or it is not yours to see. If somebody has shared it with you, sign in."
        }
        StatusCode::UNAUTHORIZED => "Your account may not do this. Perhaps another one may.",
        StatusCode::TOO_MANY_REQUESTS => "Wait a moment, then try again.",
        _ => detail,
    };
    (title, text.to_owned())
}
