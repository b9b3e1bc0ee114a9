//! Reports for the last blocks of Home, read after the data of all other blocks.

use std::time::Duration;

use super::{Block, Digest, Opens};
use crate::api::insights;
use crate::client::Lane;
use crate::store::Wants;
use crate::store::lists::visits;

/// Age up to which a report is used without a request; `LAST` is the longest time that the reports wait for the other
/// data.
const FRESH: Duration = Duration::from_secs(60 * 60);
const LAST: Duration = Duration::from_secs(60);

/// Adds the wants for the reports of the last blocks. They wait until the data of the other blocks is final
/// (`is_final`), but at most `LAST`.
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

/// Adds the wants for the visits by day of the most visited domains, one report each. A domain with few visits shows
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
