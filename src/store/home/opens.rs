//! First rows of the list that a line opens, shown beside the page.

use serde::{Deserialize, Serialize};

use crate::api::types::Inquiry;
use crate::base::{DomainName, Id, Timestamp, Zone};
use crate::store::Store;
use crate::store::findings::{Findings, Settling};
use crate::store::shown::versions;
use crate::store::subject::DomainKey;

/// Most rows that are kept: more than any window shows.
const MOST: usize = 60;

/// First rows of the list that a line opens.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Opens {
    /// No rows: the line has no list, or its list shows no more than the line.
    #[default]
    Nothing,
    Inquiries(Vec<Id<Inquiry>>),
    Domains(Vec<DomainKey>),
    Domain(DomainName),
    /// Rows in words, for lists without rows in an index.
    Said(Vec<Row>),
}

/// Row in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub name: String,
    /// Words about it, such as the buyer or the offers.
    pub about: String,
    /// Price, offer or count.
    pub figure: String,
    pub age: String,
}

impl Opens {
    pub(super) fn inquiries(ids: &[Id<Inquiry>]) -> Self {
        Self::Inquiries(ids.iter().take(MOST).copied().collect())
    }

    pub(super) fn domains(keys: impl Iterator<Item = DomainKey>) -> Self {
        Self::Domains(keys.take(MOST).collect())
    }

    pub(super) fn versions(rows: &[versions::Row], store: &Store, (now, zone): (Timestamp, Zone)) -> Self {
        let said = |row: &versions::Row| Row {
            name: row.words(store).join(", "),
            age: row.date.map_or_else(String::new, |at| at.age(now, zone).text),
            ..Row::default()
        };
        Self::Said(rows.iter().take(MOST).map(said).collect())
    }

    pub(super) fn settled(findings: &Findings) -> Self {
        let said = |settling: &Settling| Row {
            name: settling.about.name().map_or_else(|| "all of this kind".to_owned(), |name| name.both()),
            about: settling.kind.words(true).to_owned(),
            ..Row::default()
        };
        Self::Said(findings.settled().iter().take(MOST).map(said).collect())
    }
}
