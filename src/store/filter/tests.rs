use super::*;
use crate::store::notes::Notes;

fn complete(topic: Topic, word: &str) -> Vec<String> {
    super::complete(topic, word, &Notes::default())
}

fn canonical(line: &str) -> String {
    parse(line).unwrap_or_else(|error| panic!("{error}")).canonical()
}

#[test]
fn server_terms_and_local_terms_lie_apart() {
    let filter = parse("offer:>500 is:unread acme risk:not_high \"two words\" in:archived").expect("read");
    assert_eq!(filter.server_words(), ["is:unread", "risk:not_high", "in:archived"]);
    assert_eq!(filter.local_words(), ["offer:>500", "acme", "\"two words\""]);
    let question = filter.server.over(&InquiryFilter::default());
    assert_eq!((question.unread, question.visibility), (true, Visibility::Archived));
}

#[test]
fn a_reason_asks_for_all_statuses_so_that_unconfirmed_ones_are_found() {
    let question = parse("reason:unconfirmed,other").expect("read").server.over(&InquiryFilter::default());
    assert_eq!((question.delivery, question.status), (DeliveryFilter::Unsent, Status::All));
    assert_eq!(question.unsent_reasons, [UnsentReason::Unconfirmed, UnsentReason::Other]);
    let question = parse("flow:items").expect("read").server.over(&InquiryFilter::default());
    assert_eq!((question.delivery, question.status, question.flow_items), (DeliveryFilter::Unsent, Status::All, true));
    let delivered = parse("delivery:delivered").expect("read").server.over(&question);
    assert_eq!((delivered.unsent_reasons, delivered.flow_items), (vec![], false));
}

#[test]
fn the_canonical_line_reads_to_the_same_filter() {
    for (line, expected) in [
        ("  ", ""),
        ("IS:Unread -status:confirmed", "is:unread status:unconfirmed"),
        ("-status:won,lost status:confirmed", "status:confirmed -status:won,lost"),
        ("-is:unread -is:starred", "is:read is:unstarred"),
        ("is:answered -is:answered", "is:answered is:unanswered"),
        ("-risk:high -risk:low", "risk:not_high -risk:low"),
        ("-in:archived visibility:removed", "in:hidden is:unarchived"),
        ("offer:>1,200.5EUR bin:none offer:2k", "offer:>1200.50eur bin:none offer:2000"),
        ("offer:>$1,500 offer:<1_000thb offer:5,000", "offer:>1500usd offer:<1000thb offer:5000"),
        ("age:7d age:>2h age:<90m age:>1w", "age:<=7d age:>2h age:<90m age:>7d"),
        ("domain:Sólar.com -domain:shop", "domain:sólar.com -domain:shop"),
        ("-\"a \\\"b\\\"\" \"x:y\" -\"-z\"", "-\"a \\\"b\\\"\" \"x:y\" -\"-z\""),
        ("offer:500-900 offer:$1k-2,000 age:2d-1w", "offer:500-900 offer:1000-2000usd age:2d-7d"),
        ("offer:>$5,000,>€4,500,none", "offer:>5000usd,>4500eur,none"),
        ("country:us,DE,us -country:fr,it", "country:US,DE -country:FR,IT"),
        ("is:unread,starred risk:low,medium", "risk:all is:unread,starred risk:low,medium"),
        ("in:archived,hidden status:confirmed,unconfirmed", "status:all in:all is:archived,hidden"),
        ("in:active,archived", "in:all is:shown"),
        ("bin:any,none", "bin:any,none"),
        ("reason:other order:offer delivery:unsent", "delivery:unsent reason:other order:offer"),
        ("held:other,BELOW_MIN_OFFER -held:unconfirmed", "held:other,below_min_offer -held:unconfirmed"),
        ("order:offer flow:items flow:conversations", "flow:items order:offer"),
        ("word word WORD", "word"),
    ] {
        assert_eq!(canonical(line), expected, "{line}");
        assert_eq!(parse(&canonical(line)), parse(line), "{line}");
    }
}

#[test]
fn an_error_says_what_is_wrong_and_the_nearest_that_works() {
    for (line, place, said) in [
        (
            "acme is:unred",
            5,
            "is: has no “unred” · unread? · starred, read, unstarred, archived, hidden, answered, unanswered, draft, ignored",
        ),
        ("ofer:>5", 0, "Unknown filter “ofer:”. Did you mean “offer:”?"),
        ("contry:US", 0, "Unknown filter “contry:”. Did you mean “country:”?"),
        ("https://x.com", 0, "Unknown filter “https:”. To search for the text, quote it: \"https://x.com\""),
        ("is:confirmed", 0, "is: has no “confirmed”. Did you mean “status:confirmed”?"),
        ("offer:>1.500", 0, "offer: is “1.500” 1500 or 1.5?"),
        ("offer:5-9k", 0, "offer: is “5-9k” 5k-9k or 5-9000?"),
        ("offer:900-500", 0, "offer: “900-500” is backwards. Did you mean offer:500-900?"),
        ("offer:$5-9eur", 0, "offer: “$5-9eur” names two currencies"),
        ("offer:abc", 0, "offer: “abc” is not an amount (500, >$1k, 500-900, none, any)"),
        ("offer:-5", 0, "offer: “-5” is not an amount (500, >$1k, 500-900, none, any)"),
        ("offer:57,5000", 0, "offer: “57,5000” is not an amount (500, >$1k, 500-900, none, any)"),
        ("bin:>500", 0, "bin: has no “>500” · none, any"),
        ("age:<7", 0, "age: “7” needs a unit: 7d, 7h, 7m or 7w"),
        ("é age:soon", 2, "age: “soon” is not a time (7d, >2h, 2d-7d)"),
        ("a \"open", 2, "The quote is not closed."),
        ("-", 0, "A word must follow the minus."),
        ("status:mine,all", 0, "status: does not mix “mine” and “all”. Type status:mine status:all"),
        ("status:", 0, "status: needs a value · mine, theirs, won, lost, confirmed, unconfirmed, all"),
        ("country:,", 0, "country: needs a value · the buyer's country: US, DE"),
        ("flow:item", 0, "flow: has no “item” · items? · conversations"),
        ("-order:offer", 0, "order: cannot be excluded with a minus."),
        ("in:all in:hidden", 7, "“in:hidden” contradicts an earlier word. Keep one of them."),
        (
            "domain:solar",
            0,
            "domain: takes a whole name with its ending. To search for a part of a name, type solar alone.",
        ),
        ("mood:hot", 0, "Unknown filter “mood:”. To search for the text, quote it: \"mood:hot\""),
        ("re-mind:none", 0, "Unknown filter “re-mind:”. Did you mean “remind:”?"),
        ("-no-such:yes", 0, "Unknown filter “no-such:”. To search for the text, quote it: \"no-such:yes\""),
    ] {
        let error = parse(line).expect_err(line);
        assert_eq!((error.to_string().as_str(), error.place), (said, place), "{line}");
    }
}

#[test]
fn words_complete_to_what_can_be_typed() {
    use Topic::{Domains, Inquiries};
    for (topic, typed, words) in [
        (Inquiries, "is:un", vec!["is:unread", "is:unstarred", "is:unanswered"]),
        (Inquiries, "is:unread,st", vec!["is:unread,starred"]),
        (Inquiries, "-ri", vec!["-risk:"]),
        (Inquiries, "o", vec!["offer:", "order:"]),
        (Inquiries, "spam:h", vec!["spam:high"]),
        (Inquiries, "tl", vec![]),
        (Inquiries, "bin:", vec!["bin:none", "bin:any"]),
        (Domains, "l", vec!["length:", "listing:"]),
        (Domains, "STATE:un", vec!["state:unverified"]),
        (Domains, "state:verified,un", vec!["state:verified,unverified"]),
        (Domains, "next:o", vec!["next:overdue"]),
        (Domains, "hyphen:", vec!["hyphen:yes", "hyphen:no"]),
        (Domains, "buy", vec![]),
    ] {
        assert_eq!(complete(topic, typed), texts(&words), "{typed}");
    }
    assert!(complete(Inquiries, "reason:").contains(&"reason:below_min_offer".to_owned()));
    let none = Notes::default();
    assert_eq!(
        offers(Domains, "hy", &none),
        [Offer { word: "hyphen:".into(), doc: "a hyphen in the name (yes, no)".into() }]
    );
}

#[test]
fn every_word_that_help_names_is_read() {
    for name in NAMES {
        let read = |line: &str| match name.of[0] {
            Topic::Inquiries => parse(line).map(drop),
            Topic::Domains => parse_domains(line).map(drop),
            // The word `exact:` is an error without a search.
            Topic::Mail if name.name == "exact" => parse_mail(&format!("{line} word")).map(drop),
            Topic::Mail => parse_mail(line).map(drop),
        };
        for typed in complete(name.of[0], &format!("{}:", name.name)) {
            assert!(read(&typed).is_ok(), "{typed}: {:?}", read(&typed));
        }
        // The examples follow the colon in the hint.
        for example in name.hint.split_once(": ").into_iter().flat_map(|(_, examples)| examples.split(", ")) {
            let typed = format!("{}:{example}", name.name);
            assert!(read(&typed).is_ok(), "{typed}: {:?}", read(&typed));
        }
    }
}

#[test]
fn words_about_domains_have_lines_of_their_own() {
    for (line, server, local) in [
        ("pixel STATE:verified listing:for_sale", vec!["state:verified", "listing:for_sale"], vec!["pixel"]),
        ("state:inactive -state:removed", vec![], vec!["state:inactive", "-state:removed"]),
        ("domain:Pixel name:park tld:.Co.UK", vec![], vec!["pixel", "park", "tld:co.uk"]),
        ("price:>1k bin:none target:<=70eur", vec![], vec!["bin:>1000", "bin:none", "target:<=70eur"]),
        ("sale:y -host:no offers:false", vec![], vec!["sale:yes", "-host:no", "offers:no"]),
        (
            "added:30d verified:>2w checked:never next:overdue",
            vec![],
            vec!["added:<=30d", "verified:>14d", "checked:none", "next:overdue"],
        ),
        (
            "state:verified,inactive tld:com,.de bin:5000-9000,none",
            vec![],
            vec!["state:verified,inactive", "tld:com,de", "bin:5000-9000,none"],
        ),
        (
            "length:<6 length:4-6 digits:none hyphen:no idn:yes asked:>2 visits:20-50 best:$5,000-9,000",
            vec![],
            vec![
                "length:<6",
                "length:4-6",
                "digits:0",
                "hyphen:no",
                "idn:yes",
                "asked:>2",
                "visits:20-50",
                "best:5000-9000usd",
            ],
        ),
        ("listing:for_sale,off_market added:1w-30d", vec!["listing:all"], vec!["added:7d-30d"]),
        ("\"buyer:x\" \"two words\"", vec![], vec!["\"buyer:x\"", "\"two words\""]),
    ] {
        let filter = parse_domains(line).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((filter.server_words(), filter.local_words()), (texts(&server), texts(&local)), "{line}");
        assert_eq!(parse_domains(&filter.canonical()), Ok(filter), "{line}");
    }
    assert!(parse_domains("next:overdue").expect("read").depends_on_time());
    assert!(!parse_domains("next:any bin:>5").expect("read").depends_on_time());
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn a_comparison_behind_a_known_name_needs_no_colon() {
    for (line, same) in [("offer>500", "offer:>500"), ("-age<7d", "-age:<7d"), ("is=unread", "is:unread")] {
        assert_eq!(canonical(line), canonical(same), "{line}");
    }
    assert_eq!(canonical("a>b"), canonical("\"a>b\""), "no name, so a text");
}

#[test]
fn a_word_of_the_other_list_is_named_as_such() {
    for (line, said) in [
        ("stat:verified", "Unknown filter “stat:”. Did you mean “state:”?"),
        ("state:verfied", "state: has no “verfied” · verified? · unverified, detected, removed, inactive"),
        ("state:verified,xyzzy", "state: has no “xyzzy” · verified, unverified, detected, removed, inactive"),
        ("is:verified", "is: belongs to Inquiries. Here: state:verified"),
        ("sale:maybe", "sale: has no “maybe” · yes, no"),
        ("buyer:acme", "buyer: belongs to Inquiries. :help filter lists the words for Domains."),
        ("x added:<5", "added: “5” needs a unit: 5d, 5h, 5m or 5w"),
        ("bin:>5.000", "bin: is “5.000” 5000 or 5?"),
        ("length:many", "length: “many” is not a number (5, <6, 4-6)"),
        ("length:9-2", "length: “9-2” is backwards. Did you mean length:2-9?"),
        ("listing:", "listing: needs a value · all, for_sale, off_market"),
        ("state:verified state:removed", "“state:removed” contradicts an earlier word. Keep one of them."),
    ] {
        assert_eq!(parse_domains(line).expect_err(line).to_string(), said);
    }
    let said = parse("tld:com").expect_err("of domains").to_string();
    assert_eq!(said, "tld: belongs to Domains. :help filter lists the words for Inquiries.");
}

proptest::proptest! {
    #[test]
    fn no_line_about_domains_panics_and_its_canonical_form_reads_the_same(
        line in "[ \"\\\\:<>=a-z0-9éß.,_-]{0,40}|-?(state|bin|added|next|tld|sale|length|best|asked):[ -~]{0,8}"
    ) {
        if let Ok(filter) = parse_domains(&line) {
            proptest::prop_assert_eq!(parse_domains(&filter.canonical()), Ok(filter));
        }
    }

    #[test]
    fn no_line_about_inquiries_panics_and_its_canonical_form_reads_the_same(
        line in "[ \"\\\\:<>=a-z0-9éß.,_-]{0,40}|(is|in|offer|age|domain|-risk):[ -~]{0,8}"
    ) {
        if let Ok(filter) = parse(&line) {
            proptest::prop_assert_eq!(parse(&filter.canonical()), Ok(filter));
        }
    }
}
