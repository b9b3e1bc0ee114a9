//! One caught message as several screens show it: the texts about it, and the opened message they are made for.
//!
//! The list with its tabs, searches and verbs is `screens/mail`. Look first at `content.rs`, the texts, then `reader.rs`.

pub mod content;
pub mod reader;
pub mod words;

use crate::client::Lane;
use crate::store::{MailKey, MailRow, Want, Wants};
use crate::ui::list::REST;
use crate::ui::widgets::doc::Doc;
use crate::ui::widgets::page::Part;
use crate::ui::{Look, World};

use reader::Reader;

pub const HIDDEN: &str = "Hidden by redaction; :redact off shows it.";
pub const CAUTION: &str = "Press enter: a notice about caught mail comes first.";

/// Subject of a message, or words that it has none.
pub fn subject(row: &MailRow) -> &str {
    if row.subject.is_empty() { "No subject" } else { &row.subject }
}

/// Wants a message ahead, once the cursor rests on it.
pub fn want_ahead(key: MailKey, world: &World<'_>, wants: &mut Wants) {
    let ahead = world.store.want_message(key, Lane::Ahead);
    wants.queries.extend(ahead.map(|want| Want { after: REST, ..want }));
}

/// Parts of the preview of a message, in `width` cells: all facts that are known without opening it. `cautioned` is
/// false until the notice about caught mail was shown; until then they have none of its text.
pub fn preview(key: MailKey, cautioned: bool, look: &Look<'_>, width: u16) -> Vec<Part> {
    let store = look.world.store;
    let mut doc = Doc::at(look.world.now, look.world.zone);
    let Some(row) = store.mail().row(key) else { return doc.parts };
    if store.session().redact {
        doc.dim(HIDDEN);
        return doc.parts;
    }
    content::head(&mut doc, row, store.mail().mark(key), look, width);
    let full = store.message(key).and_then(|loaded| loaded.value).filter(|_| cautioned);
    if let Some(full) = full {
        content::body(&mut doc, &Reader::new(key), full, &look.world);
        return doc.parts;
    }
    doc.field_if("Files", row.attachments.as_deref().filter(|names| !names.is_empty()).map(|names| names.join("\n")));
    doc.gap();
    match &*row.summary {
        "" => doc.dim("Its beginning is not known."),
        _ if !cautioned => doc.dim(CAUTION),
        text => doc.quote(text),
    }
    doc.parts
}
