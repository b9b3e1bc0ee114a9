//! What a user does and sees, told as stories: a folder or a file for each page. Every state of a screen at every size
//! is in `conformance`; what the service answers is in `support`.

mod account;
mod add;
mod ads;
mod advertise;
mod buyer;
mod closing;
mod csv;
mod domains;
mod findings;
mod guards;
mod home;
mod images;
mod import;
mod inherited;
mod inquiries;
mod insights;
mod jobs;
mod mail;
mod mail_more;
mod marks;
mod message;
mod morning;
mod nameservers;
mod overrides;
mod profile;
mod readable;
mod reviews;
mod schemas;
mod search;
mod senders;
mod settings;
mod shell;
mod site;
mod themes;
mod visits;
