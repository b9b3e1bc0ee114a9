//! Caught mail as the service would answer it, for stories.

use parkade::api::emails::{Download, List, Match, Search};
use parkade::screens::ALL;
use parkade::store::disk::Noted;
use parkade::store::filter::MailQuery;
use parkade::store::lists::mail::{CAUTION, MailMark};
use parkade::ui::testing::Story;
use serde_json::{Value, json};

use crate::support::NOW;

/// Messages of the stories, newest first: from people and shops, one that bounced, and a hostile one.
pub fn rows() -> Vec<Value> {
    let mail = |id: &str, hours: i64, domain: &str, from: &str, subject: &str, label: &str, files: &[&str]| {
        json!({ "id": id, "date": NOW - hours * 3_600, "domain": [domain], "from": [from],
            "to": [format!("info@{domain}")], "subject": [subject], "envelope_to": [format!("info@{domain}")],
            "summary": format!("This is how “{subject}” begins."), "match_labels": [label],
            "envelope_from": "bounce@mailer.example", "sender": [], "reply_to": [], "attachments": files })
    };
    vec![
        mail(
            "m-5",
            1,
            "solarpark.de",
            "Anna Berg <anna@solarpark-berlin.com>",
            "Invoice 2041",
            "domain_contains",
            &["invoice-2041.pdf", "terms.txt"],
        ),
        mail("m-4", 5, "bücher.de", "shop@buecher.example", "Your order was sent", "domain_similarity", &[]),
        mail(
            "m-3",
            30,
            "kaffee.de",
            "\u{1b}[31mceo@bank.example <x@kaffeede.com>",
            "Meeting on Monday",
            "domain_contains_extension",
            &[],
        ),
        mail(
            "m-2",
            60,
            "solarpark.de",
            "MAILER-DAEMON@mail.solarpark.com",
            "Undelivered Mail",
            "domain_contains",
            &["message.eml"],
        ),
        mail("m-1", 900, "tulip.net", "no-reply@tulips.example", "Invoice of March", "new_label", &[]),
    ]
}

/// Page of messages as the service answers.
pub fn page(rows: &[Value], number: u32, total: usize) -> String {
    json!({ "emails": rows, "pagination": { "current_page": number, "last_page": total.div_ceil(100).max(1),
        "per_page": 100, "shown": rows.len(), "total": total } })
    .to_string()
}

/// Request for the first page of a tab.
pub fn list(matching: Match) -> List {
    MailQuery::default().list(matching, 1)
}

/// Request for the first page of search results.
pub fn search(words: &str) -> Search {
    MailQuery { search: words.to_owned(), ..MailQuery::default() }.found(1)
}

/// Answers the first page of a tab.
pub fn fill_tab(story: &mut Story, matching: Match, rows: &[Value]) {
    story.answer(&list(matching), &page(rows, 1, rows.len()));
}

/// Answers the tabs, and the search that the tests of all lists make.
pub fn fill(story: &mut Story) {
    let rows = rows();
    fill_tab(story, Match::Inbox, &rows);
    fill_tab(story, Match::All, &rows);
    for (matching, place) in
        [(Match::DomainContains, 0), (Match::DomainSimilarity, 1), (Match::DomainContainsExtension, 2)]
    {
        fill_tab(story, matching, &rows[place..=place]);
    }
    story.answer(&search("invoice"), &page(&[rows[0].clone(), rows[4].clone()], 1, 2));
    story.answer(&search("nobody-of-this-name"), &page(&[], 1, 0));
}

/// Notes that the messages with these ids were read.
fn note_read(story: &mut Story, ids: &[&str]) {
    let read = MailMark { read: true, ..MailMark::default() };
    let mail = ids.iter().map(|id| ((*id).into(), read.clone())).collect();
    story.store.note(Noted::mail(mail), String::new(), parkade::ui::testing::NOW).expect("noted");
}

/// As [`fill`], for a user who has read every message and the caution before the first one.
pub fn ready(story: &mut Story) {
    fill(story);
    note_read(story, &[CAUTION, "m-5", "m-4", "m-3", "m-2", "m-1"]);
}

/// The screen with its list.
pub fn open() -> Story {
    let mut story = unread();
    note_read(&mut story, &[CAUTION]);
    story.sync();
    story
}

/// The screen with its list, before the first message was opened.
pub fn unread() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("mail", "");
    fill(&mut story);
    story.sent();
    story
}

/// A message with a text and an HTML part that say different things, a quoted part, links and two files.
pub const MESSAGE: &str = "Received: from mail.solarpark-berlin.com\r\n\
From: Anna Berg <anna@solarpark-berlin.com>\r\n\
To: info@solarpark.de\r\n\
Subject: =?utf-8?q?Invoice_2041_=E2=80=93_open?=\r\n\
MIME-Version: 1.0\r\n\
Content-Type: multipart/mixed; boundary=outer\r\n\r\n\
--outer\r\n\
Content-Type: multipart/alternative; boundary=inner\r\n\r\n\
--inner\r\n\
Content-Type: text/plain; charset=utf-8\r\n\
Content-Transfer-Encoding: 8bit\r\n\r\n\
Dear Sir or Madam,\r\n\
invoice 2041 of 1.250,00 € is open.\r\n\r\n\
> On Monday you wrote:\r\n\
> first line\r\n\
> second line\r\n\
> third line\r\n\
> last line\r\n\
--inner\r\n\
Content-Type: text/html; charset=utf-8\r\n\r\n\
<p>Pay <b>now</b>: <a href=\"https://pay.example/2041\">https://bank.example</a></p>\
<p style=\"display:none\">secret words</p>\r\n\
--inner--\r\n\
--outer\r\n\
Content-Type: application/pdf; name=\"../invoice.pdf\"\r\n\
Content-Disposition: attachment; filename=\"../invoice.pdf\"\r\n\
Content-Transfer-Encoding: base64\r\n\r\n\
JVBERi0xLjQK\r\n\
--outer\r\n\
Content-Type: text/plain; name=terms.txt\r\n\
Content-Disposition: attachment; filename=terms.txt\r\n\r\n\
Terms\r\n\
--outer--\r\n";

/// Request for the raw form of a message.
pub fn download(id: &str) -> Download {
    Download { id: id.to_owned() }
}

/// The screen with the first message opened and read.
pub fn read() -> Story {
    let mut story = open();
    story.keys("enter").answer_wanted(&download("m-5"), MESSAGE.as_bytes());
    story.sent();
    story
}
