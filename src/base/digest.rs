//! Digests: short texts by which two contents are compared.

use std::fmt::Write as _;

use ring::digest::{SHA256, digest as hash};

/// SHA-256 of the bytes and their number: `1f…-5120`. Shows whether a file or a list is the one that was checked,
/// even if somebody tries to replace it.
pub fn digest(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in hash(&SHA256, bytes).as_ref() {
        let _ = write!(text, "{byte:02x}");
    }
    let _ = write!(text, "-{}", bytes.len());
    text
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn a_digest_is_the_published_function() {
        assert_eq!(digest(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855-0");
        assert_eq!(digest(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad-3");
    }
}
