//! The client over real sockets: its reaction to bytes and certificates, right and wrong ones.

use parkade::api;

#[path = "../support/things.rs"]
mod things;
mod tls;
mod wire;
