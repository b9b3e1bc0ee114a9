//! Imports and exports as the service would answer them, for stories.

use parkade::api::domains::Casing;
use parkade::api::imports::Get;
use parkade::api::{Page, exports, imports};
use parkade::base::{DomainName, HeldBack, Id, Written};
use parkade::store::writes::intent::{CsvImport, Edit, SettingEdit};
use parkade::store::{FieldName, Subject, Value as Held, Which, WriteProgress, WriteStep};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::NOW;

/// An import as the service sends it.
pub fn import(id: i64, status: &str, progress: f64) -> Value {
    let over = matches!(status, "finished" | "failed");
    json!({
        "import_id": id, "status": status, "data_type": if id % 2 == 0 { "csv" } else { "text" },
        "queue_date": NOW - 400 - (4_711 - id) * 3_600, "start_date": if status == "queued" { Value::Null } else { json!(NOW - 92) },
        "finish_date": if over { json!(NOW - 30) } else { Value::Null },
        "progress": progress, "new_count": 702, "update_count": 41, "ignore_count": 63, "warning_count": 12,
        "error_count": if status == "queued" { 0 } else { 25 }
    })
}

/// Imports of the stories: one running, one queued, one failed, one finished.
pub fn imports() -> Vec<Value> {
    vec![
        import(4_711, "running", 0.68),
        import(4_710, "queued", 0.0),
        import(4_709, "failed", 0.4),
        import(4_708, "finished", 1.0),
    ]
}

/// An export as the service sends it.
pub fn export(id: i64, kind: &str, state: &str, progress: f64) -> Value {
    let over = matches!(state, "finished" | "failed");
    json!({
        "export_id": id, "type": kind, "state": state, "progress": progress,
        "total_expected": 41_812, "total_fetched": (41_812.0 * progress) as i64, "total_bytes": (7_300_000.0 * progress) as i64,
        "queue_date": NOW - 4_000, "start_date": NOW - 60, "finish_date": if over { json!(NOW - 86_400) } else { Value::Null },
        "error_message": if state == "failed" { json!("The file could not be written.") } else { Value::Null },
        "filters": if kind == "inquiries" {
            json!({ "status": "confirmed", "delivery": "unsent", "order": "offer", "domain": "xn--clair-9ra.shop" })
        } else { json!({}) },
        "file_name": format!("{kind}-{id}.csv"), "downloadable": state == "finished"
    })
}

/// Exports of the stories: one running, one finished, one failed.
pub fn exports() -> Vec<Value> {
    vec![
        export(12, "domains", "running", 0.2),
        export(11, "inquiries", "finished", 1.0),
        export(10, "domains", "failed", 0.5),
    ]
}

/// One line of an import.
pub fn entry(line: i64, domain: Option<&str>, flags: &[&str], notice: Option<&str>) -> Value {
    let has = |flag: &str| flags.contains(&flag);
    json!({
        "entry_id": 90_000 + line, "line": line, "domain": domain, "was_added": has("added"), "was_updated": has("updated"),
        "was_ignored": has("ignored"), "has_warning": has("warning"), "has_error": has("error"),
        "approve_outcome": if has("added") { json!("added") } else { Value::Null },
        "verify_outcome": if has("warning") { json!("other_nameservers") } else { Value::Null }, "notice": notice
    })
}

/// Lines of the import in the stories.
pub fn entries() -> Vec<Value> {
    vec![
        entry(1, Some("nordsee-ferien.de"), &["added"], None),
        entry(2, None, &["error"], Some("This line is not a domain name.")),
        entry(
            3,
            Some("bergluft.at"),
            &["added", "warning"],
            Some("Its nameservers are ns1.registrar.example and ns2.registrar.example."),
        ),
        entry(4, Some("xn--clair-9ra.shop"), &["ignored"], Some("It is in the account already.")),
        entry(5, Some("kaufmich.invalid"), &["error"], Some("Nobody has registered this name.")),
    ]
}

/// Page of a list, with its rows under `key`.
pub fn page(key: &str, rows: &[Value], number: u32, per_page: u64, total: u64) -> Value {
    json!({ key: rows, "pagination": {
        "current_page": number, "last_page": total.div_ceil(per_page).max(1), "per_page": per_page,
        "shown": rows.len(), "total": total } })
}

/// Request for a page of imports.
pub fn imports_page(page: u32) -> imports::List {
    imports::List { page: Page::new(page, 50) }
}

/// Request for a page of exports.
pub fn exports_page(page: u32) -> exports::List {
    exports::List { kind: None, page: Page::new(page, 50) }
}

/// Request for a page of an import's lines.
pub fn lines_page(id: i64, page: u32) -> Get {
    Get { id: Id::new(id), page: Page::new(page, 200) }
}

/// Answers the first pages of imports and exports.
pub fn fill(story: &mut Story) {
    story.answer(&imports_page(1), &page("imports", &imports(), 1, 50, 4).to_string());
    story.answer(&exports_page(1), &page("exports", &exports(), 1, 50, 3).to_string());
}

/// Answers a page of the lines of an import.
pub fn lines(story: &mut Story, import: &Value, entries: &[Value], number: u32, total: u64) {
    let mut body = page("entries", entries, number, 200, total);
    body["import"] = import.clone();
    let id = import["import_id"].as_i64().expect("a number");
    story.answer(&lines_page(id, number), &body.to_string());
}

/// Makes the import one that this program sent: BIN prices of two names, with the old prices read before.
pub fn prices_sent(story: &mut Story, import: i64) {
    let edit = |name: &str, before: Held, after: i64| SettingEdit {
        subject: Subject::domain(&DomainName::from_service(name)),
        edit: Edit { field: FieldName::fixed("bin_price"), before: Some(before), after: Held::Whole(after) },
    };
    let over = vec![edit("bergluft.at", Held::Whole(1_200), 1_320), edit("solarpark.de", Held::Whole(900), 950)];
    csv_sent(story, import, over, HeldBack::default());
}

/// Makes the import one of a CSV that this program sent; `over` are the values it replaced, `held` the rows that were
/// not sent.
pub fn csv_sent(story: &mut Story, import: i64, over: Vec<SettingEdit>, held: HeldBack) {
    let csv = CsvImport {
        path: "/tmp/prices.csv".into(),
        file_name: "prices.csv".into(),
        written: Written::default(),
        bytes: 10,
        digest: "d".into(),
        columns: None,
        skip_rows: None,
        casing: Casing::default(),
        update_casing: false,
        over,
        currency: None,
        held: Box::new(held),
    };
    let (entry, at) = (story.store.plan(csv.into(), story.now).expect("planned"), story.now);
    for step in [WriteStep::Made(import), WriteStep::Applied { marks: None }] {
        story.store.settle(WriteProgress { entry, targets: Which::All, step, at });
    }
    story.sync();
}
