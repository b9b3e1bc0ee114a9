use std::time::Duration;

use parkade::sandbox::Options;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::domain_moves::{domain, names};
use crate::imports::{IMPORT, numbered};
use crate::support::{Api, Got, keys, small, start};

const PATH: &str = "parking/imports";

async fn upload(api: &Api, file: &str, fields: &[(&str, &str)]) -> Got {
    api.upload(PATH, Some(file.as_bytes()), fields).await.unwrap()
}

/// Uploads a file and waits for its import; returns the import with its entries.
async fn import(api: &Api, file: &str, fields: &[(&str, &str)]) -> Value {
    let got = upload(api, file, fields).await.ok();
    assert_eq!(keys(&got), ["import"]);
    assert_eq!(keys(&got["import"]), IMPORT);
    assert_eq!((&got["import"]["data_type"], &got["import"]["status"]), (&"csv".into(), &"pending".into()));
    api.running.clock().advance(3);
    api.get(&format!("parking/import/{}?per_page=200", got["import"]["import_id"])).await.ok()
}

#[tokio::test]
async fn a_header_of_an_export_needs_no_columns() {
    let api = start(&small());
    let mine = names(&api, "verified").await[1].clone();
    let file = format!(
        "\u{feff}domain,bin_price,for_sale,lander_headline\r\nfresh.example,1950,true,\"Short, and \"\"good\"\"\"\r\n\
         {mine},4999.5,no,\r\n"
    );
    let got = import(&api, &file, &[]).await;
    let lines: Vec<_> = got["entries"].as_array().unwrap().iter().map(|entry| entry["line"].clone()).collect();
    assert_eq!(lines, [json!(2), json!(3)], "the header is skipped");
    let fresh = domain(&api, "fresh.example").await;
    assert_eq!(
        (&fresh["bin_price"], &fresh["for_sale"], &fresh["state"]),
        (&1950.0.into(), &true.into(), &"verified".into())
    );
    let changed = domain(&api, &mine).await;
    assert_eq!((&changed["bin_price"], &changed["for_sale"]), (&4999.5.into(), &false.into()));
    let entry = &got["entries"][1];
    assert_eq!((&entry["approve_outcome"], &entry["was_updated"]), (&"already_present".into(), &true.into()));
    assert!(entry["verify_outcome"].is_null(), "a file of prices checks nothing that is there");
    let again = import(&api, &file, &[]).await;
    assert_eq!(
        (&again["import"]["ignore_count"], &again["import"]["update_count"]),
        (&2.into(), &0.into()),
        "no change"
    );
}

#[tokio::test]
async fn columns_are_named_where_the_header_is_another() {
    let api = start(&small());
    let file = "Name;ignored\nName,Note,Price\none.example,keep me out,250\n\ntwo.example,,\n";
    let got = import(&api, file, &[("columns", "domain, ignored,bin_price"), ("skip_rows", "2")]).await;
    assert_eq!(got["import"]["new_count"], 2);
    assert_eq!(domain(&api, "one.example").await["bin_price"], 250.0);
    assert_eq!(got["entries"][1]["line"], 5);
    // Without skip_rows, all rows are read if the header is not the export's.
    let got = import(&api, "Name,Price\nthree.example,10\n", &[("columns", "domain,bin_price")]).await;
    assert_eq!((&got["entries"][0]["line"], &got["entries"][0]["has_error"]), (&1.into(), &true.into()));
    assert_eq!(got["import"]["new_count"], 1);
    // With a recognised header, the header determines the columns.
    let got = import(&api, "bin_price,domain\n77,four.example\n", &[("columns", "domain,bin_price")]).await;
    assert_eq!(got["import"]["new_count"], 1);
    assert_eq!(domain(&api, "four.example").await["bin_price"], 77.0);
    // A column is left out only if the first row is different, whatever the columns are called.
    let columns = [("columns", "domain,ignored,for_sale"), ("skip_rows", "1")];
    import(&api, "domain,bin_price,for_sale\nfive.example,55,false\n", &columns).await;
    assert_eq!(domain(&api, "five.example").await["bin_price"], 55.0);
    let got = import(&api, "domain,ignored,for_sale\nsix.example,66,false\n", &columns).await;
    assert_eq!(got["import"]["new_count"], 1);
    let six = domain(&api, "six.example").await;
    assert_eq!((&six["bin_price"], &six["for_sale"]), (&Value::Null, &false.into()));
}

#[tokio::test]
async fn cells_that_cannot_be_read_are_warned_of_and_leave_the_value() {
    let api = start(&small());
    import(&api, "domain,bin_price\na.example,500\n", &[]).await;
    let header = "domain,bin_price,accept_offers,lease_months,lander_design,accent_color,contact_links";
    let file = format!("{header}\na.example,cheap,maybe,2.5,baroque,red,phone\n");
    let got = import(&api, &file, &[]).await;
    let entry = &got["entries"][0];
    assert_eq!(
        (&entry["has_warning"], &entry["was_updated"], &entry["was_ignored"]),
        (&true.into(), &false.into(), &false.into())
    );
    for name in &header.split(',').collect::<Vec<_>>()[1..] {
        assert!(entry["notice"].as_str().unwrap().contains(&format!("{name}: ")), "{name}: {entry}");
    }
    assert_eq!(domain(&api, "a.example").await["bin_price"], 500.0);
    let got =
        import(&api, &format!("{header}\na.example,600,off,36,dark,#00ff00,\"[\"\"email\"\"]\",too much\n"), &[]).await;
    let entry = &got["entries"][0];
    assert_eq!((&entry["has_warning"], &entry["was_updated"]), (&true.into(), &true.into()));
    assert!(entry["notice"].as_str().unwrap().contains("8 cells for 7 columns"), "{entry}");
    let row = domain(&api, "a.example").await;
    assert_eq!((&row["bin_price"], &row["accept_offers"]), (&600.0.into(), &false.into()));
    import(&api, "domain,bin_price\na.example,\n", &[]).await;
    assert!(domain(&api, "a.example").await["bin_price"].is_null(), "an empty cell inherits");
}

#[tokio::test]
async fn casing_is_kept_and_changed_where_asked() {
    let api = start(&small());
    import(&api, "domain\nMixedCase.example\n", &[]).await;
    assert_eq!(domain(&api, "mixedcase.example").await["name"], "mixedcase.example");
    let manual = ("casing_mode", "manual");
    let got = import(&api, "domain\nMixedCase.example\nNewCase.example\n", &[manual]).await;
    assert_eq!((&got["import"]["new_count"], &got["import"]["ignore_count"]), (&1.into(), &1.into()));
    assert_eq!(domain(&api, "newcase.example").await["name"], "NewCase.example");
    assert_eq!(domain(&api, "mixedcase.example").await["name"], "mixedcase.example", "those present stay");
    let got = import(&api, "domain\nMixedCase.example\n", &[manual, ("update_casing_for_existing", "1")]).await;
    assert_eq!(got["import"]["update_count"], 1);
    assert_eq!(domain(&api, "mixedcase.example").await["name"], "MixedCase.example");
}

#[tokio::test]
async fn uploads_that_are_no_readable_csv_are_refused() {
    let api = start(&small());
    api.upload(PATH, None, &[("columns", "domain")]).await.unwrap().refused(400, "np_parking_api_error_csv_missing");
    api.post(PATH).await.refused(400, "np_parking_api_error_csv_missing");
    for file in [
        &b""[..],
        b"\x89PNG\r\n\x1a\n",
        b"domain\na\0.example\n",
        b"domain\n\"never closed\n",
        b"domain\nm\xfcller.de\n",
    ] {
        let got = api.upload(PATH, Some(file), &[]).await.unwrap();
        got.refused(400, "np_parking_api_error_csv_missing");
    }
    assert!(api.writes().await.is_empty());
}

#[tokio::test]
async fn columns_that_do_not_fit_are_refused() {
    let api = start(&small());
    let file = "Name,Price\none.example,10\n";
    for columns in
        [None, Some("domain,prize"), Some("domain,notify_times"), Some("domain,domain"), Some("bin_price,ignored")]
    {
        let fields: Vec<_> = columns.into_iter().map(|columns| ("columns", columns)).collect();
        upload(&api, file, &fields).await.refused(400, "np_parking_api_error_csv_columns");
    }
    let doubled = "domain,bin_price,bin_price\none.example,1,2\n";
    upload(&api, doubled, &[]).await.refused(400, "np_parking_api_error_csv_columns");
    upload(&api, "domain,in_portfolio\none.example,1\n", &[]).await.ok();
    let poor = start(&Options { without: vec!["portfolio".parse().unwrap()], ..small() });
    let got = upload(&poor, "domain,in_portfolio\none.example,1\n", &[]).await;
    got.refused(400, "np_parking_api_error_csv_columns");
}

#[tokio::test]
async fn a_csv_the_importer_cannot_take_is_refused_with_a_reason() {
    let api = start(&small());
    for (file, fields, why) in [
        ("domain,bin_price\n", &[][..], "no row"),
        ("domain\n \n,\n", &[], "no row"),
        ("domain\na.example\n", &[("skip_rows", "5")], "no row"),
        ("domain\na.example\n", &[("skip_rows", "some")], "whole number"),
    ] {
        let got = upload(&api, file, fields).await;
        got.refused(400, "import_refused");
        assert!(got.text.contains(why), "{}", got.text);
    }
    let large = format!("domain\n{}", "a.example\n".repeat(16 * 1024 * 1024 / 10 + 1));
    let got = upload(&api, &large, &[]).await;
    got.refused(400, "import_refused");
    assert!(got.text.contains("16 MB"), "{}", got.text);
}

#[tokio::test]
async fn without_csv_import_the_upload_is_forbidden_and_the_rest_is_not() {
    let api = start(&Options { without: vec!["csv".parse().unwrap()], ..small() });
    upload(&api, "domain\na.example\n", &[]).await.refused(403, "do_not_have_permission");
    api.get("parking/imports").await.ok();
    api.post_json("parking/domains", json!({ "domains": "a.example" })).await.ok();
}

#[tokio::test]
async fn a_csv_comes_back_byte_by_byte_and_runs_again() {
    let api = start(&small());
    let file = "domain,bin_price\r\nOne.example,\"1500\"\r\n";
    let got = import(&api, file, &[("casing_mode", "manual")]).await;
    let path = format!("parking/import/{}", got["import"]["import_id"]);
    let sent = api.download(&format!("{path}/download")).await;
    assert_eq!((sent.content_type.as_str(), sent.bytes.as_slice()), ("text/csv; charset=utf-8", file.as_bytes()));
    api.send("DELETE", "parking/domain?name=one.example", None).await.unwrap().ok();
    let again = api.post(&format!("{path}/rerun")).await.ok()["import"].clone();
    assert_eq!(again["data_type"], "csv");
    api.running.clock().advance(3);
    let row = domain(&api, "one.example").await;
    assert_eq!(
        (&row["bin_price"], &row["state"], &row["name"]),
        (&1500.0.into(), &"verified".into(), &"One.example".into())
    );
}

#[tokio::test]
async fn a_connection_lost_in_the_middle_of_an_upload_applies_nothing() {
    let api = start(&small());
    let file = format!("domain\n{}", numbered(60_000));
    let before = api.get(PATH).await.ok()["pagination"]["total"].clone();
    api.faults(&["reset-upload@POST parking/imports:1"]).await;
    assert!(api.upload(PATH, Some(file.as_bytes()), &[]).await.is_err(), "no answer");
    assert_eq!(api.get(PATH).await.ok()["pagination"]["total"], before);
    assert!(api.writes().await.is_empty());
    api.faults(&["reset-after@POST parking/imports:1"]).await;
    assert!(api.upload(PATH, Some(file.as_bytes()), &[]).await.is_err(), "no answer, but it came whole");
    assert_eq!(api.get(PATH).await.ok()["pagination"]["total"], before.as_i64().unwrap() + 1);
    api.faults(&["stall-upload@POST parking/imports:1"]).await;
    let upload = api.upload(PATH, Some(file.as_bytes()), &[]);
    assert!(timeout(Duration::from_millis(300), upload).await.is_err(), "no answer while it is held");
    assert_eq!(api.writes().await.len(), 1, "only the one before");
    assert!("stall-upload-after".parse::<parkade::sandbox::Fault>().is_err(), "nor what is held");
    assert!("reset-upload-after".parse::<parkade::sandbox::Fault>().is_err(), "what never came is never carried out");
}

#[tokio::test]
async fn a_download_is_cut_and_slow_like_any_answer() {
    let api = start(&small());
    let got = import(&api, "domain\none.example\ntwo.example\n", &[]).await;
    let path = format!("parking/import/{}/download", got["import"]["import_id"]);
    api.faults(&["cut@GET parking/import/{id}/download:1"]).await;
    assert!(api.send("GET", &path, None).await.is_err(), "the file ends before its announced length");
    api.faults(&["reset-body@GET parking/import/{id}/download:1"]).await;
    assert!(api.send("GET", &path, None).await.is_err(), "the connection goes in the middle of the file");
    api.faults(&["slow=1@GET parking/import/{id}/download:1"]).await;
    assert_eq!(api.download(&path).await.bytes, b"domain\none.example\ntwo.example\n");
}
