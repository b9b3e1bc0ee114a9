//! Help pages about inquiries, made from the tables they describe.

use crate::api::inquiries::UnsentReason;
use crate::screens::inquiry::reply::VARIABLES;
use crate::screens::inquiry::words;
use crate::ui::list::help;
use crate::ui::widgets::page::Part;
use crate::ui::{Role, Topic};

/// The help pages of the screen.
pub const TOPICS: &[Topic] = &[
    help::INQUIRIES,
    Topic { name: "reply", title: "Replies and their templates", page: reply },
    Topic { name: "unsent", title: "Why inquiries are not emailed to you", page: unsent },
];

fn text(words: &str) -> Part {
    Part::Text(Role::Text, words.to_owned())
}

fn unsent() -> Vec<Part> {
    let mut parts = vec![
        text(
            "The service holds an inquiry back when its buyer or offer does not pass the rules of your account. It is received all \
             the same: it is in the list of inquiries, and the tab Unsent shows those that were not emailed, with the reason.",
        ),
        Part::Blank,
    ];
    parts.extend(
        UnsentReason::ALL
            .iter()
            .map(|reason| Part::field(words::short_reason(*reason), words::reason(reason.as_str()))),
    );
    parts.extend([
        Part::Blank,
        Part::field(":unsent", "opens the tab; there W and > choose the reasons shown"),
        Part::field("R", "asks the service to email it to you all the same"),
        Part::field("r", "replies to it without that"),
    ]);
    parts
}

fn reply() -> Vec<Part> {
    let mut parts = vec![
        text(
            "A reply begins with a template and is written in your editor. What you save is kept as a draft until you mark \
             it as sent or discard it; the list marks it with ✎, is:draft finds it, and D lists all drafts. Then it goes to \
             your mail program or to the clipboard; Parkade itself sends no mail.",
        ),
        Part::Blank,
        text(
            "Templates are text files in templates/ of the configuration folder (parkade config init writes a set, \
             parkade config check reports mistakes in them). Lines at the top that begin with # are comments, then \
             comes “Subject: …”, an empty line, and the text. The reference is added to the subject automatically. A \
             template that names a price the offer reaches comes last and asks first.",
        ),
        Part::Title("Variables, in braces".to_owned()),
    ];
    parts.extend(VARIABLES.iter().map(|variable| Part::field(format!("{{{}}}", variable.name), variable.doc)));
    parts.push(Part::Blank);
    parts.push(text("{{ is a brace. What is not known says so in brackets, such as [no offer]."));
    parts
}
