//! Settings a domain has of its own, each with its value, for a window with room for them.

use std::sync::Arc;

use crate::base::{DomainName, fit};
use crate::screens::traffic::heading;
use crate::store::shown::versions::label_of;
use crate::store::{FieldName, Item, Subject, Value};
use crate::ui::Role;
use crate::ui::World;
use crate::ui::text::grouped;
use crate::ui::widgets::page::Part;

/// Most cells of a value: a text may be a whole page.
const VALUE: usize = 160;

/// Parts with at most `rows` settings by name; none until the settings of the domain were read.
pub fn parts(name: &DomainName, rows: usize, world: &World<'_>) -> Vec<Part> {
    let store = world.store;
    let Some(own) = store.own_settings().of(name.punycode()) else { return Vec::new() };
    let said = |setting: &Arc<str>| {
        let field = FieldName::named(&**setting);
        let item = Item::field(Subject::domain(name), field.clone());
        // Pending changes are shown, as they are in the prices beside these settings.
        let value = store.own_setting(&item).filter(|value| *value != Value::Null)?;
        Some((label_of(&field, store), store.said(&item, Some(&value))))
    };
    let mut all: Vec<(String, String)> = own.keys().filter_map(said).collect();
    all.sort();
    let words =
        if all.is_empty() { "all inherited".to_owned() } else { format!("{} of its own", grouped(all.len() as u64)) };
    let shown = all.iter().take(rows).map(|(label, value)| Part::field(label.clone(), fit(value, VALUE)));
    let left = all.len().saturating_sub(rows);
    let more = (left > 0).then(|| Part::Line(vec![(Role::Dim, format!("  {} more", grouped(left as u64)))]));
    heading("Settings", &words, "g s").into_iter().chain(shown).chain(more).collect()
}
