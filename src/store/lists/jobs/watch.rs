//! The pages of imports and exports that are asked for, by screens and while none shows them.

use crate::api::{Page, exports, imports};

/// Rows of a page of imports.
pub const IMPORT_ROWS: u32 = 50;
/// Rows of a page of exports.
pub const EXPORT_ROWS: u32 = 50;

/// One page of all imports.
pub fn imports_page(page: u32) -> imports::List {
    imports::List { page: Page::new(page, IMPORT_ROWS) }
}

/// One page of all exports.
pub fn exports_page(page: u32) -> exports::List {
    exports::List { kind: None, page: Page::new(page, EXPORT_ROWS) }
}
