//! File names made from strangers' texts. A result can only name a file in the folder it is put into.

use unicode_width::UnicodeWidthChar;

use super::{clean_line, start_of};

/// Most bytes of a name; file systems allow 255, and ` (2)` and `.part` may be added.
const LONGEST: usize = 200;
/// Longest ending, in bytes including its dot; a longer one counts as part of the stem.
const LONGEST_ENDING: usize = 12;

/// File name of letters, digits, `._-+@,()` and spaces, made from the part of `proposed` after its last separator.
/// Leading dots and dashes are dropped, so that the file is neither hidden nor an option, and names of devices are
/// changed. If nothing is left, `instead` is used, a name of the program's own.
pub fn file_name(proposed: &str, instead: &str) -> String {
    let last = proposed.trim().rsplit(['/', '\\']).next().unwrap_or_default();
    let mut name = String::with_capacity(last.len().min(LONGEST));
    for c in clean_line(last).chars() {
        // Characters without a cell of their own are dropped, because no name needs them.
        let alphanumeric = c.is_alphanumeric() && c.width() != Some(0);
        let allowed = alphanumeric || matches!(c, '.' | '_' | '-' | '+' | '@' | ',' | '(' | ')' | ' ');
        match (allowed, name.ends_with('_')) {
            (true, _) => name.push(c),
            (false, false) => name.push('_'),
            (false, true) => {}
        }
    }
    let name = name.trim_start_matches(['.', '-', ' ']).trim_end_matches(['.', ' ']);
    let name = cut(name);
    if name.chars().all(|c| c == '_') {
        return instead.to_owned();
    }
    if is_device(&name) { cut(&format!("_{name}")) } else { name }
}

/// Name of the `number`th file of this name: `export.csv`, `export (2).csv`, `export (3).csv`.
pub fn numbered(name: &str, number: u32) -> String {
    if number < 2 {
        return name.to_owned();
    }
    let (stem, ending) = parts(name);
    format!("{stem} ({number}){ending}")
}

/// Stem and ending with its dot; a name that begins with its only dot has no ending.
fn parts(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 && name.len() - at <= LONGEST_ENDING => name.split_at(at),
        _ => (name, ""),
    }
}

/// The name in at most [`LONGEST`] bytes, cut at a character, with its ending.
fn cut(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let (stem, ending) = parts(name);
    format!("{}{ending}", start_of(stem, LONGEST - ending.len()).trim_end_matches(['.', ' ']))
}

/// True for a name of a device: `con.txt` opens the console on Windows, whatever the ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered =
        |word: &str| stem.strip_prefix(word).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit());
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use super::*;

    #[test]
    fn good_file_names_stay_and_bad_ones_lose_their_dangerous_parts() {
        for good in
            ["export-12.csv", "Angebot + Preis @ 2026.csv", "contract, final (2).docx", "домены.csv", "a_b.tar.gz"]
        {
            assert_eq!(file_name(good, "x.csv"), good);
        }
        for (bad, made) in [
            ("../../etc/passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini"),
            ("/etc/shadow", "shadow"),
            (".bashrc", "bashrc"),
            ("--help", "help"),
            ("a\u{1b}[31mb.csv", "a_31mb.csv"),
            ("pay\u{202e}vsc.exe", "pay_vsc.exe"),
            ("CON.csv", "_CON.csv"),
            ("com1", "_com1"),
            ("name. . ", "name"),
            ("a:b|c*d.csv", "a_b_c_d.csv"),
            ("$(reboot);`id`'.csv", "_(reboot)_id_.csv"),
            ("", "x.csv"),
            ("..", "x.csv"),
            ("////", "x.csv"),
            ("\u{0}\u{1}", "x.csv"),
        ] {
            assert_eq!(file_name(bad, "x.csv"), made, "{bad:?}");
        }
    }

    /// Proves R-20.
    #[test]
    fn long_names_are_cut_at_a_character_and_keep_their_ending() {
        let name = file_name(&format!("{}.csv", "ü".repeat(300)), "x.csv");
        assert!(name.len() <= 200 && name.ends_with("ü.csv"), "{name}");
        assert_eq!(file_name(&"x".repeat(500), "y").len(), 200);
    }

    #[test]
    fn a_number_stands_before_the_ending_of_a_file_name() {
        assert_eq!(numbered("a.csv", 1), "a.csv");
        assert_eq!(numbered("a.csv", 2), "a (2).csv");
        assert_eq!(numbered("a", 3), "a (3)");
    }

    /// Pieces of hostile names; any character may come between them.
    const PIECES: [&str; 24] = [
        "..",
        "/",
        "\\",
        ".",
        "-",
        "~",
        "\0",
        "\n",
        "\u{202e}",
        "\u{feff}",
        "con",
        "NUL",
        "aux.",
        "lpt9",
        ":",
        "C:",
        "%2e%2e%2f",
        " ",
        "a",
        "é",
        "例",
        ".csv",
        "\u{301}",
        "|",
    ];

    /// Proves R-20.
    #[test]
    fn of_100_000_hostile_names_none_leaves_the_folder() {
        let mut random = fastrand::Rng::with_seed(20);
        for round in 0..100_000 {
            let mut proposed = String::new();
            for _ in 0..random.usize(0..12) {
                if random.u8(..) < 180 {
                    proposed.push_str(PIECES[random.usize(..PIECES.len())]);
                } else {
                    proposed.push(random.char(..));
                }
            }
            if random.u8(..) == 0 {
                proposed = proposed.repeat(30);
            }
            let name = file_name(&proposed, "attachment-1.bin");
            let parts: Vec<_> = Path::new(&name).components().collect();
            assert!(matches!(parts[..], [Component::Normal(_)]), "{proposed:?} became {name:?}");
            assert!(
                !name.starts_with(['.', '-', ' ']) && name.len() <= LONGEST && !name.contains(['/', '\\', '\0', ':'])
            );
            assert!(!name.ends_with(['.', ' ']) && !is_device(&name), "{proposed:?} became {name:?}");
            // The slower checks are made for every tenth name.
            if round % 10 == 0 {
                assert_eq!(crate::base::clean_line(&name), name, "{proposed:?}");
                assert_eq!(file_name(&name, "x"), name, "naming what is named changes nothing");
            }
        }
    }
}
