//! The widths of the columns of a list.

use parkade::api::emails::Match;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

use crate::support::{inbox, mail};

#[test]
fn names_are_whole_where_offers_and_ages_are_short() {
    let mut rows = inbox::rows();
    for row in &mut rows {
        row["offer"] = 75.0.into();
        row["full_name"] = "Mike".into();
    }
    rows[0]["domain"] = "uppsala-stadshotell.se".into();
    let mut story = Story::new(ALL);
    story.size(100, 24).open("inquiries", "");
    inbox::fill(&mut story, Tab::Active, &rows);
    let frame = story.snap();
    let list = frame.lines().filter_map(|line| line.split_once('│')).map(|(list, _)| list);
    assert!(list.clone().any(|line| line.contains("uppsala-stadshotell.se  ")), "{frame}");
}

/// The headings of the list, which begin with the age.
fn headings(story: &mut Story) -> String {
    let frame = story.snap();
    let line = frame.lines().find(|line| line.trim_start().starts_with("age")).map(str::to_owned);
    line.unwrap_or_else(|| panic!("no headings in\n{frame}"))
}

#[test]
fn the_country_of_a_buyer_stays_longer_than_the_risk() {
    let mut story = inbox::open_inbox(24);
    for width in 40..=150 {
        let headings = headings(story.size(width, 24));
        let [country, risk] = [" from", " risk"].map(|title| headings.contains(title));
        assert!(country || (!risk && width < 80), "{width}: {headings}");
    }
}

#[test]
fn a_note_on_one_row_takes_neither_risk_nor_score_from_all() {
    let mut story = inbox::open_inbox(24);
    story.line("all");
    let widths: Vec<u16> = (80..=220).step_by(10).collect();
    let judged = |story: &mut Story, width| {
        let headings = headings(story.size(width, 24));
        let columns: Vec<&str> = headings.split_whitespace().collect();
        ["offer", "buyer", "from", "risk", "score"].map(|column| columns.contains(&column))
    };
    let before: Vec<_> = widths.iter().map(|width| judged(&mut story, *width)).collect();
    for mark in ["snooze +1w", "status theirs", "remind +3d", "tag +hot", "note call her on Monday"] {
        story.line(mark);
        for (width, before) in widths.iter().zip(&before) {
            assert_eq!(judged(&mut story, *width), *before, "{mark} at {width}:\n{}", story.snap());
        }
    }
    let wide = headings(story.size(300, 24));
    assert!(["status", "tags", "note", "remind"].iter().all(|column| wide.contains(column)), "with room: {wide}");
}

#[test]
fn the_reason_for_holding_back_is_whole_beside_the_offer() {
    let mut rows = inbox::rows();
    for (row, reason) in rows.iter_mut().zip(["unconfirmed", "unqualified_bant"]) {
        row["delivery"] = serde_json::json!({ "state": "unsent", "reason": reason });
    }
    let mut story = inbox::open_inbox(24);
    story.answer(&inbox::first_page(Tab::Unsent), &inbox::unsent_page(&rows[..2], 2, [1, 0, 0, 1, 0]));
    story.line("unsent");
    for width in [80, 100, 120] {
        let headings = headings(story.size(width, 24));
        assert!(headings.contains("held back") && headings.contains("offer"), "{width}: {headings}");
        let frame = story.snap();
        for reason in ["  not confirmed ", "  failed questions "] {
            assert!(frame.lines().any(|line| format!("{line} ").contains(reason)), "{width}: {reason}\n{frame}");
        }
    }
}

#[test]
fn the_subject_of_a_mail_is_no_narrower_beside_a_wider_preview() {
    let mut rows = mail::rows();
    for row in &mut rows {
        row["subject"] = serde_json::json!([format!("{}: what we agreed on last week", row["subject"][0])]);
    }
    let mut story = mail::open();
    for matching in [Match::Inbox, Match::All] {
        mail::fill_tab(&mut story, matching, &rows);
    }
    for (width, least) in [(80, 25), (100, 29), (120, 29), (150, 29)] {
        let headings = headings(story.size(width, 30));
        let rest = &headings[headings.find("subject").expect("a subject")..];
        let next = ["domain", "files", "│"].iter().filter_map(|next| rest.find(next)).min().unwrap_or(rest.len());
        assert!(next >= least, "{width}: {next} cells in {headings}");
    }
}

/// Texts of the first row of the list, without signs before them.
fn texts(story: &mut Story) -> Vec<String> {
    let frame = story.snap();
    let row = frame.lines().find(|line| line.starts_with('▌')).and_then(|line| line.split('│').next()).expect("a row");
    let texts = row.split("  ").map(|text| text.trim_matches([' ', '▌', '●', '★']).to_owned());
    texts.filter(|text| text.chars().count() > 3).collect()
}

#[test]
fn a_wider_window_cuts_no_text_that_a_narrower_one_shows() {
    let mut rows = inbox::rows();
    for row in &mut rows {
        row["full_name"] = "Krzysztof Wiśniewicz".into();
        row["company"] = "Wiśniewicz Transport Sp. z o.o.".into();
    }
    let mut inquiries = Story::new(ALL);
    inquiries.size(120, 30).open("inquiries", "");
    inbox::fill(&mut inquiries, Tab::Active, &rows);
    let mut rows = mail::rows();
    for row in &mut rows {
        row["subject"] = serde_json::json!(["Your order 60634 is on its way"]);
    }
    let mut mails = mail::open();
    mail::fill_tab(&mut mails, Match::Inbox, &rows);
    for story in [&mut inquiries, &mut mails] {
        let mut whole = texts(story.size(120, 30));
        whole.retain(|text| !text.ends_with('…'));
        for width in (120..=220).step_by(4) {
            let now = texts(story.size(width, 30));
            let cut = now.iter().filter_map(|text| text.strip_suffix('…'));
            let shorter: Vec<&str> = cut.filter(|cut| whole.iter().any(|text| text.starts_with(cut))).collect();
            assert_eq!(shorter, [""; 0], "{width}: {now:?}");
        }
    }
}
