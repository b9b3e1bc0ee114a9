use parkade::sandbox::Options;
use serde_json::{Value, json};

use crate::domain_moves::{domain, names};
use crate::support::{Api, NOW, keys, small, start};

pub const IMPORT: [&str; 12] = [
    "import_id",
    "status",
    "data_type",
    "queue_date",
    "start_date",
    "finish_date",
    "progress",
    "new_count",
    "update_count",
    "ignore_count",
    "warning_count",
    "error_count",
];
pub const ENTRY: [&str; 11] = [
    "entry_id",
    "line",
    "domain",
    "was_added",
    "was_updated",
    "was_ignored",
    "has_warning",
    "has_error",
    "approve_outcome",
    "verify_outcome",
    "notice",
];

/// Different names that all verify, one per line.
pub fn numbered(count: usize) -> String {
    (0..count).map(|number| format!("n{number}.example")).collect::<Vec<_>>().join("\n")
}

/// Adds names; returns the path of their import.
async fn add(api: &Api, text: &str) -> String {
    let got = api.post_json("parking/domains", json!({ "domains": text })).await.ok();
    format!("parking/import/{}", got["import"]["import_id"])
}

#[tokio::test]
async fn an_import_advances_line_by_line() {
    let api = start(&Options { job_seconds: 11, ..small() });
    let text = numbered(50);
    let path = add(&api, &text).await;
    let mut seen = Vec::new();
    for second in 0..=11 {
        let got = api.get(&format!("{path}?per_page=200")).await.ok();
        assert_eq!(keys(&got), ["import", "entries", "pagination"]);
        let import = got["import"].clone();
        assert_eq!(keys(&import), IMPORT);
        let entries = got["entries"].as_array().unwrap().len();
        assert_eq!(import["new_count"], entries, "second {second}");
        assert_eq!(got["pagination"]["total"], entries);
        assert_eq!(import["queue_date"], NOW);
        assert_eq!(import["progress"], entries as f64 / 50.0);
        assert_eq!(import["start_date"].is_null(), import["status"] == "pending");
        assert_eq!(import["finish_date"].is_null(), import["status"] != "finished");
        seen.push(import["status"].as_str().unwrap().to_owned());
        let listed = api.get("parking/imports?per_page=1").await.ok()["imports"][0].clone();
        assert_eq!(listed["status"], if seen[second] == "pending" { "queued" } else { seen[second].as_str() });
        api.running.clock().advance(1);
    }
    assert_eq!((seen[0].as_str(), seen[1].as_str(), seen[11].as_str()), ("pending", "running", "finished"));
    assert_eq!(seen.iter().filter(|status| *status == "running").count(), 10);
    let done = api.get(&path).await.ok()["import"].clone();
    assert_eq!((&done["start_date"], &done["finish_date"]), (&(NOW + 1).into(), &(NOW + 11).into()));
}

#[tokio::test]
async fn every_kind_of_line_has_its_outcome() {
    let api = start(&small());
    let mine = names(&api, "verified").await[0].clone();
    let removed = names(&api, "removed").await[0].clone();
    let detected = names(&api, "detected").await[0].clone();
    let text = format!(
        "good.example\nnot a name\n\nlater.test\nsilent.localhost\nfree.invalid\ntaken.internal\nGOOD.example.\n{mine}\n\
         {removed}\n{detected}\nhttps://good.example/\n"
    );
    let path = add(&api, &text).await;
    api.running.clock().advance(3);
    let got = api.get(&path).await.ok();
    let entries = got["entries"].as_array().unwrap();
    let of = |line: i64| entries.iter().find(|entry| entry["line"] == line).unwrap_or_else(|| panic!("line {line}"));
    for entry in entries {
        assert_eq!(keys(entry), ENTRY);
    }
    // Line, domain, approved, verified, flags A U I W E.
    for (line, name, approve, verify, flags) in [
        (1, Some("good.example"), Some("added"), Some("verified"), "A"),
        (2, None, None, None, "E"),
        (4, Some("later.test"), Some("added"), Some("other_nameservers"), "AW"),
        (5, Some("silent.localhost"), Some("added"), Some("no_answer"), "AW"),
        (6, Some("free.invalid"), Some("not_registered"), None, "E"),
        (7, Some("taken.internal"), Some("in_another_account"), None, "E"),
        (8, Some("good.example"), Some("doubled"), None, "I"),
        (9, Some(mine.as_str()), Some("already_present"), Some("verified"), "I"),
        (11, Some(detected.as_str()), Some("approved"), Some("verified"), "A"),
        (12, None, None, None, "E"),
    ] {
        let entry = of(line);
        assert_eq!(
            (entry["domain"].as_str(), entry["approve_outcome"].as_str(), entry["verify_outcome"].as_str()),
            (name, approve, verify),
            "{entry}"
        );
        for (character, field) in
            [("A", "was_added"), ("U", "was_updated"), ("I", "was_ignored"), ("W", "has_warning"), ("E", "has_error")]
        {
            assert_eq!(entry[field], flags.contains(character), "line {line}: {field}");
        }
        assert_eq!(entry["notice"].is_null(), matches!(flags, "A") || line == 9, "{entry}");
    }
    assert_eq!(of(10)["approve_outcome"], "added_back");
    assert_eq!(entries.len(), 11, "the blank line is no entry, but counts");
    let import = &got["import"];
    let count = |field: &str| entries.iter().filter(|entry| entry[field] == true).count();
    for (tally, field) in [
        ("new_count", "was_added"),
        ("update_count", "was_updated"),
        ("ignore_count", "was_ignored"),
        ("warning_count", "has_warning"),
        ("error_count", "has_error"),
    ] {
        assert_eq!(import[tally], count(field), "{tally}");
    }
    assert_eq!(import["status"], "finished");
    assert_eq!(domain(&api, "later.test").await["state"], "unverified");
    api.get("parking/domain?name=free.invalid").await.refused(404, "np_parking_api_error_domain_not_found");
    let later = domain(&api, "later.test").await["domain_id"].clone();
    let path = add(&api, "later.test").await;
    api.running.clock().advance(3);
    let again = api.get(&path).await.ok()["entries"][0].clone();
    assert_eq!((&again["was_updated"], &again["verify_outcome"]), (&true.into(), &"verified".into()), "checked again");
    assert_eq!(domain(&api, "later.test").await["domain_id"], later, "and not doubled");
}

#[tokio::test]
async fn an_import_without_a_single_domain_fails() {
    let api = start(&small());
    let path = add(&api, "nothing here\nis a name\n").await;
    api.running.clock().advance(3);
    let got = api.get(&path).await.ok();
    assert_eq!((&got["import"]["status"], &got["import"]["error_count"]), (&"failed".into(), &2.into()));
    assert_eq!(got["import"]["progress"], 1.0);
    assert!(got["import"]["finish_date"].is_number());
}

#[tokio::test]
async fn entries_and_imports_come_in_pages() {
    let api = start(&small());
    let text = numbered(130);
    let path = add(&api, &text).await;
    api.running.clock().advance(3);
    let page = api.get(&format!("{path}?per_page=60&page=3")).await.ok();
    assert_eq!(
        page["pagination"],
        json!({ "current_page": 3, "last_page": 3, "per_page": 60, "shown": 10, "total": 130 })
    );
    assert_eq!(page["entries"][0]["line"], 121);
    assert_eq!(api.get(&format!("{path}?per_page=500")).await.ok()["pagination"]["per_page"], 200);
    add(&api, "second.example").await;
    let list = api.get("parking/imports?per_page=2").await.ok();
    assert_eq!(keys(&list), ["imports", "pagination"]);
    let ids: Vec<i64> =
        list["imports"].as_array().unwrap().iter().map(|row| row["import_id"].as_i64().unwrap()).collect();
    assert!(ids[0] > ids[1], "newest first");
    assert_eq!(keys(&list["imports"][0]), IMPORT);
    api.get("parking/import/7").await.refused(404, "np_parking_api_error_import_not_found");
}

#[tokio::test]
async fn the_input_comes_back_as_it_was_sent_and_runs_again_when_over() {
    let api = start(&small());
    let text = "one.example\r\n\r\nTwo words\nzwei-ü.example";
    let path = add(&api, text).await;
    let file = api.download(&format!("{path}/download")).await;
    assert_eq!((file.status, file.content_type.as_str()), (200, "text/plain; charset=utf-8"));
    assert_eq!(file.bytes, text.as_bytes());
    let rerun = format!("{path}/rerun");
    api.post(&rerun).await.refused(409, "np_parking_api_error_import_cannot_rerun");
    api.running.clock().advance(1);
    api.post(&rerun).await.refused(409, "np_parking_api_error_import_cannot_rerun");
    api.running.clock().advance(2);
    let again = api.post(&rerun).await.ok()["import"].clone();
    assert_eq!(keys(&again), IMPORT);
    assert_ne!(path, format!("parking/import/{}", again["import_id"]), "a new one");
    api.running.clock().advance(3);
    let got = api.get(&format!("parking/import/{}", again["import_id"])).await.ok();
    let outcomes: Vec<&Value> =
        got["entries"].as_array().unwrap().iter().map(|entry| &entry["approve_outcome"]).collect();
    assert_eq!(outcomes, [&json!("already_present"), &Value::Null, &json!("already_present")]);
    let file = api.download(&format!("parking/import/{}/download", again["import_id"])).await;
    assert_eq!(file.bytes, text.as_bytes(), "from the same input");
    api.get("parking/import/7/download").await.refused(404, "np_parking_api_error_import_not_found");
    api.post("parking/import/7/rerun").await.refused(404, "np_parking_api_error_import_not_found");
}

#[tokio::test]
async fn an_import_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { job_seconds: 11, data: Some(folder.path().to_owned()), ..small() };
    let api = start(&options);
    let text = numbered(50);
    let path = add(&api, &text).await;
    api.running.clock().advance(5);
    let half = api.get(&path).await.ok();
    assert_eq!(half["import"]["status"], "running");
    drop(api);
    let api = start(&options);
    assert_eq!(api.get(&path).await.ok(), half, "where it was");
    api.running.clock().advance(11);
    let done = api.get(&format!("{path}?per_page=200")).await.ok();
    assert_eq!((&done["import"]["status"], &done["import"]["new_count"]), (&"finished".into(), &50.into()));
    let lines: Vec<i64> =
        done["entries"].as_array().unwrap().iter().map(|entry| entry["line"].as_i64().unwrap()).collect();
    assert_eq!(lines, (1..=50).collect::<Vec<_>>(), "each line once");
}

#[tokio::test]
async fn the_account_begins_with_imports_that_agree_with_its_domains() {
    let api = start(&Options { now: Some(NOW), ..Options::default() });
    let rows = api.get("parking/imports").await.ok()["imports"].as_array().unwrap().clone();
    assert!(rows.len() >= 6);
    let failed = rows.iter().filter(|row| row["status"] == "failed").count();
    assert_eq!((failed, rows.iter().filter(|row| row["status"] == "finished").count()), (1, rows.len() - 1));
    assert!(rows.iter().any(|row| row["data_type"] == "csv") && rows.iter().any(|row| row["data_type"] == "text"));
    for (at, row) in rows.iter().enumerate() {
        assert!(row["finish_date"].as_i64().unwrap() < NOW && row["progress"] == 1.0);
        assert!(at == 0 || row["queue_date"].as_i64() < rows[at - 1]["queue_date"].as_i64(), "newest first");
        let path = format!("parking/import/{}", row["import_id"]);
        let entries = api.get(&format!("{path}?per_page=200")).await.ok()["entries"].as_array().unwrap().clone();
        let count = |field: &str| entries.iter().filter(|entry| entry[field] == true).count();
        assert_eq!((&row["new_count"], &row["error_count"]), (&count("was_added").into(), &count("has_error").into()));
        let input = String::from_utf8(api.download(&format!("{path}/download")).await.bytes).unwrap();
        let lines: Vec<&str> = input.lines().collect();
        for entry in &entries {
            let line = lines[entry["line"].as_u64().unwrap() as usize - 1];
            let Some(name) = entry["domain"].as_str() else { continue };
            let typed = line.split(',').next().unwrap().to_lowercase();
            let known = domain(&api, name).await;
            assert_eq!(known["name"].as_str().unwrap().to_lowercase(), typed, "{line}");
            if entry["was_added"] == true {
                assert!(known["added_date"].as_i64() >= row["start_date"].as_i64());
                assert!(known["state"] != "verified" || entry["verify_outcome"] == "verified", "{known} {entry}");
            }
        }
    }
}

#[tokio::test]
async fn a_large_import_is_worked_off_in_turns_and_each_line_once() {
    let api = start(&small());
    let path = add(&api, &numbered(5_000)).await;
    api.running.clock().advance(3);
    let mut turns = 0;
    let done = loop {
        let got = api.get(&format!("{path}?per_page=1&page=5000")).await.ok();
        turns += 1;
        if got["import"]["status"] == "finished" {
            break got;
        }
        assert!(turns < 4, "2,000 lines a turn: {}", got["import"]);
    };
    assert_eq!((&done["import"]["new_count"], &done["pagination"]["total"]), (&5_000.into(), &5_000.into()));
    assert_eq!((&done["entries"][0]["line"], &done["import"]["finish_date"]), (&5_000.into(), &(NOW + 3).into()));
}
