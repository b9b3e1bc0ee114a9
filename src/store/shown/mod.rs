//! Lists made from the data of several rooms: rows of the service, with pending writes.
//!
//! Nothing is kept here. Look first at `images.rs`, the simplest. The others are ignored senders (`senders.rs`),
//! versions of settings (`versions.rs`) and all that came from a buyer's address (`buyer.rs`).

mod buyer;
pub mod images;
pub mod senders;
mod then;
pub mod versions;

pub use buyer::Buyer;
pub use images::{COVERS, ImageKey, ImageUses, ShownImage, covers_of, images_page};
pub use senders::{SenderKey, ShownSender};
