//! Help pages about the user's work: plans, settings, jobs, mail, reports, the site.

use super::{Part, Topic, text};

pub(super) const TOPICS: &[Topic] = &[
    Topic { name: "home", title: "Home: what to do first", page: home },
    Topic { name: "domains", title: "Domains: tabs, states, what is done with marked names", page: domains },
    Topic { name: "notes", title: "Notes, tags, snooze, reminders", page: notes },
    Topic { name: "search", title: "Searching everything at once", page: search },
    Topic { name: "plan", title: "Plans: staged changes as a file", page: plan },
    Topic { name: "review", title: "The review before something is saved", page: review },
    Topic { name: "settings", title: "Settings and what they inherit", page: settings },
    Topic { name: "history", title: "Saved versions of settings", page: history },
    Topic { name: "jobs", title: "Jobs: imports, exports, the queue", page: jobs },
    Topic { name: "import", title: "Importing names and tables", page: import },
    Topic { name: "mail", title: "Mail sent to your domains", page: mail },
    Topic { name: "insights", title: "Reports about visits and inquiries", page: insights },
    Topic { name: "site", title: "The portfolio site and your profile", page: site },
];

fn home() -> Vec<Part> {
    vec![
        text(
            "Home is made of what is known on this computer and says how far that was read. Each line is a figure; enter \
              opens the list of exactly that many rows, - comes back.",
        ),
        Part::Blank,
        Part::field("tab", "the next part of the page; j k through all lines"),
        Part::field("r a s", "reply to a lead, archive it, star it, without leaving the page"),
        Part::field("=", "on an inquiry: how its score comes about. score:>60 filters by it"),
        Part::field("Look after", "beside a finding: offers and inquiries of 90 days, visits of 30 days"),
        Part::field("start_screen", "in config.toml: another screen to start on"),
    ]
}

fn domains() -> Vec<Part> {
    vec![
        Part::field("[ ]", "the tabs: Mine, Verified, Unverified, Detected by the service, Removed"),
        Part::field(
            "verified",
            "its nameservers or a record were found: your lander is shown, and the name can be sold",
        ),
        Part::field(
            "unverified",
            "in the account, and no check has passed yet; the service checks it again on its own",
        ),
        Part::field("detected", "found by the service, not in the account: a approves it, i ignores it for good"),
        Part::field("removed", "out of the account: a adds it back"),
        Part::Blank,
        Part::field("space *", "marks a row, all rows; what follows acts on all of them"),
        Part::field("e $ :price", "their settings, their prices as a sheet, a formula. :help prices explains them"),
        Part::field("V d", "checks them again, removes them, after a question; b lists all that can be done"),
        Part::field("g i g m g v", "inquiries about a name, mail to it, its visitors; g h what was changed of it"),
        Part::field("/", "filters, such as state:verified bin:none tld:de; :help filter has every word"),
        Part::field("+", "adds names. :help names goes from a list of names to verified domains"),
    ]
}

fn notes() -> Vec<Part> {
    vec![
        text("They are kept on this computer alone, in a file of their own that no purge of the cache touches."),
        Part::Blank,
        Part::field("c t", "write a note; add and remove tags. They are filtered by note: and tag:"),
        Part::field("z", "puts inquiries away until a time, or until the buyer writes again; tab Snoozed shows them"),
        Part::field("z", "on a domain: its findings are put off until a time, or until it is asked for"),
        Part::field("Z", "reminds at a time, whatever happens before"),
        Part::field("when", "tomorrow · fri 9:00 · 4 dec · 2026-12-04 14:30 · +3d · 2 weeks; its reading is shown"),
        Part::field("parkade digest", "what Home shows, in sentences or as JSON"),
        Part::field("parkade due", "what is due, for cron; parkade notes export and import move notes"),
        Part::field(":forget ADDRESS", "removes what was noted about one person, in copies too"),
    ]
}

fn search() -> Vec<Part> {
    vec![
        Part::field("0", "opens the field; :search TEXT does it from the command line"),
        Part::field("enter", "opens the hit under the cursor; esc there, or -, leads back"),
        Part::field("tab", "goes to the next kind: domains, inquiries, mail, notes, settings"),
        Part::field("esc", "leaves the field, so that letters are keys again; / goes back into it"),
        Part::Blank,
        text(
            "Every word must be found. Whole names come first, then what stands before the dot, beginnings of names, \
              beginnings of words, and the rest; among equals those with more money, then the newer ones.",
        ),
        Part::Blank,
        text(
            "Searched is what is on this computer; of mail the rows, and with keep_mail the messages you opened. The service is asked for more mail once three letters were typed; what \
              it finds is added at the end, so nothing moves under the cursor.",
        ),
    ]
}

fn plan() -> Vec<Part> {
    vec![
        text(
            "A plan is a set of changes of settings that is not written yet. It can be kept as a file and checked by others.",
        ),
        Part::Blank,
        Part::field(":plan save FILE", "saves the staged changes as JSON, with the old values"),
        Part::field(":plan show FILE", "stages a file and opens the review"),
        Part::field(":plan apply FILE", "the same, to be saved at once after its question"),
        Part::field("parkade apply FILE", "writes a file from a shell: --dry-run checks it, --yes does not ask"),
        Part::Blank,
        text(
            "Nothing is written over a value that is not the one the plan has seen: such a change is named and left out. \
              In a shell nothing at all is written then, and the exit code says why (parkade help apply).",
        ),
    ]
}

fn review() -> Vec<Part> {
    vec![
        text("Settings, prices, the site and plans are staged first. The review shows what will be saved, old → new."),
        Part::Blank,
        Part::field("ctrl-s", "opens it; in the review, saves everything shown"),
        Part::field(":review", "shows what is staged again, from any screen"),
        Part::field(":discard", "drops what is staged on the page"),
        Part::Blank,
        text(
            "Values are read again before the question, and once more before they are sent. Where one was changed \
              elsewhere meanwhile, you choose between yours and the new one. Changes that look like a slip need their \
              number typed. After saving, u undoes what was saved.",
        ),
    ]
}

fn settings() -> Vec<Part> {
    vec![
        text(
            "A domain has a value of its own for a setting, or inherits that of the account; the account has its own, or \
              the default of the service. Each line says which it is.",
        ),
        Part::Blank,
        Part::field("7", "the settings of the account"),
        Part::field("e", "on Domains: the settings of the marked domains, all of them at once"),
        Part::field("enter", "edits the field; d inherits again; backspace takes the edit back"),
        Part::field(":set NAME=VALUE", "stages a value by its name; :inherit NAME stages to inherit it"),
        Part::field("g o", "which domains have a value of their own; /  finds a setting by words"),
        Part::field("ctrl-s", "reviews the changes and saves them"),
        Part::Blank,
        text("Where marked domains differ, the field says so, and stays as it is unless you change it."),
    ]
}

fn history() -> Vec<Part> {
    vec![
        text("The service keeps a version of settings with every save, whoever made it."),
        Part::Blank,
        Part::field("g h", "on Domains or in Settings: the versions, newest first"),
        Part::field("enter", "shows everything a version changed"),
        Part::field("u", "stages the values from before that version; it asks first"),
        Part::field(":undo list", "your own changes of any kind, newest first"),
        Part::field("+", "adds the versions of another domain; c charts the price"),
        Part::field("/", "words, or age:<7d, by:others, source:import"),
        Part::Blank,
        text("The history of a buyer is another one: a tab of an opened inquiry, with what else they asked for."),
    ]
}

fn jobs() -> Vec<Part> {
    vec![
        text("What the service does in the background, and what waits here to be sent."),
        Part::Blank,
        Part::field("6", "opens Jobs: imports, exports, bulk actions, the queue"),
        Part::field("enter", "an import line by line: what became of each name, and why"),
        Part::field("e", "fixes the failed lines in your editor and imports only those"),
        Part::field("S", "saves the file of an export, or what an import was made from"),
        Part::field("/", "words, or ended:<2d, is:running"),
        Part::field("d R", "in the queue: cancels a change that is not sent, or sends it anyway"),
        Part::field("V", "checks again what became of a change whose answer was lost"),
        Part::Blank,
        text("What runs keeps running when you leave the screen or quit."),
    ]
}

fn import() -> Vec<Part> {
    vec![
        Part::field("+", "on Domains: type or paste names, checked before they are sent"),
        Part::field(":add FILE", "names from a file; parkade add FILE does the same from a shell"),
        Part::field(":import FILE", "a CSV with domains and their settings, as :export domains makes it"),
        Part::field(":csv FILE", "looks at a CSV as a table without sending anything"),
        Part::Blank,
        text(
            "Before an import is sent, the page counts what is new, already there, twice, or not a name. Prices in a file \
              are compared with those that are set now, and shown as old → new. What is added can be undone: u removes it.",
        ),
    ]
}

fn mail() -> Vec<Part> {
    vec![
        text("Mail that came to addresses of your domains. It is read as text; nothing in it is loaded or run."),
        Part::Blank,
        Part::field("3", "opens Mail; enter reads a message, z unfolds what it quotes"),
        Part::field("N ,", "the next unread message; another order: sender, subject, domain"),
        Part::field("p tab", "shows or hides the preview; scrolls it"),
        Part::field("a", "saves a file of the message, or all of them; S the message as it was sent"),
        Part::field("O B |", "opens a file, views the HTML in the browser, pipes the message: each after a question"),
        Part::field("o", "opens a link: the question shows its real host first"),
        Part::field("s m c", "star, read, note: on this computer only, the service knows none of them"),
        Part::Blank,
        text(
            "Messages are not kept on the disk unless keep_mail is set; :purge mail forgets what was kept. Parkade itself \
              sends no mail: a reply to an inquiry is opened in your mail program.",
        ),
    ]
}

fn insights() -> Vec<Part> {
    vec![
        Part::field("5", "opens the reports: domains, one domain, inquiries, portfolio, activity"),
        Part::field("> <", "a longer or shorter window: 7, 30, 90 days, all time"),
        Part::field("b", "counts every visit, or only those that passed the human check"),
        Part::field("t", "charts as tables; h and l read single values"),
        Part::field("x X", "saves the table, or the chart as a picture"),
        Part::field(":join", "on Domains: visits and inquiry rate as columns"),
        Part::Blank,
        text(
            "A figure with ≥ or ~ is not known exactly; the line below says why. – means that the service did not tell.",
        ),
    ]
}

fn site() -> Vec<Part> {
    vec![
        text("The portfolio site shows your domains to buyers; the profile is what they see of you."),
        Part::Blank,
        Part::field("8", "opens both; ] changes between them"),
        Part::field("enter", "edits a field; ctrl-s reviews the changes and saves them"),
        Part::field("o", "opens the site in the browser; y copies its address"),
    ]
}
