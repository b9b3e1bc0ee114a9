use std::path::Path;

use super::settings::{ACCOUNT, SETTINGS, TABLES};
use super::*;

fn read(text: &str) -> (Config, Vec<Problem>) {
    let mut config = Config::default();
    let mut problems = Vec::new();
    read::config(Path::new("config.toml"), text, &mut config, &mut problems);
    (config, problems)
}

/// Default file with every commented setting switched on.
fn switched_on() -> String {
    let is_setting =
        |line: &str| line.starts_with('[') || line.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '));
    DEFAULT
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|l| is_setting(l)).unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_default_file_changes_nothing_and_names_every_setting_with_its_default() {
    assert_eq!(read(DEFAULT), (Config::default(), Vec::new()));

    let text = switched_on();
    let (config, problems) = read(&text);
    assert_eq!(problems, Vec::new(), "every setting in it is known");

    // Settings without a default have an example in the file, so they are taken from it.
    let expected = Config {
        default_account: config.default_account.clone(),
        inquiry_command: config.inquiry_command.clone(),
        editor: config.editor.clone(),
        my_name: config.my_name.clone(),
        signature: config.signature.clone(),
        download_dir: config.download_dir.clone(),
        start_view: config.start_view.clone(),
        rates: config.rates.clone(),
        accounts: config.accounts.clone(),
        keys: config.keys.clone(),
        ..Config::default()
    };
    assert_eq!(config, expected, "the file shows another default than the program has");
    assert_eq!((config.accounts.len(), config.keys.len(), config.start_view.len()), (1, 1, 1));

    let has = |key: &str| text.lines().any(|line| line.starts_with(&format!("{key} = ")));
    for key in SETTINGS.iter().map(|s| s.key).chain(ACCOUNT.iter().map(|s| s.key)) {
        assert!(has(key), "{key} is missing in assets/config.toml");
    }
    for table in TABLES {
        assert!(text.lines().any(|line| line.starts_with(&format!("[{table}"))), "[{table}] is missing");
    }
}

#[test]
fn a_wrong_value_is_told_with_its_place_and_the_rest_counts() {
    let (config, problems) = read("ascii = true\n\ttheme = \"drak\"\nmouse = true\n");
    assert!(config.ascii && config.mouse);
    assert_eq!(config.theme, Theme::Named("default"));
    assert_eq!(problems.len(), 1);
    assert_eq!(
        problems[0].shown(),
        "error: config.toml:2:10: theme: \"drak\" is not one of default, dark, light, contrast, colour-blind, none. Did you mean dark?\n  |\n2 | \ttheme = \"drak\"\n  | \t        ^^^^^^\n"
    );
}

#[test]
fn an_unknown_name_is_a_warning_with_the_name_that_was_meant() {
    let (_, problems) = read("pol_seconds = 60\n[accounts.a]\nbase_ur = \"x\"\n[acounts.b]\n");
    let found: Vec<_> = problems.iter().map(|p| (p.severity, p.path.as_str(), p.suggestion.as_deref())).collect();
    assert_eq!(
        found,
        vec![
            (Severity::Warning, "pol_seconds", Some("poll_seconds")),
            (Severity::Warning, "accounts.a.base_ur", Some("base_url")),
            (Severity::Warning, "acounts", Some("accounts")),
        ]
    );
    let (_, problems) = read("entirely_different = 1\n");
    assert_eq!(problems[0].suggestion, None);
}

#[test]
fn broken_toml_is_told_with_its_place_and_other_lines_count() {
    let (config, problems) = read("mouse = true\ntheme = \n\n[accounts.a]\nbase_url = \"https://x\"\n");
    assert!(config.mouse);
    assert_eq!(config.accounts[0].base_url.as_deref(), Some("https://x"));
    assert_eq!((problems[0].place.line, problems[0].severity), (2, Severity::Error), "{}", problems[0].shown());
}

#[test]
fn a_setting_out_of_range_or_of_the_wrong_kind_is_reported() {
    for (text, expected) in [
        ("poll_seconds = 5", "Expected a number from 30 to 600, found the number 5."),
        ("poll_seconds = \"60\"", "Expected a number from 30 to 600, found the text \"60\"."),
        ("poll_seconds = 1.5", "Expected a number from 30 to 600, found a number with a fraction."),
        ("ascii = 1", "Expected true or false, found the number 1."),
        ("accounts = 1", "This is a table: write [accounts] on a line of its own."),
        ("editor = 'vi \"x'", "A quote in this command is not closed."),
    ] {
        let (config, problems) = read(text);
        assert_eq!(problems.iter().map(|p| p.message.as_str()).collect::<Vec<_>>(), vec![expected], "{text}");
        assert_eq!(config, Config::default());
    }
}

#[test]
fn a_token_in_the_file_is_refused_and_not_repeated() {
    let (_, problems) = read("[accounts.a]\ntoken = \"canary\"\n");
    assert_eq!(problems[0].severity, Severity::Error);
    assert!(!problems[0].shown().contains("canary"));
    assert!(problems[0].shown().contains("parkade login"));
}

#[test]
fn keys_keep_their_place_and_come_from_both_files() {
    let (config, _) = read("[keys]\n\"g x\" = \"noop\"\n[keys.inquiries]\na = \"archive\"\n");
    let mut keys = config.keys;
    let mut problems = Vec::new();
    read::keys(Path::new("keys.toml"), "[inquiries]\nb = \"hide\"\nc = 3\n", &mut keys, &mut problems);
    let found: Vec<_> =
        keys.iter().map(|k| (k.screen.as_str(), k.key.as_str(), k.command.as_str(), k.place.line)).collect();
    assert_eq!(found, vec![("", "g x", "noop", 2), ("inquiries", "a", "archive", 4), ("inquiries", "b", "hide", 2)]);
    assert_eq!(problems[0].to_string(), "keys.toml:3:5: inquiries.c: Expected the name of a command in quotes.");
}

#[test]
fn the_environment_wins_over_the_account_and_the_account_over_the_file() {
    let (mut config, problems) =
        read("theme = \"dark\"\npoll_seconds = 90\n[accounts.a]\ntheme = \"light\"\npoll_seconds = 120\n");
    assert_eq!(problems, Vec::new());
    let account = config.accounts[0].clone();
    let env = |name: &str| match name {
        "PARKADE_POLL_SECONDS" => Some("300".into()),
        "PARKADE_MARK_READ" => Some("manuel".into()),
        _ => None,
    };
    let mut problems = Vec::new();
    config.refine(Some(&account), env, &mut problems);
    assert_eq!((config.theme, config.poll_seconds), (Theme::Named("light"), 300));
    assert_eq!(problems[0].path, "PARKADE_MARK_READ");
    assert_eq!(problems[0].suggestion.as_deref(), Some("manual"));
}

#[test]
fn commands_are_split_as_a_shell_does_but_nothing_is_expanded() {
    assert_eq!(
        split(r#"pass show "my token" 'a $HOME' b\ c"#).unwrap(),
        ["pass", "show", "my token", "a $HOME", "b c"]
    );
    assert_eq!(split("a ''").unwrap(), ["a", ""]);
    assert_eq!(split("a \"b"), None);
}

#[test]
fn rates_are_positive_numbers_in_a_known_unit() {
    let (config, problems) = read("[rates]\nUSD = 1\neur = 1.08\nJPY = 6.5e-3\n");
    assert_eq!(problems, Vec::new());
    assert_eq!(
        ["USD", "EUR", "JPY", "GBP"].map(|code| config.rates.of(code)),
        [Some(1.0), Some(1.08), Some(0.0065), None]
    );
    for (line, path, said) in [
        ("EUR = 0", "rates.EUR", "what one unit is worth"),
        ("EUR = -1.08", "rates.EUR", "a number above 0"),
        ("EUR = \"1,08\"", "rates.EUR", "such as 1.08"),
        ("EUR = nan", "rates.EUR", "such as 1.08"),
        ("euros = 1.08", "rates.euros", "the code of a currency, such as EUR"),
    ] {
        let (config, problems) = read(&format!("[rates]\nUSD = 1\n{line}\n"));
        assert_eq!((problems.len(), problems[0].path.as_str()), (1, path), "{line}");
        assert!(problems[0].to_string().contains(said), "{line}: {}", problems[0]);
        assert_eq!((config.rates.of("USD"), config.rates.of("EUR")), (Some(1.0), None), "the others count");
    }
    let (config, problems) = read("[rates]\nEUR = 1.08\n");
    assert!(problems[0].to_string().contains("such as USD = 1"), "{}", problems[0]);
    assert!(config.rates.is_empty(), "rates in an unknown unit are none");
}

#[test]
fn an_unknown_account_or_start_view_is_reported() {
    let found = |text: &str| {
        let (_, problems) = read(text);
        problems
            .into_iter()
            .map(|problem| (problem.severity, problem.path.clone(), problem.to_string()))
            .collect::<Vec<_>>()
    };
    let account = "[accounts.main]\nbase_url = \"https://parking.example.com\"\n";
    let wrong = found(&format!("default_account = \"mian\"\n{account}"));
    assert_eq!((wrong.len(), wrong[0].0, wrong[0].1.as_str()), (1, Severity::Error, "default_account"));
    assert!(wrong[0].2.contains("Unknown account") && wrong[0].2.ends_with("Did you mean main?"), "{}", wrong[0].2);
    assert_eq!(found(&format!("default_account = \"main\"\n{account}")), []);
    for (line, severity, said) in [
        ("inquiries = \"stauts:all\"", Severity::Error, "stauts"),
        ("inquiries = \"unraed\"", Severity::Warning, "Did you mean unread?"),
        ("domains = \"removd\"", Severity::Warning, "Did you mean removed?"),
        ("domains = \"mine bin:>none\"", Severity::Error, "bin"),
        ("jobs = \"export\"", Severity::Warning, "Did you mean exports?"),
        ("inqiries = \"active\"", Severity::Error, "Did you mean inquiries?"),
        ("insights = \"visits\"", Severity::Error, "Unknown report"),
        ("insights = \"inquiries 8\"", Severity::Error, "Unknown window"),
        ("history = \"sale\"", Severity::Warning, "not a tab"),
    ] {
        let wrong = found(&format!("[start_view]\n{line}\n"));
        assert!(wrong.len() == 1 && wrong[0].0 == severity && wrong[0].2.contains(said), "{line}: {wrong:?}");
    }
    for line in [
        "inquiries = \"unread risk:low sort:offer,desc\"",
        "domains = \"tld:com\"",
        "jobs = \"queue\"",
        "insights = \"inquiries 90\"",
    ] {
        assert_eq!(found(&format!("[start_view]\n{line}\n")), [], "{line}");
    }
}

#[test]
fn a_line_about_read_only_that_cannot_be_read_closes_the_account() {
    let account = "[accounts.main]\nbase_url = \"https://a.example\"\n";
    let closed = [
        "readonly = true\n",
        "readonly = \"yes\"\n",
        "read_only = true\n",
        "read-only = 1\n",
        "ReadOnly = true\n",
        "readonyl = true\n",
        "[account.main]\nreadonly = true\n",
        "[start_view]\nreadonly = \"true\"\n",
        "readonly = tru\n",
    ];
    for text in closed {
        let (config, problems) = read(&format!("{text}{account}"));
        assert!(config.readonly, "{text}");
        assert_eq!(problems.is_empty(), text == "readonly = true\n", "{text}: {problems:?}");
        let (config, _) = read(&format!("{account}{text}"));
        let own = config.accounts.first().is_some_and(|account| account.readonly);
        assert!(config.readonly || own, "{text} in the account's table");
    }
    for text in ["readonly = false\n", "# readonly = true\n", "readonly = 0\n", ""] {
        let (config, problems) = read(&format!("{text}{account}"));
        assert!(!config.readonly && problems.is_empty(), "{text}: {problems:?}");
    }
    let (config, problems) = read("[accounts.readonly]\nbase_url = \"https://a.example\"\n");
    assert!(!config.readonly && problems.is_empty(), "a name of an account: {problems:?}");
}

#[test]
fn the_environment_turns_read_only_on_and_never_off() {
    let refined = |file: &str, name: &str, value: &str| {
        let (mut config, mut problems) = read(file);
        let env = |asked: &str| (asked == name).then(|| value.into());
        config.refine(None, env, &mut problems);
        config.readonly
    };
    for (name, value) in [("PARKADE_READONLY", "1"), ("PARKADE_READONLY", "yes"), ("PARKADE_READ_ONLY", "true")] {
        assert!(refined("", name, value), "{name}={value}");
    }
    assert!(!refined("", "PARKADE_READONLY", "0") && !refined("", "PARKADE_READONLY", "false"));
    assert!(refined("readonly = true\n", "PARKADE_READONLY", "0"), "what the file closes stays closed");
}

#[test]
fn keys_for_everywhere_stand_at_the_top_or_under_app_or_global() {
    let text = "\"F5\" = \"app.refresh\"\n[app]\n\"F6\" = \"app.help\"\n[global]\n\"F7\" = \"app.views\"\n[mail]\nZ = \"star\"\n";
    let (mut keys, mut problems) = (Vec::new(), Vec::new());
    read::keys(Path::new("keys.toml"), text, &mut keys, &mut problems);
    let found: Vec<(&str, &str)> = keys.iter().map(|line| (line.screen.as_str(), line.key.as_str())).collect();
    assert_eq!(found, [("", "F5"), ("", "F6"), ("", "F7"), ("mail", "Z")]);
    assert!(problems.is_empty(), "{problems:?}");
}
