use std::sync::Arc;

use super::*;
use crate::ui::testing::{draw, look};
use crate::ui::{Args, Cx, Facts, Role, run_in};

static COLUMNS: &[Column] = &[
    Column { id: "domain", title: "domain", min: 12, max: 24, keep: 1, sort: Some(false), ..Column::BASE },
    Column::figure("offer", "offer", (8, 10), 2),
    Column { id: "buyer", title: "buyer", min: 10, max: 30, keep: 3, sort: Some(false), ..Column::BASE },
    Column { id: "note", title: "note", min: 10, max: 30, keep: 4, shown: false, ..Column::BASE },
];

struct Numbers;
impl Rows<i64> for Numbers {
    fn cell(&self, key: &i64, column: &str) -> CellText<'_> {
        match column {
            "domain" => format!("name{key}.example").into(),
            "offer" if *key == 9 => "$300 · €2,500".into(),
            "offer" if *key % 2 == 0 => CellText::none(),
            "offer" => format!("${key}").into(),
            _ => "例え buyer".into(),
        }
    }

    fn flags(&self, key: &i64) -> RowFlags {
        RowFlags { unread: *key == 1, starred: *key == 2, ..RowFlags::default() }
    }
}

fn table(rows: i64, height: u16) -> Table<i64> {
    let mut table = Table::new(COLUMNS);
    table.set_ids((0..rows).collect());
    table.drawn(height);
    table
}

fn run(table: &mut Table<i64>, name: &str, args: &Args) -> Vec<crate::ui::Effect> {
    let mut effects = Vec::new();
    look(|look| {
        run_in(Table::COMMANDS, name, table, args, &mut Cx { world: look.world, effects: &mut effects })
            .unwrap_or_else(|| panic!("no command {name}"));
    });
    effects
}

fn times(count: u32) -> Args {
    Args { count: Some(count), ..Args::default() }
}

fn frame(table: &Table<i64>, width: u16, height: u16, ascii: bool) -> String {
    draw(width, height, |area, buf| {
        look(|look| {
            let look = crate::ui::Look { ascii, ..*look };
            table.render(&Numbers, &Empty::default(), &look, area, buf, &mut Facts::default());
        });
    })
}

/// Ids of the columns shown.
fn shown<K: super::Key>(table: &Table<K>) -> Vec<&str> {
    table.columns().map(|column| column.id.as_ref()).collect()
}

#[test]
fn columns_of_a_file_are_called_by_their_headings_and_kept_apart_by_their_place() {
    let heading = |(place, title)| super::Heading::of_file(place, title, 6, place == 1);
    let mut table: Table<u32> =
        Table::with_headings(["name", "price", "name"].into_iter().enumerate().map(heading).collect());
    assert_eq!(table.complete("table.sort"), ["name", "price", "name"]);
    assert_eq!(shown(&table).iter().map(|id| super::place_of(id)).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
    assert!(table.set_sort("Price", None));
    assert_eq!(table.sort().map(|(id, _)| super::place_of(id)), Some(Some(1)));
    assert!(table.set_sort("#3", Some(true)), "where two have one heading, its number tells them apart");
    assert_eq!(table.sort(), Some(("#3", true)));
    assert!(!table.set_sort("moon", None));
    assert_eq!(table.sort(), Some(("#3", true)));
}

#[test]
fn a_column_answers_to_its_title_and_to_its_id() {
    const COLUMNS: &[Column] =
        &[Column::text("domain", "domain", (8, 8), 1), Column::figure("best", "Best offer", (8, 8), 2)];
    let mut table: Table<i64> = Table::new(COLUMNS);
    assert_eq!(table.complete("table.sort"), ["domain", "best-offer"]);
    for words in
        [&["best"][..], &["best-offer"], &["Best", "offer"], &["best_offer", "desc"], &["Best", "offer", "desc"]]
    {
        table.set_sort("domain", Some(false));
        run(&mut table, "table.sort", &Args::words(words.iter().copied()));
        assert_eq!(table.sort(), Some(("best", true)), "{words:?}");
    }
}

#[test]
fn the_viewport_turns_by_whole_pages() {
    let mut table = table(100, 10);
    for _ in 0..9 {
        run(&mut table, "table.down", &Args::default());
    }
    assert_eq!((table.cursor, table.top), (9, 0));
    run(&mut table, "table.down", &Args::default());
    assert_eq!((table.cursor, table.top), (10, 8), "the next row opens the next page below the two before it");
    run(&mut table, "table.up", &times(3));
    assert_eq!((table.cursor, table.top), (7, 0), "and back it is the page before");
    run(&mut table, "table.down", &times(14));
    assert_eq!((table.cursor, table.top), (21, 16), "as single steps turn it");
    run(&mut table, "table.up", &times(6));
    assert_eq!((table.cursor, table.top), (15, 8), "upwards two rows stay below it");
    run(&mut table, "table.bottom", &Args::default());
    assert_eq!((table.cursor, table.top), (99, 90), "the last page is full");
    table.set_ids((0..95).chain(99..100).collect());
    assert_eq!((table.cursor, table.top), (95, 86), "and stays so when rows go");
    run(&mut table, "table.top", &Args::default());
    assert_eq!((table.cursor, table.top), (0, 0));
}

#[test]
fn sorting_goes_to_the_first_row_and_shows_the_column() {
    let mut table = table(100, 10);
    assert!(!frame(&table, 36, 12, false).contains("buyer"), "no room for it");
    table.go(50);
    run(&mut table, "table.sort", &Args::words(["buyer"]));
    table.set_ids((0..100).rev().collect());
    assert_eq!((table.selected(), table.cursor, table.top), (Some(&99), 0, 0));
    assert!(frame(&table, 36, 12, false).contains("buyer"), "{}", frame(&table, 36, 12, false));
    run(&mut table, "table.columns", &Args::words(["buyer"]));
    run(&mut table, "table.down", &times(4));
    run(&mut table, "table.mark", &Args::default());
    run(&mut table, "table.sort", &Args::words(["buyer"]));
    table.set_ids((0..100).collect());
    assert_eq!(table.selected(), Some(&94), "with marks the cursor stays on its row");
    assert!(frame(&table, 36, 12, false).contains("buyer"), "a hidden column is shown again");
}

#[test]
fn pages_keep_the_height_of_the_cursor_and_end_at_the_ends() {
    let mut table = table(25, 10);
    table.go(3);
    run(&mut table, "table.page_down", &Args::default());
    assert_eq!((table.cursor, table.top), (13, 10));
    run(&mut table, "table.page_down", &Args::default());
    assert_eq!((table.cursor, table.top), (18, 15));
    run(&mut table, "table.page_down", &Args::default());
    assert_eq!(table.cursor, 24);
    for _ in 0..9 {
        run(&mut table, "table.page_up", &Args::default());
    }
    assert_eq!((table.cursor, table.top), (0, 0));
}

#[test]
fn the_rows_a_page_leads_to_are_read_ahead() {
    let mut table = table(100, 20);
    assert_eq!(table.pages_around().copied().collect::<Vec<_>>(), [20]);
    table.select(&45);
    let around: Vec<i64> = table.pages_around().copied().collect();
    for (name, to) in [("table.page_up", around[0]), ("table.page_down", around[1])] {
        table.select(&45);
        run(&mut table, name, &Args::default());
        assert_eq!(table.selected(), Some(&to), "{name}");
    }
    table.select(&99);
    assert_eq!(table.pages_around().copied().collect::<Vec<_>>(), [79]);
}

/// Proves R-63.
#[test]
fn the_selection_is_a_row_not_a_number() {
    let mut table = table(50, 10);
    table.go(20);
    // New rows come in above: the row being read stays at its place on the screen.
    table.set_ids((100..103).chain(0..50).collect());
    assert_eq!((table.selected(), table.cursor, table.top), (Some(&20), 23, 21));
    // Its row is removed: the cursor is on the row that came after it.
    table.set_ids((0..50).filter(|id| *id != 20).collect());
    assert_eq!(table.selected(), Some(&21));
    // The last rows are removed: the cursor is on the last row left.
    table.go(usize::MAX);
    table.set_ids((0..10).collect());
    assert_eq!(table.selected(), Some(&9));
    // The list is emptied and filled again: the row is found again, and in between there is no target.
    table.set_ids(Arc::from([]));
    assert_eq!(table.targets().ids, Vec::<i64>::new());
    table.set_ids((5..15).collect());
    assert_eq!(table.selected(), Some(&9));
}

#[test]
fn new_rows_are_visible_while_the_cursor_is_at_the_top() {
    let mut table = table(50, 10);
    table.set_ids((100..103).chain(0..50).collect());
    assert_eq!((table.selected(), table.cursor, table.top), (Some(&0), 3, 0));
    table.set_ids((0..3).collect());
    table.stay_on_first();
    table.set_ids(Arc::from([2, 1, 0]));
    assert_eq!(table.selected(), Some(&2));
}

#[test]
fn marks_follow_a_range_and_can_be_inverted() {
    let mut table = table(10, 20);
    run(&mut table, "table.mark", &Args::default());
    run(&mut table, "table.mark", &Args::default());
    assert_eq!((table.targets().ids, table.cursor), (vec![0, 1], 2));
    run(&mut table, "table.range", &Args::default());
    run(&mut table, "table.down", &times(3));
    run(&mut table, "table.up", &Args::default());
    assert_eq!(table.targets().ids, [0, 1, 2, 3, 4], "the range follows the cursor back");
    run(&mut table, "table.range", &Args::default());
    run(&mut table, "table.down", &times(3));
    assert_eq!(table.marked(), 5);
    run(&mut table, "table.invert", &Args::default());
    assert_eq!(table.targets().ids, [5, 6, 7, 8, 9]);
    table.set_total(Some(41_812));
    run(&mut table, "table.mark_all", &Args::default());
    assert_eq!((table.marked(), table.targets().everything), (10, None));
    assert!(table.marks_note().is_some_and(|note| note.contains("* again for all 41,812")));
    run(&mut table, "table.mark_all", &Args::default());
    assert_eq!((table.marked(), table.targets().everything), (41_812, Some(41_812)));
    assert!(table.clear_marks());
    assert_eq!(table.targets(), Targets { ids: vec![table.cursor as i64], marked: false, everything: None });
}

#[test]
fn marks_of_rows_that_are_gone_are_gone() {
    let mut table = table(5, 10);
    table.mark_also([1, 3]);
    table.set_ids((2..8).collect());
    assert_eq!(table.targets().ids, [3]);
}

#[test]
fn columns_give_way_by_rank_and_numbers_stand_right() {
    let table = table(3, 10);
    assert_eq!(
        frame(&table, 70, 5, false).lines().collect::<Vec<_>>(),
        [
            "     domain         offer  buyer",
            "▌    name0.example      —  例え buyer",
            "  ●  name1.example     $1  例え buyer",
            "   ★ name2.example      —  例え buyer",
            "",
        ]
    );
    assert_eq!(
        frame(&table, 30, 4, true).lines().collect::<Vec<_>>(),
        [
            "     domain         offer",
            ">    name0.example      -",
            "  *  name1.example     $1",
            "   + name2.example      -",
        ]
    );
    for width in 0..40 {
        for height in 0..4 {
            frame(&table, width, height, false);
        }
    }
}

#[test]
fn amounts_that_do_not_fit_are_left_out_whole() {
    let frame = frame(&table(10, 12), 44, 12, false);
    assert!(frame.contains("$300 · …") && !frame.contains("€2"), "half an amount is another amount:\n{frame}");
}

#[test]
fn the_first_column_stays_when_a_table_scrolls_sideways() {
    let mut table = table(1, 10);
    run(&mut table, "table.right", &times(9));
    let shown = frame(&table, 30, 3, false);
    assert!(shown.contains("domain") && shown.contains("buyer") && !shown.contains("offer"), "{shown}");
}

#[test]
fn sort_and_columns_open_menus_and_take_names() {
    use crate::ui::{Effect, Outcome};
    let mut table = table(3, 10);
    let effects = run(&mut table, "table.sort", &Args::default());
    let Some(Effect::Menu(menu)) = effects.first() else { panic!("{effects:?}") };
    assert_eq!(menu.items.len(), 3, "only what can be sorted by");
    run(&mut table, "table.sort", &Args::words(["offer"]));
    assert_eq!(table.sort(), Some(("offer", true)));
    run(&mut table, "table.sort", &Args::words(["offer"]));
    assert_eq!(table.sort(), Some(("offer", false)));
    assert!(matches!(sort_outcome(&mut table, &["note"]), Outcome::Refused(_)));
    assert!(matches!(sort_outcome(&mut table, &["offer", "upwards"]), Outcome::Refused(_)));
    run(&mut table, "table.columns", &Args::words(["note"]));
    assert_eq!(shown(&table), ["domain", "offer", "buyer", "note"]);
    run(&mut table, "table.columns", &Args::words(["offer"]));
    assert_eq!(shown(&table), ["domain", "buyer", "note"]);
}

fn sort_outcome(table: &mut Table<i64>, words: &[&str]) -> crate::ui::Outcome {
    let mut effects = Vec::new();
    look(|look| {
        let cx = &mut Cx { world: look.world, effects: &mut effects };
        run_in(Table::COMMANDS, "table.sort", table, &Args::words(words.iter().copied()), cx).expect("a command")
    })
}

/// Proves R-63.
#[test]
fn random_refreshes_never_change_the_target() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut table = table(40, 10);
    for _ in 0..5_000 {
        table.go(random.usize(..40));
        let target = table.selected().copied();
        let mut ids: Vec<i64> = (0..60).filter(|_| random.u8(..) > 100).collect();
        random.shuffle(&mut ids);
        let kept = target.filter(|id| ids.contains(id));
        table.set_ids(ids.into());
        table.drawn(random.u16(0..12));
        if let Some(kept) = kept {
            assert_eq!(table.targets().ids, [kept]);
        }
        assert!(table.cursor < table.len().max(1));
    }
}

/// Number of bytes sent to the terminal for the change between two frames.
fn bytes(before: &ratatui::buffer::Buffer, after: &ratatui::buffer::Buffer) -> usize {
    use ratatui::backend::Backend;
    let mut out = Vec::new();
    let mut backend = ratatui::backend::CrosstermBackend::new(&mut out);
    backend.draw(before.diff(after).into_iter()).expect("writing into memory");
    out.len()
}

#[test]
fn a_line_of_movement_costs_little_more_than_reversing_two_rows() {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::{Modifier, Style};
    static WIDE: &[Column] = &[
        Column { id: "age", title: "age", min: 4, max: 4, align: Align::Right, ..Column::BASE },
        Column { id: "domain", title: "domain", min: 20, max: 34, ..Column::BASE },
        Column { id: "offer", title: "offer", min: 10, max: 12, align: Align::Right, ..Column::BASE },
        Column { id: "buyer", title: "buyer", min: 20, max: 30, ..Column::BASE },
        Column { id: "company", title: "company", min: 20, max: 30, ..Column::BASE },
        Column { id: "risk", title: "risk", min: 8, max: 8, ..Column::BASE },
    ];
    struct Typical;
    impl Rows<i64> for Typical {
        fn cell(&self, key: &i64, column: &str) -> CellText<'_> {
            match column {
                "age" => CellText::new("4m", Role::Dim),
                "risk" => CellText::new("low", Role::Good),
                "offer" => format!("${key},500").into(),
                _ => format!("{column} of row {key}").into(),
            }
        }
    }
    let area = Rect::new(0, 0, 160, 48);
    let ours = |cursor: usize| {
        let mut table = Table::new(WIDE);
        table.set_ids((0..1000).collect());
        table.drawn(47);
        table.go(cursor);
        let mut buf = Buffer::empty(area);
        look(|look| table.render(&Typical, &Empty::default(), look, area, &mut buf, &mut Facts::default()));
        buf
    };
    // Bytes of a program that paints rows plainly and reverses one of them.
    let plain = |cursor: u16| {
        let mut buf = Buffer::empty(area);
        for row in 0..47u16 {
            for (x, column) in [(0, "4m"), (5, "domain"), (40, "offer"), (53, "buyer"), (84, "company"), (115, "low")] {
                buf.set_stringn(x, row + 1, format!("{column} of row {row}"), 30, Style::new());
            }
        }
        for x in 0..area.width {
            buf[(x, cursor + 1)].modifier = Modifier::REVERSED;
        }
        buf
    };
    let (mut our_bytes, mut floor) = (0, 0);
    for step in 0..40 {
        our_bytes += bytes(&ours(step), &ours(step + 1));
        floor += bytes(&plain(step as u16), &plain(step as u16 + 1));
    }
    assert!(our_bytes * 10 <= floor * 12, "{} bytes per step, the plain painter {}", our_bytes / 40, floor / 40);
}
