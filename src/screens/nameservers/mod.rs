//! Account: the nameservers and the records that verify a domain, which can be copied, and creating a name for the
//! nameservers.
//!
//! The write is `store/writes/intent/kinds/name_nameservers.rs`. Look first at `screen.rs`.

mod commands;
mod screen;

use crate::api::{self, Request};
use crate::ui::{ScreenDef, TabOf};

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["ns", "cname", "txt", "dns"],
    tab: Some(TabOf { of: "Account", total: None }),
    reads: Some(<api::nameservers::Get as Request>::ENDPOINT),
    ..ScreenDef::list::<screen::NameserversPage>('9', "Nameservers")
};
