//! The room `base` as a crate of its own: what it stands on, and itself. Look first at [`base`].

#[path = "mod.rs"]
pub mod base;
