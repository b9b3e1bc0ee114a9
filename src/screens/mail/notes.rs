//! Line above the footer: how the message is shown, and what a search or an order does not cover.

use super::preview;
use super::state::{ALL, Mail};
use crate::screens::message::reader::ReaderPage;
use crate::ui::World;
use crate::ui::list::{self, ListScreen as _};
use crate::ui::text::counted;
use crate::ui::widgets::notice;

impl Mail {
    /// Reason why the search has no answer, shown below the known messages.
    fn unanswered_words(&self, world: &World<'_>) -> Option<String> {
        if self.list.table().is_empty() || !self.is_unanswered(world) {
            return None;
        }
        let shown = "Shown: messages here that match.";
        Some(match world.store.query(&self.asked.found(1)).failure {
            None => format!("Searching all mail… {shown}"),
            Some(failure) => {
                let (what, way_on) = notice::failure_words(failure);
                format!("Not searched: {what}. {shown} {way_on}")
            }
        })
    }

    /// Sentence that the order may not cover every message.
    fn sorted_partly(&self, world: &World<'_>) -> Option<String> {
        let table = self.list.table();
        let is_partly = table.sort().is_some() && !table.is_empty() && !self.asked.is_search() && !self.is_whole(world);
        let read = counted(table.len() as u64, "message", "messages");
        is_partly.then(|| format!("Sorted: the {read} read so far; more are read as the cursor nears the end."))
    }
}

/// Line above the footer, if there is something to say.
pub fn line(screen: &Mail, world: &World<'_>) -> Option<String> {
    if let Some(reader) = &screen.list.detail {
        let words = |words| format!("{words} · H for the other");
        return reader.body_words(world).filter(|_| reader.page == ReaderPage::Message).map(words);
    }
    if preview::has_keys(screen) {
        return Some(list::verbs::SCROLLING.to_owned());
    }
    let searched = screen.asked.is_search() && screen.list.tab != ALL;
    let unanswered = screen.unanswered_words(world);
    unanswered
        .or_else(|| list::note(screen, world))
        .or_else(|| screen.sorted_partly(world))
        .or_else(|| searched.then(|| "Search covers all mail, not only this tab.".to_owned()))
}
