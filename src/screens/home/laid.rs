//! Layout of the page. Lines keep their places while the user acts on the page.

use std::collections::HashSet;
use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::base::{Id, work};
use crate::store::home::{self, Block, Line, Name};

use super::state::{Home, Spot};

/// Fewest and most leads on the page.
pub const LEADS: (usize, usize) = (5, home::SHOWN);

/// Layout of the page in a window of a given height.
#[derive(Debug)]
pub struct Laid {
    /// Parts from top to bottom, with the places of the cursor in each.
    pub parts: Vec<(Block, Vec<Spot>)>,
    /// All places of the cursor, the head first.
    pub spots: Vec<Spot>,
    /// Number of leads there is room for.
    pub leads: usize,
    /// Rows kept free for leads whose order is unknown yet, so that nothing below moves when it is known.
    pub kept_free: usize,
}

/// A line of the page.
pub enum Drawn {
    Blank,
    Title(Block),
    /// Row kept free for a lead whose place in the order is unknown yet.
    Free,
    Spot(Spot),
}

impl Laid {
    /// Lines of the page, in a window of so many rows.
    pub fn lines(&self, rows: u16) -> Vec<Drawn> {
        let mut lines: Vec<Drawn> = Vec::new();
        for (block, spots) in &self.parts {
            // A window of few rows has no room for blank lines.
            if rows > 16 || !lines.is_empty() {
                lines.push(Drawn::Blank);
            }
            lines.push(Drawn::Title(*block));
            lines.extend((0..self.kept_free).filter(|_| *block == Block::Answer).map(|_| Drawn::Free));
            lines.extend(spots.iter().copied().map(Drawn::Spot));
        }
        lines
    }
}

impl Home {
    /// Notes the present order of the lines; true when it has changed.
    pub fn stand(&mut self) -> bool {
        let lines = Block::ALL.into_iter().flat_map(|block| self.digest.of(block));
        let stood: Vec<Name> = lines.map(|line| line.name).collect();
        std::mem::replace(&mut self.stood, stood) != self.stood
    }

    /// Keeps the present layout and the cursor on its line from now on, because the user acts on the page.
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

    /// Keeps the present layout against later changes while the user acts on the page.
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

    /// Lines of a block: those noted by [`Self::stand`] in their order, then newer ones.
    pub fn lines(&self, block: Block) -> Vec<&Line> {
        let place = |line: &Line| self.stood.iter().position(|name| *name == line.name);
        let stays = |line: &&Line| line.says() || place(line).is_some();
        let mut lines: Vec<&Line> = self.digest.lines.iter().filter(|line| line.block == block).filter(stays).collect();
        lines.sort_by_key(|line| place(line).unwrap_or(usize::MAX));
        lines
    }

    /// True when something shown on the page is done and still in its place.
    pub fn has_done(&self) -> bool {
        self.stood.iter().any(|name| self.digest.line(*name).is_some_and(|line| !line.says()))
    }

    /// Number of lines that were added above the cursor since the user began to act on the page, and are not shown.
    pub fn new_lines(&self) -> usize {
        let shown = self.arranged.shown().flat_map(|block| self.digest.of(block));
        let spots = &self.laid().spots;
        if self.touched { shown.filter(|line| !spots.contains(&Spot::Line(line.name))).count() } else { 0 }
    }

    /// Number of inquiries that came since the page was opened and are not on it; and whether its leads, sorted before
    /// all prices were read, have another order now.
    pub fn newcomers(&self) -> (usize, bool) {
        if self.awaits_order() || Arc::ptr_eq(&self.leads, &self.digest.waiting) {
            return (0, false);
        }
        let (new, is_other) = self.new.get((self.number, self.height), |_| {
            let known: HashSet<_> = work::each(self.leads.iter()).collect();
            let waiting: HashSet<_> = work::each(self.digest.waiting.iter()).collect();
            let shown: Vec<_> = self.shown_leads().iter().filter(|id| waiting.contains(id)).collect();
            let best = self.digest.waiting.iter().filter(|id| known.contains(id));
            (waiting.difference(&known).count(), !best.take(shown.len()).eq(shown))
        });
        let is_kept = self.is_early && !self.is_scoring && !self.is_interim && self.run.is_none();
        (new, is_other && is_kept)
    }

    /// Leads that fit beside everything else in the last frame.
    pub fn shown_leads(&self) -> &[Id<Inquiry>] {
        self.leads_in(self.height)
    }

    /// True when some shown lead has a score that may be higher, so that another order may be right.
    pub fn has_open_score(&self) -> bool {
        let mut shown = self.told.iter().take(self.shown_leads().len());
        shown.any(|(_, lead)| lead.is_score_whole() == Some(false))
    }

    /// Leads that fit beside everything else in `height` rows.
    pub fn leads_in(&self, height: usize) -> &[Id<Inquiry>] {
        &self.leads[..self.laid_in(height).leads]
    }

    /// Layout in the window of the last frame.
    pub fn laid(&self) -> Arc<Laid> {
        self.laid_in(self.height)
    }

    /// Layout in a window of `height` rows.
    pub fn laid_in(&self, height: usize) -> Arc<Laid> {
        self.laid.get((self.number, height), |_| Arc::new(self.lay(height)))
    }

    fn lay(&self, height: usize) -> Laid {
        let mut shown = self.arranged.shown().map(|block| (block, self.lines(block))).collect::<Vec<_>>();
        // A block that appears above the cursor would move it.
        let here = self.cursor.filter(|_| self.touched).and_then(|spot| self.block_of(spot));
        let above = shown.iter().position(|(block, _)| Some(*block) == here).unwrap_or(0);
        for (_, lines) in &mut shown[..above] {
            lines.retain(|line| self.stood.contains(&line.name));
        }
        let lines = shown.iter().map(|(_, lines)| lines.len()).filter(|lines| *lines > 0);
        let (others, heads) = lines.fold((0, 0), |(others, heads), lines| (others + lines, heads + 2));
        let free = height.saturating_sub(others + heads).clamp(LEADS.0, LEADS.1);
        // While the user acts on the page, new lines take no room from the leads, unless the height of the page
        // changes.
        let stood = self.stood_leads.filter(|(_, leads)| self.touched && *leads > 0);
        let room = stood.filter(|(rows, _)| *rows == height).map_or(free, |(_, leads)| leads);
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

    /// True while there are leads but none is listed, because their order is unknown.
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

    /// Part the cursor is in.
    pub fn part(&self) -> Option<Block> {
        let spot = self.spot().filter(|_| self.run.is_none())?;
        self.laid().parts.iter().find(|(_, spots)| spots.contains(&spot)).map(|(block, _)| *block)
    }
}
