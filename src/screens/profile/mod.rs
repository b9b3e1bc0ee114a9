//! The seller's profile with all its fields, which are staged, reviewed and saved as one change.
//!
//! The page is `screens/form_page.rs`, the write `store/writes/intent/kinds/profile.rs`. Look first at `fields.rs`.

mod fields;

use super::form_page::{self, FormPage, Thing};
use super::staged;
use crate::api::replies::Answered;
use crate::api::types::ProfileAnswer;
use crate::store::Value;
use crate::store::writes::intent::{Object, SaveProfile};
use crate::ui::widgets::form::Field;
use crate::ui::{Command, ScreenDef, ScreenId, TabOf};

pub const ID: ScreenId = "profile";

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["seller"],
    tab: Some(TabOf { of: "Site", total: None }),
    ..ScreenDef::new(ID, '8', "Profile", || Box::new(FormPage::<Profile>::default()))
};

/// The seller's profile as a page of fields.
#[derive(Debug)]
struct Profile;

impl Thing for Profile {
    type Write = SaveProfile;

    const ID: ScreenId = ID;
    const WHAT: &'static str = "The profile";
    const DISCARD: &'static str = "profile.discard";
    const COMMANDS: &'static [Command<FormPage<Self>>] = &[
        form_page::save("profile.save"),
        staged::discard(),
        form_page::set("profile.set"),
        form_page::find("profile.find"),
    ];

    fn fields(answer: &Answered<ProfileAnswer>, _: &Object) -> Vec<Field> {
        fields::fields(answer)
    }

    fn value(answer: &Answered<ProfileAnswer>, object: &Object, name: &str) -> Option<Value> {
        fields::value(answer, object, name)
    }
}
