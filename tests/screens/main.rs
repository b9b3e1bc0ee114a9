//! The screens from outside: the real shell, screens and store, scripted answers of the service, time by hand.

mod conformance;
mod kept;
mod lists;
mod palette;
mod pictures;
mod stories;
mod support;
mod texts;
mod work;
