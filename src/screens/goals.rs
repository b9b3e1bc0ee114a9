//! Goals of a user: the welcome page shows what each is about, Home the keys that lead there.

/// Goals, what each is about, and the keys that lead to it.
pub const LINES: [(&str, &str, &str); 6] = [
    ("answer", "buyers, the best leads first", "r replies to the lead under the cursor, enter opens it"),
    ("rescue", "offers that were not emailed to you", "Held back: offers that were not emailed to you"),
    ("price", "one domain or thousands, reviewed first", "4 opens your domains, $ sets prices of those marked"),
    ("verify", "domains, and watch imports run", "4, then V checks that the nameservers point here"),
    ("watch", "who visits and who asks, in charts", "5 shows who visits, w keeps everything fresh"),
    ("undo", "nearly everything", "u takes back the last change, :undo list shows all"),
];

/// Width of a goal's name.
pub const GOAL: u16 = 8;
