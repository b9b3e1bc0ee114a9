//! Limits, in bytes, on what is kept of a service's answers: in memory for each index, on the disk for a row and for
//! the whole cache.

/// Most bytes of inquiries in memory: twice what the 10,000 inquiries need that the service lists at most. Beyond that
/// no row is added, and the walk over inquiries stops.
pub const INQUIRIES: usize = 24_000_000;
/// Most bytes of domains in memory: enough for a million and a half. Beyond that no row is added, and the walk over
/// domains stops.
pub const DOMAINS: usize = 120_000_000;
/// Most bytes of answers kept in memory, by their size as received. An answer that a screen uses is never dropped to
/// keep this limit.
pub(in crate::store) const ANSWERS: usize = 16 << 20;
/// Most bytes of searchable texts of kept messages; later texts are left out.
pub(in crate::store) const MAIL_TEXTS: usize = 24 << 20;
/// Size in bytes of the longest JSON text of a row kept on the disk. A longer one is read from the service again when
/// the row is opened.
pub(in crate::store) const ROW: usize = 64 << 10;
/// Size of the cache on the disk, in bytes, from which whole texts of rows are no longer added.
pub(in crate::store) const CACHE: i64 = 700 << 20;
/// Bytes waiting to be written to the cache above which a walk waits.
pub(in crate::store) const WAITING: usize = 8 << 20;
