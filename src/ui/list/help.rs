//! `:help filter` for the present screen, made from the table of filter words.

use crate::api::limits::{SEARCH_CHARS, SEARCH_WORDS};
use crate::store::filter::{NAMES, Topic as Words};
use crate::ui::widgets::page::Part;
use crate::ui::{Role, Topic};

/// Help on the filter of inquiries.
pub const INQUIRIES: Topic = Topic { name: "filter", title: "Filter for inquiries", page: || page(Words::Inquiries) };

const DOMAINS: &[Topic] = &[Topic { name: "filter", title: "Filter for domains", page: || page(Words::Domains) }];
/// Help on the search in mail.
pub const SEARCH: Topic = Topic { name: "filter", title: "Search in mail", page: mail };

const MAIL: &[Topic] = &[SEARCH];
const PLAIN: &[Topic] = &[Topic { name: "filter", title: "Filter", page: plain }];

/// Help pages of a list that has no others.
pub fn topics(words: Option<Words>) -> &'static [Topic] {
    const OF_INQUIRIES: &[Topic] = &[INQUIRIES];
    match words {
        Some(Words::Inquiries) => OF_INQUIRIES,
        Some(Words::Domains) => DOMAINS,
        Some(Words::Mail) => MAIL,
        None => PLAIN,
    }
}

fn text(words: &str) -> Part {
    Part::Text(Role::Text, words.to_owned())
}

fn plain() -> Vec<Part> {
    vec![text("Shows the rows that contain what you type. Case does not matter.")]
}

fn mail() -> Vec<Part> {
    let search = format!(
        "enter sends the line to the service, which searches sender, subject, message and domain of all mail, whatever \
         the tab. Plain words match the start of a word. \"Quotes\" keep words together, inv* ends anywhere, +must has to \
         be there, -not must not. At most {SEARCH_CHARS} characters and {SEARCH_WORDS} words."
    );
    let names = NAMES.iter().filter(|name| name.of.contains(&Words::Mail));
    let names = names.map(|name| Part::field(format!("{}:", name.name), name.doc()));
    let narrow = "Without words to search for the line narrows the tab:";
    let example = "For example: \"purchase order\" -newsletter domain:example.com exact:yes";
    [text(&search), Part::Blank, text(narrow)].into_iter().chain(names).chain([Part::Blank, text(example)]).collect()
}

fn page(words: Words) -> Vec<Part> {
    let (bare, either, example, currency) = match words {
        Words::Mail => return mail(),
        Words::Inquiries => (
            "Text without a colon is searched for in domain, buyer, company, address and message.",
            "country:US,DE",
            "is:unread offer:>500 -country:US age:<7d",
            "offer:>$5000,>€4500",
        ),
        Words::Domains => (
            "Text without a colon is searched for in the name.",
            "state:verified,unverified",
            "tld:com length:4-6 digits:none bin:>$1,000 asked:>2",
            "best:>$5000,>€4500",
        ),
    };
    let mut parts = vec![
        text(&format!(
            "All terms must match. Put - before a term to exclude it. Commas mean either: {either}. A range is typed \
             as 500-900. {bare} ^shop finds domains that begin with shop, *shop those that end with it (before .com), b*k \
             those between. Quotes match literally: \"^shop\"."
        )),
        Part::Title("Server filters".to_owned()),
    ];
    let of = |server: bool| {
        let names = NAMES.iter().filter(move |name| name.server == server && name.of.contains(&words));
        names.map(|name| Part::field(format!("{}:", name.name), name.doc()))
    };
    parts.extend(of(true));
    parts.push(Part::Title("Local filters (loaded rows)".to_owned()));
    parts.extend(of(false));
    parts.push(Part::Title("Amounts".to_owned()));
    parts.push(text(&format!(
        "Type them as they are shown: $5,000, €2,000, 5k, 5000eur. A number alone is in the currency of your account. \
         Amounts in other currencies do not match, because nothing is converted; {currency} finds two currencies. \
         1.500 is not accepted, because it could be 1500 or 1.50."
    )));
    parts.push(Part::Blank);
    parts.push(text(&format!("For example: {example}")));
    parts
}
