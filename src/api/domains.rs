//! Domains: the tabs, one domain, adding, checking, removing, and the settings of one or many.

use super::abilities::{
    DOMAINS_ADD, DOMAINS_IGNORE, DOMAINS_LIST, DOMAINS_REMOVE, DOMAINS_SETTINGS_HISTORY, DOMAINS_SETTINGS_VIEW,
    DOMAINS_SETTINGS_WRITE, DOMAINS_STATUS, DOMAINS_VERIFY, DOMAINS_VIEW,
};
use super::decode::{Done, Paged, Row};
use super::endpoint::{Call, Needs};
use super::inquiries::Rows;
use super::page::Page;
use super::replies::{BulkResult, DomainStatus, SavedSettings, Settings as SettingsAnswer};
use super::types::{Domain, DomainSettings, HistoryVersion, Import};
use super::wire::Changes;
use crate::base::{DomainName, not_one_of};

choices! {
    /// A tab of the domain list.
    #[derive(Default)]
    pub enum Tab {
        #[default]
        MyDomains = "my_domains",
        Verified = "verified",
        Unverified = "unverified",
        Detected = "detected",
        /// Domains that were removed from the account (not to be confused with hidden inquiries).
        Removed = "removed",
    }

    /// Filter that narrows `MyDomains` and `Verified`.
    #[derive(Default)]
    pub enum Listing {
        #[default]
        All = "all",
        ForSale = "for_sale",
        OffMarket = "off_market",
    }

    /// Casing of names that are added.
    #[derive(Default)]
    pub enum Casing {
        #[default]
        Auto = "auto",
        /// Casing kept as typed.
        Manual = "manual",
    }

    /// Action of a bulk call.
    pub enum BulkAction {
        Retry = "retry",
        Delete = "delete",
        Approve = "approve",
        Ignore = "ignore",
        AddBack = "add_back",
    }
}

impl Casing {
    /// Casing of this name; without a name, the other of the two.
    ///
    /// # Errors
    /// A sentence about an unknown name.
    pub fn chosen(self, name: Option<&str>) -> Result<Self, String> {
        match (name, self) {
            (Some("auto"), _) | (None, Self::Manual) => Ok(Self::Auto),
            (Some("manual"), _) | (None, Self::Auto) => Ok(Self::Manual),
            (Some(name), _) => Err(not_one_of("casing", name, &["auto", "manual"])),
        }
    }
}

impl Tab {
    /// Bulk actions that the tab offers.
    pub const fn actions(self) -> &'static [BulkAction] {
        match self {
            Self::MyDomains | Self::Unverified => &[BulkAction::Retry, BulkAction::Delete],
            Self::Verified => &[BulkAction::Delete],
            Self::Detected => &[BulkAction::Approve, BulkAction::Ignore],
            Self::Removed => &[BulkAction::AddBack],
        }
    }

    /// True when the service applies `listing` and `query` on this tab.
    pub const fn narrows(self) -> bool {
        matches!(self, Self::MyDomains | Self::Verified)
    }
}

group! {
    /// All filters of the domain list. A field with its default value is not sent.
    Query pub struct DomainFilter {
        state: Tab,
        listing: Listing,
        /// Part of the name, in Unicode or punycode; only for `MyDomains` and `Verified`.
        query: Option<String>,
        rows: Rows as "type",
    }
}

impl List {
    /// Tab that a call asks for; the flag is true if no filter applies, so that the total is that of the whole tab.
    pub fn tab_of(call: &Call) -> (Tab, bool) {
        let tab = call.sent("state").and_then(Tab::parse).unwrap_or_default();
        (tab, !tab.narrows() || (call.sent("listing").is_none() && call.sent("query").is_none()))
    }
}

/// Abilities that the bulk actions need.
const BULK: Needs = Needs::PerAction {
    actions: &[
        ("retry", DOMAINS_VERIFY),
        ("approve", DOMAINS_ADD),
        ("add_back", DOMAINS_ADD),
        ("delete", DOMAINS_REMOVE),
        ("ignore", DOMAINS_IGNORE),
    ],
    with_all: DOMAINS_LIST,
};

endpoints! {
    about [Domains, DomainSettings];

    /// One domain with its sale block.
    ///
    /// Parking API, part 1: Domains.
    Get "domains.get" Read = Parking GET "parking/domain", Needs::One(DOMAINS_VIEW),
        { query name: DomainName, } => Row<Domain>;

    /// Removes one domain from the account.
    ///
    /// Parking API, part 1: Domains.
    Remove "domains.remove" ByUser = Parking DELETE "parking/domain", Needs::One(DOMAINS_REMOVE),
        { query name: DomainName, }, touches [Domains, DomainSettings] => Done;

    /// Removes one domain from the detected list.
    ///
    /// Parking API, part 1: Domains.
    Ignore "domains.ignore" ByUser = Parking POST "parking/domain-ignore", Needs::One(DOMAINS_IGNORE),
        { query name: DomainName, }, touches [Domains] => Done;

    /// The settings of one domain: what is in force and where it comes from.
    ///
    /// Parking API, part 1: Domains.
    Settings "domains.settings" Read = Parking GET "parking/domain-settings", Needs::One(DOMAINS_SETTINGS_VIEW),
        { query name: DomainName, } => SettingsAnswer;

    /// Changes settings of one domain; null inherits the account's value again.
    ///
    /// Parking API, part 1: Domains.
    SaveSettings "domains.save_settings" ByUser = Parking POST "parking/domain-settings",
        Needs::One(DOMAINS_SETTINGS_WRITE), { query name: DomainName, json settings: Changes, },
        touches [DomainSettings, Domains, History] => SettingsAnswer;

    /// The saved changes of one domain's settings, newest first.
    ///
    /// Parking API, part 1: Domains.
    SettingsHistory "domains.settings_history" Read = Parking GET "parking/domain-settings-history",
        Needs::One(DOMAINS_SETTINGS_HISTORY), { query name: DomainName, all page: Page, },
        about [History], pages PageRule::UpTo(200) => Paged<HistoryVersion>;

    /// How adding and verifying one domain went.
    ///
    /// Parking API, part 1: Domains.
    Status "domains.status" Read = Parking GET "parking/domain-status", Needs::One(DOMAINS_STATUS),
        { query name: DomainName, } => DomainStatus;

    /// Checks a detected or formerly held domain; an import carries the check.
    ///
    /// Parking API, part 1: Domains.
    Verify "domains.verify" ByUser = Parking POST "parking/domain-verify", Needs::One(DOMAINS_VERIFY),
        { query name: DomainName, }, touches [Domains, Imports] => Row<Import>;

    /// One page of the domains on a tab.
    ///
    /// Parking API, part 1: Domains.
    List "domains.list" Read = Parking GET "parking/domains", Needs::One(DOMAINS_LIST),
        { all filter: DomainFilter, all page: Page, }, pages PageRule::UpTo(200) => Paged<Domain>;

    /// Adds domains; those already present are checked again. An import carries the work.
    ///
    /// Parking API, part 1: Domains.
    Add "domains.add" ByUser = Parking POST "parking/domains", Needs::One(DOMAINS_ADD),
        // Names are sent as typed: the service decides what is a name, and `casing_mode` is about their casing.
        { json domains: Vec<String>, json casing_mode: Option<Casing>, }, touches [Domains, Imports] => Row<Import>;

    /// One page of verified domains with their settings.
    ///
    /// Parking API, part 1: Domains.
    AllSettings "domains.all_settings" Read = Parking GET "parking/domains-settings",
        Needs::One(DOMAINS_SETTINGS_VIEW), {
            /// True to list only domains with own settings, and only these settings.
            query overrides_only: Option<bool>,
            all page: Page,
        }, pages PageRule::UpTo(200) => Paged<DomainSettings>;

    /// Changes settings of up to 500 domains, each saved on its own.
    ///
    /// Parking API, part 1: Domains.
    SaveManySettings "domains.save_many_settings" ByUser = Parking POST "parking/domains-settings",
        Needs::One(DOMAINS_SETTINGS_WRITE), { json names: Vec<DomainName>, json settings: Changes, },
        touches [DomainSettings, Domains, History] => SavedSettings;

    /// Does one thing to many domains of a tab.
    ///
    /// Parking API, part 1: Domains.
    Bulk "domains.bulk" ByUser = Parking POST "parking/domains/bulk", BULK, {
            json action: BulkAction,
            /// At most 10,000 names; not together with `everything`.
            json names: Option<Vec<DomainName>>,
            /// True for all domains of the tab, even if a text query or a filter of this program hides some.
            json everything: Option<bool> as "all",
            json state: Option<Tab>,
            json listing: Option<Listing>,
            json exclude_names: Option<Vec<DomainName>>,
        }, touches [Domains, DomainSettings, Imports] => BulkResult;
}
