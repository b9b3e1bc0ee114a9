//! Every screen as its user meets it, in a pseudo-terminal: `cargo bench --bench terminal [-- NAMES,… [SCREEN,…]]`.
//!
//! Prints start, key, bytes and flood of each screen of `screens::ALL`, with the ratio to a
//! floor that is measured in the same rounds: a table drawn by ratatui in this very program, over rows in memory. The
//! account is offline with everything kept, as large as asked for (1,000 and 100,000 names when nothing is said).

#[allow(dead_code, reason = "the support of the end-to-end tests holds more than a bench needs")]
#[path = "../tests/e2e/support/mod.rs"]
mod support;

mod floor {
    //! The least such a program can be: rows in memory, a table, one event at a time, input drained before drawing.

    use std::io::{self, stdout};
    use std::time::Duration;

    use crossterm::event::{Event, KeyCode, poll, read};
    use crossterm::execute;
    use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
    use ratatui::Terminal;
    use ratatui::backend::CrosstermBackend;
    use ratatui::layout::Constraint;
    use ratatui::style::{Modifier, Style};
    use ratatui::widgets::{Row, Table, TableState};

    /// Runs until `q`.
    pub fn run(names: usize) -> io::Result<()> {
        let rows: Vec<[String; 3]> =
            (0..names).map(|n| [format!("name{n}.example"), "verified".to_owned(), format!("${n}")]).collect();
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen)?;
        let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let mut at = 0;
        loop {
            terminal.draw(|frame| {
                let high = usize::from(frame.area().height);
                let first = at / high * high;
                let seen = rows[first..].iter().take(high).map(|row| Row::new(row.each_ref().map(String::as_str)));
                let widths = [Constraint::Fill(1), Constraint::Length(12), Constraint::Length(12)];
                let table = Table::new(seen, widths).row_highlight_style(Style::new().add_modifier(Modifier::REVERSED));
                let mut state = TableState::new().with_selected(Some(at - first));
                frame.render_stateful_widget(table, frame.area(), &mut state);
            })?;
            loop {
                match read()? {
                    Event::Key(key) if key.code == KeyCode::Char('q') => {
                        execute!(stdout(), LeaveAlternateScreen)?;
                        return disable_raw_mode();
                    }
                    Event::Key(key) if key.code == KeyCode::Char('j') => at = (at + 1).min(names - 1),
                    Event::Key(key) if key.code == KeyCode::Char('k') => at = at.saturating_sub(1),
                    _ => {}
                }
                if !poll(Duration::ZERO)? {
                    break;
                }
            }
        }
    }
}

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use parkade::screens;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use support::home::Home;
use support::sandbox::Sandbox;

/// The window of the measurements, and how often each is made.
const SIZE: PtySize = PtySize { rows: 48, cols: 160, pixel_width: 0, pixel_height: 0 };
const ROUNDS: usize = 5;
const KEYS: usize = 60;
const FLOOD: usize = 500;
/// How pages are opened that have no name for `--screen`: the screen they are opened from, and the keys that do it. `{file}` is
/// a file with a line for each name.
const PAGES: [(&str, &str, &str); 10] = [
    ("buyer", "inquiries", "gb"),
    ("add", "domains", ":add {file}\r"),
    ("import", "domains", ":import {file}\r:tab rows\r"),
    ("csv", "domains", ":csv {file}\r"),
    ("domain-settings", "domains", "e"),
    ("review", "domains", "*:price +10%\r"),
    ("history", "domains", ":history\r"),
    ("overrides", "domains", ":overrides\r"),
    ("settled", "domains", ":settled\r"),
    ("advertise", "domains", "A"),
];
/// More than the window has rows.
const CAMPAIGNS: usize = 200;
/// Floods of a round: a line that counts seconds falls into one of them at most.
const FLOODS: usize = 3;
/// So long without a byte ends what a start, a key or a flood has drawn; what follows a start ends after more.
const SILENCE: Duration = Duration::from_millis(25);
const QUIET: Duration = Duration::from_millis(150);
/// Longer than any program takes to draw anything.
const LIMIT: Duration = Duration::from_secs(60);
/// Says to this program that it is to be the floor, with so many rows.
const FLOOR: &str = "PARKADE_BENCH_FLOOR";

/// A program in a terminal of its own, and what it writes with the time at which each piece came.
struct Run {
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    pieces: Receiver<(Instant, Vec<u8>)>,
    _master: Box<dyn MasterPty + Send>,
}

impl Run {
    fn start(command: CommandBuilder) -> (Self, Instant) {
        let pair = native_pty_system().openpty(SIZE).expect("a pseudo-terminal can be opened");
        let mut reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written");
        let (tell, pieces) = channel();
        std::thread::spawn(move || {
            let mut piece = vec![0; 64 * 1024];
            while let Ok(read @ 1..) = reader.read(&mut piece) {
                if tell.send((Instant::now(), piece[..read].to_vec())).is_err() {
                    return;
                }
            }
        });
        let began = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program starts");
        (Self { child, writer, pieces, _master: pair.master }, began)
    }

    /// Waits for what is drawn: when its last byte came before so much silence, and how many there were. `None` where
    /// nothing is drawn within the limit.
    fn drawn(&self, limit: Duration, silence: Duration) -> Option<(Instant, usize)> {
        let (mut last, first) = self.pieces.recv_timeout(limit).ok()?;
        let mut bytes = first.len();
        while let Ok((at, piece)) = self.pieces.recv_timeout(silence) {
            (last, bytes) = (at, bytes + piece.len());
        }
        Some((last, bytes))
    }

    fn keys(&mut self, keys: &str) -> Instant {
        let at = Instant::now();
        self.writer.write_all(keys.as_bytes()).expect("the program reads its terminal");
        at
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // A program that is killed leaves its databases to be repaired by the next start.
        let _ = self.writer.write_all(b"\x1b\x1b:q\r");
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Samples of one screen; milliseconds, but for the bytes.
#[derive(Default)]
struct Samples {
    start: Vec<f64>,
    key: Vec<f64>,
    bytes: Vec<f64>,
    flood: Vec<f64>,
}

impl Samples {
    /// Measures a run; the start of a page that is opened by keys is that of these.
    fn take(&mut self, command: CommandBuilder, keys: &str) {
        let ms = |from: Instant, to: Instant| to.duration_since(from).as_secs_f64() * 1_000.0;
        let (mut run, mut began) = Run::start(command);
        let (mut first, _) = run.drawn(LIMIT, SILENCE).expect("something is drawn at the start");
        if !keys.is_empty() {
            run.drawn(QUIET, QUIET);
            began = run.keys(keys);
            (first, _) = run.drawn(LIMIT, SILENCE).expect("something is drawn for the page");
        }
        self.start.push(ms(began, first));
        run.drawn(QUIET, QUIET);
        for _ in 0..KEYS {
            let at = run.keys("j");
            // The last row has been reached, or there is no cursor.
            let Some((drawn, bytes)) = run.drawn(QUIET, SILENCE) else { break };
            self.key.push(ms(at, drawn));
            self.bytes.push(bytes as f64);
        }
        for _ in 0..FLOODS {
            // From the first row again: at the last one nothing would be drawn.
            run.keys(&"k".repeat(FLOOD));
            run.drawn(QUIET, QUIET);
            let at = run.keys(&"j".repeat(FLOOD));
            self.flood.extend(run.drawn(QUIET, SILENCE).map(|(end, _)| ms(at, end)));
        }
    }

    fn all(&self) -> [Option<f64>; 4] {
        [&self.start, &self.key, &self.bytes, &self.flood].map(|samples| {
            let mut sorted = samples.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.get(sorted.len() / 2).copied()
        })
    }
}

/// The command that opens a screen in this home, and the keys that lead on from there to a page.
fn opens(home: &Home, screen: &str, url: &str) -> (CommandBuilder, String) {
    let page = PAGES.iter().find(|(page, ..)| *page == screen);
    let (screen, keys) = page.map_or((screen, ""), |(_, screen, keys)| (screen, keys));
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parkade"));
    command.args(["--screen", screen]);
    let account = [("PARKADE_BASE_URL", url), ("PARKADE_TOKEN", "full"), ("PARKADE_ADS_KEY", "ads")];
    for (name, value) in home.environment() {
        command.env(name, value);
    }
    for (name, value) in account {
        command.env(name, value);
    }
    (command, keys.replace("{file}", &file_of(home).display().to_string()))
}

/// The file of names to add, to import or to look at.
fn file_of(home: &Home) -> PathBuf {
    home.path().join("names.csv")
}

fn floor_of(names: usize) -> CommandBuilder {
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program has a path"));
    command.env(FLOOR, names.to_string());
    command
}

/// Opens every screen once over a service of that size, until nothing is read any more, so that all is kept.
fn fill(home: &Home, names: usize, wanted: &[&str]) -> String {
    let lines = (1..=names).fold("domain,note\n".to_owned(), |file, n| file + &format!("other{n}.com,a\n"));
    std::fs::write(file_of(home), lines).expect("the home can be written");
    let (names, others) = (names.to_string(), (names / 10).to_string());
    let rows = ["--domains", &names, "--inquiries", &others, "--emails", &others, "--ads-key", "ads=*"];
    let sandbox = Sandbox::with(&[&["--listen", "127.0.0.1:0"], &rows[..]].concat());
    for _ in 0..CAMPAIGNS {
        // It has none of its own.
        let head = "POST /api/v1/ads/campaigns HTTP/1.0\r\nXF-Api-Key: ads\r\nContent-Type: application/json";
        let answer = sandbox.raw(&format!("{head}\r\nContent-Length: 2\r\n\r\n{{}}"));
        assert!(answer.contains("campaign_id"), "{answer}");
    }
    for screen in wanted {
        let (command, keys) = opens(home, screen, &sandbox.url());
        let (mut run, _) = Run::start(command);
        run.drawn(LIMIT, Duration::from_secs(3)).expect("something is drawn on every screen");
        if !keys.is_empty() {
            run.keys(&keys);
            run.drawn(LIMIT, Duration::from_secs(3)).expect("something is drawn on every page");
        }
    }
    sandbox.url()
}

fn main() {
    if let Some(names) = std::env::var(FLOOR).ok().and_then(|names| names.parse().ok()) {
        return floor::run(names).expect("a terminal");
    }
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let sizes = words.next().unwrap_or_else(|| "1000,100000".to_owned());
    let named = words.next();
    let is_wanted = |id: &&str| named.as_ref().is_none_or(|named| named.split(',').any(|one| one == *id));
    for def in screens::ALL {
        assert!(def.key != ' ' || PAGES.iter().any(|(page, ..)| *page == def.id), "{}: how is it opened?", def.id);
    }
    let wanted: Vec<&str> = screens::ALL.iter().map(|def| def.id).filter(is_wanted).collect();
    for names in sizes.split(',').map(|size| size.parse().expect("sizes are numbers, 1000,100000")) {
        let home = Home::new();
        let url = fill(&home, names, &wanted);
        let mut least = Samples::default();
        let mut samples: Vec<Samples> = wanted.iter().map(|_| Samples::default()).collect();
        for _ in 0..ROUNDS {
            least.take(floor_of(names), "");
            for (screen, samples) in wanted.iter().zip(&mut samples) {
                let (command, keys) = opens(&home, screen, &url);
                samples.take(command, &keys);
            }
        }
        let floor = least.all();
        println!(
            "{names} names, {} × {}\n{:<14}{:>16}{:>16}{:>16}{:>16}",
            SIZE.cols, SIZE.rows, "", "start ms", "key ms", "bytes", "flood ms"
        );
        let line = |name: &str, all: [Option<f64>; 4]| {
            let cells = all.iter().zip(floor).map(|(value, floor)| match (value, floor) {
                (Some(value), Some(floor)) => format!("{value:>9.1} {:>5.1}×", value / floor),
                _ => format!("{:>16}", "–"),
            });
            println!("{name:<14}{}", cells.collect::<String>());
        };
        line("floor", floor);
        for (screen, samples) in wanted.iter().zip(&samples) {
            line(screen, samples.all());
        }
    }
}
