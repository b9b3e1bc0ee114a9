//! Largest size and depth of a message before it is parsed. Parts beyond the limit of parts or of depth are left
//! as sent, with a notice; beyond the other limits the whole message is shown raw.

/// Largest message, in bytes.
pub const MESSAGE: usize = 25 << 20;
/// Most multiparts within each other.
pub const DEPTH: usize = 32;
/// Most parts, multiparts included.
pub const PARTS: usize = 1000;
/// Largest block of headers, in bytes.
pub const HEADER_BYTES: usize = 1 << 20;
/// Most lines of a block of headers.
pub const HEADER_LINES: usize = 10_000;
/// Largest HTML part, decoded, in bytes.
pub const HTML: usize = 2 << 20;
/// Most elements within each other.
pub const HTML_DEPTH: usize = 256;
/// Most elements of a page: each costs two or three KiB while it is laid out. A long newsletter has some
/// thousand.
pub const HTML_ELEMENTS: usize = 20_000;
/// Bytes of a message shown in the raw view.
pub const RAW_VIEW: usize = 256 << 10;
/// Most bytes of text in one body, and most lines; the rest is left out with a notice, so that an open message stays
/// within its memory.
pub const TEXT: usize = 2 << 20;
pub const LINES: usize = 50_000;
