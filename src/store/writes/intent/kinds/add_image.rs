//! Adds an image: a file, which the service hosts, or a link, from which it is loaded. Adding an image twice returns
//! the existing one, so an image that was not added is sent once more.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said};
use super::super::rule::{Again, Caution, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Item, Subject};
use crate::api::images::{self, NewImage};
use crate::api::limits::{IMAGE_BYTES, IMAGE_TYPES};
use crate::api::types::{Image, ImageKind};
use crate::api::wire::Upload;
use crate::api::{Call, DecodeError, Request};
use crate::base::{Timestamp, Written, clean_line, digest};
use crate::client::FailureKind;
use crate::sheets::picture::ImageFile;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// Image to add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddImage {
    File(ImageFile),
    /// Address with http or https.
    Link(String),
}

impl AddImage {
    /// File; `None` for a link.
    pub fn file(&self) -> Option<&ImageFile> {
        if let Self::File(file) = self { Some(file) } else { None }
    }

    /// Name of the file, or the whole link.
    pub fn name(&self) -> &str {
        match self {
            Self::File(file) => &file.file_name,
            Self::Link(link) => link,
        }
    }

    /// This image among those of the account. An uploaded file is recognized as an image newer than all before.
    fn among<'a>(&self, images: &'a [Image], newest: Option<i64>) -> Option<&'a Image> {
        match self {
            Self::Link(link) => images.iter().find(|image| is_at(image, link)),
            Self::File(_) => {
                let hosted = |image: &&Image| !image.kind.is(&ImageKind::External);
                images.iter().filter(hosted).find(|image| newest.is_some_and(|newest| image.image_id.get() > newest))
            }
        }
    }
}

fn is_at(image: &Image, link: &str) -> bool {
    image.url.get().is_some_and(|url| url.raw().trim() == link)
}

impl Verb {
    pub const ADD_IMAGE: Self = Self("AddImage");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::ADD_IMAGE,
    topic: Topic::IMAGES,
    noun: Noun::IMAGE,
    asked: "Add {}",
    done: "added",
    doing: "Adding {}",
    action: "add {}",
    caution: Caution::AtOnce,
    travel: Travel::SINGLY,
    still: Still::alike("no image was added"),
    again: Again::Once,
    ways_on: &[(FailureKind::Refused, "Press + to correct it.")],
    ..Rule::BASE
}];

/// Rule for files: the words are those of links, but they travel as uploads.
static FILE: Rule = Rule { travel: Travel::Upload, ..RULES[0] };

impl Kind for AddImage {
    fn rule(&self) -> &'static Rule {
        if self.file().is_some() { &FILE } else { &RULES[0] }
    }

    /// Subject of the image. All files have the same one, so that they are sent one after the other, and a newer image
    /// must be that of the file just sent.
    fn items(&self) -> Vec<Item> {
        let named = match self {
            Self::File(_) => "image".to_owned(),
            Self::Link(link) => digest(link.as_bytes()),
        };
        vec![Subject::File(named.as_str().into()).into()]
    }

    fn call(&self, _: &[Item]) -> Call {
        let image = match self {
            Self::Link(link) => NewImage::Link(link.clone()),
            Self::File(file) => NewImage::File(Upload {
                path: file.path.clone(),
                file_name: file.file_name.clone(),
                content_type: content_type(&file.kind),
                written: Written::default(),
                digest: Some(file.digest.clone()),
            }),
        };
        images::Add { image }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(Said::made(images::Add::decode(body)?.value.image_id.get()))
    }

    fn what(&self) -> String {
        clean_line(self.name()).into_owned()
    }

    fn why_not(&self, _: &Grounds<'_>, _: Timestamp) -> Option<String> {
        match self.file()?.bytes {
            0 => Some("The file is empty.".to_owned()),
            bytes if bytes > IMAGE_BYTES => {
                Some("The file is larger than 10 MB, the limit of the service; make it smaller.".to_owned())
            }
            _ => None,
        }
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        let file = self.file().map(|file| Probe::File(file.path.clone(), Written::default()));
        [Some(Probe::Images), file].into_iter().flatten().map(ReadAgain::always).collect()
    }

    fn compare(&self, _: &Target, found: &Found) -> Compared {
        match (self, found) {
            (Self::Link(_), Found::Images(images)) if self.among(images, None).is_some() => Compared::So,
            (Self::File(file), Found::File(now)) if now.as_ref() != Some(&file.digest) => {
                let changed = now.is_some();
                let why =
                    if changed { "the file changed after it was checked" } else { "the file can no longer be read" };
                Compared::Out(format!("{why}; add it again"))
            }
            _ => Compared::Same,
        }
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        let known = |item: &Item| entry.target(item).is_some_and(|target| target.newest.is_some());
        (self.file().is_none() || items.iter().all(known)).then_some(Probe::Images)
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        let Found::Images(images) = found else { return Reading::Failed };
        let newest = entry.target(item).and_then(|target| target.newest);
        self.among(images, newest).map_or(Reading::Not, |image| Reading::Done(Some(image.image_id.get())))
    }

    fn made_words(&self, made: i64) -> Option<String> {
        Some(format!("{} added as image {made}", self.what()))
    }
}

/// Content type for the ending of a file name.
fn content_type(kind: &str) -> &'static str {
    IMAGE_TYPES.iter().find(|(ending, _)| *ending == kind).map_or("application/octet-stream", |(_, known)| known)
}
