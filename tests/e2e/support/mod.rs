//! What the end-to-end tests share: the real program in a pseudo-terminal, and a folder of its own for its files.

pub mod command;
pub mod home;
pub mod pty;
pub mod sandbox;
pub mod stream;
