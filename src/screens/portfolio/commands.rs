//! Verbs of the site, besides those of its fields.

use super::Site;
use super::fields::HOST;
use crate::api::domains::Listing;
use crate::screens::form_page::{self, FormPage};
use crate::screens::staged;
use crate::store::filter::Filter;
use crate::store::writes::intent::portfolio_value;
use crate::store::{DomainSort, DomainTab, DomainView};
use crate::ui::{Args, Command, Cx, Effect, Info, Menu, MenuItem, Outcome, When, World, copy_menu};

const SET: &str = "site.set";

/// Address of the site in the field `name`.
fn address(name: &str, world: &World<'_>) -> Option<String> {
    let value = portfolio_value(FormPage::<Site>::answer(world)?, name)?;
    value.as_text().map(|text| crate::base::clean_line(text).into_owned())
}

fn is_on(_: &FormPage<Site>, world: &World<'_>) -> When {
    When::on_if(address("url", world).is_some(), "The site has no address now.")
}

fn is_known(_: &FormPage<Site>, world: &World<'_>) -> When {
    if FormPage::<Site>::answer(world).is_some() { When::On } else { When::Hidden }
}

pub const COMMANDS: &[Command<FormPage<Site>>] = &[
    form_page::save("site.save"),
    staged::discard(),
    form_page::set(SET),
    form_page::find("site.find"),
    Info::new("site.open", "Open the site in the browser").footer(6, &["o"], "open").run_if(is_on, |_, _, cx| {
        cx.effects.extend(address("url", &cx.world).map(Effect::OpenUrl));
        Outcome::Done
    }),
    Info::new("site.copy", "Copy an address of the site").keys(&["y"]).run_if(is_known, |_, _, cx| {
        let items =
            [("address", "url"), ("permanent link", "slug_url"), ("public name", "public_name"), ("host", HOST)];
        let items = items.map(|(what, name)| (what, address(name, &cx.world).unwrap_or_default()));
        cx.menu(copy_menu("Copy", items.to_vec()))
    }),
];

/// Verbs of the field with the host.
pub const OF_HOST: &[Command<FormPage<Site>>] =
    &[Info::new("site.host", "Choose the host among your verified domains")
        .footer(1, &["e", "enter"], "choose")
        .prepares()
        .run(|_, _, cx| choose(cx))];

/// Opens a menu of the verified domains.
fn choose(cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let view =
        DomainView::new(DomainTab::Verified, Listing::All, &Filter::default(), DomainSort::default(), cx.world.now);
    let names = store.domains().view(&view);
    let names = names.iter().filter_map(|key| Some(store.domains().row(*key)?.domain_name()));
    let item = |name: crate::base::DomainName| {
        let line = format!("{HOST}={}", name.punycode());
        MenuItem::new(name.both(), "", vec![Effect::Run(SET, Args { text: line, ..Args::default() })])
    };
    let items: Vec<MenuItem> = names.map(item).collect();
    if items.is_empty() {
        return Outcome::Refused(format!("No verified domain is known yet. Usage: :set {HOST}=<domain>"));
    }
    cx.menu(Menu { title: "Host domain".to_owned(), items, keep_open: false })
}
