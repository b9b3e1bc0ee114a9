//! Names the commit a release is built from in its version.

use std::env;
use std::path::Path;

#[path = "src/app/commit.rs"]
mod commit;

/// The variable that names the commit where the sources do not, as in an archive.
const GIVEN: &str = "PARKADE_COMMIT";
/// The variable that gives the date, in seconds, so that a build can be repeated bit by bit.
const EPOCH: &str = "SOURCE_DATE_EPOCH";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/app/commit.rs");
    println!("cargo:rerun-if-env-changed={GIVEN}");
    println!("cargo:rerun-if-env-changed={EPOCH}");
    let text = |name: &str| env::var(name).unwrap_or_default();
    let (version, root) = (text("CARGO_PKG_VERSION"), text("CARGO_MANIFEST_DIR"));
    let root = Path::new(&root);
    // Other builds would be made anew with each commit.
    let found = (text("PROFILE") == "release").then(|| commit::of(root)).flatten();
    for file in found.iter().flat_map(|found| &found.read) {
        println!("cargo:rerun-if-changed={}", file.display());
    }
    let given = Some(text(GIVEN)).filter(|given| !given.is_empty());
    let id = given.or_else(|| found.map(|found| found.id));
    let seconds = text(EPOCH).parse().ok();
    let seconds = seconds.or_else(|| commit::seconds(root, id.as_deref()?));
    println!("cargo:rustc-env=PARKADE_VERSION={version}{}", commit::words(id.as_deref(), seconds));
}
