//! Where the cursor is on a report, and what it is on.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::blocks::{Block, Opens, Series};
use super::page::{Laid, Spot};
use super::screen::Insights;
use crate::ui::Outcome;

impl Insights {
    /// What is shown as it is laid out in the room of the last frame.
    pub fn laid(&self) -> Arc<Laid> {
        self.laid_in(self.view)
    }

    pub fn laid_in(&self, Rect { width, height, .. }: Rect) -> Arc<Laid> {
        let view = Rect::new(0, 0, width, height);
        self.laid.get((self.number, view), |_| Arc::new(Laid::of(&self.shown, view)))
    }

    /// Where the cursor is.
    pub fn spot(&self) -> Option<Spot> {
        let laid = self.laid();
        laid.spots.get(self.cursor.min(laid.spots.len().saturating_sub(1))).copied()
    }

    /// There is anything the cursor can be on.
    pub fn has_spots(&self) -> bool {
        self.spot().is_some()
    }

    /// The cursor is on a chart.
    pub fn on_chart(&self) -> bool {
        self.spot().is_some_and(|spot| matches!(self.shown.get(spot.block), Some(Block::Chart(_))))
    }

    /// The chart of the report.
    pub fn chart(&self) -> Option<&Series> {
        self.blocks.iter().find_map(|block| if let Block::Chart(series) = block { Some(series) } else { None })
    }

    /// What the row under the cursor leads to.
    pub fn opens_here(&self) -> Option<&Opens> {
        let spot = self.spot()?;
        let Block::Rows(rows) = self.shown.get(spot.block)? else { return None };
        rows.rows.get(spot.row?)?.opens.as_ref()
    }

    /// Moves the cursor.
    pub fn walk(&mut self, by: isize) -> Outcome {
        let last = self.laid().spots.len().saturating_sub(1);
        self.cursor = self.cursor.min(last).saturating_add_signed(by).min(last);
        Outcome::Done
    }

    /// Moves it by pages.
    pub fn walk_page(&mut self, by: isize) -> Outcome {
        self.walk(by * isize::try_from(self.view.height).unwrap_or(0).max(1))
    }

    /// Reads another value of the chart.
    pub fn read(&mut self, by: isize) -> Outcome {
        let last = self.chart().map_or(0, |series| series.points.len().saturating_sub(1));
        self.reading = Some(self.reading.unwrap_or(last).saturating_add_signed(by).min(last));
        Outcome::Done
    }
}
