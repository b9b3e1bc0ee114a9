//! Singular and plural of words that the user types.

/// True where one word is the plural of the other: `reply` and `replies`, `views` and `view`.
pub fn is_other_number(one: &str, other: &str) -> bool {
    let is_plural = |many: &str, one: &str| match one.strip_suffix('y') {
        Some(stem) if many.strip_suffix("ies") == Some(stem) => true,
        _ => many.strip_suffix('s') == Some(one),
    };
    is_plural(one, other) || is_plural(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_and_its_singular_are_found_either_way() {
        for (one, many) in [("reply", "replies"), ("view", "views"), ("key", "keys")] {
            assert!(is_other_number(one, many) && is_other_number(many, one), "{one}");
        }
        for (one, other) in [("reply", "reply"), ("names", "prices"), ("", "y")] {
            assert!(!is_other_number(one, other), "{one} {other}");
        }
    }
}
