//! Search for an address in a sorted list.

use std::borrow::Cow;

/// True when an address is among `addresses`, which are sorted and in lower case.
pub(super) fn is_among(addresses: &[Box<str>], address: &str) -> bool {
    if addresses.is_empty() {
        return false;
    }
    // Most addresses are in lower case already, and need no copy.
    let is_small = address.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    let address = if is_small { Cow::Borrowed(address) } else { Cow::Owned(address.to_lowercase()) };
    addresses.binary_search_by(|known| (**known).cmp(address.trim())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_among;

    #[test]
    fn an_address_is_found_among_others_in_any_case() {
        let ignored: Vec<Box<str>> = ["a@x.example", "bücher@x.example"].map(Into::into).into();
        for (address, is) in [("a@x.example", true), (" A@X.example ", true), ("BÜCHER@x.example", true), ("", false)]
        {
            assert_eq!(is_among(&ignored, address), is, "{address}");
        }
        assert!(!is_among(&[], "a@x.example"));
    }
}
