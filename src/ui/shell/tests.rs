mod fake;
mod keys;
mod line;
mod picture;
mod question;
