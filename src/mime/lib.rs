//! The room `mime` as a crate of its own: what it stands on, and itself. Look first at [`mime`].

pub use parkade_base::base;

#[path = "mod.rs"]
pub mod mime;
