//! State of the service, read and changed past the network: without faults and records.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use serde_json::Value;

use super::{MARKS, Network};
use crate::api::inquiries::{InquiryFilter, List};
use crate::api::{Page, Request as _};
use crate::app::runtime::tests::spelled::Ask;
use crate::base::DomainName;
use crate::store::writes::intent::{Changed, UndoVersion};
use crate::store::{FieldName, Mark, Subject, WalkList, walk_request};

impl Network {
    /// Ignores an address at the service; returns its number.
    pub async fn ignore(&self, address: &str) -> i64 {
        let path = "/api/v1/parking/ignored-senders".to_owned();
        let body = serde_json::json!({ "sender": address }).to_string().into_bytes();
        assert_eq!(self.call(&Ask { method: "POST", path: path.clone(), body, ..Ask::default() }).await.0, 200);
        let value = self.read(path).await;
        let mut senders = value["senders"].as_array().unwrap().iter();
        senders.find(|row| row["value"] == address).unwrap()["id"].as_i64().unwrap()
    }

    /// Adds an image by link at the service; returns its number.
    pub async fn add_image(&self, url: &str) -> i64 {
        let path = "/api/v1/parking/images".to_owned();
        let body = serde_json::json!({ "url": url }).to_string().into_bytes();
        assert_eq!(self.call(&Ask { method: "POST", path: path.clone(), body, ..Ask::default() }).await.0, 200);
        let value = self.read(path).await;
        let mut images = value["images"].as_array().unwrap().iter();
        images.find(|row| row["url"] == url).unwrap()["image_id"].as_i64().unwrap()
    }

    /// Creates a campaign at the service; returns its number.
    pub async fn campaign(&self, theme: &str) -> i64 {
        let path = "/api/v1/ads/campaigns".to_owned();
        let body = serde_json::json!({ "theme": theme }).to_string().into_bytes();
        let (status, _, body) = self.call(&Ask { method: "POST", path, body, ..Ask::default() }).await;
        assert_eq!(status, 200);
        let made: Value = serde_json::from_slice(&body).unwrap();
        made["campaign"]["campaign_id"].as_i64().unwrap()
    }

    /// Fields of the profile or of the portfolio at the service.
    pub async fn fields(&self, of: &str) -> Value {
        self.read(format!("/api/v1/parking/{of}")).await[of].clone()
    }

    /// Sets a field, as somebody else does.
    pub async fn set_field(&self, of: &str, field: &str, value: &Value) {
        let body = match field {
            "enabled" | "public_name" | "host_domain" => serde_json::json!({ field: value }),
            _ => serde_json::json!({ of: { field: value } }),
        };
        let (path, body) = (format!("/api/v1/parking/{of}"), body.to_string().into_bytes());
        assert_eq!(self.call(&Ask { method: "POST", path, body, ..Ask::default() }).await.0, 200);
    }

    /// Settings of the account or of a domain at the service.
    pub async fn settings(&self, domain: Option<&DomainName>) -> Value {
        self.read(Self::settings_path(domain)).await["settings"].clone()
    }

    /// Sets a setting, as somebody else does.
    pub async fn set_setting(&self, domain: Option<&DomainName>, name: &str, value: &Value) {
        let body = serde_json::json!({ "settings": { name: value } }).to_string().into_bytes();
        let path = Self::settings_path(domain);
        assert_eq!(self.call(&Ask { method: "POST", path, body, ..Ask::default() }).await.0, 200);
    }

    /// Removes a domain, as somebody else does.
    pub async fn remove_domain(&self, name: &DomainName) {
        let path = format!("/api/v1/parking/domain?name={}", name.punycode());
        assert_eq!(self.call(&Ask { method: "DELETE", path, ..Ask::default() }).await.0, 200);
    }

    /// Acts on a domain of a tab, as somebody else does.
    pub async fn act_on(&self, action: &str, tab: &str, name: &DomainName) {
        let path = "/api/v1/parking/domains/bulk".to_owned();
        let body = serde_json::json!({ "action": action, "names": [name.punycode()], "state": tab });
        let body = body.to_string().into_bytes();
        assert_eq!(self.call(&Ask { method: "POST", path, body, ..Ask::default() }).await.0, 200);
    }

    /// Stops ignoring an address, as somebody else does.
    pub async fn allow(&self, number: i64) {
        let path = format!("/api/v1/parking/ignored-sender/{number}");
        assert_eq!(self.call(&Ask { method: "DELETE", path, ..Ask::default() }).await.0, 200);
    }

    /// Removes an image, as somebody else does.
    pub async fn remove_image(&self, number: i64) {
        let path = format!("/api/v1/parking/image/{number}");
        assert_eq!(self.call(&Ask { method: "DELETE", path, ..Ask::default() }).await.0, 200);
    }

    /// Undo of a version of the account that did not change the lowest offer.
    pub async fn undo_version(&self) -> UndoVersion {
        let mut undo = self.undo_newest(|changes| changes.get("min_offer").is_none()).await;
        for changed in &mut undo.changes {
            changed.now = Some(changed.after.clone());
        }
        undo
    }

    /// Undo of the newest version of the account that changed this setting.
    pub async fn undo_of(&self, setting: &str) -> UndoVersion {
        self.undo_newest(|changes| changes.get(setting).is_some()).await
    }

    async fn undo_newest(&self, fits: impl Fn(&Value) -> bool) -> UndoVersion {
        let value = self.read("/api/v1/parking/settings-history?page=1&per_page=200".to_owned()).await;
        let is_it = |row: &&Value| row["scope"] == "account" && row["can_undo"] == true && fits(&row["changes"]);
        // Take a version whose settings no newer one changed, so that its effect can be seen.
        let rows = value["versions"].as_array().unwrap();
        let row = rows.iter().find(is_it).expect("a version");
        let read = |(name, change): (&String, &Value)| {
            let (before, after) = (change["before"].clone().into(), change["after"].clone().into());
            Changed::new(FieldName::named(name.clone()), before, after)
        };
        let changes = row["changes"].as_object().unwrap().iter().map(read).collect();
        UndoVersion::new(row["history_id"].as_i64().unwrap(), Subject::Account, changes, true)
    }

    fn settings_path(domain: Option<&DomainName>) -> String {
        let path = |name: &DomainName| format!("/api/v1/parking/domain-settings?name={}", name.punycode());
        domain.map_or_else(|| "/api/v1/parking/settings".to_owned(), path)
    }

    /// The number of the newest import at the service.
    pub async fn newest_import(&self) -> i64 {
        let value = self.read("/api/v1/parking/imports?page=1&per_page=1".to_owned()).await;
        value["imports"][0]["import_id"].as_i64().unwrap()
    }

    /// Hosts of the portfolio, which cannot be deleted in bulk.
    pub async fn hosts(&self) -> BTreeSet<String> {
        let rows = self.tab("my_domains").await;
        let hosts = rows.iter().filter(|row| row["is_portfolio_host"] == true);
        hosts.map(|row| row["punycode"].as_str().unwrap().to_owned()).collect()
    }

    /// Time of the service in so many seconds, as an HTTP date.
    pub(super) fn date_in(&self, seconds: u32) -> String {
        let at = self.0.clock.now().0.unsigned_abs() + u64::from(seconds);
        httpdate::fmt_http_date(std::time::UNIX_EPOCH + Duration::from_secs(at))
    }

    /// Number of rows of a list at the service, read without the network.
    pub async fn total(&self, list: &str) -> u64 {
        let path = format!("/api/v1/{list}&page=1&per_page=1");
        let value = self.read(path).await;
        value["pagination"]["total"].as_u64().unwrap()
    }

    async fn read(&self, path: String) -> Value {
        let (_, _, body) = self.call(&Ask { method: "GET", path, ..Ask::default() }).await;
        serde_json::from_slice(&body).unwrap()
    }

    /// The ignored senders at the service, read without the network.
    pub async fn senders(&self) -> BTreeSet<String> {
        let path = "/api/v1/parking/ignored-senders".to_owned();
        let (_, _, body) = self.call(&Ask { method: "GET", path, ..Ask::default() }).await;
        let value: Value = serde_json::from_slice(&body).unwrap();
        value["senders"].as_array().unwrap().iter().map(|row| row["value"].as_str().unwrap().to_owned()).collect()
    }

    /// A mark at the service, read without the network.
    pub async fn mark(&self, id: i64, mark: Mark) -> Option<bool> {
        let path = format!("/api/v1/parking/inquiry/{id}");
        let (_, _, body) = self.call(&Ask { method: "GET", path, ..Ask::default() }).await;
        let value: Value = serde_json::from_slice(&body).unwrap();
        let name = MARKS.iter().find(|(known, _)| *known == mark).unwrap().1;
        // A hidden inquiry may not be found by its number, so look at the list of hidden ones.
        let hidden = || async {
            let path = "/api/v1/parking/inquiries?status=all&visibility=removed&per_page=100".to_owned();
            let (_, _, body) = self.call(&Ask { method: "GET", path, ..Ask::default() }).await;
            let list: Value = serde_json::from_slice(&body).unwrap();
            list["inquiries"].as_array()?.iter().find(|row| row["inquiry_id"] == id).cloned()
        };
        let row = match value.get("inquiry") {
            Some(row) => row.clone(),
            None => hidden().await?,
        };
        row.get("marks")?.get(name)?.as_bool()
    }

    /// All marks of all rows at the service, read without the network.
    pub async fn marks(&self) -> HashMap<(i64, Mark), bool> {
        let call = walk_request(WalkList::All, 1).call();
        let query: Vec<String> = call.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let path = format!("/api/v1/{}?{}", call.path, query.join("&"));
        let (_, _, body) = self.call(&Ask { method: "GET", path, ..Ask::default() }).await;
        let value: Value = serde_json::from_slice(&body).unwrap();
        let mut marks = HashMap::new();
        for row in value["inquiries"].as_array().unwrap() {
            for (mark, name) in MARKS {
                marks.insert((row["inquiry_id"].as_i64().unwrap(), mark), row["marks"][name].as_bool().unwrap());
            }
        }
        marks
    }

    /// The inquiries of a list at the service, in its order.
    pub async fn inquiries(&self, question: &InquiryFilter) -> Vec<i64> {
        let mut ids = Vec::new();
        loop {
            let page = Page::new(ids.len() as u32 / 100 + 1, 100);
            let call = List { filter: question.clone(), page }.call();
            let query: Vec<String> = call.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let path = format!("/api/v1/{}?{}", call.path, query.join("&"));
            let (_, _, body) = self.call(&Ask { method: "GET", path, ..Ask::default() }).await;
            let value: Value = serde_json::from_slice(&body).unwrap();
            let rows = value["inquiries"].as_array().unwrap();
            ids.extend(rows.iter().map(|row| row["inquiry_id"].as_i64().unwrap()));
            if rows.len() < 100 {
                return ids;
            }
        }
    }

    /// Sets a mark at the service, as somebody else does.
    pub async fn set(&self, id: i64, mark: Mark, to: bool) {
        let verb = match (mark, to) {
            (Mark::Read, true) => "read",
            (Mark::Read, false) => "unread",
            (Mark::Starred, true) => "star",
            (Mark::Starred, false) => "unstar",
            (Mark::Archived, true) => "archive",
            (Mark::Archived, false) => "unarchive",
            (Mark::Hidden, true) => "hide",
            (Mark::Hidden, false) => "restore",
        };
        let path = format!("/api/v1/parking/inquiry/{id}/{verb}");
        let (status, ..) = self.call(&Ask { method: "POST", path, ..Ask::default() }).await;
        assert_eq!(status, 200);
    }

    /// Every domain on a tab at the service, read without the network.
    pub async fn on_tab(&self, tab: &str) -> BTreeSet<String> {
        self.tab(tab).await.iter().map(|row| row["punycode"].as_str().unwrap().to_owned()).collect()
    }

    /// States of the domains on a tab, by name.
    pub async fn states(&self, tab: &str) -> HashMap<String, String> {
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        self.tab(tab).await.iter().map(|row| (text(row, "punycode"), text(row, "state"))).collect()
    }

    pub(super) async fn tab(&self, tab: &str) -> Vec<Value> {
        let mut rows = Vec::new();
        loop {
            let path = format!("/api/v1/parking/domains?state={tab}&per_page=200&page={}", rows.len() / 200 + 1);
            let (_, _, body) = self.call(&Ask { method: "GET", path, ..Ask::default() }).await;
            let value: Value = serde_json::from_slice(&body).unwrap();
            let page = value["domains"].as_array().unwrap();
            rows.extend(page.iter().cloned());
            if page.len() < 200 {
                return rows;
            }
        }
    }
}
