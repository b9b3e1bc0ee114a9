//! Percent-encoding of texts in addresses.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that are encoded: all but letters, digits and the unreserved characters (RFC 3986, 2.3).
const ENCODED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Text for a segment of a path or a value of a query.
pub fn percent_encoded(text: &str) -> String {
    utf8_percent_encode(text, &ENCODED).to_string()
}
