//! Every screen in every state at every size: nothing panics, esc leaves, every verb has an effect or a reason. What a
//! user does with a screen is told in `stories`.

mod domains;
mod inquiries;
mod jobs;
mod pages;
