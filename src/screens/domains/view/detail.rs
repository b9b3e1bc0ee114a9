//! An opened domain, and the preview of the one under the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::domains::Get;
use crate::base::{DomainName, Money};
use crate::client::FailureKind;
use crate::screens::inquiry::{self, columns};
use crate::screens::traffic::FEW;
use crate::store::filter::parse;
use crate::store::shown;
use crate::store::{DomainRow, DomainTab, Known, Sort, Tab, ViewSpec};
use crate::ui::list::ListScreen as _;
use crate::ui::widgets::page::{self, Part, below};
use crate::ui::widgets::table::{Empty, Rows as _};
use crate::ui::widgets::{BESIDE, TALL, THIRD, cells_beside, notice};
use crate::ui::{Facts, Look, Role, Side, World, list, text};

use super::super::state::{Detail, DetailTab, Domains};
use super::super::tabs::TABS;
use crate::screens::domain::content::{self, around, next, own, preview, status};

/// Filter for inquiries that wait for the user.
const YOUR_TURN: &str = "status:mine -is:ignored";

pub fn render(screen: &Domains, detail: &Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = look.world;
    if detail.page == DetailTab::Inquiries {
        return inquiries(screen, detail, look, area, buf, facts);
    }
    let column = page::column(area);
    detail.view.render(&parts(screen, detail, area, look), look, column, buf, facts);
    let key = world.store.domains().find(detail.name.punycode());
    let cells = screen.cells(look);
    for column in ["since", "checked", "next", "added"] {
        facts.changes(key.and_then(|key| cells.cell(&key, column).changes_at));
    }
}

/// Words for an empty list of inquiries about a domain: there are none only once all were read.
fn none_words(all: &Known<u64>) -> String {
    match all {
        Known::Is(_) => "No inquiries about this domain yet.".to_owned(),
        Known::Unavailable(why) => format!("Inquiries about this domain are not known: {why}."),
        Known::Reading => "Inquiries are being read.".to_owned(),
        Known::NotRead => "Inquiries are not read.".to_owned(),
        part @ Known::AtLeast { .. } => {
            format!("No inquiry about this domain so far: {}.", text::part_of(part).unwrap_or_default())
        }
    }
}

/// Draws the inquiries about the domain, with the one under the cursor beside them.
fn inquiries(screen: &Domains, detail: &Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = look.world;
    let cells = columns::Cells::new(world.store.inquiries(), world.now, world.zone);
    let asked = screen.asked_about(&detail.name, &world).all;
    let empty = Empty { title: none_words(&asked), hint: "New ones appear here automatically.".to_owned() };
    let Some(id) = screen.previewed().filter(|_| area.width >= BESIDE) else {
        return detail.table.render(&cells, &empty, look, area, buf, facts);
    };
    let (rows, beside) = list::beside(area, cells_beside(area.width), false, look, buf);
    detail.table.render(&cells, &empty, look, rows, buf, facts);
    let side = Side { area: beside, list: (Domains::ABOUT.id, TABS.len()), row: detail.table.cursor() };
    list::keep_side(side, look, buf, facts, |buf, _| {
        detail.view.paint(&page::brief(&inquiry::preview(id, &world), true), look, beside, buf);
    });
}

/// Parts about the domain under the cursor.
pub fn preview(screen: &Domains, look: &Look<'_>) -> Vec<Part> {
    let row = screen.row_under_cursor(&look.world);
    row.map_or_else(Vec::new, |row| preview::parts(&row, &screen.asked, list::has_third(screen), &look.world))
}

/// Visits and inquiries of the domain under the cursor.
pub fn around(screen: &Domains, look: &Look<'_>) -> Vec<Part> {
    let row = screen.row_under_cursor(&look.world);
    row.map_or_else(Vec::new, |row| preview::around(&row, &screen.asked, look))
}

/// Next step, if there is one.
fn step(screen: &Domains, name: &DomainName, row: Option<&DomainRow<'_>>, world: &World<'_>) -> Vec<Part> {
    let Some(row) = row else { return Vec::new() };
    let mut spec = ViewSpec::new(Tab::Active, &parse(YOUR_TURN).unwrap_or_default(), Sort::default(), world.now);
    spec.question.domain = Some(name.clone());
    spec.ignored = shown::senders::addresses(world.store);
    let waiting = world.store.inquiries().view(&spec).len() as u64;
    let price = row.bin().copied().and_then(|price| Money::from_number(price, content::currency(name, world)));
    let facts = next::Facts { row, waiting, asked: &screen.asked_about(name, world), price };
    let words =
        next::step(&facts).map(|words| Part::Line(vec![(Role::Accent, "Next  ".to_owned()), (Role::Text, words)]));
    words.map_or_else(Vec::new, |words| vec![words, Part::Blank])
}

fn parts(screen: &Domains, detail: &Detail, area: Rect, look: &Look<'_>) -> Vec<Part> {
    let (world, name) = (look.world, &detail.name);
    let row = screen.current_row(&world);
    let asked = || screen.asked_about(name, &world);
    let about_sale = || preview::sale(name, asked(), &screen.asked, &world);
    let about_status = || status::doc(name, row.as_ref(), screen.results.import_of(name), &world).parts;
    let mut parts = match detail.page {
        DetailTab::Overview => preview::about(name, row.as_ref(), false, &world),
        DetailTab::Sale => about_sale(),
        DetailTab::Status => about_status(),
        DetailTab::Inquiries => Vec::new(),
    };
    let fresh = world.store.query(&Get { name: name.clone() });
    // The header already says that the program is offline.
    let told = |kind: &FailureKind| *kind == FailureKind::Cancelled || (*kind == FailureKind::Offline && row.is_some());
    let failure = fresh.failure.filter(|failure| !told(&failure.kind));
    let (words, way_on) = match failure {
        Some(failure) if failure.kind == FailureKind::NotFound => (not_found(row.as_ref()).to_owned(), None),
        Some(failure) => {
            let (what, way_on) = notice::failure_words(failure);
            (format!("Not refreshed: {what}."), Some(way_on))
        }
        None => (String::new(), None),
    };
    // The line below the name is kept free for these words, so that nothing moves when they appear.
    let free = parts.iter().position(|part| *part == Part::Blank).unwrap_or_default();
    if let (false, Some(line)) = (words.is_empty(), parts.get_mut(free)) {
        *line = Part::Line(vec![(Role::Warn, words)]);
    }
    if detail.page == DetailTab::Overview {
        let mut fields = parts.split_off((free + 1).min(parts.len()));
        parts.extend(step(screen, name, row.as_ref(), &world));
        // Fields and the parts beside them begin on the same line.
        let ids = world.store.inquiries().view(&detail.inquiries(world.now));
        let around = around::parts(name, &ids, &asked(), area.height, look).into_iter().skip(1);
        // The inquiries have a part of their own here, so Sale shows the prices only.
        let sale = below("Sale", preview::prices(name, &screen.asked, &world)).skip(1);
        if area.width >= page::TWO_COLUMNS {
            fields.extend(below("Status", about_status()));
            if area.height >= TALL {
                // Laid out apart, so that the labels of these settings do not move the values above.
                fields.push(Part::Columns(vec![own::parts(name, FEW * 3, &world)]));
            }
            let unnamed = preview::unnamed(name, &world);
            parts.push(Part::Columns(if area.width >= THIRD {
                vec![fields, around.collect(), sale.chain(unnamed).collect()]
            } else {
                vec![fields, sale.chain([Part::Blank]).chain(around).chain(unnamed).collect()]
            }));
        } else {
            // Prices and inquiries come first, because the user decides by them; dates are read rarely.
            let around = sale.chain([Part::Blank]).chain(around).chain([Part::Blank]);
            parts.extend(around.chain(fields).chain(preview::unnamed(name, &world)));
        }
    }
    if detail.page == DetailTab::Sale {
        page::fill(&mut parts, [below("Status", about_status()).collect()], page::column(area), look.ascii);
    }
    if let Some(way_on) = way_on {
        parts.extend([Part::Blank, Part::Text(Role::Dim, way_on)]);
    }
    parts
}

/// Words for a domain the service does not find. For a name outside the account that is normal.
fn not_found(row: Option<&DomainRow<'_>>) -> &'static str {
    match row.map(|row| row.on(DomainTab::MyDomains)) {
        Some(true) => "Not found in the account any more; showing what was known.",
        Some(false) => "No more data: the domain is not in the account.",
        None => "This domain is not in the account.",
    }
}
