//! The room `api` as a crate of its own: what it stands on, and itself. Look first at [`api`].

pub use parkade_base::base;

#[path = "mod.rs"]
pub mod api;
