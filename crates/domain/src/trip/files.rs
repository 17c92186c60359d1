//! Files of a trip: tickets, passes and other documents, for its people alone (interface: "Files of
//! a trip").

use serde::{Deserialize, Serialize};

use super::{Trip, TripOverview};
use crate::text::{or_fallback, turns_text};
use crate::{Instant, Name, Path, PictureId, ShortText, UserId, Violations};

/// Why a file is refused that a trip has no room for.
pub(super) const TOO_MANY_BYTES: &str = "the files of a trip have at most 100 MiB in all";
/// The name of a file that was sent without one.
const UNNAMED: &str = "file";

/// What a file is, by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "&'static str")]
pub enum FileType {
    /// PDF.
    Pdf,
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// WebP.
    Webp,
    /// GIF.
    Gif,
    /// HEIC.
    Heic,
    /// AVIF.
    Avif,
    /// A pass of a wallet.
    Pass,
    /// iCalendar.
    Calendar,
    /// Text without markup, in UTF-8.
    Text,
    /// Anything else.
    Other,
}

impl FileType {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Pdf,
        Self::Jpeg,
        Self::Png,
        Self::Webp,
        Self::Gif,
        Self::Heic,
        Self::Avif,
        Self::Pass,
        Self::Calendar,
        Self::Text,
        Self::Other,
    ];

    /// That of a media type; [`FileType::Other`] if it is none of these.
    pub fn parse(media_type: &str) -> Self {
        let known = Self::ALL
            .into_iter()
            .find(|it| it.media_type() == media_type);
        known.unwrap_or(Self::Other)
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Heic => "image/heic",
            Self::Avif => "image/avif",
            Self::Pass => "application/vnd.apple.pkpass",
            Self::Calendar => "text/calendar",
            Self::Text => "text/plain",
            Self::Other => "application/octet-stream",
        }
    }

    /// Whether it is a picture, with what its camera wrote beside it.
    pub fn is_picture(self) -> bool {
        self.media_type().starts_with("image/")
    }
}

impl From<String> for FileType {
    fn from(media_type: String) -> Self {
        Self::parse(&media_type)
    }
}

impl From<FileType> for &'static str {
    fn from(kind: FileType) -> Self {
        kind.media_type()
    }
}

/// A file of a trip. Its bytes are in the picture store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TripFile {
    /// Its id.
    pub id: PictureId,
    /// Its name.
    pub name: ShortText,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: FileType,
    /// Its size in bytes.
    pub size: u64,
    /// The id of the item that it was sent for, which may be gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ShortText>,
    /// When it was sent.
    pub created_at: Instant,
    /// Who sent it.
    pub by: UserId,
}

impl TripFile {
    /// The name of a file that was sent with this one, which may be a path: what comes after its
    /// last separator, as much of it as a name may have, without characters that are not shown.
    pub fn name_of(sent: &str) -> ShortText {
        let last = sent.rsplit(['/', '\\']).next().unwrap_or_default();
        let harmless = last
            .chars()
            .filter(|it| !it.is_control() && !turns_text(*it));
        let name: String = harmless.take(Name::MAX).collect();
        ShortText::cut(or_fallback(name.trim(), UNNAMED))
    }
}

/// A file that was sent and is in the picture store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    /// [`TripFile::id`].
    pub id: PictureId,
    /// [`TripFile::name`].
    pub name: ShortText,
    /// [`TripFile::kind`].
    pub kind: FileType,
    /// [`TripFile::size`].
    pub size: u64,
    /// SHA-256 of its bytes.
    pub hash: [u8; 32],
    /// [`TripFile::item`].
    pub item: Option<ShortText>,
}

impl NewFile {
    /// The file as somebody sent it.
    fn sent(self, by: UserId, created_at: Instant) -> TripFile {
        TripFile {
            id: self.id,
            name: self.name,
            kind: self.kind,
            size: self.size,
            item: self.item,
            created_at,
            by,
        }
    }
}

/// A change of [`Plan::files`](super::Plan::files).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePatch {
    /// Adds one.
    Add(NewFile),
    /// Removes one.
    Remove(PictureId),
}

impl TripOverview {
    /// The file of this id.
    pub fn file(&self, id: PictureId) -> Option<&TripFile> {
        self.plan.files.iter().find(|file| file.id == id)
    }
}

impl Trip {
    /// Greatest number of files.
    pub const MAX_FILES: usize = 200;
    /// Greatest size of all files together, in bytes.
    pub const MAX_FILE_BYTES: u64 = 100 << 20;

    /// The files of an item.
    pub fn files_of(&self, item: &str) -> impl Iterator<Item = &TripFile> {
        let is_of = move |it: &&TripFile| it.item.as_ref().is_some_and(|id| id.as_str() == item);
        self.plan.files.iter().filter(is_of)
    }

    /// Applies a change of the files.
    ///
    /// # Errors
    /// An item that the trip does not have; too many files, or too many bytes in all.
    pub(super) fn change_files(
        &mut self,
        patch: FilePatch,
        by: UserId,
        now: Instant,
    ) -> Result<(), Violations> {
        let new = match patch {
            FilePatch::Remove(id) => {
                self.plan.files.retain(|file| file.id != id);
                return Ok(());
            }
            FilePatch::Add(new) => new,
        };
        let mut violations = Violations::new();
        let root = Path::root();
        if new
            .item
            .as_ref()
            .is_some_and(|item| self.item(item).is_none())
        {
            violations.add(
                root.field("item_id"),
                "must be the id of an item of the trip",
            );
        }
        self.plan.files.push(new.sent(by, now));
        if self.plan.files.len() > Self::MAX_FILES {
            let reason = format!("a trip has at most {} files", Self::MAX_FILES);
            violations.add(root.field("file"), reason);
        }
        if self.has_too_many_bytes() {
            violations.add(root.field("file"), TOO_MANY_BYTES);
        }
        violations.or(())
    }

    /// Adds files that came with what was imported. Those of an item that did not come are the
    /// trip's.
    pub(super) fn take_files(&mut self, files: Vec<NewFile>, by: UserId, now: Instant) {
        for new in files {
            let mut file = new.sent(by, now);
            file.item = file.item.filter(|item| self.item(item).is_some());
            self.plan.files.push(file);
        }
    }

    /// Whether the files have more bytes than they may.
    pub(super) fn has_too_many_bytes(&self) -> bool {
        let bytes = self.plan.files.iter().map(|file| file.size);
        bytes.fold(0, u64::saturating_add) > Self::MAX_FILE_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::TripFile;

    #[test]
    fn the_name_of_a_file_is_the_end_of_its_path() {
        for (sent, name) in [
            ("ticket.pdf", "ticket.pdf"),
            (
                "C:\\Users\\Ana\\boarding pass.pkpass",
                "boarding pass.pkpass",
            ),
            ("../../etc/Fahrkarte.pdf", "Fahrkarte.pdf"),
            ("tickets/", "file"),
            ("ticket\u{202e}fdp.exe", "ticketfdp.exe"),
            ("\u{2066}\u{2069}\u{202a}", "file"),
            ("שלום\u{200f}.pdf", "שלום\u{200f}.pdf"),
            (" \u{7}\n", "file"),
            ("", "file"),
        ] {
            assert_eq!(TripFile::name_of(sent).as_str(), name, "{sent:?}");
        }
        assert_eq!(
            TripFile::name_of(&"é".repeat(900)).as_str(),
            "é".repeat(200)
        );
    }
}
