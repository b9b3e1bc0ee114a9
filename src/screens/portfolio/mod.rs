//! The portfolio site (`8`): whether it is on, its addresses and host, and every field for looks and content that the
//! service sends. Changes are staged, reviewed with their consequences, and saved as one change.
//!
//! The page is `screens/form_page.rs`, the write `store/writes/intent/kinds/portfolio.rs`. Look first at `fields.rs`.

mod commands;
mod fields;

use super::form_page::{FormPage, Thing};
use crate::api::types::Portfolio;
use crate::api::{self, Request, Row};
use crate::store::writes::intent::{Edit, Object, SavePortfolio};
use crate::store::{Intent, Value};
use crate::ui::widgets::form::Field;
use crate::ui::{Command, ScreenDef, ScreenId, TabOf};

pub const ID: ScreenId = "site";

/// Row of this screen in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    also: &["portfolio", "host", "vanity", "website"],
    tab: Some(TabOf { of: "Site", total: None }),
    reads: Some(<api::portfolio::Get as Request>::ENDPOINT),
    ..ScreenDef::new(ID, '8', "Site", || Box::new(FormPage::<Site>::default()))
};

/// The portfolio site as a page of fields.
#[derive(Debug)]
pub struct Site;

impl Thing for Site {
    type Write = SavePortfolio;

    const ID: ScreenId = ID;
    const WHAT: &'static str = "The portfolio site";
    const DISCARD: &'static str = "site.discard";
    const COMMANDS: &'static [Command<FormPage<Self>>] = commands::COMMANDS;
    const OF_FIELD: &'static [Command<FormPage<Self>>] = commands::OF_HOST;

    fn has_verbs(field: &Field) -> bool {
        field.id == fields::HOST
    }

    fn fields(_: &Row<Portfolio>, object: &Object) -> Vec<Field> {
        fields::fields(object)
    }

    fn value(_: &Row<Portfolio>, object: &Object, name: &str) -> Option<Value> {
        fields::value(object, name)
    }

    fn write(edits: Vec<Edit>, answer: &Row<Portfolio>) -> Intent {
        SavePortfolio::new(edits, answer).into()
    }
}
