//! Patterns of names: `^shop` (read as `shop*`), `shop*`, `*shop`, `b*k`.

/// True when the pattern matches the whole name, or the part before its first dot.
pub fn matches(pattern: &str, name: &str) -> bool {
    whole(pattern, name) || name.split_once('.').is_some_and(|(label, _)| whole(pattern, label))
}

fn whole(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some((_, after)) = name.split_once(part) else { return false };
        name = after;
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_letters_of_the_name_or_of_what_is_before_its_ending() {
        let found = |pattern: &str| {
            let names = ["shop.com", "bikeshop.com", "shopping.de", "book.net"];
            names.into_iter().filter(|name| matches(pattern, name)).collect::<Vec<_>>()
        };
        assert_eq!(found("shop*"), ["shop.com", "shopping.de"]);
        assert_eq!(found("*shop"), ["shop.com", "bikeshop.com"]);
        assert_eq!(found("*shop*"), ["shop.com", "bikeshop.com", "shopping.de"]);
        assert_eq!(found("b*k"), ["book.net"]);
        assert_eq!(found("b*k*e*.com"), ["bikeshop.com"]);
        assert_eq!(found("*.de"), ["shopping.de"]);
        assert_eq!(found("*").len(), 4);
    }
}
