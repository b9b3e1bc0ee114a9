//! Exports: files of all domains or inquiries, made in the background.

use super::abilities::{EXPORTS_CREATE, EXPORTS_DOWNLOAD, EXPORTS_LIST};
use super::decode::{Download as File, Paged, Row};
use super::endpoint::Needs;
use super::inquiries::{DeliveryFilter, Order, Status};
use super::page::Page;
use super::types::Export;
use crate::base::{DomainName, Id};

choices! {
    /// Subject of an export.
    pub enum Kind {
        Domains = "domains",
        Inquiries = "inquiries",
    }
}

endpoints! {
    about [Exports];

    /// One page of exports, newest first.
    ///
    /// Parking API, part 1: Exports.
    List "exports.list" Read = Parking GET "parking/exports", Needs::One(EXPORTS_LIST),
        { query kind: Option<Kind> as "type", all page: Page, }, pages PageRule::UpTo(200) => Paged<Export>;

    /// Starts an export; while one of its kind runs, the answer is that one.
    ///
    /// Parking API, part 1: Exports.
    Create "exports.create" ByUser = Parking POST "parking/exports", Needs::One(EXPORTS_CREATE), {
            json kind: Kind as "type",
            /// Domain of the inquiries. This parameter and those below are for inquiries only; without a status the
            /// service exports all.
            json domain: Option<DomainName>,
            json status: Option<Status>,
            json delivery: Option<DeliveryFilter>,
            json order: Option<Order>,
        }, touches [Exports] => Row<Export>;

    /// One export.
    ///
    /// Parking API, part 1: Exports.
    Get "exports.get" Read = Parking GET "parking/export/{export_id}", Needs::One(EXPORTS_LIST),
        { path export_id: Id<Export>, } => Row<Export>;

    /// The file of a finished export.
    ///
    /// Parking API, part 1: Exports.
    Download "exports.download" Read = Parking GET "parking/export/{export_id}/download",
        Needs::One(EXPORTS_DOWNLOAD), { path export_id: Id<Export>, }, answers Stream => File;
}
