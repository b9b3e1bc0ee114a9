//! What a user does and sees, told as stories, a file for each part of the work. Every state of a screen at every size
//! is in `conformance`; what the service answers is in `support`.

mod add;
mod contact;
mod desk;
mod domains;
mod import;
mod inquiries;
mod jobs;
mod jobs_acts;
mod reply;
mod sheet;
mod shell;
