//! Tests of the client over a scripted transport in paused time.
