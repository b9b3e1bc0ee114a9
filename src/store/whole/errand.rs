//! Requests of the walks, and their answers.

use crate::api::domains::{Get, List};
use crate::api::types::{Domain, Inquiry, Pagination};
use crate::api::{Paged, Row};
use crate::client::Failure;
use crate::store::index::domains::Fresh;
use crate::store::index::walk::Ask;

/// Collection that a walk reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    Inquiries,
    Domains,
}

/// Request of a walk. It is handed back with its answer.
#[derive(Clone, Debug)]
pub enum Errand {
    /// Request about inquiries; `began` is the store's clock when it was made.
    Inquiries {
        ask: Ask,
        began: u64,
    },
    Domains(DomainErrand),
}

impl Errand {
    /// Collection that the request is about.
    pub fn of(&self) -> Walked {
        match self {
            Self::Inquiries { .. } => Walked::Inquiries,
            Self::Domains(_) => Walked::Domains,
        }
    }

    /// True for a failure that may mean that the list ends before the requested page.
    pub fn may_end(&self, failure: &Failure) -> bool {
        let is_page = match self {
            Self::Inquiries { ask, .. } => matches!(ask, Ask::Page(..)),
            Self::Domains(errand) => matches!(&errand.read, DomainRead::List(list) if list.page.page > 1),
        };
        is_page && failure.is_no_such_page()
    }
}

/// Answer to a request of a walk, prepared off the loop.
#[derive(Clone, Debug)]
pub enum WalkAnswer {
    Inquiries(Paged<Inquiry>),
    /// One inquiry; `None` if the service does not have it.
    Inquiry(Option<Box<Row<Inquiry>>>),
    Domains(DomainAnswer),
}

/// Request of the walk over domains, with its ticket.
#[derive(Clone, Debug)]
pub struct DomainErrand {
    pub ticket: u64,
    /// Store's clock when the request was made, to hand back with the answer.
    pub began: u64,
    pub read: DomainRead,
}

/// Request of the walk over domains.
#[derive(Clone, Debug)]
pub enum DomainRead {
    List(List),
    Get(Get),
}

/// Answer to a request of the walk over domains, prepared off the loop.
#[derive(Clone, Debug)]
pub enum DomainAnswer {
    /// Page of a list; `odd` is the number of its rows without a name.
    Page { rows: Vec<Fresh>, odd: usize, pagination: Pagination },
    /// The service refused a page as missing: the list ends before it, or cannot give it.
    NoPage,
    /// One domain; `None` if the account does not have it.
    One(Option<Box<Row<Domain>>>),
}

impl DomainAnswer {
    /// Answer made from a page.
    pub fn page(page: &Paged<Domain>) -> Self {
        Self::Page { rows: Fresh::page(&page.rows), odd: page.odd.len(), pagination: page.pagination.clone() }
    }
}
