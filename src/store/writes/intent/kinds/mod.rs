//! One file per kind of write: its words, its call, its way back, how an unknown outcome is settled. The list below is
//! the only one.
//!
//! Look first at the file most like the kind you add, then add its line below: `mark.rs` is the richest,
//! `rerun_import.rs` the plainest, `settings.rs` sets values of many things, `profile.rs` values of one (`fields.rs`).
//! `RULES` of a file holds what is not code, `impl Kind` the code; what no other kind needs is a function of [`Intent`]
//! in that file.

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

        /// A change the user confirmed. Screens push it as `Effect::Write`, after `Confirm::of` where it asks first.
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

            /// The rules of every kind of write, as its file lists them.
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

// A line per kind: its file, its name in the journal, its type.
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
