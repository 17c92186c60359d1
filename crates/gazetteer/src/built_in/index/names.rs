//! The index of place names: a sorted list in the format of the data file.

use std::cmp::Ordering;

use super::column::{PlaceId, entry};

/// Names per block. A name shares a prefix with the name before it, except the first of a block.
const BLOCK: usize = 16;
/// The size of a block's entry in `starts`.
const ENTRY: usize = 12;

/// All names, folded, in byte order.
///
/// `text` has, for each name, how many bytes it shares with the name before, how many follow, and
/// the following bytes. `places` has, for each name, the number of its places, and for each place
/// the difference of its number to the one before, doubled, plus one if the name is its main name.
/// `starts` has the offset of each block in both, and the most prominent place of the block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(in crate::built_in) text: &'a [u8],
    pub(in crate::built_in) places: &'a [u8],
    pub(in crate::built_in) starts: &'a [u8],
}

/// A place with a given name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) place: PlaceId,
    /// Whether the name is the main one of the place.
    pub(crate) main: bool,
}

/// The result of a look-up by name.
#[derive(Debug, Default)]
pub(crate) struct Seek {
    /// The places of this name, the most prominent first.
    pub(crate) found: Vec<Named>,
    /// Whether a longer name starts with it.
    pub(crate) longer: bool,
}

impl<'a> Names<'a> {
    /// Looks up a folded name.
    pub(crate) fn seek(&self, name: &str) -> Seek {
        self.try_seek(name.as_bytes()).unwrap_or_default()
    }

    /// Returns all names and their places.
    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<(String, Vec<Named>)> {
        let mut all = Vec::new();
        for block in 0..self.starts.len() / ENTRY {
            let mut cursor = self.block(block).unwrap();
            for _ in 0..BLOCK {
                if cursor.next_name().is_none() {
                    break;
                }
                all.push((
                    String::from_utf8(cursor.name.clone()).unwrap(),
                    cursor.next_places(true).unwrap(),
                ));
            }
        }
        all
    }

    /// Returns the places of the names that start with the folded prefix, and whether the prefix is
    /// the whole name. Reads at most `blocks` blocks, those of the most prominent places.
    pub(crate) fn starting_with(&self, prefix: &str, blocks: usize) -> Vec<(Named, bool)> {
        let prefix = prefix.as_bytes();
        let first = self.block_of(prefix).unwrap_or(0);
        let mut found: Vec<usize> = (first..self.starts.len() / ENTRY)
            .take_while(|block| {
                *block == first
                    || self
                        .first(*block)
                        .is_some_and(|name| name <= prefix || name.starts_with(prefix))
            })
            .collect();
        if found.len() > blocks {
            found.select_nth_unstable_by_key(blocks, |block| self.start(block * 3 + 2));
            found.truncate(blocks);
        }
        let mut places = Vec::new();
        for mut cursor in found.into_iter().filter_map(|block| self.block(block)) {
            for _ in 0..BLOCK {
                if cursor.next_name().is_none() {
                    break;
                }
                let is_wanted = cursor.name.starts_with(prefix);
                let is_whole = cursor.name.len() == prefix.len();
                let found = cursor.next_places(is_wanted).unwrap_or_default();
                places.extend(found.into_iter().map(|named| (named, is_whole)));
            }
        }
        places
    }

    /// Returns the block that may contain the name.
    fn block_of(&self, name: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.starts.len() / ENTRY);
        while low < high {
            let middle = low.midpoint(high);
            if self.first(middle)? <= name {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Some(low.saturating_sub(1))
    }

    fn try_seek(&self, name: &[u8]) -> Option<Seek> {
        let mut seek = Seek::default();
        let block = self.block_of(name)?;
        let mut cursor = self.block(block)?;
        for _ in 0..BLOCK {
            if cursor.next_name().is_none() {
                return Some(seek);
            }
            match cursor.name.as_slice().cmp(name) {
                Ordering::Less => {
                    cursor.next_places(false)?;
                }
                Ordering::Equal => seek.found = cursor.next_places(true)?,
                Ordering::Greater => {
                    seek.longer = cursor.name.starts_with(name);
                    return Some(seek);
                }
            }
        }
        seek.longer = self
            .first(block + 1)
            .is_some_and(|next| next.starts_with(name));
        Some(seek)
    }

    fn first(&self, block: usize) -> Option<&'a [u8]> {
        let start = self.start(block * 3)?;
        let length = usize::from(*self.text.get(start + 1)?);
        self.text.get(start + 2..start + 2 + length)
    }

    fn block(&self, block: usize) -> Option<Cursor<'a>> {
        Some(Cursor {
            text: self.text.get(self.start(block * 3)?..)?,
            places: self.places.get(self.start(block * 3 + 1)?..)?,
            name: Vec::with_capacity(64),
        })
    }

    fn start(&self, index: usize) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(entry(self.starts, index)?)).ok()
    }
}

/// Iterates over the names of a block.
struct Cursor<'a> {
    text: &'a [u8],
    places: &'a [u8],
    name: Vec<u8>,
}

impl Cursor<'_> {
    fn next_name(&mut self) -> Option<()> {
        let (&[shared, length], rest) = self.text.split_first_chunk()?;
        let (own, rest) = rest.split_at_checked(usize::from(length))?;
        self.name.truncate(usize::from(shared));
        self.name.extend_from_slice(own);
        self.text = rest;
        Some(())
    }

    /// Reads the places of the current name. Returns an empty list, after skipping them, unless
    /// `wanted`.
    fn next_places(&mut self, wanted: bool) -> Option<Vec<Named>> {
        let count = self.number()?;
        let mut found = Vec::new();
        let mut place = 0_u32;
        for _ in 0..count {
            let number = self.number()?;
            place = place.checked_add(number >> 1)?;
            if wanted {
                found.push(Named {
                    place,
                    main: number & 1 == 1,
                });
            }
        }
        Some(found)
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = 0_u32;
        for shift in [0, 7, 14, 21, 28] {
            let (&byte, rest) = self.places.split_first()?;
            self.places = rest;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}
