//! Limits of what is held of a service's answers, however much it sends: in memory for each index, on the disk for a
//! row and for the whole cache.

/// Bytes of the inquiries in memory, twice what the 10,000 need that the service lists. Beyond them no row is added, and
/// the walk over them stops.
pub const INQUIRIES: usize = 24_000_000;
/// Bytes of answers kept about domains, like [`INQUIRIES`]: somewhat more than a million domains.
pub const DOMAINS: usize = 120_000_000;
/// Bytes of the answers kept in memory, as they came. Answers that screens stand on are not dropped for it.
pub(in crate::store) const ANSWERS: usize = 16 << 20;
/// Bytes of the texts of kept messages that are searched; later ones are left out.
pub(in crate::store) const MAIL_TEXTS: usize = 24 << 20;
/// Longest text of a row that is kept on the disk. What is longer is read again from the service when it is opened.
pub(in crate::store) const ROW: usize = 64 << 10;
/// Size of the cache on the disk from which on the whole texts of rows are no longer added.
pub(in crate::store) const CACHE: i64 = 700 << 20;
/// Bytes that wait to be written to the cache, beyond which a walk waits too.
pub(in crate::store) const WAITING: usize = 8 << 20;
