//! The room `store` as a crate of its own: what it stands on, and itself. Look first at [`store`].

pub use parkade_api::api;
pub use parkade_base::base;
pub use parkade_client::client;
pub use parkade_mime::mime;
pub use parkade_sheets::sheets;

#[path = "mod.rs"]
pub mod store;
