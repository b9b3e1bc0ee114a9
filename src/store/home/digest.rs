//! Content of Home: its lines, the things to decide, and how far the data was read.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::line::{Block, Line, Name};
use super::reading::Reading;
use super::visits::Since;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::subject::Subject;
use crate::store::subject::finding::Kind;

/// Content of Home, without its layout.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    pub lines: Vec<Line>,
    /// Inquiries that wait for an answer, the highest score first.
    #[serde(skip)]
    pub waiting: Arc<[Id<Inquiry>]>,
    /// True when the score of a waiting inquiry may be higher, so that another order may be right.
    #[serde(default)]
    pub is_order_open: bool,
    /// Offers that were not emailed to the user, the newest first.
    #[serde(skip)]
    pub held: Arc<[Id<Inquiry>]>,
    /// Things to decide, in the order of the page.
    pub queue: Vec<Item>,
    pub reading: Reading,
    /// Next reminder or end of a snooze.
    pub next: Option<Next>,
    /// Time from which things count as new.
    pub since: Option<Since>,
}

/// Thing to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    /// Inquiry that waits for an answer.
    Answer(Id<Inquiry>),
    /// Offer that was not emailed to the user.
    Rescue(Id<Inquiry>),
    /// Reminder whose time has come.
    Due(Subject),
    /// Finding, and its number of names when it was queued.
    Settle(Kind, u64),
}

/// Next time that the user has set: a reminder or the end of a snooze.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    pub at: Timestamp,
    /// Name of the thing with the reminder or snooze.
    pub name: String,
    /// True for the end of a snooze.
    pub wakes: bool,
}

impl Digest {
    /// Lines of a block that are shown. A line whose figure is 0 is not, and of the lines whose figure is not known
    /// only the main line of the block is.
    pub fn of(&self, block: Block) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.block == block && line.says())
    }

    /// Line with this name.
    pub fn line(&self, name: Name) -> Option<&Line> {
        self.lines.iter().find(|line| line.name == name)
    }

    /// True when all domains were checked for every finding, except findings by visits: reports cover only the most
    /// visited domains.
    pub fn looked_at_domains(&self) -> bool {
        let looks = |line: &&Line| matches!(line.name, Name::Finding(kind) if !kind.is_of_visited());
        self.lines.iter().filter(looks).all(|line| line.figure.whole().is_some())
    }

    /// True when no line shows anything waiting, new or wrong, as far as the data is known.
    pub fn is_quiet(&self) -> bool {
        let works = |line: &&Line| !matches!(line.block, Block::Days | Block::Visited) && line.name != Name::Settled;
        Block::ALL.into_iter().flat_map(|block| self.of(block)).find(works).is_none()
    }
}
