//! A line of an import: its columns, its facts, and opening its domain.

use crate::api::types::Import;
use crate::base::{DomainName, Id, words_of};
use crate::store::lists::jobs::{Line, LineKey, Only};
use crate::ui::widgets::page::Part;
use crate::ui::widgets::table::{CellText, Column, Field, columns_of, field_of};
use crate::ui::{Role, Sheet, When, World};

use super::super::facts::Facts;
use super::super::job::{figure, text};
use super::super::row::{Cells, Row, RowKey};
use super::super::state::Jobs;

/// Function that makes a cell of a line, in a list of lines of that kind.
type Cell = fn(LineKey, &Line, Only) -> CellText<'static>;

/// Fields of lines. At 80 columns those of `keep` up to 4 are shown.
const FIELDS: [Field<Cell>; 7] = [
    (figure("line", "line", (6, 7), 1), |key, _, _| match key.line {
        1.. => CellText::from(key.line.to_string()).exact(key.line),
        _ => CellText::new("?", Role::Warn),
    }),
    (text("domain", "domain", (10, 28), 2), |_, line, _| domain(line).into()),
    (text("outcome", "outcome", (14, 16), 3), |_, line, only| outcome(line, only).into()),
    (text("notice", "what happened", (24, 200), 4), |_, line, _| what_happened(line).into()),
    (text("approve", "adding", (14, 22), 5).hidden(), |_, line, _| word(line.approve.as_deref())),
    (text("verify", "verifying", (14, 22), 6).hidden(), |_, line, _| word(line.verify.as_deref())),
    (text("punycode", "punycode", (18, 34), 7).hidden(), |_, line, _| {
        line.domain().map_or_else(CellText::none, |name| name.punycode().to_owned().into())
    }),
];

/// The columns of lines.
pub const COLUMNS: &[Column] = &columns_of(&FIELDS);

fn word(word: Option<&str>) -> CellText<'static> {
    word.map_or_else(CellText::none, |word| words_of(word).into())
}

/// Most lines of a kind shown beside the list; the opened import has all of them.
const MOST: usize = 20;

impl Row for LineKey {
    fn cell(&self, column: &str, cells: &Cells<'_>) -> CellText<'static> {
        let line = cells.lines.and_then(|lines| lines.get(*self)).zip(field_of(&FIELDS, column));
        line.map_or_else(CellText::default, |(line, (_, cell))| cell(*self, line, cells.only))
    }

    fn facts(&self, cells: &Cells<'_>) -> Option<Sheet> {
        let line = cells.lines?.get(*self)?;
        let mut facts = Facts::new(&cells.world);
        facts.say("Domain", line.domain().map_or_else(|| domain(line).0, |name| name.both()));
        facts.say("Outcome", outcome(line, Only::All).0);
        facts.say("Adding", words_of(line.approve.as_deref().unwrap_or_default()));
        facts.say("Verifying", words_of(line.verify.as_deref().unwrap_or_default()));
        facts.text(Role::Text, "");
        match &line.notice {
            Some(notice) => notice.block().lines().for_each(|words| facts.text(Role::Text, words)),
            None => facts.text(Role::Dim, "The service sent no message."),
        }
        if let Some(next) = next_step(line) {
            facts.head(Role::Text, next);
        }
        Some(facts.sheet(if self.line > 0 { format!("Line {}", self.line) } else { "A line".to_owned() }))
    }

    fn copies(&self, cells: &Cells<'_>) -> Vec<(&'static str, String)> {
        let Some(line) = cells.lines.and_then(|lines| lines.get(*self)) else { return Vec::new() };
        let name = line.domain();
        let puny = name.as_ref().filter(|name| name.unicode() != name.punycode());
        vec![
            ("Domain", name.as_ref().map(|name| name.unicode().to_owned()).unwrap_or_default()),
            ("Punycode", puny.map(|name| name.punycode().to_owned()).unwrap_or_default()),
            ("What happened", line.notice.as_ref().map(|notice| notice.block().into_owned()).unwrap_or_default()),
        ]
    }
}

/// The domain of the line under the cursor.
pub fn name(screen: &Jobs, world: &World<'_>) -> Option<DomainName> {
    let RowKey::Line(key) = screen.row()? else { return None };
    world.store.jobs().lines(screen.import()?)?.get(key)?.domain()
}

/// On where the line under the cursor has a domain.
pub fn when_domain(screen: &Jobs, world: &World<'_>) -> When {
    match name(screen, world) {
        Some(_) => When::On,
        None if screen.list.detail.is_some() => When::Off("This line is not a domain.".to_owned()),
        None => When::Off("Open an import; its lines have domains.".to_owned()),
    }
}

/// Parts with the lines of a kind and what happened to each, as far as they were read: `acme.com   Not a valid domain
/// name.`
pub fn parts(id: Id<Import>, only: Only, title: &str, world: &World<'_>) -> Vec<Part> {
    let Some(lines) = world.store.jobs().lines(id) else { return Vec::new() };
    let keys = lines.list(only);
    if keys.is_empty() {
        return Vec::new();
    }
    let said = |line: &Line| {
        let name = Part::Text(outcome(line, only).1, domain(line).0);
        [name, Part::Text(Role::Dim, what_happened(line))]
    };
    let more = keys.len() > MOST || !lines.is_whole(super::is_over(id, world));
    let mut parts = vec![Part::Blank, Part::Title(title.to_owned())];
    parts.extend(keys.iter().take(MOST).filter_map(|key| lines.get(*key)).flat_map(said));
    parts.extend(more.then(|| Part::Text(Role::Dim, "enter shows every line".to_owned())));
    parts
}

/// Words for the flags of a line, `added, warning`, without those that all shown lines have.
fn outcome(line: &Line, only: Only) -> (String, Role) {
    let flags = [
        (line.error, "error"),
        (line.added, "added"),
        (line.updated, "updated"),
        (line.ignored, "ignored"),
        (line.warning, "warning"),
    ];
    let mut words: Vec<&str> = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    if only == Only::Warnings && words.len() > 1 {
        words.retain(|word| *word != "warning");
    }
    let role = match line {
        Line { error: true, .. } => Role::Bad,
        Line { warning: true, .. } => Role::Warn,
        Line { added: true, .. } | Line { updated: true, .. } => Role::Text,
        _ => Role::Dim,
    };
    if words.is_empty() { ("waiting".to_owned(), Role::Dim) } else { (words.join(", "), role) }
}

/// Domain of the line, or words that there is none.
fn domain(line: &Line) -> (String, Role) {
    match line.domain() {
        Some(name) => (name.unicode().to_owned(), Role::Text),
        None => ("not a domain".to_owned(), Role::Warn),
    }
}

/// Result of a line: the service's own sentence, else its words about adding and verifying.
pub fn what_happened(line: &Line) -> String {
    if let Some(notice) = &line.notice {
        return notice.line().into_owned();
    }
    let words = [line.approve.as_deref(), line.verify.as_deref()];
    let words: Vec<String> = words.into_iter().flatten().map(words_of).collect();
    words.join(", ")
}

/// Next step to verify a name that was added but not verified; `None` if its nameservers are not the reason.
fn next_step(line: &Line) -> Option<&'static str> {
    let unlike = matches!(line.verify.as_deref(), Some("other_nameservers" | "no_answer"));
    unlike
        .then_some("The tab Unverified of Domains names the nameservers to set at the registrar; V there checks again.")
}
