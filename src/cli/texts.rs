//! Parts of help and man pages besides the options: examples, environment, exit codes.

use std::fmt::Write as _;

use super::exit;

pub const EXAMPLES: &[(&str, &str)] = &[
    ("parkade demo", "look around with a made-up portfolio, no token needed"),
    ("parkade login", "set up an account"),
    ("parkade", "open the program"),
    ("parkade --screen inquiries", "open it on a screen"),
    ("parkade add names.txt", "look over names before they are added; `-` reads what is piped in"),
    ("parkade apply plan.json --yes", "write the changes of a plan that `:plan save` made"),
    ("parkade digest", "read what Home shows, as text"),
    ("parkade due", "see which reminders have come"),
    ("parkade heard PK-7QX2MA", "tell that the buyer of this inquiry has answered by mail"),
    ("parkade list inquiries unread --json", "print a list as JSON, CSV or lines, for scripts"),
    ("parkade api get parking/domains --paginate", "print a call's answer as JSON, for scripts"),
    ("parkade doctor", "see what is set up and what the token may do"),
];

pub const ENVIRONMENT: &[(&str, &str)] = &[
    ("PARKADE_BASE_URL, PARKADE_TOKEN, PARKADE_ADS_KEY", "an account without any file"),
    ("PARKADE_ACCOUNT", "as --account"),
    ("PARKADE_CONFIG_DIR, _DATA_DIR, _CACHE_DIR, _STATE_DIR", "other folders"),
    ("PARKADE_LOG", "what is written to the log, such as debug"),
    ("PARKADE_THEME and so on", "any setting of config.toml"),
    ("VISUAL, EDITOR", "the program for long texts, unless editor is set"),
    ("NO_COLOR", "no colours"),
];

/// Examples under their heading.
pub fn examples() -> String {
    let width = EXAMPLES.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let lines = EXAMPLES.iter().map(|(line, does)| format!("\n  {line:<width$}  {does}"));
    format!("Examples:{}", lines.collect::<String>())
}

/// Text after the options in the long help.
pub fn after_help() -> String {
    let mut text = format!("{}\n\nEnvironment:\n", examples());
    for (names, gives) in ENVIRONMENT {
        let _ = writeln!(text, "  {names}\n      {gives}");
    }
    format!("{text}\nExit codes:\n{}", exit::table())
}
