//! Page on which a CSV becomes an import: the path of the file, its columns, its mistakes and the changes it would
//! make, then the upload.
//!
//! How the file is read is in `sheets/csv/`; sending it belongs to the write. Look first at `state.rs`, then
//! `commands.rs`.

mod cells;
mod changes;
mod commands;
mod decide;
mod now;
mod pick;
mod reading;
mod row;
mod screen;
mod send;
mod state;
mod unchanged;
mod view;
mod written;

use std::borrow::Cow;

use crate::base::title_of;
use crate::sheets::csv::Field;
use crate::store::writes::intent::sale_label;
use crate::ui::ScreenDef;

/// Row of this screen in the list of screens: a page without a digit.
pub const DEF: ScreenDef =
    ScreenDef { also: &["price", "prices", "upload"], ..ScreenDef::list::<state::ImportPage>(' ', "Import a CSV") };

/// Name of a setting for users: `BIN price`; empty if a line is about the domain itself.
fn label<'a>(fields: &'a [Field], name: &str) -> Cow<'a, str> {
    if name.is_empty() {
        return Cow::Borrowed("");
    }
    let told = || fields.iter().find(|field| field.name == name && field.label != name);
    match sale_label(name) {
        Some(label) => label.into(),
        None => told().map_or_else(|| title_of(name).into(), |field| Cow::Borrowed(&*field.label)),
    }
}
