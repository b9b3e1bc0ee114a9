//! The room `client` as a crate: the rooms it uses, and itself. Look first at [`client`].

pub use parkade_api::api;
pub use parkade_base::base;

#[path = "mod.rs"]
pub mod client;
