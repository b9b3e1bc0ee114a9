//! The key reference is written by the program's own tables and never by hand.

use parkade::{screens, ui};

const FILE: &str = "assets/keys.md";

#[test]
fn keys_reference_says_what_the_program_does() {
    let fresh = ui::testing::key_reference(screens::ALL);
    if std::env::var_os("UPDATE_KEYS").is_some() {
        std::fs::write(FILE, &fresh).expect("the reference can be written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == fresh, "{FILE} is stale; write it again with UPDATE_KEYS=1 cargo test --test keys_reference");
}

#[test]
fn every_key_the_tables_name_can_be_pressed() {
    let commands = ui::reference::everything(screens::ALL).into_iter().flat_map(|(_, commands)| commands);
    let keys = commands.flat_map(|info| info.keys.iter().map(|key| (info.name, *key)));
    let wrong: Vec<_> = keys
        .filter(|(_, key)| ui::keymap::sequence(key).map(|keys| ui::keymap::spell(&keys)).as_deref() != Ok(*key))
        .collect();
    assert!(wrong.is_empty(), "no such key: {wrong:?}");
}
