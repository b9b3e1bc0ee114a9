//! Nameservers and the records that verify a domain.

use super::abilities::{DOMAINS_NAMESERVERS, DOMAINS_NAMESERVERS_CREATE};
use super::endpoint::Needs;
use super::replies::{Answered, NewNameservers};
use super::types::Nameservers;

endpoints! {
    about [Nameservers];

    /// The account's nameservers, CNAME and TXT values.
    ///
    /// Parking API, part 1: Nameservers.
    Get "nameservers.get" Read = Parking GET "parking/nameservers", Needs::One(DOMAINS_NAMESERVERS),
        {} => Answered<Nameservers>;

    /// Creates a new nameserver name, for good; the former one is never usable again.
    ///
    /// Parking API, part 1: Nameservers.
    Create "nameservers.create" Never = Parking POST "parking/nameservers", Needs::One(DOMAINS_NAMESERVERS_CREATE),
        { json name: String, }, touches [Nameservers] => NewNameservers;
}
