//! Pictures of a message, made small enough for a terminal. Builds without the feature `images` have none.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::Message;

/// Most pictures of one message.
#[cfg(feature = "images")]
const MOST: usize = 4;
/// Largest picture that is decoded, in bytes and in pixels; larger ones are left to other programs.
#[cfg(feature = "images")]
const BYTES: u64 = 4 << 20;
#[cfg(feature = "images")]
const PIXELS: u64 = 12_000_000;
/// Most pixels per side that are kept, as many as half of a large terminal shows. This limits the bytes sent for a
/// picture.
#[cfg(feature = "images")]
const SIDE: u32 = 640;

/// Picture made small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Name of its attachment.
    pub name: String,
    /// Pixels of one row.
    pub width: usize,
    /// Pixels row by row from the top: red, green, blue.
    pub pixels: Vec<[u8; 3]>,
    /// Number of 24 bits made from the pixels, never 0, by which a terminal identifies the picture.
    pub id: u32,
}

impl Picture {
    /// Picture made of rows of `width` pixels, from the top.
    pub fn new(name: String, width: usize, pixels: Vec<[u8; 3]>) -> Self {
        let mut hasher = DefaultHasher::new();
        (width, &pixels).hash(&mut hasher);
        let id = (hasher.finish() & 0x00ff_ffff) as u32;
        Self { name, width, pixels, id: id.max(1) }
    }

    /// Width and height in pixels, each at least 1.
    pub fn size(&self) -> (usize, usize) {
        let width = self.width.max(1);
        (width, (self.pixels.len() / width).max(1))
    }
}

/// The pictures among the attachments that can be shown.
#[cfg(feature = "images")]
pub fn pictures(raw: &[u8], message: &Message) -> Vec<Arc<Picture>> {
    let of = |(place, file): (usize, &super::Attachment)| {
        if !file.kind.starts_with("image/") || file.size > BYTES {
            return None;
        }
        small(file.name.clone(), &super::attachment(raw, place)?).map(Arc::new)
    };
    message.attachments.iter().enumerate().filter_map(of).take(MOST).collect()
}

/// Empty list, because this build decodes no pictures.
#[cfg(not(feature = "images"))]
pub fn pictures(_: &[u8], _: &Message) -> Vec<Arc<Picture>> {
    Vec::new()
}

/// Picture made small; `None` if the bytes are not a picture, or it is too large to decode.
#[cfg(feature = "images")]
pub fn small(name: String, bytes: &[u8]) -> Option<Picture> {
    use image::{ImageReader, Limits};

    let reader = || ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().ok();
    let (width, height) = reader()?.into_dimensions().ok()?;
    if width == 0 || height == 0 || u64::from(width) * u64::from(height) > PIXELS {
        return None;
    }
    let mut reader = reader()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(64 << 20);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let picture = if width.max(height) > SIDE { picture.thumbnail(SIDE, SIDE) } else { picture };
    // Draw transparent pixels over white, as mail programs do.
    let over_white = |pixel: &image::Rgba<u8>| {
        let [r, g, b, alpha] = pixel.0.map(u16::from);
        [r, g, b].map(|part| u8::try_from((part * alpha + 255 * (255 - alpha)) / 255).unwrap_or(255))
    };
    let picture = picture.to_rgba8();
    Some(Picture::new(name, picture.width() as usize, picture.pixels().map(over_white).collect()))
}

/// `None`, because this build decodes no pictures.
#[cfg(not(feature = "images"))]
pub fn small(_: String, _: &[u8]) -> Option<Picture> {
    None
}

/// PNG of pixels with red, green, blue and alpha; `None` in builds that show no pictures.
#[cfg(feature = "images")]
pub fn png(width: u32, height: u32, pixels: &[u8]) -> Option<Vec<u8>> {
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    use image::{ExtendedColorType, ImageEncoder};

    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
    encoder.write_image(pixels, width, height, ExtendedColorType::Rgba8).ok()?;
    Some(bytes)
}

/// `None`, because this build makes no pictures.
#[cfg(not(feature = "images"))]
pub fn png(_: u32, _: u32, _: &[u8]) -> Option<Vec<u8>> {
    None
}

#[cfg(all(test, feature = "images"))]
mod tests {
    use super::*;

    /// PNG of two pixels: red, and half-transparent blue.
    fn png() -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let pixels = image::RgbaImage::from_raw(2, 1, vec![255, 0, 0, 255, 0, 0, 255, 128]).expect("two pixels");
        pixels.write_to(&mut bytes, image::ImageFormat::Png).expect("written");
        bytes.into_inner()
    }

    /// Proves R-24.
    #[test]
    fn a_picture_is_made_small_and_other_or_too_large_files_are_left_out() {
        let picture = small("a.png".to_owned(), &png()).expect("a picture");
        assert_eq!((picture.width, picture.pixels.as_slice()), (2, &[[255, 0, 0], [127, 127, 255]][..]));
        assert_eq!(small(String::new(), b"GIF89a"), None);
        let mut huge = png();
        // The header says 60,000 by 60,000.
        huge[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
        assert_eq!(small(String::new(), &huge), None);
        let wide = image::RgbImage::new(1000, 100);
        let mut bytes = std::io::Cursor::new(Vec::new());
        wide.write_to(&mut bytes, image::ImageFormat::Png).expect("written");
        assert_eq!(small(String::new(), bytes.get_ref()).expect("a picture").size(), (640, 64));
    }
}
