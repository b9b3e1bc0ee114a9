//! Parts around a message in a wide window: more mail from its sender, from others at the same domain, and to the
//! domain it was sent to, with that domain's visits and inquiries.

use std::collections::HashMap;
use std::sync::Arc;

use super::state::Mail;
use crate::base::{domain_of, work};
use crate::screens::domain::content::preview;
use crate::screens::traffic;
use crate::store::{MailKey, MailRow, Wants};
use crate::ui::text::grouped;
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, World, list};

/// Number of messages in each part; `g b` leads to the rest.
const FEW: usize = 8;

/// Known messages by sender's address, by its domain, and by the domain they were sent to, each newest first.
#[derive(Debug, Default)]
pub struct Senders {
    by_recipient: HashMap<String, Vec<MailKey>>,
    by_address: HashMap<String, Vec<MailKey>>,
    by_domain: HashMap<String, Vec<MailKey>>,
}

impl Senders {
    fn of(mail: &crate::store::lists::mail::Mail) -> Self {
        let mut senders = Self::default();
        for key in work::each(mail.known().into_iter()) {
            let Some(row) = mail.row(key) else { continue };
            let address = row.sender.to_lowercase();
            if let Some(domain) = domain_of(&address) {
                senders.by_domain.entry(domain.to_owned()).or_default().push(key);
            }
            senders.by_address.entry(address).or_default().push(key);
            for name in &row.domains {
                senders.by_recipient.entry(name.punycode().to_owned()).or_default().push(key);
            }
        }
        senders
    }
}

/// Parts around the message under the cursor; none while redaction covers the sender.
pub fn parts(screen: &Mail, look: &Look<'_>) -> Vec<Part> {
    let mail = look.world.store.mail();
    let row = screen.list.under_cursor().and_then(|key| Some((*key, mail.row(*key)?)));
    let Some((key, row)) = row.filter(|_| !look.world.store.session().redact) else { return Vec::new() };
    let senders = screen.senders.get(mail.version(), |_| Arc::new(Senders::of(mail)));
    let address = row.sender.to_lowercase();
    let same = senders.by_address.get(&address).map_or(&[][..], |keys| keys);
    let mut listed = Vec::new();
    let same = same.iter().copied().filter(|other| *other != key);
    let mut parts = group(("Same sender", "  g b"), same, subject, &mut listed, look);
    if let Some(domain) = domain_of(&address) {
        let others = senders.by_domain.get(domain).into_iter().flatten().copied();
        let others =
            others.filter(|other| mail.row(*other).is_some_and(|row| !row.sender.eq_ignore_ascii_case(&address)));
        parts.push(Part::Blank);
        parts.extend(group(("Same domain", ""), others, who_and_subject, &mut listed, look));
    }
    if let Some(name) = row.domains.first() {
        let to = senders.by_recipient.get(name.punycode()).into_iter().flatten().copied().filter(|other| *other != key);
        parts.push(Part::Blank);
        let title = format!("To {}", name.unicode());
        parts.extend(group((&title, "  g d"), to, who_and_subject, &mut listed, look));
        if let Some(row) = look.world.store.domains().row_of(name) {
            parts.push(Part::Blank);
            parts.extend(preview::around(&row, &screen.asked_about, look));
        }
    }
    parts
}

/// Wants the visits of the domain that the message under the cursor was sent to, where they are shown.
pub fn wants(screen: &Mail, world: &World<'_>, wants: &mut Wants) {
    let in_sight = list::has_third(screen) && (screen.list.detail.is_some() || !screen.pane.hidden);
    let row = screen.list.under_cursor().filter(|_| in_sight).and_then(|key| world.store.mail().row(*key));
    if let Some(name) = row.and_then(|row| row.domains.first()) {
        traffic::want(name, world, wants);
    }
}

fn subject(row: &MailRow) -> Vec<(Role, String)> {
    vec![(Role::Text, row.subject.to_string())]
}

fn who_and_subject(row: &MailRow) -> Vec<(Role, String)> {
    vec![(Role::Text, row.who.to_string()), (Role::Dim, format!(" · {}", row.subject))]
}

/// Heading with the number of messages read in the group, then the newest of them that are not `listed` above.
fn group(
    (title, key): (&str, &str),
    keys: impl Iterator<Item = MailKey>,
    says: fn(&MailRow) -> Vec<(Role, String)>,
    listed: &mut Vec<MailKey>,
    look: &Look<'_>,
) -> Vec<Part> {
    let (world, mail) = (&look.world, look.world.store.mail());
    let keys: Vec<MailKey> = keys.collect();
    let others: Vec<MailKey> = keys.iter().filter(|key| !listed.contains(key)).take(FEW).copied().collect();
    let above = keys.iter().filter(|key| listed.contains(key)).count();
    let pieces = if keys.is_empty() {
        vec![(Role::Accent, title.to_owned()), (Role::Dim, "  no other message known".to_owned())]
    } else {
        let above = if above > 0 { format!(", {above} above") } else { String::new() };
        let many = format!("  ≥ {}{above}", grouped(keys.len() as u64));
        vec![(Role::Accent, title.to_owned()), (Role::Text, many), (Role::Dim, key.to_owned())]
    };
    let line = |row: &MailRow| {
        let age = row.date.map_or_else(String::new, |at| at.age(world.now, world.zone).text);
        Part::Line(std::iter::once((Role::Dim, format!("  {age:<12}"))).chain(says(row)).collect())
    };
    let rows = others.iter().filter_map(|key| mail.row(*key)).map(line);
    let parts = [Part::Line(pieces)].into_iter().chain(rows).collect();
    listed.extend(others);
    parts
}
