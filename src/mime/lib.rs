//! The room `mime` as a crate: the rooms it uses, and itself. Look first at [`mime`].

pub use parkade_base::base;

#[path = "mod.rs"]
pub mod mime;
