//! Tests of the client over real sockets: how it takes right and wrong bytes and certificates.

use parkade::api;

#[path = "../support/things.rs"]
mod things;
mod tls;
mod wire;
