//! The room `screens` as a crate: the rooms it uses, and itself. Look first at [`screens`].

pub use parkade_api::api;
pub use parkade_base::base;
pub use parkade_client::client;
pub use parkade_mime::mime;
pub use parkade_sheets::sheets;
pub use parkade_store::store;
pub use parkade_ui::ui;

#[path = "mod.rs"]
pub mod screens;
