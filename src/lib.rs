//! Parkade: a keyboard-driven terminal program for a portfolio of parked domains.
//!
//! `ARCHITECTURE.md` in the repository is the map. A room is a crate and uses only the rooms below it:
//! `cli` → `app` → `screens` → `ui` → `store` → `client` → `api` → `mime` → `base`; `sheets` and `sandbox` stand beside the house.
//! `app` and `cli` are here; the other rooms are shown again, so that tests and benches find all in one place.

#[cfg(not(unix))]
compile_error!("Parkade runs on Linux and macOS; on Windows use WSL.");

pub use parkade_api::api;
pub use parkade_base::base;
pub use parkade_client::client;
pub use parkade_mime::mime;
#[cfg(feature = "sandbox")]
pub use parkade_sandbox::sandbox;
pub use parkade_screens::screens;
pub use parkade_sheets::sheets;
pub use parkade_store::store;
pub use parkade_ui::ui;

pub mod app;
pub mod cli;
