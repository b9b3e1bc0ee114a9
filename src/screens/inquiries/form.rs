//! The filter as a form: every value the service documents, in step with the filter line. What the form has no field
//! for stays in its last field as typed.

use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, UnsentReason, Visibility};
use crate::base::DomainName;
use crate::store::filter::{self, Filter, Server};
use crate::ui::list::{self, ListScreen as _};
use crate::ui::widgets::form::{Field, Form, Kind};
use crate::ui::{Command, Cx, Info, Outcome, When, World};

use super::state::Inquiries;
use super::{tabs, words};

/// The choice that leaves a value to the tab.
const AS_TAB: &str = "as the tab";

/// How a field is called inside, on the screen, and what is said about it.
type Words = (&'static str, &'static str, &'static str);

const STATUS: Words = ("status", "Status", "whether the buyer confirmed the address");
const DELIVERY: Words = ("delivery", "Delivery", "whether it was emailed to you");
const FLOW: Words = ("flow", "Unsent: each step", "also steps of conversations of which another one reached you");
const ORDER: Words = ("order", "Order", "newest first or highest offer first");
const VIEW: Words = ("view", "View", "active, archived, hidden or all of them");
const UNREAD: Words = ("unread", "Unread only", "only what was not opened or was marked unread");
const STARRED: Words = ("starred", "Starred only", "only what carries your star");
const RISK: Words = ("risk", "Spam risk", "not_high leaves out the high ones only");

/// What is said about the switch of a reason.
const REASON: &str = "a reason why it was not mailed; none chosen means all";

/// The form while it is filled in.
#[derive(Clone, Debug)]
pub struct FilterForm {
    pub form: Form,
    /// The filter line and tab it began with.
    began: String,
}

/// A value of the service, chosen by its word; none leaves it to the tab.
fn choice<T: Copy>((id, label, help): Words, all: &[T], word: fn(T) -> &'static str, value: Option<T>) -> Field {
    let words = std::iter::once(AS_TAB).chain(all.iter().map(|value| word(*value)));
    let kind = Kind::Choice(words.map(str::to_owned).collect());
    Field::new(id, label, kind, value.map_or(AS_TAB, word)).with_help(help)
}

fn switch((id, label, help): Words, on: bool) -> Field {
    Field::new(id, label, Kind::Bool, if on { "yes" } else { "no" }).with_help(help)
}

/// What is called otherwise in this program.
fn view_word(view: Visibility) -> &'static str {
    if view == Visibility::Removed { "hidden" } else { view.as_str() }
}

impl FilterForm {
    /// The form over the filter in force on that tab.
    pub fn new(tab: usize, filter: &Filter) -> Self {
        let server = &filter.server;
        let tabs = Kind::Choice(tabs::TABS.iter().map(|row| row.title.to_string()).collect());
        let domain = server.domain.as_ref().map_or("", DomainName::unicode);
        let mut fields = vec![
            Field::new("tab", "Tab", tabs, &tabs::TABS[tab].title).with_help("left and right change it"),
            Field::new("domain", "Domain", Kind::Text, domain)
                .with_help("one of your names with its ending, in either spelling"),
            choice(STATUS, Status::ALL, Status::as_str, server.status),
            choice(DELIVERY, DeliveryFilter::ALL, DeliveryFilter::as_str, server.delivery),
        ];
        for reason in UnsentReason::ALL {
            let mut field = switch((reason.as_str(), "", REASON), server.reasons.contains(reason));
            field.label = format!("Unsent: {}", words::short_reason(*reason).0).into();
            fields.push(field);
        }
        fields.extend([
            switch(FLOW, server.flow_items),
            choice(ORDER, Order::ALL, Order::as_str, server.order),
            choice(VIEW, Visibility::ALL, view_word, server.visibility),
            switch(UNREAD, server.unread),
            switch(STARRED, server.starred),
            choice(RISK, RiskFilter::ALL, RiskFilter::as_str, server.risk),
            Field::new("also", "Also", Kind::Text, &filter.local_words().join(" "))
                .with_help("checked here: words of the text, offer:>500, buyer:acme, country:US, age:<7d, -word"),
        ]);
        let mut new = Self { form: Form::new(fields), began: String::new() };
        new.began = new.line();
        new
    }

    /// The place of the chosen tab.
    pub fn tab(&self) -> Option<usize> {
        let chosen = self.form.value("tab");
        tabs::TABS.iter().position(|row| row.title == chosen)
    }

    /// The filter line it stands for; the two texts may hold what cannot be read.
    pub fn line(&self) -> String {
        let value = |id: &str| Some(self.form.value(id)).filter(|value| value != AS_TAB && !value.is_empty());
        let on = |id: &str| self.form.value(id) == "yes";
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
        line.extend(value("domain").map(|name| format!("domain:{}", name.replace(char::is_whitespace, ""))));
        line.extend(value("also"));
        line.join(" ")
    }

    /// Checks the two texts; what is wrong stands beside its field.
    fn check(&mut self) -> bool {
        for (id, text) in [("domain", "domain:"), ("also", "")] {
            let typed = self.form.value(id).trim().to_owned();
            if typed.is_empty() {
                continue;
            }
            if let Err(error) = filter::parse(&format!("{text}{typed}")) {
                self.form.set_error(id, error.to_string());
                return false;
            }
        }
        true
    }
}

fn in_form(screen: &Inquiries, _: &World<'_>) -> When {
    if screen.form.is_some() { When::On } else { When::Hidden }
}

/// The way in.
pub const WAY_IN: &[Command<Inquiries>] =
    &[Info::new("inquiries.form", "Edit the filter in a form").keys(&["f"]).run(|screen, _, _| {
        screen.close_detail();
        screen.form = Some(FilterForm::new(screen.list.tab, screen.list.filter()));
        Outcome::Done
    })];

/// While it is filled in.
pub const FORM: &[Command<Inquiries>] = &[
    Info::new("filterform.apply", "Apply the form")
        .footer(2, &["ctrl-s"], "apply")
        .run_if(in_form, |screen, _, cx| apply(screen, cx)),
    Info::new("filterform.clear", "Clear every filter").footer(4, &["ctrl-x"], "clear").run_if(
        in_form,
        |screen, _, _| {
            screen.form = Some(FilterForm::new(screen.list.tab, &Filter::default()));
            Outcome::Done
        },
    ),
    Info::new("filterform.leave", "Close the form; the filter stays as it was").footer(3, &["esc"], "leave").run_if(
        in_form,
        |screen, _, _| {
            screen.form = None;
            Outcome::Done
        },
    ),
];

/// Puts the form in force, on its tab; what is wrong stays in it, beside its field.
pub fn apply(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    let Some(form) = &mut screen.form else { return Outcome::Refused("No form is open.".to_owned()) };
    if !form.check() {
        return Outcome::Refused("A field needs correcting.".to_owned());
    }
    let (tab, line) = (form.tab(), form.line());
    let (same, moved) = (line == form.began, tab.is_some_and(|tab| tab != screen.list.tab));
    screen.form = None;
    if same && !moved {
        return Outcome::Done;
    }
    list::show(screen, tab, &line, &cx.world)
}
