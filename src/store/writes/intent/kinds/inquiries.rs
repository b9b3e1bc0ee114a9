//! Code shared by writes about inquiries: their targets, and the call for one or several.

use super::super::Item;
use super::super::kind::{BulkSaid, Said};
use crate::api::inquiries::{Bulk, BulkAction, BulkFilter};
use crate::api::types::Inquiry;
use crate::api::{Call, DecodeError, Request};
use crate::base::Id;
use crate::store::writes::journal::Target;
use crate::store::writes::probe::Probe;

/// Targets about these inquiries.
pub(super) fn items(ids: &[Id<Inquiry>]) -> Vec<Item> {
    ids.iter().map(|id| Item::from(*id)).collect()
}

/// Inquiries of these targets.
pub(super) fn ids_of<'a>(targets: impl Iterator<Item = &'a Target>) -> Vec<Id<Inquiry>> {
    targets.filter_map(|target| target.subject.inquiry()).collect()
}

/// Call about one inquiry, or bulk call about several.
pub(super) fn call(items: &[Item], one: impl FnOnce(Id<Inquiry>) -> Call, several: BulkAction) -> Call {
    if let [item] = items
        && let Some(id) = item.inquiry()
    {
        return one(id);
    }
    let ids = Some(items.iter().filter_map(|item| item.inquiry()).collect());
    Bulk { action: several, ids, everything: None, exclude: None, filter: BulkFilter::default() }.call()
}

/// Result of an answer to [`call`].
///
/// # Errors
/// The answer cannot be decoded.
pub(super) fn said(
    items: &[Item],
    body: &[u8],
    one: impl FnOnce(&[u8]) -> Result<Said, DecodeError>,
) -> Result<Said, DecodeError> {
    if items.len() == 1 { one(body) } else { Ok(Said::Bulk(BulkSaid::read(&Bulk::decode(body)?, items))) }
}

/// Request that reads these inquiries one by one.
pub(super) fn probe(items: &[Item]) -> Probe {
    Probe::Inquiries(items.iter().filter_map(|item| item.inquiry()).collect())
}
