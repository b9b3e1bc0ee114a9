//! Known messages that contain the words being typed. The service itself searches on enter.

use std::sync::Arc;

use super::columns::cells;
use super::state::Mail;
use crate::store::MailKey;
use crate::store::filter::MailQuery;
use crate::ui::World;

/// Key of a search while typing: version of mail, tab, the list's query, the typed query, and whether cells are masked.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    version: u64,
    tab: usize,
    asked: MailQuery,
    query: MailQuery,
    redact: bool,
}

impl Mail {
    /// Known messages that contain the searched words, in their cells or in their kept text. They are shown until the
    /// service has searched.
    pub(super) fn preselected(&self, known: &[MailKey], query: &MailQuery, world: &World<'_>) -> Arc<[MailKey]> {
        let plain = |word: &str| word.trim_matches(['+', '"', '*']).to_lowercase();
        let words = query.search.split_whitespace().filter(|word| !word.starts_with('-'));
        let words: Vec<String> = words.map(plain).collect();
        let cells = cells(world);
        let sent_there = |key: MailKey| {
            let row = world.store.mail().row(key);
            query.domain.as_ref().is_none_or(|domain| row.is_some_and(|row| row.domains.contains(domain)))
        };
        let known = known.iter().copied().filter(|key| sent_there(*key));
        let by = (world.store.mail().version(), world.store.session().redact);
        let mail = world.store.mail();
        // Masked text is not searched.
        let kept = |key: &MailKey| mail.row(*key).filter(|_| !by.1).map_or("", |row| mail.texts().small(&row.id));
        self.texts.borrow_mut().holding_with(by, self.list.table(), &cells, known, (&words, kept)).into()
    }

    /// Messages of the list in front that contain the typed words.
    pub(super) fn typed(&self, known: &[MailKey], world: &World<'_>) -> Arc<[MailKey]> {
        let (version, redact) = (world.store.mail().version(), world.store.session().redact);
        let (asked, query) = (self.asked.clone(), self.list.filter().clone());
        let by = Typed { version, tab: self.list.tab, asked, query, redact };
        self.typed.get(by, |by| self.preselected(known, &by.query, world))
    }
}
