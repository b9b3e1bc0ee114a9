//! Limits given in the documents, so that the program sends nothing that would be refused.

/// Rows per page when a call does not say how many.
pub const PER_PAGE_DEFAULT: u32 = 50;
/// Most rows per page in most lists.
pub const PER_PAGE: u32 = 200;
/// Most rows per page of inquiries and mail.
pub const PER_PAGE_SHORT: u32 = 100;
/// Rows per page of a buyer's history.
pub const HISTORY_ROWS: u32 = 20;
/// Number of inquiries that the list gives, the newest ones.
pub const INQUIRIES_REACHED: u64 = 10_000;
/// Number of inquiries at which the list of a buyer's history ends.
pub const HISTORY_REACHED: u64 = 2_000;
/// Most names, ids or exclusions in one bulk call.
pub const BULK: usize = 10_000;
/// Most names in one settings call.
pub const SETTINGS_NAMES: usize = 500;
/// Longest mail search, in characters.
pub const SEARCH_CHARS: usize = 200;
/// Longest mail search, in words.
pub const SEARCH_WORDS: usize = 20;
/// Most ignored senders of a member.
pub const SENDERS: usize = 200;
/// Most images in the `cover_images` of an account or a domain.
pub const COVER_IMAGES: usize = 5;
/// Largest image, in bytes.
pub const IMAGE_BYTES: u64 = 10 * 1024 * 1024;
/// Types an image may have, by file extension and content type.
pub const IMAGE_TYPES: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("svg", "image/svg+xml"),
];
/// Largest CSV file, in bytes; it must be UTF-8.
pub const CSV_BYTES: u64 = 16 * 1024 * 1024;
/// Time for which a finished export can be downloaded, in seconds.
pub const EXPORT_KEPT: i64 = 7 * 24 * 60 * 60;
/// Time since the confirmation of an address after which it may be reported unreachable, in seconds.
pub const UNREACHABLE_AFTER: i64 = 24 * 60 * 60;
/// Windows of the reports, in days; 0 is all time.
pub const WINDOWS: &[u32] = &[7, 30, 90, 0];

/// True when `name` may be a nameserver name: letters and digits only, and no longer than a label of a host name (RFC
/// 1035).
pub fn is_nameserver_name(name: &str) -> bool {
    (1..=63).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// True when `text` may be a colour: `#` and six hexadecimal digits.
pub fn is_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}
