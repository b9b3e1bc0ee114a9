//! Marks inquiries, without a question and with exact undo. Waiting writes of the same mark are sent in one bulk call.

use crate::store::subject::Mark;
use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Refusal, Said, Undone};
use super::super::rule::{Again, Back, Caution, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Intent, Item, Value};
use super::inquiries::{call, ids_of, probe, said};
use crate::api::limits::BULK;
use crate::api::types::Inquiry;
use crate::api::{Call, DecodeError, Endpoint, Request, errors as keys, inquiries};
use crate::base::Id;
use crate::client::Failure;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Probe, ReadAgain, SINGLY};
use crate::store::writes::settle::Reading;
use crate::store::writes::value_of_mark;

/// Age in seconds from which a row is read again before it is marked.
const FRESH: i64 = 15;

/// Sets or clears one mark of inquiries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetMark {
    /// Inquiries; empty in the journal, where the targets have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<Id<Inquiry>>,
    pub mark: Mark,
    pub to: bool,
}

impl Verb {
    pub const MARK_READ: Self = Self("MarkRead");
    pub const MARK_UNREAD: Self = Self("MarkUnread");
    pub const STAR: Self = Self("Star");
    pub const UNSTAR: Self = Self("Unstar");
    pub const ARCHIVE: Self = Self("Archive");
    pub const UNARCHIVE: Self = Self("Unarchive");
    pub const HIDE: Self = Self("Hide");
    pub const RESTORE: Self = Self("Restore");
}

const MARK: Rule = Rule {
    topic: Topic::MARKS,
    noun: Noun::INQUIRY,
    caution: Caution::AtOnce,
    back: Back::Inverse,
    way_back: "Press u to undo.",
    at_once: true,
    still: Still::alike("nothing changed"),
    again: Again::Once,
    skips_so: true,
    travel: Travel::Joined(BULK),
    ..Rule::BASE
};

/// Rules in pairs for each mark: set, then cleared.
pub(super) static RULES: [Rule; 8] = [
    Rule {
        verb: Verb::MARK_READ,
        mark: Some((Mark::Read, true)),
        asked: "Mark {} read",
        done: "marked read",
        doing: "Marking {} read",
        undone: "unread again",
        action: "mark {}",
        ..MARK
    },
    Rule {
        verb: Verb::MARK_UNREAD,
        mark: Some((Mark::Read, false)),
        asked: "Mark {} unread",
        done: "marked unread",
        doing: "Marking {} unread",
        undone: "read again",
        action: "mark {}",
        ..MARK
    },
    Rule {
        verb: Verb::STAR,
        mark: Some((Mark::Starred, true)),
        asked: "Star {}",
        done: "starred",
        doing: "Starring {}",
        undone: "unstarred",
        action: "star {}",
        ..MARK
    },
    Rule {
        verb: Verb::UNSTAR,
        mark: Some((Mark::Starred, false)),
        asked: "Unstar {}",
        done: "unstarred",
        doing: "Unstarring {}",
        undone: "starred again",
        action: "unstar {}",
        ..MARK
    },
    Rule {
        verb: Verb::ARCHIVE,
        mark: Some((Mark::Archived, true)),
        asked: "Archive {}",
        done: "archived",
        doing: "Archiving {}",
        undone: "back in Active",
        action: "archive {}",
        ..MARK
    },
    Rule {
        verb: Verb::UNARCHIVE,
        mark: Some((Mark::Archived, false)),
        asked: "Unarchive {}",
        done: "unarchived",
        doing: "Unarchiving {}",
        undone: "back in Archived",
        action: "unarchive {}",
        ..MARK
    },
    Rule {
        verb: Verb::HIDE,
        mark: Some((Mark::Hidden, true)),
        asked: "Hide {}",
        done: "hidden",
        doing: "Hiding {}",
        undone: "unhidden",
        action: "hide {}",
        caution: Caution::AskForSeveral,
        consequence: "Hidden inquiries stay in Hidden and All. The buyers are not notified.",
        way_back: "Press u to undo, or a in the Hidden tab to unhide one.",
        ..MARK
    },
    Rule {
        verb: Verb::RESTORE,
        mark: Some((Mark::Hidden, false)),
        asked: "Unhide {}",
        done: "unhidden",
        doing: "Unhiding {}",
        undone: "hidden again",
        action: "unhide {}",
        ..MARK
    },
];

impl Kind for SetMark {
    fn rule(&self) -> &'static Rule {
        &RULES[self.place()]
    }

    fn items(&self) -> Vec<Item> {
        self.ids.iter().map(|id| Item::field(*id, self.mark.field())).collect()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(Self { ids: ids_of(targets), ..*self }.into())
    }

    fn endpoint(&self) -> &'static Endpoint {
        self.single(Id::new(0)).endpoint
    }

    fn call(&self, items: &[Item]) -> Call {
        call(items, |id| self.single(id), self.action())
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        said(items, body, |body| match self.mark {
            // Answers to hiding and restoring have no marks, the only exception in the documents.
            Mark::Hidden => inquiries::Hide::decode(body).map(|_| Said::done()),
            _ => Ok(Said::Done { marks: inquiries::Star::decode(body)?.marks.get().cloned(), made: None }),
        })
    }

    fn size(&self) -> usize {
        self.ids.len()
    }

    fn after(&self, _: &Item) -> Value {
        self.to.into()
    }

    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        grounds.index.inquiries.shown(item.inquiry()?, self.mark).map(Value::Bool)
    }

    fn truth(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        grounds.index.inquiries.truth(item.inquiry()?, self.mark).map(Value::Bool)
    }

    fn refusal(&self, refused: &Failure, _: &Item) -> Refusal {
        Refusal::so_if((self.mark, self.to) == (Mark::Hidden, true) && refused.code() == Some(keys::INQUIRY_NOT_FOUND))
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let ids = ids_of(undone.targets.iter().copied());
        Some(Self { ids, mark: self.mark, to: !self.to }.into())
    }

    /// Reads rows again that somebody else may have marked meanwhile, because an undo must reverse only what this
    /// write changed.
    fn reads_first<'a>(&'a self, grounds: &Grounds<'a>, items: &[Item]) -> Vec<ReadAgain<'a>> {
        let inquiries = &grounds.index.inquiries;
        let told = |item: &Item| (item.clone(), item.inquiry().and_then(|id| inquiries.told_at(id)));
        let read = move |old: &[Item]| {
            let ids: Vec<Id<Inquiry>> = old.iter().filter_map(|item| item.inquiry()).collect();
            // Pages of the hidden list are read last, so up to `SINGLY` hidden inquiries are read one by one.
            let pages = if self.mark == Mark::Hidden && !self.to { SINGLY } else { inquiries.pages_down_to(&ids) };
            if ids.len() <= pages { Probe::Inquiries(ids) } else { Probe::InquiryPages(ids) }
        };
        vec![ReadAgain::older_than(FRESH, items.iter().map(told).collect(), read)]
    }

    fn compare(&self, target: &Target, found: &Found) -> Compared {
        let (Found::Inquiries(rows), Some(id)) = (found, target.subject.inquiry()) else { return Compared::Same };
        let is = rows.get(&id).and_then(|row| value_of_mark(row.as_ref()?.value.marks.get()?, self.mark));
        if is == Some(self.to) { Compared::So } else { Compared::Same }
    }

    fn probe(&self, _: &Entry, items: &[Item]) -> Option<Probe> {
        Some(match probe(items) {
            Probe::Inquiries(ids) if items.len() > SINGLY => Probe::InquiryPages(ids),
            each => each,
        })
    }

    fn reading(&self, _: &Entry, item: &Item, found: &Found) -> Reading {
        let (Found::Inquiries(rows), Some(id)) = (found, item.inquiry()) else { return Reading::Failed };
        match rows.get(&id) {
            Some(Some(row)) => match row.value.marks.get().and_then(|marks| value_of_mark(marks, self.mark)) {
                Some(is) if is == self.to => Reading::Done(None),
                Some(_) => Reading::Not,
                None => Reading::Failed,
            },
            // No list has an inquiry that is gone, so it counts as hidden.
            Some(None) if (self.mark, self.to) == (Mark::Hidden, true) => Reading::Done(None),
            Some(None) => Reading::Gone,
            None => Reading::Failed,
        }
    }
}

impl SetMark {
    /// Place of its rule in `RULES`.
    pub(super) fn place(&self) -> usize {
        self.mark as usize * 2 + usize::from(!self.to)
    }

    /// Name of the act in a bulk call.
    pub(super) fn action(&self) -> inquiries::BulkAction {
        use inquiries::BulkAction as Action;
        match (self.mark, self.to) {
            (Mark::Read, true) => Action::MarkRead,
            (Mark::Read, false) => Action::MarkUnread,
            (Mark::Starred, true) => Action::Star,
            (Mark::Starred, false) => Action::Unstar,
            (Mark::Archived, true) => Action::Archive,
            (Mark::Archived, false) => Action::Unarchive,
            (Mark::Hidden, true) => Action::Remove,
            (Mark::Hidden, false) => Action::Restore,
        }
    }

    /// Call about one inquiry.
    fn single(&self, id: Id<Inquiry>) -> Call {
        match (self.mark, self.to) {
            (Mark::Read, true) => inquiries::Read { id }.call(),
            (Mark::Read, false) => inquiries::Unread { id }.call(),
            (Mark::Starred, true) => inquiries::Star { id }.call(),
            (Mark::Starred, false) => inquiries::Unstar { id }.call(),
            (Mark::Archived, true) => inquiries::Archive { id }.call(),
            (Mark::Archived, false) => inquiries::Unarchive { id }.call(),
            (Mark::Hidden, true) => inquiries::Hide { id }.call(),
            (Mark::Hidden, false) => inquiries::Restore { id }.call(),
        }
    }
}
