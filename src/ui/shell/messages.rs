//! Messages of this session, for `:messages`.

use super::super::widgets::page::Part;
use super::super::{Role, Tone, World};
use super::layer::{Content, Layer};
use super::{Said, Shell};
use crate::base::Timestamp;
use crate::store::index::inquiries::COVER;

/// Most messages that are kept.
const KEPT: usize = 200;

impl Shell {
    /// Keeps a message for `:messages`. A repeated message is listed once, with its count.
    pub(super) fn keep_message(&mut self, tone: Tone, text: String) {
        match self.messages.back_mut().filter(|said| said.text == text) {
            Some(said) => (said.at, said.times) = (self.now, said.times + 1),
            None => self.messages.push_back(Said { tone, text, at: self.now, times: 1 }),
        }
        if self.messages.len() > KEPT {
            self.messages.pop_front();
        }
    }

    /// Opens `:messages`: past messages, newest first.
    pub(super) fn open_messages(&mut self, world: &World<'_>) {
        // Earlier messages may name a buyer.
        let covered = world.store.session().redact;
        let line = |said: &Said| {
            let ago = self.now.saturating_sub(said.at) / 1000;
            let at = Timestamp(world.now.0 - ago as i64).clock_seconds(world.zone);
            let times = if said.times > 1 { format!(" · {} times", said.times) } else { String::new() };
            let text = if covered { COVER } else { &said.text };
            Part::Field { label: at.into(), value: format!("{text}{times}"), tone: said.tone.into() }
        };
        let mut parts: Vec<Part> = self.messages.iter().rev().map(line).collect();
        if parts.is_empty() {
            parts.push(Part::Text(Role::Dim, "No messages yet.".to_owned()));
        }
        self.layers.push(Layer::text("Messages", Content::Fixed(parts)));
    }
}
