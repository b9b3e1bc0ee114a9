//! `:help NAME`: pages of help, those of the program here, those of a screen in its folder; and any command by its name.

use super::super::keymap::spell;
use super::super::widgets::page::Part;
use super::super::{Info, Level, Outcome, Role, Screen, Topic, infos};
use super::layer::{Content, Layer};
use super::{COMMANDS, Shell};
use crate::base::{nearest, unknown};

/// The pages about what is the same on every screen.
const TOPICS: &[Topic] = &[
    Topic { name: "line", title: "The command line", page: line },
    Topic { name: "marks", title: "Marking several rows", page: marks },
    Topic { name: "undo", title: "Changes, their outcome and the way back", page: undo },
    Topic { name: "copy", title: "Copying", page: copy },
    Topic { name: "views", title: "Saved views", page: views },
    Topic { name: "redact", title: "Masking what is personal", page: redact },
];

fn text(words: &str) -> Part {
    Part::Text(Role::Text, words.to_owned())
}

fn line() -> Vec<Part> {
    vec![
        text("Every command has a name. It is typed behind the colon, alone or with what it is to work on."),
        Part::Blank,
        Part::field("archive", "acts on the marked rows, else on the row under the cursor"),
        Part::field("inquiries.archive", "the full name, from any screen that has it"),
        Part::field("\"two words\"", "quotes as in a shell; -- ends options"),
        Part::field("tab", "completes; up and down bring earlier lines back, also from the last run"),
        Part::Blank,
        text("A mistake names the word and the nearest one there is; what was typed stays."),
    ]
}

fn marks() -> Vec<Part> {
    vec![
        text("A command acts on the marked rows; where none is marked, on the row under the cursor."),
        Part::Blank,
        text(
            "Marking all once takes what is loaded; a second time all that the service holds under this filter, and the \
              line above the footer says which. Leaving the tab takes the marks off.",
        ),
        Part::Blank,
        text(
            "Up to 99 things are asked about with a question whose answer is no unless y is pressed; from 100 on their \
              number is typed. What has an exact way back is done at once.",
        ),
    ]
}

fn undo() -> Vec<Part> {
    vec![
        text("A change is written to a journal on this machine before it is sent, and each is sent once."),
        Part::Blank,
        Part::field("waiting", "not sent yet: no connection, or the service asked to wait"),
        Part::field("done", "the service said so, or reading it back showed it"),
        Part::field("refused", "the service did not do it, and the reason is shown"),
        Part::field("unknown", "the answer was lost; reading finds out what became of it"),
        Part::Blank,
        text(
            "u undoes the newest change that is not undone yet, U redoes it, and :undo 3 undoes three. From 100 rows on \
              it asks for their number. What was not sent yet is not sent at all; what is done is changed back. While the \
              service still works on a change, or its outcome is not known, the rows are shown as before and the undo \
              follows row by row; the message says so, and says when it is over. This survives a restart.",
        ),
        Part::Blank,
        text(
            "Rows that were changed elsewhere since are left alone and named. A change whose outcome cannot be found out \
              is not undone blindly: :check reads it again. Where the newest change cannot be undone, u says so, and u \
              again undoes the one before it. Marking read by opening is not part of this: m marks unread.",
        ),
    ]
}

fn copy() -> Vec<Part> {
    vec![
        text(
            "What is copied goes to the clipboard through the terminal (OSC 52), which also works over SSH and in tmux; \
              where the terminal cannot, a program of the desktop is used, else a file. The message says which.",
        ),
        Part::Blank,
        text("The setting clipboard chooses one way. Some terminals ask first, or must be told to allow it."),
    ]
}

fn views() -> Vec<Part> {
    vec![
        text("A view is the list as it is shown: its tab, its filter and its order, under a name."),
        Part::Blank,
        Part::field(":view save NAME", "keeps what is shown now, over an older view of that name"),
        Part::field(":view load NAME", "shows it again; esc leads back to where one was"),
        Part::field(":view rm NAME", "forgets it"),
        Part::field(":views", "lists them with how many rows each holds now"),
        Part::Blank,
        text("They lie in views.toml of the configuration folder. The setting start_view may name one."),
    ]
}

fn redact() -> Vec<Part> {
    vec![
        text(
            "While it is on, names, addresses, phone numbers, companies, offers and all that buyers wrote are covered wherever \
              inquiries are shown. Dates, marks and risks stay, and so do the prices in your list of domains. The header \
              says that it is on.",
        ),
        Part::Blank,
        text(
            "Copying copies what was sent, unseen. Replying waits until it is off, because the editor would show everything.",
        ),
    ]
}

impl Shell {
    /// Every page there is, those of the screen first.
    fn topics(&self) -> Vec<&'static Topic> {
        let own = self.screen().map(Screen::topics).unwrap_or_default();
        let place = self.current;
        let others =
            self.screens.iter().enumerate().filter(move |(other, _)| *other != place).flat_map(|(other, def)| {
                self.made[other].as_ref().map_or_else(|| (def.make)().topics(), |made| made.topics())
            });
        let mut all: Vec<&'static Topic> = own.iter().chain(others).chain(TOPICS).collect();
        let mut seen = Vec::new();
        all.retain(|topic| {
            !seen.contains(&topic.name) && {
                seen.push(topic.name);
                true
            }
        });
        all
    }

    /// Names and titles, for the list of all keys.
    pub(super) fn topic_titles(&self) -> Vec<(&'static str, &'static str)> {
        self.topics().into_iter().map(|topic| (topic.name, topic.title)).collect()
    }

    /// `:help filter`, `:help archive`.
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
            let parts = self.about(info);
            self.layers.push(Layer::text(info.name, Content::Fixed(parts)));
            return Outcome::Done;
        }
        let topics: Vec<&str> = self.topics().into_iter().map(|topic| topic.name).collect();
        let names = topics.iter().copied().chain(known().flat_map(|info| [info.name, info.verb()]));
        let near = nearest(name, names);
        let known = near.map_or(topics, |near| vec![near]);
        Outcome::Refused(unknown("help topic", name, known))
    }

    /// Everything its table says about a command.
    fn about(&self, info: &'static Info) -> Vec<Part> {
        let keys: Vec<String> = self.keymap.keys_of(self.screen_id(), info).iter().map(|keys| spell(keys)).collect();
        let args = if info.args.is_empty() { String::new() } else { format!(" {}", info.args) };
        let mut names = vec![info.name];
        names.extend(info.aliases);
        let line: Vec<String> = names.iter().map(|name| format!(":{name}{args}")).collect();
        let asked = match info.level {
            Level::None => "changes nothing at the service",
            Level::Undo => "at once; undo takes it back",
            Level::Ask => "asks first; from 100 things on their number is typed",
            Level::Permanent => "asks for the name to be typed; it cannot be undone",
        };
        let mut parts = vec![text(&format!("{}.", info.doc)), Part::Blank];
        parts.push(Part::field("Keys", if keys.is_empty() { "none".to_owned() } else { keys.join("   ") }));
        parts.push(Part::field("On the line", line.join("   ")));
        parts.push(Part::field("How it is done", asked));
        if let Some(endpoint) = info.endpoint {
            parts.push(Part::field("The call", endpoint.name));
        }
        parts
    }
}
