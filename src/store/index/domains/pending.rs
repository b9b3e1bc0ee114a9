//! Pending writes of the user about domains, as the rows show them.

use crate::store::index::overlay::Overlay;

/// A pending write about a domain.
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
    /// Verification, the first or a repeated one.
    Checking,
}

/// The pending writes of every domain, by name because a write may be older than the index.
pub(in crate::store) type Pendings = Overlay<Box<str>, (), Pending>;
