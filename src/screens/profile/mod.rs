//! The seller's profile: every field of it, staged, reviewed and saved as one change.
//!
//! The write itself is `store/intent/kinds/profile.rs`; staging is `screens/staged.rs`. Look first at `fields.rs`.

mod commands;
mod fields;
mod screen;

use crate::ui::ScreenDef;

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: '8',
    title: "Profile",
    also: &["seller", "site"],
    badge: |_| None,
    make: || Box::new(screen::Profile::default()),
};
