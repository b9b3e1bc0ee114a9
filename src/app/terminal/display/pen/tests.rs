use proptest::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::write;

const WIDTH: u16 = 24;

fn cell(symbol: &str, fg: Color, bg: Color, modifier: Modifier) -> Cell {
    let mut cell = Cell::new("");
    cell.set_symbol(symbol);
    (cell.fg, cell.bg, cell.modifier) = (fg, bg, modifier);
    cell
}

fn any_cell() -> impl Strategy<Value = Cell> {
    let colour =
        || prop_oneof![Just(Color::Reset), Just(Color::Red), Just(Color::LightBlue), Just(Color::Indexed(200))];
    let modifier = prop_oneof![
        4 => Just(Modifier::empty()),
        1 => Just(Modifier::BOLD),
        1 => Just(Modifier::DIM),
        1 => Just(Modifier::BOLD | Modifier::REVERSED),
        1 => Just(Modifier::UNDERLINED | Modifier::ITALIC),
    ];
    let symbol = prop_oneof![6 => Just(" "), 1 => Just("a"), 1 => Just("é"), 1 => Just("7")];
    (symbol, colour(), colour(), modifier).prop_map(|(symbol, fg, bg, modifier)| cell(symbol, fg, bg, modifier))
}

fn screen() -> vt100::Parser {
    let size = |n| std::num::NonZero::new(n).expect("a screen has room");
    vt100::Parser::new(size(3), size(WIDTH), 0)
}

fn buffer(cells: Vec<Cell>) -> Buffer {
    Buffer { area: Rect::new(0, 0, WIDTH, 3), content: cells }
}

/// Look of a cell: text, foreground with bold and italic (if visible), background, inverse, underline.
type Seen = (String, Option<(vt100::Color, bool, bool)>, vt100::Color, bool, bool);

/// Looks of a terminal's cells, without the invisible foreground of blanks.
fn seen(screen: &vt100::Screen) -> Vec<Seen> {
    let mut all = Vec::new();
    for y in 0..3 {
        for x in 0..WIDTH {
            let cell = screen.cell(y, x).expect("the cell is on the screen");
            let blank = matches!(cell.contents(), "" | " ");
            let text = if blank { " ".to_owned() } else { cell.contents().to_owned() };
            let ink =
                (!blank || cell.underline() || cell.inverse()).then(|| (cell.fgcolor(), cell.bold(), cell.italic()));
            all.push((text, ink, cell.bgcolor(), cell.inverse(), cell.underline()));
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// After any earlier screen, writing the difference gives the same screen as painting everything.
    #[test]
    fn a_difference_shows_what_painting_everything_shows(
        before in prop::collection::vec(any_cell(), 3 * usize::from(WIDTH)),
        after in prop::collection::vec(any_cell(), 3 * usize::from(WIDTH)),
    ) {
        let (before, after) = (buffer(before), buffer(after));
        let blank = Buffer::empty(before.area);
        let paint = |screen: &mut vt100::Parser, from: &Buffer, to: &Buffer| {
            let mut bytes = Vec::new();
            write(&mut bytes, from.diff(to), WIDTH).expect("memory takes every byte");
            screen.process(&bytes);
        };
        let mut by_steps = screen();
        paint(&mut by_steps, &blank, &before);
        paint(&mut by_steps, &before, &after);
        let mut at_once = screen();
        paint(&mut at_once, &blank, &after);
        prop_assert_eq!(seen(by_steps.screen()), seen(at_once.screen()));
        for (at, wanted) in after.content.iter().enumerate() {
            let (x, y) = (at as u16 % WIDTH, at as u16 / WIDTH);
            let shown = at_once.screen().cell(y, x).expect("the cell is on the screen");
            if wanted.symbol() != " " {
                prop_assert_eq!(shown.contents(), wanted.symbol());
                prop_assert_eq!(shown.bold(), wanted.modifier.contains(Modifier::BOLD));
                prop_assert_eq!(shown.dim(), wanted.modifier.contains(Modifier::DIM));
                prop_assert_eq!(shown.inverse(), wanted.modifier.contains(Modifier::REVERSED));
            }
        }
    }
}

#[test]
fn bold_text_stays_bold_across_the_gaps_between_words() {
    for (ground, code) in [(Color::Reset, ""), (Color::Indexed(239), ";48;5;239")] {
        let plain = |symbol| cell(symbol, Color::Reset, ground, Modifier::empty());
        let bold = |symbol| cell(symbol, Color::Reset, ground, Modifier::BOLD);
        let row = [bold("a"), plain(" "), plain(" "), bold("b")];
        let mut bytes = Vec::new();
        write(&mut bytes, row.iter().enumerate().map(|(x, cell)| (x as u16, 0, cell)), WIDTH)
            .expect("memory takes every byte");
        assert_eq!(String::from_utf8_lossy(&bytes), format!("\x1b[1;1H\x1b[1{code}ma  b\x1b[m"));
    }
}

#[test]
fn a_long_gap_and_the_end_of_a_row_are_erased() {
    let blank = Cell::new(" ");
    let end = Cell::new("x");
    let cells = (0..20).map(|x| (x, 0, &blank)).chain([(20, 0, &end)]).chain((21..WIDTH).map(|x| (x, 0, &blank)));
    let mut bytes = Vec::new();
    write(&mut bytes, cells, WIDTH).expect("memory takes every byte");
    assert_eq!(String::from_utf8_lossy(&bytes), "\x1b[1;1H\x1b[20X\x1b[20Cx\x1b[K");
}

/// The emulator above keeps one weight only, so bold and dim together are checked by their bytes.
#[test]
fn bold_stays_when_only_dim_goes() {
    let styled = |symbol, modifier| cell(symbol, Color::Reset, Color::Reset, modifier);
    let row = [styled("a", Modifier::BOLD | Modifier::DIM), styled("b", Modifier::BOLD), styled("c", Modifier::DIM)];
    let mut bytes = Vec::new();
    write(&mut bytes, row.iter().enumerate().map(|(x, cell)| (x as u16, 0, cell)), WIDTH)
        .expect("memory takes every byte");
    assert_eq!(String::from_utf8_lossy(&bytes), "\x1b[1;1H\x1b[1;2ma\x1b[0;1mb\x1b[0;2mc\x1b[m");
}
