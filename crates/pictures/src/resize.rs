//! Resizes stored pictures.

use bytes::Bytes;
use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{PixelType, Resizer};
use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};

use crate::{Bounds, CleanPicture, PictureError, PictureFormat, UploadLimits, decode, encode, fit};

/// Shrinks a stored picture (JPEG or PNG, as [`crate::clean`] returns them) to fit in `bounds`, in
/// the same format. Returns a picture that fits already unchanged. This is CPU-bound: async code
/// calls [`crate::Renditions`] instead.
///
/// # Errors
/// `UnsupportedType`, `Unreadable`, `TooManyPixels`: the bytes are not a stored picture.
pub fn resize(picture: &Bytes, bounds: Bounds) -> Result<CleanPicture, PictureError> {
    resize_to(picture, |size| fit(size, bounds))
}

/// Shrinks a stored picture to the size that `wanted` returns for its own.
pub(crate) fn resize_to(
    picture: &Bytes,
    wanted: impl FnOnce((u32, u32)) -> (u32, u32),
) -> Result<CleanPicture, PictureError> {
    let header = decode::probe(
        std::io::Cursor::new(picture),
        UploadLimits::default().pixels,
    )?;
    let format = match header.format {
        ImageFormat::Jpeg => PictureFormat::Jpeg,
        ImageFormat::Png => PictureFormat::Png,
        _ => return Err(PictureError::UnsupportedType),
    };
    let size = (header.width, header.height);
    let wanted = wanted(size);
    if wanted == size {
        return Ok(CleanPicture::new(format, size, picture.clone()));
    }
    let source = match format {
        PictureFormat::Jpeg => decode::jpeg_scaled(picture, wanted)?,
        PictureFormat::Png => decode::decode(picture, &header)?,
    };
    let bytes = encode::served(&shrink(&source, wanted)?, format)?;
    Ok(CleanPicture::new(format, wanted, Bytes::from(bytes)))
}

/// Resizes 8-bit RGB or RGBA pixels.
pub(crate) fn shrink(
    source: &DynamicImage,
    (width, height): (u32, u32),
) -> Result<DynamicImage, PictureError> {
    let opaque = !source.color().has_alpha();
    let pixel = if opaque {
        PixelType::U8x3
    } else {
        PixelType::U8x4
    };
    let from = ImageRef::new(source.width(), source.height(), source.as_bytes(), pixel)
        .map_err(std::io::Error::other)?;
    let mut to = Image::new(width, height, pixel);
    Resizer::new()
        .resize(&from, &mut to, None)
        .map_err(std::io::Error::other)?;
    let samples = to.into_vec();
    if opaque {
        RgbImage::from_raw(width, height, samples).map(DynamicImage::ImageRgb8)
    } else {
        RgbaImage::from_raw(width, height, samples).map(DynamicImage::ImageRgba8)
    }
    .ok_or(PictureError::Unreadable)
}
