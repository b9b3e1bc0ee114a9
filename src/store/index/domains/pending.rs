//! Pending writes about domains, as rows show them.

use crate::store::index::overlay::Overlay;

/// Pending write about a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Removal from the account.
    Removing,
    /// Removal from the detected list.
    Ignoring,
    /// Addition of a detected domain to the account.
    Approving,
    /// Addition of a removed domain to the account.
    AddingBack,
    /// First or repeated verification.
    Checking,
}

/// Pending writes of all domains, by punycode, because a domain with a pending write may have no row.
pub(in crate::store) type Pendings = Overlay<Box<str>, (), Pending>;
