//! Parkade: a keyboard-driven terminal program for a portfolio of parked domains.
//!
//! `ARCHITECTURE.md` in the repository is the map. A room uses only the rooms below it:
//! `cli` → `app` → `screens` → `ui` → `store` → `client` → `api` → `mime` → `base`; `sheets` and `sandbox` stand beside the house.

#[cfg(not(unix))]
compile_error!("Parkade runs on Linux and macOS; on Windows use WSL.");

pub mod api;
pub mod app;
pub mod base;
pub mod cli;
pub mod client;
pub mod mime;
#[cfg(feature = "sandbox")]
pub mod sandbox;
pub mod screens;
pub mod sheets;
pub mod store;
pub mod ui;
