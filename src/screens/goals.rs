//! Goals of a user: the welcome page shows what each is about, Home the keys that lead there.

/// A goal.
pub struct Goal {
    pub name: &'static str,
    /// Words for what it is about.
    pub about: &'static str,
    /// The keys that lead to it, in a sentence.
    pub keys: &'static str,
    /// The keys alone.
    pub short: &'static str,
}

/// All goals, in the order in which a day goes.
pub const ALL: [Goal; 6] = [
    goal("answer", "buyers, the best leads first", ["r replies to the lead under the cursor, enter opens it", "r"]),
    goal(
        "rescue",
        "offers that were not emailed to you",
        [":unsent lists offers that were not emailed to you", ":unsent"],
    ),
    goal(
        "price",
        "one domain or thousands, reviewed first",
        ["4 opens your domains, $ sets prices of those marked", "4 $"],
    ),
    goal("verify", "domains, and watch imports run", ["4, then V checks that the nameservers point here", "4 V"]),
    goal("watch", "who visits and who asks, in charts", ["5 shows who visits, w keeps everything fresh", "5"]),
    goal("undo", "nearly everything", ["u takes back the last change, :undo list shows all", "u"]),
];

/// Width of a goal's name.
pub const NAME: u16 = 8;

const fn goal(name: &'static str, about: &'static str, [keys, short]: [&'static str; 2]) -> Goal {
    Goal { name, about, keys, short }
}
