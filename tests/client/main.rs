//! The client over real sockets: what it makes of bytes and certificates, right and wrong ones.

use parkade::api;

#[path = "../support/things.rs"]
mod things;
mod tls;
mod wire;
