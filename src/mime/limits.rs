//! Largest size and depth of a message before it is parsed. Parts beyond the limit of parts or of depth are left
//! as sent, with a notice; beyond the other limits the whole message is shown raw.

/// Bytes of a message.
pub const MESSAGE: usize = 25 << 20;
/// Multiparts within each other.
pub const DEPTH: usize = 32;
/// Parts, multiparts included.
pub const PARTS: usize = 1000;
/// Bytes of a block of headers.
pub const HEADER_BYTES: usize = 1 << 20;
/// Lines of a block of headers.
pub const HEADER_LINES: usize = 10_000;
/// Bytes of an HTML part, decoded.
pub const HTML: usize = 2 << 20;
/// Elements within each other.
pub const HTML_DEPTH: usize = 256;
/// Elements of a page: each costs two or three KiB while it is laid out. A long newsletter has some thousand.
pub const HTML_ELEMENTS: usize = 20_000;
/// Bytes of a raw view.
pub const RAW_VIEW: usize = 256 << 10;
/// Bytes of text in one body, and its lines; the rest is left out with a notice, so that a message that is open stays
/// within its memory.
pub const TEXT: usize = 2 << 20;
pub const LINES: usize = 50_000;
