//! Tests of `parkade api`: single calls for scripts.

use std::fs;

use serde_json::{Value, json};

use crate::support::command::{Ran, run, run_into};
use crate::support::home::Home;
use crate::support::sandbox::Sandbox;

const PNG: &[u8] = include_bytes!("../data/pictures/dot.png");

fn api_as(token: &str, sandbox: &Sandbox, arguments: &[&str]) -> Ran {
    let arguments = [&["api"], arguments].concat();
    run(&Home::new(), &arguments, &[("PARKADE_BASE_URL", &sandbox.url()), ("PARKADE_TOKEN", token)])
}

fn api(sandbox: &Sandbox, arguments: &[&str]) -> Ran {
    api_as("full", sandbox, arguments)
}

fn json(ran: &Ran) -> Value {
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error} in {}", ran.out))
}

#[test]
fn reads_print_what_the_service_sent_and_pages_are_joined() {
    let sandbox = Sandbox::with(&["--domains", "450", "--inquiries", "5", "--emails", "0"]);
    let page = json(&api(&sandbox, &["get", "/api/v1/parking/domains?state=my_domains", "-f", "per_page=2"]));
    assert_eq!(page, sandbox.get("parking/domains?state=my_domains&per_page=2"));
    let all = json(&api(&sandbox, &["GET", "parking/domains", "-f", "state=my_domains", "--paginate"]));
    let total = page["pagination"]["total"].as_u64().expect("a number");
    assert!(total > 200);
    assert_eq!(all["domains"].as_array().map(|rows| rows.len() as u64), Some(total));
    assert_eq!(all["domains"][0], page["domains"][0]);
    sandbox.faults(&["503@GET parking/domains:9"]);
    let broken = api(&sandbox, &["get", "parking/domains", "--paginate"]);
    assert_eq!((broken.code, broken.out.as_str()), (1, ""), "{broken:?}");
    assert!(broken.err.starts_with("parkade: Not read to its end: "), "{broken:?}");
}

#[test]
fn writes_are_sent_once_with_their_fields_and_only_when_they_are_wanted() {
    let sandbox = Sandbox::with(&["--domains", "40", "--inquiries", "5", "--emails", "0"]);
    let name = sandbox.names("verified").remove(0);
    let path = format!("parking/domain-settings?name={name}");
    let set = ["post", &path, "-F", "settings[bin_price]=4321", "-F", "settings[for_sale]=true"];
    let asked = api(&sandbox, &set);
    assert_eq!((asked.code, asked.out.as_str()), (2, ""), "{asked:?}");
    assert!(asked.err.contains("--yes"), "{asked:?}");
    let closed = api(&sandbox, &[&set[..], &["--yes", "--readonly"]].concat());
    assert_eq!(closed.code, 4, "{closed:?}");
    assert!(sandbox.writes().is_empty());
    let saved = json(&api(&sandbox, &[&set[..], &["--yes"]].concat()));
    assert_eq!(saved["settings"]["bin_price"]["value"], json!(4321.0));

    let home = Home::new();
    let body = home.path().join("body.json");
    fs::write(&body, json!({ "settings": { "bin_price": null } }).to_string()).expect("a file");
    let input = body.display().to_string();
    json(&api(
        &sandbox,
        &["post", "parking/domain-settings", "-f", &format!("name={name}"), "--input", &input, "--yes"],
    ));
    let image = home.path().join("cover.png");
    fs::write(&image, PNG).expect("a file");
    let file = format!("file=@{}", image.display());
    let added = json(&api(&sandbox, &["post", "parking/images", "-F", &file, "--yes"]));
    assert_eq!(added["image"]["type"], "hosted");

    // The service carries this out, but its answer is lost; it is not sent again.
    sandbox.faults(&["reset-after@DELETE parking/image/{image_id}:1"]);
    let before = sandbox.writes().len();
    let lost = api(&sandbox, &["delete", &format!("parking/image/{}", added["image"]["image_id"]), "--yes"]);
    assert_eq!((lost.code, lost.out.as_str()), (7, ""), "{lost:?}");
    assert!(lost.err.contains("not known whether it was done"), "{lost:?}");
    assert_eq!(sandbox.writes().len(), before + 1);
}

#[test]
fn a_refused_call_ends_with_its_code_and_the_services_words() {
    let sandbox = Sandbox::with(&[
        "--domains",
        "4",
        "--inquiries",
        "2",
        "--emails",
        "0",
        "--token",
        "few=domains.list",
        "--token",
        "full=*",
    ]);
    for (arguments, words) in [
        (&["get", "parking/domians"][..], "Did you mean parking/domains?"),
        (&["delete", "parking/domains"], "parking/domains takes"),
        (&["get", "parking/settings", "--paginate"], "is not one"),
        (&["get", "parking/domains", "-f", "novalue"], "no name"),
        (&["post", "parking/settings", "--input", "/nowhere/x.json", "--yes"], "cannot be read"),
        (&["get", "parking/a\u{1b}]0;X\u{7}"], "The API has no GET"),
    ] {
        let ran = api(&sandbox, arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.starts_with("parkade: ") && ran.err.contains(words), "{ran:?}");
        assert!(!ran.err.contains('\u{1b}'), "{ran:?}");
    }
    let refused = api(&sandbox, &["get", "parking/domain?name=nobody.example"]);
    assert_eq!(refused.code, 5, "{refused:?}");
    let errors: Value = serde_json::from_str(&refused.out).expect("the errors as JSON");
    assert!(errors["errors"][0]["code"].is_string() && refused.err.starts_with("parkade: Refused: "), "{refused:?}");
    assert_eq!(api_as("none", &sandbox, &["get", "parking/domains"]).code, 3);
    assert_eq!(api_as("few", &sandbox, &["get", "parking/settings"]).code, 4);
    json(&api_as("few", &sandbox, &["get", "parking/domains"]));
    let ads = api_as("few", &sandbox, &["get", "ads/campaigns"]);
    assert_eq!(ads.code, 3, "{ads:?}");
    assert!(ads.err.contains("No ads key"), "{ads:?}");
}

#[test]
fn a_download_is_printed_as_it_is() {
    let sandbox = Sandbox::with(&["--domains", "30", "--inquiries", "2", "--emails", "3"]);
    let mails = sandbox.get("parking/emails?per_page=1");
    let id = mails["emails"][0]["id"].as_str().expect("a text");
    let raw = api(&sandbox, &["get", &format!("parking/email/{id}/download")]);
    assert_eq!(raw.code, 0, "{raw:?}");
    assert!(raw.out.contains("\nFrom: ") || raw.out.starts_with("From: "), "{raw:?}");
}

#[test]
fn a_read_waits_out_a_flood_and_a_write_that_met_one_is_not_sent_again() {
    let sandbox = Sandbox::with(&["--domains", "40", "--inquiries", "5", "--emails", "0"]);
    sandbox.faults(&["429=1@GET parking/inquiries:1"]);
    assert!(json(&api(&sandbox, &["get", "parking/inquiries"]))["inquiries"].is_array());
    sandbox.faults(&["429=90@POST parking/domain-settings:1"]);
    let name = sandbox.names("verified").remove(0);
    let path = format!("parking/domain-settings?name={name}");
    let met = api(&sandbox, &["post", &path, "-F", "settings[bin_price]=4321", "--yes"]);
    assert_eq!(met.code, 6, "{met:?}");
    assert!(met.err.contains("Run it again in 2 minutes."), "{met:?}");
    // A second try would have been carried out, so there was none.
    assert!(sandbox.writes().is_empty(), "{:?}", sandbox.writes());
    let gone = api(&sandbox, &["delete", "parking/image/999", "--yes"]);
    assert!(gone.code == 5 && gone.err.contains("image") && !gone.err.contains("base_url"), "{gone:?}");
}

#[test]
fn a_reader_that_goes_away_ends_a_call_without_a_mistake() {
    let sandbox = Sandbox::with(&["--domains", "450", "--inquiries", "5", "--emails", "0"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let arguments = ["api", "get", "parking/domains", "--paginate"];
    let account = [("PARKADE_BASE_URL", &*sandbox.url()), ("PARKADE_TOKEN", "full")];
    let gone = run_into(&Home::new(), &arguments, &account, std::os::fd::OwnedFd::from(writer).into());
    assert_eq!((gone.code, gone.err.as_str()), (0, ""), "{gone:?}");
}
