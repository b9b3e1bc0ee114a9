//! Reports for the last blocks of the page, read once everything above these blocks was.

use std::time::Duration;

use super::{Block, Digest, Opens};
use crate::api::insights;
use crate::client::Lane;
use crate::store::Wants;
use crate::store::lists::visits;

/// Age up to which a report is not read again; `LAST` is the time given to everything above to be read first.
const FRESH: Duration = Duration::from_secs(60 * 60);
const LAST: Duration = Duration::from_secs(60);

/// Wants the reports of the last blocks, once everything above was read or cannot be.
pub fn wants_last(is_final: bool, wants: &mut Wants) {
    let longer = insights::Domains { days: Some(visits::LONGER), verified: Some(true) };
    let asked = insights::Inquiries { days: Some(visits::DAYS) };
    wants.want(&longer, Lane::Background);
    wants.want(&asked, Lane::Background);
    for want in wants.queries.iter_mut().rev().take(2) {
        want.fresh_for = FRESH;
        want.after = if is_final { Duration::ZERO } else { LAST };
    }
}

/// Wants the days of the names visited most, one report each, once everything else was read. Names with few visits show
/// no days.
pub fn wants_days(digest: &Digest, wants: &mut Wants) {
    for line in digest.of(Block::Visited) {
        let is_shown = line.figure.value().is_some_and(|visits| *visits >= visits::FEWEST);
        if let Opens::Domain(name) = &line.opens
            && is_shown
        {
            wants.want(&visits::of_name(name), Lane::Background).fresh_for = FRESH;
        }
    }
}
