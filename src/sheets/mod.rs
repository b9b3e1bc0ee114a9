//! The user's own files as they were read: names to add, a CSV to import, a table to look at.
//!
//! The runtime reads the files; here are the results it handed in, and the pure code that makes them from bytes. Look
//! first at [`Files`] and [`Verdict`], then `names.rs`, `names_file.rs` and `csv/`.

pub mod csv;
pub mod grid;
pub mod names;
mod names_file;
pub mod picture;
mod pieces;
mod text;
mod verdict;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::mime::Picture;

pub use names_file::NamesFile;
use text::short;
pub use text::utf8;
pub use verdict::{Status, Verdict};

/// Name of the screen that asked for a text.
pub type Slot = &'static str;

/// A text that was read or edited, with a number by which a screen takes it only once.
pub type Handed = (u64, Result<Arc<str>, String>);

/// Files the runtime has handed in.
#[derive(Debug, Default)]
pub struct Files {
    number: u64,
    texts: HashMap<Slot, Handed>,
    listing: Option<Listing>,
    grid: Option<grid::Opened>,
    csv: Option<(u64, Result<Arc<csv::CsvReport>, String>)>,
    images: Option<(u64, picture::CheckedImages)>,
    preview: Option<picture::Preview>,
}

/// Files and folders that a typed path can be completed to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Typed path that was completed.
    pub typed: String,
    /// Possible paths, relative or absolute as typed, with cleaned names; folders end with a `/`.
    pub paths: Vec<Listed>,
    /// Reason why the path cannot be completed.
    pub problem: Option<String>,
}

/// One file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub path: String,
    pub bytes: u64,
}

impl Files {
    /// The newest text for that screen.
    pub fn text(&self, slot: Slot) -> Option<&Handed> {
        self.texts.get(slot)
    }

    /// Completions of the newest typed path.
    pub fn listing(&self) -> Option<&Listing> {
        self.listing.as_ref()
    }

    /// Number and report of the CSV checked last, or the reason why it cannot be read.
    pub fn csv(&self) -> Option<&(u64, Result<Arc<csv::CsvReport>, String>)> {
        self.csv.as_ref()
    }

    /// The images checked last, with their number.
    pub fn images(&self) -> Option<&(u64, picture::CheckedImages)> {
        self.images.as_ref()
    }

    /// Picture of the file at `path`, if that was the last one asked for.
    pub fn preview(&self, path: &Path) -> Option<&Arc<Picture>> {
        self.preview.as_ref().filter(|(known, _)| known == path)?.1.as_ref()
    }

    /// The table opened last.
    pub fn grid(&self) -> Option<&grid::Opened> {
        self.grid.as_ref()
    }

    /// Takes what the runtime reports about a table.
    pub fn put_grid(&mut self, news: grid::News) {
        self.number += 1;
        grid::take(&mut self.grid, self.number, news);
    }

    pub fn put_text(&mut self, slot: Slot, text: Result<Arc<str>, String>) {
        self.number += 1;
        self.texts.insert(slot, (self.number, text));
    }

    pub fn put_images(&mut self, images: picture::CheckedImages) {
        self.number += 1;
        self.images = Some((self.number, images));
    }

    pub fn put_preview(&mut self, preview: picture::Preview) {
        self.preview = Some(preview);
    }

    pub fn put_listing(&mut self, listing: Listing) {
        self.listing = Some(listing);
    }

    /// Forgets the CSV checked last.
    pub fn forget_csv(&mut self) {
        self.csv = None;
    }

    pub fn put_csv(&mut self, report: Result<csv::CsvReport, String>) {
        self.number += 1;
        self.csv = Some((self.number, report.map(Arc::new)));
    }
}
