use super::measure::Cells;
use super::{CellText, Column, Cut, Empty, Rows, Table};
use crate::ui::Facts;
use crate::ui::testing::{draw, look};

#[test]
fn names_are_whole_before_other_columns_have_room() {
    static COLUMNS: &[Column] = &[
        Column::text("domain", "domain", (12, 24), 1),
        Column::figure("offer", "offer", (8, 10), 2),
        Column::text("buyer", "buyer", (10, 30), 3),
    ];
    let table: Table<i64> = Table::new(COLUMNS);
    let widths = |width, used: [(u16, u16); 3]| {
        let used = used.map(|(most, usual)| Cells { most, usual, whole: most });
        table.layout(width, &[0, 1, 2], &used).iter().map(|(_, cells)| *cells).collect::<Vec<u16>>()
    };
    let used = [(24, 15), (5, 5), (20, 18)];
    assert_eq!(widths(43, used), [24, 5, 10], "the buyer has what the names leave");
    assert_eq!(widths(53, used), [24, 5, 20], "all are");
    let wide = [(24, 15), (5, 5), (90, 30)];
    assert_eq!(widths(80, wide), [24, 5, 47], "a text that is cut takes what nothing else needs");
    let endless = [(300, 24), (5, 5), (36, 36)];
    assert_eq!(widths(80, endless), [35, 5, 36], "and no more than a text that lacks less leaves");
}

#[test]
fn a_column_of_details_takes_no_cells_from_texts_before_it() {
    static DETAILS: &[Column] = &[
        Column::text("domain", "domain", (12, 30), 1),
        Column::text("buyer", "buyer", (8, 28), 3),
        Column::text("from", "from", (4, 4), 5),
        Column::text("risk", "risk", (6, 6), 6),
    ];
    let table: Table<i64> = Table::new(DETAILS);
    let used = [(20, 18), (40, 20), (4, 4), (6, 6)].map(|(most, usual)| Cells { most, usual, whole: most });
    let stay = |width, has_preview| table.beside_texts(width, &[0, 1, 2, 3], &used, has_preview).len();
    assert_eq!([55, 56].map(|width| stay(width, false)), [3, 4]);
    assert_eq!([47, 48].map(|width| stay(width, true)), [2, 3], "the preview tells more of them");
    assert_eq!(stay(30, false), 3, "those below that rank stay, cut as they are");
}

/// Names as wide as their number.
struct Wide;
impl Rows<usize> for Wide {
    fn cell(&self, key: &usize, column: &str) -> CellText<'_> {
        if column == "offer" { "$5".into() } else { "w".repeat(*key).into() }
    }
}

#[test]
fn no_column_moves_or_goes_while_a_filter_is_typed() {
    static COLUMNS: &[Column] = &[
        Column::text("domain", "domain", (8, 24), 1),
        Column::figure("offer", "offer", (8, 10), 2),
        Column::text("buyer", "buyer", (8, 30), 3),
        Column::text("note", "note", (12, 30), 6),
    ];
    let heading = |table: &Table<usize>, width: u16| {
        let frame = draw(width, 6, |area, buf| {
            look(|look| table.render(&Wide, &Empty::default(), look, area, buf, &mut Facts::default()));
        });
        frame.lines().next().unwrap_or_default().to_owned()
    };
    for width in (40..=100).step_by(5) {
        let mut table = Table::new(COLUMNS);
        table.set_ids((5..20).collect());
        let whole = heading(&table, width);
        for left in [&[5, 19][..], &[7], &[19]] {
            table.set_filtered(left.into());
            assert_eq!(heading(&table, width), whole, "{left:?} at {width}");
        }
    }
}

/// Cells that are a list of names.
struct Listed;
impl Rows<usize> for Listed {
    fn cell(&self, _: &usize, _: &str) -> CellText<'_> {
        CellText { cut: Cut::Parts("listed at "), ..CellText::from("2 offers, cloo.com, listed at $9") }
    }
}

#[test]
fn a_list_is_cut_between_its_parts() {
    static COLUMNS: &[Column] = &[Column::text("about", "about", (8, 40), 1)];
    let mut table = Table::new(COLUMNS);
    table.set_ids([0].into());
    let frame = draw(36, 4, |area, buf| {
        look(|look| table.render(&Listed, &Empty::default(), look, area, buf, &mut Facts::default()));
    });
    assert!(frame.contains("2 offers, listed at $9") && !frame.contains("cloo"), "{frame}");
}
