use proptest::prelude::*;

use super::*;
use crate::base::Decimal;

fn read(bytes: &[u8]) -> Result<Written, String> {
    Written::read(bytes, None, None).map(|(written, _)| written)
}

fn plain(bytes: &[u8]) -> (Written, String) {
    let written = read(bytes).unwrap_or_else(|why| panic!("{why}"));
    let plain = written.plain(bytes).unwrap().into_owned();
    (written, String::from_utf8(plain).unwrap())
}

fn utf_16(text: &str, big: bool, mark: bool) -> Vec<u8> {
    let mark = mark.then_some('\u{feff}');
    let text: String = mark.into_iter().chain(text.chars()).collect();
    text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn encoding_and_separator_of_a_spreadsheet_are_recognised() {
    let seen = |bytes: &[u8]| {
        let Written { encoding, separator, named, .. } = read(bytes).unwrap();
        (encoding, separator, named)
    };
    assert_eq!(seen(b"a,b\n1,2\n"), (Encoding::Utf8, Separator::Comma, false));
    assert_eq!(seen(b"a;b\nM\xfcnchen.de;1\n"), (Encoding::Windows1252, Separator::Semicolon, false));
    assert_eq!(seen("\u{feff}a\tb\nü\t2\n".as_bytes()), (Encoding::Utf8, Separator::Tab, false));
    assert_eq!(seen(b"sep=|\r\na;x|b\n1|2\n"), (Encoding::Utf8, Separator::Bar, true));
    for (big, mark) in [(false, true), (true, true), (false, false), (true, false)] {
        let encoding = if big { Encoding::Utf16Be } else { Encoding::Utf16Le };
        assert_eq!(seen(&utf_16("a\tb\nü\t2\n", big, mark)), (encoding, Separator::Tab, false));
    }
}

#[test]
fn a_binary_file_is_refused_as_not_a_text() {
    let says = |bytes: &[u8]| read(bytes).unwrap_err();
    assert!(says(b"PK\x03\x04rest").contains("workbook"));
    assert_eq!(says(b"name,\nabc\0"), "This is not a text file (zero byte on line 2).");
    assert!(says(b"\0\x01\x02\x03\x04\x05").contains("not a text file"));
    assert!(says(b"a\n\xff\x01\n").contains("line 2 has the byte 0x01"));
    assert_eq!(
        Encoding::ShiftJis.decode(b"a\nb\n\xff\xff\n").unwrap_err(),
        "This file is not in Shift_JIS: line 3 cannot be read so."
    );
    assert!(Encoding::Utf16Le.decode(b"\xff\xfea\0,\0b").is_err(), "cut in the middle of a character");
    assert!(Encoding::Utf8.decode(b"\xff").is_err());
}

#[test]
fn the_table_is_the_same_with_commas_in_utf_8_line_for_line() {
    let (written, text) =
        plain(b"Domain;Notiz\r\nm\xfcnchen.de;\"a;b\"\r\n\r\nx.de;1,5 \x80\r\n\"y\n.de\";\"\"\"\"\r\nz.de;\r\n");
    assert!(!written.is_plain());
    assert_eq!(text, "Domain,Notiz\nmünchen.de,a;b\n\nx.de,\"1,5 €\"\n\"y\n.de\",\"\"\"\"\nz.de,\n");
    assert_eq!(plain(b"sep=;\na;b\n1;2\n").1, "a,b\n1,2\n");
    assert_eq!(plain(&utf_16("a\tb\n1\tü", false, true)).1, "a,b\n1,ü\n");
    let untouched = "\u{feff}a,b\n\n1,ü";
    assert_eq!(plain(untouched.as_bytes()).1, untouched, "what is right already is not touched");
}

#[test]
fn replacing_the_first_row_moves_no_line() {
    let heading = Some(vec!["domain".to_owned(), "ignored".to_owned()]);
    let written = Written { heading, ..Written::default() };
    let bytes = b"domain,bin_price\n\na.com,5\n";
    assert_eq!(written.plain(bytes).unwrap().as_ref(), b"domain,ignored\n\na.com,5\n");
}

#[test]
fn cells_are_rewritten_for_services_and_lines_keep_their_numbers() {
    let number = |cell: &str| Value::Number(None).sent(cell).into_owned();
    for (cell, sent) in [
        ("1250", "1250"),
        (" 99.50", " 99.50"),
        ("1.234,56 €", "1234.56"),
        ("$6,000", "6000"),
        ("2k", "2000"),
        ("—", ""),
        (" ", ""),
        ("1.500", "1.500"),
        ("1,500", "1,500"),
        ("abc", "abc"),
    ] {
        assert_eq!(number(cell), sent, "{cell}");
    }
    let decided = |cell, decimal| Value::Number(Some(decimal)).sent(cell).into_owned();
    assert_eq!((decided("1.500", Decimal::Comma), decided("1.500", Decimal::Point)), ("1500".into(), "1.500".into()));
    for (cell, sent, own) in [("Yes", "true", "Yes"), ("nein", "false", "false"), ("0", "false", "0"), ("?", "?", "?")]
    {
        assert_eq!((Value::Switch.sent(cell), Value::OwnSwitch.sent(cell)), (sent.into(), own.into()), "{cell}");
    }
    let values = vec![ColumnOf { column: 1, value: Value::Number(None) }];
    let written =
        Written { values, above: 1, left_out: vec![3], separator: Separator::Semicolon, ..Written::default() };
    let bytes = b"domain;2k;note\na.de;1.250,50;1,5\nb.de;\"x\ny\";\nc.de;$5,000;\n";
    let sent = "domain,2k,note\na.de,1250.50,\"1,5\"\n\n\nc.de,5000,\n";
    assert_eq!(std::str::from_utf8(&written.plain(bytes).unwrap()), Ok(sent));
}

#[test]
fn names_of_encodings_and_separators_are_read_back() {
    for encoding in Encoding::ALL {
        assert_eq!(Encoding::parse(&encoding.name().to_lowercase()), Some(encoding));
    }
    for separator in Separator::ALL {
        assert_eq!(Separator::parse(separator.words()), Some(separator));
        assert_eq!(Separator::parse(&(separator.byte() as char).to_string()), Some(separator));
    }
    assert_eq!(Separator::parse("semicolon"), Some(Separator::Semicolon));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn every_cell_and_line_stays_in_any_encoding_and_separator(
        rows in prop::collection::vec(prop::collection::vec("[a-zü;,\"\n]{0,6}", 2..4), 1..12), tab in any::<bool>()
    ) {
        let mut writer = csv::WriterBuilder::new().flexible(true).delimiter(if tab { b'\t' } else { b';' }).from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let separator = if tab { Separator::Tab } else { Separator::Semicolon };
        let written = Written { encoding: Encoding::Utf16Le, separator, ..Written::default() };
        let bytes = utf_16(&text, false, true);
        let plain = String::from_utf8(written.plain(&bytes).unwrap().into_owned()).unwrap();
        let of = |written: &Written, text: &str| -> Vec<(u32, Vec<String>)> {
            let records = written.records(text).map(Result::unwrap);
            records.map(|(line, record)| (line, record.iter().map(str::to_owned).collect())).collect()
        };
        prop_assert_eq!(of(&Written::default(), &plain), of(&written, &text));
    }

    #[test]
    fn no_bytes_break_the_reader_of_tables(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for encoding in Encoding::ALL {
            if let Ok((written, _)) = Written::read(&bytes, Some(encoding), None) {
                let _ = written.plain(&bytes);
            }
        }
        let _ = read(&bytes);
    }
}
