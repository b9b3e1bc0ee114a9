//! What the service answers in stories: an inbox, a portfolio, jobs.

pub mod inbox;
pub mod jobs;
pub mod portfolio;
