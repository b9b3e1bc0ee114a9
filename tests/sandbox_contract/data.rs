use std::collections::{HashMap, HashSet};

use parkade::sandbox::{Options, Sandbox};
use serde_json::Value;

use crate::support::{NOW, start};

const READS: [&str; 12] = [
    "parking/domains?per_page=200&page=3",
    "parking/domains?state=detected",
    "parking/domains?query=an&type=compact",
    "parking/inquiries?per_page=100",
    "parking/inquiries?status=all&visibility=all&per_page=100&page=4&type=compact",
    "parking/inquiries?delivery=unsent&order=offer&status=all",
    "parking/settings-schema",
    "parking/ignored-senders",
    "parking/imports",
    "parking/import/2117",
    "parking/exports",
    "parking/export/332/download",
];

fn whole() -> Options {
    Options { now: Some(NOW), ..Options::default() }
}

/// Script of a letter, as far as this test distinguishes them.
fn script(character: char) -> Option<&'static str> {
    Some(match character {
        'a'..='z' | 'A'..='Z' => "Latin",
        '\u{370}'..='\u{3ff}' => "Greek",
        '\u{400}'..='\u{4ff}' => "Cyrillic",
        '\u{590}'..='\u{5ff}' => "Hebrew",
        '\u{600}'..='\u{6ff}' => "Arabic",
        '\u{900}'..='\u{97f}' => "Devanagari",
        '\u{3040}'..='\u{30ff}' => "Kana",
        '\u{4e00}'..='\u{9fff}' => "Han",
        '\u{ac00}'..='\u{d7af}' => "Hangul",
        _ => return None,
    })
}

#[tokio::test]
async fn equal_seed_counts_and_moment_give_equal_bytes() {
    let (one, same) = (start(&whole()), start(&whole()));
    let other = start(&Options { seed: 2, ..whole() });
    let mut differs = 0;
    for path in READS {
        let answer = one.get(path).await.text;
        assert_eq!(answer, same.get(path).await.text, "{path}");
        differs += u32::from(answer != other.get(path).await.text);
    }
    assert!(differs >= 6, "another seed gives other data");
}

#[tokio::test]
async fn data_in_a_folder_survive_a_restart_and_equal_those_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let kept = Options { data: Some(folder.path().join("here")), domains: 40, inquiries: 30, ..whole() };
    let api = start(&kept);
    let memory = start(&Options { data: None, ..kept.clone() });
    let list = "parking/inquiries?status=all&visibility=all";
    assert_eq!(api.get(list).await.text, memory.get(list).await.text);
    let id = api.get(list).await.json["inquiries"][0]["inquiry_id"].as_i64().unwrap();
    api.post(&format!("parking/inquiry/{id}/star")).await.ok();
    drop(api);
    let api = start(&kept);
    assert_eq!(api.get(&format!("parking/inquiry/{id}")).await.ok()["inquiry"]["marks"]["starred"], true);
    drop(api);
    let Err(error) = Sandbox::spawn(&Options { seed: 9, ..kept }) else { panic!("other data are in that folder") };
    assert!(error.to_string().contains("--seed 1, not with") && error.to_string().contains("--data"), "{error}");
}

#[tokio::test]
async fn buyers_write_in_many_languages_and_never_the_same_twice() {
    let api = start(&whole());
    let rows = api.inquiries("status=all&visibility=all").await;
    assert_eq!(rows.len(), 400);
    let text = |row: &Value| row["message"].as_str().unwrap().to_owned();
    for (index, row) in rows.iter().enumerate() {
        let twin = rows[index + 1..].iter().take(200).find(|other| text(other) == text(row));
        assert!(twin.is_none(), "written twice: {}", text(row));
    }
    let scripts: HashSet<_> =
        rows.iter().flat_map(|row| text(row).chars().filter_map(script).collect::<Vec<_>>()).collect();
    assert!(scripts.len() >= 8, "{scripts:?}");
    // A word of each language that no other one here has.
    let signs = [
        " the ",
        " wir ",
        " nous ",
        " gracias",
        "prezzo",
        "Obrigad",
        " wij ",
        " czy ",
        " vi ",
        "istiyoruz",
        "Здравствуйте",
        "домен",
        "Добрий",
        "Πόσο",
        "您好",
        "よろしく",
        "안녕하세요",
        "شكر",
        "תודה",
        "धन्यवाद",
    ];
    let heard = signs
        .iter()
        .filter(|sign| rows.iter().any(|row| text(row).to_lowercase().contains(&sign.to_lowercase())))
        .count();
    assert!(heard >= 12, "{heard} languages");
    let currencies: HashSet<_> = rows.iter().filter_map(|row| row["offer_currency"].as_str()).collect();
    assert_eq!(currencies.len(), 5, "{currencies:?}");
}

#[tokio::test]
async fn the_funnel_is_plausible_and_some_text_is_hostile() {
    let api = start(&whole());
    let rows = api.inquiries("status=all&visibility=all").await;
    let share = |test: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| test(row)).count() as f64 / rows.len() as f64;
    let within = |what: &str, test: &dyn Fn(&Value) -> bool, low: f64, high: f64| {
        let found = share(test);
        assert!((low..high).contains(&found), "{what}: {found}");
    };
    within("confirmed", &|row| row["email_confirmed"] == true, 0.6, 0.9);
    within("delivered", &|row| row["delivery"]["state"] == "delivered", 0.4, 0.75);
    within("high risk", &|row| row["spam_risk"] == "high", 0.03, 0.15);
    within("not assessed", &|row| row["spam_risk"].is_null(), 0.08, 0.3);
    within("read", &|row| row["marks"]["read"] == true, 0.3, 0.9);
    within("archived", &|row| row["marks"]["archived"] == true, 0.1, 0.5);
    within("hidden", &|row| row["marks"]["removed"] == true, 0.005, 0.15);
    within("starred", &|row| row["marks"]["starred"] == true, 0.02, 0.2);
    within("with an offer", &|row| row["offer"].is_number(), 0.3, 0.7);
    let ages: Vec<_> = rows.iter().map(|row| NOW - row["inquire_date"].as_i64().unwrap()).collect();
    assert!(
        ages[0] < 600 && ages[399] > 200 * 86_400 && ages[60] < 20 * 86_400,
        "{} {} {}",
        ages[0],
        ages[60],
        ages[399]
    );
    let mut buyers: HashMap<&str, u32> = HashMap::new();
    for row in &rows {
        *buyers.entry(row["email"].as_str().unwrap()).or_default() += 1;
    }
    assert!(buyers.values().filter(|count| **count > 1).count() > 15, "buyers who come back");
    assert!(*buyers.values().max().unwrap() >= 5, "a broker");
    let all = rows.iter().map(Value::to_string).collect::<String>();
    for sign in ["\\u001b[", "\u{202e}", "=HYPERLINK", "\\u0000", "<script>", "\u{2028}"] {
        assert!(all.contains(sign), "{sign:?}");
    }
    assert!(rows.iter().any(|row| row["message"].as_str().unwrap().len() > 15_000), "one is very long");
    assert!(rows.iter().any(|row| row["full_name"].as_str().unwrap().contains('\n')), "one name has line breaks");
}

#[tokio::test]
async fn the_sandbox_answers_without_sockets() {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    let mut options = Options { domains: 20, inquiries: 10, ..whole() };
    options.faults = vec!["reset-after:1".parse().unwrap()];
    let sandbox = Sandbox::new(&options).unwrap();
    let ask = || {
        Request::get("/api/v1/parking/inquiries").header("Authorization", "Bearer full").body(Body::empty()).unwrap()
    };
    let broken = sandbox.call(ask()).await;
    assert!(to_bytes(broken.into_body(), 1 << 20).await.is_err(), "a reset is a body that fails");
    let whole = sandbox.call(ask()).await;
    let body = to_bytes(whole.into_body(), 1 << 20).await.unwrap();
    assert!(serde_json::from_slice::<Value>(&body).unwrap()["inquiries"].is_array());
}
