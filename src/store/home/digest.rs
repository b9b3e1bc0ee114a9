//! The content of the page: its lines, what there is to decide, and how far the data was read.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::line::{Block, Line, Name};
use super::reading::Reading;
use super::visits::Since;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::subject::Subject;
use crate::store::subject::finding::Kind;

/// All content of the page, without its layout.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    pub lines: Vec<Line>,
    /// The inquiries that wait for an answer, the highest score first.
    #[serde(skip)]
    pub waiting: Arc<[Id<Inquiry>]>,
    /// Offers that were not emailed, the newest first.
    #[serde(skip)]
    pub held: Arc<[Id<Inquiry>]>,
    /// Things to decide, in the order of the page.
    pub queue: Vec<Item>,
    pub reading: Reading,
    /// The next reminder or end of a snooze.
    pub next: Option<Next>,
    /// Time from which things are new.
    pub since: Option<Since>,
}

/// A thing to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    /// A lead that waits for an answer.
    Answer(Id<Inquiry>),
    /// An offer that was not emailed.
    Rescue(Id<Inquiry>),
    /// A reminder that has come.
    Due(Subject),
    /// A finding, with the number of names it had.
    Settle(Kind, u64),
}

/// Next date ahead that the user has set: a reminder or the end of a snooze.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    pub at: Timestamp,
    /// Name of the thing that is due or wakes.
    pub name: String,
    /// True for the end of a snooze.
    pub wakes: bool,
}

impl Digest {
    /// The lines of a block that have something to say. Lines whose figure is certainly 0 are left out, and of lines
    /// whose figure is not known only the main one of the block stays.
    pub fn of(&self, block: Block) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.block == block && line.says())
    }

    /// The line of that name.
    pub fn line(&self, name: Name) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// True when all domains were checked for every finding, apart from findings by visits: reports name only the most
    /// visited domains.
    pub fn looked_at_domains(&self) -> bool {
        let looks = |line: &&Line| matches!(line.name, Name::Finding(kind) if !kind.is_of_visited());
        self.lines.iter().filter(looks).all(|line| line.figure.whole().is_some())
    }

    /// True when nothing waits, nothing is new and nothing is wrong, as far as it is known.
    pub fn is_quiet(&self) -> bool {
        let works = |line: &&Line| !matches!(line.block, Block::Days | Block::Visited) && line.name != Name::Settled;
        Block::ALL.into_iter().flat_map(|block| self.of(block)).find(works).is_none()
    }
}
