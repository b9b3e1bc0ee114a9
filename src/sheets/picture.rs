//! Files with images, checked by their bytes before they are uploaded.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::api::DecodeError;
use crate::api::limits::IMAGE_TYPES;
use crate::base::{PICTURE_PIXELS, digest, grouped, is_whole_picture, picture_size, picture_type};
use crate::mime::{self, Picture};

/// A file with an image, as it was when it was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageFile {
    pub path: PathBuf,
    /// File name that is sent to the service.
    pub file_name: String,
    /// Type of the picture by its bytes, as [`crate::base::picture_type`] names it.
    pub kind: String,
    pub bytes: u64,
    /// [`crate::base::digest`] of its bytes: the file is sent only if they have not changed.
    pub digest: String,
}

/// An image that may be uploaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedImage {
    pub file: ImageFile,
    /// Sentence to show before the image is sent.
    pub warning: Option<String>,
}

/// Results of checking images: each image, or the reason why it cannot be uploaded.
pub type CheckedImages = Vec<Result<CheckedImage, String>>;

/// Small picture of a file, with the path it was made for; `None` if it cannot be shown.
pub type Preview = (PathBuf, Option<Arc<Picture>>);

/// Checks an image file; `shown` is its path for users.
///
/// # Errors
/// A sentence that names the file, the reason and what to do.
pub fn check(path: PathBuf, shown: &str, bytes: &[u8]) -> Result<CheckedImage, String> {
    if bytes.is_empty() {
        return Err(format!("{shown} is empty; choose another file."));
    }
    let Some(kind) = picture_type(bytes) else {
        let named = ending(&path).filter(|ending| IMAGE_TYPES.iter().any(|(known, _)| known == ending));
        let what = named.map_or("an image", |_| "one, whatever its name says");
        return Err(format!(
            "{shown} is not a PNG, JPEG, GIF, WebP or SVG file: its content is not {what}. Choose another file."
        ));
    };
    if !is_whole_picture(kind, bytes) {
        return Err(format!(
            "{shown} is cut short: the end of the {} is missing. Save or download it again.",
            called(kind)
        ));
    }
    let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let warning = if kind == "svg" { svg_warning(shown, bytes) } else { size_warning(shown, bytes) };
    let file = ImageFile { path, file_name, kind: kind.to_owned(), bytes: bytes.len() as u64, digest: digest(bytes) };
    Ok(CheckedImage { file, warning })
}

/// Decodes a file for its [`Preview`], on a thread of its own.
///
/// # Errors
/// None: a file that cannot be shown gives no picture.
pub fn decode(bytes: &[u8]) -> Result<Arc<dyn Any + Send + Sync>, DecodeError> {
    Ok(Arc::new(mime::small(String::new(), bytes).map(Arc::new)))
}

/// The picture that [`decode`] made.
pub fn decoded(made: &(dyn Any + Send + Sync)) -> Option<Arc<Picture>> {
    made.downcast_ref::<Option<Arc<Picture>>>().cloned().flatten()
}

/// Name of an image type for users.
pub fn called(kind: &str) -> &'static str {
    match kind {
        "png" => "PNG",
        "jpg" => "JPEG",
        "gif" => "GIF",
        "webp" => "WebP",
        _ => "SVG",
    }
}

/// Ending of a file name, in lower case.
fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_lowercase())
}

/// Warning about a header that names more pixels than any picture has, whatever the image data after it.
fn size_warning(shown: &str, bytes: &[u8]) -> Option<String> {
    let (width, height) = picture_size(bytes)?;
    (u64::from(width) * u64::from(height) > PICTURE_PIXELS).then(|| {
        let size = format!("{} × {} pixels", grouped(width), grouped(height));
        format!("{shown} claims {size}; the service may refuse it. Make it smaller, or add it as it is.")
    })
}

/// Warning about an SVG that runs code or loads from elsewhere.
fn svg_warning(shown: &str, bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let handler = || {
        text.match_indices(" on").any(|(at, _)| {
            let name = text[at + 3..].split('=').next().unwrap_or_default();
            !name.is_empty()
                && name.len() < 20
                && name.bytes().all(|byte| byte.is_ascii_lowercase())
                && text[at + 3 + name.len()..].starts_with('=')
        })
    };
    let what = if text.contains("<script") || handler() {
        "contains a script"
    } else if text.contains("<!entity") {
        "defines entities"
    } else if ["href=\"http", "href='http", "url(http"].iter().any(|from| text.contains(from)) {
        "loads something from elsewhere"
    } else {
        return None;
    };
    Some(format!("{shown} {what}; the service may refuse it."))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0IEND\xaeB\x60\x82";
    const WEBP: &[u8] = b"RIFF\x08\0\0\0WEBPVP8L";

    fn of(name: &str, bytes: &[u8]) -> Result<CheckedImage, String> {
        check(PathBuf::from(format!("/tmp/{name}")), name, bytes)
    }

    /// Proves R-23.
    #[test]
    fn every_image_type_is_accepted_whatever_the_file_is_called() {
        for (kind, bytes) in [
            ("png", PNG),
            ("jpg", b"\xff\xd8\xff\xe0 data \xff\xd9"),
            ("gif", include_bytes!("../../tests/data/pictures/dot.gif")),
            ("webp", WEBP),
            ("svg", b"<svg xmlns='x'></svg>"),
        ] {
            let checked = of("picture.png", bytes).expect("an image");
            assert_eq!((checked.file.kind.as_str(), checked.warning), (kind, None));
            assert_eq!(checked.file.file_name, "picture.png");
        }
    }

    /// Proves R-23.
    #[test]
    fn a_file_that_is_no_whole_image_is_refused_with_its_name_the_reason_and_what_to_do() {
        for (name, bytes, why) in [
            (
                "logo.png",
                &PNG[..20],
                "logo.png is cut short: the end of the PNG is missing. Save or download it again.",
            ),
            ("photo.jpg", b"\xff\xd8\xff\xe0 data", "photo.jpg is cut short: the end of the JPEG is missing"),
            ("a.webp", &WEBP[..14], "a.webp is cut short: the end of the WebP is missing"),
            (
                "page.png",
                b"<html></html>",
                "page.png is not a PNG, JPEG, GIF, WebP or SVG file: its content is not one",
            ),
            ("notes.txt", b"hello", "notes.txt is not a PNG, JPEG, GIF, WebP or SVG file"),
            ("none.gif", b"", "none.gif is empty; choose another file."),
        ] {
            let said = of(name, bytes).expect_err("no image");
            assert!(said.starts_with(why), "{said}");
        }
    }

    #[cfg(feature = "images")]
    #[test]
    fn a_header_that_claims_more_pixels_than_a_picture_has_is_asked_about() {
        let bomb = include_bytes!("../../tests/data/pictures/bomb.png");
        let said = of("bomb.png", bomb).expect("its end is there").warning.expect("a warning");
        assert!(said.starts_with("bomb.png claims 60,000 × 60,000 pixels; the service may refuse it."), "{said}");
        let dot = include_bytes!("../../tests/data/pictures/dot.png");
        assert_eq!(of("dot.png", dot).expect("an image").warning, None);
    }

    #[test]
    fn a_drawing_that_runs_code_or_loads_from_elsewhere_is_warned_of() {
        for (body, what) in [
            ("<svg><script>1</script></svg>", Some("contains a script")),
            ("<svg onload=\"x()\"></svg>", Some("contains a script")),
            ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg></svg>", Some("defines entities")),
            ("<svg><image href=\"https://x.example/a.png\"/></svg>", Some("loads something from elsewhere")),
            ("<svg><text>based on this</text></svg>", None),
        ] {
            let warning = of("a.svg", body.as_bytes()).expect("an image").warning;
            assert_eq!(warning.is_some(), what.is_some(), "{body}");
            assert!(what.is_none_or(|what| warning.is_some_and(|said| said.contains(what))), "{body}");
        }
    }
}
