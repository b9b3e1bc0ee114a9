//! Meaning of the simulation's calls, read without `api`, as the documents write them.

use serde_json::Value;

use crate::api::exports::Kind;
use crate::base::Id;
use crate::store::writes::intent::Verb;
use crate::store::{Mark, Subject};

/// Request as the service gets it.
#[derive(Default)]
pub struct Ask {
    pub method: &'static str,
    pub path: String,
    pub body: Vec<u8>,
    /// Content type; empty means JSON.
    pub content_type: String,
}

/// Subjects of a write other than a mark, as the documents write it; for a bulk call one for each of its names.
pub fn deeds_of(ask: &Ask) -> Vec<(Verb, Subject)> {
    if let Some(path) = ask.path.strip_prefix("/api/v1/ads/") {
        return vec![ads_deed(path, &ask.body)];
    }
    let path = ask.path.trim_start_matches("/api/v1/parking/");
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<&str> = path.split('/').collect();
    let name = || Subject::Domain(query.trim_start_matches("name=").into());
    vec![match parts[..] {
        ["domain"] => (Verb::DELETE_DOMAINS, name()),
        ["domain-ignore"] => (Verb::IGNORE_DOMAINS, name()),
        ["domain-verify"] => (Verb::VERIFY_DOMAINS, name()),
        ["domains", "bulk"] => {
            let body: Value = serde_json::from_slice(&ask.body).unwrap();
            assert!(body.get("all").is_none(), "names only: {body}");
            let verb = match body["action"].as_str().unwrap() {
                "delete" => Verb::DELETE_DOMAINS,
                "ignore" => Verb::IGNORE_DOMAINS,
                "retry" => Verb::RETRY_DOMAINS,
                "approve" => Verb::APPROVE_DOMAINS,
                "add_back" => Verb::ADD_BACK_DOMAINS,
                other => panic!("an act the simulation does not know: {other}"),
            };
            let names = body["names"].as_array().unwrap().iter();
            return names.map(|name| (verb, Subject::Domain(name.as_str().unwrap().into()))).collect();
        }
        ["inquiry", id, "request-email"] => (Verb::REQUEST_EMAIL, Subject::Inquiry(Id::new(id.parse().unwrap()))),
        ["inquiry", id, "unreachable"] => (Verb::UNREACHABLE, Subject::Inquiry(Id::new(id.parse().unwrap()))),
        ["ignored-senders"] => {
            let body: Value = serde_json::from_slice(&ask.body).unwrap();
            (Verb::IGNORE_SENDER, Subject::Sender(body["sender"].as_str().unwrap().to_lowercase().into()))
        }
        // The undo identifies a sender by its number.
        ["ignored-sender", id] => (Verb::ALLOW_SENDER, Subject::Sender(id.into())),
        ["images"] => (Verb::ADD_IMAGE, Subject::File("".into())),
        ["image", id] => (Verb::REMOVE_IMAGE, Subject::Image(Id::new(id.parse().unwrap()))),
        ["nameservers"] => {
            let body: Value = serde_json::from_slice(&ask.body).unwrap();
            (Verb::NAME_NAMESERVERS, Subject::Nameserver(body["name"].as_str().unwrap().into()))
        }
        // Undo of a version of the account; the number is the version's.
        ["settings-undo"] => (Verb::UNDO_VERSION, Subject::Account),
        ["settings"] => (Verb::SAVE_SETTINGS, Subject::Account),
        ["domain-settings"] => (Verb::SAVE_DOMAIN_SETTINGS, name()),
        ["domains-settings"] => {
            let body: Value = serde_json::from_slice(&ask.body).unwrap();
            let names = body["names"].as_array().unwrap().iter();
            let one = |name: &Value| Subject::Domain(name.as_str().unwrap().into());
            return names.map(|name| (Verb::SAVE_DOMAIN_SETTINGS, one(name))).collect();
        }
        ["profile"] => (Verb::SAVE_PROFILE, Subject::Profile),
        ["portfolio"] => (Verb::SAVE_PORTFOLIO, Subject::Portfolio),
        ["domains"] => (Verb::ADD_DOMAINS, Subject::Part(0)),
        ["imports"] => (Verb::IMPORT_CSV, Subject::File("".into())),
        ["import", id, "rerun"] => (Verb::RERUN_IMPORT, Subject::Import(Id::new(id.parse().unwrap()))),
        ["exports"] => {
            let body: Value = serde_json::from_slice(&ask.body).unwrap();
            (Verb::EXPORT, Subject::Export(Kind::parse(body["type"].as_str().unwrap()).unwrap()))
        }
        _ => return Vec::new(),
    }]
}

/// Kind and subject of a write to the ads service.
fn ads_deed(path: &str, body: &[u8]) -> (Verb, Subject) {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["campaigns"] => (Verb::ADD_CAMPAIGN, Subject::Campaign("new".into())),
        ["campaign", id] => (Verb::SAVE_CAMPAIGN, Subject::Campaign(id.into())),
        ["campaign", id, "listing"] => {
            let body: Value = serde_json::from_slice(body).unwrap();
            (Verb::ADD_LISTINGS, Subject::Listing(format!("{}@{id}", body["domain"].as_str().unwrap()).into()))
        }
        _ => panic!("a call the simulation does not know: {path}"),
    }
}

/// Kind of write that a request makes.
pub fn verb_of(ask: &Ask) -> Verb {
    if let Some((verb, _)) = deeds_of(ask).first() {
        return *verb;
    }
    match change_of(ask) {
        (_, Mark::Read, true) => Verb::MARK_READ,
        (_, Mark::Read, false) => Verb::MARK_UNREAD,
        (_, Mark::Starred, true) => Verb::STAR,
        (_, Mark::Starred, false) => Verb::UNSTAR,
        (_, Mark::Archived, true) => Verb::ARCHIVE,
        (_, Mark::Archived, false) => Verb::UNARCHIVE,
        (_, Mark::Hidden, true) => Verb::HIDE,
        (_, Mark::Hidden, false) => Verb::RESTORE,
    }
}

/// Inquiries, mark and value of a write, read from the call as the documents write it.
pub fn change_of(ask: &Ask) -> (Vec<i64>, Mark, bool) {
    let mut parts = ask.path.rsplit('/');
    let (word, id) = (parts.next().unwrap(), parts.next().unwrap());
    let (word, ids) = if word == "bulk" {
        let body: Value = serde_json::from_slice(&ask.body).unwrap();
        // A call for all inquiries of a filter has no ids.
        let ids = body["ids"].as_array().into_iter().flatten().map(|id| id.as_i64().unwrap()).collect();
        (body["action"].as_str().unwrap().to_owned(), ids)
    } else {
        (word.to_owned(), vec![id.parse().unwrap()])
    };
    let (mark, to) = match word.as_str() {
        "read" | "mark_read" => (Mark::Read, true),
        "unread" | "mark_unread" => (Mark::Read, false),
        "star" => (Mark::Starred, true),
        "unstar" => (Mark::Starred, false),
        "archive" => (Mark::Archived, true),
        "unarchive" => (Mark::Archived, false),
        "hide" | "remove" => (Mark::Hidden, true),
        "restore" => (Mark::Hidden, false),
        other => panic!("a write the simulation does not know: {other}"),
    };
    (ids, mark, to)
}
