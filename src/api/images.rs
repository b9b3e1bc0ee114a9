//! Cover images.

use super::abilities::{IMAGES_ADD, IMAGES_LIST, IMAGES_REMOVE};
use super::decode::{Done, Paged, Row};
use super::endpoint::{Needs, Param, Place};
use super::page::Page;
use super::types::Image;
use super::wire::{Group, Upload, Writer};
use crate::base::Id;

/// New image: a file or a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewImage {
    /// File that is uploaded, and served by the service.
    File(Upload),
    /// Link, from which visitors load the image.
    Link(String),
}

const FILE: Param = Param { name: "file", place: Place::Multipart };
const URL: Param = Param { name: "url", place: Place::Json };

impl Group for NewImage {
    const PARAMS: &'static [Param] = &[FILE, URL];

    fn put(&self, writer: &mut Writer) {
        match self {
            Self::File(file) => writer.put_file(FILE.name, file),
            Self::Link(url) => writer.put(URL, url),
        }
    }
}

endpoints! {
    about [Images];

    /// One page of images, newest first.
    ///
    /// Parking API, part 1: Images.
    List "images.list" Read = Parking GET "parking/images", Needs::One(IMAGES_LIST),
        { all page: Page, }, pages PageRule::UpTo(200) => Paged<Image>;

    /// Adds an image by file or link; the same one again answers the same image.
    ///
    /// Parking API, part 1: Images.
    Add "images.add" AfterNotApplied = Parking POST "parking/images", Needs::One(IMAGES_ADD),
        { all image: NewImage, }, touches [Images] => Row<Image>;

    /// Removes an image no setting uses.
    ///
    /// Parking API, part 1: Images.
    Remove "images.remove" ByUser = Parking DELETE "parking/image/{image_id}", Needs::One(IMAGES_REMOVE),
        { path image_id: Id<Image>, }, touches [Images] => Done;
}
