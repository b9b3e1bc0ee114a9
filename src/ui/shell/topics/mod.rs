//! `:help NAME`: help pages of the program (here), those of a screen (in its folder), and help on any command by its
//! name. Look first at `program.rs`; `work.rs` has the pages on ways of working.

use super::super::keymap::spell;
use super::super::text::is_other_number;
use super::super::widgets::page::Part;
use super::super::{Info, Level, Outcome, Role, Screen, Topic, infos};
use super::layer::{Content, Layer};
use super::{COMMANDS, Shell};
use crate::base::{nearest, unknown};

mod program;
mod work;

/// Name of the page for new users.
pub(super) const TOUR: &str = "tour";

/// Pages on how to reach a goal, with words they are found by.
pub(super) const GOALS: &[(&str, &[&str])] = &[
    (TOUR, &["answer", "offer", "buyer", "reply", "rescue"]),
    ("names", &["add", "verify", "nameserver", "import"]),
    ("prices", &["price", "BIN", "sell"]),
    ("undo", &["restore", "mistake"]),
];

/// Words in tabs, columns and figures, by the page that explains them.
const ALSO: &[(&str, &[&str])] = &[
    (
        "unsent",
        &[
            "not emailed",
            "held back",
            "delivery",
            "not confirmed",
            "below your minimum",
            "low interest",
            "failed questions",
            "another rule",
        ],
    ),
    ("domains", &["mine", "verified", "unverified", "detected", "removed", "state", "last check", "next check"]),
    ("names", &["add", "nameserver", "nameservers", "verification"]),
    ("prices", &["bin", "bin price", "target", "target price", "offers", "for sale"]),
    ("notes", &["snoozed", "snooze", "tags", "noted", "reminder", "reminders", "due"]),
    ("home", &["score", "leads", "health", "findings"]),
    ("insights", &["visits", "visits 30d", "rate", "inquiry rate", "by day", "traffic", "reports"]),
    ("jobs", &["imports", "bulk", "write queue", "queue", "reruns"]),
    ("export", &["exports", "csv"]),
    ("settings", &["overrides", "own value", "inherit"]),
    ("history", &["versions"]),
    ("site", &["portfolio", "profile"]),
    ("accounts", &["account", "token", "abilities"]),
    ("words", &["hidden", "confirmed", "lander", "inquiries", "glossary"]),
    ("offline", &["rate limit", "wait"]),
];

/// Verbs that a page explains better than their own help does.
const MORE: &[(&str, &[&str])] = &[
    ("prices", &["price", "sheet", "review"]),
    ("export", &["export_view"]),
    ("undo", &["undo", "redo"]),
    ("views", &["view"]),
    ("marks", &["mark"]),
];

/// Pages on what is the same on every screen.
const TOPICS: &[Topic] = &[
    Topic { name: TOUR, title: "A short tour: from the first inquiry to the first reply", page: tour },
    Topic { name: "names", title: "From a list of names to verified domains", page: names },
    Topic { name: "line", title: "The command line", page: line },
    Topic { name: "marks", title: "Marking several rows", page: marks },
    Topic { name: "undo", title: "Take changes back: undo, redo, history", page: undo },
    Topic { name: "prices", title: "Price your names: formulas, sheet, review, plans, undo", page: prices },
    Topic { name: "copy", title: "Copying", page: copy },
    Topic { name: "views", title: "Saved views", page: views },
    Topic { name: "export", title: "Exports and saved lists", page: export },
    Topic { name: "redact", title: "Redacting personal data", page: redact },
];

fn text(words: &str) -> Part {
    Part::Text(Role::Text, words.to_owned())
}

fn tour() -> Vec<Part> {
    let steps = [
        ("1", "Home: what to do first. enter opens a line, - comes back"),
        ("2", "Inquiries: who asks for your domains, the newest first; j k move"),
        ("enter", "opens one; esc closes it"),
        ("a d s m", "archive, hide, star, mark read; u undoes the last change, on any screen"),
        (
            "r",
            "replies: choose a template, write in your editor, save and quit. enter opens it in your mail program; once it \
              is sent there, choose Mark as sent.",
        ),
        ("/", "filters: is:unread, offer:>500, country:US, or any text; esc clears it"),
        ("[ ]", "switch tabs: Unread, Starred, Unsent, Archived, Hidden, All"),
        ("space *", "mark a row, all rows; the next command acts on what is marked"),
        ("c t z Z", "note, tag, put away until a time, remind; kept on this computer"),
        ("3 4 5", "mail, domains, insights. :help names explains verification."),
        ("6 7 8 9", "jobs, settings, site and profile, account"),
        ("0", "searches all of it: names, buyers, words of messages and notes"),
        ("? ctrl-p", "the keys of the screen you are on; any command by its name"),
    ];
    let mut parts: Vec<Part> = steps.into_iter().map(|(keys, what)| Part::field(keys, what)).collect();
    parts.extend([Part::Blank, text("Parkade itself sends no mail. Setup and reading change nothing at the service.")]);
    parts
}

fn names() -> Vec<Part> {
    vec![
        Part::field(
            "4 +",
            "opens the page for names: type or paste them, or :add FILE (a list, or a CSV with a column “domain”). ctrl-s \
              adds them, after a question.",
        ),
        Part::field(
            "6",
            "shows the import: how many names are verified, and why the others are not. e fixes lines with errors.",
        ),
        Part::field("4 ] ]", "the tab Unverified; its last line names the nameservers to set at the registrar"),
        Part::field("* V", "checks all of them again, once they are set; the service also does so automatically"),
        Part::Blank,
        text("A CNAME or TXT record works instead of nameservers; the Status tab of a domain shows all three."),
    ]
}

fn export() -> Vec<Part> {
    vec![
        Part::field("x", "saves the list on the screen, with its filter and sort, as CSV or JSON"),
        Part::field(":export domains", "the service makes a CSV of all domains with every setting"),
        Part::field(":export inquiries", "the same for inquiries; + on the tab Exports of Jobs asks which"),
        Part::field("S", "in Jobs, saves the file of an export; the service keeps it for 7 days"),
        Part::field(":csv FILE", "opens a CSV as a table"),
        Part::Blank,
        text(
            "Files go to download_dir of the config, else to the desktop's download folder, else to the folder Parkade was \
              started in; the message says where. An export of domains can be changed and imported again (:import FILE).",
        ),
    ]
}

fn line() -> Vec<Part> {
    vec![
        text("Every command has a name. Type it after the colon, with its arguments if it takes any."),
        Part::Blank,
        Part::field("archive", "acts on the marked rows, or the current one"),
        Part::field("inquiries.archive", "the full name, if another command has the same short one"),
        Part::field("\"two words\"", "quotes as in a shell; -- ends options"),
        Part::field("tab", "completes; up and down recall earlier lines, also from earlier sessions"),
        Part::Blank,
        text("If a word is unknown, the line stays as it is and suggests the nearest one."),
    ]
}

fn marks() -> Vec<Part> {
    vec![
        text("Commands act on the marked rows, or on the current row if none is marked."),
        Part::Blank,
        text(
            "* marks all loaded rows; pressed again, all that match the filter at the service. The number of marked rows is \
              always on the screen. esc clears them, then the filter. Changing the tab clears the marks.",
        ),
        Part::Blank,
        text(
            "Actions that cannot be undone exactly ask first: up to 99 rows with y or n, from 100 on you type the number. \
              Price changes with a warning (halved, doubled, removed, below an offer) always ask for the number. \
              Everything else runs immediately and can be undone.",
        ),
    ]
}

fn undo() -> Vec<Part> {
    vec![
        text("Every change is saved on this machine before it is sent, and sent once."),
        Part::Blank,
        Part::field("queued", "not sent yet: offline, or the service asked to wait"),
        Part::field("done", "confirmed by the service, or by reading it back"),
        Part::field("refused", "the service refused it; the reason is shown"),
        Part::field("unknown", "the answer was lost; the program reads it back to find out"),
        Part::Blank,
        text(
            "u undoes the last change, U redoes it, :undo 3 undoes three. Undoing 100 rows or more that were sent asks first, by y or n. A change \
              that is not sent yet is cancelled; one that is done is reversed. While a change is still running or its \
              outcome is unknown, the rows are shown as before and the undo follows; the message says so. This survives \
              a restart.",
        ),
        Part::Blank,
        text(
            "Rows changed since then are left alone and named. A change whose outcome is unknown is not undone \
              blindly: :check reads it again. If the last change cannot be undone, u says so, and u again undoes the one \
              before it. Marking read by opening is not part of undo: m marks unread.",
        ),
    ]
}

fn prices() -> Vec<Part> {
    vec![
        text("Prices are staged first, reviewed, and saved only when you confirm the review."),
        Part::Blank,
        Part::field(":price +10%", "changes the BIN price of the marked domains; -5% lowers it"),
        Part::field(":price =2495", "sets it; $2,495 and 2k are read as well"),
        Part::field(":price round 9", "the nearest price that ends in 9; also :price +10% round 9"),
        Part::field("$", "opens the prices of the marked domains as a sheet in your editor"),
        Part::field("e", "opens their settings as a form; the first key in a price begins a new one"),
        Part::Blank,
        text(
            "A whole price stays whole: 8,475 and +10% make 9,323, and the review counts the prices that were rounded. A \
              price with cents is rounded to cents. Domains without a price are left out of a formula and counted.",
        ),
        Part::Blank,
        text(
            "In the sheet each line is a domain, with for sale, BIN price and target price. A cell takes a price or a \
              formula, and ? is not known. - is no price of its own for the BIN price, and the account’s for the \
              others. Lines you delete stay as they are. \
              Where lines are wrong nothing is staged, and $ opens the sheet again with the reason above each.",
        ),
        Part::Blank,
        text(
            "The review reads the present prices from the service and works out formulas from those. It shows every change \
              as old → new and marks what to check: zero, removed, twice as much or half, ten times as much or a tenth, \
              below an open offer or the lowest offer, a target above the BIN price, or changed meanwhile. Changes with \
              such a warning, and those of 100 domains or more, are saved once you type their number.",
        ),
        Part::Blank,
        text(
            "In the list of domains a dim price is in a currency that was not read: the account's is shown, and the domain \
              may have one of its own. The service lists those of verified domains only.",
        ),
        Part::Blank,
        text(
            "More than 50 different prices can also be sent as one CSV import, which is faster. It reads and asks like the \
              review, but cannot be undone.",
        ),
        Part::Blank,
        Part::field(":review", "shows the staged changes again, also after a restart; D lists whatever is not saved"),
        text(
            "A further :price or $ adds to the same review; a second change of a price replaces the first. Changes of the \
              account and plan files are reviewed apart, and o shows them. u takes back the last step of the review, and \
              after a save what was saved.",
        ),
        Part::field(
            ":plan save FILE",
            "saves the staged changes as a file, for :plan show, :plan apply and parkade apply",
        ),
        Part::field(
            "g h",
            "on Domains: the saved versions of their settings; u on a version undoes it, after a question",
        ),
        Part::field("u", "undoes the last save, domain by domain, where nothing was changed since"),
    ]
}

fn copy() -> Vec<Part> {
    vec![
        text(
            "What is copied goes to the clipboard through the terminal (OSC 52), which also works over SSH and in tmux; \
              where the terminal cannot, a program of the desktop is used, else a file. The message says which.",
        ),
        Part::Blank,
        text(
            "Set clipboard in the config to choose one way. Some terminals ask first, or must be configured to allow it.",
        ),
    ]
}

fn views() -> Vec<Part> {
    vec![
        text("A view saves the tab, filter and sort order of a list under a name."),
        Part::Blank,
        Part::field(":view save NAME", "saves the current list, replacing a view of that name"),
        Part::field(":view load NAME", "shows it; esc goes back"),
        Part::field(":view rm NAME", "deletes it"),
        Part::field(":sections A,B", "shows views as sections of the list, the rest below"),
        Part::field("F", "lists them with their current row counts, those of other screens after those of this one"),
        Part::Blank,
        text("Views are stored in views.toml in the config folder. Set start_view to open one at the start."),
    ]
}

fn redact() -> Vec<Part> {
    vec![
        text(
            "Hides names, addresses, phone numbers, companies, messages and every amount on the screen. Domains, dates, \
              marks and risks stay visible. The header shows that it is on.",
        ),
        Part::Blank,
        text("Copying still copies the real values. Replying and price sheets are off: the editor would show all."),
    ]
}

impl Shell {
    /// All pages, those of the screen first.
    fn topics(&self) -> Vec<&'static Topic> {
        let own = self.screen().map(Screen::topics).unwrap_or_default();
        let place = self.current;
        let others =
            self.screens.iter().enumerate().filter(move |(other, _)| *other != place).flat_map(|(other, def)| {
                self.made[other].as_ref().map_or_else(|| (def.make)().topics(), |made| made.topics())
            });
        let program = TOPICS.iter().chain(work::TOPICS).chain(program::TOPICS);
        let mut all: Vec<&'static Topic> = own.iter().chain(others).chain(program).collect();
        let mut seen = Vec::new();
        all.retain(|topic| {
            !seen.contains(&topic.name) && {
                seen.push(topic.name);
                true
            }
        });
        all
    }

    /// Names and titles of the pages, for the list of all keys.
    pub(super) fn topic_titles(&self) -> Vec<(&'static str, &'static str)> {
        self.topics().into_iter().map(|topic| (topic.name, topic.title)).collect()
    }

    /// Runs `:help filter`, `:help archive` and the like.
    pub(super) fn open_topic(&mut self, name: &str) -> Outcome {
        let name = name.trim().trim_start_matches(':');
        if let Some(topic) = self.topics().into_iter().find(|topic| topic.name == name) {
            let parts = (topic.page)();
            self.layers.push(Layer::text(topic.title, Content::Fixed(parts)));
            return Outcome::Done;
        }
        let known = || {
            let own = self.screen().map(Screen::all_commands).unwrap_or_default();
            own.into_iter().chain(infos(COMMANDS))
        };
        if let Some(info) = known().find(|info| info.answers(name)) {
            self.show_about(info, self.current);
            return Outcome::Done;
        }
        let also = |(_, words): &&(&str, &[&str])| words.iter().any(|word| word.eq_ignore_ascii_case(name));
        if let Some((topic, _)) = ALSO.iter().find(also) {
            return self.open_topic(topic);
        }
        let others = || {
            (0..self.screens.len()).flat_map(|place| self.commands_of(place).into_iter().map(move |info| (place, info)))
        };
        if let Some((place, info)) = others().find(|(_, info)| info.answers(name)) {
            self.show_about(info, place);
            return Outcome::Done;
        }
        let topics: Vec<&str> = self.topics().into_iter().map(|topic| topic.name).collect();
        if let Some(topic) = topics.iter().find(|topic| is_other_number(topic, name)) {
            return self.open_topic(topic);
        }
        let also = ALSO.iter().flat_map(|(_, words)| words.iter().copied());
        let names = topics
            .iter()
            .copied()
            .chain(also)
            .chain(known().chain(others().map(|(_, info)| info)).flat_map(|info| [info.name, info.verb()]));
        let near = nearest(name, names);
        let known = near.map_or(topics, |near| vec![near]);
        Outcome::Refused(unknown("help topic", name, known))
    }

    /// Opens the help on a command of the screen at that index.
    fn show_about(&mut self, info: &'static Info, place: usize) {
        let parts = self.about(info, place);
        let called = info.aliases.first().copied().unwrap_or(info.verb());
        self.layers.push(Layer::text(format!(":{called}"), Content::Fixed(parts)));
    }

    /// Help on a command from the table of the screen at that index, and where it works if not on the screen in front.
    fn about(&self, info: &'static Info, place: usize) -> Vec<Part> {
        let screen = self.screens.get(place).map_or("", |def| def.id);
        let keys: Vec<String> = self.keymap.keys_of(screen, info).iter().map(|keys| spell(keys)).collect();
        let args = if info.args.is_empty() { String::new() } else { format!(" {}", info.args) };
        let mut names = vec![info.name];
        names.extend(info.aliases);
        let line: Vec<String> = names.iter().map(|name| format!(":{name}{args}")).collect();
        let asked = match info.level {
            Level::None => "immediately; no change is sent",
            Level::Undo => "immediately, can be undone",
            Level::Ask => "after a question; for 100 or more you type the number",
            Level::Permanent => "after you type the name; cannot be undone",
        };
        let mut parts = vec![text(&format!("{}.", info.doc)), Part::Blank];
        parts.push(Part::field("Keys", if keys.is_empty() { "none".to_owned() } else { keys.join("   ") }));
        parts.push(Part::field("Command", line.join("   ")));
        parts.push(Part::field("Runs", asked));
        if place != self.current {
            let has = |place: &usize| self.commands_of(*place).iter().any(|other| other.name == info.name);
            let titles: Vec<&str> =
                (0..self.screens.len()).filter(has).map(|place| self.screens[place].title).collect();
            parts.push(Part::field("Works in", titles.join(", ")));
        }
        if let Some(endpoint) = info.endpoint {
            parts.push(Part::field("API", endpoint.name));
        }
        if let Some((topic, _)) = MORE.iter().find(|(_, verbs)| verbs.contains(&info.verb())) {
            parts.extend([Part::Blank, text(&format!("More: :help {topic}"))]);
        }
        parts
    }
}
