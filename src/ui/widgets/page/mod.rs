//! The text view: labelled fields, paragraphs and raw JSON, wrapped to the width, scrolled by lines, searched. Look
//! first at [`Part`] (`part.rs`), then at [`PageView`]; `find.rs` searches.

mod find;
mod laid;
mod part;

use std::borrow::Cow;
use std::cell::Ref;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::super::TextFacts;
use super::super::{Command, Facts, Info, Look, Outcome, Role, chart, text};
use super::{json, notice};
use find::Find;
use laid::{Laid, Text};
pub use part::{Part, brief};

/// Area of an opened row's text inside `area`, with a margin around it.
pub fn column(area: Rect) -> Rect {
    let gap = u16::from(area.height > 8);
    Rect { x: area.x + 1, y: area.y + gap, width: area.width.saturating_sub(2), height: area.height - gap }
}

/// Greatest width of running text, for readability in wide windows. What is at the right of a line ends at the same
/// column.
const WIDEST: usize = 110;

/// Width from which two texts fit side by side.
pub const TWO_COLUMNS: u16 = 112;

/// Width of a page, in cells, below which values get more than half of it.
const NARROW: usize = 60;

/// Rows from which a page has room for the parts of its neighbouring pages.
const ROOMY: u16 = 36;

/// Parts of a text that is put below another one. A heading replaces the first line, whose name is already shown
/// above.
pub fn below(heading: &str, parts: Vec<Part>) -> impl Iterator<Item = Part> {
    let title = |part: &Part| matches!(part, Part::Ends { .. } | Part::Blank);
    [Part::Blank, Part::Title(heading.to_owned())].into_iter().chain(parts.into_iter().skip_while(title))
}

/// Adds other pages below `parts` in a tall area, as far as each text fits in full, with labels as wide as those of
/// `parts`.
pub fn fill(parts: &mut Vec<Part>, more: impl IntoIterator<Item = Vec<Part>>, area: Rect, ascii: bool) {
    let lines = |parts: &[Part]| lay_out(parts, usize::from(area.width), ascii).len();
    if area.height < ROOMY {
        return;
    }
    let mut left = usize::from(area.height).saturating_sub(lines(parts));
    for text in more.into_iter().map(|text| Part::Columns(vec![text])) {
        let needs = lines(std::slice::from_ref(&text));
        if needs <= left {
            left -= needs;
            parts.push(text);
        }
    }
}

/// Line ready for the screen, in pieces.
type Line<'a> = Vec<(Role, Cow<'a, str>)>;

/// Scroll position of a text view.
#[derive(Clone, Debug, Default)]
pub struct PageView {
    top: usize,
    rows: usize,
    lines: usize,
    find: Find,
    laid: Laid<Part, Line<'static>>,
}

impl PageView {
    /// Verbs of the text view.
    pub const COMMANDS: &'static [Command<Self>] = &[
        Info::new("text.down", "Scroll down a line")
            .steps(&["j", "down"])
            .run(|view, args, _| view.by(args.times(), 1)),
        Info::new("text.up", "Scroll up a line").steps(&["k", "up"]).run(|view, args, _| view.by(args.times(), -1)),
        Info::new("text.half_down", "Scroll down half a page")
            .keys(&["ctrl-d"])
            .run(|view, _, _| view.by(1, (view.rows / 2).max(1) as isize)),
        Info::new("text.half_up", "Scroll up half a page")
            .keys(&["ctrl-u"])
            .run(|view, _, _| view.by(1, -((view.rows / 2).max(1) as isize))),
        Info::new("text.page_down", "Scroll down a page")
            .keys(&["pgdn", "ctrl-f", "space"])
            .run(|view, _, _| view.by(1, view.page())),
        Info::new("text.page_up", "Scroll up a page")
            .keys(&["pgup", "ctrl-b"])
            .run(|view, _, _| view.by(1, -view.page())),
        Info::new("text.top", "Go to the top").keys(&["g g", "home"]).run(|view, _, _| {
            view.top = 0;
            Outcome::Done
        }),
        Info::new("text.bottom", "Go to the bottom").keys(&["G", "end"]).run(|view, _, _| {
            view.top = view.last_top();
            Outcome::Done
        }),
        Self::FIND,
        Self::NEXT,
        Self::PREVIOUS,
    ];

    /// Goes back to the beginning, for another text.
    pub fn reset(&mut self) {
        self.top = 0;
    }

    /// Index of the first line shown.
    pub fn top(&self) -> usize {
        self.top
    }

    /// True while the text is searched.
    pub fn is_sought(&self) -> bool {
        self.find.has_line()
    }

    /// Takes the facts of the last frame, if this view was the screen's main text.
    pub fn drawn(&mut self, facts: &Facts) {
        if let Some(text) = &facts.text {
            self.painted(text);
        }
    }

    /// Takes the results of [`PageView::paint`].
    pub fn painted(&mut self, facts: &TextFacts) {
        self.rows = facts.rows as usize;
        self.lines = facts.lines;
        self.top = facts.top.min(self.last_top());
        self.find.drawn(facts);
    }

    /// Scrolls by `by` pages; false at the end.
    pub fn turn(&mut self, by: isize) -> bool {
        let before = self.top;
        let _ = self.by(1, by.saturating_mul(self.page()));
        self.top != before
    }

    fn last_top(&self) -> usize {
        self.lines.saturating_sub(self.rows)
    }

    fn by(&mut self, times: usize, step: isize) -> Outcome {
        let by = step.saturating_mul(times as isize);
        self.top = self.top.saturating_add_signed(by).min(self.last_top());
        Outcome::Done
    }

    /// Draws the parts into `area` from the present line on, with the search line at the bottom.
    pub fn render(&self, parts: &[Part], look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
        facts.text = Some(self.paint(parts, look, area, buf));
    }

    /// Draws like [`PageView::render`], for a view that is not the screen's main text.
    pub fn paint(&self, parts: &[Part], look: &Look<'_>, area: Rect, buf: &mut Buffer) -> TextFacts {
        let mut area = area.intersection(buf.area);
        if area.width < 2 || area.height == 0 {
            return TextFacts::default();
        }
        let laid = self.laid(parts, area.width, look.ascii);
        let (lines, found) =
            (&laid.lines, laid.found(self.find.value(), |lines| self.find.search(lines.iter().map(Vec::as_slice))));
        let at = self.find.target(&found);
        if self.find.has_line() && area.height > 2 {
            area.height -= 1;
            let line = Rect { y: area.bottom(), height: 1, ..area };
            self.find.render(&found, at, look, line, buf);
        }
        // The number of further lines has a row of its own, so that no line loses its end.
        let more = notice::keep_for_more(&mut area, lines.len());
        let rows = area.height as usize;
        let last = lines.len().saturating_sub(rows);
        let mut top = self.top.min(last);
        if let Some(at) = at.filter(|at| self.find.moves() && !(top..top + rows).contains(at)) {
            // Show some lines before the match for context.
            top = at.saturating_sub(rows / 3).min(last);
        }
        for (row, line) in lines[top..].iter().take(rows).enumerate() {
            let y = area.y + row as u16;
            let mut x = area.x;
            for (role, piece) in line {
                let (room, style) = (area.right().saturating_sub(x), look.style(*role));
                let full = chart::put_full(look, piece, Position { x, y }, style, buf);
                x += full.unwrap_or_else(|| text::put_fit(buf, x, y, room, piece, style, look.ascii));
            }
            self.highlight(line, at == Some(top + row), look, Rect { y, height: 1, ..area }, buf);
        }
        let below = (lines.len() - top).saturating_sub(rows);
        notice::more(below, look, more, buf);
        TextFacts { rows: area.height, lines: lines.len(), top, found, at }
    }

    /// Lines of one page. Its last line is shown again on the next one, for orientation.
    fn page(&self) -> isize {
        self.rows.saturating_sub(1).max(1) as isize
    }

    fn laid(&self, parts: &[Part], width: u16, ascii: bool) -> Ref<'_, Text<Part, Line<'static>>> {
        let by = (usize::from(width), ascii);
        self.laid.of(parts, by, || lay_out(parts, by.0, ascii).into_iter().map(owned).collect())
    }

    /// Lines these parts take at that width.
    pub fn lines_of(&self, parts: &[Part], width: u16, ascii: bool) -> usize {
        self.laid(parts, width, ascii).lines.len() + usize::from(self.find.has_line())
    }

    /// Paints the matches of the search over their line.
    fn highlight(&self, line: &Line<'_>, here: bool, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        if !self.find.is_on() {
            return;
        }
        let line = find::whole(line);
        let style = look.style(if here { Role::Selection } else { Role::Accent });
        for place in self.find.places(&line) {
            let x = area.x.saturating_add(text::width(&line[..place.start]) as u16);
            text::put(buf, x, area.y, area.right().saturating_sub(x), &line[place], style);
        }
    }
}

fn owned(line: Line<'_>) -> Line<'static> {
    line.into_iter().map(|(role, piece)| (role, Cow::Owned(piece.into_owned()))).collect()
}

fn lay_out(parts: &[Part], width: usize, ascii: bool) -> Vec<Line<'_>> {
    let label_width = parts
        .iter()
        .filter_map(|part| match part {
            Part::Field { label, .. } => Some(text::width(label)),
            _ => None,
        })
        .max()
        .unwrap_or(0)
        .min(if width < NARROW { width * 9 / 20 } else { width / 2 });
    let text_width = width.min(WIDEST);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for part in parts {
        match part {
            Part::Title(title) => {
                lines.extend(text::wrap(title, text_width).into_iter().map(|line| vec![(Role::Accent, line)]));
            }
            Part::Ends { left, right, tone } => ends(left, (right, *tone), width, &mut lines),
            Part::Field { label, value, tone } => field(label, value, *tone, label_width, text_width, &mut lines),
            Part::Line(pieces) => lines.push(fitted(pieces, width, ascii)),
            Part::Facts(pieces) => facts(pieces, text_width, ascii, &mut lines),
            Part::Text(role, words) => {
                lines.extend(text::wrap(words, text_width).into_iter().map(|line| vec![(*role, line)]));
            }
            Part::Quote(role, words) => {
                let side = if ascii { "| " } else { "│ " };
                for words in words.split('\n') {
                    let (marks, words) = marked(words);
                    let cells = text_width.saturating_sub(2 + text::width(marks));
                    let quoted = text::wrap(words, cells).into_iter();
                    let begin = [(Role::Dim, side), (*role, marks)].into_iter().filter(|(_, piece)| !piece.is_empty());
                    let begin = begin.map(|(role, piece)| (role, Cow::Borrowed(piece)));
                    lines.extend(quoted.map(|line| begin.clone().chain([(*role, line)]).collect()));
                }
            }
            Part::Json(raw) => lines.extend(json::lines(raw, width)),
            Part::Columns(texts) => lines.extend(columns(texts, width, ascii)),
            Part::Blank => lines.push(Vec::new()),
        }
    }
    lines
}

/// Quote marks at the beginning of a line, which are repeated when the line is wrapped; and its words.
fn marked(line: &str) -> (&str, &str) {
    const DEEPEST: usize = 12;
    let words = line.trim_start_matches(['>', ' ']);
    let marks = line.len() - words.len();
    if line.starts_with('>') && marks <= DEEPEST { line.split_at(marks) } else { ("", line) }
}

/// Lines of texts that are laid out separately and put side by side.
fn columns(texts: &[Vec<Part>], width: usize, ascii: bool) -> Vec<Line<'_>> {
    const GUTTER: usize = 4;
    let cells = (width + GUTTER) / texts.len().max(1);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        let begin = (place * cells).min(width);
        let room = if place + 1 == texts.len() { width - begin } else { cells.saturating_sub(GUTTER) };
        for (row, beside) in lay_out(text, room, ascii).into_iter().enumerate() {
            if row == lines.len() {
                lines.push(Vec::new());
            }
            if beside.is_empty() {
                continue;
            }
            let taken: usize = lines[row].iter().map(|(_, piece)| text::width(piece)).sum();
            if begin > taken {
                lines[row].push((Role::Text, Cow::Owned(" ".repeat(begin - taken))));
            }
            lines[row].extend(beside);
        }
    }
    lines
}

/// Pieces of one line, cut with a sign if they do not fit.
fn fitted(pieces: &[(Role, String)], width: usize, ascii: bool) -> Line<'_> {
    let whole = pieces.iter().map(|(_, piece)| text::width(piece)).sum::<usize>() <= width;
    let mut line = Vec::with_capacity(pieces.len());
    let mut room = width;
    for (role, piece) in pieces {
        let cells = text::width(piece);
        if !whole && cells >= room {
            // With the blank, a piece that just fits is cut, too, because more follows.
            let cut = text::fit(&format!("{piece} "), room, ascii).into_owned();
            line.push((*role, Cow::Owned(cut)));
            break;
        }
        room = room.saturating_sub(cells);
        line.push((*role, Cow::Borrowed(piece.as_str())));
    }
    line
}

/// Adds the lines of pieces whose last one is wrapped below its own beginning, or indented below the others if they
/// leave it little room.
fn facts<'a>(pieces: &'a [(Role, String)], width: usize, ascii: bool, lines: &mut Vec<Line<'a>>) {
    const SET_IN: usize = 2;
    let Some(((role, words), before)) = pieces.split_last() else { return };
    let taken: usize = before.iter().map(|(_, piece)| text::width(piece)).sum();
    let is_beside = taken * 2 <= width || taken + text::width(words) <= width;
    let indent = if is_beside { taken } else { SET_IN.min(width / 2) };
    let mut begun =
        if is_beside { before.iter().map(|(role, piece)| (*role, Cow::from(piece))).collect() } else { Vec::new() };
    if !is_beside {
        lines.push(fitted(before, width, ascii));
        begun.push((Role::Text, Cow::Owned(" ".repeat(indent))));
    }
    for piece in text::wrap(words, width.saturating_sub(indent).max(1)) {
        let mut line = std::mem::replace(&mut begun, vec![(Role::Text, Cow::Owned(" ".repeat(indent)))]);
        line.push((*role, piece));
        lines.push(line);
    }
}

fn ends<'a>(left: &'a str, (right, tone): (&'a str, Role), width: usize, lines: &mut Vec<Line<'a>>) {
    let taken = text::width(left) + text::width(right);
    if taken + 2 <= width {
        let gap = Cow::Owned(" ".repeat(width - taken));
        lines.push(vec![(Role::Accent, Cow::Borrowed(left)), (Role::Text, gap), (tone, Cow::Borrowed(right))]);
        return;
    }
    for (part, role) in [(left, Role::Accent), (right, tone)].into_iter().filter(|(part, _)| !part.is_empty()) {
        lines.extend(text::wrap(part, width).into_iter().map(|line| vec![(role, line)]));
    }
}

fn field<'a>(label: &'a str, value: &'a str, tone: Role, label_width: usize, width: usize, lines: &mut Vec<Line<'a>>) {
    let room = width.saturating_sub(label_width + 2).max(1);
    let (cells, mut head) = (text::width(label), Cow::Borrowed(label));
    if cells > label_width {
        // A long label stays whole: its value stands after it where there is room, else below.
        let pieces = text::wrap(value, width.saturating_sub(cells + 2).max(1));
        if let ([piece], true) = (pieces.as_slice(), cells + 2 + text::width(value) <= width) {
            return lines.push(vec![(Role::Dim, head), (Role::Dim, Cow::Borrowed("  ")), (tone, piece.clone())]);
        }
        lines.extend(text::wrap(label, width).into_iter().map(|line| vec![(Role::Dim, line)]));
        head = Cow::Borrowed("");
    }
    for piece in text::wrap(value, room) {
        let head = std::mem::take(&mut head);
        let gap = label_width + 2 - text::width(&head);
        lines.push(vec![(Role::Dim, head), (Role::Dim, Cow::Owned(" ".repeat(gap))), (tone, piece)]);
    }
}

#[cfg(test)]
mod tests;
