//! Signals to a command without a screen, caught so that the command can report what is done before it ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;

use super::End;

/// Signals that ask the command to end. The first is only noted; the second ends it at once.
pub struct Interrupts {
    heard: Arc<AtomicUsize>,
    /// True while a signal ends the command at once, because nothing has begun yet.
    at_once: Arc<AtomicBool>,
}

impl Interrupts {
    /// Catches the signals from now on.
    ///
    /// # Errors
    /// When the system does not let them be heard.
    pub fn hear() -> io::Result<Self> {
        let this = Self { heard: Arc::default(), at_once: Arc::default() };
        for end in [End::Interrupt, End::Terminate, End::Quit, End::HangUp] {
            let (signal, again) = (end.signal(), Arc::<AtomicBool>::default());
            flag::register_conditional_default(signal, Arc::clone(&this.at_once))?;
            flag::register_conditional_shutdown(signal, end.code().into(), Arc::clone(&again))?;
            flag::register(signal, again)?;
            flag::register_usize(signal, Arc::clone(&this.heard), signal.unsigned_abs() as usize)?;
        }
        Ok(this)
    }

    /// Sets whether a signal ends the command at once, as while a question is asked.
    pub fn end_at_once(&self, yes: bool) {
        self.at_once.store(yes, Ordering::SeqCst);
    }

    /// Signal that came last.
    pub fn heard(&self) -> Option<End> {
        match i32::try_from(self.heard.load(Ordering::SeqCst)).ok()? {
            SIGINT => Some(End::Interrupt),
            SIGTERM => Some(End::Terminate),
            SIGQUIT => Some(End::Quit),
            SIGHUP => Some(End::HangUp),
            _ => None,
        }
    }
}
