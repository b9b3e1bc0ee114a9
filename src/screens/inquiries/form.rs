//! The filter as a form, in step with the filter line: the most used fields first, then every value the service
//! documents. Words without a field stay in the last field as typed.

use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, UnsentReason, Visibility};
use crate::base::DomainName;
use crate::screens::inquiry::words;
use crate::store::filter::{self, Filter, Local, Server, Test};
use crate::ui::list;
use crate::ui::widgets::form::{Field, Form, Kind};
use crate::ui::{Cx, Outcome};

use super::state::Inquiries;
use super::tabs::TABS;

/// Choice that leaves a value to the tab's default.
const AS_TAB: &str = "as the tab";

/// Id, label and explanation of a field.
type Words = (&'static str, &'static str, &'static str);

const STATUS: Words = ("status", "Status", "whether the buyer confirmed the email");
const DELIVERY: Words = ("delivery", "Delivery", "whether it was emailed to you");
const FLOW: Words = ("flow", "Every unsent step", "also steps of conversations of which another one reached you");
const ORDER: Words = ("order", "Order", "newest first, or highest offer first");
const VIEW: Words = ("view", "Folder", "active, archived, hidden or all");
const UNREAD: Words = ("unread", "Unread only", "inquiries not opened yet, or marked unread");
const STARRED: Words = ("starred", "Starred only", "inquiries with your star");
const RISK: Words = ("risk", "Spam risk", "not_high leaves out high only");

/// Most used fields: id, label, word of the filter line, help.
const ASKED: [(&str, &str, &str, &str); 5] = [
    ("offer", "Offer above", "offer", "5000, $5,000, 5k; or 500-900, <1000, none, any"),
    ("country", "Country", "country", "two letters, several with commas: US,DE"),
    ("buyer", "Buyer", "buyer", "part of the name, company or address"),
    ("age", "Not older than", "age", "7d, 12h, 2w; or >30d for older ones"),
    ("domain", "Domain", "domain", "the whole domain, with its ending"),
];

/// Explanation of the switches of reasons.
const REASON: &str = "a reason why it was not emailed; none chosen means all";

/// Field to choose a value of the service by its word; no value means the tab's default.
fn choice<T: Copy>((id, label, help): Words, all: &[T], word: fn(T) -> &'static str, value: Option<T>) -> Field {
    let words = std::iter::once(AS_TAB).chain(all.iter().map(|value| word(*value)));
    let kind = Kind::Choice(words.map(str::to_owned).collect());
    Field::new(id, label, kind, value.map_or(AS_TAB, word)).with_help(help)
}

fn switch((id, label, help): Words, on: bool) -> Field {
    Field::new(id, label, Kind::Bool, if on { "yes" } else { "no" }).with_help(help)
}

/// Word this program uses for a view.
fn view_word(view: Visibility) -> &'static str {
    if view == Visibility::Removed { "hidden" } else { view.as_str() }
}

/// Form of a filter on that tab.
pub fn form(tab: usize, filter: &Filter) -> Form {
    let server = &filter.server;
    let tabs = Kind::Choice(TABS.iter().map(|row| row.title.to_string()).collect());
    // The first term of each kind fills its field; further ones stay in the last field.
    let mut rest = filter.local.clone();
    let mut value = |id: &str| match id {
        "domain" => server.domain.as_ref().map_or("", DomainName::unicode).to_owned(),
        id => taken(&mut rest, id),
    };
    let mut fields: Vec<Field> = ASKED
        .iter()
        .map(|(id, label, _, help)| Field::new(*id, *label, Kind::Text, &value(id)).with_help(*help))
        .collect();
    fields.extend([
        Field::new("tab", "Tab", tabs, TABS[tab].title).with_help("left and right change it"),
        choice(STATUS, Status::ALL, Status::as_str, server.status),
        choice(DELIVERY, DeliveryFilter::ALL, DeliveryFilter::as_str, server.delivery),
    ]);
    for reason in UnsentReason::ALL {
        let mut field = switch((reason.as_str(), "", REASON), server.reasons.contains(reason));
        field.label = format!("Unsent: {}", words::short_reason(*reason)).into();
        fields.push(field);
    }
    fields.extend([
        switch(FLOW, server.flow_items),
        choice(ORDER, Order::ALL, Order::as_str, server.order),
        choice(VIEW, Visibility::ALL, view_word, server.visibility),
        switch(UNREAD, server.unread),
        switch(STARRED, server.starred),
        choice(RISK, RiskFilter::ALL, RiskFilter::as_str, server.risk),
        Field::new("also", "More filters", Kind::Text, &line_of(rest))
            .with_help("text to search for, -text to exclude, and the words of :help filter"),
    ]);
    Form::new(fields)
}

/// Filter line made from the form; a field with a mistake makes the line invalid.
fn line(form: &Form) -> String {
    let value = |id: &str| Some(form.value(id)).filter(|value| value != AS_TAB && !value.is_empty());
    let on = |id: &str| form.value(id) == "yes";
    let server = Server {
        unread: on(UNREAD.0),
        starred: on(STARRED.0),
        status: value(STATUS.0).and_then(|word| Status::parse(&word)),
        delivery: value(DELIVERY.0).and_then(|word| DeliveryFilter::parse(&word)),
        reasons: UnsentReason::ALL.iter().copied().filter(|reason| on(reason.as_str())).collect(),
        flow_items: on(FLOW.0),
        risk: value(RISK.0).and_then(|word| RiskFilter::parse(&word)),
        visibility: value(VIEW.0)
            .and_then(|word| Visibility::ALL.iter().copied().find(|view| view_word(*view) == word)),
        order: value(ORDER.0).and_then(|word| Order::parse(&word)),
        ..Server::default()
    };
    let mut line = Filter { server, local: Vec::new() }.server_words();
    line.extend(ASKED.iter().filter_map(|(id, _, word, _)| Some(typed_term(word, value(id)?.trim()))));
    line.extend(value("also"));
    line.join(" ")
}

/// Checks the typed texts, and shows each mistake beside its field; false if there is one.
fn check(form: &mut Form) -> bool {
    let terms = ASKED.iter().map(|(id, _, word, _)| (*id, *word)).chain([("also", "")]);
    for (id, word) in terms {
        let typed = form.value(id).trim().to_owned();
        if typed.is_empty() {
            continue;
        }
        let line = if word.is_empty() { typed } else { typed_term(word, &typed) };
        if let Err(error) = filter::parse(&line) {
            form.set_error(id, error.to_string());
            return false;
        }
    }
    true
}

/// Term that a field stands for: `offer:>5000` for 5000, `buyer:"two words"`.
fn typed_term(word: &str, typed: &str) -> String {
    let plain =
        || typed.starts_with(['>', '<', '=', 'n', 'a', 'N', 'A']) || typed.contains(['-', '–']) || typed.contains("..");
    let above = if word == "offer" && !plain() { ">" } else { "" };
    // Blanks in an amount or a list are dropped; a text keeps them.
    let value: String = match word {
        "buyer" | "domain" => typed.replace(['\\', '"'], ""),
        _ => typed.split_whitespace().collect(),
    };
    if value.contains([' ', ':', '"']) { format!("{word}:\"{value}\"") } else { format!("{word}:{above}{value}") }
}

/// Value of the first term with this word, which is removed from the terms.
fn taken(terms: &mut Vec<Local>, word: &str) -> String {
    let of = |term: &Local| {
        let typed = term.canonical();
        let value = typed.strip_prefix(word)?.strip_prefix(':')?.to_owned();
        Some(match &term.test {
            Test::Offer(amount) => amount.above(),
            _ => value.trim_matches('"').to_owned(),
        })
    };
    let found = terms.iter().enumerate().find_map(|(place, term)| Some((place, of(term)?)));
    found.map_or_else(String::new, |(place, value)| {
        terms.remove(place);
        value
    })
}

fn line_of(local: Vec<Local>) -> String {
    Filter { server: Server::default(), local }.local_words().join(" ")
}

/// Applies the form and opens its tab. `None` when there are mistakes, which stay in the form beside their fields.
pub fn submit(screen: &mut Inquiries, form: &mut Form, cx: &mut Cx<'_>) -> Option<Outcome> {
    if !check(form) {
        return None;
    }
    let line = line(form);
    let chosen = form.value("tab");
    let tab = TABS.iter().position(|row| row.title == chosen);
    let moved = tab.is_some_and(|tab| tab != screen.list.tab);
    if !moved && line == self::line(&self::form(screen.list.tab, screen.list.filter())) {
        return Some(Outcome::Done);
    }
    Some(list::show(screen, tab, &line, &cx.world))
}
