//! Drafts left unsaved by earlier sessions of an account, read once when the account is opened. Damaged ones are
//! reported and their files renamed.

use std::path::Path;

use crate::api::types::Inquiry;
use crate::app::files::shown;
use crate::app::paths::set_aside;
use crate::app::reply::Drafts;
use crate::base::{Id, Links, Timestamp, capital, reason, text_plain};
use crate::screens;
use crate::store::Store;
use crate::store::index::inquiries::ReplyDraft;
use crate::store::writes::drafts::KeptDraft;

/// Size of the largest draft read, in bytes; even a plan for every domain of a large account is smaller.
const LARGEST: u64 = 256 << 20;

/// Drafts that earlier sessions left on the disk.
#[derive(Debug, Default)]
pub struct Found {
    kept: Vec<KeptDraft>,
    /// Inquiries with a draft of a reply, and the time each was last changed.
    replies: Vec<(Id<Inquiry>, Timestamp)>,
    /// Sentences about damaged drafts.
    damaged: Vec<String>,
}

impl Found {
    /// Gives the drafts to the store; returns a sentence about damaged ones.
    pub fn hand_to(self, store: &mut Store) -> Option<String> {
        for draft in self.kept {
            store.take_draft(draft);
        }
        for (inquiry, at) in self.replies {
            store.reply_kept(inquiry, Some(ReplyDraft { at, old: true }));
        }
        (!self.damaged.is_empty()).then(|| self.damaged.join(" "))
    }
}

/// Reads a folder of drafts.
pub fn read(folder: &Path) -> Found {
    let mut found = Found::default();
    for (slot, what) in screens::DRAFTS {
        let file = folder.join(slot).join("draft.txt");
        if std::fs::symlink_metadata(&file).is_err() {
            continue;
        }
        let text = text_plain(&file, LARGEST, Links::Follow).map_err(|error| reason(&error));
        match text.and_then(|text| KeptDraft::read(slot, &text)) {
            Ok(draft) => found.kept.push(draft),
            Err(why) => found.damaged.push(damaged(what, &file, &why)),
        }
    }
    let (replies, wrong) = Drafts::new(folder.to_owned()).all();
    found.replies = replies;
    found.damaged.extend(wrong);
    found
}

/// Renames the file of a damaged draft; returns a sentence that says so.
fn damaged(what: &str, file: &Path, why: &str) -> String {
    tracing::warn!("a draft is damaged: {}: {why}", file.display());
    let what = capital(what);
    match set_aside(file, "damaged") {
        Ok(aside) => format!("{what} could not be read back: the file is damaged. It is kept as {}.", shown(&aside)),
        Err(error) => format!("{what} could not be read back from {}: {}.", shown(file), reason(&error)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::paths::write_private;

    #[test]
    fn a_damaged_draft_is_told_and_kept_aside_and_every_other_one_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = r#"{"changes":[{"domain":"a.com","setting":"bin_price","before":1,"after":2}]}"#;
        let form = r#"[{"about":"","edits":[{"field":"title","before":["a"],"after":"b"}]}]"#;
        let whole = |slot: &str| match slot {
            "staged" => plan,
            "add" => "a.com\nb.com",
            _ => form,
        };
        for (broken, what) in screens::DRAFTS {
            // A list of names can be any text, so only zero bytes damage that draft.
            let damages: &[&str] = if broken == "add" { &["\0\0\0"] } else { &["", "{\"changes\":[{", "\0\0\0"] };
            for damage in damages {
                for (slot, _) in screens::DRAFTS {
                    let text = if slot == broken { damage } else { whole(slot) };
                    write_private(&folder.path().join(slot).join("draft.txt"), text.as_bytes()).expect("written");
                }
                let found = read(folder.path());
                let [told] = found.damaged.as_slice() else { panic!("{broken}, {damage:?}: {found:?}") };
                assert!(told.starts_with(&capital(what)) && told.contains("damaged.txt"), "{told}");
                assert_eq!(found.kept.len(), screens::DRAFTS.len() - 1, "{broken}, {damage:?}");
            }
            let aside = folder.path().join(broken).join("draft.damaged.txt");
            assert!(fs::read_to_string(aside).is_ok(), "{broken}: the text is still there");
        }
    }
}
