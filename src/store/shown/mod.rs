//! Lists made of what several rooms know: the service's rows with the writes on their way laid over them.
//!
//! Nothing is kept here. Look first at `images.rs`, the plainest. The others are ignored senders (`senders.rs`),
//! versions of settings (`versions.rs`) and all that came from the address of a buyer (`buyer.rs`).

mod buyer;
pub mod images;
pub mod senders;
mod then;
pub mod versions;

pub use buyer::Buyer;
pub use images::{COVERS, ImageKey, ImageUses, ShownImage, covers_of, images_page};
pub use senders::{SenderKey, ShownSender};
