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

proptest::proptest! {
    #[test]
    fn no_line_panics_and_what_reads_reads_again(line in "[ \"\\\\:<>=a-z0-9éß.,_-]{0,40}|(is|in|offer|age|domain|-risk):[ -~]{0,8}") {
        if let Ok(filter) = parse(&line) {
            proptest::prop_assert_eq!(parse(&filter.canonical()), Ok(filter));
        }
    }
}
