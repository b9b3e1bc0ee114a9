//! The room `ui` as a crate: the rooms it uses, and itself. Look first at [`ui`].

pub use parkade_api::api;
pub use parkade_base::base;
pub use parkade_client::client;
pub use parkade_mime::mime;
pub use parkade_sheets::sheets;
pub use parkade_store::store;

#[path = "mod.rs"]
pub mod ui;
