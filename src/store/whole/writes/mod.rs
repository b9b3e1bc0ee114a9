//! The way of a write through the store: planned, kept in the journal, sent, answered, settled by reading; and its
//! undo.
//!
//! Nothing is sent here: the runtime asks [`Store::next_batch_without`] what may go out, and hands back answers and
//! readings. Look first at `planning.rs`, then `sending.rs` (what travels together, what an answer says) and
//! `steps.rs`; `looking.rs` and `promised.rs` compare before a write leaves, `checking.rs` reads what is unknown,
//! `undo.rs` plans undo and redo and `undone.rs` says how they ended, `restore.rs` writes back the own settings of
//! removed domains, `domains.rs` shows writes in their index. The writes themselves are in `store/writes/`.
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
