//! Tests of the screens with the real shell, screens and store; the service's answers and the time are set by the
//! tests.

mod conformance;
mod kept;
mod lists;
mod palette;
mod pictures;
mod stories;
mod support;
mod texts;
mod work;
