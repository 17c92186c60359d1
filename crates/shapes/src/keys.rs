//! What the routes of API keys answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What an API key permits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum KeyScope {
    /// Reading.
    #[default]
    Read,
    /// Reading and writing.
    Write,
}

/// An API key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(format = Uuid))]
    pub id: String,
    /// A text by which its holder knows it.
    pub name: String,
    /// What it permits.
    pub scope: KeyScope,
    /// The ids of the trips that it is limited to; only if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 20))]
    pub trips: Option<Vec<String>>,
    /// When it ends, RFC 3339; only if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub expires_at: Option<String>,
    /// When it was made, RFC 3339.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub created_at: String,
    /// The last day on which it was used, in UTC; only once it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(format = Date))]
    pub last_used: Option<String>,
    /// The key itself, which is sent as a token is; only in the answer that makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Without the key.
impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiKey")
            .field("id", &self.id)
            .field("scope", &self.scope)
            .finish_non_exhaustive()
    }
}
