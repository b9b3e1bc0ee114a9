//! Imports: names that were added and CSV files that were read.

use super::abilities::{IMPORTS_CREATE, IMPORTS_DOWNLOAD, IMPORTS_LIST, IMPORTS_RERUN, IMPORTS_VIEW};
use super::decode::{Download as File, Paged, Row};
use super::domains::Casing;
use super::endpoint::Needs;
use super::page::Page;
use super::replies::ImportDetail;
use super::types::Import;
use super::wire::Upload;
use crate::base::Id;

endpoints! {
    about [Imports];

    /// One page of imports, newest first.
    ///
    /// Parking API, part 1: Imports.
    List "imports.list" Read = Parking GET "parking/imports", Needs::One(IMPORTS_LIST),
        { all page: Page, }, pages PageRule::UpTo(200) => Paged<Import>;

    /// Uploads a CSV; the import runs in the background.
    ///
    /// Parking API, part 1: Imports.
    Create "imports.create" ByUser = Parking POST "parking/imports", Needs::One(IMPORTS_CREATE), {
            file file: Upload,
            /// Field names in column order, `ignored` skips one; given only when the header is not that of an export.
            form columns: Option<Vec<String>>,
            form skip_rows: Option<u32>,
            form casing_mode: Option<Casing>,
            form update_casing_for_existing: Option<bool>,
        }, touches [Imports, Domains, DomainSettings, History] => Row<Import>;

    /// One import with a page of its entries.
    ///
    /// Parking API, part 1: Imports.
    Get "imports.get" Read = Parking GET "parking/import/{id}", Needs::One(IMPORTS_VIEW),
        { path id: Id<Import>, all page: Page, }, pages PageRule::UpTo(200) => ImportDetail;

    /// The file or list an import was made from.
    ///
    /// Parking API, part 1: Imports.
    Download "imports.download" Read = Parking GET "parking/import/{id}/download", Needs::One(IMPORTS_DOWNLOAD),
        { path id: Id<Import>, }, answers Stream => File;

    /// Runs a finished or failed import again, as a new one.
    ///
    /// Parking API, part 1: Imports.
    Rerun "imports.rerun" ByUser = Parking POST "parking/import/{id}/rerun", Needs::One(IMPORTS_RERUN),
        { path id: Id<Import>, }, touches [Imports, Domains, DomainSettings, History] => Row<Import>;
}
