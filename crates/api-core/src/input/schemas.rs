//! Parts of forms, for their description.

use utoipa::ToSchema;

/// The bytes of a picture
#[derive(Debug, ToSchema)]
#[schema(format = Binary)]
pub struct PictureBytes(pub String);

/// The bytes of a file
#[derive(Debug, ToSchema)]
#[schema(format = Binary)]
pub struct FileBytes(pub String);
