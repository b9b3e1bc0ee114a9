//! Times at which the frame changes without a key. There is no regular tick: the loop sleeps until the next of these
//! times.

use super::super::{Confirm, Tone};
use super::layer::Layer;
use super::{Shell, Toast};
use crate::base::capital;
use crate::store::{Store, Trouble};

/// Milliseconds after a prefix until its popup opens.
pub(super) const WHICH_KEY_MS: u64 = 400;
/// Messages about news that wait at most for the present one to end. All of them are in `:messages`.
const MOST_NEWS: usize = 3;
/// Milliseconds the user waits until a message says so.
pub(super) const PATIENCE_MS: u64 = 400;

impl Shell {
    /// Next time, in the loop's milliseconds, at which a frame must be drawn even if nothing happens.
    pub fn next_deadline(&self) -> Option<u64> {
        let toast = self.toast.as_ref().map(|toast| toast.until);
        let popup = (!self.pending.is_empty()).then(|| self.pending_since + WHICH_KEY_MS);
        let dialog = self.layers.last().and_then(Layer::deadline);
        let waiting = self.waiting_since.and_then(|since| {
            let waited = self.now.saturating_sub(since);
            if waited < PATIENCE_MS {
                Some(since + PATIENCE_MS)
            } else {
                self.options.animation.then(|| since + (waited / 1000 + 1) * 1000)
            }
        });
        let own = [toast, popup, dialog, waiting, self.pace.deadline()];
        own.into_iter().flatten().filter(|at| *at > self.now).min()
    }

    pub(super) fn expire(&mut self) {
        if self.toast.as_ref().is_some_and(|toast| toast.until <= self.now) {
            self.toast = None;
        }
        if self.toast.is_none()
            && let Some((tone, text)) = self.news.pop_front()
        {
            self.show(tone, text);
        }
    }

    /// Shows a message for as long as it takes to read it.
    pub(super) fn say(&mut self, tone: Tone, text: String) {
        let text = self.with_undo_of_here(text);
        self.keep_message(tone, text.clone());
        self.show(tone, text);
    }

    /// Shows a message about something the user did not start, once the present message was shown long enough, because
    /// that one may offer an undo. Of many, the last few are shown, one after the other.
    pub(super) fn say_aside(&mut self, tone: Tone, text: String) {
        self.keep_message(tone, text.clone());
        if self.news.len() == MOST_NEWS {
            self.news.pop_front();
        }
        self.news.push_back((tone, text));
        self.expire();
    }

    fn show(&mut self, tone: Tone, text: String) {
        let seconds = match tone {
            Tone::Info | Tone::Good => 4,
            Tone::Warn => 6,
            Tone::Bad => 10,
        } + text.len() as u64 / 40;
        self.toast = Some(Toast { tone, text, until: self.now + seconds * 1000, refusal: false });
    }

    /// Gives the screens the reason why no answers come. `:messages` lists it once while it lasts; the header shows it.
    pub fn tell_trouble(&mut self, store: &mut Store, trouble: Option<Trouble>) {
        if store.session().trouble == trouble {
            // This is called with each frame, and a change of the session would reach every screen.
            return;
        }
        let known = &mut store.session_mut().trouble;
        if let Some(now) = trouble.as_ref().filter(|now| known.as_ref().is_none_or(|known| known.what != now.what)) {
            self.keep_message(Tone::Warn, format!("{}; reads are tried again.", capital(&now.what)));
        }
        *known = trouble;
    }

    /// Shows why a key or line did nothing, until the next key, because the reason is about the row, filter or command
    /// of that moment.
    pub(super) fn refuse(&mut self, tone: Tone, text: String) {
        self.say(tone, text);
        if let Some(toast) = &mut self.toast {
            toast.refusal = true;
        }
    }

    /// Opens a question.
    pub(super) fn ask(&mut self, confirm: Confirm) {
        self.pending.clear();
        self.layers.push(Layer::dialog(confirm, self.last_key));
    }
}
