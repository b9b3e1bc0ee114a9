//! Acts without a key: announcing inquiries that arrived, marking those as read that were open long enough, and marking
//! again the rows of an act that failed.

use std::collections::HashSet;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::screens::fates;
use crate::store::filter::Filter;
use crate::store::writes::intent::Topic;
use crate::store::{InquiryRow, Sort, Subject, Tab, ViewSpec};
use crate::ui::list::ListScreen as _;
use crate::ui::{Cx, Effect, News, Tone, World, text};

use super::acts;
use super::state::Inquiries;

/// Runs after the store has changed, and when an open inquiry has been in front long enough to be read.
pub fn unprompted(screen: &mut Inquiries, cx: &mut Cx<'_>) {
    acts::mark_as_read(screen, cx);
    tell(screen, cx);
    let journal = cx.world.store.journal();
    let news = screen.fates.look(journal, &[Topic::MARKS, Topic::MAIL, Topic::REPORT]);
    for entry in news.begun.iter().filter_map(|id| journal.get(*id)) {
        fates::unmark(entry, screen.list.table_mut(), |id| Some(Subject::Inquiry(*id)));
    }
    screen.fates.mark(screen.list.tab, screen.list.table_mut(), Subject::inquiry);
}

/// Announces inquiries that arrived, also while another screen is in front.
pub fn tell(screen: &mut Inquiries, cx: &mut Cx<'_>) {
    if let Some(news) = arrived(screen, &cx.world) {
        cx.aside(Tone::Info, text::counted(news.count, "new inquiry", "new inquiries"));
        cx.push(Effect::Tell(Box::new(news)));
    }
}

/// Inquiries announced so far, so that each is announced once.
///
/// Lists are read at different times, and a buyer may confirm days after asking, so an inquiry to announce may be older
/// than one announced before. Each is therefore recognised by its id and by the time it was sent or confirmed.
#[derive(Debug)]
pub struct Told {
    /// Time before which nothing is announced.
    from: Timestamp,
    ids: HashSet<Id<Inquiry>>,
    /// Version of the rows looked at last.
    version: u64,
    /// True when rows kept on the disk were among those looked at. The first frame is drawn before these are read.
    with_disk: bool,
}

/// Seconds by which an answer may be older than another one that was read before it.
const BEHIND: i64 = 10 * 60;
/// Time in seconds after the inquiry within which buyers confirm it.
const CONFIRMS: i64 = 14 * 86_400;

/// Time the buyer asked or, if later, confirmed.
fn happened(row: &InquiryRow<'_>) -> Timestamp {
    row.date().max(row.confirmed_at()).unwrap_or_default()
}

/// Confirmed, unread inquiries that were not announced yet. An inquiry that was known as archived or hidden and returns
/// is not announced.
fn arrived(screen: &mut Inquiries, world: &World<'_>) -> Option<News> {
    let index = world.store.inquiries();
    let version = index.rows_version();
    if screen.told.as_ref().is_some_and(|told| told.version == version) {
        return None;
    }
    let with_disk = world.store.disk().is_some();
    screen.told.take_if(|told| told.with_disk != with_disk);
    // Rows of a list page or of a first reading existed before; they are not new, only read late.
    if screen.told.is_none() && !world.store.inquiries_are_told() {
        return None;
    }
    let spec = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), world.now);
    let ids = index.view(&spec);
    let rows = || ids.iter().filter_map(|id| index.row(*id));
    let Some(told) = &mut screen.told else {
        // Rows present at the first look are not announced.
        let last = rows().map(|row| happened(&row)).max();
        if last.is_some() || screen.page(1, world).is_some_and(|first| first.pagination.is_some()) {
            let from = last.map_or(Timestamp(i64::MIN), |last| Timestamp(last.0 - BEHIND));
            let ids = rows().filter(|row| happened(row) >= from).map(|row| row.id()).collect();
            screen.told = Some(Told { from, ids, version, with_disk });
        }
        return None;
    };
    told.version = version;
    let oldest = told.from.0.saturating_sub(CONFIRMS);
    let recent = rows().take_while(|row| row.date().is_some_and(|date| date.0 >= oldest));
    let new: Vec<InquiryRow<'_>> = recent
        .filter(|row| happened(row) >= told.from && told.ids.insert(row.id()))
        .filter(|row| !row.read())
        .collect();
    let count = new.len() as u64;
    (count > 0).then(|| News::of(count, new.into_iter(), world.store.session().redact))
}
