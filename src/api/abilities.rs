//! The named permissions of a parking token and the scopes of an ads key, spelled as in the documents.
//!
//! Left open by document 1, *Errors* (4): the answers for a missing or invalid token and for a missing ability, so
//! either may be a 401 or a 403. The client learns which from other calls: once another call was answered with the
//! token, a 401 concerns its own call only, until a call that was answered before is refused; a 403 concerns its own
//! call only, unless several calls were refused with it and none was answered.

use super::endpoint::{Ability, AdsScope};

macro_rules! abilities {
    ($( $name:ident = $wire:literal, )*) => {
        $( pub const $name: Ability = Ability($wire); )*

        /// Every ability, in the order of the documents.
        pub const ALL: &[Ability] = &[$( $name, )*];
    };
}

abilities! {
    DOMAINS_VIEW = "domains.view",
    DOMAINS_REMOVE = "domains.remove",
    DOMAINS_IGNORE = "domains.ignore",
    DOMAINS_SETTINGS_VIEW = "domains.settings.view",
    DOMAINS_SETTINGS_WRITE = "domains.settings.write",
    DOMAINS_SETTINGS_HISTORY = "domains.settings.history",
    DOMAINS_SETTINGS_RESTORE = "domains.settings.restore",
    DOMAINS_STATUS = "domains.status",
    DOMAINS_VERIFY = "domains.verify",
    DOMAINS_LIST = "domains.list",
    DOMAINS_ADD = "domains.add",
    DOMAINS_NAMESERVERS = "domains.nameservers",
    DOMAINS_NAMESERVERS_CREATE = "domains.nameservers.create",
    IMPORTS_LIST = "imports.list",
    IMPORTS_VIEW = "imports.view",
    IMPORTS_CREATE = "imports.create",
    IMPORTS_DOWNLOAD = "imports.download",
    IMPORTS_RERUN = "imports.rerun",
    EXPORTS_LIST = "exports.list",
    EXPORTS_CREATE = "exports.create",
    EXPORTS_DOWNLOAD = "exports.download",
    IMAGES_LIST = "images.list",
    IMAGES_ADD = "images.add",
    IMAGES_REMOVE = "images.remove",
    SENDERS_LIST = "account.senders.list",
    SENDERS_ADD = "account.senders.add",
    SENDERS_REMOVE = "account.senders.remove",
    EMAILS_LIST = "emails.list",
    EMAILS_SEARCH = "emails.search",
    EMAILS_VIEW = "emails.view",
    EMAILS_DOWNLOAD = "emails.download",
    INQUIRIES_LIST = "inquiries.list",
    INQUIRIES_VIEW = "inquiries.view",
    INQUIRIES_HISTORY = "inquiries.history",
    INQUIRIES_READ = "inquiries.read",
    INQUIRIES_UNREAD = "inquiries.unread",
    INQUIRIES_STAR = "inquiries.star",
    INQUIRIES_UNSTAR = "inquiries.unstar",
    INQUIRIES_ARCHIVE = "inquiries.archive",
    INQUIRIES_UNARCHIVE = "inquiries.unarchive",
    INQUIRIES_HIDE = "inquiries.hide",
    INQUIRIES_RESTORE = "inquiries.restore",
    INQUIRIES_EMAIL = "inquiries.email",
    INQUIRIES_UNREACHABLE = "inquiries.unreachable",
    PORTFOLIO_ACTIVITY = "account.portfolio.activity",
    PORTFOLIO_VIEW = "account.portfolio.view",
    PORTFOLIO_WRITE = "account.portfolio.write",
    PROFILE_VIEW = "account.profile.view",
    PROFILE_WRITE = "account.profile.write",
    SETTINGS_VIEW = "account.settings.view",
    SETTINGS_WRITE = "account.settings.write",
    SETTINGS_SCHEMA = "account.settings.schema",
    SETTINGS_HISTORY = "account.settings.history",
    SETTINGS_RESTORE = "account.settings.restore",
}

pub const ADS_READ: AdsScope = AdsScope("np_ads_listings:read");
pub const ADS_WRITE: AdsScope = AdsScope("np_ads_listings:write");

/// Every scope of an ads key.
pub const SCOPES: &[AdsScope] = &[ADS_READ, ADS_WRITE];
