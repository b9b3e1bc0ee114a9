//! Promises about dependencies, builds and releases, checked in the files that decide them.

use std::fs;

/// Most direct dependencies of a build without any feature.
const DEPENDENCIES: usize = 50;

fn text(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Proves R-90.
#[test]
fn every_build_of_ci_and_of_a_release_uses_the_committed_lock_file() {
    assert!(!text(".gitignore").contains("Cargo.lock"));
    assert!(text("Cargo.lock").contains("name = \"parkade\""));
    let mut builds = 0;
    for path in [".ci/run", ".github/workflows/ci.yml", ".github/workflows/release.yml"] {
        for line in text(path).lines() {
            let resolves = ["cargo build", "cargo check", "cargo clippy", "cargo doc", "cargo test", "cargo install"];
            if resolves.iter().any(|call| line.contains(call)) || line.contains("cargo +") {
                assert!(line.contains("--locked"), "{path}: {}", line.trim());
                builds += 1;
            }
        }
    }
    assert!(builds >= 10, "{builds} builds were found");
}

/// Proves R-91.
#[test]
fn holes_licences_and_sources_of_dependencies_are_checked_on_every_change() {
    let ci = text(".github/workflows/ci.yml");
    assert!(ci.contains("pull_request") && ci.contains("command: check bans licenses sources advisories"));
    let rules = text("deny.toml");
    for rule in ["unknown-registry = \"deny\"", "unknown-git = \"deny\"", "wildcards = \"deny\"", "yanked = \"deny\""] {
        assert!(rules.contains(rule), "{rule}");
    }
    // An exception from the list of known holes needs a line here, with its date.
    assert!(!rules.contains("ignore"));
}

/// Proves R-92.
#[test]
fn unsafe_code_is_forbidden_without_exceptions() {
    assert!(text("Cargo.toml").contains("unsafe_code = \"forbid\""));
}

/// Proves R-93.
#[test]
fn direct_dependencies_are_few() {
    let manifest = text("Cargo.toml");
    let (_, rest) = manifest.split_once("[dependencies]").expect("the section");
    let (section, _) = rest.split_once("\n[").expect("the next section");
    let entries =
        section.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains(" = "));
    let count = entries.filter(|line| !line.contains("optional = true")).count();
    assert!((20..=DEPENDENCIES).contains(&count), "{count} direct dependencies");
}

/// Proves R-94.
#[test]
fn every_archive_of_a_release_has_its_checksum_beside_it() {
    assert!(text(".github/pack").contains("> \"$name.tgz.sha256\""));
    assert!(
        text(".github/workflows/release.yml")
            .contains("gh release upload \"$GITHUB_REF_NAME\" --clobber target/archives/*")
    );
}
