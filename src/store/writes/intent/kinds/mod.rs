//! Kinds of writes, one in each file: words, call, undo, and how an unknown outcome is settled. Their only list is
//! below.
//!
//! Look first at the file most like the kind you add, then add its line below: `mark.rs` is the richest,
//! `rerun_import.rs` the simplest, `settings.rs` sets values of many things, `profile.rs` of one (`fields.rs`).
//! `RULES` of a file has what is not code, `impl Kind` the code. What no other kind needs is a function of [`Intent`]
//! in its file.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::kind::{Kind, Ruled};
use super::rule::Rule;

mod fields;
mod inquiries;

pub use fields::{Fields, Object, field_of};

macro_rules! kinds {
    ($($file:ident: $variant:ident($kind:ty)),* $(,)?) => {
        $(mod $file; pub use $file::*;)*

        /// Change that the user has confirmed. Screens push it as `Effect::Write`, after `Confirm::of` if it asks
        /// first.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Intent {
            $($variant($kind),)*
        }

        impl Intent {
            /// Code of this write's kind.
            pub fn kind(&self) -> &(dyn Kind + 'static) {
                match self {
                    $(Self::$variant(kind) => kind,)*
                }
            }

            /// Rules of all kinds of writes, in the order of the list below.
            pub fn rules() -> impl Iterator<Item = &'static Rule> {
                [$($file::RULES.as_slice(),)*].into_iter().flatten()
            }
        }

        $(impl Ruled for $kind {
            fn rules(&self) -> &'static [Rule] {
                &$file::RULES
            }
        }

        impl From<$kind> for Intent {
            fn from(kind: $kind) -> Self {
                Self::$variant(kind)
            }
        })*
    };
}

// Each line has the file of a kind, its name in the journal and its type.
kinds! {
    mark: Mark(SetMark),
    mark_all: MarkAll(MarkAll),
    request_email: RequestEmail(RequestEmail),
    unreachable: Unreachable(Unreachable),
    ignore_sender: IgnoreSender(IgnoreSender),
    allow_sender: AllowSender(AllowSender),
    domains: Domains(ActOnDomains),
    add_domains: AddDomains(AddDomains),
    import_csv: ImportCsv(CsvImport),
    rerun_import: RerunImport(RerunImport),
    export: Export(ExportAsk),
    profile: Profile(SaveProfile),
    portfolio: Portfolio(SavePortfolio),
    settings: Settings(SaveSettings),
    undo_version: UndoVersion(UndoVersion),
    add_image: AddImage(AddImage),
    remove_image: RemoveImage(RemoveImage),
    name_nameservers: NameNameservers(NameNameservers),
    add_campaign: AddCampaign(AddCampaign),
    add_listing: AddListings(AddListings),
    save_campaign: SaveCampaign(SaveCampaign),
}

impl Deref for Intent {
    type Target = dyn Kind;

    fn deref(&self) -> &Self::Target {
        self.kind()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::rule::{Back, Caution};
    use super::*;

    #[test]
    fn every_rule_has_its_words() {
        let mut names = HashSet::new();
        for rule in Intent::rules() {
            assert!(names.insert(rule.verb), "{:?} twice", rule.verb);
            assert!(rule.asked.contains("{}") && !rule.done.is_empty(), "{:?}", rule.verb);
            assert!(rule.doing.contains("{}"), "{:?}", rule.verb);
            assert_eq!(rule.back == Back::None, rule.way_back.is_empty(), "{:?}", rule.verb);
            assert_eq!(rule.back == Back::None, rule.undone.is_empty(), "{:?}", rule.verb);
            let asks = rule.caution != Caution::AtOnce;
            assert!(!asks || !rule.consequence.is_empty(), "{:?} asks without saying what it brings about", rule.verb);
        }
    }
}
