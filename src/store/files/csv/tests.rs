use std::sync::Arc;

use proptest::prelude::*;

use super::*;

fn field(name: &str, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: name.replace('_', " "), kind }
}

fn ask() -> CsvAsk {
    let fields = vec![
        field("for_sale", FieldKind::Switch),
        field("bin_price", FieldKind::Number),
        field("min_days", FieldKind::Whole),
        field("currency", FieldKind::Choice(vec!["USD".to_owned(), "EUR".to_owned()])),
        field("note", FieldKind::Anything),
    ];
    CsvAsk {
        path: "/home/x/prices.csv".into(),
        fields: Arc::from(fields),
        domain: DOMAIN.to_owned(),
        columns: None,
        skip_rows: None,
        encoding: None,
        separator: None,
        decimal_commas: false,
    }
}

fn report(text: &str) -> CsvReport {
    check(text.as_bytes(), &ask()).unwrap_or_else(|why| panic!("{why}"))
}

fn becomes(report: &CsvReport) -> Vec<&str> {
    report.columns.iter().map(|column| column.becomes.as_str()).collect()
}

fn problems(report: &CsvReport) -> Vec<(u32, Option<usize>, &str)> {
    report.problems.iter().map(|problem| (problem.line, problem.column, problem.text.as_str())).collect()
}

#[test]
fn the_header_of_an_export_needs_no_columns() {
    let report = report("\u{feff}domain,bin_price,for_sale\r\na.com,1250,true\r\nb.com,,no\r\n");
    assert!(report.recognised && report.refused.is_none());
    assert_eq!((report.skip, report.counts.rows, report.counts.names, report.counts.empty_values), (1, 2, 2, 1));
    let plans: Vec<_> = report.plans.iter().map(|plan| (plan.line, plan.bin_price, plan.for_sale)).collect();
    assert_eq!(plans, [(2, Some(1250.0), Some(true)), (3, None, Some(false))]);
    assert_eq!(report.problems, []);
}

#[test]
fn other_headers_are_guessed_and_can_be_chosen() {
    let text = "Domain Name,BIN Price,Registrar\na.com,5,x\nb.com,6,y\n";
    let report = report(text);
    assert!(!report.recognised);
    assert_eq!((becomes(&report), report.skip), (vec!["domain", "bin_price", IGNORED], 1));
    let chosen = CsvAsk { columns: Some(vec!["domain".into(), IGNORED.into(), "note".into()]), ..ask() };
    let report = check(text.as_bytes(), &chosen).unwrap();
    assert_eq!((becomes(&report), &report.refused), (vec!["domain", IGNORED, "note"], &None));
}

#[test]
fn while_the_fields_are_not_known_only_what_is_shown_is_read() {
    let blind = CsvAsk { fields: Arc::from([]), ..ask() };
    let bytes = b"domain,bin_price\na.com,5\n";
    let report = check(bytes, &blind).unwrap();
    assert_eq!((becomes(&report), report.skip), (vec!["domain", IGNORED], 1));
    assert_eq!(report.written.plain(bytes).unwrap().as_ref(), b"domain,ignored\na.com,5\n");
    // Names alone are the same either way, and a first row that is a name stays one.
    for bytes in [&b"domain\na.com\n"[..], b"a.com,5\nb.com,6\n"] {
        assert!(check(bytes, &blind).unwrap().written.is_plain());
    }
}

#[test]
fn columns_chosen_against_the_header_of_an_export_are_what_is_read() {
    let bytes = b"domain,bin_price,for_sale\na.com,5,yes\n";
    let chosen = |columns: [&str; 3]| {
        let columns = columns.map(str::to_owned).to_vec();
        check(bytes, &CsvAsk { columns: Some(columns), skip_rows: Some(1), ..ask() }).unwrap()
    };
    let report = chosen(["domain", IGNORED, "for_sale"]);
    let sent = b"domain,ignored,for_sale\na.com,5,yes\n";
    assert_eq!(report.written.plain(bytes).unwrap().as_ref(), sent, "no header of an export any more");
    assert_eq!((report.digest, report.counts.rows), (crate::base::digest(sent), 1));
    assert!(chosen(["domain", "bin_price", "for_sale"]).written.is_plain(), "the same as the header says");
}

#[test]
fn without_a_header_the_column_of_names_is_found() {
    let report = report("12,a.com\n13,b.com\n");
    assert_eq!((becomes(&report), report.skip, report.counts.names), (vec![IGNORED, "domain"], 0, 2));
}

#[test]
fn what_the_service_would_refuse_is_refused_here() {
    let columns = |columns: &[&str]| {
        let ask = CsvAsk { columns: Some(columns.iter().map(|name| (*name).to_owned()).collect()), ..ask() };
        check(b"a.com,1\nb.com,2\n", &ask).unwrap().refused.unwrap()
    };
    assert_eq!(columns(&["domain", "prize"]), (Some(1), "There is no field “prize”.".to_owned()));
    assert_eq!(columns(&["domain", "domain"]).0, Some(1));
    assert_eq!(columns(&["ignored", "bin_price"]).0, None);
    assert!(report("domain,bin_price\n").refused.unwrap().1.contains("no row"));
    let says = |bytes: &[u8]| check(bytes, &ask()).unwrap_err();
    assert!(says(b"").contains("empty") && says(b"domain\n\xff\x01\n").contains("line 2"));
    assert!(says(&vec![b'a'; 16 * 1024 * 1024 + 1]).contains("16 MB"));
    assert!(check(&vec![b'a'; 16 * 1024 * 1024], &ask()).is_ok(), "exactly as large as is allowed");
    assert_eq!(
        says(b"domain,note\na.com,x\nb.com,\"y\nc.com,z\n"),
        "A quote that is opened on line 3 is never closed."
    );
}

#[test]
fn what_is_written_otherwise_is_sent_with_commas_in_utf_8() {
    let bytes =
        b"Domain;BIN price;Note\r\nm\xfcnchen.de;1.250,50;\"a;b\"\r\n\r\nno name;99,5;\"two\r\nlines\"\r\nx.de;1;\r\n";
    let report = check(bytes, &ask()).unwrap();
    assert_eq!((report.written.separator, report.written.encoding), (Separator::Semicolon, Encoding::Windows1252));
    assert_eq!((becomes(&report), &report.refused, report.skip), (vec!["domain", "bin_price", "note"], &None, 1));
    assert_eq!(report.rows[1].cells, ["münchen.de", "1.250,50", "a;b"]);
    let lines: Vec<u32> = report.problems.iter().map(|problem| problem.line).collect();
    assert_eq!((lines, report.counts.decimal_commas), (vec![2, 4, 4], 2), "lines as the file has them");
    assert_eq!(report.plans.last().map(|plan| plan.line), Some(6));
    let sent = "Domain,BIN price,Note\nmünchen.de,\"1.250,50\",a;b\n\nno name,\"99,5\",\"two\r\nlines\"\nx.de,1,\n";
    assert_eq!((report.bytes, report.digest), (sent.len() as u64, crate::base::digest(sent.as_bytes())));
    let numbers = check(bytes, &CsvAsk { decimal_commas: true, ..ask() }).unwrap();
    assert_eq!((numbers.counts.wrong_values, numbers.plans[0].bin_price), (0, Some(1250.5)));
    assert_eq!(numbers.written.decimal_commas, [1]);
    let chosen = CsvAsk { encoding: Some(Encoding::Windows1250), separator: Some(Separator::Comma), ..ask() };
    assert_eq!(check(bytes, &chosen).unwrap().written.encoding, Encoding::Windows1250);
}

#[test]
fn the_limit_is_that_of_what_would_be_sent() {
    let wide = |rows: usize| {
        let text = "domain,note\n".to_owned() + &format!("a.com,{}\n", "x".repeat(10_000)).repeat(rows);
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    let bytes = wide(1_000);
    assert!(bytes.len() > 16 * 1024 * 1024 && check(&bytes, &ask()).is_ok(), "half as much in UTF-8");
    let mut grows = b"domain;note\n".to_vec();
    grows.extend_from_slice(&[b"a.com;", b"\xfc".repeat(10_000).as_slice(), b"\n"].concat().repeat(1_000));
    assert!(grows.len() < 16 * 1024 * 1024);
    assert!(check(&grows, &ask()).unwrap_err().contains("as it would be sent"));
}

#[test]
fn every_problem_has_its_line_and_column() {
    let report = report(
        "domain,for_sale,bin_price,min_days,currency,note\n\
         a.com,maybe,\"1,250\",1.5,CHF,\"two\nlines\"\n\
         \n\
         not a name,,,,,\n\
         A.com,,,,,\n\
         b.com,true\n",
    );
    assert_eq!(
        problems(&report),
        [
            (2, Some(1), "for_sale: “maybe” is not true or false."),
            (2, Some(2), "bin_price: “1,250” is not a number without a currency, such as 1250 or 99.50."),
            (2, Some(3), "min_days: “1.5” is not a whole number."),
            (2, Some(4), "currency: “CHF” is not one of USD, EUR."),
            (5, Some(0), "“not a name”: A domain name has no spaces."),
            (6, Some(0), "a.com stands on line 2 already."),
            (7, None, "This row has 2 cells, the first one 6."),
        ]
    );
    let counts = report.counts;
    assert_eq!((counts.rows, counts.names, counts.doubled, counts.not_names), (4, 2, 1, 1));
    assert_eq!((counts.wrong_values, counts.empty_values, counts.uneven), (4, 10, 1));
}

#[test]
fn large_files_show_their_first_rows_and_every_wrong_one() {
    let mut text = String::from("domain,bin_price\n");
    for n in 0..5_000 {
        text.push_str(&["n", &n.to_string(), ".com,", if n % 1_000 == 999 { "x" } else { "1" }, "\n"].concat());
    }
    let report = report(&text);
    assert_eq!((report.counts.rows, report.problems.len()), (5_000, 5));
    assert_eq!(report.rows.iter().filter(|row| row.wrong).count(), 5);
    assert!(report.rows.len() < 300 && report.plans.len() == 5_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn no_bytes_break_it(bytes in prop::collection::vec(prop_oneof![
        Just(b'"'), Just(b','), Just(b'\n'), Just(b'a'), Just(b'.'), any::<u8>()], 0..400)) {
        if let Ok(report) = check(&bytes, &ask()) {
            prop_assert_eq!(report.plans.len() as u32, report.counts.names);
            prop_assert!(report.counts.names + report.counts.doubled + report.counts.not_names <= report.counts.rows);
            prop_assert!(report.rows.iter().flat_map(|row| &row.cells).all(|cell| crate::base::clean_line(cell) == *cell));
        }
    }

    #[test]
    fn what_is_written_well_is_read_as_it_is(rows in prop::collection::vec(("[a-z]{1,8}\\.com", "\\PC{0,12}"), 1..20)) {
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        writer.write_record(["domain", "note"]).unwrap();
        for (name, note) in &rows {
            writer.write_record([name, note]).unwrap();
        }
        let report = check(&writer.into_inner().unwrap(), &ask()).unwrap();
        prop_assert!(report.recognised);
        prop_assert_eq!((report.counts.rows as usize, report.counts.uneven), (rows.len(), 0));
    }
}
