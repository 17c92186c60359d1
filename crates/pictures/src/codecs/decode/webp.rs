//! WebP: the size of lossy frames. The decoder compares it with the declared canvas only after
//! decoding.

/// Returns width times height of the largest lossy frame of a file; 0 if it has none.
pub(super) fn largest_lossy_frame(bytes: &[u8]) -> u64 {
    // RIFF, the length, WEBP; the chunks follow.
    largest_in(bytes.get(12..).unwrap_or_default())
}

fn largest_in(mut chunks: &[u8]) -> u64 {
    /// Position and size of an animation frame, before its own chunks.
    const FRAME_HEADER_LEN: usize = 16;
    let mut largest = 0;
    while let Some((name, length, after)) = chunk_header(chunks) {
        let (body, rest) = after.split_at_checked(length).unwrap_or((after, &[]));
        largest = largest.max(match name {
            b"VP8 " => lossy_pixels(body),
            b"ANMF" => largest_in(body.get(FRAME_HEADER_LEN..).unwrap_or_default()),
            _ => 0,
        });
        // Chunks start at even offsets.
        chunks = rest.get(length % 2..).unwrap_or_default();
    }
    largest
}

fn chunk_header(chunks: &[u8]) -> Option<(&[u8; 4], usize, &[u8])> {
    let (name, after) = chunks.split_first_chunk()?;
    let (length, after) = after.split_first_chunk()?;
    Some((
        name,
        usize::try_from(u32::from_le_bytes(*length)).ok()?,
        after,
    ))
}

/// A VP8 key frame has its width and height in 14 bits each, after a frame tag and a start code of
/// three bytes each.
fn lossy_pixels(frame: &[u8]) -> u64 {
    let side = |at: usize| {
        let bytes = frame.get(at..).and_then(<[u8]>::first_chunk)?;
        Some(u64::from(u16::from_le_bytes(*bytes) & 0x3FFF))
    };
    side(6)
        .zip(side(8))
        .map_or(0, |(width, height)| width * height)
}
