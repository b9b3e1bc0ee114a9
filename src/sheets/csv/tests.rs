use std::sync::Arc;

use proptest::prelude::*;

use super::*;

fn field(name: &str, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: name.replace('_', " "), kind }
}

fn ask() -> CsvAsk {
    let fields = vec![
        field("for_sale", FieldKind::Switch),
        field("bin_price", FieldKind::Price { zero: false }),
        field("share", FieldKind::Number),
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
        decimals: Vec::new(),
        currency: Some(Currency::new("USD")),
        unchanged: Unchanged::default(),
    }
}

fn report(text: &str) -> CsvReport {
    check(text.as_bytes(), &ask()).unwrap_or_else(|why| panic!("{why}"))
}

fn becomes(report: &CsvReport) -> Vec<&str> {
    report.columns.iter().map(|column| column.becomes.as_str()).collect()
}

/// Content that is sent for these bytes; also checks the size and digest of the report.
fn sent(report: &CsvReport, bytes: &[u8]) -> String {
    let sent = report.written.plain(bytes).unwrap();
    assert_eq!((report.bytes, &report.digest), (sent.len() as u64, &crate::base::digest(&sent)));
    String::from_utf8(sent.into_owned()).unwrap()
}

fn problems(report: &CsvReport) -> Vec<(u32, Option<usize>, &str)> {
    report.problems.iter().map(|problem| (problem.line, problem.column, problem.why.as_str())).collect()
}

fn price(plan: &Plan) -> String {
    match plan.sets.amounts[0] {
        Price::Is(amount) => amount.plain(),
        Price::Empty => "empty".to_owned(),
        Price::Untold => "untold".to_owned(),
        Price::Other => "other".to_owned(),
    }
}

#[test]
fn the_header_of_an_export_is_sent_without_naming_columns() {
    let report = report("\u{feff}domain,bin_price,for_sale\r\na.com,1250,true\r\nb.com,,no\r\n");
    assert!(report.recognised && report.refused.is_none());
    assert_eq!((report.skip, report.counts.rows, report.counts.names, report.counts.empty_values), (1, 2, 2, 1));
    let plans: Vec<_> = report.plans.iter().map(|plan| (plan.line, price(&plan), plan.sets.switches[0])).collect();
    assert_eq!(plans, [(2, "1250".to_owned(), Says::Is(true)), (3, "empty".to_owned(), Says::Is(false))]);
    assert_eq!(report.problems, []);
}

#[test]
fn columns_under_other_headers_are_guessed_and_can_be_chosen() {
    let text = "Domain Name,BIN Price,Registrar\na.com,5,x\nb.com,6,y\n";
    let report = report(text);
    assert!(!report.recognised);
    assert_eq!((becomes(&report), report.skip), (vec!["domain", "bin_price", IGNORED], 1));
    let chosen = CsvAsk { columns: Some(vec!["domain".into(), IGNORED.into(), "note".into()]), ..ask() };
    let report = check(text.as_bytes(), &chosen).unwrap();
    assert_eq!((becomes(&report), &report.refused), (vec!["domain", IGNORED, "note"], &None));
}

#[test]
fn without_a_schema_only_the_column_of_names_is_sent() {
    let blind = CsvAsk { fields: Arc::from([]), ..ask() };
    let bytes = b"domain,bin_price\na.com,5\n";
    let report = check(bytes, &blind).unwrap();
    assert_eq!((becomes(&report), report.skip), (vec!["domain", IGNORED], 1));
    assert_eq!(report.written.plain(bytes).unwrap().as_ref(), b"domain,ignored\na.com,5\n");
    // A file of names alone is sent as it is, and so is one whose first row begins with a name.
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
    let expected = "domain,ignored,for_sale\na.com,5,true\n";
    assert_eq!((sent(&report, bytes).as_str(), report.counts.rows), (expected, 1), "no header of an export any more");
    assert_eq!(chosen(["domain", "bin_price", "for_sale"]).written.heading, None, "the same as the header says");
}

#[test]
fn without_a_header_the_column_of_names_is_found() {
    let report = report("12,a.com\n13,b.com\n");
    assert_eq!((becomes(&report), report.skip, report.counts.names), (vec![IGNORED, "domain"], 0, 2));
}

#[test]
fn a_file_the_service_would_refuse_is_refused_here() {
    let columns = |columns: &[&str]| {
        let ask = CsvAsk { columns: Some(columns.iter().map(|name| (*name).to_owned()).collect()), ..ask() };
        check(b"a.com,1\nb.com,2\n", &ask).unwrap().refused.unwrap()
    };
    assert_eq!(columns(&["domain", "prize"]), (Some(1), "No field “prize”.".to_owned()));
    assert_eq!(columns(&["domain", "domain"]).0, Some(1));
    assert_eq!(columns(&["ignored", "bin_price"]).0, None);
    assert!(report("domain,bin_price\n").refused.unwrap().1.contains("No row"));
    let says = |bytes: &[u8]| check(bytes, &ask()).unwrap_err();
    assert!(says(b"").contains("empty") && says(b"domain\n\xff\x01\n").contains("line 2"));
    assert!(says(&vec![b'a'; 16 * 1024 * 1024 + 1]).contains("16 MB"));
    assert!(check(&vec![b'a'; 16 * 1024 * 1024], &ask()).is_ok(), "exactly as large as is allowed");
    assert_eq!(
        says(b"domain,note\na.com,x\nb.com,\"y\nc.com,z\n"),
        "A quote opened on line 3 is never closed; lines 3 to 4 were read as one row."
    );
}

#[test]
fn other_separators_and_encodings_are_sent_with_commas_in_utf_8() {
    let bytes =
        b"Domain;BIN price;Note\r\nm\xfcnchen.de;1.250,50;\"a;b\"\r\n\r\nno name;99,5;\"two\r\nlines\"\r\nx.de;1;\r\n";
    let report = check(bytes, &ask()).unwrap();
    assert_eq!((report.written.separator, report.written.encoding), (Separator::Semicolon, Encoding::Windows1252));
    assert_eq!((becomes(&report), &report.refused, report.skip), (vec!["domain", "bin_price", "note"], &None, 1));
    assert_eq!(report.rows[1].cells, ["münchen.de", "1.250,50", "a;b"], "as in the file");
    let lines: Vec<u32> = report.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(
        (lines, price(&report.plans.get(0).unwrap())),
        (vec![4], "1250.50".to_owned()),
        "lines as the file has them"
    );
    assert_eq!(report.plans.iter().last().map(|plan| plan.line), Some(6));
    let expected = "Domain,BIN price,Note\nmünchen.de,1250.50,a;b\n\nno name,99.5,\"two\r\nlines\"\nx.de,1,\n";
    assert_eq!(sent(&report, bytes), expected);
    let column = &report.columns[1];
    assert_eq!((column.rewritten, &column.example), (2, &Some(("1.250,50".to_owned(), "1250.50".to_owned()))));
    let chosen = CsvAsk { encoding: Some(Encoding::Windows1250), separator: Some(Separator::Comma), ..ask() };
    assert_eq!(check(bytes, &chosen).unwrap().written.encoding, Encoding::Windows1250);
}

#[test]
fn the_size_limit_applies_to_the_bytes_that_are_sent() {
    let wide = |rows: usize| {
        let text = "domain,note\n".to_owned() + &format!("a.com,{}\n", "x".repeat(10_000)).repeat(rows);
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    let bytes = wide(1_000);
    assert!(bytes.len() > 16 * 1024 * 1024 && check(&bytes, &ask()).is_ok(), "half as much in UTF-8");
    let mut grows = b"domain;note\n".to_vec();
    for n in 0..1_000 {
        grows.extend_from_slice(&[format!("a{n}.com;").as_bytes(), &b"\xfc".repeat(10_000), b"\n"].concat());
    }
    assert!(grows.len() < 16 * 1024 * 1024);
    assert!(check(&grows, &ask()).unwrap_err().contains("as it would be sent"));
}

/// Proves R-67.
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
            (2, Some(1), "for_sale: “maybe” is not yes or no."),
            (2, Some(2), "bin_price: “1,250” can mean 1250 or 1.250."),
            (2, Some(3), "min_days: “1.5” is not a whole number."),
            (2, Some(4), "currency: “CHF” is not one of USD, EUR."),
            (5, Some(0), "“not a name”: A domain name has no spaces."),
            (7, None, "This row has 2 cells; the first row has 6."),
        ]
    );
    let counts = report.counts;
    assert_eq!((counts.rows, counts.names, counts.problems, counts.empty_values), (4, 2, 6, 10));
    assert_eq!(counts.left_out, 1, "the first a.com is not sent, so the second one is");
}

#[test]
fn large_files_show_their_first_rows_and_every_wrong_one() {
    let mut text = String::from("domain,bin_price\n");
    for n in 0..5_000 {
        text.push_str(&["n", &n.to_string(), ".com,", if n % 1_000 == 999 { "x" } else { "1" }, "\n"].concat());
    }
    let report = report(&text);
    assert_eq!((report.counts.rows, report.problems.len()), (5_000, 5));
    assert_eq!(report.rows.iter().filter(|row| row.status.is_wrong()).count(), 5);
    assert!(report.rows.len() < 300 && report.plans.len() == 4_995);
}

#[test]
fn an_international_name_is_kept_in_both_spellings() {
    let report = report("domain,bin_price\nsólar.com,1\na.com,1\nxn--slar-qqa.com,2\nbücher.de,2\n");
    let held: Vec<String> = report.plans.iter().map(|plan| format!("{} {}", plan.name.both(), price(&plan))).collect();
    assert_eq!(held, ["sólar.com (xn--slar-qqa.com) 1", "a.com 1", "bücher.de (xn--bcher-kva.de) 2"]);
    assert_eq!(problems(&report), [(4, Some(0), "sólar.com (xn--slar-qqa.com) is on line 2 already.")]);
    assert_eq!(report.plans.get(3), None);
}

/// A price as it is sent, or the problem with it.
fn of_price(cell: &str, decimal: Option<Decimal>) -> String {
    let quoted = format!("\"{}\"", cell.replace('"', "\"\""));
    let text = format!("domain,bin_price\na.com,{quoted}\nz.com,7\n");
    let decimals = decimal.map(|decimal| (1, decimal)).into_iter().collect();
    let report = check(text.as_bytes(), &CsvAsk { decimals, ..ask() }).unwrap();
    let sent = sent(&report, text.as_bytes());
    assert!(sent.contains("z.com,7\n"), "{sent}");
    let mut lines = sent.lines().filter(|line| line.starts_with("a.com"));
    match (report.problems.as_slice(), lines.next()) {
        ([], Some(row)) => row.trim_start_matches("a.com,").trim_matches('"').to_owned(),
        ([problem], Some(_)) if problem.status == Status::Undecided => format!("asked: {}", problem.why),
        ([problem], None) if problem.status == Status::LeftOut => format!("refused: {}", problem.why),
        other => panic!("{cell}: {other:?}"),
    }
}

#[test]
fn a_price_is_sent_as_a_plain_number_asked_about_or_refused() {
    for (cell, expected) in [
        ("1250", "1250"),
        ("99.50", "99.50"),
        ("$5,000", "5000"),
        ("5,000.00", "5000.00"),
        ("USD 300", "300"),
        ("2k", "2000"),
        ("1.5M", "1500000"),
        ("CAD 5", "refused: bin_price: “CAD 5”: it is in CAD; your prices are in USD."),
        ("1.234,56 €", "refused: bin_price: “1.234,56 €”: it is in EUR; your prices are in USD."),
        ("1.234,56", "1234.56"),
        ("1 234,56", "1234.56"),
        ("4'500", "4500"),
        ("500,-", "500"),
        ("", ""),
        ("—", ""),
        ("-", ""),
        ("1.500", "asked: bin_price: “1.500” can mean 1.500 or 1500."),
        ("1,500", "asked: bin_price: “1,500” can mean 1500 or 1.500."),
        ("0", "refused: bin_price: “0”: a price of zero; leave the cell empty for a domain without a price."),
        ("-5", "refused: bin_price: “-5”: a price cannot be negative."),
        ("1e5", "refused: bin_price: “1e5” has an exponent; write all digits."),
        ("99999999999", "refused: bin_price: “99999999999”: a price above 100,000,000 is taken for a mistake."),
        ("100000000", "100000000"),
        ("1.2345", "refused: bin_price: “1.2345”: a price has at most 2 digits after the point."),
        ("n/a", "refused: bin_price: “n/a” is not a number such as $99.50."),
        ("5 or 6", "refused: bin_price: “5 or 6” is not a number such as $99.50."),
        ("1,23,4", "refused: bin_price: “1,23,4” has digits that are not grouped by three."),
    ] {
        assert_eq!(of_price(cell, None), expected, "{cell}");
    }
    for (cell, point, comma) in [
        ("1.500", "1.500", "1500"),
        ("1,500", "1500", "1.500"),
        ("1.234,56", "1234.56", "1234.56"),
        ("99.50", "99.50", "99.50"),
    ] {
        assert_eq!(of_price(cell, Some(Decimal::Point)), point, "{cell}");
        assert_eq!(of_price(cell, Some(Decimal::Comma)), comma, "{cell}");
    }
}

#[test]
fn the_other_amounts_of_a_column_propose_a_reading_and_decide_nothing() {
    let unclear = |text: &str| report(text).columns[1].unclear.clone().expect("undecided");
    let german = unclear("domain;bin_price\na.de;1.500\nb.de;1.234,56\nc.de;2.000\n");
    assert_eq!((german.many, german.point.as_str(), german.comma.as_str()), (2, "1.500", "1500"));
    assert_eq!(german.proposed, Some((Decimal::Comma, "1.234,56".to_owned())));
    let english = unclear("domain;bin_price\na.de;1,500\nb.de;99.50\n");
    assert_eq!(english.proposed, Some((Decimal::Point, "99.50".to_owned())));
    assert_eq!(unclear("domain;bin_price\na.de;1.500\nb.de;99.50\nc.de;99,50\n").proposed, None, "both are used");
    assert_eq!(unclear("domain;bin_price\na.de;1.500\nb.de;700\n").proposed, None);
}

#[test]
fn usual_headings_are_recognised_and_marked_as_guesses() {
    let read = |heading: &str| {
        let report = report(&format!("Domain,{heading}\na.com,\nb.com,\n"));
        let column = &report.columns[1];
        format!("{}{}", column.becomes, if column.guessed { "?" } else { "" })
    };
    for (heading, field) in [
        ("bin_price", "bin_price"),
        ("BIN price", "bin_price"),
        ("Price", "bin_price?"),
        ("BIN", "bin_price?"),
        ("Buy now", "bin_price?"),
        ("Buy-it-now", "bin_price?"),
        ("Asking price", "bin_price?"),
        ("For sale", "for_sale"),
        ("On sale", "for_sale?"),
        ("Preis", "bin_price?"),
        ("target", IGNORED),
        ("Registrar", IGNORED),
        ("best offer", IGNORED),
        ("verified", IGNORED),
        ("portfolio", IGNORED),
    ] {
        assert_eq!(read(heading), field, "{heading}");
    }
    for names in ["Domain", "Domain name", "DOMAIN_NAME", "Name", "punycode", "URL"] {
        assert_eq!(becomes(&report(&format!("Price,{names}\n5,a.com\n"))), ["bin_price", "domain"], "{names}");
    }
    assert_eq!(becomes(&report("punycode,domain\na.com,a.com\n")), [IGNORED, "domain"], "the likelier one of two");
    assert_eq!(becomes(&report("domain,Price,bin_price\na.com,1,2\n")), ["domain", IGNORED, "bin_price"]);
    assert!(report("domain,best offer\na.com,$5\n").columns[1].shown_only);
}

#[test]
fn switches_are_read_in_any_words_and_sent_as_the_service_reads_them() {
    let text = "Domain,Sale\na.com,Yes\nb.com,nein\nc.com,—\nd.com,perhaps\ne.com,1\n";
    let report = report(text);
    assert_eq!(sent(&report, text.as_bytes()), "Domain,Sale\na.com,true\nb.com,false\nc.com,\n\ne.com,true\n");
    assert_eq!(problems(&report), [(5, Some(1), "for_sale: “perhaps” is not yes or no.")]);
    let own = "domain,for_sale\na.com,yes\nb.com,0\n";
    assert!(super::check(own.as_bytes(), &ask()).unwrap().written.is_plain(), "the words of an export stay");
}

#[test]
fn a_row_that_swallows_others_or_has_a_cell_too_many_is_not_sent() {
    let text = "domain,bin_price,note\na.com,1,500\nb.com,7,ok,more\n\"c.com,8\nd.com,9\",,\ne.com,1,\"x\nf.com,2,y\"\ng.com,3,z\n";
    let report = report(text);
    assert_eq!(
        problems(&report),
        [
            (3, None, "This row has 4 cells; the first row has 3."),
            (4, Some(0), "A quote opened on line 4 closes on line 5; lines 4 to 5 were read as one row."),
            (6, None, "A quote opened on line 6 closes on line 7; lines 6 to 7 were read as one row."),
        ]
    );
    assert_eq!(sent(&report, text.as_bytes()), "domain,bin_price,note\na.com,1,500\n\n\n\n\n\ng.com,3,z\n");
}

#[test]
fn only_the_first_row_of_a_repeated_name_is_sent() {
    let text = "domain,bin_price\na.com,100\nA.com,200\nb.com,1\n";
    let report = report(text);
    assert_eq!(problems(&report), [(3, Some(0), "a.com is on line 2 already.")]);
    assert_eq!(sent(&report, text.as_bytes()), "domain,bin_price\na.com,100\n\nb.com,1\n");
    assert!(report.held.is_none(), "fixed and sent, it would overwrite the row with its name");
    assert_eq!(
        super::check(b"domain,bin_price\na.com,0\n", &ask()).unwrap().refused.unwrap().1,
        "No row can be sent: each has a problem."
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn no_bytes_break_the_reader_of_tables(bytes in prop::collection::vec(prop_oneof![
        Just(b'"'), Just(b','), Just(b'\n'), Just(b'a'), Just(b'.'), any::<u8>()], 0..400)) {
        if let Ok(report) = check(&bytes, &ask()) {
            prop_assert_eq!(report.plans.len() as u32, report.counts.names);
            let counts = report.counts;
            prop_assert!(counts.names + counts.left_out <= counts.rows);
            prop_assert_eq!(counts.left_out as usize, report.written.left_out.len());
            prop_assert!(report.rows.iter().flat_map(|row| &row.cells).all(|cell| crate::base::clean_line(cell) == *cell));
        }
    }

    #[test]
    fn a_plain_file_is_read_unconverted(rows in prop::collection::vec(("[a-z]{1,8}\\.com", "\\PC{0,12}"), 1..20)) {
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        writer.write_record(["domain", "note"]).unwrap();
        for (name, note) in &rows {
            writer.write_record([name, note]).unwrap();
        }
        let report = check(&writer.into_inner().unwrap(), &ask()).unwrap();
        prop_assert!(report.recognised);
        prop_assert_eq!(report.counts.rows as usize, rows.len());
        prop_assert!(report.problems.iter().all(|problem| problem.status == Status::Doubled), "{:?}", report.problems);
    }
}
