//! Parts beside the page in a wide window: the lead under the cursor, or the first rows of the list its line opens.

use ratatui::layout::Rect;

use crate::base::{Timestamp, Zone};
use crate::screens::{inquiry, traffic};
use crate::store::home::{Block, Line, Name, Opens, Row};
use crate::ui::widgets::page::Part;
use crate::ui::{Look, Role, text};

use super::state::{Home, Spot};

const DAY: i64 = 86_400;
/// Number of lines above and below the rows.
const HEAD: usize = 4;
/// Lines of the sentence on the days of a finding's figures.
const OF_DAYS: usize = 2;
/// Width of the names of the run's stages.
const STAGES: usize = 20;
/// Most cells of a name with words beside it, and most where these words need the room.
const NAME: usize = 26;
const SHORT_NAME: usize = 14;

/// Parts about the line under the cursor, for an area of this size.
pub fn parts(screen: &Home, area: Rect, look: &Look<'_>) -> Vec<Part> {
    match screen.spot() {
        Some(Spot::Lead(id)) => inquiry::preview(id, &look.world),
        Some(Spot::Line(_)) => screen.line().map_or_else(Vec::new, |line| of_line(screen, line, area, look)),
        Some(Spot::Head) => of_run(screen, look),
        None => Vec::new(),
    }
}

/// Parts for a third column: around the lead under the cursor, or for any other line the things to decide.
pub fn around(screen: &Home, area: Rect, look: &Look<'_>) -> Vec<Part> {
    match screen.spot() {
        Some(Spot::Lead(id)) => inquiry::around::parts(id, area.width, look),
        Some(Spot::Line(_)) => of_run(screen, look),
        Some(Spot::Head) | None => Vec::new(),
    }
}

fn of_line(screen: &Home, line: &Line, area: Rect, look: &Look<'_>) -> Vec<Part> {
    let world = &look.world;
    if let Opens::Domain(name) = &line.opens {
        let head = [Part::Title(line.words.clone()), Part::Text(Role::Dim, line.beside.clone())];
        return head.into_iter().chain(traffic::visits(name, traffic::FEW, look)).collect();
    }
    let mut parts = vec![Part::Title(format!("{} {}", text::count(&line.figure), line.words))];
    // The names beside the line are the first of the list and would appear twice.
    if !line.beside.is_empty() && (line.list.screen != "domains" || matches!(line.name, Name::Finding(_))) {
        parts.push(Part::Text(Role::Dim, line.beside.clone()));
    }
    let mut head = HEAD;
    if matches!(line.name, Name::Finding(_)) && !line.beside.is_empty() {
        parts.push(Part::Text(Role::Dim, "Offers and inquiries are of 90 days, visits of 30.".to_owned()));
        head += OF_DAYS;
    }
    let room = usize::from(area.height).saturating_sub(head);
    let rows = match line.block {
        Block::Days => days(line, world.now),
        _ => screen.sources.rows(&line.opens, world.store, room, (world.now, world.zone)),
    };
    if rows.is_empty() {
        return parts;
    }
    parts.push(Part::Blank);
    let shown = rows.len().min(room);
    parts.extend(table(&rows[..shown], area.width.into(), look));
    let more = line.figure.value().map_or(0, |figure| figure.saturating_sub(shown as u64));
    if more > 0 && line.block != Block::Days {
        let least = if line.figure.whole().is_some() { "" } else { "≥ " };
        parts.push(Part::Text(Role::Dim, format!("{least}{} more · enter lists all", text::grouped(more))));
    }
    parts
}

/// Table of rows: names at the left, figures and ages at the right, and between them as many words as fit.
pub fn table(rows: &[Row], width: usize, look: &Look<'_>) -> Vec<Part> {
    let widest = |of: fn(&Row) -> &str| rows.iter().map(|row| text::width(of(row))).max().unwrap_or(0);
    let (names, about, age) = (widest(|row| &row.name).min(NAME), widest(|row| &row.about), widest(|row| &row.age));
    // Words in place of figures, such as `no BIN`, are dropped first when room is short.
    let is_told = rows.iter().any(|row| row.figure.bytes().any(|byte| byte.is_ascii_digit()));
    let figure = widest(|row| &row.figure);
    let figure = if is_told || names + about + figure + age + 6 <= width { figure } else { 0 };
    let right = figure + age + [figure, age].iter().filter(|cells| **cells > 0).count() * 2;
    let left = width.saturating_sub(right);
    let alone = rows.iter().all(|row| row.about.is_empty());
    // Words about a name have money in them, so the name is cut before they are.
    let most = left.saturating_sub(about + 2).clamp(SHORT_NAME.min(left), NAME);
    let name = if alone { left } else { names.min(most) };
    let about = left.saturating_sub(name + 2);
    let line = |row: &Row| {
        let padded = |words: &str, cells: usize| {
            let fit = text::fit(words, cells, look.ascii);
            format!("{fit}{}", " ".repeat(cells.saturating_sub(text::width(&fit))))
        };
        let mut pieces = vec![(Role::Text, padded(&row.name, name))];
        if !alone {
            pieces.push((Role::Dim, format!("  {}", padded(&row.about, about))));
        }
        let at_right = |words: &str, cells: usize| format!("  {}{words}", " ".repeat(cells - text::width(words)));
        pieces.extend((figure > 0).then(|| (Role::Text, at_right(&row.figure, figure))));
        pieces.extend((age > 0).then(|| (Role::Dim, at_right(&row.age, age))));
        Part::Line(pieces)
    };
    rows.iter().map(line).collect()
}

/// Rows of a line's days, the newest first.
fn days(line: &Line, now: Timestamp) -> Vec<Row> {
    let row = |(ago, count): (usize, &Option<u32>)| {
        let day = Timestamp(now.0 - ago as i64 * DAY);
        let name = format!("{} {}", day.weekday(Zone::Utc), day.on_axis(Zone::Utc, false));
        let name = if ago == 0 { format!("{name}, so far") } else { name };
        Row { name, figure: count.map_or_else(|| "not read".to_owned(), text::grouped), ..Row::default() }
    };
    line.days.iter().rev().enumerate().map(row).collect()
}

/// Stages of the morning run, with the number of things in each.
fn of_run(screen: &Home, look: &Look<'_>) -> Vec<Part> {
    let many = screen.digest.to_decide_words();
    if many.is_empty() {
        return Vec::new();
    }
    let mut parts = vec![Part::Title(many), Part::Blank];
    let row = |(stage, figure): (&str, String)| Row { name: stage.to_owned(), figure, ..Row::default() };
    parts.extend(table(&screen.digest.stages().into_iter().map(row).collect::<Vec<_>>(), STAGES, look));
    parts.push(Part::Blank);
    let words = "One after the other: esc leaves, enter resumes, u at the end undoes all.";
    parts.push(Part::Text(Role::Dim, words.to_owned()));
    parts
}
