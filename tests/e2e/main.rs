//! End-to-end tests of the real program, in a pseudo-terminal, with the sandbox as a process of its own.
#![cfg(all(unix, feature = "sandbox"))]

mod accounts;
mod ads;
mod api;
mod apply;
mod bytes;
mod cli;
mod codes;
mod disks;
mod domains;
mod ends;
mod faults;
mod home;
mod images;
mod imports;
mod jobs;
mod lasting;
mod list;
mod mail;
mod morning;
mod news;
mod notes;
#[cfg(feature = "images")]
mod pictures;
mod portfolio;
mod pricing;
mod reply;
mod settings;
mod starts;
mod support;
mod terminal;
mod triage;
mod undo;
