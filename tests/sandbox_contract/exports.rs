use parkade::sandbox::Options;
use serde_json::{Value, json};

use crate::support::{Api, GotFile, NOW, keys, small, start};

const PATH: &str = "parking/exports";
const EXPORT: [&str; 14] = [
    "export_id",
    "type",
    "state",
    "progress",
    "total_expected",
    "total_fetched",
    "total_bytes",
    "queue_date",
    "start_date",
    "finish_date",
    "error_message",
    "filters",
    "file_name",
    "downloadable",
];
const WEEK: i64 = 7 * 86_400;

/// Starts an export and waits for its end; returns its path.
async fn export(api: &Api, body: Value) -> String {
    let got = api.post_json(PATH, body).await.ok();
    assert_eq!(keys(&got), ["export"]);
    api.running.clock().advance(3);
    format!("parking/export/{}", got["export"]["export_id"])
}

async fn file(api: &Api, path: &str) -> GotFile {
    let got = api.download(&format!("{path}/download")).await;
    assert_eq!((got.status, got.content_type.as_str()), (200, "text/csv; charset=utf-8"));
    got
}

/// Lines of a file whose cells have no line breaks.
fn lines(file: &GotFile) -> Vec<String> {
    std::str::from_utf8(&file.bytes).unwrap().lines().map(str::to_owned).collect()
}

async fn total(api: &Api, list: &str) -> usize {
    api.get(list).await.ok()["pagination"]["total"].as_u64().unwrap() as usize
}

#[tokio::test]
async fn an_export_advances_and_is_kept_for_seven_days() {
    let api = start(&Options { job_seconds: 11, ..small() });
    let mine = total(&api, "parking/domains").await;
    let export = api.post_json(PATH, json!({ "type": "domains" })).await.ok()["export"].clone();
    assert_eq!(keys(&export), EXPORT);
    assert_eq!(
        (&export["type"], &export["state"], &export["queue_date"]),
        (&"domains".into(), &"pending".into(), &NOW.into())
    );
    assert_eq!(keys(&export["filters"]), ["status", "delivery", "order", "domain"]);
    assert_eq!((&export["total_expected"], &export["total_bytes"]), (&mine.into(), &0.into()));
    let path = format!("parking/export/{}", export["export_id"]);
    let (mut bytes, mut states) = (0, Vec::new());
    for second in 0..=11 {
        let got = api.get(&path).await.ok()["export"].clone();
        let now = got["total_bytes"].as_i64().unwrap();
        assert!(now > bytes || second < 2, "second {second}: {now} after {bytes}");
        bytes = now;
        states.push(got["state"].as_str().unwrap().to_owned());
        assert_eq!(got["start_date"].is_null(), second == 0);
        let over = second == 11;
        assert_eq!((&got["downloadable"], got["finish_date"].is_null()), (&over.into(), !over));
        if over {
            assert_eq!((&got["progress"], &got["total_fetched"]), (&json!(1.0), &mine.into()));
            assert_eq!(got["finish_date"], NOW + 11);
            assert!(got["error_message"].is_null());
        } else {
            let got = api.get(&format!("{path}/download")).await;
            got.refused(409, "np_parking_api_error_export_not_ready");
            api.running.clock().advance(1);
        }
    }
    assert_eq!((states[0].as_str(), states[1].as_str(), states[11].as_str()), ("pending", "running", "finished"));
    assert_eq!(file(&api, &path).await.bytes.len() as i64, bytes);
    api.running.clock().advance(WEEK - 1);
    assert_eq!(api.get(&path).await.ok()["export"]["downloadable"], true);
    file(&api, &path).await;
    api.post_json("/_sandbox/clock", json!({ "seconds": 1 })).await.ok();
    assert_eq!(api.get(&path).await.ok()["export"]["downloadable"], false, "its time is over");
    api.get(&format!("{path}/download")).await.refused(404, "np_parking_api_error_export_not_found");
}

#[tokio::test]
async fn one_export_runs_per_type_and_asking_again_answers_with_it() {
    let api = start(&small());
    let ask = |body: Value| {
        let api = &api;
        async move { api.post_json(PATH, body).await.ok()["export"].clone() }
    };
    let first = ask(json!({ "type": "inquiries", "status": "confirmed" })).await;
    let second = ask(json!({ "type": "inquiries", "order": "offer" })).await;
    assert_eq!(first, second, "although the filters differ");
    let domains = ask(json!({ "type": "domains" })).await;
    assert_ne!(domains["export_id"], first["export_id"], "one per type");
    api.running.clock().advance(1);
    assert_eq!(ask(json!({ "type": "inquiries" })).await["export_id"], first["export_id"], "while it runs, too");
    assert_eq!(api.get("/_sandbox/state").await.ok()["exports"], 2);
    api.running.clock().advance(2);
    assert_ne!(ask(json!({ "type": "inquiries" })).await["export_id"], first["export_id"]);
}

#[tokio::test]
async fn the_importer_reads_what_a_domains_export_writes() {
    let api = start(&small());
    let list = "parking/domains?per_page=200";
    let before = api.get(list).await.ok()["domains"].as_array().unwrap().clone();
    let path = export(&api, json!({ "type": "domains" })).await;
    let csv = file(&api, &path).await;
    let schema = api.get("parking/settings-schema").await.ok();
    let fields = schema["schema"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["domain_level"] == true && row["available"] == true);
    let header: Vec<&str> = std::iter::once("domain").chain(fields.map(|row| row["name"].as_str().unwrap())).collect();
    assert_eq!(lines(&csv)[0], header.join(","));
    assert_eq!(lines(&csv).len(), before.len() + 1, "one row per domain");
    let import = |bytes: Vec<u8>| {
        let api = &api;
        async move {
            let fields = [("casing_mode", "manual"), ("update_casing_for_existing", "1")];
            let got = api.upload("parking/imports", Some(&bytes), &fields).await.unwrap().ok();
            api.running.clock().advance(3);
            api.get(&format!("parking/import/{}", got["import"]["import_id"])).await.ok()["import"].clone()
        }
    };
    let same = import(csv.bytes.clone()).await;
    assert_eq!((&same["ignore_count"], &same["update_count"]), (&before.len().into(), &0.into()), "nothing changes");
    assert_eq!((&same["warning_count"], &same["error_count"]), (&0.into(), &0.into()), "every cell is read");
    // Change all values, then import the saved file.
    let names: Vec<_> = before.iter().map(|row| format!("{},1,1,,", row["punycode"].as_str().unwrap())).collect();
    let names = names.join("\n");
    let spoilt =
        import(format!("domain,bin_price,target_price,accent_color,lander_design\n{names}").into_bytes()).await;
    assert!(spoilt["update_count"].as_u64().unwrap() as usize >= before.len() - 1);
    assert_ne!(api.get(list).await.ok()["domains"].as_array().unwrap(), &before);
    import(csv.bytes.clone()).await;
    assert_eq!(api.get(list).await.ok()["domains"].as_array().unwrap(), &before);
    let path = export(&api, json!({ "type": "domains" })).await;
    assert_eq!(file(&api, &path).await.bytes, csv.bytes, "byte by byte");
}

#[tokio::test]
async fn every_filter_of_an_inquiries_export_counts() {
    let api = start(&small());
    let rows = api.inquiries("status=all&visibility=all").await;
    let busiest = rows.iter().max_by_key(|row| rows.iter().filter(|other| other["domain"] == row["domain"]).count());
    let busiest = busiest.unwrap()["domain"].as_str().unwrap();
    let shown =
        |test: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| row["marks"]["removed"] == false && test(row)).count();
    for (body, expected) in [
        (json!({}), shown(&|_| true)),
        (json!({ "status": "confirmed" }), shown(&|row| row["email_confirmed"] == true)),
        (json!({ "status": "unconfirmed" }), shown(&|row| row["email_confirmed"] == false)),
        (json!({ "delivery": "delivered" }), shown(&|row| row["delivery"]["state"] == "delivered")),
        (json!({ "delivery": "unsent" }), shown(&|row| row["delivery"]["state"] == "unsent")),
        (
            json!({ "domain": busiest, "status": "all", "delivery": "all", "order": "newest" }),
            shown(&|row| row["domain"] == busiest),
        ),
    ] {
        let mut body = body;
        body["type"] = "inquiries".into();
        let path = export(&api, body.clone()).await;
        let made = api.get(&path).await.ok()["export"].clone();
        assert_eq!((&made["total_expected"], &made["total_fetched"]), (&expected.into(), &expected.into()), "{body}");
        for name in ["status", "delivery", "order", "domain"] {
            let default = match name {
                "domain" => Value::Null,
                "order" => "newest".into(),
                _ => "all".into(),
            };
            assert_eq!(&made["filters"][name], body.get(name).unwrap_or(&default), "{name}");
        }
    }
    let by_offer = export(&api, json!({ "type": "inquiries", "order": "offer", "status": "confirmed" })).await;
    let text = String::from_utf8(file(&api, &by_offer).await.bytes).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    assert_eq!(header[..4], ["inquiry_id", "reference", "inquire_date", "domain"]);
    assert!(header.contains(&"message") && header.contains(&"bant_budget") && header.contains(&"archived"));
    let offer =
        |row: &&Value| row["marks"]["removed"] == false && row["email_confirmed"] == true && row["offer"].is_number();
    let best = rows.iter().filter(offer).map(|row| row["offer"].as_f64().unwrap()).fold(0.0, f64::max);
    let first: Vec<&str> = text.lines().nth(1).unwrap().split(',').collect();
    let id: i64 = first[0].parse().unwrap();
    let top = api.get(&format!("parking/inquiry/{id}")).await.ok()["inquiry"].clone();
    assert_eq!((top["offer"].as_f64(), top["reference"].as_str()), (Some(best), Some(first[1])), "highest first");
}

#[tokio::test]
async fn wrong_exports_are_refused() {
    let api = start(&small());
    for body in [json!({}), json!({ "type": "images" })] {
        api.post_json(PATH, body).await.refused(400, "np_parking_api_error_invalid_export_type");
    }
    api.get("parking/exports?type=images").await.refused(400, "np_parking_api_error_invalid_export_type");
    for (name, value) in [("status", "odd"), ("delivery", "odd"), ("order", "odd")] {
        let body = json!({ "type": "inquiries", name: value });
        api.post_json(PATH, body).await.refused(400, "np_parking_api_error_invalid_export_filter");
    }
    let body = json!({ "type": "inquiries", "domain": "nobody-holds-this.com" });
    api.post_json(PATH, body).await.refused(404, "np_parking_api_error_domain_not_found");
    api.get("parking/export/7").await.refused(404, "np_parking_api_error_export_not_found");
    api.get("parking/export/7/download").await.refused(404, "np_parking_api_error_export_not_found");
    assert!(api.writes().await.is_empty());
    let empty = start(&Options { domains: 0, inquiries: 0, ..small() });
    for kind in ["domains", "inquiries"] {
        let got = empty.post_json(PATH, json!({ "type": kind })).await;
        got.refused(404, "np_parking_api_error_nothing_to_export");
    }
}

#[tokio::test]
async fn without_the_permission_only_domains_are_exported() {
    let api = start(&Options { without: vec!["export".parse().unwrap()], ..small() });
    api.post_json(PATH, json!({ "type": "inquiries" })).await.refused(403, "do_not_have_permission");
    api.post_json(PATH, json!({ "type": "domains" })).await.ok();
}

#[tokio::test]
async fn the_account_has_exports_of_every_kind() {
    let api = start(&Options { now: Some(NOW), ..Options::default() });
    let got = api.get(PATH).await.ok();
    assert_eq!(keys(&got), ["exports", "pagination"]);
    let rows = got["exports"].as_array().unwrap().clone();
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(keys(row), EXPORT);
        assert!(at == 0 || row["queue_date"].as_i64() < rows[at - 1]["queue_date"].as_i64(), "newest first");
        let path = format!("parking/export/{}", row["export_id"]);
        assert_eq!(api.get(&path).await.ok()["export"], *row);
        assert_eq!(row["error_message"].is_string(), row["state"] == "failed");
        if row["downloadable"] == true {
            let file = file(&api, &path).await;
            assert_eq!(row["total_bytes"], file.bytes.len());
            assert!(row["file_name"].as_str().unwrap().contains(row["type"].as_str().unwrap()));
        } else {
            let got = api.get(&format!("{path}/download")).await;
            let failed = row["state"] == "failed";
            let key =
                if failed { "np_parking_api_error_export_not_ready" } else { "np_parking_api_error_export_not_found" };
            got.refused(if failed { 409 } else { 404 }, key);
        }
    }
    let soon = rows.iter().filter(|row| row["downloadable"] == true);
    let ends: Vec<i64> = soon.map(|row| row["finish_date"].as_i64().unwrap() + WEEK - NOW).collect();
    assert!(
        ends.len() == 2 && ends[1] < 86_400 && ends[0] > 4 * 86_400,
        "one can be fetched a few hours more: {ends:?}"
    );
    assert!(rows.iter().any(|row| row["state"] == "failed"));
    for kind in ["domains", "inquiries"] {
        let only = api.get(&format!("parking/exports?type={kind}")).await.ok()["exports"].clone();
        let wanted: Vec<_> = rows.iter().filter(|row| row["type"] == kind).cloned().collect();
        assert_eq!(only, Value::Array(wanted));
    }
    let page = api.get("parking/exports?per_page=1&page=2").await.ok();
    assert_eq!((&page["exports"][0], &page["pagination"]["shown"]), (&rows[1], &1.into()));
}

#[tokio::test]
async fn an_export_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { job_seconds: 11, data: Some(folder.path().to_owned()), ..small() };
    let api = start(&options);
    let export = api.post_json(PATH, json!({ "type": "domains" })).await.ok()["export"].clone();
    let path = format!("parking/export/{}", export["export_id"]);
    api.running.clock().advance(5);
    assert_eq!(api.get(&path).await.ok()["export"]["state"], "running");
    drop(api);
    let api = start(&options);
    api.running.clock().advance(11);
    let done = api.get(&path).await.ok()["export"].clone();
    assert_eq!((&done["state"], &done["total_fetched"]), (&"finished".into(), &export["total_expected"]));
    let csv = file(&api, &path).await;
    assert_eq!(lines(&csv).len() as i64, export["total_expected"].as_i64().unwrap() + 1);
}

#[tokio::test]
async fn a_download_can_be_cut_in_the_middle() {
    let api = start(&small());
    let path = export(&api, json!({ "type": "domains" })).await;
    let whole = file(&api, &path).await;
    api.faults(&["cut@GET parking/export/{export_id}/download:1"]).await;
    assert!(api.send("GET", &format!("{path}/download"), None).await.is_err(), "shorter than announced");
    api.faults(&["html@GET parking/export/*:1"]).await;
    let page = api.download(&format!("{path}/download")).await;
    assert!(page.status == 200 && page.content_type.starts_with("text/html"), "a captive portal");
    assert_eq!(file(&api, &path).await.bytes, whole.bytes);
}

#[tokio::test]
async fn rows_that_leave_during_an_export_are_not_counted_as_fetched() {
    let api = start(&Options { job_seconds: 11, ..small() });
    let mine = total(&api, "parking/domains").await;
    let export = api.post_json(PATH, json!({ "type": "domains" })).await.ok()["export"].clone();
    let unverified = json!({ "action": "delete", "state": "unverified", "all": true });
    let gone = api.post_json("parking/domains/bulk", unverified).await.ok()["applied"].as_u64().unwrap_or_default();
    api.running.clock().advance(30);
    let path = format!("parking/export/{}", export["export_id"]);
    let left = total(&api, "parking/domains").await;
    assert!(left < mine, "{gone} queued or done at once");
    let got = api.get(&path).await.ok()["export"].clone();
    assert_eq!((&got["state"], &got["progress"]), (&"finished".into(), &1.0.into()));
    assert_eq!((&got["total_expected"], &got["total_fetched"]), (&mine.into(), &left.into()));
    assert_eq!(lines(&file(&api, &path).await).len(), left + 1);
}

#[tokio::test]
async fn a_page_behind_the_last_is_empty() {
    let api = start(&small());
    export(&api, json!({ "type": "domains" })).await;
    let import = api.get("parking/imports").await.ok()["imports"][0]["import_id"].clone();
    for (list, rows) in [
        (PATH.to_owned(), "exports"),
        ("parking/imports".to_owned(), "imports"),
        (format!("parking/import/{import}"), "entries"),
        ("parking/domains".to_owned(), "domains"),
    ] {
        for page in ["999", "9223372036854775807"] {
            let got = api.get(&format!("{list}?page={page}&per_page=200")).await.ok();
            assert_eq!((&got[rows], &got["pagination"]["shown"]), (&json!([]), &0.into()), "{list} {page}");
        }
    }
}
