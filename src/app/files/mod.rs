//! Files read and written for the user: saved downloads and lists, and files the user names.
//!
//! The program's own files (settings, journal, cache) are made elsewhere. Nothing here knows the screen or the loop.
//! Every function may wait for the disk, so it is called beside the loop. Look first at [`Folder`], through which
//! every file is saved.

mod folder;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod typed;

pub use folder::{Folder, Part};
pub use parts::Parts;
pub use read::{NAMES_BYTES, TABLE_BYTES, list, pieces, read, text};
pub use typed::{Target, downloads, expand, shown};
