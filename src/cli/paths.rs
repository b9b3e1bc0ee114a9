//! `parkade paths`.

use std::fmt::Write as _;

use super::{Outcome, folders, print};

pub fn run() -> Outcome {
    let paths = folders()?;
    let mut text = String::new();
    for row in paths.rows() {
        let _ = writeln!(text, "{:<7} {}\n        {} ({})", row.name, row.path.display(), row.holds, row.variable);
    }
    print(&text)
}
