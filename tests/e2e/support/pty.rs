//! The real program in a pseudo-terminal: keys in, screen out. Nothing here sleeps for a guessed time. Every wait is
//! for a screen and is woken by the bytes that change it; at its limit the test fails and prints the screen.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

use super::home::Home;

/// Limit of a wait, longer than anything takes on a busy machine. A passing test never waits this long.
pub const LIMIT: Duration = Duration::from_secs(60);

/// Beginning of synchronized output (DEC mode 2026); the bytes up to [`FRAME_ENDS`] are one frame.
const FRAME_BEGINS: &[u8] = b"\x1b[?2026h";
/// See [`FRAME_BEGINS`].
pub const FRAME_ENDS: &[u8] = b"\x1b[?2026l";
/// Character with which the shell ends a sequence that a stopped program has left unfinished.
const CAN: u8 = 0x18;

/// Running program, and the screen it has drawn.
pub struct Session {
    master: Box<dyn MasterPty + Send>,
    child: RefCell<Running>,
    writer: Box<dyn Write + Send>,
    reader: Option<JoinHandle<()>>,
    seen: Arc<Seen>,
    modes_before: String,
}

/// Child process that ends with its test.
struct Running(Box<dyn Child + Send + Sync>);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Seen {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    /// Number of bytes that the screen shows. A frame is shown once it is complete, as in a terminal with
    /// synchronized output, so that no test reads half a frame.
    shown: usize,
    /// True when the terminal is to disappear: the reader drops it after the next bytes.
    letting_go: bool,
}

impl Seen {
    /// Reads the program's output until its end.
    fn read(&self, mut reader: impl Read) {
        let mut chunk = [0_u8; 16 * 1024];
        loop {
            let read = reader.read(&mut chunk).unwrap_or(0);
            let mut state = self.state.lock().expect("no test thread panicked");
            state.take(&chunk[..read]);
            let letting_go = state.letting_go;
            drop(state);
            self.changed.notify_all();
            if read == 0 || letting_go {
                return;
            }
        }
    }
}

impl State {
    /// Adds bytes of the program; no bytes mean its end, at which an incomplete frame is shown, too.
    fn take(&mut self, read: &[u8]) {
        self.bytes.extend_from_slice(read);
        // The beginning of a frame may have come in two pieces.
        let from = self.shown.saturating_sub(FRAME_BEGINS.len() - 1);
        let begun = self.bytes[from..].windows(FRAME_BEGINS.len()).rposition(|part| part == FRAME_BEGINS);
        let open = begun.map(|at| from + at).filter(|at| {
            let frame = &self.bytes[*at..];
            !frame.contains(&CAN) && !frame.windows(FRAME_ENDS.len()).any(|part| part == FRAME_ENDS)
        });
        let until = open.filter(|_| !read.is_empty()).unwrap_or(self.bytes.len()).max(self.shown);
        self.screen.process(&self.bytes[self.shown..until]);
        self.shown = until;
    }
}

fn code_of(screen: &str) -> Option<u32> {
    screen.lines().find_map(|line| line.strip_prefix("ENDED ")?.split_whitespace().next()?.parse().ok())
}

/// Number of cells, at least one; a terminal may have none, but a screen here must not.
fn at_least_one(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).unwrap_or(NonZero::<u16>::MIN)
}

/// Modes of a terminal as text, to be compared.
fn modes(master: &(dyn MasterPty + Send)) -> String {
    format!("{:?}", master.get_termios().expect("a pseudo-terminal tells its modes"))
}

impl Session {
    /// Starts the program in `home` with a terminal of `columns` × `rows`.
    pub fn start(home: &Home, arguments: &[&str], extra: &[(&str, &str)], size: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parkade"));
        command.args(arguments);
        Self::spawn(home, command, extra, size)
    }

    /// Starts the program with the account of a sandbox.
    pub fn on(home: &Home, url: &str, size: (u16, u16)) -> Self {
        Self::start(home, &[], &[("PARKADE_BASE_URL", url), ("PARKADE_TOKEN", "full")], size)
    }

    /// Starts the program from a shell with job control, as users do. The shell prints `STOPPED` when the program was
    /// stopped, and resumes it at Enter; at its end it prints `ENDED` and the code, and waits. The terminal's modes
    /// can be checked only in this way, because the kernel resets them when a session's first process ends.
    pub fn under_shell(home: &Home, arguments: &str, extra: &[(&str, &str)], size: (u16, u16)) -> Self {
        let program = env!("CARGO_BIN_EXE_parkade");
        let script = format!(
            "set -m; '{program}' {arguments}; code=$?; case $code in 14[5-8]) printf '\\030\\r\\nSTOPPED\\r\\n'; read key; \
             fg >/dev/null; code=$?;; esac; printf '\\030\\r\\nENDED %s \\r\\n' $code; read key"
        );
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &script]);
        Self::spawn(home, command, extra, size)
    }

    /// Starts a shell line that contains the program, so that something may be piped into it.
    pub fn piped(home: &Home, line: &str, extra: &[(&str, &str)], size: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        Self::spawn(home, command, extra, size)
    }

    fn spawn(home: &Home, mut command: CommandBuilder, extra: &[(&str, &str)], (columns, rows): (u16, u16)) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal can be opened");
        command.env_clear();
        command.env("PATH", std::env::var("PATH").unwrap_or_default());
        for (name, value) in home.environment() {
            command.env(name, value);
        }
        for (name, value) in extra {
            command.env(name, value);
        }
        let modes_before = modes(pair.master.as_ref());
        let child = Running(pair.slave.spawn_command(command).expect("the program starts"));
        drop(pair.slave);
        let seen = Arc::new(Seen {
            state: Mutex::new(State {
                screen: vt100::Parser::new(at_least_one(rows), at_least_one(columns), 0),
                bytes: Vec::new(),
                shown: 0,
                letting_go: false,
            }),
            changed: Condvar::new(),
        });
        let reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written");
        let shared = Arc::clone(&seen);
        let reader = Some(std::thread::spawn(move || shared.read(reader)));
        Self { master: pair.master, child: RefCell::new(child), writer, reader, seen, modes_before }
    }

    /// Types keys as a user would: `\r` is Enter, `\x1b` Esc, `\x12` ctrl-r.
    pub fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the program reads its terminal");
        self.writer.flush().expect("the program reads its terminal");
    }

    /// Types keys that change nothing on the screen, and waits until the program has read them.
    pub fn unseen_keys(&mut self, keys: &str) {
        self.keys(keys);
        let terminal = self.master.tty_name().expect("a pseudo-terminal has a name");
        let terminal = std::fs::File::open(terminal).expect("its other end can be opened");
        let until = Instant::now() + LIMIT;
        while rustix::io::ioctl_fionread(&terminal).expect("a terminal tells what waits in it") > 0 {
            assert!(Instant::now() < until, "the keys are not read; the screen:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Types keys one by one while the program's output is not read, as by a terminal on a stuck line.
    pub fn unread(&mut self, keys: &[u8]) {
        let _state = self.seen.state.lock().expect("no test thread panicked");
        for key in keys {
            self.writer.write_all(&[*key]).expect("the program reads its terminal");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Types a `:` line and Enter.
    pub fn line(&mut self, line: &str) {
        self.keys(":");
        self.wait("the line is open", |screen| screen.lines().any(|row| row.trim_start().starts_with(':')));
        self.keys(line);
        self.keys("\r");
    }

    /// Presses Esc, and waits until `gone` has left the screen, because a key right after it would count as Alt.
    pub fn escape(&mut self, gone: &str) {
        self.wait_text(gone);
        self.keys("\x1b");
        self.wait(&format!("no more {gone}"), |screen| !screen.contains(gone));
    }

    /// Waits until the screen contains `text`; returns the text of the whole screen.
    pub fn wait_text(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits until `done` holds for the screen's text, and returns that text; fails at the limit, printing the
    /// screen.
    pub fn wait(&self, what: &str, done: impl Fn(&str) -> bool) -> String {
        self.wait_within(LIMIT, what, |state| Some(state.screen.screen().contents()).filter(|text| done(text)))
    }

    /// Like [`Session::wait`], for steps that take the program minutes: a lost write is looked for after half a
    /// minute, then every minute.
    pub fn wait_settled(&self, what: &str, done: impl Fn(&str) -> bool) -> String {
        self.wait_within(5 * LIMIT, what, |state| Some(state.screen.screen().contents()).filter(|text| done(text)))
    }

    /// Opens the log of acts, waits until at least `entries` are done and none is open, and closes it. That a request
    /// reached the service does not mean that its answer reached the program.
    pub fn wait_done(&mut self, entries: usize) {
        const UNDER_WAY: [&str; 3] = ["aiting to be sent", "eing sent", "outcome unknown"];
        self.line("undo list");
        self.wait(&format!("{entries} settled entries"), |screen| {
            let done = screen.lines().filter(|line| line.trim().starts_with("Done")).count();
            screen.contains("Changes") && done >= entries && !UNDER_WAY.iter().any(|words| screen.contains(words))
        });
        self.escape("Changes");
    }

    fn wait_within<T>(&self, limit: Duration, what: &str, done: impl Fn(&State) -> Option<T>) -> T {
        let until = Instant::now() + limit;
        let mut state = self.seen.state.lock().expect("no test thread panicked");
        loop {
            if let Some(done) = done(&state) {
                return done;
            }
            let left = until.saturating_duration_since(Instant::now());
            let gone = self.ended();
            if left.is_zero() || gone.is_some() {
                let frame = state.screen.screen().contents();
                drop(state);
                panic!("waited for: {what}; ended: {gone:?}; the screen:\n{frame}");
            }
            let nap = left.min(Duration::from_millis(200));
            state = self.seen.changed.wait_timeout(state, nap).expect("no test thread panicked").0;
        }
    }

    /// Waits until `done` holds for all bytes written so far.
    pub fn wait_bytes(&self, what: &str, done: impl Fn(&[u8]) -> bool) {
        self.wait_within(LIMIT, what, |state| done(&state.bytes).then_some(()));
    }

    /// Waits until nothing was written for a second, so that all output has arrived.
    pub fn wait_quiet(&self) {
        loop {
            let before = self.bytes().len();
            std::thread::sleep(Duration::from_secs(1));
            if self.bytes().len() == before {
                return;
            }
        }
    }

    /// The text on the screen now, without the blanks at the ends of lines.
    pub fn text(&self) -> String {
        let text = self.with_screen(vt100::Screen::contents);
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// True while the program uses the alternate screen.
    pub fn is_full_screen(&self) -> bool {
        self.seen.state.lock().expect("no test thread panicked").screen.screen().alternate_screen()
    }

    /// All bytes the program has written to its terminal.
    pub fn bytes(&self) -> Vec<u8> {
        self.seen.state.lock().expect("no test thread panicked").bytes.clone()
    }

    /// Modes of the terminal before the program started, and now.
    pub fn modes(&self) -> (String, String) {
        (self.modes_before.clone(), modes(self.master.as_ref()))
    }

    /// Calls `ask` with the screen that the program has drawn.
    pub fn with_screen<T>(&self, ask: impl FnOnce(&vt100::Screen) -> T) -> T {
        ask(self.seen.state.lock().expect("no test thread panicked").screen.screen())
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let mut state = self.seen.state.lock().expect("no test thread panicked");
        state.screen.screen_mut().set_size(at_least_one(rows), at_least_one(columns));
        drop(state);
        self.master.resize(size).expect("the terminal can be resized");
    }

    /// Waits for the program to end under its shell; returns its exit code.
    pub fn wait_code(&self) -> u32 {
        self.wait("ENDED and the code", |screen| code_of(screen).is_some());
        code_of(&self.text()).expect("it was there a moment ago")
    }

    /// Sends a signal to the program alone.
    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("the program runs");
    }

    pub fn pid(&self) -> Pid {
        // The foreground process: under a shell with job control that is the program, else it is the only one.
        let raw = self.master.process_group_leader().expect("somebody has the terminal");
        Pid::from_raw(raw).expect("process numbers are not 0")
    }

    /// Closes the other end of the terminal, as when a window is closed. Returns the program, which has not ended
    /// yet.
    pub fn hang_up(mut self) -> Orphan {
        self.seen.state.lock().expect("no test thread panicked").letting_go = true;
        // The reader has the terminal open and sleeps in a read; a redraw in another size wakes it.
        let size = self.master.get_size().expect("the terminal has a size");
        self.master.resize(PtySize { cols: size.cols - 1, ..size }).expect("the terminal can be resized");
        self.reader.take().expect("it hangs up once").join().expect("the reader does not panic");
        let Self { master, child, writer, .. } = self;
        drop((writer, master));
        Orphan { child: child.into_inner() }
    }

    /// Kills the program with SIGKILL, so that it cannot write anything more.
    pub fn kill(&mut self) {
        // The child's own `kill` would hang up first, which lets the program end in good order.
        kill_process(self.pid(), Signal::KILL).expect("the program can be killed");
        self.wait_end();
    }

    /// Waits for the program to end without a signal.
    pub fn wait_end(&mut self) -> ExitStatus {
        let until = Instant::now() + LIMIT;
        let status = loop {
            if let Some(status) = self.ended() {
                break status;
            }
            assert!(Instant::now() < until, "the program does not end; the screen:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        };
        // The last bytes are still to be read.
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the reader does not panic");
        }
        status
    }

    fn ended(&self) -> Option<ExitStatus> {
        self.child.borrow_mut().0.try_wait().expect("the program can be asked for")
    }
}

/// Program whose terminal is gone.
pub struct Orphan {
    child: Running,
}

impl Orphan {
    /// Exit status of the program, if it ends within `limit`.
    pub fn ends_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + limit;
        while Instant::now() < until {
            if let Some(status) = self.child.0.try_wait().expect("the program can be asked for") {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.0.kill();
        let _ = self.child.0.wait();
        None
    }
}
