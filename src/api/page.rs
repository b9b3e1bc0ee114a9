//! Pages: the part of a list that a call asks for.
//!
//! Left open by document 1, *Conventions* (Paging): the answer to a page after the last one, whether a service caps
//! `per_page` below the number asked for, and whether a page may have fewer rows than it could (`shown` is given
//! besides `per_page`). The client takes the end of a list, the rows per page and the position from the answer
//! (`current_page`, `last_page`; [`Pagination::next`](super::types::Pagination::next) alone decides about the end). A
//! refused or repeated page is the end, too. Without these members it uses the total, and without a total whether
//! pages are full.

use super::endpoint::{Param, Place};
use super::wire::{Group, Writer};

/// A page of a list and how many rows it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// Number of the page, from 1.
    pub page: u32,
    /// Rows per page: 1 to 200, for inquiries and mail 1 to 100.
    pub per_page: u32,
}

/// A page of a list whose number of rows per page is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FixedPage {
    /// Number of the page, from 1.
    pub page: u32,
}

impl Page {
    /// Page `page` with `per_page` rows.
    pub const fn new(page: u32, per_page: u32) -> Self {
        Self { page, per_page }
    }
}

impl Default for Page {
    fn default() -> Self {
        Self { page: 1, per_page: super::limits::PER_PAGE_DEFAULT }
    }
}

impl Default for FixedPage {
    fn default() -> Self {
        Self { page: 1 }
    }
}

const PAGE: Param = Param { name: "page", place: Place::Query };
const PER_PAGE: Param = Param { name: "per_page", place: Place::Query };

/// Sends both parameters always, so that the answer does not depend on the service's default.
impl Group for Page {
    const PARAMS: &'static [Param] = &[PAGE, PER_PAGE];

    fn put(&self, writer: &mut Writer) {
        writer.put(PAGE, &self.page);
        writer.put(PER_PAGE, &self.per_page);
    }
}

impl Group for FixedPage {
    const PARAMS: &'static [Param] = &[PAGE];

    fn put(&self, writer: &mut Writer) {
        writer.put(PAGE, &self.page);
    }
}
