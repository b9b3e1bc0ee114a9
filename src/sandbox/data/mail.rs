//! Catchall mail: messages to mistyped addresses, from shops, mailing lists, machines and attackers; equal seeds give
//! equal mail. The rows about messages are read from the messages themselves.

use std::sync::LazyLock;

use fastrand::Rng;
use rusqlite::{Connection, params};

use super::buyers::Buyer;
use super::voices::{self, Sections};
use super::{chances, hostile};
use crate::sandbox::call::Obj;
use crate::sandbox::emails::matching::{self, Matched};
use crate::sandbox::emails::mime::{self, Body, Headers, Mailbox};

static TEXTS: LazyLock<Sections> = LazyLock::new(|| Sections::read(include_str!("../../../assets/sandbox/mail.txt")));

/// Most parked domains that get mail.
const CATCHING: u32 = 400;
/// Number of messages after which a sender writes again about an unanswered one.
const AGAIN: usize = 11;
/// Seconds after which the raw message is deleted.
const KEPT: i64 = 365 * 86_400;
/// Most characters of a summary.
const SUMMARY: usize = 200;

/// Message, with what the service knows about it.
struct Message {
    headers: Headers,
    body: Body,
    envelope_from: String,
    envelope_to: Vec<String>,
}

fn pick(rng: &mut Rng, section: &str) -> &'static str {
    let lines = TEXTS.get(section);
    if lines.is_empty() { "" } else { lines[rng.usize(..lines.len())] }
}

/// Domain similar to the parked one, as of mistyping people and of machines.
fn alike(rng: &mut Rng, parked: &str) -> String {
    let (name, extension) = matching::parts(parked);
    let at = 1 + rng.usize(..name.len().saturating_sub(2).max(1));
    let letters: Vec<char> = name.chars().collect();
    let near = match rng.u32(..4) {
        0 => letters.iter().take(at).chain(letters.iter().skip(at + 1)).collect(),
        1 => letters.iter().take(at).chain(letters.iter().skip(at.saturating_sub(1))).collect(),
        2 => name.replace('o', "0").replace('l', "1"),
        _ => format!("{name}s"),
    };
    let plain = extension.replace('.', "");
    match rng.u32(..10) {
        0..4 => format!("{near}.example"),
        4..7 => format!("{name}-{}.example", ["online", "group", "berlin", "shop"][rng.usize(..4)]),
        7 => format!("{name}{plain}.example"),
        8 => format!("{parked}.mailer.example"),
        _ => format!("mail.{name}.example"),
    }
}

/// One message to a parked domain.
fn message(rng: &mut Rng, parked: &str, shown: &str, others: &[(i64, String, String)]) -> Message {
    let voice = voices::any(rng);
    let person = Buyer::new(rng, voice);
    let is_alike = rng.u32(..100) < 45;
    let theirs = person.email.rsplit('@').next().unwrap_or("post.example").to_owned();
    let sender = if is_alike { alike(rng, parked) } else { theirs };
    let number = 10_000 + rng.u32(..80_000);
    let to = format!("{}@{parked}", pick(rng, "mailbox"));
    let firm = shown.split('.').next().unwrap_or(shown);
    let fill = |text: &str| {
        text.replace("\\n", "\n")
            .replace("{name}", &person.full_name)
            .replace("{firm}", firm)
            .replace("{domain}", shown)
            .replace("{sender}", &sender)
            .replace("{to}", &to)
            .replace("{number}", &number.to_string())
    };
    let named = |name: &str, local: &str| Mailbox { name: name.to_owned(), address: format!("{local}@{sender}") };
    let local = person.email.split('@').next().unwrap_or("post").to_owned();
    let mut envelope_from = format!("{local}@{sender}");
    let mut headers = Headers {
        from: vec![named(&person.full_name, &local)],
        to: vec![Mailbox { name: String::new(), address: to.clone() }],
        ..Headers::default()
    };
    let mut envelope_to = vec![to.clone()];
    let attached = |rng: &mut Rng, kind: &'static str| {
        let mut bytes = b"%PDF-1.4\n".to_vec();
        let size = 400 + rng.usize(..3_000);
        bytes.extend(std::iter::repeat_with(|| rng.u8(..)).take(size));
        Body::File { name: fill(pick(rng, "file")), kind, bytes }
    };
    let body = match rng.u32(..100) {
        0..45 => {
            headers.subject = Some(fill(pick(rng, "letter_subject")));
            let text = fill(pick(rng, "letter"));
            match rng.u32(..10) {
                0..2 => Body::Latin(text),
                2 => Body::Parts(
                    "mixed",
                    vec![Body::Plain(text), attached(rng, "image/jpeg"), attached(rng, "application/pdf")],
                ),
                3 if others.len() > 1 => {
                    let other = &others[rng.usize(..others.len())].1;
                    envelope_to.push(format!("info@{other}"));
                    headers.to.push(Mailbox { name: "Everyone".to_owned(), address: format!("info@{other}") });
                    Body::Plain(text)
                }
                _ => Body::Plain(text),
            }
        }
        45..65 => {
            headers.subject = Some(fill(pick(rng, "news_subject")));
            headers.from = vec![named("News", "news")];
            headers.sender = vec![named("", "bounces")];
            headers.reply_to = vec![named("", "no-reply")];
            headers.others =
                format!("List-Unsubscribe: <https://news.{sender}/off?u={number}>\r\nPrecedence: bulk\r\n");
            envelope_from = format!("bounces+{number}@{sender}");
            let html = format!("<html><body>{}</body></html>", fill(pick(rng, "news")));
            let plain = Body::Html(html.clone()).text();
            if rng.bool() {
                Body::Parts("alternative", vec![Body::Plain(plain), Body::Html(html)])
            } else {
                Body::Html(html)
            }
        }
        65..82 => {
            headers.subject = Some(fill(pick(rng, "invoice_subject")));
            headers.from = vec![named("Accounts", "billing")];
            envelope_from = format!("billing@{sender}");
            Body::Parts("mixed", vec![Body::Plain(fill(pick(rng, "invoice"))), attached(rng, "application/pdf")])
        }
        82..90 => {
            headers.subject = Some(fill(pick(rng, "spam_subject")));
            Body::Plain(fill(pick(rng, "spam")))
        }
        90..94 => {
            // Bounces have no envelope sender, and some no subject.
            envelope_from = String::new();
            headers.from = vec![named("Mail Delivery System", "mailer-daemon")];
            headers.subject = rng.bool().then(|| "Undelivered mail returned to sender".to_owned());
            Body::Parts(
                "report",
                vec![Body::Plain(fill(pick(rng, "bounce"))), Body::Plain(format!("Final-Recipient: rfc822; {to}"))],
            )
        }
        _ => {
            let (mut full_name, mut company, mut phone) = (person.full_name.clone(), None, None);
            let mut text = fill(pick(rng, "letter"));
            let kind = rng.u64(..hostile::KINDS);
            let mut fields = hostile::Fields {
                full_name: &mut full_name,
                company: &mut company,
                phone: &mut phone,
                message: &mut text,
            };
            hostile::taint(rng, kind, &mut fields);
            headers.from = vec![named(&full_name, &local)];
            headers.subject = Some(company.unwrap_or_else(|| fill(pick(rng, "letter_subject")) + "\u{202e}gpj.exe"));
            Body::Parts(
                "mixed",
                vec![
                    Body::Plain(text),
                    Body::File {
                        name: "../../\u{202e}fdp.exe".to_owned(),
                        kind: "application/octet-stream",
                        bytes: vec![0; 64],
                    },
                ],
            )
        }
    };
    Message { headers, body, envelope_from, envelope_to }
}

/// Follow-up message from the sender of `of`, which it quotes; `id` is the Message-ID of `of`.
fn again(rng: &mut Rng, of: &Message, id: &str) -> Message {
    let name = of.headers.from.first().map_or("", |from| from.name.as_str());
    let quoted = of.body.text().trim_end().replace('\n', "\n> ");
    let words = pick(rng, "again").replace("\\n", "\n").replace("{name}", name);
    Message {
        headers: Headers {
            subject: of.headers.subject.as_ref().map(|subject| format!("Re: {subject}")),
            others: format!("In-Reply-To: <{id}>\r\nReferences: <{id}>\r\n"),
            ..of.headers.clone()
        },
        body: Body::Plain(format!("{words}\n\n> {quoted}")),
        envelope_from: of.envelope_from.clone(),
        envelope_to: of.envelope_to.clone(),
    }
}

/// Makes `count` messages to the domains of the account.
pub fn fill(db: &Connection, seed: u64, count: u32, base: i64) -> rusqlite::Result<()> {
    let parked: Vec<(i64, String, String)> = db
        .prepare(
            "SELECT id, punycode, coalesce(folded, punycode) FROM domains WHERE approved = 1 ORDER BY id LIMIT ?1",
        )?
        .query_map([CATCHING], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    if parked.is_empty() {
        return Ok(());
    }
    let mut letter: Option<(Message, String)> = None;
    for (place, date) in chances::dates(seed ^ 0x6d61_696c, count, base).into_iter().enumerate() {
        let mut rng = Rng::with_seed(seed ^ 0x6361_7463_6861_6c6c ^ (place as u64) << 20);
        // A few domains get most of the mail.
        let at = (parked.len() as f64 * rng.f64().powi(2)) as usize;
        let (_, punycode, shown) = &parked[at.min(parked.len() - 1)];
        let made = match &letter {
            Some((letter, id)) if place % AGAIN == 0 => again(&mut rng, letter, id),
            _ => message(&mut rng, punycode, shown, &parked),
        };
        let key = format!("{:08x}{:08x}", rng.u32(..), place);
        let id = format!("{key}@post.example");
        let raw = mime::message(&made.headers, date, &id, &made.body);
        insert(db, &made, (place as i64 + 1, &key, date), &parked, (base - date < KEPT).then_some(raw.as_slice()))?;
        if place % AGAIN != 0 && matches!(made.body, Body::Plain(_)) {
            letter = Some((made, id));
        }
    }
    Ok(())
}

/// Texts of a header, in the form of an answer.
fn boxes(list: &[Mailbox]) -> Vec<String> {
    list.iter().map(Mailbox::words).collect()
}

fn insert(
    db: &Connection,
    made: &Message,
    (id, key, date): (i64, &str, i64),
    parked: &[(i64, String, String)],
    raw: Option<&[u8]>,
) -> rusqlite::Result<()> {
    let domain_of = |address: &str| address.rsplit('@').next().unwrap_or_default().to_lowercase();
    let sender = made.headers.from.first().map(|from| domain_of(&from.address)).unwrap_or_default();
    let reached: Vec<&(i64, String, String)> = made
        .envelope_to
        .iter()
        .filter_map(|to| parked.iter().find(|(_, punycode, _)| *punycode == domain_of(to)))
        .collect();
    let mut labels: Vec<&str> = Vec::new();
    for (domain, punycode, _) in &reached {
        let matched: Matched = matching::matched(&sender, punycode);
        labels.extend(matched.labels().into_iter().filter(|label| !labels.contains(label)).collect::<Vec<_>>());
        db.prepare_cached("INSERT OR IGNORE INTO email_domains (email, domain) VALUES (?1, ?2)")?
            .execute([id, *domain])?;
        for place in matched.extension {
            db.prepare_cached("INSERT INTO email_extensions (email, extension, place) VALUES (?1, ?2, ?3)")?
                .execute(params![id, matching::parts(punycode).1, place])?;
        }
    }
    let text = made.body.text();
    let summary: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SUMMARY).collect();
    let domains: Vec<&str> = reached.iter().map(|(_, punycode, _)| punycode.as_str()).collect();
    let shown: Vec<&str> = reached.iter().map(|(_, _, shown)| shown.as_str()).collect();
    let row = Obj::new()
        .put("id", key)
        .put("date", date)
        .put("domain", &domains)
        .put("from", boxes(&made.headers.from))
        .put("to", boxes(&made.headers.to))
        .put("subject", made.headers.subject.iter().collect::<Vec<_>>())
        .put("envelope_to", &made.envelope_to)
        .put("summary", &summary)
        .put("match_labels", &labels)
        .inner();
    let more = Obj::new()
        .put("envelope_from", &made.envelope_from)
        .put("sender", boxes(&made.headers.sender))
        .put("reply_to", boxes(&made.headers.reply_to))
        .put("attachments", made.body.files())
        .inner();
    db.prepare_cached(
        "INSERT INTO emails (id, key, date, labels, row, more, raw) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![id, key, date, labels.join(","), row, more, raw])?;
    db.prepare_cached("INSERT INTO email_words (rowid, sender, subject, message, domain) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            id,
            boxes(&made.headers.from).join(" "),
            made.headers.subject.as_deref().unwrap_or_default(),
            text,
            format!("{} {}", domains.join(" "), shown.join(" ")),
        ])?;
    Ok(())
}
