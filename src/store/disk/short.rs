//! Shortened JSON texts of rows: each member name becomes one byte, because names are more than half of the text.

/// Parts of a text that are kept as one byte, the one at the same place in [`BYTES`]. A released part keeps its place;
/// new ones are added at the end.
const NAMES: [&str; 19] = [
    "\"domain_id\":",
    "\"name\":",
    "\"punycode\":",
    "\"state\":",
    "\"is_approved\":",
    "\"is_verified\":",
    "\"is_portfolio_host\":",
    "\"added_date\":",
    "\"verified_since\":",
    "\"last_verified\":",
    "\"next_check\":",
    "\"lander_url\":",
    "\"for_sale\":",
    "\"bin_price\":",
    "\"target_price\":",
    "\"accept_offers\":",
    "\"verified\"",
    "\"detected\"",
    "\"https://",
];

/// Bytes that stand for [`NAMES`]. They are control characters, which no JSON text contains: within strings they are
/// escaped, and between values only tabs and line ends are allowed.
const BYTES: &[u8; NAMES.len()] = b"\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16";

/// Text of a row, shortened.
pub(super) fn shorten(json: &str) -> String {
    let mut short = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = memchr::memchr(b'"', rest.as_bytes()) {
        short.push_str(&rest[..at]);
        rest = &rest[at..];
        let next = rest.as_bytes().get(1);
        // Most texts differ in the letter after the quote; comparing whole names took a third of the thread's time.
        let is_it = |name: &str| name.as_bytes().get(1) == next && rest.starts_with(name);
        let name = NAMES.iter().zip(BYTES).find(|(name, _)| is_it(name));
        let (sign, length) = name.map_or(('"', 1), |(name, byte)| (char::from(*byte), name.len()));
        short.push(sign);
        rest = &rest[length..];
    }
    short + rest
}

/// Text of a row as it came. A text that an earlier version kept unshortened is returned as it is.
pub(super) fn restore(short: &str) -> String {
    let mut json = String::with_capacity(short.len() * 3);
    for sign in short.chars() {
        match BYTES.iter().position(|byte| sign == char::from(*byte)) {
            Some(at) => json.push_str(NAMES[at]),
            None => json.push(sign),
        }
    }
    json
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_row_takes_less_than_half_of_its_text() {
        let row = r#"{"domain_id":33938,"name":"0032.store","punycode":"0032.store","state":"verified","is_approved":true,"is_verified":true,"is_portfolio_host":false,"added_date":1614802069,"verified_since":1614925196,"last_verified":1795281551,"next_check":1795371551,"lander_url":"https://0032.store/","for_sale":true,"bin_price":24750.0,"target_price":null,"accept_offers":true}"#;
        let short = shorten(row);
        assert_eq!(restore(&short), row);
        assert!(short.len() * 2 < row.len(), "{} of {}", short.len(), row.len());
        assert_eq!(restore(row), row, "an unshortened one");
    }

    proptest! {
        #[test]
        fn a_row_of_any_text_is_read_back_as_it_came(
            names in proptest::collection::vec((0..NAMES.len(), "[ -~\\t\\r\\nß漢\"\\\\]{0,12}"), 0..20)
        ) {
            let text: String = names.iter().flat_map(|(name, text)| [NAMES[*name], text]).collect();
            prop_assert_eq!(restore(&shorten(&text)), text);
        }
    }
}
