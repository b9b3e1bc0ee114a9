use super::*;

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
        ("-is:unread -is:starred", "is:read is:unstarred"),
        ("-risk:high -risk:low", "risk:not_high -risk:low"),
        ("-in:archived visibility:removed", "in:hidden is:unarchived"),
        ("offer:>1,200.5EUR bin:none offer:2k", "offer:>1200.50eur bin:none offer:2000"),
        ("offer:>$1,500 bin:<1_000thb", "offer:>1500usd bin:<1000thb"),
        ("age:7d age:>2h age:<90m age:>1w", "age:<=7d age:>2h age:<90m age:>7d"),
        ("domain:Sólar.com -domain:shop", "domain:sólar.com -domain:shop"),
        ("-\"a \\\"b\\\"\" \"x:y\" -\"-z\"", "-\"a \\\"b\\\"\" \"x:y\" -\"-z\""),
        (
            "tag:hot -note:\"call back\" score:>60 state:verified",
            "tag:hot -note:\"call back\" score:>60 state:verified",
        ),
        ("reason:other order:offer delivery:unsent", "delivery:unsent reason:other order:offer"),
        ("order:offer flow:items flow:conversations", "flow:items order:offer"),
        ("word word WORD", "word"),
    ] {
        assert_eq!(canonical(line), expected, "{line}");
        assert_eq!(parse(&canonical(line)), parse(line), "{line}");
    }
}

#[test]
fn an_error_names_the_word_its_place_and_the_nearest_that_works() {
    for (line, said) in [
        (
            "acme is:unred",
            "is:unred (character 6): is: takes unread, starred, read, unstarred, archived or hidden; did you mean is:unread?",
        ),
        ("ofer:>5", "ofer:>5 (character 1): there is no filter word ofer:; did you mean offer:>5?"),
        (
            "https://x.com",
            "https://x.com (character 1): there is no filter word https:; did you mean \"https://x.com\" for the words themselves?",
        ),
        ("is:confirmed", "is:confirmed (character 1): is: does not know confirmed; did you mean status:confirmed?"),
        ("offer:>1.500", "offer:>1.500 (character 1): offer: 1.500 can mean 1.500 or 1500; did you mean offer:>1500?"),
        ("offer:abc", "offer:abc (character 1): offer: takes an amount, none or any; did you mean offer:>500?"),
        ("age:<7", "age:<7 (character 1): age: takes a time in m, h, d or w; did you mean age:<7d?"),
        ("é age:<7", "age:<7 (character 3): age: takes a time in m, h, d or w; did you mean age:<7d?"),
        ("a \"open", "\"open (character 3): the quote is not closed; did you mean \"open\"?"),
        ("-", "- (character 1): a word must follow the minus."),
        (
            "status:",
            "status: (character 1): status: needs a value (confirmed, unconfirmed or all); did you mean status:confirmed?",
        ),
        ("flow:item", "flow:item (character 1): flow: takes items or conversations; did you mean flow:items?"),
        (
            "-order:offer",
            "-order:offer (character 1): order: cannot be turned round with a minus; did you mean order:offer?",
        ),
        ("in:all in:hidden", "in:hidden (character 8): this contradicts an earlier word; keep one of the two."),
        (
            "domain:solar",
            "domain:solar (character 1): domain: takes a whole name with its ending; did you mean solar for a part of a name?",
        ),
    ] {
        assert_eq!(parse(line).expect_err(line).to_string(), said);
    }
}

#[test]
fn words_complete_to_what_can_be_typed() {
    assert_eq!(complete("is:un"), ["is:unread", "is:unstarred"]);
    assert_eq!(complete("-ri"), ["-risk:"]);
    assert!(complete("reason:").contains(&"reason:below_min_offer".to_owned()));
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
fn a_word_of_the_other_list_is_named_as_such() {
    for (line, said) in [
        ("stat:verified", "stat:verified (character 1): there is no filter word stat:; did you mean state:verified?"),
        (
            "state:verfied",
            "state:verfied (character 1): state: takes verified, unverified, detected, removed or inactive; did you mean state:verified?",
        ),
        ("sale:maybe", "sale:maybe (character 1): sale: takes yes or no; did you mean sale:yes?"),
        (
            "buyer:acme",
            "buyer:acme (character 1): buyer: is a filter word for inquiries, not for domains; did you mean \"buyer:acme\" for the words themselves?",
        ),
        ("x added:<5", "added:<5 (character 3): added: takes a time in m, h, d or w; did you mean added:<7d?"),
        (
            "listing:",
            "listing: (character 1): listing: needs a value (all, for_sale or off_market); did you mean listing:all?",
        ),
        (
            "state:verified state:removed",
            "state:removed (character 16): this contradicts an earlier word; keep one of the two.",
        ),
    ] {
        assert_eq!(parse_domains(line).expect_err(line).to_string(), said);
    }
    let said = parse("tld:com").expect_err("of domains").to_string();
    assert!(said.contains("tld: is a filter word for domains, not for inquiries"), "{said}");
    assert_eq!(complete_domains("li"), ["listing:"]);
    assert_eq!(complete_domains("state:un"), ["state:unverified"]);
    assert_eq!(complete("tl"), [""; 0]);
}

proptest::proptest! {
    #[test]
    fn no_line_about_domains_panics_and_what_reads_reads_again(
        line in "[ \"\\\\:<>=a-z0-9éß.,_-]{0,40}|-?(state|bin|added|next|tld|sale):[ -~]{0,8}"
    ) {
        if let Ok(filter) = parse_domains(&line) {
            proptest::prop_assert_eq!(parse_domains(&filter.canonical()), Ok(filter));
        }
    }

    #[test]
    fn no_line_panics_and_what_reads_reads_again(line in "[ \"\\\\:<>=a-z0-9éß.,_-]{0,40}|(is|in|offer|age|domain|-risk):[ -~]{0,8}") {
        if let Ok(filter) = parse(&line) {
            proptest::prop_assert_eq!(parse(&filter.canonical()), Ok(filter));
        }
    }
}
