//! Requests of the walks and the answers to them.

use crate::api::domains::{Get, List};
use crate::api::types::{Domain, Inquiry, Pagination};
use crate::api::{Paged, Row};
use crate::client::Failure;
use crate::store::index::domains::Fresh;
use crate::store::index::walk::Ask;

/// A collection that is read whole by a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    Inquiries,
    Domains,
}

/// A request of a walk, handed back with its answer.
#[derive(Clone, Debug)]
pub enum Errand {
    /// A request about inquiries; `began` is the store's clock when it is made.
    Inquiries {
        ask: Ask,
        began: u64,
    },
    Domains(DomainErrand),
}

impl Errand {
    /// The collection the request is about.
    pub fn of(&self) -> Walked {
        match self {
            Self::Inquiries { .. } => Walked::Inquiries,
            Self::Domains(_) => Walked::Domains,
        }
    }

    /// True for a refusal that may mean that the list ends before the page asked for.
    pub fn may_end(&self, failure: &Failure) -> bool {
        let is_page = match self {
            Self::Inquiries { ask, .. } => matches!(ask, Ask::Page(..)),
            Self::Domains(errand) => matches!(&errand.read, DomainRead::List(list) if list.page.page > 1),
        };
        is_page && failure.is_no_such_page()
    }
}

/// An answer to a request of a walk, made ready off the loop.
#[derive(Clone, Debug)]
pub enum WalkAnswer {
    Inquiries(Paged<Inquiry>),
    /// One inquiry; `None` if the service has no such row.
    Inquiry(Option<Box<Row<Inquiry>>>),
    Domains(DomainAnswer),
}

/// A request of the walk over the domains, with its ticket.
#[derive(Clone, Debug)]
pub struct DomainErrand {
    pub ticket: u64,
    /// Store's clock when the request is made, to hand back with the answer.
    pub began: u64,
    pub read: DomainRead,
}

/// A request of the walk over the domains.
#[derive(Clone, Debug)]
pub enum DomainRead {
    List(List),
    Get(Get),
}

/// An answer to the walk over the domains, made ready off the loop.
#[derive(Clone, Debug)]
pub enum DomainAnswer {
    /// A page; `odd` is the number of its rows without a name.
    Page { rows: Vec<Fresh>, odd: usize, pagination: Pagination },
    /// Refusal of a page with the error for missing things: the list ends before it, or has lost a page.
    NoPage,
    /// One domain; `None` if the account has no such domain.
    One(Option<Box<Row<Domain>>>),
}

impl DomainAnswer {
    /// The answer made of a page.
    pub fn page(page: &Paged<Domain>) -> Self {
        Self::Page { rows: Fresh::page(&page.rows), odd: page.odd.len(), pagination: page.pagination.clone() }
    }
}
