//! What is known about one account: answers, lists and indexes made of them, notes, pending writes and their journal,
//! and the disk behind all of it.
//!
//! It never talks to the service: the runtime hands it replies and asks it what to send. It draws nothing.
//! `tests/architecture/` says which room may use which. Look first at [`Store`] (`whole/`), the one value screens read,
//! and at `writes/` for all about writes.

pub mod answers;
pub mod disk;
pub mod filter;
pub mod findings;
pub mod home;
pub mod index;
pub mod lists;
pub mod notes;
pub mod score;
pub mod search;
mod session;
pub mod shown;
pub mod subject;
#[cfg(test)]
mod tests;
mod whole;
pub mod writes;

pub use answers::{DecodeFn, Every, GiveUp, Known, Loaded, Reply, Want, Wants};
pub use findings::Best;
pub use index::domains::{
    Cover, DomainColumn, DomainIndex, DomainRow, DomainSort, DomainTab, DomainView, OwnCurrencies, Pending,
};
pub use index::inquiries::{Column, InquiryIndex, InquiryRow, Sort, Tab, ViewSpec};
pub use index::walk::{WalkList, WalkState, walk_request};
pub use lists::Shelf;
pub use lists::mail::{MailKey, MailRow};
pub use lists::settings::Own;
pub use session::{Allowed, Grid, Proven, SavedView, SavedViews, Session, Trouble, WriteHold};
pub use shown::{Buyer, COVERS, ImageKey, ImageUses, SenderKey, ShownImage, ShownSender, covers_of, images_page};
pub use subject::{CURRENCY, DEFAULT_CURRENCY, DomainKey, EntryId, FieldName, Item, Mark, Subject, Value};
pub use whole::{
    ActsAt, Changes, DomainAnswer, DomainErrand, DomainRead, Errand, Priced, Question, Repricing, SheetReading,
    SheetText, Store, UndoWords, WalkAnswer, Walked, Worth, guard,
};
pub use writes::intent::{Intent, SetMark};
pub use writes::journal::{Entry, Journal, Order, Origin, Reversal, State, Target, Which};
pub use writes::{Batch, Conflict, Durable, Moved, NotPlanned, ParkingEmail, WriteProgress, WriteStep};
