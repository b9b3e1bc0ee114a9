//! The house rules that Cargo cannot check: what screens may use of each other, which outside crates belong where in the
//! program itself, how long files may be.
//!
//! The test reads the sources as text: every `crate::room` and every outside name counts, in code and in `use`.

mod circles;
mod read;
mod store;
mod traits;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use read::{
    code_lines, crate_uses, is_test, mentions, names_from, names_under, parts_under, room_of, sources, texts_in,
};

/// Outside crates of the program's own that are kept to one of its two rooms.
const KEPT: [(&str, &[&str]); 3] = [("clap", &["cli"]), ("tracing_subscriber", &["app"]), ("signal_hook", &["app"])];

/// The only place where a terminal cell is written raw.
const RAW_CELLS: &str = "src/ui/text";

/// The only places that make the command of another program; the last one runs when Parkade itself is built.
const STARTERS: [&str; 3] = ["src/app/external", "src/app/secrets/command.rs", "src/app/commit.rs"];

/// Words that must not occur in the pure rooms (clock, files, environment, processes).
const IMPURE: [&str; 7] =
    ["SystemTime", "Instant::now", "std::fs", "std::env", "std::process", "std::net", "Timestamp::now"];

/// Calls only Linux has; the program is built for macOS, too, and no machine here can compile it for that.
const LINUX_ONLY: [&str; 9] =
    ["pipe_with", "pipe2", "accept_with", "accept4", "memfd_create", "eventfd", "epoll", "pidfd", "inotify"];

#[test]
fn no_call_is_used_that_only_linux_has() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            wrong.extend(
                LINUX_ONLY
                    .iter()
                    .filter(|call| code.contains(**call))
                    .map(|call| format!("{}:{}: {call}", path.display(), number + 1)),
            );
        }
    }
    assert!(wrong.is_empty(), "macOS has no such call:\n{}", wrong.join("\n"));
}

/// The other rooms are crates, and Cargo refuses what their manifests do not name.
#[test]
fn the_program_knows_nothing_of_its_command_line() {
    let mut wrong = Vec::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| room_of(path) == Some("app")) {
        let uses = crate_uses(&text).into_iter().filter(|(_, used)| used == "cli");
        wrong.extend(uses.map(|(line, _)| format!("{}:{line}", path.display())));
    }
    assert!(wrong.is_empty(), "app uses cli:\n{}", wrong.join("\n"));
}

#[test]
fn a_screen_uses_no_other_screen() {
    let root = Path::new("src/screens");
    let sources = sources();
    // A folder whose `mod.rs` has no row for the list of screens is a room they share.
    let is_screen = |(path, text): &(PathBuf, String)| path.ends_with("mod.rs") && text.contains(": ScreenDef =");
    let screens: BTreeSet<String> = sources
        .iter()
        .filter(|source| is_screen(source))
        .filter_map(|(path, _)| parts_under(root, path).filter(|parts| parts.len() == 2).map(|parts| parts[0].clone()))
        .collect();
    assert!(screens.len() > 20, "the screens were not found");
    let mut wrong = Vec::new();
    for (path, text) in &sources {
        let Some(parts) = parts_under(root, path).filter(|parts| screens.contains(&parts[0]) && !is_test(path)) else {
            continue;
        };
        for other in names_from(&parts, "crate::screens::", text) {
            if other == parts[0] || !screens.contains(&other) {
                continue;
            }
            wrong.push(format!("{}: uses {other}", path.display()));
        }
    }
    let way = "a `Place` leads to another screen, and what two screens show is a room beside them";
    assert!(wrong.is_empty(), "a screen uses another one; {way}:\n{}", wrong.join("\n"));
}

#[test]
fn a_screen_runs_no_command_of_another() {
    let root = Path::new("src/screens");
    let sources = sources();
    let of = |path: &Path| parts_under(root, path).map(|parts| parts[0].clone());
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (path, text) in sources.iter().filter(|(path, _)| of(path).is_some() && !is_test(path)) {
        for name in ["Effect::Run(\"", "Effect::Line(\""].iter().flat_map(|call| text.split(call).skip(1)) {
            seen += 1;
            let name = name.split(['"', ' ']).next().unwrap_or_default();
            let made = format!("\"{name}\"");
            let is_near = |other: &Path| of(other) == of(path) || other.starts_with("src/ui");
            let says = |text: &str| text.split("Info::new(").skip(1).any(|info| info.starts_with(&made));
            if !sources.iter().any(|(other, text)| is_near(other) && says(text)) {
                wrong.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(seen > 10, "the commands were not found");
    assert!(wrong.is_empty(), "a screen runs a command of another one; a `Place` leads there:\n{}", wrong.join("\n"));
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some(room) = room_of(&path) else { continue };
        for (name, rooms) in KEPT {
            if rooms.contains(&room) {
                continue;
            }
            for (number, line) in code_lines(&text) {
                if mentions(line, name) {
                    wrong.push(format!("{}:{number}: {name} belongs to {rooms:?}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "an outside crate has left its room:\n{}", wrong.join("\n"));
}

#[test]
fn the_pure_rooms_know_no_clock_file_or_environment() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if !matches!(room_of(&path), Some("ui" | "screens" | "api" | "mime" | "sheets")) {
            continue;
        }
        for (number, line) in code_lines(&text) {
            for word in IMPURE {
                if line.contains(word) {
                    wrong.push(format!("{}:{number}: {word}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "a pure room reaches outside:\n{}", wrong.join("\n"));
}

#[test]
fn paths_of_the_service_stand_only_in_the_catalogue() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if matches!(room_of(&path), Some("api")) || is_test(&path) {
            continue;
        }
        for (number, line) in code_lines(&text) {
            if line.contains("\"parking/") || line.contains("\"ads/") {
                wrong.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "an API path outside `api/`:\n{}", wrong.join("\n"));
}

/// `println!` and its kind panic on a terminal that is gone, and nothing but frames may reach one that is painted on.
/// Proves R-92.
#[test]
fn nothing_prints_with_the_macros_that_panic() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if is_test(&path) {
            continue;
        }
        for (number, line) in code_lines(&text) {
            if ["println!", "eprintln!", "print!(", "eprint!(", "dbg!"].iter().any(|word| line.contains(word)) {
                wrong.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "printing while the screen is ours:\n{}", wrong.join("\n"));
}

/// Proves R-92.
#[test]
fn raw_cells_are_written_in_one_place() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if path.starts_with(RAW_CELLS) || is_test(&path) {
            continue;
        }
        for (number, line) in code_lines(&text) {
            if line.contains(".set_symbol(") || line.contains(".set_char(") {
                wrong.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "a raw cell write outside {RAW_CELLS}:\n{}", wrong.join("\n"));
}

/// Nothing that reads mail or any other text of strangers can start a program. Proves.
#[test]
fn other_programs_are_started_in_named_places() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if STARTERS.iter().any(|place| path.starts_with(place)) || is_test(&path) {
            continue;
        }
        for (number, line) in code_lines(&text) {
            if ["Command::new(", "tokio::process", "open::that", "open::with"].iter().any(|call| line.contains(call)) {
                wrong.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "another program is started outside {STARTERS:?}:\n{}", wrong.join("\n"));
}

#[test]
fn files_stay_small_and_folders_introduce_themselves() {
    let mut wrong = Vec::new();
    for (path, text) in sources().into_iter().chain(texts_in("tests")) {
        let lines = text.lines().count();
        if lines > 400 {
            wrong.push(format!("{}: {lines} lines, 400 at the most", path.display()));
        }
        if path.file_name().is_some_and(|name| name == "mod.rs") && !text.starts_with("//!") {
            wrong.push(format!("{}: begins with three sentences on what lives here", path.display()));
        }
        let introduction: String = text.lines().map_while(|line| line.strip_prefix("//!")).collect();
        if path.file_name().is_some_and(|name| name == "mod.rs") && !introduction.to_lowercase().contains("look first")
        {
            wrong.push(format!("{}: says where to look first", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_check_sees_a_broken_rule() {
    let text = "use crate::screens::ALL;\nlet x = crate::{api::Call, cli::Args};\n// crate::app is a comment\n";
    let found: Vec<String> = crate_uses(text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(found.iter().filter(|name| ["screens", "api", "cli"].contains(&name.as_str())).count(), 3);
    assert!(!found.contains(&"app".to_owned()));
    let text =
        "use crate::screens::{self, add::{columns, state}, lead};\ncrate::screens::jobs::DEF; super::super::super::x";
    assert_eq!(names_under("crate::screens::", text), ["self", "add", "lead", "jobs"]);
    assert!(names_under("super::super::", text).iter().all(|name| name == "super"));
    assert!(mentions("    reqwest::get(x)", "reqwest") && !mentions("my_reqwest::x", "reqwest"));
}
