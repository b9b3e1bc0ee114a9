//! The filter line as a form: what to search for, and what narrows the list.

use super::state::{EXTENSION, Mail, TABS};
use crate::api::emails::ExtensionLocation;
use crate::base::DomainName;
use crate::store::filter::{MailQuery, parse_mail, quoted};
use crate::ui::list;
use crate::ui::widgets::form::{Field, Form, Kind};
use crate::ui::{Cx, Outcome};

/// Choice for both locations.
const BOTH: &str = "both";
/// Choices on files, with the filter words of each.
const FILES: [(&str, &str); 3] = [("all messages", ""), ("with files", "files:any"), ("without files", "files:none")];

/// Choices on marks, with the filter words of each.
const MARKS: [(&str, &str); 4] =
    [("all messages", ""), ("unread", "is:unread"), ("read", "is:read"), ("starred", "is:starred")];

/// Form of a filter on that tab.
pub fn form(tab: usize, query: &MailQuery) -> Form {
    let tabs = Kind::Choice(TABS.iter().map(|row| row.title.to_string()).collect());
    let places = std::iter::once(BOTH).chain(ExtensionLocation::ALL.iter().map(|place| place.as_str()));
    let place = if let [place] = query.places[..] { place.as_str() } else { BOTH };
    let files = FILES[query.checks.files.map_or(0, |any| if any { 1 } else { 2 })].0;
    let mark = match (query.checks.unread, query.checks.starred) {
        (Some(true), _) => MARKS[1].0,
        (Some(false), _) => MARKS[2].0,
        (None, Some(true)) => MARKS[3].0,
        _ => MARKS[0].0,
    };
    let domain = query.domain.as_ref().map_or("", DomainName::unicode);
    Form::new(vec![
        Field::new("search", "Search for", Kind::Text, &query.search)
            .with_help("word starts, \"a phrase\", inv*, +must, -not; looks at all mail"),
        Field::new("exact", "Whole words only", Kind::Bool, if query.exact == Some(true) { "yes" } else { "no" })
            .with_help("about the search above"),
        Field::new("from", "From", Kind::Text, query.checks.from.as_deref().unwrap_or_default())
            .with_help("part of the sender's name or address, among the messages that were loaded"),
        Field::new("domain", "Sent to", Kind::Text, domain).with_help("one of your domains, with its ending"),
        Field::new("tab", "Tab", tabs, TABS[tab].title).with_help("left and right change it"),
        Field::new("ext", "Endings", Kind::Text, &query.extensions.join(","))
            .with_help("for the Extension tab: de,co.uk; none means all"),
        Field::new("at", "Look for the ending in", Kind::Choice(places.map(str::to_owned).collect()), place)
            .with_help("for the Extension tab: where the sender's domain has it"),
        Field::new("files", "Files", Kind::Choice(FILES.map(|(choice, _)| choice.to_owned()).into()), files)
            .with_help("among the messages that were loaded"),
        Field::new("is", "Marks", Kind::Choice(MARKS.map(|(choice, _)| choice.to_owned()).into()), mark)
            .with_help("on this computer"),
    ])
}

/// Filter line made from the form; a field with a mistake makes the line invalid.
fn line(form: &Form) -> String {
    let mut line = Vec::new();
    for (word, id) in [("", "search"), ("from:", "from"), ("domain:", "domain"), ("ext:", "ext"), ("at:", "at")] {
        let mut typed = form.value(id).trim().to_owned();
        if id == "ext" {
            typed.retain(|c| !c.is_whitespace());
        }
        if id == "from" && !typed.is_empty() {
            typed = quoted(&typed);
        }
        if !typed.is_empty() && typed != BOTH {
            line.push(format!("{word}{typed}"));
        }
    }
    if form.value("exact") == "yes" {
        line.push("exact:yes".to_owned());
    }
    for (field, choices) in [("files", &FILES[..]), ("is", &MARKS)] {
        let chosen = choices.iter().find(|(choice, word)| *choice == form.value(field) && !word.is_empty());
        line.extend(chosen.map(|(_, word)| (*word).to_owned()));
    }
    line.join(" ")
}

/// Applies the form and opens its tab. `None` when there are mistakes, which stay in the form beside their fields.
pub fn submit(screen: &mut Mail, form: &mut Form, cx: &mut Cx<'_>) -> Option<Outcome> {
    let typed = line(form);
    let query = match parse_mail(&typed) {
        Ok(query) => query,
        Err(error) => {
            let named = |id: &&str| error.word.starts_with(&format!("{id}:"));
            let id = ["exact", "from", "domain", "ext", "at"].into_iter().find(named).unwrap_or("search");
            form.set_error(id, error.to_string());
            return None;
        }
    };
    let chosen = form.value("tab");
    let tab = TABS.iter().position(|row| row.title == chosen);
    let tab = if query.is_of_extensions() { Some(EXTENSION) } else { tab };
    Some(list::show(screen, tab, &typed, &cx.world))
}
