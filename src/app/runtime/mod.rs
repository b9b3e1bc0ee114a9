//! The loop on the main thread and the worker behind it: a turn reads what came, lets the ui answer, draws once.
//!
//! No decision of a screen is made here and no request is decoded on this thread.
//! Look first at `turn.rs`.

mod queries;
