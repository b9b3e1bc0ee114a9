//! State of the page: its lines, what would become of each, and the names being sent.

use crate::api::domains::{Casing, Tab};
use crate::base::{DomainName, Id};
use crate::sheets::names::{self as sheet, Names};
use crate::sheets::{Status, Verdict};
use crate::store::{EntryId, Item, Store, Target};
use crate::ui::list::{self, LocalList, TabRow, Words};
use crate::ui::text::{counted, grouped};
use crate::ui::widgets::input::Input;
use crate::ui::{Cx, Effect, FileAsk, Place, Role, Tone, World};

use super::columns::Row;

/// Slots of the texts this page receives: lines to append, and lines that replace the list.
pub const MORE: &str = "add";
pub const EDITED: &str = "add-edited";

/// Versions of the lines and of the known domains, and true when names in the account are sent, too.
type Versions = (u64, u64, bool);

/// Tabs: all lines, then one tab for each state.
pub const TABS: &[TabRow<Option<Status>>] = &[
    tab(None, "all", "All"),
    tab(Some(Status::Sent), "to add", "To add"),
    tab(Some(Status::Doubled), "twice", "Twice"),
    tab(Some(Status::Owned), "already there", "Already there"),
    tab(Some(Status::LeftOut), "not a name", "Not a name"),
];

const fn tab(status: Option<Status>, name: &'static str, title: &'static str) -> TabRow<Option<Status>> {
    TabRow::called(status, name, title).empty("No line of this kind.", "[ ] other lines")
}

#[derive(Debug, Default)]
pub struct Add {
    pub names: Names,
    /// Lines put aside while those of a failed import are on the page.
    aside: Option<Names>,
    pub input: Input,
    /// True when the moving keys belong to the list, not to the field.
    pub in_list: bool,
    pub list: LocalList<Self, Row>,
    pub casing: Casing,
    /// True when names in the account are sent, too, so that they are checked again.
    pub again: bool,
    /// Versions the rows were made from, and how often the rows were made.
    judged: (Option<Versions>, u64),
    /// Numbers of the newest texts taken, for [`MORE`] and [`EDITED`].
    taken: [u64; 2],
    asked_kept: bool,
    /// Write that sends the lines. They leave the page when it is done.
    pub under_way: Option<EntryId>,
}

/// Tab of the account's lists that has this name, My domains first; `None` when none has it.
pub fn held(store: &Store, name: &DomainName) -> Option<Tab> {
    let row = store.domains().row_of(name)?;
    [Tab::MyDomains, Tab::Detected, Tab::Removed].into_iter().find(|tab| row.on(*tab))
}

impl Add {
    /// True when the field is empty and there are names, so that enter adds them.
    pub fn waits_for_enter(&self) -> bool {
        self.input.is_empty() && !self.names.is_empty()
    }

    /// Makes the rows again when the lines or the known domains have changed.
    pub fn read(&mut self, world: &World<'_>) {
        let now = (self.names.version(), world.store.domains().version(), self.again);
        if self.judged.0 != Some(now) {
            self.judged = (Some(now), self.judged.1 + 1);
            let row = |(place, line)| Row::new(place, line, self.again, world.store);
            self.list.rows.take(self.judged.1, || (0..).zip(self.names.lines()).map(row).collect());
        }
    }

    /// Number of lines with this status.
    pub fn many(&self, status: Status, world: &World<'_>) -> u64 {
        let tab = TABS.iter().position(|row| row.tab == Some(status)).unwrap_or(0);
        self.list.rows.count(self.list.sheet_of(tab), (tab, TABS), (&Words::new(), list::holds(self, world)), world)
    }

    /// Reason why the line under the cursor is not a name.
    pub fn why_no_name(&self) -> Option<String> {
        let line = &self.list.current().filter(|_| self.in_list)?.line;
        let Verdict { line, status, why, .. } = &line.verdict;
        (*status == Status::LeftOut).then(|| format!("Line {line}: {why}"))
    }

    /// Number of names that would be sent.
    pub fn many_to_send(&self, world: &World<'_>) -> u64 {
        self.many(Status::Sent, world) + if self.again { self.many(Status::Owned, world) } else { 0 }
    }

    /// Number of lines that would not be sent, with the reasons: `3 lines left out (2 not a name, 1 twice)`.
    pub fn left_out(&self, world: &World<'_>) -> Option<String> {
        let of = |status| self.many(status, world);
        let owned = if self.again { 0 } else { of(Status::Owned) };
        let reasons = [(of(Status::LeftOut), "not a name"), (of(Status::Doubled), "twice"), (owned, "already there")];
        let many = reasons.iter().map(|(many, _)| many).sum();
        let left = reasons.iter().filter(|(many, _)| *many > 0);
        let said: Vec<String> = left.map(|(many, words)| format!("{} {words}", grouped(*many))).collect();
        (many > 0).then(|| format!("{} left out ({})", counted(many, "line", "lines"), said.join(", ")))
    }

    /// Moves the text of the field into the list.
    pub fn take_field(&mut self, cx: &mut Cx<'_>) {
        let typed = self.input.value().trim().to_owned();
        self.input.set("");
        if !typed.is_empty() {
            self.take(&typed, cx);
        }
    }

    /// Appends lines to the list.
    pub fn take(&mut self, text: &str, cx: &mut Cx<'_>) {
        let first = self.names.lines().len();
        let (_, too_many) = self.names.add(text);
        if too_many {
            let most = grouped(sheet::MOST);
            cx.toast(Tone::Warn, format!("A list holds up to {most} names; the rest was left out."));
        }
        self.changed(cx);
        let prices = sheet::prices(text) as u64;
        if prices > 0 {
            let words = counted(prices, "price is", "prices are");
            cx.toast(Tone::Warn, format!("{words} left out; :import FILE takes a CSV of names with prices."));
        }
        let added = &self.names.lines()[first..];
        let again = added.iter().filter(|line| line.verdict.status == Status::Doubled).count() as u64;
        // Warn when most of the lines were on the list already. Fewer are counted below the list.
        if first > 0 && added.len() > 1 && again * 2 > added.len() as u64 {
            let words = format!("{} lines added; {} were on the list already.", grouped(added.len()), grouped(again));
            cx.toast(Tone::Warn, words);
        }
        self.list.table_mut().select(&(first as u32));
    }

    /// Makes the rows again after the lines have changed, and keeps the lines for the next run.
    pub fn changed(&mut self, cx: &mut Cx<'_>) {
        list::take_rows(self, &cx.world);
        self.keep(cx);
    }

    /// Keeps the lines for the next run; while those of a failed import are shown, the lines put aside instead.
    fn keep(&self, cx: &mut Cx<'_>) {
        let names = self.aside.as_ref().unwrap_or(&self.names);
        let lines: Vec<&str> = names.lines().iter().map(|line| line.typed.as_str()).collect();
        cx.push(Effect::File(FileAsk::keep(MORE, lines.join("\n"))));
    }

    /// Replaces the lines of the page by those of a failed import, each with its reason as a note. The earlier lines
    /// come back once these are added.
    pub fn only(&mut self, text: &str, cx: &mut Cx<'_>) {
        if self.aside.is_none() {
            self.aside = Some(std::mem::take(&mut self.names));
        }
        self.names.replace_noted(text);
        self.judged.0 = None;
        list::take_rows(self, &cx.world);
    }

    /// Asks, once, for the lines an earlier run kept.
    pub fn ask_kept(&mut self, cx: &mut Cx<'_>) {
        if !std::mem::replace(&mut self.asked_kept, true) && self.names.is_empty() {
            cx.push(Effect::File(FileAsk::Kept { slot: MORE }));
        }
    }

    /// Takes texts that were read or edited since the last turn.
    pub fn take_texts(&mut self, cx: &mut Cx<'_>) {
        for (place, slot) in [MORE, EDITED].into_iter().enumerate() {
            let Some((number, text)) = cx.world.store.files().text(slot) else { continue };
            if *number <= self.taken[place] {
                continue;
            }
            self.taken[place] = *number;
            match text.clone() {
                Ok(text) if slot == MORE => self.take(&text, cx),
                Ok(text) => {
                    self.names.replace(&text);
                    self.changed(cx);
                }
                Err(why) => cx.toast(Tone::Warn, why),
            }
        }
    }

    /// Follows the write of the lines: names that were added leave the list, refused ones stay, and the import opens.
    pub fn follow(&mut self, cx: &mut Cx<'_>) {
        let journal = cx.world.store.journal();
        let Some(entry) = self.under_way.and_then(|id| journal.get(id)) else { return };
        if entry.targets.iter().any(|target| !target.state.ended()) {
            return;
        }
        self.under_way = None;
        let left = entry.targets.iter().filter(|target| !target.state.applied());
        let left: Vec<Item> = left.map(Target::item).collect();
        if left.is_empty() {
            self.names = self.aside.take().unwrap_or_default();
        } else {
            let lines: Vec<&str> = left.iter().flat_map(|part| entry.intent.lines(part)).map(String::as_str).collect();
            self.names.replace(&lines.join("\n"));
        }
        self.judged.0 = None;
        self.changed(cx);
        if let Some(import) = entry.targets.iter().find_map(|target| target.made) {
            // Going back from the import skips this page, which is done.
            cx.push(Effect::Back);
            cx.go(Place::Import(Id::new(import)));
        }
    }

    /// Words for what the text in the field would become, with their role; `None` for an empty field.
    pub fn typed(&self, world: &World<'_>) -> Option<(Role, String)> {
        let typed = self.input.value().trim();
        if typed.is_empty() {
            return None;
        }
        Some(match sheet::read(typed) {
            Err(_) if sheet::prices(typed) > 0 => (Role::Warn, "with a price, which is left out".to_owned()),
            Err(_) if typed.contains([',', ';']) => (Role::Good, "several names".to_owned()),
            Err(why) => (Role::Bad, why),
            Ok((name, _)) => match held(world.store, &name) {
                Some(Tab::MyDomains) => (Role::Bad, format!("{} is in the account already", name.both())),
                _ => super::columns::becomes(&name),
            },
        })
    }
}
