//! Reports of the parts below the work, read once everything above them was.

use std::time::Duration;

use super::{Block, Digest, Opens};
use crate::api::insights;
use crate::client::Lane;
use crate::store::Wants;
use crate::store::lists::visits;

/// Age up to which a report is not read again; and, as `LAST`, the time for which everything above it is read first.
const FRESH: Duration = Duration::from_secs(60 * 60);
const LAST: Duration = Duration::from_secs(60);

/// Wants the reports of the blocks below the work, once everything above was read or cannot be.
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

/// Wants the days of the names visited most, one report each, once everything else was read; of few visits no days are shown.
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
