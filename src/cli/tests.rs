use clap::{CommandFactory, Parser};

use super::start::check_screen;
use super::*;

#[test]
fn the_definitions_are_sound() {
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
fn help_and_man_page_list_the_exit_codes() {
    let help = Cli::command().render_long_help().to_string();
    let page = man::page().unwrap();
    for (_, code, meaning) in exit::TABLE {
        assert!(help.contains(&format!("{code:>3}  {meaning}")), "{code}");
        assert!(page.contains(meaning), "{code}");
    }
    let codes: Vec<u8> = exit::TABLE.iter().map(|(_, code, _)| *code).collect();
    assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 129, 130, 131, 143]);
    for sub in ["LOGIN", "DOCTOR", "CONFIG"] {
        assert!(page.contains(&format!("PARKADE {sub}")), "{sub}");
    }
}

#[test]
fn completions_are_made_for_every_shell() {
    use clap::ValueEnum;
    for shell in clap_complete::Shell::value_variants() {
        let mut text = Vec::new();
        clap_complete::generate(*shell, &mut Cli::command(), "parkade", &mut text);
        assert!(String::from_utf8(text).unwrap().contains("doctor"), "{shell}");
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

#[test]
fn a_token_is_no_argument() {
    assert!(Cli::try_parse_from(["parkade", "login", "--token", "x"]).is_err());
    assert!(Cli::try_parse_from(["parkade", "--token", "x"]).is_err());
}

#[test]
fn a_screen_that_is_not_there_is_refused_with_those_that_are() {
    assert_eq!(["site", "account", "jobs"].map(crate::screens::called), ["site", "senders", "jobs"]);
    assert!(check_screen(None).is_ok() && check_screen(Some("inquiries")).is_ok());
    let refused = |name: &str| {
        let fault = check_screen(Some(name)).unwrap_err();
        assert_eq!(fault.exit, Exit::Usage);
        fault.message
    };
    assert!(refused("search").starts_with("The screen search is not built yet. Available: inquiries, mail, domains"));
    assert_eq!(refused("inqiries"), "Unknown screen “inqiries”. Did you mean “inquiries”?");
    assert!(refused("xyz").starts_with("Unknown screen “xyz”. Available: inquiries, mail, domains"));
}
