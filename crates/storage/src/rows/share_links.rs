//! Rows of share links.

use diesel::{Insertable, QueryResult, Queryable, Selectable};
use wayfare_domain::trip::{Section, Sections, ShareLink, ShareLinkId};
use wayfare_domain::{Date, TripId, UserId};

use super::{stored, text};
use crate::columns::{JsonColumn, JsonText, Key, Timestamp};
use crate::schema::share_links;
use crate::{PasswordHash, StoredShareLink};

/// A share link.
#[derive(Queryable, Selectable)]
#[diesel(table_name = share_links)]
pub(crate) struct ShareLinkRow {
    id: Key,
    trip_id: Key,
    owner_id: Key,
    generation: i64,
    version: i64,
    label: String,
    sections: JsonColumn<Vec<String>>,
    expires_at: Option<Timestamp>,
    password_hash: Option<String>,
    created_at: Timestamp,
    last_used: Option<String>,
}

impl ShareLinkRow {
    /// Builds the link.
    pub(crate) fn into_link(self) -> QueryResult<StoredShareLink> {
        let sections = self.sections.value.iter().map(|name| Section::parse(name));
        let sections = sections.collect::<Result<Vec<_>, _>>();
        let last_used = self.last_used.as_deref();
        let last_used = last_used.map(|day| stored("last_used", Date::parse(day)));
        let link = ShareLink {
            id: ShareLinkId(self.id.0),
            trip: TripId(self.trip_id.0),
            owner: UserId(self.owner_id.0),
            generation: self.generation,
            version: self.version,
            label: text("label", self.label)?,
            sections: stored("sections", sections.and_then(Sections::new))?,
            expires_at: self.expires_at.map(|at| at.0),
            created_at: self.created_at.0,
            last_used: last_used.transpose()?,
        };
        Ok(StoredShareLink {
            link,
            password: self.password_hash.map(PasswordHash),
        })
    }
}

/// A new share link.
#[derive(Insertable)]
#[diesel(table_name = share_links, treat_none_as_default_value = false)]
pub(crate) struct NewShareLink<'a> {
    id: Key,
    trip_id: Key,
    owner_id: Key,
    generation: i64,
    version: i64,
    label: &'a str,
    sections: JsonText,
    expires_at: Option<Timestamp>,
    password_hash: Option<&'a str>,
    created_at: Timestamp,
    last_used: Option<String>,
}

impl<'a> NewShareLink<'a> {
    /// The row of a link.
    pub(crate) fn new(stored: &'a StoredShareLink) -> QueryResult<Self> {
        let StoredShareLink { link, password } = stored;
        let ShareLink {
            id,
            trip,
            owner,
            generation,
            version,
            label,
            sections,
            expires_at,
            created_at,
            last_used,
        } = link;
        Ok(Self {
            id: Key(id.0),
            trip_id: Key::from(*trip),
            owner_id: Key::from(*owner),
            generation: *generation,
            version: *version,
            label: label.as_str(),
            sections: section_names(sections)?,
            expires_at: expires_at.map(Timestamp),
            password_hash: password.as_ref().map(|hash| hash.0.as_str()),
            created_at: Timestamp(*created_at),
            last_used: last_used.map(|day| day.to_string()),
        })
    }
}

/// The document of the names of sections.
pub(crate) fn section_names(sections: &Sections) -> QueryResult<JsonText> {
    let names: Vec<&str> = sections.iter().map(Section::as_str).collect();
    JsonText::new(&names)
}
