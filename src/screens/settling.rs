//! Settling a finding: `i` ignores it for its names or for all names, `z` puts it off until a time. The same wherever
//! findings are listed.

use crate::base::{Moment, clean_line, not_one_of};
use crate::store::findings::{self, Found, Kind};
use crate::ui::list::noting;
use crate::ui::text::counted;
use crate::ui::{Args, Command, Cx, Effect, Info, Menu, MenuItem, Outcome, ScreenId, When, World};

/// Most names that are settled one by one; for more, the whole kind is settled.
const MOST: usize = 1_000;
const NAMES: &str = "names";
const KIND: &str = "kind";

/// Screen with findings.
pub trait Settles {
    const ID: ScreenId;

    /// Finding under the cursor.
    fn finding(&self) -> Option<Kind>;
}

/// Command of `i`.
pub const fn ignore<S: Settles>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Ignore the finding until its facts worsen")
        .also(&["settle", "dismiss", "hide"])
        .footer(6, &["i"], "ignore")
        .args("[names|kind] [reason]");
    info.run_if(there, settle)
}

/// Command of `z`.
pub const fn put_off<S: Settles>(name: &'static str) -> Command<S> {
    PUT_OFF.named(name).run_if(there, later)
}

/// Help of `z` for screens that can put off other things, too.
pub const PUT_OFF: Info = Info::new("put_off", "Hide the finding until a time, or until its facts worsen")
    .also(&["later", "snooze", "postpone"])
    .footer(7, &["z"], "later")
    .args("[<when>]");

/// On where there is a finding.
pub fn there<S: Settles>(screen: &S, world: &World<'_>) -> When {
    let found = screen.finding().and_then(|kind| {
        let findings = findings::known(world.store, world.now);
        findings.of(kind).map(|found| found.figure.value().is_some_and(|figure| *figure > 0))
    });
    When::on_if(found == Some(true), "This line is not a finding.")
}

/// Two flags: true if the finding can be settled for each of its names (unless these are too many), and true if it can
/// be settled as a kind (once the number of names is known).
fn ways(found: &Found) -> (bool, bool) {
    let names = !found.is_empty() && found.len() <= MOST;
    (names, found.figure.whole().is_some() || found.kind.is_aside())
}

/// Settles what `way` names: the names, or the kind.
fn act(found: &Found, way: &str, until: Option<Moment>, reason: &str, cx: &Cx<'_>) -> Effect {
    let world = &cx.world;
    let (changes, what) = if way == NAMES {
        let what = format!("{} {}", counted(found.len() as u64, "name", "names"), "ignored");
        (found.settle_names(until, reason, world.store), what)
    } else {
        (vec![found.settle_kind(until, reason)], "all ignored".to_owned())
    };
    let until = until.map(|until| format!(" until {}", until.at().weekday_clock(world.now, world.zone)));
    let said = format!("{}: {what}{}", found.kind.words(false), until.unwrap_or_default());
    Effect::Notes { changes, said }
}

fn settle<S: Settles>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let findings = findings::known(cx.world.store, cx.world.now);
    let Some(found) = screen.finding().and_then(|kind| findings.of(kind)) else { return Outcome::Done };
    let (names, kind) = ways(found);
    let (way, reason) = args.text.trim().split_once(char::is_whitespace).unwrap_or((args.text.trim(), ""));
    match way {
        NAMES if names => cx.push(act(found, NAMES, None, &clean_line(reason.trim()), cx)),
        KIND if kind => cx.push(act(found, KIND, None, &clean_line(reason.trim()), cx)),
        NAMES => return Outcome::Refused(format!("More than {MOST} names are ignored as a kind.")),
        KIND => return Outcome::Refused("Not all domains are read yet, so more of them cannot be told.".to_owned()),
        "" if !names && !kind => {
            return Outcome::Refused("Not all domains are read yet; ignore this once they are.".to_owned());
        }
        "" => {
            let these = match found.len() {
                1 => "This name".to_owned(),
                many => format!("These {}", counted(many as u64, "name", "names")),
            };
            let ways = [
                (names, NAMES, these.as_str(), "until an offer comes, or visits double"),
                (kind, KIND, "All of this kind", "until they become more"),
            ];
            let mut items = Vec::new();
            for (_, way, label, until) in ways.iter().filter(|(is_one, ..)| *is_one) {
                items.push(MenuItem::new(*label, *until, vec![act(found, way, None, "", cx)]));
            }
            for (_, way, label, _) in ways.iter().filter(|(is_one, ..)| *is_one) {
                let line = Effect::Line(format!("{}.ignore {way} ", S::ID));
                items.push(MenuItem::new(format!("{label}, with a reason …"), "", vec![line]));
            }
            cx.menu(Menu { title: format!("Ignore: {}", found.words()), items, keep_open: false });
        }
        other => return Outcome::Refused(not_one_of("argument", other, &[NAMES, KIND])),
    }
    Outcome::Done
}

/// Hides the finding until a time.
pub fn later<S: Settles>(screen: &mut S, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let findings = findings::known(cx.world.store, cx.world.now);
    let Some(found) = screen.finding().and_then(|kind| findings.of(kind)) else { return Outcome::Done };
    let way = match ways(found) {
        (true, _) => NAMES,
        (false, true) => KIND,
        (false, false) => {
            return Outcome::Refused("Not all domains are read yet; put this off once they are.".to_owned());
        }
    };
    let (now, zone) = (cx.world.now, cx.world.zone);
    let typed = args.text.trim();
    if !typed.is_empty() {
        return match Moment::read(typed, now, zone) {
            Ok(moment) => cx.done(act(found, way, Some(moment), "", cx)),
            Err(why) => Outcome::Refused(why),
        };
    }
    let mut items: Vec<MenuItem> = noting::times((now, zone), |moment| act(found, way, Some(moment), "", cx)).collect();
    let line = Effect::Line(format!("{}.put_off ", S::ID));
    items.push(MenuItem::new("Another time …", "fri 9:00, 4 dec, +2w", vec![line]));
    cx.menu(Menu { title: format!("Hide until: {}", found.words()), items, keep_open: false })
}
