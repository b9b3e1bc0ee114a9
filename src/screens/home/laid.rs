//! Layout of the page: which lines are where, so that nothing moves under the hand.

use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::base::Id;
use crate::store::home::{self, Block, Line, Name};

use super::state::{Home, Spot};

/// Leads on the page at least, and at most.
pub const LEADS: (usize, usize) = (5, home::SHOWN);

/// The page in a window of so many rows.
#[derive(Debug)]
pub struct Laid {
    /// The parts from top to bottom, with what the cursor can be on in each.
    pub parts: Vec<(Block, Vec<Spot>)>,
    /// All places of the cursor, below the head.
    pub spots: Vec<Spot>,
    /// Number of leads there is room for.
    pub leads: usize,
    /// Rows kept free for leads whose order is not known yet, so that nothing below moves when it is.
    pub kept_free: usize,
}

impl Home {
    /// Notes the lines in the order they stand in; true where that is another one.
    pub fn stand(&mut self) -> bool {
        let lines = Block::ALL.into_iter().flat_map(|block| self.digest.of(block));
        let stood: Vec<Name> = lines.map(|line| line.name).collect();
        std::mem::replace(&mut self.stood, stood) != self.stood
    }

    /// Takes the page under the hand: it stays as it is laid out now, with the cursor on what it is on.
    pub fn touch(&mut self) {
        if self.touched {
            return;
        }
        self.stay();
        if self.run.is_none() {
            self.cursor = self.spot();
        }
        (self.touched, self.is_unordered) = (true, self.is_scoring || self.leads.is_empty());
    }

    /// Keeps the page as it is laid out now for what comes while it is under the hand.
    pub fn stay(&mut self) {
        let laid = self.laid();
        if !self.touched {
            self.stood_leads = Some((self.height, laid.leads));
        }
        for spot in &laid.spots {
            if let Spot::Line(name) = spot
                && !self.stood.contains(name)
            {
                self.stood.push(*name);
            }
        }
    }

    /// The lines of a block: those of before in their places, then what came since.
    pub fn lines(&self, block: Block) -> Vec<&Line> {
        let place = |line: &Line| self.stood.iter().position(|name| *name == line.name);
        let stays = |line: &&Line| line.says() || place(line).is_some();
        let mut lines: Vec<&Line> = self.digest.lines.iter().filter(|line| line.block == block).filter(stays).collect();
        lines.sort_by_key(|line| place(line).unwrap_or(usize::MAX));
        lines
    }

    /// True when a thing on the page is done and still in its place.
    pub fn has_done(&self) -> bool {
        self.stood.iter().any(|name| self.digest.line(*name).is_some_and(|line| !line.says()))
    }

    /// Number of lines that came into parts above the cursor since the page was looked at, and are not on it.
    pub fn new_lines(&self) -> usize {
        let shown = self.arranged.shown().flat_map(|block| self.digest.of(block));
        let spots = &self.laid().spots;
        if self.touched { shown.filter(|line| !spots.contains(&Spot::Line(line.name))).count() } else { 0 }
    }

    /// The leads there is room for beside everything else in the last frame.
    pub fn shown_leads(&self) -> &[Id<Inquiry>] {
        self.leads_in(self.height)
    }

    /// The leads there is room for beside everything else in so many rows.
    pub fn leads_in(&self, height: usize) -> &[Id<Inquiry>] {
        &self.leads[..self.laid_in(height).leads]
    }

    /// The page in the window of the last frame.
    pub fn laid(&self) -> Arc<Laid> {
        self.laid_in(self.height)
    }

    /// The page in a window of so many rows.
    pub fn laid_in(&self, height: usize) -> Arc<Laid> {
        self.laid.get((self.number, height), |_| Arc::new(self.lay(height)))
    }

    fn lay(&self, height: usize) -> Laid {
        let mut shown = self.arranged.shown().map(|block| (block, self.lines(block))).collect::<Vec<_>>();
        // A block that comes above the cursor would move it.
        let here = self.cursor.filter(|_| self.touched).and_then(|spot| self.block_of(spot));
        let above = shown.iter().position(|(block, _)| Some(*block) == here).unwrap_or(0);
        for (_, lines) in &mut shown[..above] {
            lines.retain(|line| self.stood.contains(&line.name));
        }
        let lines = shown.iter().map(|(_, lines)| lines.len()).filter(|lines| *lines > 0);
        let (others, heads) = lines.fold((0, 0), |(others, heads), lines| (others + lines, heads + 2));
        let free = height.saturating_sub(others + heads).clamp(LEADS.0, LEADS.1);
        // A lead does not give way under the hand to lines that come, unless the window is another one.
        let stood = self.stood_leads.filter(|(_, leads)| self.touched && *leads > 0);
        let room = stood.map_or(free, |(rows, leads)| if rows == height { leads } else { leads.min(free) });
        let leads = room.min(self.leads.len());
        let kept_free = if self.awaits_order() { room.min(self.digest.waiting.len()) } else { 0 };
        let part = |(block, lines): (Block, Vec<&Line>)| {
            let first = if block == Block::Answer { &self.leads[..leads] } else { &[] };
            let lines = lines.into_iter().map(|line| Spot::Line(line.name));
            (block, first.iter().map(|id| Spot::Lead(*id)).chain(lines).collect::<Vec<_>>())
        };
        let is_empty = self.is_unread() || self.is_quiet();
        let parts = shown.into_iter().filter(|_| !is_empty).map(part);
        let is_kept = |block: Block| block == Block::Answer && kept_free > 0;
        let parts: Vec<(Block, Vec<Spot>)> =
            parts.filter(|(block, spots)| !spots.is_empty() || is_kept(*block)).collect();
        let head = (!parts.is_empty()).then_some(Spot::Head);
        let spots = head.into_iter().chain(parts.iter().flat_map(|(_, spots)| spots).copied()).collect();
        Laid { parts, spots, leads, kept_free }
    }

    /// True while there are leads and none is listed, as their order is not known.
    pub fn awaits_order(&self) -> bool {
        self.is_scoring && self.leads.is_empty()
    }

    fn block_of(&self, spot: Spot) -> Option<Block> {
        match spot {
            Spot::Head => None,
            Spot::Lead(_) => Some(Block::Answer),
            Spot::Line(name) => self.digest.line(name).map(|line| line.block),
        }
    }

    /// The part the cursor is in.
    pub fn part(&self) -> Option<Block> {
        let spot = self.spot().filter(|_| self.run.is_none())?;
        self.laid().parts.iter().find(|(_, spots)| spots.contains(&spot)).map(|(block, _)| *block)
    }
}
