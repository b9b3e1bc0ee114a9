//! Writes in the store: planned, kept in the journal, sent, answered, settled by reading, and undone.
//!
//! Nothing is sent here: the runtime asks [`Store::next_batch_without`] what may be sent, and hands back answers and
//! readings. Look first at `planning.rs`, then `sending.rs` (what is sent together, what an answer means) and
//! `steps.rs`. `looking.rs` and `promised.rs` compare values before a write is sent, `checking.rs` reads back unknown
//! outcomes, `undo.rs` plans undo and redo, `undone.rs` says how they ended, `restore.rs` writes back the own settings
//! of removed domains, and `domains.rs` shows writes in the index of domains. The kinds of writes are in
//! `store/writes/`.
//!
//! [`Store::next_batch_without`]: crate::store::Store::next_batch_without

mod acts;
mod checking;
mod domains;
mod looking;
mod made;
mod planning;
mod promised;
mod restore;
mod sending;
mod steps;
mod undo;
mod undone;

pub use acts::ActsAt;
pub use undone::UndoWords;
