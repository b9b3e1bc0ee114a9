//! Pending writes of the user about domains, as the rows show them.

use crate::store::index::overlay::Overlay;

/// A pending write about a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Out of the account.
    Removing,
    /// Off the detected list.
    Ignoring,
    /// Into the account from the detected list.
    Approving,
    /// Back into the account from the removed ones.
    AddingBack,
    /// A check, the first or another.
    Checking,
}

/// The pending writes of every domain; by name, because a write may be older than the index.
pub(in crate::store) type Pendings = Overlay<Box<str>, (), Pending>;
