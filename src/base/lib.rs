//! The room `base` as a crate: the rooms it uses, and itself. Look first at [`base`].

#[path = "mod.rs"]
pub mod base;
