//! Switching the terminal's modes on and off, which happens only here.
//!
//! The state is process-wide, because the terminal is, and because any thread may have to give it back: the loop, the
//! panic hook, the thread that watches for signals. Giving back may be repeated and never waits for long.

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use ratatui::layout::Size;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

use super::pictures::CELLS;

/// Sequence for the alternate screen, cleared, with a hidden cursor and marked pastes.
const CLAIM: &[u8] = b"\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l\x1b[?2004h";
const FOCUS_ON: &[u8] = b"\x1b[?1004h";
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
pub(super) const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";
/// Sequences that switch off every mode that may be on; harmless for a mode that is off.
const RELEASE: &[u8] =
    b"\x1b[?2026l\x1b[?7h\x1b[0m\x1b[?1006l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[0 q\x1b[?25h\x1b[?1049l";

static HELD: AtomicBool = AtomicBool::new(false);
static MOUSE: AtomicBool = AtomicBool::new(false);
static FOCUS: AtomicBool = AtomicBool::new(false);
/// Modes found at the start; never replaced, so that a second claim does not take raw mode for the normal one.
static FOUND: OnceLock<Termios> = OnceLock::new();
/// Lock held while a frame is written, so that giving back does not interrupt a sequence.
static OUTPUT: Mutex<()> = Mutex::new(());
/// Bytes sent first when the terminal is given back: they remove pictures, which stay after the alternate screen.
static LAST_WORDS: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn stdin() -> BorrowedFd<'static> {
    rustix::stdio::stdin()
}

fn stdout() -> BorrowedFd<'static> {
    rustix::stdio::stdout()
}

/// Sets the optional modes that [`claim`] switches on.
pub(super) fn options(mouse: bool, focus: bool) {
    MOUSE.store(mouse, Ordering::SeqCst);
    FOCUS.store(focus, Ordering::SeqCst);
}

/// Switches mouse reports on or off; bytes are written only for a change while the terminal is claimed.
pub(super) fn mouse(on: bool) -> io::Result<()> {
    if MOUSE.swap(on, Ordering::SeqCst) != on && is_held() {
        write_all(if on { MOUSE_ON } else { MOUSE_OFF })?;
    }
    Ok(())
}

/// True while frames may be written.
pub fn is_held() -> bool {
    HELD.load(Ordering::SeqCst)
}

/// Claims the terminal: raw mode, alternate screen. Repeated after the program was stopped.
pub(super) fn claim() -> io::Result<()> {
    let found = if let Some(found) = FOUND.get() { found.clone() } else { tcgetattr(stdin())? };
    let mut raw = FOUND.get_or_init(|| found).clone();
    raw.make_raw();
    tcsetattr(stdin(), OptionalActions::Now, &raw)?;
    HELD.store(true, Ordering::SeqCst);
    let mut bytes = CLAIM.to_vec();
    if FOCUS.load(Ordering::SeqCst) {
        bytes.extend_from_slice(FOCUS_ON);
    }
    if MOUSE.load(Ordering::SeqCst) {
        bytes.extend_from_slice(MOUSE_ON);
    }
    write_all(&bytes)
}

/// Sets the bytes that are sent whenever the terminal is given back.
pub(super) fn say_at_release(words: &[u8]) {
    let mut kept = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    kept.clear();
    kept.extend_from_slice(words);
}

/// Gives the terminal back as it was found. Safe to call from any thread, any number of times.
pub fn release() {
    if !HELD.swap(false, Ordering::SeqCst) {
        return;
    }
    // Wait for a frame being written, but not long: a terminal that does not read must not block the program.
    let _frame = lock_for(Duration::from_millis(200));
    let words = LAST_WORDS.try_lock().map(|words| words.clone()).unwrap_or_default();
    let _ = write_bytes(&[words.as_slice(), RELEASE].concat());
    let Some(found) = FOUND.get() else { return };
    for _ in 0..2 {
        if tcsetattr(stdin(), OptionalActions::Now, found).is_ok() && modes_are_as_found() {
            return;
        }
    }
}

/// True when the terminal's modes are those found at the start, or none were changed.
pub fn modes_are_as_found() -> bool {
    match (FOUND.get(), tcgetattr(stdin())) {
        (Some(found), Ok(now)) => {
            now.input_modes == found.input_modes
                && now.output_modes == found.output_modes
                && now.local_modes == found.local_modes
                && now.control_modes == found.control_modes
        }
        _ => true,
    }
}

/// Writes bytes of a frame; writes nothing while the terminal is not claimed.
pub(super) fn write_all(bytes: &[u8]) -> io::Result<()> {
    let _frame = OUTPUT.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_held() {
        return Ok(());
    }
    write_bytes(bytes)
}

/// Sends a sequence that draws nothing, such as one for the clipboard, between two frames.
///
/// # Errors
/// When the terminal is not claimed, or cannot be written to.
pub fn send(sequence: &[u8]) -> io::Result<()> {
    let _frame = OUTPUT.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_held() {
        return Err(io::Error::other("the terminal is not in use"));
    }
    write_bytes(sequence)
}

/// Rings the bell: one byte between two frames; nothing while the terminal is not claimed.
///
/// # Errors
/// When the terminal cannot be written to.
pub fn bell() -> io::Result<()> {
    write_all(b"\x07")
}

/// Writes bytes directly to the descriptor, because a stuck thread may have the lock of the standard library's
/// handle.
fn write_bytes(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(stdout(), bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => bytes = &bytes[n..],
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Err(e) => return Err(e.into()),
        }
    }
    Ok(())
}

fn lock_for(limit: Duration) -> Option<MutexGuard<'static, ()>> {
    let start = Instant::now();
    loop {
        match OUTPUT.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(guard)) => return Some(guard.into_inner()),
            Err(TryLockError::WouldBlock) if start.elapsed() > limit => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Width and height of a cell in pixels, if the terminal reports them with its size.
pub fn cell() -> Option<(u16, u16)> {
    let size = tcgetwinsize(stdout()).ok()?;
    let of_cell = |pixels: u16, cells: u16| pixels.checked_div(cells).filter(|side| CELLS.contains(side));
    Some((of_cell(size.ws_xpixel, size.ws_col)?, of_cell(size.ws_ypixel, size.ws_row)?))
}

/// Columns and rows. A terminal that reports 0×0, as in some containers, counts as 80×24.
pub fn size() -> Size {
    match tcgetwinsize(stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => Size::new(size.ws_col, size.ws_row),
        _ => Size::new(80, 24),
    }
}
