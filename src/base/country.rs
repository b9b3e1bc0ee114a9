//! The names of countries.

const COUNTRIES: &str = include_str!("../../assets/countries.tsv");

/// The English name of the country of an ISO 3166 code, whatever its case.
pub fn country(code: &str) -> Option<&'static str> {
    let mut rows = COUNTRIES.lines().filter_map(|line| line.split_once('\t'));
    rows.find_map(|(known, name)| known.eq_ignore_ascii_case(code).then_some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_is_named_by_its_code() {
        assert_eq!([country("DE"), country("gb"), country("XX")], [Some("Germany"), Some("United Kingdom"), None]);
        assert_eq!(COUNTRIES.lines().filter(|line| !line.starts_with('#') && line.contains('\t')).count(), 249);
    }
}
