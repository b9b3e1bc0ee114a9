//! Preview beside a change: the domain that it is about, or the domains of a group.

use super::screen::Review;
use crate::screens::domain::content::preview;
use crate::store::{DomainRow, Store, Subject};
use crate::ui::widgets::page::{self, Part};
use crate::ui::{Look, Role};

/// Most domains named for a group; enter lists all.
const NAMED: usize = 100;

/// Domain that the change at a place of the plan is about, if its row is known.
pub fn domain(place: usize, store: &Store) -> Option<DomainRow<'_>> {
    let Subject::Domain(name) = &store.staging()?.plan.edits.get(place)?.subject else { return None };
    store.domains().row(store.domains().find(name)?)
}

impl Review {
    /// True when an offer for one of the domains is known.
    pub(super) fn has_best(&self, store: &Store) -> bool {
        let mut edits = store.staging().into_iter().flat_map(|staging| &staging.plan.edits);
        edits.any(|edit| match &edit.subject {
            Subject::Domain(name) => self.asked.about(name).is_some_and(|sum| sum.best.first().is_some()),
            _ => false,
        })
    }
}

/// Parts of the preview of the change under the cursor.
pub fn preview(screen: &Review, look: &Look<'_>) -> Vec<Part> {
    let (Some((key, row)), store) = (screen.current(), look.world.store) else { return Vec::new() };
    let mut parts = Vec::new();
    if !row.check.is_empty() {
        parts.extend([Part::Text(Role::Warn, row.check.to_string()), Part::Blank]);
    }
    if let Some(domain) = row.one.and_then(|place| domain(place, store)) {
        if store.is_gone(domain.punycode()) {
            parts.push(Part::Title(domain.name().to_owned()));
            let words = "What was known of it is from before, so it is not shown.";
            parts.push(Part::Text(Role::Dim, words.to_owned()));
            return parts;
        }
        parts.extend(page::brief(&preview::parts(&domain, &screen.asked, false, &look.world), true));
        return parts;
    }
    parts.extend([Part::Title(row.setting.to_owned()), Part::field("Now", row.old), Part::field("New", row.new)]);
    let Some(staging) = store.staging() else { return parts };
    parts.extend([Part::Blank, Part::Title(row.about.to_string())]);
    let edits = screen.places(key).into_iter().filter_map(|place| staging.plan.edits.get(place));
    let names = edits.filter_map(|edit| edit.subject.name());
    parts.extend(names.take(NAMED).map(|name| Part::Line(vec![(Role::Text, name.unicode().to_owned())])));
    parts
}
