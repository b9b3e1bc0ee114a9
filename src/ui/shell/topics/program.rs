//! Help pages about the program itself: accounts, its settings, the mouse, offline, files, words.

use super::{Part, Topic, text};

pub(super) const TOPICS: &[Topic] = &[
    Topic { name: "accounts", title: "Accounts and tokens", page: accounts },
    Topic { name: "config", title: "Config, keys and themes", page: config },
    Topic { name: "mouse", title: "The mouse", page: mouse },
    Topic { name: "notify", title: "Notifications of new inquiries", page: notify },
    Topic { name: "offline", title: "Offline, waits and rate limits", page: offline },
    Topic { name: "files", title: "Files and privacy", page: files },
    Topic { name: "readonly", title: "Read-only", page: readonly },
    Topic { name: "bugs", title: "When something is wrong", page: bugs },
    Topic { name: "words", title: "Words of this program", page: words },
];

fn accounts() -> Vec<Part> {
    vec![
        Part::field("parkade login", "sets up an account: address, token, a test read; --account NAME for another one"),
        Part::field(":account NAME", "switches while the program runs; demo is the made-up portfolio"),
        Part::field(":account add NAME", "sets up another one; :account remove NAME takes one out with its token"),
        Part::field("9", "what the token may do, and the senders that are ignored"),
        Part::field(":doctor", "asks the service anew, with one read for each permission"),
        Part::Blank,
        text(
            "A token is looked for in PARKADE_TOKEN, then token_command, then the keyring, then a file only you can read. \
              It is sent to the address it was given for, and to no other. parkade account list shows where each is; \
              logout removes the token, account remove all of it, and parkade account rename gives it another name.",
        ),
    ]
}

fn config() -> Vec<Part> {
    vec![
        Part::field("parkade config init", "writes config.toml with every setting explained"),
        Part::field("parkade config edit", "opens it in your editor, then says what is wrong in it"),
        Part::field("parkade config show", "every setting as it counts, and where that comes from"),
        Part::field(":config reload", "takes changes in; :config shows problems and where the files are"),
        Part::field(":theme NAME", "changes the colours and keeps that; a file in themes/ makes one of your own"),
        Part::Blank,
        text("Keys are changed in keys.toml, or in config.toml with keys. before each table:"),
        Part::Blank,
        text("\"F5\" = \"app.refresh\"     at the top or under [app]: on every screen"),
        text("[inquiries]"),
        text("\"B\" = \"archive\"          on that screen; \"noop\" takes a key away"),
        Part::Blank,
        text(":help and a command says its full name and its keys; assets/keys.md lists all of them."),
    ]
}

fn mouse() -> Vec<Part> {
    vec![
        Part::field(":mouse", "turns it on or off and keeps that; it is off at first"),
        Part::Blank,
        Part::field("click", "selects a row, a tab, a screen of the header; presses a key of the footer"),
        Part::field("click again", "on the selected row opens it"),
        Part::field("on a heading", "sorts by that column; again reverses"),
        Part::field("beside a popup", "closes it"),
        Part::field("wheel", "moves the list, or the preview when it is over that"),
        Part::Blank,
        text("With the mouse on, most terminals select text while shift is held."),
    ]
}

fn notify() -> Vec<Part> {
    vec![
        Part::field(":notify on", "asks the terminal for a notification of the desktop, and keeps that"),
        Part::field(":notify test", "sends one by every way that is on, and says which those are"),
        Part::field("bell = true", "in config.toml: the terminal’s bell, which many turn into a mark on the window"),
        Part::field(
            "inquiry_command",
            "in config.toml: a program that gets new inquiries and reminders as JSON on its input",
        ),
        Part::Blank,
        text(
            "Terminals differ: kitty, iTerm2, WezTerm, Ghostty, foot and Konsole show notifications, others only ring. \
              Within tmux, set -g allow-passthrough on lets them through.",
        ),
    ]
}

fn offline() -> Vec<Part> {
    vec![
        text(
            "Without a connection everything read before stays on the screen, with its age. Changes are kept in a queue \
              and sent when the service answers again; 6 and the tab Write queue show them.",
        ),
        Part::Blank,
        Part::field("ctrl-r", "tries again now"),
        Part::field("ctrl-c", "cancels what you wait for"),
        Part::field("@", "the last requests with their status and time"),
        Part::Blank,
        text(
            "Where the service asks to wait, the header counts down and nothing is sent until then. A change waits on its \
              own; after a long wait it asks before it goes out.",
        ),
    ]
}

fn files() -> Vec<Part> {
    vec![
        Part::field("parkade paths", "says where everything is"),
        Part::field(":purge cache", "deletes what was fetched; also :purge mail and :purge notes"),
        Part::field(":redact", "hides personal data and prices on the screen"),
        Part::Blank,
        text(
            "The journal, drafts and the cache hold names and addresses of buyers, unencrypted, in folders only you can \
              open. Logs hold neither those nor a token. Parkade talks to the service you configured and to nothing else, \
              looks for no updates and counts nothing.",
        ),
    ]
}

fn readonly() -> Vec<Part> {
    vec![
        text("Read-only changes nothing at the service; what would is refused with the reason. The header says so."),
        Part::Blank,
        Part::field("--readonly", "for one start, before or after a subcommand"),
        Part::field("readonly = true", "in config.toml: at the top for every account, or in an account"),
        Part::field("PARKADE_READONLY=1", "for a shell"),
        Part::Blank,
        text(
            "Once on it stays on, whatever is said elsewhere; a value that cannot be read counts as on. A second Parkade on \
              the same account only reads, too, until the first one ends.",
        ),
    ]
}

fn bugs() -> Vec<Part> {
    vec![
        Part::field("parkade doctor", "version, terminal, files, problems of the config, what the token may do"),
        Part::field(":messages", "what was said in this session; @ what was asked of the service"),
        Part::field("PARKADE_LOG=debug", "more in the log; doctor says where that is"),
        Part::Blank,
        text(
            "A crash gives the terminal back and leaves a report without secrets beside the logs. What was sent is in the \
              journal, and is settled at the next start. Report it on the page of the project, with doctor and the report.",
        ),
    ]
}

fn words() -> Vec<Part> {
    vec![
        Part::field("inquiry", "a message of a possible buyer about one domain"),
        Part::field("lander", "the page a visitor of a parked domain sees"),
        Part::field("BIN price", "buy it now: the price at which a domain is sold without talking"),
        Part::field("verified", "the service has seen that the domain is yours"),
        Part::field("detected", "found by its nameservers, not yet approved by you"),
        Part::field("confirmed", "the buyer has clicked the link that proves the address"),
        Part::field("unsent", "received but not emailed to you, with the reason"),
        Part::field("hidden", "an inquiry taken out of every list; removed is said of domains"),
        Part::field("own value", "what an account or a domain has set itself; without one it inherits"),
        Part::field("staged", "changed here and not saved yet"),
        Part::field("queued", "to be sent, or worked on by the service"),
        Part::field("outcome unknown", "sent, and the answer was lost; it is read back"),
    ]
}
