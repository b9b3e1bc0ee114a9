//! `GET parking/inquiries`.

use super::filter::{Filter, REASONS, Source};
use crate::sandbox::call::{Ask, Obj, Outcome, Page};
use crate::sandbox::like::Like;
use crate::sandbox::world::World;

impl Source for Ask {
    fn text(&self, name: &str) -> Option<String> {
        self.param(name).map(str::to_owned)
    }

    fn flag(&self, name: &str) -> bool {
        Self::flag(self, name)
    }

    fn hidden_apart(&self) -> bool {
        self.likes.has(Like::AllWithoutHidden)
    }
}

/// Answers the list. The total counts the inquiries that can be reached: at most the newest 10,000 that match.
pub fn answer(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let filter = Filter::read(ask, &world.db, "active")?;
    let page = Page::of(ask, 100);
    let details = ask.param("type") != Some("compact");
    let ids = filter.ids(&world.db)?;
    let skip = usize::try_from(page.skip()).unwrap_or(usize::MAX);
    let mut rows = Vec::new();
    for id in ids.iter().skip(skip).take(page.per_page as usize) {
        rows.extend(super::one(&world.db, *id, details, &[])?);
    }
    let mut text = crate::sandbox::call::list("inquiries", &rows, &page.object(ids.len() as u64, rows.len()));
    if filter.unsent {
        let mut counts = Obj::new();
        for ((name, _), count) in REASONS.iter().zip(filter.reason_counts(&world.db)?) {
            counts.put(name, count);
        }
        text.pop();
        text.push_str(",\"unsent_reasons\":");
        text.push_str(&counts.end());
        text.push('}');
    }
    Ok(text)
}
