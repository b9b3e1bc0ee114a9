//! Conversations: messages that belong together, shown under the first of them in the order of the list, or folded to
//! one row.
//!
//! The service knows no conversations. Two messages belong together if their headers, once read, refer to each other,
//! or if sender, recipients and subject are the same except for Re: and Fwd:.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::state::Mail;
use crate::base::work;
use crate::mime::Message;
use crate::store::{Known, MailKey, MailRow, Store};
use crate::ui::list::{ListScreen, help};
use crate::ui::text;
use crate::ui::widgets::page::Part;
use crate::ui::widgets::table::Table;
use crate::ui::{Command, Cx, Info, Outcome, Role, Tone, Topic, World};

/// Headers with the id of a message and of those it answers.
const NAMING: [&str; 3] = ["message-id", "in-reply-to", "references"];
/// Most ids taken from one message, counted from the last, because a hostile message may have any number.
const NAMES: usize = 50;
/// Prefixes that mail programs put before the subject of a reply or a forwarded mail.
const ANSWERS: [&str; 12] = ["re", "fw", "fwd", "aw", "wg", "sv", "vs", "antw", "tr", "rv", "res", "enc"];

/// Conversations of the list in front.
#[derive(Debug, Default)]
pub struct Threads {
    on: bool,
    /// Messages whose conversation is unfolded.
    open: HashSet<MailKey>,
    /// Ids in the headers of the messages that were read.
    named: HashMap<MailKey, Vec<String>>,
    /// Version, increased whenever `open` or `named` changes.
    version: u64,
    made: Option<Made>,
}

/// Grouped rows, and the data they were made from.
#[derive(Debug)]
struct Made {
    of: Arc<[MailKey]>,
    version: u64,
    rows: Arc<[MailKey]>,
    /// Conversations of several messages, by the first message.
    groups: HashMap<MailKey, Vec<MailKey>>,
    /// First message of the conversation, by each of its other messages.
    first: HashMap<MailKey, MailKey>,
}

impl Threads {
    /// Messages a row stands for: all of its conversation if that is folded, else its own.
    pub fn of_row(&self, key: MailKey) -> Vec<MailKey> {
        let group = self.group(key).filter(|_| self.is_folded(key));
        group.map_or_else(|| vec![key], <[_]>::to_vec)
    }

    /// Messages of the conversation that this row is the first of; `None` without others.
    pub fn group(&self, key: MailKey) -> Option<&[MailKey]> {
        Some(self.made.as_ref().filter(|_| self.on)?.groups.get(&key)?)
    }

    /// True when the row is below the first one of its conversation.
    pub fn is_below(&self, key: MailKey) -> bool {
        self.on && self.made.as_ref().is_some_and(|made| made.first.contains_key(&key))
    }

    fn is_folded(&self, key: MailKey) -> bool {
        !self.open.contains(&key)
    }

    /// Table with every message of the list, with conversations together.
    pub fn unfolded<'a>(&self, table: &'a Table<MailKey>) -> Cow<'a, Table<MailKey>> {
        let Some(made) = self.made.as_ref().filter(|made| self.on && made.rows.len() < made.of.len()) else {
            return Cow::Borrowed(table);
        };
        let rows = made.rows.iter().filter(|key| !made.first.contains_key(key));
        let all = rows.flat_map(|key| made.groups.get(key).cloned().unwrap_or_else(|| vec![*key]));
        let mut table = table.clone();
        table.set_ids(all.collect());
        Cow::Owned(table)
    }

    /// Takes the ids from the headers of a message, once it was read.
    pub fn take(&mut self, key: MailKey, store: &Store) {
        if self.named.contains_key(&key) {
            return;
        }
        if let Some(full) = store.message(key).and_then(|loaded| loaded.value) {
            self.named.insert(key, named_in(&full.message));
            self.version += 1;
        }
    }

    /// Rows of the list with conversations grouped; the rows as given while grouping is off.
    pub fn arranged(&mut self, of: Arc<[MailKey]>, store: &Store) -> Arc<[MailKey]> {
        if !self.on {
            return of;
        }
        if let Some(made) = &self.made
            && Arc::ptr_eq(&made.of, &of)
            && made.version == self.version
        {
            return Arc::clone(&made.rows);
        }
        let mut groups: HashMap<MailKey, Vec<MailKey>> = HashMap::new();
        let (mut first, mut rows) = (HashMap::new(), Vec::new());
        for group in self.grouped(&of, store).into_values() {
            let leader = group[0];
            // A newer message may become the first of a conversation that is unfolded.
            if group.iter().any(|key| self.open.contains(key)) {
                self.open.extend(&group);
                rows.extend(&group);
            } else {
                rows.push(leader);
            }
            if group.len() > 1 {
                first.extend(group[1..].iter().map(|key| (*key, leader)));
                groups.insert(leader, group);
            }
        }
        let rows: Arc<[MailKey]> = rows.into();
        self.made = Some(Made { of, version: self.version, rows: Arc::clone(&rows), groups, first });
        rows
    }

    /// Messages of each conversation in the order of the list, by the place of their first message.
    fn grouped(&self, of: &[MailKey], store: &Store) -> BTreeMap<usize, Vec<MailKey>> {
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut above: Vec<usize> = (0..of.len()).collect();
        let top = |above: &[usize], mut place: usize| {
            while above[place] != place {
                place = above[place];
            }
            place
        };
        for (place, key) in work::each(of.iter().enumerate()) {
            let about = store.mail().row(*key).and_then(about);
            for name in self.named.get(key).into_iter().flatten().cloned().chain(about) {
                let other = *known.entry(name).or_insert(place);
                let (one, other) = (top(&above, place), top(&above, other));
                above[one.max(other)] = one.min(other);
            }
        }
        let mut groups: BTreeMap<usize, Vec<MailKey>> = BTreeMap::new();
        for (place, key) in of.iter().enumerate() {
            groups.entry(top(&above, place)).or_default().push(*key);
        }
        groups
    }

    fn fold(&mut self, key: MailKey, folded: bool) {
        let first = self.made.as_ref().and_then(|made| made.first.get(&key)).copied().unwrap_or(key);
        let group = self.group(first).map_or_else(|| vec![first], <[_]>::to_vec);
        for key in group {
            if folded {
                self.open.remove(&key);
            } else {
                self.open.insert(key);
            }
        }
        self.version += 1;
    }
}

/// Key of a thread from sender, recipients and subject; `None` without a subject.
fn about(row: &MailRow) -> Option<String> {
    let subject = plain(&row.subject);
    (!subject.is_empty()).then(|| format!("{}\n{}\n{subject}", row.sender.to_lowercase(), row.to.to_lowercase()))
}

/// Subject without the prefixes of replying and forwarding.
fn plain(subject: &str) -> String {
    let mut rest = subject.trim();
    while let Some((head, tail)) = rest.split_once(':') {
        // `Re[2]:` is a prefix, too.
        let word = head.split(['[', '(']).next().unwrap_or_default().trim();
        if !ANSWERS.iter().any(|answer| word.eq_ignore_ascii_case(answer)) {
            break;
        }
        rest = tail.trim_start();
    }
    rest.to_lowercase()
}

/// Ids of messages in the headers of a message.
fn named_in(message: &Message) -> Vec<String> {
    let headers =
        message.headers.iter().filter(|header| NAMING.iter().any(|name| header.name.eq_ignore_ascii_case(name)));
    let names = headers.flat_map(|header| header.value.split('<').skip(1));
    let mut names: Vec<String> = names.filter_map(|part| Some(format!("<{}>", part.split_once('>')?.0))).collect();
    names.drain(..names.len().saturating_sub(NAMES));
    names
}

/// True while conversations can be folded: messages are grouped, and the list is in front.
pub fn in_list(screen: &Mail) -> bool {
    screen.threads.on && screen.list.detail.is_none() && screen.list.form.is_none()
}

/// Verbs while messages are grouped.
pub const INSIDE: &[Command<Mail>] = &[Info::new("mail_threads.fold", "Unfold or fold the conversation")
    .footer(4, &["z"], "unfold")
    .run(|screen, _, _| {
        let Some(key) = screen.list.under_cursor().copied() else { return Outcome::Done };
        let threads = &mut screen.threads;
        if threads.group(key).is_none() && !threads.is_below(key) {
            return Outcome::Refused("No other message of this conversation is in the list.".to_owned());
        }
        let folded = threads.is_folded(key);
        let first = threads.made.as_ref().and_then(|made| made.first.get(&key)).copied();
        threads.fold(key, !folded);
        // The row under the cursor may just have been folded away.
        if let Some(first) = first {
            let tab = screen.list.tab;
            screen.list.select_in(tab, first);
        }
        Outcome::Done
    })];

/// Runs `t`: groups messages by conversation, or shows each alone.
pub fn toggle(screen: &mut Mail, cx: &mut Cx<'_>) -> Outcome {
    let threads = &mut screen.threads;
    (threads.on, threads.made) = (!threads.on, None);
    threads.version += 1;
    let words = if threads.on {
        "Messages grouped by conversation · z unfolds one"
    } else {
        "Each message in a row of its own"
    };
    cx.toast(Tone::Info, words.to_owned());
    Outcome::Done
}

/// Messages of the list from the cursor on, wrapping around, including folded ones.
pub fn from_cursor(screen: &Mail) -> Vec<MailKey> {
    let table = screen.threads.unfolded(screen.list.table());
    let mut keys = table.ids().to_vec();
    let at = screen.list.under_cursor().and_then(|key| keys.iter().position(|other| other == key)).unwrap_or(0);
    keys.rotate_left(at);
    keys
}

/// Moves the cursor to a message, unfolding its conversation if needed.
pub fn go_to(screen: &mut Mail, key: MailKey) {
    if screen.threads.is_below(key) && screen.threads.is_folded(key) {
        screen.threads.fold(key, false);
    }
    let tab = screen.list.tab;
    screen.list.select_in(tab, key);
}

/// Words beside the tabs while messages are grouped: `4 conversations`, or `≥ 4` while the list is not read completely.
pub fn words(screen: &Mail, world: &World<'_>) -> String {
    let Some(made) = screen.threads.made.as_ref().filter(|_| screen.threads.on) else { return String::new() };
    let count = (made.of.len() - made.first.len()) as u64;
    let known = Known::rows(count, None, screen.is_whole(world));
    format!("{} {}", text::count(&known), if count == 1 { "conversation" } else { "conversations" })
}

/// Help pages about mail.
pub const TOPICS: &[Topic] = &[help::SEARCH, Topic { name: "threads", title: "Conversations", page }];

fn page() -> Vec<Part> {
    let words = [
        "t groups the messages of the list by conversation, or shows each alone again. A conversation is one row, that of \
         its first message in the order of the list, with the number of messages before the subject; z unfolds and folds it.",
        "The service says nothing of conversations. Messages are put together where the headers of those that were read \
         refer to each other (References, In-Reply-To), or where sender, recipients and subject are the same but for Re: \
         and Fwd:. Only messages of the list that were loaded can be grouped.",
        "s, m and c on a folded row act on all of its messages and say how many. N goes to the next unread message and \
         unfolds its conversation. A saved list has every message.",
    ];
    let parts = words.map(|words| [Part::Text(Role::Text, words.to_owned()), Part::Blank]);
    parts.into_iter().flatten().collect()
}
