use clap::{CommandFactory, Parser};

use super::start::check_screen;
use super::*;

#[test]
fn the_command_line_definitions_pass_the_checks_of_clap() {
    Cli::command().debug_assert();
}

#[test]
fn every_subcommand_explains_itself() {
    let mut command = Cli::command();
    command.build();
    let mut seen = 0;
    let mut open = vec![command];
    while let Some(mut command) = open.pop() {
        let help = command.render_long_help().to_string();
        assert!(command.get_about().is_some(), "{} has no text", command.get_name());
        assert!(help.contains("Usage: parkade"), "{help}");
        for arg in command.get_arguments().filter(|a| !a.is_hide_set()) {
            assert!(arg.get_help().is_some(), "{} {} has no text", command.get_name(), arg.get_id());
        }
        seen += 1;
        open.extend(command.get_subcommands().filter(|c| c.get_name() != "help").cloned());
    }
    assert!(seen >= 10, "{seen}");
}

#[test]
fn help_and_every_man_page_list_exit_codes_files_and_environment() {
    let help = Cli::command().render_long_help().to_string();
    let pages = man::pages().unwrap();
    for (_, code, meaning) in exit::TABLE {
        assert!(help.contains(&format!("{code:>3}  {meaning}")), "{code}");
        for (name, page) in &pages {
            assert!(page.contains(&format!("\\fB{code}\\fR\n{meaning}")), "{name}: {code}");
        }
    }
    let codes: Vec<u8> = exit::TABLE.iter().map(|(_, code, _)| *code).collect();
    assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 129, 130, 131, 143]);
    for (name, page) in &pages {
        for part in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "FILES", "ENVIRONMENT"] {
            assert!(
                page.lines().any(|line| line == format!(".SH {part}") || line == format!(".SH \"{part}\"")),
                "{name}: {part}"
            );
        }
    }
}

#[test]
fn every_page_a_man_page_refers_to_is_written() {
    let pages = man::pages().unwrap();
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["parkade", "parkade-apply", "parkade-config-check", "parkade-man"] {
        assert!(names.contains(&name), "{names:?}");
    }
    for (name, page) in &pages {
        let plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
        for (before, _) in plain.match_indices("(1)").map(|(at, _)| plain.split_at(at)) {
            let referred = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
            assert!(names.contains(&referred), "{name} refers to {referred}");
        }
    }
    // Leave out the title, which has the date of the release.
    let (_, add) = pages.iter().find(|(name, _)| name == "parkade-add").unwrap();
    let (_, add) = add.split_once(".SH NAME").unwrap();
    insta::assert_snapshot!("parkade_add", add);
}

#[test]
fn completions_are_made_for_every_shell_with_the_words_options_take() {
    use clap::ValueEnum;
    for shell in clap_complete::Shell::value_variants() {
        let text = completions::script(*shell, vec!["my-shop".into(), "odd; name".into()]);
        assert!(text.contains("doctor"), "{shell}");
        assert!(!text.contains("odd;"), "{shell}");
        // The completions of these two shells have no words of options.
        if !["elvish", "powershell"].contains(&shell.to_string().as_str()) {
            for word in ["inquiries", "my-shop", "short-pages", "catchall", "reset-upload", "best-offer"] {
                assert!(text.contains(word), "{shell}: {word}");
            }
        }
    }
}

#[test]
fn bash_completes_files_where_a_file_may_stand_and_options_after_a_dash() {
    let text = completions::script(clap_complete::Shell::Bash, Vec::new());
    for name in ["add", "apply"] {
        let (_, section) = text.split_once(&format!("        parkade__subcmd__{name})\n            opts=")).unwrap();
        let (section, _) = section.split_once("        parkade__subcmd__").unwrap();
        assert!(section.contains("if [[ ${cur} == -* ]] ; then"), "{section}");
        assert_eq!(section.matches("compgen -W \"${opts}\"").count(), 1, "{section}");
    }
}

#[test]
fn a_misspelt_word_is_answered_with_the_right_one() {
    for (words, right) in [(["parkade", "docter"], "doctor"), (["parkade", "--readonyl"], "--readonly")] {
        let error = Cli::try_parse_from(words).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains(right), "{error}");
    }
}

/// Proves R-40.
#[test]
fn a_token_is_no_argument() {
    assert!(Cli::try_parse_from(["parkade", "login", "--token", "x"]).is_err());
    assert!(Cli::try_parse_from(["parkade", "--token", "x"]).is_err());
}

#[test]
fn a_screen_that_is_not_there_is_refused_with_those_that_are() {
    assert_eq!(["site", "account", "jobs"].map(crate::screens::called), ["site", "images", "jobs"]);
    assert!(check_screen(None).is_ok() && check_screen(Some("inquiries")).is_ok());
    let refused = |name: &str| {
        let fault = check_screen(Some(name)).unwrap_err();
        assert_eq!(fault.exit, Exit::Usage);
        fault.message
    };
    assert!(check_screen(Some("search")).is_ok());
    assert_eq!(refused("inqiries"), "Unknown screen “inqiries”. Did you mean “inquiries”?");
    assert!(refused("xyz").starts_with("Unknown screen “xyz”. Available: home, inquiries, mail, domains"));
}

#[test]
fn a_rejected_ads_key_is_not_called_the_token() {
    let rejected = crate::client::Failure::new(crate::client::FailureKind::Unauthorized, "");
    let said = Fault::of_ads("Refused", &rejected).message;
    assert!(said.ends_with("Store a new one with `parkade login --ads-key`."), "{said}");
}
