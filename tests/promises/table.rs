//! The program's promises about reliability and security, each with the number that comments and tests call it by.

pub struct Promise {
    /// `R-01` to `R-94`; missing numbers belong to no promise.
    pub number: &'static str,
    pub says: &'static str,
    /// The part that no test proves, and why; empty where tests prove all of it.
    pub open: &'static str,
}

/// The promises by subject.
pub const TABLE: [(&str, &[Promise]); 7] = [
    ("Text and terminal", &TEXT),
    ("Mail", &MAIL),
    ("Files", &FILES),
    ("Requests and the token", &REQUESTS),
    ("Changes", &CHANGES),
    ("Storage and the life of the program", &LIFE),
    ("What the program is built from", &SUPPLY),
];

const fn held(number: &'static str, says: &'static str) -> Promise {
    Promise { number, says, open: "" }
}

const fn partly(number: &'static str, says: &'static str, open: &'static str) -> Promise {
    Promise { number, says, open }
}

const TEXT: [Promise; 12] = [
    held("R-01", "No control character from outside reaches the terminal."),
    held(
        "R-02",
        "The terminal receives only sequences of a fixed list: cursor, erase, colours, modes, pictures, and copying after a copy key.",
    ),
    held("R-03", "After the start the terminal is asked nothing, and what it answers is never taken for keys."),
    held(
        "R-04",
        "Characters that turn the direction of a text or cannot be seen are replaced by a visible mark, and can be listed by code point.",
    ),
    held("R-05", "Combining marks and wide characters never leave their cells, however the terminal counts them."),
    held("R-06", "A record is one line in every list: line ends and tabs in a text become a mark."),
    held("R-07", "A text that is cut ends with a mark, and never inside a character."),
    held(
        "R-08",
        "A domain name that is not ASCII is shown with its punycode, and a name that looks like another one is flagged.",
    ),
    held(
        "R-09",
        "The address of a sender stands beside the name, a name that contains another address is flagged, and a stranger's text cannot pass for the program's.",
    ),
    held("R-10", "An offer is shown as it was typed beside the amount wherever the two can be read differently."),
    held("R-11", "Only web addresses are opened, after a question that shows the real host, and without a shell."),
    held("R-12", "A CSV for spreadsheets contains no formula; the exact copy contains every value as it is."),
];

const MAIL: [Promise; 7] = [
    held(
        "R-13",
        "A message beyond a limit of size, depth or number of parts is shown as sent, with a notice, and is not parsed.",
    ),
    partly(
        "R-14",
        "A message is read apart from the screen and given up after two seconds.",
        "that opening one takes 150 ms at most in 95 of 100 cases, because a figure of time depends on the machine; `benches/mail.rs` measures it",
    ),
    partly(
        "R-15",
        "Viewing a message needs no more than 64 MiB of memory.",
        "what the page takes while it is shown; the test reads the heaviest messages",
    ),
    held(
        "R-16",
        "The usual character sets are read; of an unknown or wrong one the name is shown and what cannot be read becomes a mark.",
    ),
    held(
        "R-17",
        "Nothing of an HTML message is loaded or run; hidden text is shown and named as hidden, and links are listed with their target.",
    ),
    held(
        "R-18",
        "Where text and HTML versions of a message differ, the page says which one is shown and a key shows the other.",
    ),
    held("R-19", "No program is started by what a message contains, and no attachment is opened without a question."),
];

const FILES: [Promise; 5] = [
    held(
        "R-20",
        "The name of a saved file is made of harmless characters, is no longer than 200 bytes, and never leaves its folder.",
    ),
    held("R-21", "A file is saved for its owner alone, through no link, and never over another file."),
    held(
        "R-22",
        "A download has its name only when it is whole and of the right type; what an aborted one left is removed at the next start.",
    ),
    held(
        "R-23",
        "Only regular files within the limits are uploaded; their type is told by their content, and a drawing with a script is asked about.",
    ),
    held("R-24", "A picture beyond the limits is not decoded."),
];

const REQUESTS: [Promise; 17] = [
    held("R-30", "No redirect is followed, so no other address receives a token."),
    held("R-31", "Certificates are always checked, and plain HTTP is for addresses of this machine only."),
    held("R-32", "An answer is read up to its limit, counted after unpacking."),
    held("R-33", "Every request has a limit of time: for the first byte and for every pause after it."),
    held("R-34", "Every request can be cancelled at once; a cancelled write that may have left counts as unknown."),
    held(
        "R-35",
        "A read is tried three times at most, after random waits, and retries are a fifth of the requests at most.",
    ),
    held(
        "R-36",
        "All background work shares one limit, pauses as a whole when the service asks to wait, and lets the user go first.",
    ),
    held(
        "R-37",
        "A field that is not understood costs neither its row nor its page, and an unknown word is shown as sent.",
    ),
    held("R-38", "A list that was not understood is an error and never an empty list."),
    held(
        "R-40",
        "A token comes from the environment, a command, the keyring or a private file, never from the command line; a file that others can read or replace is refused.",
    ),
    held("R-41", "Where a token will be kept is said before it is kept."),
    held(
        "R-42",
        "A token is in no log, report, cache, screen, copied text or command line, and no other program receives it.",
    ),
    held("R-43", "After a 401 no request is sent until there is a new token."),
    held("R-44", "A missing ability closes what needs it and nothing else."),
    held("R-45", "A token is not shown while it is typed, and later by its last characters only."),
    held("R-46", "The program's files and folders are for their owner alone, and personal data can be purged."),
    held("R-47", "Redaction covers names, addresses, messages and prices on every screen."),
];

const CHANGES: [Promise; 15] = [
    held("R-50", "A write is in the journal, on disk, before its first byte is sent."),
    held("R-51", "What was confirmed once is applied once at the most."),
    held(
        "R-52",
        "A write whose outcome is unknown is called that, is settled by reading, and blocks other writes to the same things.",
    ),
    held(
        "R-53",
        "Nothing is removed, ignored or hidden that was not shown; names are sent, in parts of 10,000 at most.",
    ),
    held(
        "R-54",
        "An act on many tells how many were matched, done, queued and not found, and queued work is followed until it is done.",
    ),
    held(
        "R-55",
        "A value that was changed elsewhere since the user saw it is asked about with all three values, not overwritten.",
    ),
    held(
        "R-56",
        "The question before a version is undone lists every value it sets and the newer versions that changed the same.",
    ),
    held(
        "R-60",
        "A question names the act, the count and the consequence; enter alone confirms nothing, a hundred things need their count typed, and what is permanent its name.",
    ),
    held("R-61", "Keys that were typed before a question could be seen do not answer it."),
    held("R-62", "A paste, a held key, a resize or a change of focus confirms nothing."),
    held("R-63", "What is selected is a thing and not a line: a refresh changes no target."),
    held(
        "R-64",
        "The age of what is shown is said where it matters, and old rows are read again before they are removed.",
    ),
    held(
        "R-65",
        "Every act is kept in a list with its outcome and its undo, and where there is none that is said before.",
    ),
    held(
        "R-66",
        "Writes that wait because the service asked for it keep their place, say how long, and can be taken back.",
    ),
    held("R-67", "An import shows its rows, its errors and what it would change before anything is sent."),
];

const LIFE: [Promise; 12] = [
    partly(
        "R-70",
        "After a kill at any moment the next start finds every write that was in the journal.",
        "a kill at any moment whatever, because the tests kill at chosen ones",
    ),
    held(
        "R-71",
        "Where the disk is full or cannot be written the program says so, goes on without its cache, and refuses writes without a journal.",
    ),
    held(
        "R-72",
        "A damaged cache is set aside and built anew; a damaged journal is kept, read up to the damage, and told about.",
    ),
    held("R-73", "A second program on the same account only reads, and a killed one leaves no lock behind."),
    partly(
        "R-74",
        "The terminal is given back after every kind of end.",
        "giving it back after a panic, because nothing makes the program panic on purpose; the panic hook runs the code of the other ends",
    ),
    held("R-75", "The program ends when its terminal is closed, without a crash."),
    held("R-76", "Any size of window can be drawn, and a window that is too small says so."),
    partly(
        "R-77",
        "A slow terminal does not hold up the network, and frames it cannot take are left out.",
        "that the network goes on meanwhile; the test counts what is sent to a terminal that takes nothing",
    ),
    held("R-78", "No keys, pastes, sizes or answers at random break a screen."),
    partly(
        "R-79",
        "Over days memory, threads and open files do not grow, and an idle program uses no processor time.",
        "memory and processor time, and days: a run of 72 hours does not fit into a test",
    ),
    partly(
        "R-80",
        "After a sleep or a change of the clock there is no burst of requests and no wrong age.",
        "a sleep of hours, because it has to be waited for; the tests stop the program for a moment and set clocks apart by years",
    ),
    held(
        "R-81",
        "A panic on a stranger's text is one failed view; any other ends the program with a report that contains no token.",
    ),
];

const SUPPLY: [Promise; 5] = [
    held("R-90", "Every build uses the committed lock file."),
    held("R-91", "Known holes, licences and sources of all dependencies are checked on every change."),
    held(
        "R-92",
        "The program's own code has no `unsafe`; raw cells, printing and starting programs are kept to named places.",
    ),
    partly(
        "R-93",
        "Every direct dependency has a reason, and there are few of them.",
        "the reasons, because they are prose: Cargo.toml groups the dependencies by purpose and explains what is not obvious",
    ),
    partly(
        "R-94",
        "Released files have published checksums.",
        "that two builds give the same bytes, because no build is made twice",
    ),
];
