//! cli

#[cfg(feature = "sandbox")]
pub mod sandbox;
