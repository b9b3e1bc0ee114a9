//! Parts around a domain: its visits and changes on one time axis, its inquiries, caught mail. Each part shows how well
//! it is known, and names a key that leads to more.

use crate::api::emails::Match;
use crate::api::types::Inquiry;
use crate::api::{Request, emails};
use crate::base::{DomainName, Id};
use crate::client::Lane;
use crate::screens::inquiry::words;
use crate::screens::traffic::{self, FEW, FRESH, REST, heading, unknown};
use crate::store::filter::MailQuery;
use crate::store::findings::Best;
use crate::store::findings::asked::Figures;
use crate::store::index::inquiries::COVER;
use crate::store::notes::{Status, Turn};
use crate::store::{Known, Subject, Wants};
use crate::ui::widgets::TALL;
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, World, text};

/// Most rows of the bars of visits.
const MOST_HIGH: usize = 12;

fn mail_to(name: &DomainName) -> emails::List {
    MailQuery { domain: Some(name.clone()), ..MailQuery::default() }.list(Match::All, 1)
}

/// Wants what these parts need besides the domain itself, as far as the token may read it.
pub fn wants(name: &DomainName, world: &World<'_>, wants: &mut Wants) {
    let session = world.store.session();
    traffic::want(name, world, wants);
    if session.missing_for(emails::List::ENDPOINT).is_none() {
        let want = wants.want(&mail_to(name), Lane::Ahead);
        (want.after, want.fresh_for) = (REST, FRESH);
    }
    traffic::want_events(name, world, wants);
}

/// Parts from top to bottom in a window of this height, with few rows each and the key that leads to the rest; `ids` are
/// the inquiries about the domain.
pub fn parts(name: &DomainName, ids: &[Id<Inquiry>], asked: &Figures, height: u16, look: &Look<'_>) -> Vec<Part> {
    let rows = if height >= TALL { FEW * 3 } else { FEW };
    // Height of the bars of visits, in rows: half of what the other parts leave free.
    let high = usize::from(height.saturating_sub(TALL) / 2 + 1).min(MOST_HIGH);
    let mut parts = inquiries(ids, asked, rows, &look.world);
    parts.extend(traffic::visits_in(name, rows, high, look));
    parts.extend(mail(name, rows, &look.world));
    parts
}

/// Visits and the newest inquiries, for the third column beside the list.
pub fn beside_list(name: &DomainName, newest: &[Id<Inquiry>], asked: &Figures, look: &Look<'_>) -> Vec<Part> {
    traffic::visits(name, FEW, look).into_iter().skip(1).chain(inquiries(newest, asked, FEW, &look.world)).collect()
}

fn inquiries(ids: &[Id<Inquiry>], asked: &Figures, rows: usize, world: &World<'_>) -> Vec<Part> {
    let index = world.store.inquiries();
    let words = match &asked.all {
        Known::Is(0) => "none".to_owned(),
        all => {
            let has_best = asked.best.value().is_some_and(|best| best.first().is_some());
            let best = has_best.then(|| format!(" · best offer {}", text::figure(&asked.best, Best::words).text));
            format!("{}{}", text::figure(all, |all| text::grouped(*all)).text, best.unwrap_or_default())
        }
    };
    let mut parts: Vec<Part> = heading("Inquiries", &words, "g i").into();
    for row in ids.iter().take(rows).filter_map(|id| index.row(*id)) {
        let age = row.date().map_or_else(String::new, |at| at.age(world.now, world.zone).text);
        let buyer = row.who();
        let offer = row.offer_words();
        let record = world.store.notes().of(&Subject::Inquiry(row.id()));
        let status = match (Status::of(record, world.now).turn, words::put_away(&row)) {
            // An inquiry that was held back is not in the inbox, so the next step does not count it.
            (Turn::Mine, None) if words::is_held_back(&row) => "not emailed",
            (turn, _) => words::standing(&row, turn),
        };
        let words = [&offer, status, buyer].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>();
        parts.push(line(&age, &words.join(" · ")));
    }
    parts
}

fn mail(name: &DomainName, rows: usize, world: &World<'_>) -> Vec<Part> {
    let list = mail_to(name);
    let loaded = world.store.query(&list);
    let mail = world.store.mail();
    let listed = mail.list(&list.call());
    let words = match listed.total() {
        Some(0) => "none".to_owned(),
        Some(total) => text::grouped(total),
        None => unknown(&loaded),
    };
    let mut parts: Vec<Part> = heading("Mail", &words, "g m").into();
    for row in listed.rows().iter().take(rows).filter_map(|key| mail.row(*key)) {
        let age = row.date.map_or_else(String::new, |at| at.age(world.now, world.zone).text);
        let covered = world.store.session().redact;
        let words = if covered { COVER.to_owned() } else { format!("{} · {}", row.subject, row.who) };
        parts.push(line(&age, &words));
    }
    parts
}

/// Line of a list: the age, then the words.
fn line(age: &str, words: &str) -> Part {
    Part::Facts(vec![(Role::Dim, format!("  {age:<12}")), (Role::Text, words.to_owned())])
}
