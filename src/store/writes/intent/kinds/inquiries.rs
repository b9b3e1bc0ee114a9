//! Code shared by writes about inquiries: their targets, and the call for one of them or for several.

use super::super::Item;
use super::super::kind::{BulkSaid, Said};
use crate::api::inquiries::{Bulk, BulkAction, BulkFilter};
use crate::api::types::Inquiry;
use crate::api::{Call, DecodeError, Request};
use crate::base::Id;
use crate::store::writes::journal::Target;
use crate::store::writes::probe::Probe;

/// Targets of these inquiries.
pub(super) fn items(ids: &[Id<Inquiry>]) -> Vec<Item> {
    ids.iter().map(|id| Item::from(*id)).collect()
}

/// The inquiries of these targets.
pub(super) fn ids_of<'a>(targets: impl Iterator<Item = &'a Target>) -> Vec<Id<Inquiry>> {
    targets.filter_map(|target| target.subject.inquiry()).collect()
}

/// The call about one inquiry, or the bulk call about several.
pub(super) fn call(items: &[Item], one: impl FnOnce(Id<Inquiry>) -> Call, several: BulkAction) -> Call {
    if let [item] = items
        && let Some(id) = item.inquiry()
    {
        return one(id);
    }
    let ids = Some(items.iter().filter_map(|item| item.inquiry()).collect());
    Bulk { action: several, ids, everything: None, exclude: None, filter: BulkFilter::default() }.call()
}

/// Reads the answer to [`call`].
///
/// # Errors
/// When it cannot be decoded.
pub(super) fn said(
    items: &[Item],
    body: &[u8],
    one: impl FnOnce(&[u8]) -> Result<Said, DecodeError>,
) -> Result<Said, DecodeError> {
    if items.len() == 1 { one(body) } else { Ok(Said::Bulk(BulkSaid::read(&Bulk::decode(body)?, items))) }
}

/// The reading of these inquiries, one by one.
pub(super) fn probe(items: &[Item]) -> Probe {
    Probe::Inquiries(items.iter().filter_map(|item| item.inquiry()).collect())
}
