//! Drawing of the page: the field, then the hits by kind below one another.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::store::Known;
use crate::store::search::{Hit, Kind, Thing, known};
use crate::ui::widgets::cells_beside;
use crate::ui::widgets::notice;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Empty;
use crate::ui::{Facts, Look, Role, Side, list, text};

use super::beside;
use super::row::{Said, said};
use super::screen::ID;
use super::state::{Part, Search, Spot};

/// Width from which a hit has room for the words it was found in.
const ROOMY: u16 = 80;
/// Width of an age.
const AGE: u16 = 11;
/// Width of a price or an offer.
const MONEY: u16 = 11;
/// Most cells of a name for which the age gives way.
const NAME: u16 = 30;
/// Fewest cells of what stands beside a title.
const ASIDE: u16 = 8;
/// Blanks between columns.
const GAP: u16 = 2;

/// A line of the page.
enum Drawn {
    Blank,
    Title(Part),
    Spot(Spot),
}

impl Drawn {
    /// Part of the page to which the hit on the line belongs.
    fn part(&self) -> Option<Part> {
        match self {
            Self::Spot(Spot::Hit(part, _)) => Some(*part),
            _ => None,
        }
    }
}

pub fn render(screen: &Search, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let Some(area) = facts.begin(area, buf) else { return };
    field(screen, look, Rect { height: 1, ..area }, buf);
    let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
    facts.list_rows = below.height;
    let lines = lines(screen, below.height);
    if lines.is_empty() {
        let (title, hint) = match screen.query().text() {
            "" => ("Nothing was read yet.".to_owned(), "Type a name, a buyer or a word of a message.".to_owned()),
            words => (format!("Nothing found for “{words}”."), format!("Searched: {}.", searched(look))),
        };
        return notice::empty(&Empty { title, hint }, look, below, buf);
    }
    let here = screen.spot();
    let at =
        lines.iter().position(|line| matches!(line, Drawn::Spot(spot) if Some(spot) == here.as_ref())).unwrap_or(0);
    let below = if screen.has_preview(area.width) {
        let third = list::cells_third(area.width, 0);
        let left = Rect { width: below.width - third, ..below };
        let (hits, beside) = list::beside(left, cells_beside(area.width), false, look, buf);
        let aside = Rect { width: beside.width + third, ..beside };
        list::keep_side(Side { area: aside, list: (ID, 0), row: at }, look, buf, facts, |buf, _| {
            screen.preview.paint(&beside::parts(screen, beside.width, third > 0, look), look, beside, buf);
            if third > 0 {
                let (_, around) = list::beside_third(aside, third, look, buf);
                PageView::default().paint(&beside::around(screen, around.width, look), look, around, buf);
            }
        });
        hits
    } else {
        below
    };
    let rows = usize::from(below.height);
    let top = (at + 2).saturating_sub(rows).min(lines.len().saturating_sub(rows));
    let told = |line: &Drawn| match line {
        Drawn::Spot(Spot::Hit(_, hit)) => said(hit, screen.query(), &look.world),
        _ => None,
    };
    let told: Vec<Option<Said>> = lines[top..].iter().take(rows).map(told).collect();
    let is_named = |line: &Drawn| matches!(line, Drawn::Spot(Spot::Hit(_, hit)) if has_name(hit));
    let titles = lines[top..].iter().zip(&told).filter(|(line, _)| is_named(line));
    let names = titles.filter_map(|(_, said)| Some(text::width(&said.as_ref()?.title) as u16)).max().unwrap_or(0);
    // Hits of a part share their columns: where one needs a column for the words it was found in, all have it.
    let has_words = |said: &Option<Said>| said.as_ref().is_some_and(|said| !said.words.is_empty());
    let with_words = lines[top..].iter().zip(&told).filter(|(_, said)| has_words(said));
    let worded: Vec<Part> = with_words.filter_map(|(line, _)| line.part()).collect();
    for (y, (line, said)) in (below.y..below.bottom()).zip(lines[top..].iter().zip(told)) {
        let row = Rect { y, height: 1, ..below };
        match line {
            Drawn::Blank => {}
            Drawn::Title(part) => title(screen, *part, look, row, buf),
            Drawn::Spot(spot) => {
                let is_here = Some(spot) == here.as_ref();
                if is_here {
                    facts.cursor_line = Some(y);
                }
                let selected = is_here.then(|| look.with_keys(true).cursor());
                let worded = line.part().is_some_and(|part| worded.contains(&part));
                let pen = Pen { screen, look, row, names, worded, selected };
                match spot {
                    Spot::Hit(_, hit) => pen.hit(hit, said.unwrap_or_default(), buf, facts),
                    Spot::More(kind) => pen.more(*kind, buf),
                }
            }
        }
    }
}

/// True for a hit whose title is the name of a domain.
fn has_name(hit: &Hit) -> bool {
    matches!(hit.thing, Thing::Domain(_) | Thing::Inquiry(_))
}

/// Fewest cells of the field beside other words.
const FIELD: u16 = 34;

/// Draws the field, and beside it how much was found in what is searched.
fn field(screen: &Search, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    text::put(buf, area.x + 1, area.y, 2, "/", look.style(Role::Accent));
    let searched = searched(look);
    let both = found(screen, look).map_or_else(|| searched.clone(), |found| format!("{found} found in {searched}"));
    let fits = |words: &str| usize::from(area.width) > text::width(words) + usize::from(FIELD);
    let beside = if fits(&both) { both } else { searched };
    let cells = text::width(&beside) as u16;
    let shows = fits(&beside);
    let room = area.width.saturating_sub(if shows { cells + 6 } else { 4 });
    screen.input.render(screen.typing, Role::Text, look, Rect { x: area.x + 3, width: room, ..area }, buf);
    if shows {
        text::put_right(buf, area.x, area.y, area.width - 1, &beside, look.style(Role::Dim), look.ascii);
    }
}

/// Number of hits in words: `11`, `≥ 11` where not all was read. `None` without hits, and without a text, which
/// everything matches.
fn found(screen: &Search, look: &Look<'_>) -> Option<String> {
    let store = look.world.store;
    let totals = || screen.groups.iter().map(|group| &group.total);
    let kinds = [Kind::Domain, Kind::Inquiry, Kind::Mail, Kind::Version].map(|kind| known(kind, 0, store));
    let is_whole = kinds.iter().chain(totals()).all(|known| known.whole().is_some());
    let sum = totals().filter_map(Known::value).sum::<u64>();
    let count = Known::over(sum, sum, None, is_whole);
    (sum > 0 && !screen.query().text().is_empty()).then(|| text::count(&count))
}

/// Words for how much is searched.
fn searched(look: &Look<'_>) -> String {
    let store = look.world.store;
    let parts = [
        (Kind::Domain, store.domains().len(), "domains"),
        (Kind::Inquiry, store.inquiries().len(), "inquiries"),
        (Kind::Mail, store.mail().messages(), "messages"),
    ];
    let words = |(kind, count, noun)| match known(kind, count as u64, store) {
        Known::NotRead => format!("{noun} not read"),
        count => format!("{} {noun}", text::count(&count)),
    };
    parts.map(words).join(" · ")
}

fn lines(screen: &Search, height: u16) -> Vec<Drawn> {
    let mut lines = Vec::new();
    for (part, spots) in screen.parts(usize::from(height)) {
        // A window of few rows has no room for blank lines.
        if height > 12 || !lines.is_empty() {
            lines.push(Drawn::Blank);
        }
        lines.push(Drawn::Title(part));
        lines.extend(spots.into_iter().map(Drawn::Spot));
    }
    lines
}

fn title(screen: &Search, part: Part, look: &Look<'_>, row: Rect, buf: &mut Buffer) {
    let (words, count) = match part {
        Part::Opened => ("Opened from here", None),
        Part::Service => ("More mail, found by the service", Some(&screen.service.1)),
        Part::Of(kind) => {
            let group = screen.groups.iter().find(|group| group.kind == kind);
            (name(kind), group.map(|group| &group.total))
        }
    };
    let x = row.x + 1;
    let used = text::put_fit(buf, x, row.y, row.width, words, look.style(Role::Accent), look.ascii);
    let Some(count) = count else { return };
    let kept = match part {
        Part::Of(kind) => screen.groups.iter().find(|group| group.kind == kind).map_or(0, |group| group.hits.len()),
        _ => usize::MAX,
    };
    let best = screen.only.is_some() && count.value().is_some_and(|total| *total > kept as u64);
    let best = if best { format!(" · the best {kept}") } else { String::new() };
    let words = match screen.query().text() {
        // Without a text everything matches, so a number would only be the total.
        "" => "the newest".to_owned(),
        _ => format!("{}{best}", text::count(count)),
    };
    text::put_fit(
        buf,
        x + used + 2,
        row.y,
        row.width.saturating_sub(used + 4),
        &words,
        look.style(Role::Dim),
        look.ascii,
    );
}

/// Title of a kind.
fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Domain => "Domains",
        Kind::Inquiry => "Inquiries",
        Kind::Mail => "Mail",
        Kind::Note => "Notes",
        Kind::Setting => "Settings",
        Kind::Version => "Saved changes of settings",
    }
}

/// Draws one line of the page.
struct Pen<'a> {
    screen: &'a Search,
    look: &'a Look<'a>,
    row: Rect,
    /// Width of the longest name of a domain on the page.
    names: u16,
    /// True where a hit of the same part needs a column for the words it was found in.
    worded: bool,
    /// Styles of bar and text of the line under the cursor.
    selected: Option<(Style, Style)>,
}

impl Pen<'_> {
    fn begin(&self, buf: &mut Buffer) {
        if let Some((bar, row)) = self.selected {
            buf.set_style(self.row, row);
            text::put_sign(buf, self.row.x, self.row.y, self.look.glyphs().bar, bar);
        }
    }

    fn style(&self, role: Role) -> Style {
        self.selected.map_or_else(|| self.look.style(role), |(_, row)| row)
    }

    /// Draws text at `x`, with the searched words in it underlined.
    fn put(&self, x: u16, cells: u16, words: &str, role: Role, buf: &mut Buffer) {
        let shown = text::fit(words, cells.into(), self.look.ascii);
        text::put(buf, x, self.row.y, cells, &shown, self.style(role));
        for span in self.screen.query().spans(&shown) {
            let from = text::width(&shown[..span.start]) as u16;
            let width = text::width(&shown[span]) as u16;
            let found = Rect { x: x + from, width, ..self.row };
            buf.set_style(found, Style::default().add_modifier(Modifier::UNDERLINED | Modifier::BOLD));
        }
    }

    fn more(&self, kind: Kind, buf: &mut Buffer) {
        self.begin(buf);
        let Some(group) = self.screen.groups.iter().find(|group| group.kind == kind) else { return };
        let words = format!("all {}", text::count(&group.total));
        self.put(self.row.x + 3, self.row.width.saturating_sub(4), &words, Role::Dim, buf);
    }

    fn hit(&self, hit: &Hit, said: Said, buf: &mut Buffer, facts: &mut Facts) {
        self.begin(buf);
        let world = &self.look.world;
        let Said { title, aside, money, is_bare, label, words, at } = said;
        let age = at.map(|at| at.age(world.now, world.zone));
        facts.changes(age.as_ref().and_then(|age| age.changes_at));
        let (left, mut right) = (self.row.x + 3, self.row.right().saturating_sub(1));
        let age = age.map_or_else(String::new, |age| age.text);
        // Where room is short the age goes first, then what stands beside the name, then the money.
        let beside_age = self.names.min(NAME) + ASIDE + MONEY + GAP * 3;
        let keeps_age = if has_name(hit) { (beside_age + AGE).max(MONEY * 4) } else { AGE * 2 };
        if right.saturating_sub(left) >= keeps_age {
            text::put_right(buf, right - AGE, self.row.y, AGE, &age, self.style(Role::Dim), self.look.ascii);
            right -= AGE + GAP;
        }
        if has_name(hit) && right.saturating_sub(left) >= MONEY * 2 {
            let role = if is_bare { Role::Dim } else { Role::Text };
            text::put_right(buf, right - MONEY, self.row.y, MONEY, &money, self.style(role), self.look.ascii);
            right -= MONEY + GAP;
        }
        let room = right.saturating_sub(left);
        if room < ASIDE * 3 {
            return self.put(left, room, &self.around(&title, room), Role::Text, buf);
        }
        let roomy = self.row.width >= ROOMY && self.worded;
        let words = if label.is_empty() || words.is_empty() { words } else { format!("{label}: {words}") };
        // A narrow line has room for the aside or the words: words with the hit replace an aside without a hit.
        let found = |text: &str| !self.screen.query().spans(text).is_empty();
        let aside = if !roomy && !found(&title) && !found(&aside) && found(&words) { &words } else { &aside };
        let first = match room {
            _ if roomy => room * 3 / 10,
            ..ROOMY => room * 3 / 5,
            _ => room / 2,
        };
        let first = if has_name(hit) { first.max(self.names.min(room - ASIDE - GAP)) } else { first };
        self.put(left, first, &self.around(&title, first), Role::Text, buf);
        let beside = left + first + GAP;
        let cells = if roomy { room * 3 / 10 } else { room.saturating_sub(first + GAP) };
        self.put(beside, cells, &self.around(aside, cells), Role::Dim, buf);
        if roomy {
            let x = beside + cells + GAP;
            let cells = room.saturating_sub(x - left);
            self.put(x, cells, &self.around(&words, cells), Role::Dim, buf);
        }
    }

    /// Part of a text in which the first hit is visible.
    fn around(&self, words: &str, cells: u16) -> String {
        let cells = usize::from(cells);
        let Some(span) = self.screen.query().spans(words).into_iter().next() else { return words.to_owned() };
        if text::width(words) <= cells || text::width(&words[..span.end]) < cells {
            return words.to_owned();
        }
        let lead = words[..span.start].char_indices().rev().nth(cells / 3).map_or(0, |(at, _)| at);
        let from = words[lead..span.start].find(' ').map_or(lead, |blank| lead + blank + 1);
        format!("…{}", &words[from..])
    }
}
