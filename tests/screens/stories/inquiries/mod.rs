//! The inquiries screen as a user uses it: a file for each part of the screen. The service's answers are in
//! `support::inbox`; look first at `list`.

mod answered;
mod contact;
mod filter;
mod list;
mod news;
mod notes;
mod opened;
mod reply;
mod score;
mod speed;
mod undo;
mod unsent;
