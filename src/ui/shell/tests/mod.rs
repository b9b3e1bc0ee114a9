//! Tests of the shell with two small screens. Look first at `fake.rs`, the screens they use.

mod fake;
mod frame;
mod keys;
mod line;
mod question;
