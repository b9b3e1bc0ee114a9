//! Makes inquiries one after the other: the buyer, the domain, the step reached, and what the service does.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use fastrand::Rng;
use rusqlite::{Connection, Statement, params};

use super::buyers::Buyer;
use super::chances::{self, SPAN};
use super::details::{self, About, STEPS};
use super::hostile::{self, Fields};
use super::messages::{self, Subject};
use super::money::typed;
use super::offers::Offer;
use super::{visits, voices};
use crate::sandbox::call::Obj;
use crate::sandbox::options::Options;

const DAY: i64 = 86_400;
/// Number of consecutive messages that all differ.
const WINDOW: usize = 400;
/// Number of domains that get inquiries.
const ASKED_FOR: u32 = 3_000;
const FIRST_ID: i64 = 500_003;
/// Number of inquiries per one whose details have unusual types.
const ODD_EVERY: u64 = 50;

const INSERT: &str = "INSERT INTO inquiries (id, date, domain, conversation, confirmed, confirmed_date, delivered, \
    conversation_delivered, reasons, reason, seller_notified, offer, spam_risk, email, ip, read, starred, archived, \
    removed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)";
const INSERT_TEXT: &str = "INSERT INTO inquiry_text (id, head, tail, details) VALUES (?1, ?2, ?3, ?4)";

/// Domain that buyers ask about.
#[derive(Clone)]
struct Listed {
    name: String,
    punycode: String,
    bin: Option<f64>,
    min_offer: f64,
    worth: f64,
}

/// Buyer with the last inquiry, which a later one may continue.
#[derive(Clone)]
struct Thread {
    buyer: Buyer,
    listed: Listed,
    id: i64,
    step: usize,
    date: i64,
    open: bool,
    earlier: u32,
    first: i64,
}

/// Maker of inquiries: those that exist at the start, then those that come in.
pub struct Maker {
    pub seed: u64,
    pub emails: u32,
    base: i64,
    made: u64,
    last_id: i64,
    pool: Vec<Listed>,
    threads: VecDeque<Thread>,
    brokers: Vec<Buyer>,
    texts: VecDeque<u64>,
}

impl Maker {
    /// Maker for new data.
    pub fn fresh(db: &Connection, options: &Options, base: i64) -> rusqlite::Result<Self> {
        let mut rng = Rng::with_seed(options.seed ^ 0x0062_726f_6b65_7273);
        let brokers = ["Northbridge Names", "Kestrel Brokerage", "Atlas & Quill Domains"]
            .map(|firm| {
                let mut broker = Buyer::new(&mut rng, &voices::VOICES[0]);
                broker.broker = true;
                broker.company = Some(firm.to_owned());
                broker
            })
            .to_vec();
        let pool = db
            .prepare("SELECT coalesce(folded, punycode), punycode, bin_price, min_offer, worth FROM domains WHERE approved = 1 ORDER BY id LIMIT ?1")?
            .query_map([ASKED_FOR], |row| {
                Ok(Listed {
                    name: row.get(0)?,
                    punycode: row.get(1)?,
                    bin: row.get(2)?,
                    min_offer: row.get(3)?,
                    worth: row.get(4)?,
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(Self {
            seed: options.seed,
            emails: options.emails,
            base,
            made: 0,
            last_id: FIRST_ID,
            pool,
            threads: VecDeque::new(),
            brokers,
            texts: VecDeque::new(),
        })
    }

    /// Maker for data of an earlier run; new inquiries follow the existing ones.
    pub fn resume(db: &Connection, options: &Options, base: i64) -> rusqlite::Result<Self> {
        let mut maker = Self::fresh(db, options, base)?;
        let (made, last): (i64, Option<i64>) =
            db.query_row("SELECT count(*), max(id) FROM inquiries", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        maker.made = made.unsigned_abs();
        maker.last_id = last.unwrap_or(FIRST_ID);
        Ok(maker)
    }

    /// Makes the `count` inquiries of the start; the newest is minutes old.
    pub fn fill(&mut self, db: &Connection, count: u32) -> rusqlite::Result<()> {
        let (mut rows, mut texts) = (db.prepare(INSERT)?, db.prepare(INSERT_TEXT)?);
        for date in chances::dates(self.seed, count, self.base) {
            self.insert(&mut rows, &mut texts, date, None)?;
        }
        Ok(())
    }

    /// Adds one inquiry at `date`; returns its id.
    pub fn arrive(&mut self, db: &Connection, date: i64) -> rusqlite::Result<i64> {
        self.arrive_from(db, date, None)
    }

    /// Adds one inquiry at `date`, from a sender with this email and IP address if given; returns its id.
    pub fn arrive_from(
        &mut self,
        db: &Connection,
        date: i64,
        sender: Option<&(String, String)>,
    ) -> rusqlite::Result<i64> {
        self.base = self.base.max(date);
        let id = self.insert(&mut db.prepare(INSERT)?, &mut db.prepare(INSERT_TEXT)?, date, sender)?;
        visits::of_inquiries(db, id)?;
        Ok(id)
    }

    /// Buyer and domain of an inquiry: a new buyer, a known one, a broker, or a buyer one step further.
    fn thread(&mut self, rng: &mut Rng, date: i64, id: i64) -> Thread {
        let dice = rng.u32(..100);
        if dice < 13 {
            let further = |thread: &&mut Thread| {
                thread.open && thread.step < 3 && date - thread.date < 4 * DAY && date > thread.date
            };
            if let Some(thread) = self.threads.iter_mut().rev().take(8).find(further) {
                thread.step += 1;
                thread.date = date;
                return thread.clone();
            }
        }
        let listed = self.listed(rng);
        if (13..17).contains(&dice) {
            let buyer = self.brokers[rng.usize(..self.brokers.len())].clone();
            let earlier = self.threads.iter().filter(|thread| thread.buyer.email == buyer.email).count() as u32 * 3;
            let first = self.base - SPAN + rng.i64(0..9 * DAY);
            return Thread { buyer, listed, id, step: 0, date, open: false, earlier, first };
        }
        if (17..28).contains(&dice) && !self.threads.is_empty() {
            let known = &self.threads[rng.usize(..self.threads.len())];
            let thread = Thread { listed, id, step: 0, date, open: false, earlier: known.earlier + 1, ..known.clone() };
            return thread;
        }
        let voice = voices::of_domain(&listed.name).filter(|_| rng.u32(..3) > 0).unwrap_or_else(|| voices::any(rng));
        let buyer = Buyer::new(rng, voice);
        Thread { buyer, listed, id, step: 0, date, open: false, earlier: 0, first: date }
    }

    /// Domain to ask about; a few domains get most of the interest.
    fn listed(&self, rng: &mut Rng) -> Listed {
        let nothing = || Listed {
            name: "example.com".into(),
            punycode: "example.com".into(),
            bin: None,
            min_offer: 100.0,
            worth: 1_000.0,
        };
        if self.pool.is_empty() {
            return nothing();
        }
        let at = (rng.f64().powf(1.7) * self.pool.len() as f64) as usize;
        self.pool.get(at).cloned().unwrap_or_else(nothing)
    }

    fn insert(
        &mut self,
        rows: &mut Statement<'_>,
        texts: &mut Statement<'_>,
        date: i64,
        sender: Option<&(String, String)>,
    ) -> rusqlite::Result<i64> {
        let number = self.made;
        self.made += 1;
        let mut rng =
            Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xff51_afd7_ed55_8ccd));
        let id = self.last_id + rng.i64(1..8);
        self.last_id = id;
        let mut thread = self.thread(&mut rng, date, id);
        if let Some(sender) = sender {
            (thread.buyer.email, thread.buyer.ip) = sender.clone();
        }
        let (buyer, listed, step) = (&thread.buyer, &thread.listed, thread.step);
        let intent = if step > 0 { "offer" } else { chances::intent(&mut rng, listed.bin.is_some()) };
        let spam = chances::spam_risk(&mut rng, step);
        let offers = step != 1 && intent == "offer" && spam != Some("high");
        let offer = offers.then(|| {
            let measure = listed.bin.unwrap_or(listed.worth);
            Offer::new(&mut rng, measure, buyer.currency, buyer.voice.code)
        });
        let fate = chances::fate(&mut rng, step, offer.as_ref(), listed.min_offer, spam, (date, self.base));
        let bin = listed.bin.map(|bin| typed(bin, "USD", "en", &mut rng));
        let subject = Subject {
            domain: &listed.name,
            intent,
            offer: offer.as_ref().map(|offer| offer.text.as_str()),
            bin: bin.as_deref(),
        };
        let mut message = String::new();
        for _ in 0..12 {
            message = match spam {
                Some("high") => messages::spam(&mut rng, buyer, &subject),
                _ => messages::message(&mut rng, buyer, &subject, step),
            };
            if !self.texts.contains(&hash(&message)) {
                break;
            }
        }
        // Compare messages before hostile text is added, so that they differ without it.
        self.texts.push_back(hash(&message));
        if self.texts.len() > WINDOW {
            self.texts.pop_front();
        }
        let (mut full_name, mut company, mut phone) =
            (buyer.full_name.clone(), buyer.company.clone(), buyer.phone.clone());
        if number % 25 == 17 {
            let mut fields =
                Fields { full_name: &mut full_name, company: &mut company, phone: &mut phone, message: &mut message };
            hostile::taint(&mut rng, number / 25, &mut fields);
        }
        let reference = chances::reference(id);
        let mut head = Obj::new();
        head.put("inquiry_id", id)
            .put("reference", &reference)
            .put("inquire_date", date)
            .put("domain", &listed.punycode)
            .put("intent", intent)
            .put("origin", STEPS[step])
            .put("country", buyer.country)
            .put("full_name", &full_name)
            .put("email", &buyer.email)
            .put("company", company)
            .put("phone", phone)
            .put("message", &message)
            .put("offer", offer.as_ref().map(|offer| offer.amount))
            .put("offer_text", offer.as_ref().map(|offer| &offer.text))
            .put("offer_currency", offer.as_ref().map(|offer| offer.currency))
            .put("email_confirmed", fate.confirmed.is_some())
            .put("email_confirmed_date", fate.confirmed);
        let notified =
            fate.delivered.then(|| (fate.confirmed.unwrap_or(date) + rng.i64(5..70)).min(self.base.max(date)));
        let about = About {
            buyer,
            step,
            spam,
            date,
            bin: listed.bin,
            min_offer: listed.min_offer,
            lease: listed.bin.is_some_and(|bin| bin > 5_000.0),
            earlier: (thread.earlier, thread.first),
            subject_key: &reference,
        };
        let mut tail = Obj::new();
        tail.put("buyer_notified", (spam != Some("high")).then_some(date + 20))
            .raw("bant", &details::bant(&mut rng, step, buyer, subject.offer))
            .put("source", chances::source(&mut rng));
        let mut found_out = details::details(&mut rng, &about);
        if number % ODD_EVERY == ODD_EVERY / 2 {
            found_out = details::odd(number / ODD_EVERY);
        }
        texts.execute(params![id, head.inner(), tail.inner(), found_out])?;
        let marks = chances::marks(&mut rng, self.base - date, spam);
        // A conversation counts as delivered once one of its inquiries was; later steps follow only delivered ones.
        let conversation_delivered = fate.delivered || step > 0;
        rows.execute(params![
            id,
            date,
            listed.punycode,
            thread.id,
            fate.confirmed.is_some(),
            fate.confirmed,
            fate.delivered,
            conversation_delivered,
            fate.reasons,
            fate.reason,
            notified,
            offer.map(|offer| offer.amount),
            spam,
            buyer.email,
            buyer.ip,
            marks[0],
            marks[1],
            marks[2],
            marks[3],
        ])?;
        thread.open = fate.confirmed.is_some() && fate.delivered && spam != Some("high");
        match self.threads.iter_mut().find(|known| known.id == thread.id) {
            Some(known) => known.clone_from(&thread),
            None => self.threads.push_back(thread),
        }
        if self.threads.len() > 60 {
            self.threads.pop_front();
        }
        Ok(id)
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
