//! The room `api` as a crate: the rooms it uses, and itself. Look first at [`api`].

pub use parkade_base::base;

#[path = "mod.rs"]
pub mod api;
