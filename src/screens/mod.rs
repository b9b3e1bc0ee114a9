//! The screens, one folder each: pure state, what they want to know, their commands and their picture.
//!
//! No screen fetches, reads a clock or a file; that is the runtime's work. What they are made of is in `ui/`.
//! Look first at [`ALL`], the one list the header, `--screen` and `:` read.

pub mod inquiries;
