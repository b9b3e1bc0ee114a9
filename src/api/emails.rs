//! Catchall mail.

use super::abilities::{EMAILS_DOWNLOAD, EMAILS_LIST, EMAILS_SEARCH, EMAILS_VIEW};
use super::decode::{Download as File, Paged, Row};
use super::endpoint::Needs;
use super::inquiries::Rows;
use super::page::Page;
use super::types::Email;
use crate::base::DomainName;

choices! {
    /// How the sender's domain is related to a parked domain.
    #[derive(Default)]
    pub enum Match {
        /// The sender's domain contains or resembles a parked one.
        #[default]
        Inbox = "inbox",
        DomainContains = "domain_contains",
        DomainSimilarity = "domain_similarity",
        DomainContainsExtension = "domain_contains_extension",
        All = "all",
    }

    /// Part of the sender's domain in which an extension is searched for.
    pub enum ExtensionLocation {
        Name = "name",
        Subdomain = "subdomain",
    }
}

impl Match {
    /// True when a message with this label among its `match_labels` is in the list.
    pub fn holds(self, label: &str) -> bool {
        match self {
            Self::Inbox => [Self::DomainContains, Self::DomainSimilarity].iter().any(|one| one.holds(label)),
            Self::All => true,
            one => one.as_str() == label,
        }
    }
}

group! {
    /// All filters of the mail list. A field with its default value is not sent.
    Query pub struct MailFilter {
        matching: Match as "match",
        domain: Option<DomainName>,
        /// Parked extensions to keep, for `DomainContainsExtension`; empty keeps all.
        extensions: Vec<String>,
        /// Where to search for the extensions, for `DomainContainsExtension`.
        extension_locations: Vec<ExtensionLocation>,
        rows: Rows as "type",
    }
}

endpoints! {
    about [Emails];

    /// One page of caught mail, newest first.
    ///
    /// Parking API, part 2: Catchall mail.
    List "emails.list" Read = Parking GET "parking/emails", Needs::One(EMAILS_LIST),
        { all filter: MailFilter, all page: Page, }, pages PageRule::UpTo(100) => Paged<Email>;

    /// Searches sender, subject, message and domain.
    ///
    /// Parking API, part 2: Catchall mail.
    Search "emails.search" Read = Parking GET "parking/email-search", Needs::One(EMAILS_SEARCH), {
            /// Words to search for: at most 200 characters and 20 words.
            query query: String,
            /// True to find whole words only.
            query exact: Option<bool>,
            query domain: Option<DomainName>,
            query rows: Option<Rows> as "type",
            all page: Page,
        }, pages PageRule::UpTo(100) => Paged<Email>;

    /// One message: headers and attachment names, not its body.
    ///
    /// Parking API, part 2: Catchall mail.
    Get "emails.get" Read = Parking GET "parking/email/{id}", Needs::One(EMAILS_VIEW),
        { path id: String, } => Row<Email>;

    /// The raw message.
    ///
    /// Parking API, part 2: Catchall mail.
    Download "emails.download" Read = Parking GET "parking/email/{id}/download", Needs::One(EMAILS_DOWNLOAD),
        { path id: String, }, answers Stream => File;
}
