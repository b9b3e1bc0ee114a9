//! Messages of buyers, short and long, put together from sentences of their language.

use std::sync::LazyLock;

use fastrand::Rng;

use super::buyers::Buyer;
use super::voices::{Sections, Voice};

static SPAM: LazyLock<Sections> = LazyLock::new(|| Sections::read(include_str!("../../../assets/sandbox/spam.txt")));

/// Data a message is made from.
pub struct Subject<'a> {
    /// Domain in Unicode.
    pub domain: &'a str,
    /// `offer`, `buynow`, `price_request`, `lease` or `contact`.
    pub intent: &'a str,
    /// The offer as typed.
    pub offer: Option<&'a str>,
    /// The seller's price as written on the page.
    pub bin: Option<&'a str>,
}

fn filled(text: &str, buyer: &Buyer, subject: &Subject<'_>) -> String {
    text.replace("{domain}", subject.domain)
        .replace("{city}", buyer.city)
        .replace("{name}", &buyer.full_name)
        .replace("{offer}", subject.offer.unwrap_or("…"))
        .replace("{bin}", subject.bin.unwrap_or("…"))
}

/// Text between sentences; empty for languages written without spaces.
fn joint(voice: &Voice) -> &'static str {
    if matches!(voice.code, "zh" | "ja") { "" } else { " " }
}

/// Sentence about money that fits the intent.
fn money(rng: &mut Rng, voice: &Voice, subject: &Subject<'_>) -> &'static str {
    if subject.offer.is_some() {
        return voice.pick(rng, "offer");
    }
    if subject.intent == "buynow" {
        for _ in 0..8 {
            let line = voice.pick(rng, "buynow");
            if subject.bin.is_some() || !line.contains("{bin}") {
                return line;
            }
        }
    }
    voice.pick(rng, "price")
}

/// Message of `buyer`; at a later `step` of a conversation it does not repeat everything.
pub fn message(rng: &mut Rng, buyer: &Buyer, subject: &Subject<'_>, step: usize) -> String {
    let voice = buyer.voice;
    let gap = joint(voice);
    let shape = rng.u32(..100);
    let hello = voice.pick(rng, "hello");
    let (question, last) = pair(rng, voice, "question");
    let text = if step > 0 {
        let body = if subject.offer.is_some() { money(rng, voice, subject) } else { question };
        format!("{hello}\n\n{body}{gap}{last}\n\n{}", signed(rng, buyer))
    } else if buyer.broker {
        let body = [voice.pick(rng, "broker"), money(rng, voice, subject), question].join(gap);
        format!("{hello}\n\n{body}\n\n{}", signed(rng, buyer))
    } else {
        let mut sentences = vec![voice.pick(rng, "interest")];
        match shape {
            0..14 => {
                sentences = vec![voice.pick(rng, "short")];
                if subject.offer.is_some() {
                    sentences.push(voice.pick(rng, "offer"));
                }
                sentences.join(gap)
            }
            14..30 => {
                sentences.push(money(rng, voice, subject));
                if rng.bool() {
                    sentences.push(question);
                }
                format!("{hello}{gap}{}", sentences.join(gap))
            }
            30..72 => {
                sentences.extend([voice.pick(rng, "why"), money(rng, voice, subject)]);
                if rng.u32(..3) > 0 {
                    sentences.push(question);
                }
                format!("{hello}\n\n{}\n\n{}", sentences.join(gap), signed(rng, buyer))
            }
            _ => {
                sentences.push(voice.pick(rng, "why"));
                let ask = [money(rng, voice, subject), question, last].join(gap);
                format!("{hello}\n\n{}\n\n{ask}\n\n{}", sentences.join(gap), signed(rng, buyer))
            }
        }
    };
    filled(&text, buyer, subject)
}

/// Two different lines of a section.
fn pair(rng: &mut Rng, voice: &Voice, section: &str) -> (&'static str, &'static str) {
    let lines = voice.lines.get(section);
    let first = rng.usize(..lines.len());
    let second = (first + 1 + rng.usize(..lines.len() - 1)) % lines.len();
    (lines[first], lines[second])
}

fn signed(rng: &mut Rng, buyer: &Buyer) -> String {
    let mut text = format!("{}\n{{name}}", buyer.voice.pick(rng, "bye"));
    if let Some(company) = buyer.company.as_ref().filter(|_| rng.bool()) {
        text.push('\n');
        text.push_str(company);
    }
    text
}

/// Unsolicited message.
pub fn spam(rng: &mut Rng, buyer: &Buyer, subject: &Subject<'_>) -> String {
    let mut pick = |section: &str| {
        let lines = SPAM.get(section);
        lines[rng.usize(..lines.len())]
    };
    let (open, pitch, more, again, close) = (pick("open"), pick("pitch"), pick("more"), pick("more"), pick("close"));
    let more = if more == again { more.to_owned() } else { format!("{more} {again}") };
    let pitch = filled(pitch, buyer, subject);
    // Sentences follow a salutation or an exclamation, so English writes them with a capital.
    let mut characters = pitch.chars();
    let pitch: String = characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect();
    filled(&format!("{open}\n\n{pitch} {more}\n\n{close}"), buyer, subject)
}
