//! Permissions (abilities) of a parking token and scopes of an ads key, spelled as in the documents.
//!
//! Left open by document 1, *Errors* (4): the answer to a missing or invalid token, and to a missing ability; each
//! may be a 401 or a 403. The client decides by other calls. Once another call was answered with the token, a 401 is
//! about its own call only, until a call that was answered before is refused. A 403 is about its own call only,
//! unless several calls were refused with it and none was answered.

use super::endpoint::{Ability, AdsScope};

macro_rules! abilities {
    ($( $name:ident = $wire:literal: $words:literal, )*) => {
        $( pub const $name: Ability = Ability($wire); )*

        /// Every ability, in the order of the documents.
        pub const ALL: &[Ability] = &[$( $name, )*];

        /// Words for what each ability permits.
        const WORDS: &[(&str, &str)] = &[$( ($wire, $words), )*];
    };
}

abilities! {
    DOMAINS_VIEW = "domains.view": "See a domain",
    DOMAINS_REMOVE = "domains.remove": "Remove domains",
    DOMAINS_IGNORE = "domains.ignore": "Ignore detected domains",
    DOMAINS_SETTINGS_VIEW = "domains.settings.view": "See domain settings",
    DOMAINS_SETTINGS_WRITE = "domains.settings.write": "Change domain settings",
    DOMAINS_SETTINGS_HISTORY = "domains.settings.history": "See earlier domain settings",
    DOMAINS_SETTINGS_RESTORE = "domains.settings.restore": "Restore domain settings",
    DOMAINS_STATUS = "domains.status": "See how adding a domain went",
    DOMAINS_VERIFY = "domains.verify": "Check domains again",
    DOMAINS_LIST = "domains.list": "List domains",
    DOMAINS_ADD = "domains.add": "Add domains",
    DOMAINS_NAMESERVERS = "domains.nameservers": "See the nameservers",
    DOMAINS_NAMESERVERS_CREATE = "domains.nameservers.create": "Create a nameserver name",
    IMPORTS_LIST = "imports.list": "List imports",
    IMPORTS_VIEW = "imports.view": "See an import and its lines",
    IMPORTS_CREATE = "imports.create": "Import a CSV file",
    IMPORTS_DOWNLOAD = "imports.download": "Download the file of an import",
    IMPORTS_RERUN = "imports.rerun": "Run an import again",
    EXPORTS_LIST = "exports.list": "List exports",
    EXPORTS_CREATE = "exports.create": "Start an export",
    EXPORTS_DOWNLOAD = "exports.download": "Download an export",
    IMAGES_LIST = "images.list": "List images",
    IMAGES_ADD = "images.add": "Add images",
    IMAGES_REMOVE = "images.remove": "Remove images",
    SENDERS_LIST = "account.senders.list": "List ignored senders",
    SENDERS_ADD = "account.senders.add": "Ignore senders",
    SENDERS_REMOVE = "account.senders.remove": "Stop ignoring senders",
    EMAILS_LIST = "emails.list": "List caught mail",
    EMAILS_SEARCH = "emails.search": "Search caught mail",
    EMAILS_VIEW = "emails.view": "Read caught mail",
    EMAILS_DOWNLOAD = "emails.download": "Download caught mail",
    INQUIRIES_LIST = "inquiries.list": "List inquiries",
    INQUIRIES_VIEW = "inquiries.view": "Read an inquiry",
    INQUIRIES_HISTORY = "inquiries.history": "See other inquiries of a buyer",
    INQUIRIES_READ = "inquiries.read": "Mark inquiries as read",
    INQUIRIES_UNREAD = "inquiries.unread": "Mark inquiries as unread",
    INQUIRIES_STAR = "inquiries.star": "Star inquiries",
    INQUIRIES_UNSTAR = "inquiries.unstar": "Unstar inquiries",
    INQUIRIES_ARCHIVE = "inquiries.archive": "Archive inquiries",
    INQUIRIES_UNARCHIVE = "inquiries.unarchive": "Unarchive inquiries",
    INQUIRIES_HIDE = "inquiries.hide": "Hide inquiries",
    INQUIRIES_RESTORE = "inquiries.restore": "Unhide inquiries",
    INQUIRIES_EMAIL = "inquiries.email": "Email an inquiry to you",
    INQUIRIES_UNREACHABLE = "inquiries.unreachable": "Report a buyer as unreachable",
    PORTFOLIO_ACTIVITY = "account.portfolio.activity": "See counts of visits",
    PORTFOLIO_VIEW = "account.portfolio.view": "See the portfolio site",
    PORTFOLIO_WRITE = "account.portfolio.write": "Change the portfolio site",
    PROFILE_VIEW = "account.profile.view": "See the profile",
    PROFILE_WRITE = "account.profile.write": "Change the profile",
    SETTINGS_VIEW = "account.settings.view": "See account settings",
    SETTINGS_WRITE = "account.settings.write": "Change account settings",
    SETTINGS_SCHEMA = "account.settings.schema": "See which settings there are",
    SETTINGS_HISTORY = "account.settings.history": "See earlier account settings",
    SETTINGS_RESTORE = "account.settings.restore": "Restore account settings",
}

pub const ADS_READ: AdsScope = AdsScope("np_ads_listings:read");
pub const ADS_WRITE: AdsScope = AdsScope("np_ads_listings:write");

/// Every scope of an ads key.
pub const SCOPES: &[AdsScope] = &[ADS_READ, ADS_WRITE];

/// Words for what each scope permits.
const SCOPE_WORDS: [(&str, &str); 2] = [(ADS_READ.0, "See ads"), (ADS_WRITE.0, "Create and change ads")];

/// Words for what an ability or a scope permits: `Star inquiries`; for one that is not in the documents its name.
pub fn words(name: &str) -> &str {
    WORDS.iter().chain(&SCOPE_WORDS).find(|(known, _)| *known == name).map_or(name, |(_, words)| words)
}

/// Words followed by the name, for a sentence: `“Star inquiries” (inquiries.star)`.
pub fn said(name: &str) -> String {
    match words(name) {
        words if words == name => format!("“{name}”"),
        words => format!("“{words}” ({name})"),
    }
}

/// True when the service's words contain the name of this ability, not only as the beginning of another name.
pub fn is_named(name: &str, words: &str) -> bool {
    let part_of_a_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | ':');
    words.split(|c| !part_of_a_name(c)).any(|word| word.trim_matches(['.', ':']) == name)
}

/// Clause about an ability that the token lacks: `the token lacks “Star inquiries” (inquiries.star)`.
pub fn lacked(name: &str) -> String {
    format!("the token lacks {}", said(name))
}
