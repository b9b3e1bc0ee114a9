//! The page as the shell knows it.

use crate::api::ads;
use crate::api::types::Campaign;
use crate::base::{DomainName, Moment};
use crate::store::writes::intent::{AddListings, Listing};
use crate::store::{Intent, Wants};
use crate::ui::list::{self, About, FormOver, ListScreen, LocalList, TabRow, local_rows};
use crate::ui::text::counted;
use crate::ui::widgets::form::{Field, Form, Kind};
use crate::ui::{Args, Cx, Outcome, Scoped, Scopes, Tone, World};

use super::commands::COMMANDS;
use super::rows::{self, COLUMNS, Group, Row};
use super::template::Template;

/// Most campaigns named below the field.
const NAMED: usize = 6;

#[derive(Debug, Default)]
pub struct Advertise {
    pub list: LocalList<Self, Row>,
    /// Listing of each name, or the reason it has none.
    names: Vec<(DomainName, Result<Listing, String>)>,
    template: Template,
    /// True once the template was filled in for the names.
    is_made: bool,
    /// True when the rows come from an earlier write, without the texts they were made from.
    is_resumed: bool,
    /// Number of times the page itself has changed the rows; changes of the store are not counted.
    changes: u64,
    /// Texts of the form, as last typed.
    typed: [String; 5],
    /// Campaigns named below their field.
    named: String,
}

impl Advertise {
    fn read(&mut self, world: &World<'_>) {
        let version = (self.changes << 32) ^ world.store.version();
        let (names, campaign) = (&self.names, self.template.campaign);
        self.list.rows.take(version, || Row::all(names, campaign, world.store));
    }

    /// Listings the next question would send.
    pub fn to_send(&self) -> AddListings {
        let rows = self.list.rows.all().iter().filter(|row| row.goes());
        AddListings {
            campaign: self.template.campaign,
            listings: rows.filter_map(|row| row.listing.clone().ok()).collect(),
        }
    }

    /// True once the texts were filled in for at least one name.
    pub fn is_made(&self) -> bool {
        self.is_made && !self.names.is_empty()
    }

    /// Template in words, one line for each text, for the question.
    pub fn template_words(&self, world: &World<'_>) -> Vec<String> {
        let Template { label, link, tracking, ends, .. } = &self.template;
        let or = |text: &str, none: &str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
        let tracked = if tracking.is_empty() { String::new() } else { format!(" with {tracking}") };
        let end = ends.map_or_else(|| "without an end".to_owned(), |end| end.full(world.zone));
        vec![
            format!("Button: {}", or(label, "none")),
            format!("Link: {}{tracked}", or(link, "none")),
            format!("Ends: {end}"),
        ]
    }

    /// Takes rows off the page.
    pub fn drop_rows(&mut self, keys: &[u32]) {
        let mut place = 0..;
        self.names.retain(|_| place.next().is_some_and(|place: u32| !keys.contains(&place)));
        self.changes += 1;
    }

    fn take_names(&mut self, text: &str, cx: &mut Cx<'_>) {
        let mut wrong = Vec::new();
        for word in text.split([' ', ',', '\n', '\t']).map(str::trim).filter(|word| !word.is_empty()) {
            match crate::sheets::names::read(word) {
                Ok((name, _)) if self.names.iter().all(|(known, _)| *known != name) => {
                    let listing = self.template.listing(&name);
                    self.names.push((name, listing));
                }
                Ok(_) => {}
                Err(_) => wrong.push(crate::base::clean_line(word).into_owned()),
            }
        }
        self.changes += 1;
        // The tab shown last may have none of these rows.
        list::go_to_tab(self, 0, &cx.world);
        if !wrong.is_empty() {
            let many = counted(wrong.len() as u64, "word is not a domain name", "words are not domain names");
            cx.toast(Tone::Warn, format!("{many}: {}", wrong[..wrong.len().min(3)].join(", ")));
        }
    }

    fn begin_anew(&mut self) {
        (self.names, self.is_made, self.is_resumed) = (Vec::new(), false, false);
    }

    /// Adds names to those on the page. Rows of an earlier run are dropped first.
    pub fn add(&mut self, text: &str, cx: &mut Cx<'_>) {
        if self.is_resumed {
            self.begin_anew();
        }
        self.take_names(text, cx);
        if !self.is_made {
            self.fill_in(&cx.world);
        }
    }

    /// Shows the newest listings of the journal, when the page has no names.
    fn resume(&mut self, world: &World<'_>) {
        let Some(AddListings { campaign, listings }) = rows::newest(world.store) else { return };
        self.template = Template { campaign, ..Template::default() };
        self.names = listings.into_iter().map(|listing| (listing.domain.clone(), Ok(listing))).collect();
        (self.is_made, self.is_resumed, self.changes) = (true, true, self.changes + 1);
    }

    /// Opens the form of the template.
    pub fn fill_in(&mut self, world: &World<'_>) {
        self.named = named(world);
        self.list.form = Some(self.form_over(&self.typed));
    }

    fn form_over(&self, typed: &[String; 5]) -> Form {
        let [campaign, label, link, tracking, ends] = typed;
        let field = |id: &'static str, label: &'static str, kind: Kind, value: &str, help: String| {
            Field::new(id, label, kind, value).with_help(help)
        };
        let mut campaign =
            field("campaign", "Campaign", Kind::Number { min: 1, max: i64::MAX }, campaign, self.named.clone());
        campaign.required = true;
        let words = "{domain} is the name, {name} what stands before its first dot, {tld} what follows it".to_owned();
        Form::new(vec![
            campaign,
            field("label", "Button", Kind::Text, label, words),
            field("link", "Link", Kind::Text, link, "as in https://shop.example/{domain}".to_owned()),
            field(
                "tracking",
                "Tracking",
                Kind::Text,
                tracking,
                "put behind the link, as in utm_source=ads&utm_content={domain}".to_owned(),
            ),
            field(
                "ends",
                "Ends",
                Kind::Text,
                ends,
                "a day or a time from now: 31 dec, 2026-12-31, +30d, 8w; empty for no end".to_owned(),
            ),
        ])
    }

    fn take_form(&mut self, form: &mut Form, cx: &mut Cx<'_>) -> Option<Outcome> {
        let value = |id: &str| form.value(id).trim().to_owned();
        let typed = ["campaign", "label", "link", "tracking", "ends"].map(value);
        let [campaign, label, link, tracking, ends] = typed.clone();
        let end = match ends.as_str() {
            "" => Ok(None),
            ends => Moment::end(ends, cx.world.now, cx.world.zone).map(Some),
        };
        let made = end.map_err(|why| ("ends", why)).and_then(|end| {
            let campaign = campaign.parse().map_err(|_| ("campaign", "Write the number of a campaign.".to_owned()))?;
            Template { campaign, label, link, tracking, ends: end.map(|end| end.at()) }.checked()
        });
        let template = match made {
            Ok(template) => template,
            Err((field, why)) => {
                form.set_error(field, why);
                return None;
            }
        };
        for (name, listing) in &mut self.names {
            *listing = template.listing(name);
        }
        (self.template, self.typed, self.changes) = (template, typed, self.changes + 1);
        (self.is_made, self.is_resumed) = (true, false);
        Some(Outcome::Done)
    }
}

impl Scoped for Advertise {
    fn scopes(scopes: &mut Scopes<'_, '_, Self>) {
        list::form(scopes);
        list::plain(scopes, COMMANDS);
    }
}

const TABS: &[TabRow<Option<Group>>] = &[
    TabRow::called(None, "all", "Listings")
        .empty("No domain here.", ":advertise with names adds them; A on Domains brings marked ones."),
    TabRow::called(Some(Group::ToSend), "to send", "To send").empty("Nothing to send.", "[ ] other rows"),
    TabRow::called(Some(Group::Sent), "advertised", "Advertised").empty("Nothing is advertised yet.", "[ ] other rows"),
    TabRow::called(Some(Group::Problem), "problems", "Problems").empty("No problems.", "[ ] other rows"),
];

impl ListScreen for Advertise {
    const ABOUT: About<Self> = About {
        form: Some(FormOver {
            title: "Listings",
            fill: |screen, _| screen.form_over(&Default::default()),
            submit: Self::take_form,
        }),
        is_page: true,
        is_passing: true,
        ..About::new("advertise", "domain", "The list of listings", TABS, &[COLUMNS])
    };

    local_rows!(Row, "listings");

    fn is_whole(&self, _: &World<'_>) -> bool {
        true
    }

    fn wants(&self, _: &World<'_>, wants: &mut Wants) {
        // The campaigns are named below the field.
        if self.list.form.is_some() {
            wants.want(&ads::Campaigns {}, crate::client::Lane::User);
        }
    }

    fn note(&self, world: &World<'_>) -> Option<String> {
        let unsure = self.list.rows.all().iter().any(Row::is_unsure);
        let unsure = unsure.then(|| {
            "An answer was lost: look at the preview of the campaign; the program does not send these again.".to_owned()
        });
        list::note(self, world).or(unsure)
    }

    /// Takes names to advertise, and the campaign's number as an option. With neither, shows the listings sent last.
    fn open_other(&mut self, args: &Args, _: &str, cx: &mut Cx<'_>) -> Option<Outcome> {
        let text = if args.text.trim().is_empty() { args.words.join("\n") } else { args.text.clone() };
        if text.trim().is_empty() && self.names.is_empty() {
            self.resume(&cx.world);
        }
        if let Some(campaign) = args.options.first().filter(|campaign| campaign.parse::<i64>().is_ok()) {
            self.typed[0].clone_from(campaign);
        }
        if text.trim().is_empty() {
            return Some(Outcome::Done);
        }
        let sending = self.list.rows.all().iter().any(Row::is_on_its_way);
        if !sending && self.is_made {
            // Names given before are dropped.
            self.begin_anew();
        }
        self.take_names(&text, cx);
        self.fill_in(&cx.world);
        Some(Outcome::Done)
    }
}

/// Words with the first active campaigns, shown below the field for a campaign's number.
fn named(world: &World<'_>) -> String {
    let known = world.store.query(&ads::Campaigns {}).value.map_or(&[][..], |list| &list.rows);
    let tagged = |row: &Campaign| {
        let tag = row.tag.as_deref().map(crate::base::clean_line).unwrap_or_default();
        Some(format!("{} {tag}", row.id?).trim_end().to_owned())
    };
    let active = known.iter().filter(|row| row.active != Some(false));
    let names: Vec<String> = active.filter_map(|row| tagged(row)).take(NAMED + 1).collect();
    match names.as_slice() {
        [] => "number of the campaign; Account › Ads lists them".to_owned(),
        names if names.len() > NAMED => format!("number of the campaign: {} …", names[..NAMED].join(" · ")),
        names => format!("number of the campaign: {}", names.join(" · ")),
    }
}

/// Asks before listings are sent.
pub fn send(screen: &mut Advertise, cx: &mut Cx<'_>) -> Outcome {
    let listings = screen.to_send();
    if listings.listings.is_empty() {
        return Outcome::Refused("Nothing to send.".to_owned());
    }
    let (count, campaign) = (listings.listings.len(), listings.campaign);
    let samples = listings.listings.iter().take(5).map(|listing| listing.domain.both());
    let samples = if count > 1 { samples.collect() } else { Vec::new() };
    let (changes, missing) = (screen.template_words(&cx.world), screen.template.missing());
    cx.ask_or_write(Intent::from(listings), samples, |question| {
        question.title = format!("{} in campaign {campaign}", question.title);
        question.changes = changes;
        question.warnings.extend(missing);
    })
}
