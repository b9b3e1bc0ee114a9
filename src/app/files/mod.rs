//! Files that come in and go out at the user's wish: saved downloads and lists, files to be read.
//!
//! The program's own files (settings, journal, cache) are made elsewhere; nothing here knows the screen or the loop,
//! and everything may wait for the disk, so it runs beside the loop. Look first at [`Folder`], where every saved file
//! goes through.

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
