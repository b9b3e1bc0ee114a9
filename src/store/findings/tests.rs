use super::*;
use crate::store::filter::parse_domains;

#[test]
fn the_table_is_in_the_order_of_the_kinds_and_every_list_can_be_read() {
    for (place, kind) in Kind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, place, "{kind:?}");
        assert_eq!(Kind::parse(kind.word()), Some(kind));
    }
    for found in Store::new("main").findings(Timestamp(0)).all() {
        let List { screen, line } = found.list();
        if screen == "domains" {
            let (_, filter) = line.split_once(' ').unwrap_or((&line, ""));
            assert!(parse_domains(filter).is_ok_and(|read| read.canonical() == filter), "{line}");
        }
        assert_eq!(found.figure, Known::NotRead, "{line}");
    }
}
