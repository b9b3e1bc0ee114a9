//! Chart of a domain's BIN price over time, from its versions.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::columns::Version;
use crate::base::{Currency, DomainName, Money, Timestamp};
use crate::store::subject::PRICES;
use crate::store::{Store, Value};
use crate::ui::chart::TimeChart;
use crate::ui::text::{self, counted, grouped};
use crate::ui::{Look, Role};

/// Fewest and most rows of the chart, which takes a quarter of the list's room; then the rows of its title and the
/// blank below.
const CHART: (u16, u16) = (8, 16);
const AROUND: u16 = 2;
/// Rows from which there is room for both chart and list.
const BOTH: u16 = 18;
/// Part of the time axis kept before the first change: one twelfth.
const BEFORE: i64 = 12;

/// BIN price of one domain over time.
#[derive(Debug)]
pub struct Prices {
    name: DomainName,
    /// Times and prices, oldest first; NaN while the domain had no price of its own.
    points: Vec<(Timestamp, f64)>,
    changes: usize,
    /// Currency of all prices; `None` when it is unknown.
    currency: Option<Currency>,
    /// True when earlier prices were in another currency.
    is_part: bool,
}

impl Prices {
    /// Prices from the domain's versions among these rows (newest first); `None` if its price never changed.
    ///
    /// Amounts in two currencies do not make one line, so only versions since the currency changed count. If it has
    /// changed since the newest one, none does.
    pub fn of(name: &DomainName, rows: &[Version], (store, now): (&Store, Timestamp)) -> Option<Self> {
        let number = |value: &Value| value.as_number().unwrap_or(f64::NAN);
        let newest: Vec<&Version> = rows.iter().filter(|row| row.of.name().as_ref() == Some(name)).collect();
        let (all, currency) = (newest.len(), newest.first()?.currency.clone());
        if currency.is_some() && store.currency_of(name.punycode()).is_some_and(|today| currency != Some(today)) {
            return None;
        }
        let mut alike: Vec<&Version> = newest.into_iter().take_while(|row| row.currency == currency).collect();
        alike.reverse();
        let since = alike.first().filter(|_| alike.len() < all).and_then(|row| row.date);
        let changes = alike.into_iter().filter_map(|row| {
            let change = row.changes.iter().find(|change| change.name.as_str() == PRICES[0])?;
            Some((row.date?, number(&change.before), number(&change.after)))
        });
        let changes: Vec<_> = changes.collect();
        let (first, before, _) = *changes.first()?;
        let begin = since.unwrap_or(Timestamp(first.0 - ((now.0 - first.0) / BEFORE).max(86_400)));
        // A price that changed with the currency had the other one before.
        let mut points: Vec<_> = (begin < first).then_some((begin, before)).into_iter().collect();
        points.extend(changes.iter().map(|(date, _, after)| (*date, *after)));
        Some(Self { name: name.clone(), changes: changes.len(), points, currency, is_part: since.is_some() })
    }

    /// Draws the chart at the top of the area if there is room, and returns the area below it.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        if area.height < BOTH {
            return area;
        }
        let money = |price: f64| Some(Money::from_number(price, self.currency.clone()?)?.text());
        let words = |price: f64| money(price).unwrap_or_else(|| grouped(price.round() as usize));
        let last = self.points.last().map_or(f64::NAN, |(_, price)| *price);
        let now = if last.is_nan() { "no price of its own now".to_owned() } else { format!("{} now", words(last)) };
        let changes = counted(self.changes as u64, "change", "changes");
        let part = self.currency.as_ref().filter(|_| self.is_part).map(|currency| format!(" in {}", currency.code()));
        let title = format!("BIN price of {} · {now} · {changes}{}", self.name.unicode(), part.unwrap_or_default());
        text::put_fit(buf, area.x + 1, area.y, area.width.saturating_sub(1), &title, look.style(Role::Dim), look.ascii);
        let chart = TimeChart { points: &self.points, to: look.world.now, is_line: true, ..TimeChart::new(&words) };
        let height = (area.height / 4).clamp(CHART.0, CHART.1);
        chart.render(look, Rect { y: area.y + 1, height, ..area }, buf);
        Rect { y: area.y + height + AROUND, height: area.height - height - AROUND, ..area }
    }
}
