//! What the end-to-end tests share: the real program in a pseudo-terminal, and a folder of its own for its files.
#![allow(dead_code, reason = "every test binary uses a part of this")]

pub mod command;
pub mod home;
pub mod pty;
pub mod sandbox;
pub mod stream;
