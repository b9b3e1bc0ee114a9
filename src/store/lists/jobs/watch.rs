//! Requests for pages of imports and exports, by screens and by the watch on jobs.

use crate::api::{Page, exports, imports};

/// Rows in a page of imports.
pub const IMPORT_ROWS: u32 = 50;
/// Rows in a page of exports.
pub const EXPORT_ROWS: u32 = 50;

/// Request for a page of all imports.
pub fn imports_page(page: u32) -> imports::List {
    imports::List { page: Page::new(page, IMPORT_ROWS) }
}

/// Request for a page of all exports.
pub fn exports_page(page: u32) -> exports::List {
    exports::List { kind: None, page: Page::new(page, EXPORT_ROWS) }
}
