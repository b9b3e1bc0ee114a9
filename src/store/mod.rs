//! What is known about one account: answers, lists and indexes made of them, notes, pending writes and their journal, and
//! the disk behind all of it.
//!
//! It never talks to the service: the runtime hands it replies and asks it what to send. It draws nothing. The rooms stand
//! above one another, and `tests/architecture/` says which may use which. Look first at [`Store`] (`whole/`), the one value
//! screens read, and `writes/` for what a write goes through.

pub mod asked;
mod best;
pub mod budget;
mod buyer;
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

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::inquiries::List;
use crate::api::replies::BuyerHistory;
use crate::api::types::Inquiry;
use crate::api::{Call, Paged, Request, Resource, Row};
use crate::base::{Id, Timestamp};
use crate::client::FailureKind;

use disk::{Disk, DiskEvent, DiskRow, Noted};
use inquiries::Absorbed;
use jobs::Jobs;
use query::Queries;

pub use best::Best;
pub use buyer::Buyer;
pub use domains::{
    Cover, DomainAnswer, DomainColumn, DomainErrand, DomainIndex, DomainKey, DomainRead, DomainRow, DomainSort,
    DomainTab, DomainView, OwnCurrencies, Pending,
};
pub use images::{COVERS, ImageKey, ImageUses, ShownImage, covers_of, images_page};
pub use inquiries::{Column, InquiryIndex, InquiryRow, Sort, Tab, ViewSpec};
pub use intent::{FieldName, Intent, Item, Mark, SetMark, Subject, Value};
pub use journal::{ActsAt, Entry, EntryId, Journal, Order, Origin, Reversal, State, Target, Which};
pub use known::Known;
pub use mail::{MailKey, MailRow};
pub use prices::{CURRENCY, Worth};
pub use query::{Changes, Loaded};
pub use senders::{SenderKey, ShownSender};
pub use session::{Allowed, Grid, Proven, SavedView, SavedViews, Session, Trouble, WriteHold};
pub use shown::{Buyer, COVERS, ImageKey, ImageUses, SenderKey, ShownImage, ShownSender, covers_of, images_page};
pub use subject::{CURRENCY, DomainKey, EntryId, FieldName, Item, Mark, Subject, Value};
pub use whole::{Changes, DomainAnswer, DomainErrand, DomainRead, Store, Worth};
pub use writes::intent::{Intent, SetMark};
pub use writes::journal::{ActsAt, Entry, Journal, Order, Origin, Reversal, State, Target, Which};
pub use writes::{Batch, Conflict, Durable, Moved, NotPlanned, ParkingEmail, UndoWords, WriteProgress, WriteStep};
