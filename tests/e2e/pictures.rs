//! Tests of a picture in pixels with the real program: it is sent for its place, and removed under a popup, with its
//! screen, and at the end.

use image::{Rgb, RgbImage};

use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;
use crate::support::stream::offences;

const SIZE: (u16, u16) = (110, 30);
const KITTY: &str = "\x1b_Gq=2,a=T,U=1,f=100,i=";
const ITERM2: &str = "\x1b]1337;File=inline=1;";
const SIXEL: &str = "\x1bP0;1;0q\"1;1;";

/// Program on the images screen of the sandbox's account, in a terminal of this kind.
fn open(home: &Home, sandbox: &Sandbox, terminal: &[(&str, &str)]) -> Session {
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full"), ("COLORTERM", "truecolor")];
    let session = Session::start(home, &["--screen", "images"], &[&account[..], terminal].concat(), SIZE);
    session.wait("the list and the covers", |screen| screen.contains(" live") && screen.contains("account"));
    session
}

/// Chooses a picture of 300 by 400 pixels to be added, which shows it.
fn pick(session: &mut Session, home: &Home) {
    let file = home.path().join("my logo.png");
    RgbImage::from_fn(300, 400, |x, y| Rgb([(x / 2) as u8, (y / 2) as u8, 99])).save(&file).expect("a picture");
    session.keys("+");
    session.wait_text("file or link");
    session.keys(&format!("\x1b[200~'{}'\x1b[201~", file.display()));
    // Wait for more than the name, which was in the listing of the folder before.
    session.wait("its path", |screen| {
        screen.lines().any(|line| line.contains("/my logo.png") && line.trim_end().ends_with("kB"))
    });
    session.keys("\x1b[B");
}

/// Output of the program after its first `from` bytes.
fn since(session: &Session, from: usize) -> String {
    String::from_utf8_lossy(&session.bytes()[from..]).into_owned()
}

/// True while the last sent picture is shown: no bytes that remove it were written after it.
fn is_shown(bytes: &[u8], picture: &str) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some(at) = text.rfind(picture) else { return false };
    let (before, after) = text.split_at(at);
    let gone = if picture == KITTY {
        let id = after[KITTY.len()..].split(',').next().unwrap_or_default();
        format!("\x1b_Gq=2,a=d,d=I,i={id}\x1b\\")
    } else {
        // Blanks written over its first cells.
        format!("{}     ", before.rfind("\x1b[").map_or("", |place| &before[place..]))
    };
    !after.contains(&gone)
}

fn wait_shown(session: &Session, picture: &str) {
    session.wait_bytes(&format!("{picture:?} is shown"), |bytes| is_shown(bytes, picture));
}

fn wait_gone(session: &Session, picture: &str) {
    session.wait_bytes(&format!("{picture:?} is taken away"), |bytes| !is_shown(bytes, picture));
}

/// Adds the chosen picture, which is then shown beside the list.
fn add(session: &mut Session, picture: &str) {
    session.keys("\r");
    session.wait("it is listed", |screen| screen.contains("s uses image") || screen.contains("added as image"));
    wait_shown(session, picture);
}

/// Quits, and checks that only allowed bytes were sent.
fn quit(mut session: Session) {
    session.line("q");
    assert!(session.wait_end().success());
    assert_eq!(offences(&session.bytes()), [""; 0]);
}

#[test]
fn kittys_pictures_are_sent_once_and_deleted_with_their_screen_and_at_the_end() {
    let (sandbox, home) = (Sandbox::start(&[]), Home::new());
    let mut session = open(&home, &sandbox, &[("TERM", "xterm-kitty"), ("KITTY_WINDOW_ID", "1")]);
    assert!(!since(&session, 0).contains("\x1b_G"));
    pick(&mut session, &home);
    wait_shown(&session, KITTY);
    let text = since(&session, 0);
    let (_, keys) = text.split_once(KITTY).and_then(|(_, id)| id.split_once(',')).expect("the picture");
    assert!(keys.starts_with("c=30,r=20,m="), "300 by 400 pixels in cells of 10 by 20: {}", &keys[..20]);
    session.wait_text("\u{10eeee}\u{305}\u{305}");

    // A popup covers the placeholders as it covers any text.
    add(&mut session, KITTY);
    session.wait_text("\u{10eeee}");
    let before = session.bytes().len();
    session.keys("?");
    session.wait_text("close");
    session.escape("close");
    session.wait_text("\u{10eeee}");
    assert!(!since(&session, before).contains("\x1b_G"), "neither sent again nor deleted");
    session.line("inquiries");
    wait_gone(&session, KITTY);
    session.wait("no cell of it", |screen| screen.contains("Active") && !screen.contains('\u{10eeee}'));

    // Back on its screen the picture is sent again, and the end of the program removes it.
    session.line("images");
    wait_shown(&session, KITTY);
    session.line("q");
    assert!(session.wait_end().success());
    let bytes = session.bytes();
    let end = bytes.windows(8).rposition(|window| window == b"\x1b[?1049l").expect("given back");
    assert!(!is_shown(&bytes[..end], KITTY), "deleted before the terminal is given back");
    assert_eq!(offences(&bytes), [""; 0]);
}

#[test]
fn pixels_over_cells_are_wiped_under_a_popup_and_with_their_screen() {
    let sandbox = Sandbox::start(&[]);
    let xterm = ("TERM", "xterm-256color");
    for (terminal, said, picture) in [
        // The terminal's answers arrive between typed keys.
        (&[xterm][..], "\x1bP>|WezTerm 20240203\x1b\\\x1b[6;20;10t\x1b[?65;4c", ITERM2),
        (&[xterm], "\x1b[6;20;10t\x1b[?62;4c", SIXEL),
        (&[xterm, ("PARKADE_PICTURES", "sixel")], "", SIXEL),
    ] {
        let home = Home::new();
        let mut session = open(&home, &sandbox, terminal);
        session.keys(said);
        pick(&mut session, &home);
        wait_shown(&session, picture);
        add(&mut session, picture);
        session.keys("?");
        session.wait_text("close");
        wait_gone(&session, picture);
        session.escape("close");
        wait_shown(&session, picture);
        session.line("inquiries");
        wait_gone(&session, picture);
        session.wait_text("Active");
        quit(session);
    }
}

#[test]
fn half_blocks_are_drawn_within_a_multiplexer_and_nothing_where_pictures_are_off() {
    let sandbox = Sandbox::start(&[]);
    for (extra, blocks) in [(("TMUX", "/tmp/tmux-1"), true), (("PARKADE_PICTURES", "off"), false)] {
        let home = Home::new();
        let mut session = open(&home, &sandbox, &[("TERM", "xterm-kitty"), extra]);
        pick(&mut session, &home);
        if blocks {
            session.wait_text("▀▀▀▀");
        }
        session.escape("file or link");
        assert_eq!(since(&session, 0).contains('▀'), blocks);
        quit_without_pictures(session);
    }
}

fn quit_without_pictures(session: Session) {
    for picture in [KITTY, ITERM2, SIXEL] {
        assert!(!since(&session, 0).contains(picture), "{picture:?}");
    }
    quit(session);
}
