//! Test of prices saved to a file, changed and imported again, with the real program and the sandbox.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (140, 40);

fn open(home: &Home, url: &str) -> Session {
    let extra = [("PARKADE_BASE_URL", url), ("PARKADE_TOKEN", "full")];
    let session = Session::start(home, &["--screen", "domains"], &extra, SIZE);
    session.wait("the whole portfolio", |screen| screen.contains("Removed ") && !screen.contains("Reading all names"));
    session
}

/// BIN price of each domain at the service.
fn prices(sandbox: &Sandbox) -> BTreeMap<String, Value> {
    let page = sandbox.get("parking/domains?state=my_domains&type=full&per_page=200");
    let rows = page["domains"].as_array().expect("a list").iter();
    rows.map(|row| (row["punycode"].as_str().expect("a name").to_owned(), row["bin_price"].clone())).collect()
}

#[test]
fn a_saved_list_with_other_prices_comes_back_with_exactly_those() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let url = sandbox.url();
    let mut session = open(&home, &url);
    let file = home.path().join("mine.csv");
    session.line(&format!("export-view csv-safe {}", file.display()));
    session.wait_text("Saved as");
    // Change some prices, each written in another way, and leave the other rows unchanged.
    let saved = fs::read(&file).expect("the file is there");
    let mut reader = csv::Reader::from_reader(saved.as_slice());
    let heading = reader.headers().expect("a heading").clone();
    let bin = heading.iter().position(|title| title == "bin").expect("a column of prices");
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert!(rows.len() > 20, "{} rows", rows.len());
    let typed = [("$7,000", 7000.0), ("7,250.50", 7250.5), ("8 500", 8500.0), ("2k", 2000.0), ("1.234,56", 1234.56)];
    let mut expected = prices(&sandbox);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&heading).expect("in memory");
    for (place, row) in rows.iter().enumerate() {
        let other = typed.get(place);
        if let Some((_, price)) = other {
            let name = parkade::base::DomainName::parse(&row[0]).expect("a name");
            expected.insert(name.punycode().to_owned(), (*price).into());
        }
        let cell = |(at, cell)| if at == bin { other.map_or(cell, |(typed, _)| *typed) } else { cell };
        writer.write_record(row.iter().enumerate().map(cell)).expect("in memory");
    }
    fs::write(&file, writer.into_inner().expect("in memory")).expect("it can be written");
    session.line(&format!("import {}", file.display()));
    session.wait("the columns", |screen| screen.contains("BIN price?") && screen.contains("Problems 0"));
    session.keys("\x13");
    session.wait("the question", |screen| screen.contains("Guessed from the heading: “bin” as BIN price"));
    // Some prices change a lot, so the number of changed domains must be typed; unchanged rows are not sent.
    let screen = session.wait_text("to import it");
    assert!(screen.contains("Import mine.csv, 5 of 38 rows") && screen.contains("Type 5 "), "{screen}");
    session.keys("5\r");
    assert_eq!(sandbox.wait_writes(1), ["POST parking/imports"]);
    session.wait("it is over", |screen| screen.contains("finished"));
    assert_eq!(prices(&sandbox), expected);
    session.keys("Q");
    session.wait_end();
}
