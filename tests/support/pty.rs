//! The real program in a pseudo-terminal: keys in, screen out. Nothing here sleeps for a guess; every wait is for
//! a screen, woken by the bytes that change it, with a limit after which the test fails and shows what it saw.

use std::io::{Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

use super::home::Home;

/// Longer than anything on a busy machine; a passing test never waits this long.
const LIMIT: Duration = Duration::from_secs(40);

/// A running program and the screen it has drawn.
pub struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    seen: Arc<Seen>,
}

struct Seen {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    ended: bool,
}

impl Session {
    /// Starts the program in `home` with a terminal of `columns` × `rows`.
    pub fn start(home: &Home, arguments: &[&str], extra: &[(&str, &str)], (columns, rows): (u16, u16)) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal can be opened");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parkade"));
        command.args(arguments);
        command.env_clear();
        command.env("PATH", std::env::var("PATH").unwrap_or_default());
        for (name, value) in home.environment() {
            command.env(name, value);
        }
        for (name, value) in extra {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let seen = Arc::new(Seen {
            state: Mutex::new(State { screen: vt100::Parser::new(rows, columns, 0), bytes: Vec::new(), ended: false }),
            changed: Condvar::new(),
        });
        let mut reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written");
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut chunk = [0_u8; 16 * 1024];
            loop {
                let read = reader.read(&mut chunk).unwrap_or(0);
                let mut state = shared.state.lock().expect("no test thread panicked");
                if read == 0 {
                    state.ended = true;
                } else {
                    state.screen.process(&chunk[..read]);
                    state.bytes.extend_from_slice(&chunk[..read]);
                }
                drop(state);
                shared.changed.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Self { master: pair.master, child, writer, seen }
    }

    /// Types, as a person would: `\r` is Enter, `\x1b` Esc, `\x12` ctrl-r.
    pub fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the program reads its terminal");
        self.writer.flush().expect("the program reads its terminal");
    }

    /// A `:` line and Enter.
    pub fn line(&mut self, line: &str) {
        self.keys(":");
        self.wait("the line is open", |screen| screen.lines().any(|row| row.trim_start().starts_with(':')));
        self.keys(line);
        self.keys("\r");
    }

    /// Waits for the screen to say `text`.
    pub fn wait_text(&self, text: &str) {
        self.wait(text, |screen| screen.contains(text));
    }

    /// Waits until `done` holds for the screen's text; fails with the screen after the limit.
    pub fn wait(&self, what: &str, done: impl Fn(&str) -> bool) {
        let until = Instant::now() + LIMIT;
        let mut state = self.seen.state.lock().expect("no test thread panicked");
        loop {
            if done(&state.screen.screen().contents()) {
                return;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero() && !state.ended, "waited for: {what}\nthe screen:\n{}", state.screen.screen().contents());
            state = self.seen.changed.wait_timeout(state, left).expect("no test thread panicked").0;
        }
    }

    /// The text on the screen now.
    pub fn text(&self) -> String {
        self.seen.state.lock().expect("no test thread panicked").screen.screen().contents()
    }

    /// True while the program shows the alternate screen.
    pub fn is_full_screen(&self) -> bool {
        self.seen.state.lock().expect("no test thread panicked").screen.screen().alternate_screen()
    }

    /// Every byte the program has written to its terminal.
    pub fn bytes(&self) -> Vec<u8> {
        self.seen.state.lock().expect("no test thread panicked").bytes.clone()
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.seen.state.lock().expect("no test thread panicked").screen.screen_mut().set_size(rows, columns);
        self.master.resize(size).expect("the terminal can be resized");
    }

    pub fn process_id(&self) -> u32 {
        self.child.process_id().expect("the program runs")
    }

    /// SIGKILL: nothing of the program gets a last word.
    pub fn kill(&mut self) {
        self.child.kill().expect("the program can be killed");
        let _ = self.child.wait();
    }

    /// Waits for the program to end by itself.
    pub fn wait_end(&mut self) -> ExitStatus {
        let until = Instant::now() + LIMIT;
        let mut state = self.seen.state.lock().expect("no test thread panicked");
        while !state.ended {
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "the program does not end; the screen:\n{}", state.screen.screen().contents());
            state = self.seen.changed.wait_timeout(state, left).expect("no test thread panicked").0;
        }
        drop(state);
        self.child.wait().expect("the program has ended")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
