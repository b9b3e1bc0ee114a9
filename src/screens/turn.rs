//! Setting by hand whose turn it is with an inquiry (`S`), and the questions after a reply.

use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Moment, Money, Reading, Timestamp, Zone, clean_line};
use crate::store::notes::{Key, NoteChange, Status, Turn};
use crate::store::writes::intent::SetMark;
use crate::store::{Intent, Mark};
use crate::ui::list::noting;
use crate::ui::text::counted;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, ReplyStep, ScreenId, World};

/// Reasons of a loss: key, word that is kept, words to show.
pub const REASONS: [(char, &str, &str); 5] = [
    ('p', "price", "the price"),
    ('s', "silent", "no answer"),
    ('o', "elsewhere", "bought another name"),
    ('x', "spam", "spam"),
    ('d', "decision", "my decision"),
];

/// Sets the status of inquiries, or opens a menu to choose it.
pub fn set(screen: ScreenId, ids: &[Id<Inquiry>], args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(first) = ids.first() else { return Outcome::Refused("No inquiry here.".to_owned()) };
    let (word, rest) = args.text.trim().split_once(' ').unwrap_or((args.text.trim(), ""));
    let (turn, detail) = match (word, Turn::parse(word)) {
        ("", _) => {
            return cx.menu(choices(screen, ids, *first, None, &cx.world));
        }
        ("auto", _) => {
            return cx.done(noted(ids, "", "its replies decide"));
        }
        (_, Some(turn @ (Turn::Won | Turn::Lost))) if rest.trim().is_empty() => {
            return cx.menu(choices(screen, ids, *first, Some(turn), &cx.world));
        }
        (_, Some(turn)) => (turn, rest.trim()),
        (other, None) => {
            let words: Vec<&str> = Turn::ALL.iter().map(|turn| turn.word()).chain(["auto"]).collect();
            return Outcome::Refused(crate::base::not_one_of("status", other, &words));
        }
    };
    let (kept, said) = match detail_of(turn, detail, &currency(*first, &cx.world)) {
        Ok(read) => read,
        Err(why) => return Outcome::Refused(why),
    };
    cx.push(noted(ids, &Status::kept(turn, &kept, cx.world.now), &said));
    cx.effects.extend(done(ids));
    Outcome::Done
}

/// Effect that removes the marks, once the act they were made for is done.
fn done(ids: &[Id<Inquiry>]) -> Option<Effect> {
    (ids.len() > 1).then(|| Effect::Run("table.unmark", Args::default()))
}

fn noted(ids: &[Id<Inquiry>], value: &str, said: &str) -> Effect {
    let mut changes: Vec<NoteChange> = ids.iter().map(|id| NoteChange::new(*id, Key::Status, value)).collect();
    if said.starts_with(Turn::Won.word()) || said.starts_with(Turn::Lost.word()) {
        // The conversation is over, so reminders of silence and price are deleted.
        let over = |id: &Id<Inquiry>| [Key::Silence, Key::Quote].map(|key| NoteChange::new(*id, key, ""));
        changes.extend(ids.iter().flat_map(over));
    }
    Effect::Notes { changes, said: format!("{}: {said}", counted(ids.len() as u64, "inquiry", "inquiries")) }
}

/// Detail that is kept with a status (the price or the reason), and words for the status with it.
fn detail_of(turn: Turn, typed: &str, currency: &Currency) -> Result<(String, String), String> {
    match turn {
        Turn::Mine | Turn::Theirs if !typed.is_empty() => {
            Err(format!("“{}” is too much: a turn has no detail.", clean_line(typed)))
        }
        Turn::Mine => Ok((String::new(), "your turn".to_owned())),
        Turn::Theirs => Ok((String::new(), "the buyer's turn".to_owned())),
        Turn::Won => {
            let amount = Reading::one(typed)
                .map_err(|why| format!("The price “{}” is not an amount: {why}", clean_line(typed)))?;
            let currency = amount.currency().filter(|_| !amount.fits(currency)).unwrap_or_else(|| currency.clone());
            if currency.0.is_empty() {
                let typed = clean_line(typed);
                return Err(format!(
                    "“{typed}” has no currency, and your account's is unknown: add it, as in 500 USD."
                ));
            }
            let wrong = || format!("The price “{}” does not fit its currency.", clean_line(typed));
            let money = amount.money(currency).filter(|money| money.minor > 0).ok_or_else(wrong)?;
            Ok((format!("{} {}", amount.plain(), money.currency.0), format!("won {}", money.text())))
        }
        Turn::Lost => {
            let known = REASONS.iter().find(|(_, word, _)| *word == typed);
            let words: Vec<&str> = REASONS.iter().map(|(_, word, _)| *word).collect();
            let (_, word, said) = known.ok_or_else(|| crate::base::not_one_of("reason", typed, &words))?;
            Ok(((*word).to_owned(), format!("lost: {said}")))
        }
    }
}

/// Currency of a price typed without one: that of the offer, else the account's.
fn currency(id: Id<Inquiry>, world: &World<'_>) -> Currency {
    let offer = world.store.inquiries().row(id).and_then(|row| row.as_sent().offer());
    offer.map(|money| money.currency).or_else(|| world.store.price_currency()).unwrap_or_default()
}

/// Menu of all states, or of the prices or reasons of one state.
fn choices(screen: ScreenId, ids: &[Id<Inquiry>], first: Id<Inquiry>, of: Option<Turn>, world: &World<'_>) -> Menu {
    let set = |turn: Turn, detail: &str, said: &str| vec![noted(ids, &Status::kept(turn, detail, world.now), said)];
    let item = |key: char, label: String, turn: Turn, detail: &str, said: &str| {
        MenuItem::new(label, "", set(turn, detail, said).into_iter().chain(done(ids)).collect()).key(key)
    };
    let offer = || world.store.inquiries().row(first)?.as_sent().offer();
    let price = if let [_] = ids { offer() } else { None };
    // Redaction hides the price.
    let shown = price.filter(|_| !world.store.session().redact).map_or_else(String::new, |money: Money| money.text());
    let won = vec![Effect::Line(format!("{screen}.status won {shown}"))];
    let won = [MenuItem::new("Won …", "asks for the price", won).key('w')];
    let lost = REASONS
        .iter()
        .map(|(key, word, words)| item(*key, format!("Lost: {words}"), Turn::Lost, word, &format!("lost: {words}")));
    let is_set =
        |id: &Id<Inquiry>| world.store.inquiries().record(*id).is_some_and(|record| record.get(&Key::Status).is_some());
    let items = match of {
        Some(Turn::Won) => {
            won.into_iter().chain([item('n', "Won, no price".to_owned(), Turn::Won, "", "won")]).collect()
        }
        Some(_) => lost.chain([item('n', "Lost, no reason".to_owned(), Turn::Lost, "", "lost")]).collect(),
        None => {
            let turns = [
                item('m', "Your turn".to_owned(), Turn::Mine, "", "your turn"),
                item('t', "The buyer's turn".to_owned(), Turn::Theirs, "", "the buyer's turn"),
            ];
            let auto = || MenuItem::new("As its replies say", "", vec![noted(ids, "", "its replies decide")]).key('a');
            turns.into_iter().chain(won).chain(lost).chain(ids.iter().any(is_set).then(auto)).collect()
        }
    };
    let title = format!("Status of {}", counted(ids.len() as u64, "inquiry", "inquiries"));
    Menu { title, items, keep_open: false }
}

/// Keys and days after which to remind of silence.
const SILENT: [(char, i64); 2] = [('3', 3), ('7', 7)];
/// Keys and days for which a named price is valid.
const STANDS: [(char, i64); 2] = [('w', 7), ('m', 30)];
/// Most days by which a time on a weekend is moved.
const WEEKEND: i64 = 2;

/// Morning `days` days ahead, moved to a workday.
fn workday(days: i64, now: Timestamp, zone: Zone) -> Option<Moment> {
    let morning = |days: i64| Moment::read(&format!("+{days}d 9:00"), now, zone).ok();
    (days..=days + WEEKEND).filter_map(morning).find(|moment| !moment.is_weekend(zone))
}

/// Effect that notes a time for these inquiries.
fn later(ids: &[Id<Inquiry>], key: &Key, moment: Moment, (now, zone): (Timestamp, Zone)) -> Effect {
    let said = format!("{} {}", noting::reminder_words(key).0, moment.at().weekday_clock(now, zone));
    let change = |id: &Id<Inquiry>| NoteChange::new(*id, key.clone(), &moment.kept());
    Effect::Notes { changes: ids.iter().map(change).collect(), said }
}

/// Question after a reply to `about`, answered by one key: when to be reminded of silence. If the reply named a price,
/// [`price_stands`] follows.
pub fn after_reply(ids: &[Id<Inquiry>], about: &str, priced: bool, (now, zone): (Timestamp, Zone)) -> Menu {
    let then = || priced.then_some(Effect::ReplyStep(ReplyStep::Price));
    let silent = SILENT.iter().filter_map(|(key, days)| {
        let moment = workday(*days, now, zone)?;
        let note = later(ids, &Key::Silence, moment, (now, zone));
        let effects = [note].into_iter().chain(then()).collect();
        Some(MenuItem::new(format!("Remind if silent for {days} days"), moment.echo(now, zone), effects).key(*key))
    });
    let mut items: Vec<MenuItem> = silent.collect();
    items.push(MenuItem::new("No reminder", "", then().into_iter().collect()).key('n'));
    let archive = SetMark { ids: ids.to_vec(), mark: Mark::Archived, to: true };
    let archive = [Effect::Write(Intent::Mark(archive))].into_iter().chain(then()).collect();
    items.push(MenuItem::new("Archive, no reminder", "", archive).key('a'));
    Menu { title: format!("Replied to {about}: what is next?"), items, keep_open: false }
}

/// Question after a reply that named a price: until when the price is valid.
pub fn price_stands(ids: &[Id<Inquiry>], now: Timestamp, zone: Zone) -> Menu {
    let stands = STANDS.iter().filter_map(|(key, days)| {
        let moment = workday(*days, now, zone)?;
        let effects = vec![later(ids, &Key::Quote, moment, (now, zone))];
        Some(MenuItem::new(format!("For {days} days"), moment.echo(now, zone), effects).key(*key))
    });
    let mut items: Vec<MenuItem> = stands.collect();
    items.push(MenuItem::new("Until I say otherwise", "", Vec::new()).key('n'));
    Menu { title: "How long does your price stand?".to_owned(), items, keep_open: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_of_a_sale_is_kept_with_its_currency_or_refused() {
        let won = |typed, of| detail_of(Turn::Won, typed, &Currency::new(of));
        let kept = |detail: &str, said: &str| Ok((detail.to_owned(), said.to_owned()));
        assert_eq!(won("500", "EUR"), kept("500 EUR", "won €500"));
        assert_eq!(won("500 USD", ""), kept("500 USD", "won $500"));
        assert!(won("500", "").is_err_and(|why| why.contains("add it, as in 500 USD")));
    }

    #[test]
    fn the_reminder_of_silence_comes_on_a_workday_and_each_answer_has_a_key_of_its_own() {
        // From this Wednesday, three days later is a Saturday.
        let (ids, now) = ([Id::new(1)], Timestamp(1_773_230_400));
        let line = |item: &MenuItem| format!("{} {} · {}", item.key.unwrap_or(' '), item.label, item.hint);
        let lines = |menu: &Menu| menu.items.iter().map(line).collect::<Vec<String>>();
        let expected = [
            "3 Remind if silent for 3 days · Mon 16 Mar 09:00, in 5d",
            "7 Remind if silent for 7 days · Wed 18 Mar 09:00, in 7d",
            "n No reminder · ",
            "a Archive, no reminder · ",
        ];
        let [plain, priced] = [false, true].map(|priced| after_reply(&ids, "a.com", priced, (now, Zone::Utc)));
        assert_eq!((lines(&plain), lines(&priced)), (expected.map(str::to_owned).to_vec(), lines(&plain)));
        let asks = |item: &MenuItem| item.effects.last() == Some(&Effect::ReplyStep(ReplyStep::Price));
        assert!(priced.items.iter().all(asks) && !plain.items.iter().any(asks), "only a price is asked about");
        let expected = [
            "w For 7 days · Wed 18 Mar 09:00, in 7d",
            "m For 30 days · Fri 10 Apr 09:00, in 30d",
            "n Until I say otherwise · ",
        ];
        assert_eq!(lines(&price_stands(&ids, now, Zone::Utc)), expected);
    }
}
