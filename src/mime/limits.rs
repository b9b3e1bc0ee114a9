//! Largest size and depth of a message, checked before it is parsed. If there are too many parts, or they are
//! too deep, the message is split as far as allowed, with a notice. Beyond any other limit the whole message is shown
//! raw.

/// Largest message, in bytes.
pub const MESSAGE: usize = 25 << 20;
/// Most nested multiparts.
pub const DEPTH: usize = 32;
/// Most parts, multiparts included.
pub const PARTS: usize = 1000;
/// Largest block of headers, in bytes.
pub const HEADER_BYTES: usize = 1 << 20;
/// Most lines of a block of headers.
pub const HEADER_LINES: usize = 10_000;
/// Largest HTML part, decoded, in bytes.
pub const HTML: usize = 2 << 20;
/// Most nested elements.
pub const HTML_DEPTH: usize = 256;
/// Most elements of a page, each of which takes two or three KiB during layout. A long newsletter has some
/// thousand.
pub const HTML_ELEMENTS: usize = 20_000;
/// Bytes of a message shown in the raw view.
pub const RAW_VIEW: usize = 256 << 10;
/// Most bytes of text in one body. With the limit of lines it keeps an open message within its memory; the
/// text after it is left out with a notice.
pub const TEXT: usize = 2 << 20;
pub const LINES: usize = 50_000;
