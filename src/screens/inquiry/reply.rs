//! Answering an inquiry: the variables of templates with their values, and opening the editor.

use std::sync::Arc;

use crate::api::domains::Settings as OfDomain;
use crate::api::inquiries::Get;
use crate::api::types::Inquiry;
use crate::base::{DomainName, Id, MailAddress, Timestamp, Untrusted, without_modelines};
use crate::screens::opening::Opening;
use crate::store::Wants;
use crate::store::notes::{Key, Record};
use crate::ui::{Args, Cx, Effect, Outcome, REDACTED, Reply, ReplyValue, Tone, World};

use super::{content, fields, prices};

pub struct Variable {
    /// Name, as written between braces.
    pub name: &'static str,
    /// Meaning, for help and documentation.
    pub doc: &'static str,
    /// Text shown in its place when there is no value.
    missing: &'static str,
    value: fn(&Inquiry, &World<'_>) -> Option<String>,
}

const fn variable(
    name: &'static str,
    doc: &'static str,
    missing: &'static str,
    value: fn(&Inquiry, &World<'_>) -> Option<String>,
) -> Variable {
    Variable { name, doc, missing, value }
}

/// All variables, in the order of the documentation.
pub const VARIABLES: &[Variable] = &[
    variable("first_name", "the buyer's first name", "no first name", |inquiry, _| first_name(inquiry)),
    variable("full_name", "the buyer's name as written", "no name", |inquiry, _| (fields::NAME.value)(inquiry)),
    variable("email", "the buyer's address", "no address", |inquiry, _| (fields::EMAIL.value)(inquiry)),
    variable("phone", "the buyer's phone number", "no phone number", |inquiry, _| (fields::PHONE.value)(inquiry)),
    variable("company", "the buyer's company", "no company", |inquiry, _| (fields::COMPANY.value)(inquiry)),
    variable("country", "the buyer's country, two letters", "no country", |inquiry, _| {
        (fields::COUNTRY.value)(inquiry)
    }),
    variable("domain", "the domain, as people read it", "no domain", |inquiry, _| (fields::DOMAIN.value)(inquiry)),
    variable("punycode", "the domain in ASCII, as xn--…", "no domain", |inquiry, _| {
        (fields::PUNYCODE.value)(inquiry)
    }),
    variable("offer", "the offer with its currency", "no offer", |inquiry, _| offer(inquiry)),
    variable(prices::NAMES[0], "your BIN price for the name", "no BIN price", |inquiry, world| {
        price(inquiry, prices::NAMES[0], world)
    }),
    variable(prices::NAMES[1], "your lowest offer, usually not disclosed", "no lowest offer", |inquiry, world| {
        price(inquiry, prices::NAMES[1], world)
    }),
    variable("message", "the buyer's message", "no message", |inquiry, _| message(inquiry)),
    variable("message_quoted", "the buyer's message, each line after a >", "no message", |inquiry, _| {
        let quoted = |line: &str| if line.is_empty() { ">".to_owned() } else { format!("> {line}") };
        Some(message(inquiry)?.lines().map(quoted).collect::<Vec<_>>().join("\n"))
    }),
    variable("date", "the day the inquiry came", "no date", |inquiry, world| {
        inquiry.inquire_date.copied().map(|at| at.day(world.zone))
    }),
    variable("today", "today’s date", "no date", |_, world| Some(world.now.day(world.zone))),
    variable("reference", "the inquiry's reference", "no reference", |inquiry, _| (fields::REFERENCE.value)(inquiry)),
    variable("inquiry_id", "the inquiry's number", "no number", |inquiry, _| (fields::NUMBER.value)(inquiry)),
    // These two come from the config file, which only the runtime reads.
    variable(
        "my_name",
        "your name, from my_name in config.toml",
        "no seller name: set my_name in config.toml",
        |_, _| None,
    ),
    variable("signature", "your signature, from config.toml; left out when empty", "", |_, _| None),
];

/// Reply to be opened as soon as the whole message and the price of its domain were read. Any other command in the
/// meantime cancels it.
#[derive(Clone, Debug)]
pub struct Replying {
    ids: Vec<Id<Inquiry>>,
    args: Args,
    pub opening: Awaited,
    /// Domains whose prices could not be read.
    unpriced: Vec<DomainName>,
}

impl Replying {
    /// Note below the screen while the reply waits.
    pub fn note(&self) -> String {
        let awaited = match self.opening {
            Awaited::Message(_) => "the message is loaded",
            Awaited::Prices(_) => "the price of the domain is read",
        };
        format!("Opening the reply when {awaited} · esc cancels")
    }
}

/// Answer a reply waits for.
#[derive(Clone, Debug)]
pub enum Awaited {
    Message(Opening<Get>),
    Prices(Opening<OfDomain>),
}

impl Awaited {
    fn of(lacks: &Lacks, now: Timestamp) -> Self {
        match lacks {
            Lacks::Message(id) => Self::Message(Opening::new(Get { id: *id }, now)),
            Lacks::Prices(name) => Self::Prices(Opening::new(OfDomain { name: name.clone() }, now)),
        }
    }

    pub fn wants(&self, wants: &mut Wants) {
        match self {
            Self::Message(opening) => opening.wants(wants),
            Self::Prices(opening) => opening.wants_within(prices::FRESH, wants),
        }
    }

    /// Time from which a failure counts.
    pub fn failures_count_at(&self) -> Timestamp {
        match self {
            Self::Message(opening) => opening.failures_count_at(),
            Self::Prices(opening) => opening.failures_count_at(),
        }
    }
}

/// Part of a reply that was not read yet.
enum Lacks {
    Message(Id<Inquiry>),
    Prices(DomainName),
}

/// Starts a reply to an inquiry. If its message is not here yet, the reply waits.
pub fn begin(id: Id<Inquiry>, args: &Args, waiting: &mut Option<Replying>, cx: &mut Cx<'_>) -> Outcome {
    begin_all(vec![id], args, waiting, cx)
}

/// Starts one reply to several inquiries of a buyer, newest first.
pub fn begin_all(ids: Vec<Id<Inquiry>>, args: &Args, waiting: &mut Option<Replying>, cx: &mut Cx<'_>) -> Outcome {
    match open(&ids, args, &[], cx) {
        Ok(outcome) => outcome,
        Err(lacks) => {
            let opening = Awaited::of(&lacks, cx.world.now);
            *waiting = Some(Replying { ids, args: args.clone(), opening, unpriced: Vec::new() });
            Outcome::Done
        }
    }
}

/// Opens the waiting reply once everything was read, or says why its message will not come. A price that cannot be read
/// does not stop it; the reply then says that the price was not read.
pub fn go_on(waiting: &mut Option<Replying>, cx: &mut Cx<'_>) {
    let Some(mut replying) = waiting.take() else { return };
    let refused = loop {
        match (open(&replying.ids, &replying.args, &replying.unpriced, cx), &replying.opening) {
            (Ok(Outcome::Refused(why)), _) => break Some(why),
            (Ok(_), _) => return,
            (Err(Lacks::Message(id)), Awaited::Message(opening)) if opening.is_for(&Get { id }) => {
                break opening.failed(None, &cx.world).map(|why| format!("Reply not opened: {why}"));
            }
            (Err(Lacks::Prices(name)), Awaited::Prices(opening))
                if opening.is_for(&OfDomain { name: name.clone() }) =>
            {
                if opening.failed(Some(""), &cx.world).is_none() {
                    break None;
                }
                replying.unpriced.push(name);
            }
            // One part has come; wait for the next one.
            (Err(lacks), _) => {
                replying.opening = Awaited::of(&lacks, cx.world.now);
                break None;
            }
        }
    };
    match refused {
        Some(why) => cx.toast(Tone::Warn, why),
        None => *waiting = Some(replying),
    }
}

/// Opens the reply.
///
/// # Errors
/// The part that was not read yet. Prices of `unpriced` domains are not waited for.
fn open(ids: &[Id<Inquiry>], args: &Args, unpriced: &[DomainName], cx: &mut Cx<'_>) -> Result<Outcome, Lacks> {
    if cx.world.store.session().redact {
        let why = REDACTED;
        return Ok(Outcome::Refused(why.to_owned()));
    }
    let full = |id: &Id<Inquiry>| cx.world.store.inquiries().full_as_sent(*id).ok_or(Lacks::Message(*id));
    let inquiries = ids.iter().map(full).collect::<Result<Vec<Arc<Inquiry>>, _>>()?;
    let Some(inquiry) = inquiries.first() else { return Ok(Outcome::Refused("No inquiry here.".to_owned())) };
    let to = match MailAddress::parse(inquiry.email.get().map_or("", Untrusted::raw)) {
        Ok(to) => to,
        Err(why) => return Ok(Outcome::Refused(format!("{why} No reply possible; y copies what was sent."))),
    };
    let unread = inquiries.iter().find_map(|inquiry| prices::unread(inquiry, &cx.world));
    if let Some(name) = unread.filter(|name| !unpriced.contains(name)) {
        return Err(Lacks::Prices(name));
    }
    let template = args.text.trim();
    cx.push(Effect::Reply(Box::new(Reply {
        inquiry: inquiry.inquiry_id,
        also: ids[1..].to_vec(),
        about: about(inquiry, ids.len() - 1, &to),
        to,
        reference: content::line(&inquiry.reference).unwrap_or_default(),
        values: together(&inquiries, &cx.world),
        template: (!template.is_empty()).then(|| template.to_owned()),
        first: Some(fitting(&inquiries, &cx.world)),
    })));
    Ok(Outcome::Done)
}

/// Best template: `goodbye` if the buyer has not answered in the time for which a price was named, `accept` if the offer
/// reaches the BIN price, else `answer`, which promises nothing.
fn fitting(inquiries: &[Arc<Inquiry>], world: &World<'_>) -> &'static str {
    if inquiries.iter().all(|inquiry| is_past(inquiry.inquiry_id, world)) {
        return "goodbye";
    }
    let reaches_bin = |inquiry: &Arc<Inquiry>| prices::reached_by(inquiry, prices::NAMES[0], world).is_some();
    if inquiries.iter().all(reaches_bin) { "accept" } else { "answer" }
}

/// True when the time for which a price was named is over and the buyer was not heard of since the user's reply. Without
/// a reply the inquiry is fresh, whatever was noted about its price.
fn is_past(id: Id<Inquiry>, world: &World<'_>) -> bool {
    let is_silent = |record: &&Record| match (record.answered(), record.heard()) {
        (Some(answered), heard) => heard.is_none_or(|heard| heard < answered),
        (None, _) => false,
    };
    let record = world.store.inquiries().record(id).filter(is_silent);
    record.is_some_and(|record| record.come(world.now).any(|(key, _)| key == Key::Quote))
}

/// Value of every variable for several inquiries of a buyer. Domains, offers, prices and messages that differ are
/// listed, beginning with the domain asked for first; any other value is that of the newest inquiry.
fn together(inquiries: &[Arc<Inquiry>], world: &World<'_>) -> Vec<ReplyValue> {
    let each: Vec<Vec<ReplyValue>> = inquiries.iter().map(|inquiry| values(inquiry, world)).collect();
    let Some((newest, others)) = each.split_first() else { return Vec::new() };
    let domain = |values: &[ReplyValue]| {
        let domain = values.iter().find(|value| value.name == "domain");
        domain.and_then(|value| value.text.clone()).unwrap_or_default()
    };
    let same_offer =
        |place: usize| others.iter().all(|other: &Vec<ReplyValue>| other[place].reached_by == newest[place].reached_by);
    let value = |(place, value): (usize, &ReplyValue)| {
        let same = others.iter().all(|other| other[place].text == value.text);
        let texts = each.iter().rev().filter_map(|values| Some((domain(values), values[place].text.clone()?)));
        let text = match value.name {
            _ if same => value.text.clone(),
            "domain" | "punycode" => Some(listed(texts.map(|(_, text)| text))),
            name if name == "offer" || prices::NAMES.contains(&name) => {
                Some(listed(texts.map(|(domain, text)| format!("{text} for {domain}"))))
            }
            "message" | "message_quoted" => Some(texts.map(|(_, text)| text).collect::<Vec<_>>().join("\n\n")),
            _ => value.text.clone(),
        };
        let reached = each.iter().rev().filter_map(|values| Some((domain(values), values[place].reached_by.clone()?)));
        let reached = listed(reached.map(|(domain, offer)| format!("{offer} for {domain}")));
        let reached_by = if same_offer(place) { value.reached_by.clone() } else { Some(reached) };
        let reached_by = reached_by.filter(|offers| !offers.is_empty());
        ReplyValue { text: text.filter(|text| !text.is_empty()), reached_by, ..value.clone() }
    };
    newest.iter().enumerate().map(value).collect()
}

/// List in words, each text once: `a.com, b.com and c.com`.
fn listed(texts: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = Vec::new();
    for text in texts {
        if !words.contains(&text) {
            words.push(text);
        }
    }
    match words.pop() {
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
        None => String::new(),
    }
}

/// Value of every variable for an inquiry.
pub fn values(inquiry: &Inquiry, world: &World<'_>) -> Vec<ReplyValue> {
    let unread = prices::unread(inquiry, world).is_some();
    let value = |variable: &Variable| ReplyValue {
        name: variable.name,
        // The draft is opened in an editor, and a template may end with the buyer's text, so lines that an editor would
        // obey are made harmless.
        text: (variable.value)(inquiry, world)
            .filter(|text| !text.trim().is_empty())
            .map(|text| without_modelines(&text).into_owned()),
        missing: if prices::NAMES.contains(&variable.name) && unread { prices::NOT_READ } else { variable.missing },
        reached_by: prices::NAMES
            .contains(&variable.name)
            .then(|| prices::reached_by(inquiry, variable.name, world))
            .flatten()
            .map(|offer| offer.text()),
    };
    VARIABLES.iter().map(value).collect()
}

fn about(inquiry: &Inquiry, others: usize, to: &MailAddress) -> String {
    let who = content::line(&inquiry.full_name).unwrap_or_else(|| to.to_string());
    match inquiry.domain.get() {
        Some(domain) if others > 0 => format!("{} and {others} more · {who}", domain.both()),
        Some(domain) => format!("{} · {who}", domain.both()),
        None => who,
    }
}

/// Titles before a name.
const TITLES: [&str; 12] = ["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "ing", "herr", "frau", "mme", "sir"];

/// Word for greeting the buyer: the first word of the name, or the one after a comma. If it is an initial, the whole
/// name.
fn first_name(inquiry: &Inquiry) -> Option<String> {
    let name = content::line(&inquiry.full_name)?;
    if crate::base::address_in(&name).is_some() {
        return None;
    }
    let given = name.split_once(',').map(|(_, given)| given).filter(|given| !given.trim().is_empty()).unwrap_or(&name);
    let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let mut words = given.split_whitespace().map(word).filter(|word| word.chars().any(char::is_alphabetic));
    let first = words.find(|word| !TITLES.contains(&word.to_lowercase().as_str()))?;
    Some(if first.chars().nth(1).is_some() { first } else { name.trim().to_owned() })
}

/// Offer as the service read it, or as typed if a reader may see another number.
fn offer(inquiry: &Inquiry) -> Option<String> {
    let offer = content::offer(inquiry);
    if offer.differs { offer.typed.or(offer.parsed) } else { offer.parsed.or(offer.typed) }
}

/// Price that the variable `name` stands for, in words.
fn price(inquiry: &Inquiry, name: &str, world: &World<'_>) -> Option<String> {
    prices::of(inquiry, name, world).map(|money| money.text())
}

fn message(inquiry: &Inquiry) -> Option<String> {
    let text = inquiry.message.get().filter(|text| !text.is_blank())?;
    let lines: Vec<String> = text.block().lines().map(|line| line.trim_end().to_owned()).collect();
    Some(lines.join("\n").trim_matches('\n').to_owned())
}
