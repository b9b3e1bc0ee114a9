use super::*;

static A: Info = Info::new("mail.archive", "Archive it").keys(&["a"]);
static GD: Info = Info::new("mail.domain", "Its domain").keys(&["g d"]);
static TOP: Info = Info::new("table.top", "First row").keys(&["g g", "home"]);
static OUTER_A: Info = Info::new("app.a", "Outer").keys(&["a", "ctrl-r", "F5"]);

fn commands() -> Vec<&'static Info> {
    vec![&A, &TOP, &GD, &OUTER_A]
}

fn look(map: &Keymap, keys: &str) -> Lookup {
    map.lookup("mail", &sequence(keys).unwrap(), &commands())
}

fn found_in(overrides: Overrides) -> Vec<String> {
    Keymap::new(overrides).problems(&[("mail", commands())]).iter().map(ToString::to_string).collect()
}

#[test]
fn keys_are_read_and_spelled_alike() {
    for text in ["ctrl-r", "g d", "space", "F5", "shift-tab", "?", "-", "ctrl-c", "A", "pgdn", "alt-x"] {
        assert_eq!(spell(&sequence(text).unwrap()), text);
    }
    assert_eq!(Key::parse("shift-a").unwrap(), Key::parse("A").unwrap());
    assert_eq!(Key::parse("minus").unwrap(), Key::parse("-").unwrap());
    for text in ["hyper-x", "F99", "enterr", ""] {
        assert!(sequence(text).is_err(), "{text:?}");
    }
}

#[test]
fn the_innermost_command_wins_and_sequences_wait() {
    let map = Keymap::default();
    assert_eq!(look(&map, "a"), Lookup::Run("mail.archive"));
    assert_eq!(look(&map, "g"), Lookup::Prefix);
    assert_eq!(look(&map, "g g"), Lookup::Run("table.top"));
    assert_eq!(look(&map, "g d"), Lookup::Run("mail.domain"));
    assert_eq!(look(&map, "g x"), Lookup::Unknown);
    assert_eq!(look(&map, "F5"), Lookup::Run("app.a"));
}

#[test]
fn the_config_rebinds_and_unbinds_keys_per_screen() {
    let (overrides, problems) =
        Overrides::parse("[keys]\n\"ctrl-l\" = \"app.a\"\n[keys.mail]\na = \"noop\"\nz = \"mail.archive\"");
    assert_eq!(problems, Vec::<String>::new());
    let map = Keymap::new(overrides);
    assert_eq!(look(&map, "a"), Lookup::Nothing);
    assert_eq!(look(&map, "z"), Lookup::Run("mail.archive"));
    assert_eq!(look(&map, "ctrl-l"), Lookup::Run("app.a"));
    assert_eq!(map.lookup("other", &sequence("a").unwrap(), &commands()), Lookup::Run("mail.archive"));
    assert_eq!(map.shown("mail", &A).as_deref(), Some("z"));
}

#[test]
fn every_mistake_in_the_config_is_named_with_its_place() {
    let (overrides, problems) =
        Overrides::parse("[keys]\nhyper = \"app.a\"\nq = 3\n[keys.mail]\nx = \"mail.archve\"\ng = \"app.a\"");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].starts_with("line 2:") && problems[1].starts_with("line 3:"), "{problems:?}");
    let found = found_in(overrides);
    assert!(
        found.iter().any(|problem| problem.contains("mail.archve") && problem.contains("mail.archive")),
        "{found:?}"
    );
    let (overrides, _) = Overrides::parse("[keys.mail]\na = \"table.top\"\n[keys.nowhere]\nb = \"app.a\"");
    let found = found_in(overrides);
    assert!(found.iter().any(|problem| problem.contains("now runs “First row”; “Archive it” has no key")), "{found:?}");
    assert!(found.iter().any(|problem| problem.contains("unknown screen \"nowhere\"")), "{found:?}");
}

#[test]
fn two_commands_of_one_scope_on_one_key_are_reported() {
    static TWIN: Info = Info::new("mail.twin", "Twin").keys(&["a"]);
    let found = Keymap::default().problems(&[("mail", vec![&A, &TWIN, &OUTER_A])]);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["mail: a runs both mail.archive and mail.twin"]);
}

#[test]
fn commands_may_be_named_in_the_config_as_on_the_line() {
    let screens = [("mail", commands())];
    let (mut overrides, _) = Overrides::parse("[keys.mail]\nz = \"archive\"\ny = \"nosuch\"\n[keys]\nx = \"domain\"");
    overrides.resolve(&screens);
    let map = Keymap::new(overrides);
    assert_eq!(look(&map, "z"), Lookup::Run("mail.archive"));
    assert_eq!(look(&map, "x"), Lookup::Run("mail.domain"));
    let found = map.problems(&screens);
    assert!(found.len() == 1 && found[0].to_string() == "keys.mail: y: there is no command \"nosuch\"", "{found:?}");
}

#[test]
fn a_key_prefix_lists_its_continuations() {
    let list = Keymap::default().continuations("mail", &sequence("g").unwrap(), &commands());
    assert_eq!(
        list.iter().map(|(rest, info)| (rest.as_str(), info.name)).collect::<Vec<_>>(),
        [("g", "table.top"), ("d", "mail.domain")]
    );
}
