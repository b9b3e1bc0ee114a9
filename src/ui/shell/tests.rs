mod fake;
mod frame;
mod keys;
mod line;
mod question;
