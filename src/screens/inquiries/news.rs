//! What the screen does by itself: it tells of inquiries that arrived, marks read what was read, and marks the rows of
//! an act again that was not done.

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::filter::Filter;
use crate::store::intent::Topic;
use crate::store::{Sort, Subject, Tab, ViewSpec};
use crate::ui::list::ListScreen as _;
use crate::ui::{Cx, Effect, News, Tone, World, text};

use super::acts;
use super::state::Inquiries;

/// Runs after the store has changed and when the deadline of reading has passed.
pub fn unprompted(screen: &mut Inquiries, cx: &mut Cx<'_>) {
    acts::mark_as_read(screen, cx);
    tell(screen, cx);
    screen.fates.look(cx.world.store.journal(), &[Topic::MARKS, Topic::MAIL, Topic::REPORT]);
    screen.fates.mark(screen.list.tab, screen.list.table_mut(), Subject::inquiry);
}

/// Tells of what arrived, also while another screen is in front.
pub fn tell(screen: &mut Inquiries, cx: &mut Cx<'_>) {
    if let Some(news) = arrived(screen, &cx.world) {
        cx.toast(Tone::Info, text::counted(news.count, "new inquiry", "new inquiries"));
        cx.push(Effect::Tell(Box::new(news)));
    }
}

/// The confirmed, unread inquiries that are newer than the newest already told of. One that was known archived or
/// hidden and comes back is not among them.
fn arrived(screen: &mut Inquiries, world: &World<'_>) -> Option<News> {
    let index = world.store.inquiries();
    let spec = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), world.now);
    let ids = index.view(&spec);
    let place = |id: &Id<Inquiry>| Some((index.row(*id)?.date().unwrap_or_default(), *id));
    let newest: Option<(Timestamp, Id<Inquiry>)> = index.newest_confirmed().and_then(|id| place(&id));
    if !screen.began {
        // What is there at first is no news.
        screen.began = newest.is_some() || screen.page(1, world).is_some_and(|first| first.pagination.is_some());
        screen.told = newest;
        return None;
    }
    if newest <= screen.told {
        return None;
    }
    let told = screen.told;
    let new = ids.iter().take_while(|id| place(id) > told);
    let rows = new.filter_map(|id| index.row(*id)).filter(|row| !row.read());
    let count = rows.clone().count() as u64;
    screen.told = newest;
    (count > 0).then(|| News::of(count, rows, world.store.session().redact))
}
