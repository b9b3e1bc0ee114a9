//! Drawing of the morning run: one thing at a time, beside it in a wide window what is around it, and at the end of the
//! run what was decided.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screens::domain::content::preview;
use crate::screens::{inquiry, traffic};
use crate::store::findings::{self, Found, Kind};
use crate::store::home::{Item, Opens, REASONS};
use crate::store::{DomainKey, DomainRow, Subject};
use crate::ui::list::{self, noting};
use crate::ui::text::{self, grouped};
use crate::ui::widgets::page::{PageView, Part};
use crate::ui::widgets::{BESIDE, page};
use crate::ui::{Facts, Look, Role, Side, World};

use super::aside;
use super::run::Running;
use super::state::{Home, ID};

/// Most names listed for a finding; its list has all.
const NAMES: usize = 200;
/// Cells that the thing keeps beside the parts around it: a readable line length.
const THING: u16 = 102;
/// Fewest cells of a column beside the thing, including the line between them.
const LEAST: u16 = 38;
/// Most cells of the names of a finding with their figures, so that figures stay near their names.
const TABLE: usize = 84;

pub fn render(screen: &Home, running: &Running, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let Some(area) = facts.begin(area, buf) else { return };
    let run = &running.run;
    let (at, all) = run.place();
    let head = match run.current() {
        Some(item) => format!("Morning run · {} · {} of {}", item.stage(), grouped(at), grouped(all)),
        None => "Morning run".to_owned(),
    };
    text::put_fit(buf, area.x + 1, area.y, area.width, &head, look.style(Role::Accent), look.ascii);
    let x = area.x + text::width(&head) as u16 + 3;
    let decided = if running.is_undone { "undone".to_owned() } else { format!("{} decided", grouped(run.decided())) };
    let room = area.right().saturating_sub(x + 1);
    text::put_right(buf, x, area.y, room, &decided, look.style(Role::Dim), look.ascii);
    let width = area.width.saturating_sub(2);
    let below = Rect { x: area.x + 1, y: area.y + 2, width, height: area.height - 2 };
    let (first, second) = if run.current().is_some() { columns(area.width) } else { (0, 0) };
    let mut page = below;
    if first > 0 {
        let (left, aside) = list::beside(Rect { width: below.width + 1 - second, ..below }, first, false, look, buf);
        page = Rect { width: left.width - 1, ..left };
        let side = Side { area: Rect { width: aside.width + second, ..aside }, list: (ID, 1), row: at };
        list::keep_side(side.clone(), look, buf, facts, |buf, _| {
            let [mut near, more] = around(screen, running, aside.width, look);
            if second > 0 {
                let (_, last) = list::beside_third(side.area, second, look, buf);
                PageView::default().paint(&more, look, last, buf);
            } else if !more.is_empty() {
                near.push(Part::Blank);
                near.extend(more);
            }
            PageView::default().paint(&near, look, aside, buf);
        });
    }
    running.page.render(&parts(screen, running, page.width, look), look, page, buf, facts);
}

/// Widths of the two columns beside the thing in a window of this width, as far as there is room for them.
pub fn columns(width: u16) -> (u16, u16) {
    match width.saturating_sub(THING) {
        free if free < LEAST => (0, 0),
        free if free < LEAST * 2 => (free, 0),
        free => (free - free / 2, free / 2),
    }
}

/// Parts around the present thing, for the two columns beside it: an inquiry's buyer and domain, or the domain and what
/// is around it.
fn around(screen: &Home, running: &Running, width: u16, look: &Look<'_>) -> [Vec<Part>; 2] {
    let (row, asked) = (running.domain(&look.world), screen.sources.asked());
    let about = |row| page::brief(&preview::parts(row, asked, screen.lead().is_some(), &look.world), true);
    let about = row.as_ref().map_or_else(Vec::new, about);
    match (screen.lead(), row) {
        (Some(id), _) => [inquiry::around::parts(id, width, look), about],
        (None, Some(row)) => {
            let visits = traffic::visits(&row.domain_name(), traffic::FEW, look);
            [about, visits.into_iter().skip_while(|part| *part == Part::Blank).collect()]
        }
        (None, None) => [about, Vec::new()],
    }
}

fn parts(screen: &Home, running: &Running, width: u16, look: &Look<'_>) -> Vec<Part> {
    let (run, world) = (&running.run, &look.world);
    match run.current() {
        Some(Item::Answer(id) | Item::Rescue(id)) => {
            let lead = screen.digest.lead(*id, screen.sources.leads(), world.store, world.now, REASONS);
            let why = lead.and_then(|lead| {
                let score = lead.score_said()?;
                let line = vec![(Role::Accent, format!("score {score}  ")), (Role::Dim, lead.reasons.join(" · "))];
                Some([Part::Line(line), Part::Line(Vec::new())])
            });
            why.into_iter().flatten().chain(inquiry::preview(*id, world)).collect()
        }
        Some(Item::Due(about)) => due(about, world),
        Some(Item::Settle(kind, _)) => finding(*kind, screen, width, look),
        None if running.is_undone => {
            let (title, words) = match run.stays(&screen.digest, world.store, world.now) {
                stays if stays.is_empty() => ("The run is undone", "What it had decided is taken back.".to_owned()),
                stays => ("The run is undone as far as possible", format!("This stays: {stays}.")),
            };
            vec![
                Part::Title(title.to_owned()),
                Part::Text(Role::Text, words),
                Part::Line(Vec::new()),
                Part::Text(Role::Dim, "Enter goes back to Home.".to_owned()),
            ]
        }
        None => {
            let decided = run.decided();
            let words = text::counted(decided as u64, "thing", "things");
            let mut parts = vec![
                Part::Title(format!("{words} decided")),
                Part::Text(Role::Text, run.words()),
                Part::Line(Vec::new()),
                Part::Text(Role::Dim, screen.digest.next_words(world.now, world.zone)),
            ];
            let acts = running.acts(world);
            let undo = text::counted(acts as u64, "change", "changes");
            let undo = if acts > 0 { format!("u undoes {undo}, enter") } else { "Enter".to_owned() };
            parts.push(Part::Text(Role::Dim, format!("{undo} goes back to Home.")));
            parts
        }
    }
}

fn due(about: &Subject, world: &World<'_>) -> Vec<Part> {
    let mut parts = vec![Part::Title(world.store.name_of(about))];
    parts.extend(noting::lines(about, world));
    if let Some(id) = about.inquiry() {
        parts.push(Part::Line(Vec::new()));
        parts.extend(inquiry::preview(id, world));
    }
    parts
}

fn finding(kind: Kind, screen: &Home, width: u16, look: &Look<'_>) -> Vec<Part> {
    let world = &look.world;
    let findings = findings::known(world.store, world.now);
    let Some(found) = findings.of(kind) else { return Vec::new() };
    let mut parts = vec![
        Part::Title(format!("{} {}", text::count(&found.figure), found.words())),
        Part::Text(Role::Dim, found.about()),
        Part::Line(Vec::new()),
    ];
    if width < BESIDE - 2 {
        let name = |row: DomainRow<'_>| Part::Line(vec![(Role::Text, row.domain_name().unicode().to_owned())]);
        parts.extend(found.names(world.store.domains()).take(NAMES).map(name));
        return parts;
    }
    let names = names(found, world);
    let opens = Opens::Domains(names.iter().map(DomainRow::key).collect());
    let mut rows = screen.sources.rows(&opens, world.store, NAMES, (world.now, world.zone));
    for (row, name) in rows.iter_mut().zip(&names) {
        let visits = world.store.visits().of(name.punycode()).map(|figure| figure.visits);
        row.age = visits.map_or_else(String::new, |visits| text::counted(visits, "visit", "visits"));
    }
    parts.extend(aside::table(&rows, usize::from(width).min(TABLE), look));
    parts
}

/// Names of a finding, the most important first, as far as they are listed.
fn names<'a>(found: &'a Found, world: &World<'a>) -> Vec<DomainRow<'a>> {
    let index = world.store.domains();
    let mut names: Vec<_> = found.first().filter_map(|key| index.row(key)).collect();
    let first: Vec<DomainKey> = names.iter().map(DomainRow::key).collect();
    let others = found.names(index).filter(|row| !first.contains(&row.key()));
    names.extend(others.take(NAMES.saturating_sub(first.len())));
    names
}
