//! The room `sheets` as a crate: the rooms it uses, and itself. Look first at [`sheets`].

pub use parkade_api::api;
pub use parkade_base::base;
pub use parkade_mime::mime;

#[path = "mod.rs"]
pub mod sheets;
