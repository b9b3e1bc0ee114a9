//! Drawing of the morning run: one thing at a time, and at its end what was decided.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screens::inquiry;
use crate::store::Subject;
use crate::store::findings::{self, Kind};
use crate::store::home::{Item, REASONS};
use crate::ui::list::noting;
use crate::ui::text::{self, grouped};
use crate::ui::widgets::page::Part;
use crate::ui::{Facts, Look, Role, World};

use super::run::Running;
use super::state::Home;

/// Most names listed for a finding; its list has all.
const NAMES: usize = 200;

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
    running.page.render(&parts(screen, running, &look.world), look, below, buf, facts);
}

fn parts(screen: &Home, running: &Running, world: &World<'_>) -> Vec<Part> {
    let run = &running.run;
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
        Some(Item::Settle(kind, _)) => finding(*kind, world),
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

fn finding(kind: Kind, world: &World<'_>) -> Vec<Part> {
    let findings = findings::known(world.store, world.now);
    let Some(found) = findings.of(kind) else { return Vec::new() };
    let mut parts = vec![
        Part::Title(format!("{} {}", text::count(&found.figure), found.words())),
        Part::Text(Role::Dim, found.about()),
        Part::Line(Vec::new()),
    ];
    let name =
        |row: crate::store::DomainRow<'_>| Part::Line(vec![(Role::Text, row.domain_name().unicode().to_owned())]);
    parts.extend(found.names(world.store.domains()).take(NAMES).map(name));
    parts
}
