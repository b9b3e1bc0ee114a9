//! Facts about a picture, read from its bytes, because a file's name proves nothing.

/// Number of bytes within which the element of an SVG must begin, after a declaration and comments.
const SVG_WITHIN: usize = 4096;

/// Type of a picture by its first bytes, written as the usual file ending: `png`, `jpg`, `gif`, `webp`, `svg`.
pub fn picture_type(bytes: &[u8]) -> Option<&'static str> {
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
    match bytes {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("webp"),
        _ if bytes.starts_with(PNG) => Some("png"),
        _ if bytes.starts_with(b"\xff\xd8\xff") => Some("jpg"),
        _ if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") => Some("gif"),
        _ if is_svg(bytes) => Some("svg"),
        _ => None,
    }
}

fn is_svg(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let begins = |with: &[u8]| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let head = &text[..text.len().min(SVG_WITHIN)];
    let behind = [&b"<?xml"[..], b"<!--", b"<!doctype svg"].iter().any(|start| begins(start));
    begins(b"<svg") || (behind && head.windows(4).any(|part| part == b"<svg"))
}

/// True when a picture of that type has its end mark, which a truncated file lacks.
pub fn is_whole_picture(kind: &str, bytes: &[u8]) -> bool {
    let padded = || &bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)];
    match kind {
        "png" => bytes.windows(8).rev().take(64).any(|part| part == b"IEND\xaeB\x60\x82"),
        "jpg" => padded().ends_with(b"\xff\xd9"),
        "gif" => padded().ends_with(b";"),
        "webp" => bytes
            .get(4..8)
            .and_then(|size| size.try_into().ok())
            .is_some_and(|size: [u8; 4]| u64::from(u32::from_le_bytes(size)) + 8 <= bytes.len() as u64),
        _ => {
            let text = bytes.trim_ascii_end();
            text.ends_with(b"</svg>") || text.ends_with(b"/>") || text.ends_with(b"-->")
        }
    }
}

/// Most pixels that a header may claim and that are decoded: more than any camera makes.
pub const PICTURE_PIXELS: u64 = 200_000_000;

/// Width and height in pixels, as the header claims; `None` for a drawing, for an unreadable header, and in builds
/// without the feature `images`.
#[cfg(feature = "images")]
pub fn picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    reader(bytes)?.into_dimensions().ok()
}

/// `None`, because this build reads no pictures.
#[cfg(not(feature = "images"))]
pub fn picture_size(_: &[u8]) -> Option<(u32, u32)> {
    None
}

/// True when every pixel of a PNG, JPEG, GIF or WebP can be decoded; `None` for any other type, and in builds without
/// the feature `images`.
#[cfg(feature = "images")]
pub fn picture_decodes(bytes: &[u8]) -> Option<bool> {
    let mut reader = reader(bytes)?;
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(256 << 20);
    reader.limits(limits);
    reader.format()?;
    Some(reader.decode().is_ok())
}

/// `None`, because this build decodes no pictures.
#[cfg(not(feature = "images"))]
pub fn picture_decodes(_: &[u8]) -> Option<bool> {
    None
}

#[cfg(feature = "images")]
fn reader(bytes: &[u8]) -> Option<image::ImageReader<std::io::Cursor<&[u8]>>> {
    image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().ok()
}

#[cfg(test)]
mod tests {
    use super::{is_whole_picture, picture_type};

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0IEND\xaeB\x60\x82";

    #[test]
    fn a_picture_is_known_by_its_bytes_and_a_cut_one_is_not_whole() {
        let webp = b"RIFF\x08\0\0\0WEBPVP8L";
        for (kind, bytes, part) in [
            ("png", PNG, &PNG[..20]),
            ("jpg", b"\xff\xd8\xff\xe0 data \xff\xd9\0\0", b"\xff\xd8\xff\xe0 data"),
            ("gif", b"GIF89a data;", b"GIF89a data"),
            ("webp", webp, &webp[..14]),
            ("svg", b"\xef\xbb\xbf <SVG xmlns='x'></svg>\n", b"<svg xmlns='x'><path"),
            ("svg", b"<?xml version='1.0'?><!-- made --><svg/>", b"<?xml version='1.0'?><svg>"),
        ] {
            assert_eq!((picture_type(bytes), picture_type(part)), (Some(kind), Some(kind)));
            assert!(is_whole_picture(kind, bytes) && !is_whole_picture(kind, part), "{kind}");
        }
    }

    #[test]
    fn bytes_of_no_known_picture_have_no_type() {
        for bytes in [&b""[..], b"GIF", b"%PDF-1.7", b"<html><svg></svg></html>", b"RIFF\0\0\0\0WAVE", b"\x89PN"] {
            assert_eq!(picture_type(bytes), None);
        }
    }
}
