//! The hold on the terminal: the one place that switches its modes on and off.
//!
//! The state is process-wide because a terminal is, and because it must be given back from any thread: the loop, the
//! panic hook, the thread that watches for signals. Giving back is idempotent and never waits for long.

use std::io;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use ratatui::layout::Size;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

use super::pictures::CELLS;

/// Alternate screen, cleared, no cursor, pasted text marked.
const CLAIM: &[u8] = b"\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l\x1b[?2004h";
const FOCUS_ON: &[u8] = b"\x1b[?1004h";
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
pub(super) const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";
/// Sequences that switch off every mode that may be on; harmless for one that is not.
const RELEASE: &[u8] =
    b"\x1b[?2026l\x1b[?7h\x1b[0m\x1b[?1006l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[0 q\x1b[?25h\x1b[?1049l";

static HELD: AtomicBool = AtomicBool::new(false);
static MOUSE: AtomicBool = AtomicBool::new(false);
static FOCUS: AtomicBool = AtomicBool::new(false);
/// The modes found at the start; never replaced, so that a second claim cannot take raw mode for the normal one.
static FOUND: OnceLock<Termios> = OnceLock::new();
/// Held while bytes of a frame are under way, so that giving back does not end in the middle of a sequence.
static OUTPUT: Mutex<()> = Mutex::new(());
/// Bytes sent first when the terminal is given back: they take away what leaving the alternate screen does not.
static LAST_WORDS: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn stdin() -> BorrowedFd<'static> {
    rustix::stdio::stdin()
}

fn stdout() -> BorrowedFd<'static> {
    rustix::stdio::stdout()
}

/// Sets the modes that [`claim`] switches on.
pub(super) fn options(mouse: bool, focus: bool) {
    MOUSE.store(mouse, Ordering::SeqCst);
    FOCUS.store(focus, Ordering::SeqCst);
}

/// Switches mouse reports on or off; bytes are written only when it changes while the terminal is held.
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

/// Takes the terminal: raw mode, alternate screen. May be repeated after the program was stopped.
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

/// Keeps bytes that are sent whenever the terminal is given back, until this is called again.
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
    // A frame under way is waited for, but not for long: a terminal that does not read must not keep the program.
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

/// True when the terminal's modes are those of the start, or when none were changed.
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

/// Writes bytes of a frame; nothing when the terminal is not ours.
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
/// When the terminal is not ours at the moment, or cannot be written to.
pub fn send(sequence: &[u8]) -> io::Result<()> {
    let _frame = OUTPUT.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_held() {
        return Err(io::Error::other("the terminal is not in use"));
    }
    write_bytes(sequence)
}

/// Rings the bell: one byte between two frames; nothing when the terminal is not ours.
///
/// # Errors
/// When the terminal cannot be written to.
pub fn bell() -> io::Result<()> {
    write_all(b"\x07")
}

/// Writes bytes straight to the descriptor: the standard library's handle has a lock that a stuck thread may hold.
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

/// Pixels of a cell, width and height, where the terminal says them with its size.
pub fn cell() -> Option<(u16, u16)> {
    let size = tcgetwinsize(stdout()).ok()?;
    let of_cell = |pixels: u16, cells: u16| pixels.checked_div(cells).filter(|side| CELLS.contains(side));
    Some((of_cell(size.ws_xpixel, size.ws_col)?, of_cell(size.ws_ypixel, size.ws_row)?))
}

/// Columns and rows. A terminal that does not say (0×0, as some containers give) counts as 80×24.
pub fn size() -> Size {
    match tcgetwinsize(stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => Size::new(size.ws_col, size.ws_row),
        _ => Size::new(80, 24),
    }
}
