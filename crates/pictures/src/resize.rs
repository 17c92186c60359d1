//! Resizes stored pictures.

use bytes::Bytes;
use fast_image_resize::images::{Image, TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4};
use fast_image_resize::{MulDiv, PixelTrait, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};

use crate::codecs::{decode, encode};
use crate::{Bounds, CleanPicture, PictureError, PictureFormat, UploadLimits, fit};

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
    let bytes = encode::served(&shrink(source, wanted)?, format)?;
    Ok(CleanPicture::new(format, wanted, Bytes::from(bytes)))
}

/// Resizes 8-bit RGB or RGBA pixels.
pub(crate) fn shrink(
    mut source: DynamicImage,
    (width, height): (u32, u32),
) -> Result<DynamicImage, PictureError> {
    let size = (width, height);
    if let DynamicImage::ImageRgba8(source) = &mut source {
        let samples = shrink_transparent(source, size)?;
        RgbaImage::from_raw(width, height, samples).map(DynamicImage::ImageRgba8)
    } else {
        let samples = shrink_pixels::<U8x3>(&source, size)?;
        RgbImage::from_raw(width, height, samples).map(DynamicImage::ImageRgb8)
    }
    .ok_or(PictureError::Unreadable)
}

/// The longest side that is averaged, whose weights take 48 bytes a pixel of it; no JPEG is longer.
const MAX_AVERAGED_SIDE: u32 = 65_535;

/// How pixels of a size are resized: a line of millions of them would take gigabytes of weights.
fn options(width: u32, height: u32) -> ResizeOptions {
    let options = ResizeOptions::new().use_alpha(false);
    match width.max(height) > MAX_AVERAGED_SIDE {
        true => options.resize_alg(ResizeAlg::Nearest),
        false => options,
    }
}

/// Resizes pixels whose colours count as much as they are opaque. They are weighed in place: a
/// second copy of a large picture would be hundreds of megabytes.
fn shrink_transparent(source: &mut RgbaImage, size: (u32, u32)) -> Result<Vec<u8>, PictureError> {
    let (weighing, (from_width, from_height)) = (MulDiv::new(), source.dimensions());
    let mut from = TypedImage::<U8x4>::from_buffer(from_width, from_height, source)
        .map_err(std::io::Error::other)?;
    weighing
        .multiply_alpha_inplace_typed(&mut from)
        .map_err(std::io::Error::other)?;
    let mut samples = Image::new(size.0, size.1, PixelType::U8x4).into_vec();
    let mut to = TypedImage::<U8x4>::from_buffer(size.0, size.1, &mut samples)
        .map_err(std::io::Error::other)?;
    Resizer::new()
        .resize_typed(&from, &mut to, &options(from_width, from_height))
        .map_err(std::io::Error::other)?;
    weighing
        .divide_alpha_inplace_typed(&mut to)
        .map_err(std::io::Error::other)?;
    Ok(samples)
}

/// Resizes pixels of a type known here, so that the compiler leaves out what is for other types.
fn shrink_pixels<P: PixelTrait>(
    source: &DynamicImage,
    (width, height): (u32, u32),
) -> Result<Vec<u8>, PictureError> {
    let from = TypedImageRef::<P>::from_buffer(source.width(), source.height(), source.as_bytes())
        .map_err(std::io::Error::other)?;
    let mut samples = Image::new(width, height, P::pixel_type()).into_vec();
    let mut to =
        TypedImage::<P>::from_buffer(width, height, &mut samples).map_err(std::io::Error::other)?;
    Resizer::new()
        .resize_typed(&from, &mut to, &options(source.width(), source.height()))
        .map_err(std::io::Error::other)?;
    Ok(samples)
}
