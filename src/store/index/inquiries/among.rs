//! Whether an address is among others.

use std::borrow::Cow;

/// An address is among these, which are in order and in lower case.
pub(super) fn is_among(addresses: &[Box<str>], address: &str) -> bool {
    if addresses.is_empty() {
        return false;
    }
    // Nearly all are written in small letters.
    let is_small = address.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    let address = if is_small { Cow::Borrowed(address) } else { Cow::Owned(address.to_lowercase()) };
    addresses.binary_search_by(|known| (**known).cmp(address.trim())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_among;

    #[test]
    fn an_address_is_among_others_whatever_its_letters() {
        let ignored: Vec<Box<str>> = ["a@x.example", "bücher@x.example"].map(Into::into).into();
        for (address, is) in [("a@x.example", true), (" A@X.example ", true), ("BÜCHER@x.example", true), ("", false)]
        {
            assert_eq!(is_among(&ignored, address), is, "{address}");
        }
        assert!(!is_among(&[], "a@x.example"));
    }
}
