//! Ignored senders: addresses whose inquiries are ignored.

use super::abilities::{SENDERS_ADD, SENDERS_LIST, SENDERS_REMOVE};
use super::decode::{Done, Paged, Row};
use super::endpoint::Needs;
use super::types::Sender;
use crate::base::Id;

endpoints! {
    about [Senders];

    /// All ignored senders.
    ///
    /// Parking API, part 1: Ignored senders.
    List "senders.list" Read = Parking GET "parking/ignored-senders", Needs::One(SENDERS_LIST),
        {} => Paged<Sender>;

    /// Ignores an email or IP address.
    ///
    /// Parking API, part 1: Ignored senders.
    Add "senders.add" ByUser = Parking POST "parking/ignored-senders", Needs::One(SENDERS_ADD),
        { json sender: String, }, touches [Senders] => Row<Sender>;

    /// Stops ignoring an address.
    ///
    /// Parking API, part 1: Ignored senders.
    Remove "senders.remove" ByUser = Parking DELETE "parking/ignored-sender/{id}", Needs::One(SENDERS_REMOVE),
        { path id: Id<Sender>, }, touches [Senders] => Done;
}
