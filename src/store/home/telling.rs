//! Home in sentences, with the same figures: for `parkade digest`, a mail from cron, a screen reader.

use super::{Arranged, Block, Digest, Item, Line, Name, Next, Sources};
use crate::base::{Timestamp, Zone, capital, grouped};
use crate::store::{Known, Store};

/// Most leads in the sentences.
pub const LEADS: usize = 20;
/// Most leads on the page.
pub const SHOWN: usize = 60;
/// Most reasons of a score in a sentence.
pub const REASONS: usize = 3;

/// Block of the page in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub title: &'static str,
    pub sentences: Vec<String>,
}

impl Digest {
    /// Time since which things are new, and the number of things to decide: `Since Sunday 18:12 · 22h · 17 to decide`.
    pub fn since_words(&self, now: Timestamp, zone: Zone) -> String {
        let since = self.span_words(now, zone);
        let decide = self.to_decide_words();
        if decide.is_empty() { since } else { format!("{since} · {decide}") }
    }

    /// Time up to which the data was read: `Read until Monday 10:37.` It shows that nothing is known about the time
    /// after it.
    pub fn read_words(&self, now: Timestamp, zone: Zone) -> String {
        let Some(until) = self.reading.until else { return "Not everything was read yet.".to_owned() };
        let behind = self.since.is_some_and(|since| until < since.from);
        let since = if behind { " What came since then is not known." } else { "" };
        let domains = self.reading.domains_behind();
        let domains = domains.map_or_else(String::new, |at| format!(", the domains {}", at.day_clock(now, zone)));
        format!("Read until {}{domains}.{since}", until.day_clock(now, zone))
    }

    /// True when all waiting inquiries, all offers held back and all findings are known, so that no thing to decide is
    /// missing.
    pub fn is_queue_whole(&self) -> bool {
        self.is_read(Name::Waiting) && self.is_read(Name::HeldOffers) && self.has_all_findings()
    }

    fn is_read(&self, name: Name) -> bool {
        self.line(name).is_some_and(|line| line.figure.whole().is_some())
    }

    /// True when it is known of every kind of finding whether some name has it, except of those by visits: reports
    /// cover only the most visited domains.
    fn has_all_findings(&self) -> bool {
        let is_decided = |line: &Line| match line.name {
            Name::Finding(kind) => {
                let is_found = line.figure.value().is_some_and(|names| *names > 0);
                is_found || kind.is_of_visited() || line.figure.whole().is_some()
            }
            _ => true,
        };
        self.lines.iter().all(is_decided)
    }

    /// Number of things to decide: `17 to decide`, or `≥ 17 to decide` if there may be more. Empty for none, and while
    /// the waiting inquiries are not known.
    pub fn to_decide_words(&self) -> String {
        if self.line(Name::Waiting).is_some_and(|line| line.figure.value().is_none()) {
            return String::new();
        }
        let least = if self.is_queue_whole() { "" } else { "≥ " };
        let many = self.queue.len();
        if many == 0 { String::new() } else { format!("{least}{} to decide", grouped(many)) }
    }

    /// Stages of the morning run, in their order, with the number of things to decide at each: `≥ 186` where there may
    /// be more.
    pub fn stages(&self) -> Vec<(&'static str, String)> {
        let told = |items: &[Item]| {
            let is_whole = match items[0] {
                Item::Answer(_) => self.is_read(Name::Waiting),
                Item::Rescue(_) => self.is_read(Name::HeldOffers),
                Item::Due(_) => true,
                Item::Settle(..) => self.has_all_findings(),
            };
            let least = if is_whole { "" } else { "≥ " };
            (items[0].stage(), format!("{least}{}", grouped(items.len())))
        };
        self.queue.chunk_by(|one, next| one.stage() == next.stage()).map(told).collect()
    }

    /// Stages in words: `: answer 146, rescue 17, settle 4`. Empty for a single stage, and where
    /// [`Digest::to_decide_words`] is empty.
    pub fn stages_words(&self) -> String {
        let stages = self.stages().into_iter().filter(|_| !self.to_decide_words().is_empty());
        let words: Vec<String> = stages.map(|(stage, many)| format!("{} {many}", stage.to_lowercase())).collect();
        if words.len() < 2 { String::new() } else { format!(": {}", words.join(", ")) }
    }

    fn span_words(&self, now: Timestamp, zone: Zone) -> String {
        match self.since {
            Some(since) if since.is_visit => {
                format!("Since {} · {}", since.from.day_clock(now, zone), since.from.age(now, zone).text)
            }
            Some(since) if now.0 - since.from.0 > 2 * 86_400 => {
                format!("The last {} days", (now.0 - since.from.0) / 86_400)
            }
            _ => "The last 24 hours".to_owned(),
        }
    }

    /// Next reminder or end of a snooze in words, for a day without other news.
    pub fn next_words(&self, now: Timestamp, zone: Zone) -> String {
        match &self.next {
            Some(Next { at, name, wakes: true }) => format!("Next, {name} wakes {}.", at.day_clock(now, zone)),
            Some(Next { at, name, .. }) => format!("The next reminder is {}: {name}.", at.day_clock(now, zone)),
            None if self.of(Block::Due).next().is_some() => "No other reminder is set.".to_owned(),
            None => "No reminder is set.".to_owned(),
        }
    }

    /// Scale for the charts of the most visited domains: `most in a day 12`.
    pub fn most_in_a_day(&self) -> Option<String> {
        let days = self.of(Block::Visited).flat_map(|line| &line.days);
        let most = days.copied().flatten().max().filter(|most| *most > 0)?;
        Some(format!("most in a day {}", grouped(u64::from(most))))
    }

    /// Blocks that have something to show, in sentences.
    pub fn told(&self, sources: &Sources, store: &Store, (now, zone): (Timestamp, Zone)) -> Vec<Told> {
        let lead = |id| Some(self.lead(id, sources.leads(), store, now, REASONS)?.sentence(now, zone));
        let part = |block: Block| {
            let mut sentences: Vec<String> = Vec::new();
            if block == Block::Answer {
                sentences.extend(self.waiting.iter().take(LEADS).filter_map(|id| lead(*id)));
            }
            sentences.extend(self.of(block).map(Line::sentence));
            // Findings by visits are never complete: reports cover only the most visited domains.
            let is_unread = |line: &&Line| {
                let comes = !matches!(line.name, Name::Finding(kind) if kind.is_of_visited());
                line.block == block && !line.says() && line.figure == Known::NotRead && comes
            };
            let unread = self.lines.iter().filter(is_unread);
            let unread: Vec<&str> = unread.map(|line| line.words.as_str()).collect();
            let most = if block == Block::Visited { self.most_in_a_day() } else { None };
            sentences.extend(most.map(|most| format!("{}.", capital(&most))));
            sentences.extend((!unread.is_empty()).then(|| format!("Not read: {}.", unread.join(", "))));
            Told { title: block.title(), sentences }
        };
        Arranged::of(store.notes()).shown().map(part).filter(|told| !told.sentences.is_empty()).collect()
    }
}

impl Line {
    /// Line as a sentence: `17 inquiries wait for an answer (oldest 8w).`
    pub fn sentence(&self) -> String {
        let words = &self.words;
        let beside = if self.beside.is_empty() { String::new() } else { format!(" ({})", self.beside) };
        match &self.figure {
            Known::Is(_) if matches!(self.name, Name::DueInquiry(_) | Name::DueDomain(_)) => {
                format!("{words}: reminder {}.", self.beside)
            }
            Known::Is(figure) if matches!(self.name, Name::Visited(_)) => {
                format!("{words}: {} visits{beside}.", grouped(*figure))
            }
            Known::Is(figure) => format!("{} {words}{beside}.", grouped(*figure)),
            Known::AtLeast { value, .. } => format!("At least {} {words}{beside}.", grouped(*value)),
            Known::Reading | Known::NotRead => format!("How many {words} is not read yet."),
            Known::Unavailable(why) => format!("How many {words} is not known: {why}"),
        }
    }
}

impl super::Lead {
    /// Lead as a sentence: `solarpark.de: $12,500, 4m ago, Anna Lindqvist, score 76 (offer +21, confirmed +15, age
    /// +14).`
    pub fn sentence(&self, now: Timestamp, zone: Zone) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.push(if self.offer.is_empty() { "no offer".to_owned() } else { self.offer.clone() });
        parts.extend(self.date.map(|date| {
            let age = date.age(now, zone).text;
            if age.ends_with(['m', 'h', 'd']) { format!("{age} ago") } else { age }
        }));
        parts.extend(Some(self.buyer.clone()).filter(|buyer| !buyer.is_empty()));
        let reasons = if self.reasons.is_empty() { String::new() } else { format!(" ({})", self.reasons.join(", ")) };
        parts.extend(self.score_said().map(|score| format!("score {score}{reasons}")));
        format!("{}: {}.", self.domain, parts.join(", "))
    }
}
