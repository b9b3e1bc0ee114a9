//! Drawing of Home: the parts below one another, and in a wide window the aside about the line under the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::screens::inquiry;
use crate::store::findings::LISTED;
use crate::store::home::{self, Block, Lead, Line, Name, Run};
use crate::store::{Known, Mark, Tab};
use crate::ui::widgets::notice;
use crate::ui::widgets::page::PageView;
use crate::ui::widgets::table::Empty;
use crate::ui::{Facts, Look, Role, RowFacts, Side, World, chart, list, text};

use super::laid::Drawn;
use super::state::{Home, ID, Spot};
use super::{aside, goals};

/// Fewest cells the page keeps beside the aside, so that a wider window never shows less of the page.
const PAGE: u16 = 120;
/// Fewest and most cells of what is shown beside the page, including the line between them.
const ASIDE: (u16, u16) = (38, 64);
/// Most cells reserved for words beside a line, and for figures there; the line's own words are cut for these.
const BESIDE: usize = 16;
const FIGURES: usize = 34;
/// Fewest cells the words of a line keep, with a figure beside them and without.
const FEW_WORDS: u16 = 18;
const WORDS: u16 = 36;
/// Width from which a lead has room for its buyer.
const ROOMY: u16 = 96;
/// Width below which the age of a lead is abbreviated.
const SHORT_AGES: u16 = 60;
/// Width of the words before bars of days, so that the bars are aligned, and most cells of a visited name.
const DAYS_WORDS: u16 = 9;
const NAME: u16 = 24;
/// Most cells of a lead's domain, of the domain where room is short, of its offer and of its buyer.
const DOMAIN: u16 = 24;
const SHORT_DOMAIN: u16 = 12;
const OFFER: u16 = 12;
const BUYER: u16 = 20;
/// Fewest cells of a figure, in a wide and in a narrow window.
const FIGURE: u16 = 5;
const SHORT_FIGURE: u16 = 3;

/// Draws the page.
pub fn render(screen: &Home, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let Some(area) = facts.begin(area, buf) else { return };
    head(screen, look, Rect { height: 1, ..area }, buf, facts);
    let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let below = if screen.goals { goals::render(look, below, buf) } else { below };
    facts.list_rows = below.height;
    if screen.is_unread() {
        let first = look.world.store.query(&inquiry::first_page(Tab::Active, look.world.now));
        let lacks = list::ability::<crate::api::inquiries::List>();
        return notice::instead(first.failure, "The list of inquiries", lacks, look, below, buf);
    }
    if screen.is_quiet() {
        let title = "Nothing waits for you.".to_owned();
        let next = screen.digest.next_words(look.world.now, look.world.zone);
        let domains = if screen.digest.looked_at_domains() {
            "no domain needs a look."
        } else {
            "no domain read so far needs a look."
        };
        let hint = format!("{next} No inquiry is unanswered, nothing was held back, {domains}");
        return notice::empty(&Empty { title, hint }, look, below, buf);
    }
    let (right, third) = asides(area.width);
    let page = if right > 0 {
        let (page, beside) = list::beside(Rect { width: below.width - third, ..below }, right, false, look, buf);
        let aside = Rect { width: beside.width + third, ..beside };
        list::keep_side(Side { area: aside, list: (ID, 0), row: screen.place() }, look, buf, facts, |buf, _| {
            PageView::default().paint(&aside::parts(screen, beside, look), look, beside, buf);
            if third > 0 {
                let (_, around) = list::beside_third(aside, third, look, buf);
                PageView::default().paint(&aside::around(screen, around, look), look, around, buf);
            }
        });
        page
    } else {
        below
    };
    body(screen, look, page, buf, facts);
}

/// Widths of the aside and of the third column around it, in a window of this width.
pub fn asides(width: u16) -> (u16, u16) {
    let (least, most) = ASIDE;
    match width.saturating_sub(PAGE) {
        free if free < least => (0, 0),
        free if free < least * 2 => (free.min(most), 0),
        free => ((free - free / 2).min(most), (free / 2).min(most)),
    }
}

/// Draws since when things count as new, and how far the reading is.
fn head(screen: &Home, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = &look.world;
    facts.changes(screen.visit.due(world.store));
    facts.changes(screen.visit.since(world.now).from.age(world.now, world.zone).changes_at);
    let mut words = screen.digest.since_words(world.now, world.zone);
    let here = screen.spot() == Some(Spot::Head);
    let selected = here.then(|| look.cursor());
    let pen = Pen { look, row: area, cells: FIGURE, names: 0, most: 0, selected };
    pen.begin(buf);
    let has_failed = world.store.session().trouble.is_some() || world.store.query(&home::newest()).failure.is_some();
    let since = if has_failed { "nothing read since" } else { "reading what came since" };
    let read = match screen.digest.reading.until {
        _ if here && Run::is_left(world.store, world.now) => "enter resumes the run".to_owned(),
        _ if here && !screen.awaits_order() && !screen.digest.queue.is_empty() => {
            "enter decides them one after the other".to_owned()
        }
        _ if Home::lacks_inquiries(world) => "the token cannot read inquiries".to_owned(),
        None if world.store.inquiries().was_read() => since.to_owned(),
        None => "reading for the first time".to_owned(),
        Some(until) if screen.visit.is_final(&screen.digest, world.store) => {
            let age = until.age(world.now, world.zone);
            facts.changes(age.changes_at);
            let behind = screen.digest.reading.domains_behind().map(|at| at.age(world.now, world.zone));
            facts.changes(behind.as_ref().and_then(|age| age.changes_at));
            let behind = behind.map_or_else(String::new, |age| format!(" · domains {}", text::ago(&age.text)));
            format!("read {}{behind}", text::ago(&age.text))
        }
        Some(until) => format!("read until {} · {since}", until.day_clock(world.now, world.zone)),
    };
    // The number of things to decide is shown only where there is room.
    let stages = screen.digest.stages_words();
    let fits = text::width(&words) + text::width(&stages) + text::width(&read) + 5 <= area.width.into();
    words.extend(fits.then_some(stages));
    let taken = text::width(&words) as u16 + 3;
    pen.put(area.x + 1, area.width, &words, Role::Dim, buf);
    pen.put_right(area.x + taken, area.width.saturating_sub(taken + 1), &read, Role::Dim, buf);
    if here {
        facts.cursor_line = Some(area.y);
    }
}

/// Figure of a line; `—` for a line that is done and whose figure was not read.
fn figure(line: &Line) -> String {
    match &line.figure {
        // The line above counts this reminder already.
        _ if matches!(line.name, Name::DueInquiry(_) | Name::DueDomain(_)) => String::new(),
        Known::NotRead if !line.says() => text::NONE.to_owned(),
        // "not read inquiries" would say something else; the words beside the line say it.
        Known::NotRead => String::new(),
        figure => text::count(figure),
    }
}

/// Draws the title of a part, with these words or others at its right.
fn title(block: Block, beside: &str, screen: &Home, look: &Look<'_>, row: Rect, buf: &mut Buffer) {
    let is_last = block == Block::Since && screen.visit.is_last(look.world.now);
    let title = if is_last { "Since the last visit" } else { block.title() };
    text::put_fit(buf, row.x + 1, row.y, row.width, title, look.style(Role::Accent), look.ascii);
    let words = match block {
        Block::Answer if beside.is_empty() && screen.is_interim && !screen.leads.is_empty() => {
            "prices are being read: the order is not final".to_owned()
        }
        Block::Answer if beside.is_empty() && screen.has_open_score() => "a score with ≥ may be higher".to_owned(),
        Block::Answer if beside.is_empty() && screen.digest.is_order_open => {
            "a lead further down may score higher".to_owned()
        }
        // Scale of the bars of days, which is the same for all names.
        Block::Visited if row.width >= ROOMY => screen.digest.most_in_a_day().unwrap_or_default(),
        _ => beside.to_owned(),
    };
    let x = row.x + 4 + text::width(title) as u16;
    let room = row.right().saturating_sub(x + 1);
    text::put_right(buf, x, row.y, room, &words, look.style(Role::Dim), look.ascii);
}

fn body(screen: &Home, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let laid = screen.laid_in(area.height.into());
    let lines = laid.lines(area.height);
    let here = screen.spot();
    let at = lines.iter().position(|line| matches!(line, Drawn::Spot(spot) if Some(*spot) == here)).unwrap_or(0);
    let mut window = area;
    let more = notice::keep_for_more(&mut window, lines.len());
    let rows = usize::from(window.height);
    // Keep the title of the first part in sight with its first line.
    let top = (at + 2).saturating_sub(rows).min(lines.len().saturating_sub(rows));
    let figures = lines.iter().filter_map(|line| match line {
        Drawn::Spot(Spot::Line(name)) => Some(text::width(&figure(screen.digest.line(*name)?)) as u16),
        _ => None,
    });
    let cells = figures.max().unwrap_or(0).max(if area.width < SHORT_AGES { SHORT_FIGURE } else { FIGURE });
    let leads = Leads::of(screen, cells, area, look);
    let visited = || screen.digest.of(Block::Visited);
    let names = visited().map(|line| text::width(&line.words) as u16).max().unwrap_or(0).min(NAME);
    // Charts below one another share one scale.
    let most = visited().map(|line| chart::spark_most(&line.days)).max().unwrap_or(0);
    let is_row = lines[top..].iter().take(rows).map(|line| matches!(line, Drawn::Spot(_))).collect();
    let cursor = at as isize - top as isize;
    let mut shown = RowFacts { area: window, is_row, cursor, top, changes_at: None };
    // The first key ends the wait for scores, which changes how every score is drawn.
    let scoring = (leads.scoring, screen.is_interim);
    let was_scoring = screen.drawn_scoring.replace(scoring);
    let last = shown.in_last(&look.still).filter(|_| was_scoring == scoring);
    let mut ages = Facts::default();
    for (place, (y, line)) in (window.y..window.bottom()).zip(&lines[top..]).enumerate() {
        let row = Rect { y, height: 1, ..window };
        match line {
            _ if last.is_some_and(|last| shown.is_beside(last, place)) => facts.kept.push(row),
            Drawn::Blank => {}
            Drawn::Free => {
                text::put_right(buf, row.x + 1, y, cells, "…", look.style(Role::Dim), look.ascii);
            }
            // A title as the last line would make the part look empty.
            Drawn::Title(_) if y + 1 == window.bottom() => {}
            Drawn::Title(block) => {
                let beside = match block {
                    Block::Answer if laid.kept_free > 0 => "in order once their scores are known",
                    Block::Answer if leads.scoring => "still scoring",
                    _ => "",
                };
                title(*block, beside, screen, look, row, buf);
            }
            Drawn::Spot(spot) => {
                let is_here = Some(*spot) == here;
                let pen = Pen { look, row, cells, names, most, selected: is_here.then(|| look.cursor()) };
                if is_here {
                    facts.cursor_line = Some(y);
                }
                match spot {
                    Spot::Head => {}
                    Spot::Lead(id) => pen.lead(*id, &leads, buf, &mut ages),
                    Spot::Line(name) => {
                        if let Some(line) = screen.digest.line(*name) {
                            pen.line(line, buf);
                        }
                    }
                }
            }
        }
    }
    let below = lines[top..].iter().skip(rows).filter(|line| matches!(line, Drawn::Spot(_))).count();
    notice::more(below, look, more.map(|line| Rect { width: line.width - 1, ..line }), buf);
    facts.changes(screen.scoring_until(&look.world));
    facts.changes(shown.with_last(last, ages.changes_at.map(Timestamp)));
    facts.lines = Some(shown);
}

/// Draws one line of the page.
struct Pen<'a> {
    look: &'a Look<'a>,
    row: Rect,
    /// Width of figures.
    cells: u16,
    /// Width of visited names, and the most visits any of them had on one day.
    names: u16,
    most: u32,
    /// Styles of bar and text of the line under the cursor.
    selected: Option<(Style, Style)>,
}

impl Pen<'_> {
    fn style(&self, role: Role) -> Style {
        self.selected.map_or_else(|| self.look.style(role), |(_, row)| row)
    }

    fn begin(&self, buf: &mut Buffer) {
        if let Some((bar, row)) = self.selected {
            buf.set_style(self.row, row);
            text::put_sign(buf, self.row.x, self.row.y, self.look.glyphs().bar, bar);
        }
    }

    /// Draws text at `x` in at most `cells` cells, and returns where the next text starts.
    fn put(&self, x: u16, cells: u16, words: &str, role: Role, buf: &mut Buffer) -> u16 {
        let cells = cells.min(self.row.right().saturating_sub(x + 1));
        text::put_fit(buf, x, self.row.y, cells, words, self.style(role), self.look.ascii);
        x + cells + 2
    }

    fn put_right(&self, x: u16, cells: u16, words: &str, role: Role, buf: &mut Buffer) -> u16 {
        let cells = cells.min(self.row.right().saturating_sub(x + 1));
        text::put_right(buf, x, self.row.y, cells, words, self.style(role), self.look.ascii);
        x + cells + 2
    }

    fn line(&self, line: &Line, buf: &mut Buffer) {
        self.begin(buf);
        let known = line.figure.value().is_some_and(|figure| *figure > 0);
        let role = if known { Role::Text } else { Role::Dim };
        let x = self.put_right(self.row.x + 1, self.cells, &figure(line), role, buf);
        let (words, most) = match line.block {
            Block::Visited => (self.names, self.most),
            Block::Days => (DAYS_WORDS.max(text::width(&line.words) as u16), chart::spark_most(&line.days)),
            _ => (text::width(&line.words) as u16, 0),
        };
        let beside = match line.name {
            _ if line.figure == Known::NotRead => "not read",
            Name::Finding(_) if !line.says() => "done or settled",
            _ => line.beside.as_str(),
        };
        // Words beside the line keep up to `longest` cells: the line's own words are cut for these, but not below
        // `fewest`.
        let first = text::whole_figures(&text::parts_but(beside, LISTED, 0), 0).into_owned();
        let is_figure = first.bytes().any(|byte| byte.is_ascii_digit());
        let (longest, fewest) = if is_figure { (FIGURES, FEW_WORDS) } else { (BESIDE, WORDS) };
        let left = self.row.right().saturating_sub(x + 1);
        let is_tight = text::width(&first) + usize::from(words) + 2 > left.into();
        let beside = first.strip_prefix(LISTED).filter(|_| is_tight).unwrap_or(beside);
        let least = text::width(beside).min(text::width(&first)).min(longest) as u16;
        let cut = left.saturating_sub(least + 2);
        let words = if line.days.is_empty() && least > 0 && cut >= fewest { words.min(cut) } else { words };
        let mut x = self.put(x, words, &line.words, role, buf);
        // The bars of days follow the words of the line.
        if !line.days.is_empty() && (line.block == Block::Days || self.row.width >= ROOMY) {
            let room = Rect { x, y: self.row.y, width: self.row.right().saturating_sub(x + 1), height: 1 };
            let style = self.selected.map_or_else(|| self.look.style(Role::Accent), |(_, row)| row);
            x += chart::spark(self.look, &line.days, most, room, style, buf) + 2;
        } else if line.block == Block::Visited && self.most > 0 && self.row.width >= ROOMY {
            // Empty space would look as if nobody came.
            x = self.put(x, text::width(text::NONE) as u16, text::NONE, Role::Dim, buf);
        }
        let room = self.row.right().saturating_sub(x + 1);
        if room >= least {
            let beside = text::parts_but(beside, LISTED, room.into());
            let beside = text::whole_figures(&beside, room.into());
            let beside = text::fit(&beside, usize::from(room), self.look.ascii);
            text::put_right(buf, x, self.row.y, room, &beside, self.style(Role::Dim), self.look.ascii);
        }
    }

    fn lead(&self, id: Id<Inquiry>, leads: &Leads<'_>, buf: &mut Buffer, facts: &mut Facts) {
        self.begin(buf);
        let world = &self.look.world;
        let Some((_, lead)) = leads.shown.iter().find(|(known, _)| *known == id) else { return };
        let role = if lead.outcome.is_some() { Role::Dim } else { Role::Text };
        // While data for the scores is being read, a score would change a moment later.
        let score = if leads.scoring { Some("…".to_owned()) } else { lead.score_said() };
        let x = self.put_right(self.row.x + 1, self.cells, score.as_deref().unwrap_or(text::NONE), role, buf);
        let x = self.put(x, leads.domain, &lead.domain, role, buf);
        let x = self.put_right(x, leads.offer, Leads::offer(lead), role, buf);
        facts.changes(lead.date.and_then(|at| at.age(world.now, world.zone).changes_at));
        let mut x = self.put_right(x, leads.age, &Leads::age(lead, world, leads.is_short), Role::Dim, buf);
        if self.row.width >= ROOMY {
            x = self.put(x, leads.buyer, &lead.buyer, role, buf);
        }
        if let Some(row) = world.store.inquiries().row(id) {
            let glyphs = self.look.glyphs();
            let signs =
                [(row.mark(Mark::Starred), glyphs.star, Role::Warn), (row.has_draft(), glyphs.draft, Role::Accent)];
            for (_, sign, role) in signs.into_iter().filter(|(is_shown, ..)| *is_shown) {
                text::put_sign(buf, x, self.row.y, sign, self.style(role));
                x += 2;
            }
        }
        let words = lead.outcome.map_or_else(|| lead.reasons.join(" · "), str::to_owned);
        let room = self.row.right().saturating_sub(x + 1);
        self.put(x, room, &text::whole_figures(&words, room.into()), Role::Dim, buf);
    }
}

/// Leads on the page and the widths of their columns: each as wide as its widest text, so that the reasons have room.
struct Leads<'a> {
    shown: &'a [(Id<Inquiry>, Lead)],
    scoring: bool,
    is_short: bool,
    domain: u16,
    offer: u16,
    age: u16,
    buyer: u16,
}

impl<'a> Leads<'a> {
    fn of(screen: &'a Home, figure: u16, area: Rect, look: &Look<'_>) -> Self {
        let (world, is_short) = (&look.world, area.width < SHORT_AGES);
        let shown = &screen.told[..screen.leads_in(area.height.into()).len().min(screen.told.len())];
        let widest = |of: &dyn Fn(&Lead) -> usize| shown.iter().map(|(_, lead)| of(lead)).max().unwrap_or(0) as u16;
        let offer = widest(&|lead| text::width(Self::offer(lead))).min(OFFER);
        let age = widest(&|lead| text::width(&Self::age(lead, world, is_short)));
        let buyer = widest(&|lead| text::width(&lead.buyer)).min(BUYER);
        // The name is cut rather than the age, because half an age is useless and a name is recognised by its
        // beginning.
        let left = area.width.saturating_sub(figure + offer + age + 8).max(SHORT_DOMAIN);
        let domain = widest(&|lead| text::width(&lead.domain)).min(DOMAIN).min(left);
        let scoring = screen.scoring_until(world).is_some();
        Self { shown, scoring, is_short, domain, offer, age, buyer }
    }

    fn offer(lead: &Lead) -> &str {
        if lead.offer.is_empty() { text::NONE } else { &lead.offer }
    }

    fn age(lead: &Lead, world: &World<'_>, is_short: bool) -> String {
        let age =
            |at: Timestamp| if is_short { at.short_age(world.now, world.zone) } else { at.age(world.now, world.zone) };
        lead.date.map_or_else(String::new, |at| age(at).text)
    }
}
