//! Cursor on a report: its place, and the row or chart it is on.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::blocks::{Block, FactSheet, Opens, Series};
use super::catalogue::DOMAIN;
use super::page::{Laid, Spot};
use super::screen::Insights;
use crate::base::DomainName;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, Role, Sheet};

impl Insights {
    /// Layout of the blocks in the area of the last frame.
    pub fn laid(&self) -> Arc<Laid> {
        self.laid_in(self.view)
    }

    pub fn laid_in(&self, Rect { width, height, .. }: Rect) -> Arc<Laid> {
        let view = Rect::new(0, 0, width, height);
        self.laid.get((self.number, view), |_| Arc::new(Laid::of(&self.shown, view)))
    }

    /// Place of the cursor.
    pub fn spot(&self) -> Option<Spot> {
        self.spot_in(&self.laid())
    }

    /// Place of the cursor in this layout; `None` in a report without places for it.
    pub(super) fn spot_in(&self, laid: &Laid) -> Option<Spot> {
        laid.spots.get(self.place(laid)).copied()
    }

    /// Index of the cursor's place. Before the first movement it is the first one below the advice, where the chart can
    /// be read.
    fn place(&self, laid: &Laid) -> usize {
        let spots = || laid.spots.iter();
        // If its row is gone, take the last place of the same block.
        let last = |spot: Spot| spots().rposition(|known| known.block == spot.block);
        let of = |spot: Spot| spots().position(|known| *known == spot).or_else(|| last(spot));
        let is_advice = |spot: &Spot| matches!(self.shown.get(spot.block), Some(Block::Worth(_)));
        let first = || spots().position(|spot| !is_advice(spot));
        self.cursor.and_then(of).or_else(first).unwrap_or(0)
    }

    /// Puts the advice below the figures. The cursor stays on its line or block.
    pub(super) fn advise(&mut self, advice: Option<Block>) {
        let place = |blocks: &[Block]| blocks.iter().position(|block| matches!(block, Block::Worth(_)));
        let before = place(&self.shown);
        let figures = self.blocks.iter().position(|block| matches!(block, Block::Figures(_)));
        if let Some((figures, advice)) = figures.zip(advice) {
            self.blocks.insert(figures + 1, advice);
        }
        let after = place(&self.blocks);
        let Some(cursor) = self.cursor else { return };
        let moved = |block| Some(Spot { block, ..cursor });
        match (before, after) {
            // A line of advice is recognised by the list it opens.
            (Some(before), after) if cursor.block == before => self.cursor = self.same_line(before, cursor, after),
            (Some(before), None) if cursor.block > before => self.cursor = moved(cursor.block - 1),
            (None, Some(after)) if cursor.block >= after => self.cursor = moved(cursor.block + 1),
            _ => {}
        }
    }

    fn same_line(&self, before: usize, cursor: Spot, after: Option<usize>) -> Option<Spot> {
        let (Block::Worth(old), Block::Worth(new)) = (self.shown.get(before)?, self.blocks.get(after?)?) else {
            return None;
        };
        let row = cursor.row?;
        let opens = &old.lines.get(row)?.opens;
        let same = new.lines.iter().position(|line| line.opens == *opens);
        Some(Spot { block: after?, row: Some(same.unwrap_or(row).min(new.lines.len() - 1)) })
    }

    /// True when there is a place for the cursor.
    pub fn has_spots(&self) -> bool {
        self.spot().is_some()
    }

    /// True when the cursor is on a chart.
    pub fn on_chart(&self) -> bool {
        self.spot().is_some_and(|spot| matches!(self.shown.get(spot.block), Some(Block::Chart(_))))
    }

    /// First chart of the report.
    pub fn chart(&self) -> Option<&Series> {
        self.blocks.iter().find_map(|block| if let Block::Chart(series) = block { Some(series) } else { None })
    }

    /// What the row under the cursor opens.
    pub fn opens_here(&self) -> Option<&Opens> {
        let spot = self.spot()?;
        match self.shown.get(spot.block)? {
            Block::Rows(rows) => rows.rows.get(spot.row?)?.opens.as_ref(),
            Block::Worth(worth) => Some(&worth.lines.get(spot.row?)?.opens),
            _ => None,
        }
    }

    /// Opens what the row under the cursor leads to.
    pub fn open_here(&mut self, cx: &mut Cx<'_>) -> Outcome {
        match self.opens_here().cloned() {
            Some(Opens::Domain(name)) => {
                self.asked.name = Some(name);
                return self.show(DOMAIN);
            }
            Some(Opens::Place(place)) => return cx.go(place),
            Some(Opens::Names(title, rows)) => {
                let report = |name: &DomainName| Effect::Run("insights.tab", Args::words([name.punycode()]));
                let item =
                    |(name, said): (DomainName, String)| MenuItem::new(name.unicode(), said, vec![report(&name)]);
                cx.menu(Menu { title, items: rows.into_iter().map(item).collect(), keep_open: false });
            }
            Some(Opens::Facts(facts)) => return cx.show(sheet(facts)),
            Some(Opens::Each(title, rows)) => {
                let item = |(name, said, facts)| MenuItem::new(name, said, vec![Effect::Show(Box::new(sheet(facts)))]);
                cx.menu(Menu { title, items: rows.into_iter().map(item).collect(), keep_open: false });
            }
            None => {}
        }
        Outcome::Done
    }

    /// Moves the cursor.
    pub fn walk(&mut self, by: isize) -> Outcome {
        let laid = self.laid();
        let to = self.place(&laid).saturating_add_signed(by).min(laid.spots.len().saturating_sub(1));
        self.cursor = laid.spots.get(to).copied();
        Outcome::Done
    }

    /// Goes to the first place of the next or previous block, wrapping around.
    pub fn walk_block(&mut self, by: isize) -> Outcome {
        let laid = self.laid();
        let firsts: Vec<Spot> =
            laid.spots.chunk_by(|spot, next| spot.block == next.block).map(|block| block[0]).collect();
        let block = self.spot_in(&laid).map(|spot| spot.block);
        let here = firsts.iter().position(|spot| Some(spot.block) == block).unwrap_or(0);
        let to = (here.cast_signed() + by).rem_euclid(firsts.len().max(1).cast_signed());
        self.cursor = firsts.get(to.cast_unsigned()).copied();
        Outcome::Done
    }

    /// Moves the cursor by pages.
    pub fn walk_page(&mut self, by: isize) -> Outcome {
        self.walk(by * isize::try_from(self.view.height).unwrap_or(0).max(1))
    }

    /// Moves the cursor in the chart by `by` points, at first from the newest one.
    pub fn read(&mut self, by: isize) -> Outcome {
        let last = self.chart().map_or(0, |series| series.points.len().saturating_sub(1));
        self.reading = Some(self.reading.unwrap_or(last).saturating_add_signed(by).min(last));
        Outcome::Done
    }
}

/// Sheet of these facts.
fn sheet(facts: FactSheet) -> Sheet {
    let line = |(name, said)| (Role::Text, format!("{name}\t{said}"));
    Sheet { title: facts.title, lines: facts.lines.into_iter().map(line).collect() }
}
