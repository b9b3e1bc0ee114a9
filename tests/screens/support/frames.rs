//! Frames of screens as snapshots: those of 80×24 whole, of every other size a digest, one mark for each row. Where a
//! digest differs, the rows that changed are written out before the test fails. Look first at [`Frames`].

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use parkade::base::digest;
use parkade::ui::testing::Story;

/// Size whose frames are kept whole.
const WHOLE: (u16, u16) = (80, 24);

/// Number of marks in one line of a digest.
const MARKS: usize = 12;

/// Frames in the order they were drawn: `== full, 160x48` and the rows below the header.
#[derive(Default)]
pub struct Frames(Vec<Frame>);

struct Frame {
    title: String,
    is_whole: bool,
    rows: String,
}

impl Frames {
    /// Takes what the story shows now, in a window of that size. The header belongs to the shell, which has tests of it.
    pub fn add(&mut self, name: &str, size: (u16, u16), story: &mut Story) {
        let title = format!("== {name}, {}x{}", size.0, size.1);
        self.0.push(Frame { title, is_whole: size == WHOLE, rows: story.snap_screen() });
    }

    /// Compares all frames with `tests/screens/snapshots/NAME.snap`.
    pub fn hold(&self, name: &str) {
        let stored = fs::read_to_string(format!("{}/tests/screens/snapshots/{name}.snap", env!("CARGO_MANIFEST_DIR")));
        self.tell(name, &stored.unwrap_or_default());
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../snapshots");
        settings.set_prepend_module_to_snapshot(false);
        settings.bind(|| insta::assert_snapshot!(name, self.text()));
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for Frame { title, is_whole, rows } in &self.0 {
            let _ = match is_whole {
                true => writeln!(text, "{title}\n{rows}"),
                false => writeln!(text, "{title}\n{}\n", digest_of(rows)),
            };
        }
        text
    }

    /// Writes out the rows whose marks differ from the stored ones. Marks cannot be turned back into rows, so the rows
    /// of the last run without a difference are kept beside the build.
    fn tell(&self, name: &str, stored: &str) {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rows"));
        let rows_of_before = fs::read_to_string(&kept).unwrap_or_default();
        let before: HashMap<&str, &str> = rows_of_before.lines().filter_map(|row| row.split_once(' ')).collect();
        let (mut told, mut rows_of_now) = (String::new(), String::new());
        for frame in self.0.iter().filter(|frame| !frame.is_whole) {
            let marks = marks_below(&frame.title, stored);
            for (number, row) in frame.rows.lines().enumerate() {
                let (mark, old) = (mark(row), marks.get(number).copied().unwrap_or_default());
                let _ = writeln!(rows_of_now, "{mark} {row}");
                if mark != old {
                    let was = before.get(old).copied().unwrap_or("(no run here has shown it)");
                    let _ = writeln!(told, "{}, row {}\n  was {was}\n  now {row}", frame.title, number + 2);
                }
            }
        }
        if told.is_empty() {
            let _ = fs::write(&kept, rows_of_now);
        } else if !stored.is_empty() {
            println!("Rows of {name} that changed:\n{told}");
        }
    }
}

/// The marks of the rows, in lines of [`MARKS`].
fn digest_of(rows: &str) -> String {
    let marks: Vec<String> = rows.lines().map(mark).collect();
    marks.chunks(MARKS).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}

/// Mark of a row: the first six digits of its digest, or `------` for a blank row.
fn mark(row: &str) -> String {
    if row.is_empty() { "-".repeat(6) } else { digest(row.as_bytes())[..6].to_owned() }
}

/// The marks that are stored below a title, row by row.
fn marks_below<'a>(title: &str, stored: &'a str) -> Vec<&'a str> {
    let below = stored.lines().skip_while(|line| *line != title).skip(1);
    below.take_while(|line| !line.is_empty()).flat_map(str::split_whitespace).collect()
}

#[test]
fn a_changed_row_is_reported_by_its_frame_and_number() {
    let stored = format!("== full, 160x48\n{}\n\n== empty, 160x48\n{}\n", digest_of("a\n\nb\n"), digest_of("c\n"));
    assert_eq!(marks_below("== full, 160x48", &stored), [mark("a"), "------".to_owned(), mark("b")]);
    assert_eq!(marks_below("== empty, 160x48", &stored), [mark("c")]);
    assert_eq!(marks_below("== none, 160x48", &stored), [""; 0]);
}
