//! The room `sandbox` as a crate: the rooms it uses, and itself. Look first at [`sandbox`].

pub use parkade_api::api;
pub use parkade_base::base;

#[path = "mod.rs"]
pub mod sandbox;
