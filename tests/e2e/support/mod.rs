//! Code of the end-to-end tests: the real program in a pseudo-terminal, and a folder for its files. Look first at
//! `pty.rs`.

pub mod command;
pub mod home;
pub mod pty;
pub mod sandbox;
pub mod stream;

/// True when the list of inquiries is shown and its tabs are counted.
pub fn is_inbox(screen: &str) -> bool {
    let last = screen.split_once("Hidden ").and_then(|(_, rest)| rest.chars().next());
    last.is_some_and(|c| c.is_ascii_digit()) && screen.contains(" live")
}
