//! The one table of writes: for each kind its words, how it is confirmed, how it travels, its way back, and how an
//! outcome nobody told is settled (reliability: writes without idempotency keys). The calls stand in `calls.rs`.

use super::verb::{Again, Back, Caution, Noun, Rule, Settles, Verb};
use crate::api::limits::BULK;

const MARK: Rule = Rule {
    verb: Verb::MarkRead,
    noun: Noun::Inquiry,
    asked: "",
    done: "",
    doing: "",
    undone: "",
    action: "",
    caution: Caution::AtOnce,
    consequence: "",
    back: Back::Inverse,
    way_back: "u takes it back.",
    together: BULK,
    expires: false,
    settles: Settles::Marks,
    again: Again::Once,
};

const DOMAINS: Rule = Rule {
    noun: Noun::Domain,
    caution: Caution::Ask,
    back: Back::None,
    way_back: "",
    settles: Settles::Import,
    again: Again::ByUser,
    ..MARK
};

/// Every kind of write, in the order of [`Verb`].
pub static RULES: [Rule; 22] = [
    Rule {
        verb: Verb::MarkRead,
        asked: "Mark {} read",
        done: "marked read",
        doing: "Marking {} read",
        undone: "unread again",
        action: "mark {}",
        ..MARK
    },
    Rule {
        verb: Verb::MarkUnread,
        asked: "Mark {} unread",
        done: "marked unread",
        doing: "Marking {} unread",
        undone: "read again",
        action: "mark {}",
        ..MARK
    },
    Rule {
        verb: Verb::Star,
        asked: "Star {}",
        done: "starred",
        doing: "Starring {}",
        undone: "unstarred",
        action: "star {}",
        ..MARK
    },
    Rule {
        verb: Verb::Unstar,
        asked: "Unstar {}",
        done: "unstarred",
        doing: "Unstarring {}",
        undone: "starred again",
        action: "unstar {}",
        ..MARK
    },
    Rule {
        verb: Verb::Archive,
        asked: "Archive {}",
        done: "archived",
        doing: "Archiving {}",
        undone: "back in Active",
        action: "archive {}",
        ..MARK
    },
    Rule {
        verb: Verb::Unarchive,
        asked: "Take {} out of the archive",
        done: "taken out of the archive",
        doing: "Taking {} out of the archive",
        undone: "back in Archived",
        action: "take {} out",
        ..MARK
    },
    Rule {
        verb: Verb::Hide,
        asked: "Hide {}",
        done: "hidden",
        doing: "Hiding {}",
        undone: "restored",
        action: "hide {}",
        caution: Caution::AskForSeveral,
        consequence: "They leave every list except Hidden and All. Nobody is told.",
        way_back: "u takes it back; a in the Hidden tab brings single ones back.",
        ..MARK
    },
    Rule {
        verb: Verb::Restore,
        asked: "Restore {}",
        done: "restored",
        doing: "Restoring {}",
        undone: "hidden again",
        action: "restore {}",
        ..MARK
    },
    Rule {
        verb: Verb::RequestEmail,
        asked: "Mail {} to yourself",
        done: "mailed to you",
        doing: "Mailing {} to you",
        action: "mail {}",
        caution: Caution::Ask,
        consequence: "The service mails it to your confirmed parking address.",
        back: Back::None,
        way_back: "",
        settles: Settles::Mailed,
        again: Again::ByUser,
        ..MARK
    },
    Rule {
        verb: Verb::Unreachable,
        asked: "Report {} as unreachable",
        done: "reported as unreachable",
        doing: "Reporting {} as unreachable",
        action: "report {}",
        caution: Caution::Ask,
        consequence: "The service asks the buyer for a working address. That is possible once per inquiry.",
        back: Back::None,
        way_back: "",
        settles: Settles::Nothing,
        again: Again::ByUser,
        ..MARK
    },
    Rule {
        verb: Verb::IgnoreSender,
        noun: Noun::Address,
        asked: "Ignore {}",
        done: "ignored",
        doing: "Ignoring {}",
        undone: "no longer ignored",
        action: "ignore {}",
        caution: Caution::Ask,
        consequence: "Inquiries from it are ignored from now on.",
        way_back: "u allows it again.",
        together: 1,
        settles: Settles::Senders,
        again: Again::ByUser,
        ..MARK
    },
    Rule {
        verb: Verb::AllowSender,
        noun: Noun::Address,
        asked: "Stop ignoring {}",
        done: "allowed again",
        doing: "Allowing {} again",
        undone: "ignored again",
        action: "allow {}",
        way_back: "u ignores it again.",
        together: 1,
        settles: Settles::Senders,
        again: Again::ByUser,
        ..MARK
    },
    Rule {
        verb: Verb::DeleteDomains,
        asked: "Remove {} from the account",
        done: "removed",
        doing: "Removing {}",
        undone: "back in the account",
        action: "remove {}",
        consequence: "Lander and settings go, and no new inquiries come in.",
        back: Back::AddBack,
        way_back: "u adds back what was removed; settings and verification may differ then.",
        expires: true,
        settles: Settles::Account,
        ..DOMAINS
    },
    Rule {
        verb: Verb::IgnoreDomains,
        asked: "Ignore {}",
        done: "ignored",
        doing: "Ignoring {}",
        action: "ignore {}",
        consequence: "Ignored names leave the detected list for good; they can still be added by name.",
        expires: true,
        settles: Settles::Detected,
        ..DOMAINS
    },
    Rule {
        verb: Verb::VerifyDomains,
        asked: "Verify {}",
        done: "verified",
        doing: "Verifying {}",
        action: "verify {}",
        caution: Caution::AtOnce,
        together: 1,
        ..DOMAINS
    },
    Rule {
        verb: Verb::RetryDomains,
        asked: "Check {} again",
        done: "checked again",
        doing: "Checking {} again",
        action: "check {}",
        consequence: "One import does it in the background.",
        ..DOMAINS
    },
    Rule {
        verb: Verb::ApproveDomains,
        asked: "Add {} to the account",
        done: "added",
        doing: "Adding {}",
        action: "add {}",
        consequence: "One import does it in the background.",
        ..DOMAINS
    },
    Rule {
        verb: Verb::AddBackDomains,
        asked: "Add {} back to the account",
        done: "added back",
        doing: "Adding {} back",
        action: "add {} back",
        consequence: "One import does it in the background. Settings may differ from what they were.",
        ..DOMAINS
    },
    Rule {
        verb: Verb::AddDomains,
        noun: Noun::Name,
        asked: "Add {}",
        done: "added",
        doing: "Adding {}",
        action: "add {}",
        caution: Caution::AtOnce,
        together: 1,
        ..DOMAINS
    },
    Rule {
        verb: Verb::ImportCsv,
        noun: Noun::File,
        asked: "Import {}",
        done: "imported",
        doing: "Importing {}",
        action: "import {}",
        consequence: "The service reads it in the background and changes the domains it names.",
        together: 1,
        ..DOMAINS
    },
    Rule {
        verb: Verb::RerunImport,
        noun: Noun::Import,
        asked: "Run {} again",
        done: "started again",
        doing: "Starting {} again",
        action: "run {}",
        consequence: "The same file with the same options becomes a new import.",
        together: 1,
        ..DOMAINS
    },
    Rule {
        verb: Verb::Export,
        noun: Noun::Export,
        asked: "Start the {}",
        done: "started",
        doing: "Starting the {}",
        action: "start {}",
        caution: Caution::AtOnce,
        together: 1,
        settles: Settles::Export,
        again: Again::WhileRunning,
        ..DOMAINS
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_stands_in_its_own_row() {
        for (place, rule) in RULES.iter().enumerate() {
            assert_eq!(rule.verb as usize, place);
            assert!(rule.asked.contains("{}") && !rule.done.is_empty(), "{:?}", rule.verb);
            assert!(rule.doing.contains("{}"), "{:?}", rule.verb);
            assert_eq!(rule.back == Back::None, rule.way_back.is_empty(), "{:?}", rule.verb);
            assert_eq!(rule.back == Back::None, rule.undone.is_empty(), "{:?}", rule.verb);
            let asks = rule.caution != Caution::AtOnce;
            assert!(!asks || !rule.consequence.is_empty(), "{:?} asks without saying what it brings about", rule.verb);
        }
    }
}
