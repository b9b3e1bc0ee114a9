//! What everything else is made of: text written by strangers, domain names, money, times and ids.
//!
//! Nothing here knows the service, the screen or the disk; it may be used from every other room.
//! Look first at [`Untrusted`], the type every text from outside has until it is cleaned.

mod clean;
mod clock;
mod digest;
mod domain;
mod file_name;
mod fit;
mod id;
mod mail;
mod money;
mod time;
mod untrusted;
mod written;

pub use clean::{MARK, clean_block, clean_line, is_clean, reveal};
pub use clock::{Clock, SystemClock, TestClock};
pub use digest::digest;
pub use domain::{DomainName, DomainNameError, Lookalike};
pub use file_name::{file_name, numbered};
pub use fit::{cell_by_cell, cluster_width, fit, text_width};
pub use id::Id;
pub use mail::MailAddress;
pub use money::{Currency, Money, grouped};
pub use time::{Age, Timestamp, Zone, short_wait, span_words};
pub use untrusted::Untrusted;
pub use written::{Encoding, Separator, Written, with_point};
