use std::sync::Arc;

use ratatui::layout::Size;
use ratatui::style::Style;

use super::super::Display;
use super::*;
use crate::mime::Picture;

const CELL: (u16, u16) = (4, 6);

fn picture(shade: u8) -> Arc<Picture> {
    Arc::new(Picture::new(String::new(), 8, vec![[shade, 0, 0]; 8 * 12]))
}

/// Picture of two by two cells.
fn at(shade: u8, x: u16, y: u16) -> Placed {
    Placed { picture: picture(shade), area: Rect::new(x, y, 2, 2) }
}

fn display(protocol: Protocol) -> Display {
    let mut display = Display::new(Size::new(20, 6));
    display.set_pixels(Some(Pixels { protocol, cell: CELL }));
    frame(&mut display, "", &[]);
    display
}

/// Frame with a text in each row and these pictures, all encoded before; the cells below a picture have blocks.
fn frame(display: &mut Display, text: &str, pictures: &[Placed]) -> String {
    for placed in pictures {
        if let Some(encoding) = encoding(display, placed) {
            display.take_encoded(encoding.run());
        }
    }
    let bytes = as_is(display, text, pictures);
    assert_eq!(display.missing_pictures(), []);
    bytes
}

/// Encoding that a picture still needs; `None` if it is encoded.
fn encoding(display: &Display, placed: &Placed) -> Option<Encoding> {
    let encoding = Encoding { placed: placed.clone(), pixels: display.pictures.pixels? };
    let is_kept = display.pictures.kept.iter().any(|kept| kept.encoding.is_like(&encoding));
    (!is_kept).then_some(encoding)
}

/// Frame with the pictures encoded so far.
fn as_is(display: &mut Display, text: &str, pictures: &[Placed]) -> String {
    let (_, bytes) = display
        .frame(|_, buf| {
            for y in 0..buf.area.height {
                buf.set_string(0, y, text, Style::new());
            }
            for placed in pictures {
                placed.area.intersection(buf.area).positions().for_each(|at| _ = buf[at].set_symbol("▀"));
            }
            pictures.to_vec()
        })
        .expect("bytes in memory");
    String::from_utf8(bytes).expect("text")
}

const SIXEL: &str = "\x1bP0;1;0q\"1;1;8;12#0;2;";
const WIPED: [&str; 2] = ["\x1b[2;6H  \x1b[3;6H  ", "\x1b[3;9H  \x1b[4;9H  "];

#[test]
fn a_picture_comes_after_the_cells_of_its_frame_and_once() {
    let mut display = display(Protocol::Sixel);
    let bytes = frame(&mut display, "text", &[at(255, 5, 1)]);
    assert!(bytes.starts_with("\x1b[?2026h") && bytes.ends_with("\x1b\\\x1b[?2026l"), "{bytes:?}");
    let sixel = bytes.find(&format!("\x1b[2;6H{SIXEL}100;0;0")).expect("the picture at its place");
    assert!(bytes.rfind("text").expect("the cells") < sixel, "{bytes:?}");
    assert!(!bytes.contains('▀'), "nothing is written where it is");
    assert_eq!(frame(&mut display, "text", &[at(255, 5, 1)]), "", "the same picture, decoded anew");
    let bytes = frame(&mut display, "texts", &[at(255, 5, 1)]);
    assert!(!bytes.contains(SIXEL) && !bytes.contains("▀"), "{bytes:?}");
}

/// A frame does not wait for the encoding of a large picture.
#[test]
fn blocks_stand_for_a_picture_until_it_is_encoded_once() {
    let mut display = display(Protocol::Sixel);
    let placed = [at(255, 5, 1)];
    let bytes = as_is(&mut display, "", &placed);
    assert!(bytes.contains("▀▀") && !bytes.contains(SIXEL), "{bytes:?}");
    let missing = display.missing_pictures();
    assert_eq!(missing.len(), 1);
    assert_eq!(as_is(&mut display, "", &placed), "");
    assert_eq!(display.missing_pictures(), [], "it is being encoded");
    for encoding in missing {
        display.take_encoded(encoding.run());
    }
    let bytes = as_is(&mut display, "", &placed);
    assert!(bytes.find(WIPED[0]) < bytes.find(SIXEL) && bytes.contains(SIXEL), "{bytes:?}");
    assert_eq!(display.missing_pictures(), []);
}

#[test]
fn more_pictures_at_once_than_are_kept_are_each_encoded_once() {
    let mut display = display(Protocol::Sixel);
    let placed: Vec<Placed> = (0..6).map(|n| at(n as u8 * 40, n * 3, 1)).collect();
    as_is(&mut display, "", &placed);
    for encoding in display.missing_pictures() {
        display.take_encoded(encoding.run());
    }
    assert_eq!(as_is(&mut display, "", &placed).matches(SIXEL).count(), 6);
    assert_eq!(display.missing_pictures(), []);
    frame(&mut display, "", &placed[..1]);
    assert_eq!(display.pictures.kept.len(), KEPT);
}

#[test]
fn a_picture_encoded_for_another_terminal_is_not_drawn() {
    let mut display = display(Protocol::Sixel);
    as_is(&mut display, "", &[at(255, 5, 1)]);
    let missing = display.missing_pictures();
    display.set_pixels(None);
    for encoding in missing {
        display.take_encoded(encoding.run());
    }
    assert!(!as_is(&mut display, "", &[at(255, 5, 1)]).contains(SIXEL));
    assert!(display.pictures.kept.is_empty());
}

#[test]
fn a_picture_that_is_gone_moved_or_replaced_is_wiped_first() {
    let mut display = display(Protocol::Sixel);
    frame(&mut display, "", &[at(255, 5, 1)]);
    let bytes = frame(&mut display, "", &[at(255, 8, 2)]);
    let (wiped, sent) = (bytes.find(WIPED[0]), bytes.find(SIXEL));
    assert!(wiped.is_some() && wiped < sent, "moved: {bytes:?}");
    let bytes = frame(&mut display, "", &[at(9, 8, 2)]);
    assert!(bytes.find(WIPED[1]).is_some() && bytes.contains(&format!("{SIXEL}4;0;0")), "replaced: {bytes:?}");
    let bytes = frame(&mut display, "", &[]);
    assert_eq!(bytes, WIPED[1], "gone");
    assert_eq!(frame(&mut display, "", &[]), "");
}

/// The screen leaves a covered picture out and draws cells in its place.
#[test]
fn a_picture_under_a_popup_gives_way_to_cells_and_comes_back() {
    let mut display = display(Protocol::Sixel);
    let placed = at(255, 5, 1);
    frame(&mut display, "", std::slice::from_ref(&placed));
    let (_, bytes) = display
        .frame(|_, buf| {
            placed.area.positions().for_each(|at| _ = buf[at].set_symbol("▀"));
            buf.set_string(6, 0, "over", Style::new());
            buf.set_string(6, 1, "over", Style::new());
            Vec::new()
        })
        .expect("bytes in memory");
    let bytes = String::from_utf8(bytes).expect("text");
    let cells =
        bytes.strip_prefix("\x1b[2;6H  \x1b[3;6H  ").or_else(|| bytes.split_once(WIPED[0]).map(|(_, rest)| rest));
    let cells = cells.expect("wiped");
    assert!(cells.contains("▀over") && cells.contains("▀▀") && !cells.contains(SIXEL), "{bytes:?}");
    let bytes = frame(&mut display, "", &[placed]);
    assert!(bytes.contains(WIPED[0]) && bytes.contains(SIXEL), "{bytes:?}");
}

#[test]
fn a_forgotten_or_resized_picture_is_sent_anew() {
    let mut display = display(Protocol::Sixel);
    let placed = [at(255, 5, 1)];
    frame(&mut display, "", &placed);
    display.forget();
    let bytes = frame(&mut display, "", &placed);
    assert!(bytes.find("\x1b[2J") < bytes.find(SIXEL) && bytes.contains("\x1b[2J"), "{bytes:?}");
    display.resize(Size::new(30, 8));
    assert!(frame(&mut display, "", &placed).contains(SIXEL));
    display.set_pixels(Some(Pixels { protocol: Protocol::Sixel, cell: CELL }));
    assert_eq!(frame(&mut display, "", &placed), "", "nothing new");
    display.set_pixels(None);
    let bytes = frame(&mut display, "", &placed);
    assert!(bytes.contains("\x1b[2J") && bytes.contains("▀▀") && !bytes.contains(SIXEL), "{bytes:?}");
}

/// Numbers, from 1, of the rows these bytes write to, and of the rows they erase to the end.
fn rows_of(bytes: &str) -> [Vec<usize>; 2] {
    let (mut row, mut written, mut erased) = (1, Vec::new(), Vec::new());
    for sequence in bytes.split("\x1b[").skip(1) {
        let end = sequence.find(|c: char| c.is_ascii_alphabetic()).expect("a sequence ends with a letter");
        let number = sequence[..end].split(';').next().and_then(|number| number.parse().ok());
        match sequence.as_bytes()[end] {
            b'H' => row = number.expect("a row"),
            b'B' => row += number.unwrap_or(1),
            b'K' => erased.push(row),
            _ => {}
        }
        written.push(row);
    }
    [written, erased]
}

#[test]
fn erasing_stops_at_a_picture() {
    let mut display = display(Protocol::Sixel);
    let placed = [at(255, 18, 1)];
    frame(&mut display, &"x".repeat(20), &placed);
    // Empty rows are erased to their end or up to the picture; a row of disputed width is painted whole.
    for text in ["", "é\u{301}\u{302} a", ""] {
        let bytes = frame(&mut display, text, &placed);
        let [written, erased] = rows_of(&bytes);
        assert!([2, 3].iter().all(|row| written.contains(row)), "{text:?}: {bytes:?}");
        assert!(erased.iter().all(|row| ![2, 3].contains(row)), "{text:?}: {bytes:?}");
        assert!(!erased.is_empty(), "the other rows: {bytes:?}");
        assert!(!bytes.contains(SIXEL), "{bytes:?}");
    }
}

#[test]
fn no_picture_is_drawn_on_the_last_row_or_beyond_the_edge() {
    for (x, y) in [(5, 4), (19, 1), (5, 6)] {
        let mut display = display(Protocol::Sixel);
        let bytes = frame(&mut display, "", &[at(255, x, y)]);
        assert!(!bytes.contains(SIXEL), "{x},{y}: {bytes:?}");
    }
    let mut display = display(Protocol::Sixel);
    assert!(frame(&mut display, "", &[at(255, 5, 3)]).contains(SIXEL));
}

#[test]
fn a_picture_beside_one_that_stays_touches_nothing_but_its_own_place() {
    let mut display = display(Protocol::Sixel);
    frame(&mut display, "", &[at(255, 5, 1), at(9, 8, 2)]);
    assert_eq!(frame(&mut display, "", &[at(255, 5, 1)]), WIPED[1]);
    // A picture whose cells were blanked with the old one is drawn again.
    let bytes = frame(&mut display, "", &[at(9, 6, 1)]);
    assert!(bytes.contains(WIPED[0]) && bytes.matches(SIXEL).count() == 1, "{bytes:?}");
}

#[test]
fn the_end_of_the_program_removes_its_pictures() {
    let mut display = display(Protocol::Sixel);
    assert_eq!(display.pictures.farewell(), b"");
    frame(&mut display, "", &[at(255, 5, 1)]);
    assert_eq!(display.pictures.farewell(), b"\x1b\\\x1b[2J");
    frame(&mut display, "", &[]);
    assert_eq!(display.pictures.farewell(), b"");
}

#[test]
fn the_bytes_sent_depend_on_the_place_and_not_on_the_picture() {
    let large = Arc::new(Picture::new(String::new(), 600, (0..360_000_u32).map(|n| [(n % 256) as u8, 9, 1]).collect()));
    let place = |width| Placed { picture: large.clone(), area: Rect::new(1, 1, width, 3) };
    let mut display = display(Protocol::Sixel);
    let bytes = frame(&mut display, "", &[place(4)]);
    assert!(bytes.contains("\"1;1;16;16#") && bytes.len() < 2_000, "{}", bytes.len());
}

#[cfg(feature = "images")]
mod in_png {
    use super::*;

    #[test]
    fn a_picture_of_kitty_is_sent_before_its_cells_and_deleted_when_it_is_gone() {
        let mut display = display(Protocol::Kitty { tmux: false });
        let placed = at(255, 5, 1);
        let id = placed.picture.id;
        let sent = format!("\x1b_Gq=2,a=T,U=1,f=100,i={id},c=2,r=2,m=0;");
        let bytes = frame(&mut display, "", std::slice::from_ref(&placed));
        assert!(bytes.find(&sent).expect("the picture") < bytes.find('▀').expect("its cells are text"), "{bytes:?}");
        let bytes = frame(&mut display, "", &[at(255, 8, 2)]);
        assert!(bytes.contains(&sent), "moved: {bytes:?}");
        display.forget();
        assert!(frame(&mut display, "", &[at(255, 8, 2)]).contains(&sent));
        assert_eq!(display.pictures.farewell(), format!("\x1b\\\x1b_Gq=2,a=d,d=I,i={id}\x1b\\").into_bytes());
        let bytes = frame(&mut display, "", &[]);
        assert!(bytes.contains(&format!("\x1b_Gq=2,a=d,d=I,i={id}\x1b\\")), "{bytes:?}");
        assert!(!bytes.contains(&sent) && display.pictures.farewell().is_empty());
        // The same applies when the protocol changes.
        frame(&mut display, "", std::slice::from_ref(&placed));
        display.set_pixels(None);
        let bytes = frame(&mut display, "", &[placed]);
        assert!(bytes.contains(&format!("\x1b_Gq=2,a=d,d=I,i={id}\x1b\\")) && !bytes.contains(&sent), "{bytes:?}");
    }

    #[test]
    fn a_picture_of_iterm2_is_a_file_of_its_place() {
        let mut display = display(Protocol::Iterm2);
        let bytes = frame(&mut display, "", &[at(255, 5, 1)]);
        let sent = bytes.split_once("\x1b[2;6H\x1b]1337;File=inline=1;size=").expect("the picture").1;
        assert!(
            sent.contains(";width=2;height=2;preserveAspectRatio=0;") && sent.contains(":iVBORw0KGgo"),
            "{bytes:?}"
        );
        assert_eq!(frame(&mut display, "", &[]), WIPED[0]);
    }
}
