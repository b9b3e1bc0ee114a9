//! Columns of a table: which fit into its width, and how the width is shared between them.

use super::super::super::text;

use super::measure::Cells;
use super::{Align, Heading, Key, Table};

/// Cells between two columns.
pub(super) const GAP: u16 = 2;
/// Cells to which the column that names the row is cut before a column of the rank [`AMOUNTS`] is dropped.
const SHORT_NAME: u16 = 12;
/// Width of the column that names the row up to which it takes room before dropped columns come back. A column with a
/// larger minimum has sentences and is not cut.
const WHOLE_NAME: u16 = 32;
/// Rank of the columns that stay beside a cut name: amounts, old and new values.
const AMOUNTS: u8 = 3;
/// Smallest maximum width of a column of sentences, and the width such a column gets before columns with a rank above
/// [`DETAILS`] are shown beside it.
const SENTENCES: (u16, u16) = (100, 28);
const DETAILS: u8 = 5;
/// Most cells that a column of sentences, and one of other texts, gets before columns of details are shown beside it.
const WHOLE_TEXT: (u16, u16) = (36, 24);

impl<K: Key> Table<K> {
    /// Indices of the columns that are drawn if there is room for all.
    pub(super) fn candidates(&self) -> Vec<usize> {
        let is_drawn = |place: &usize| self.sorts_by(*place) || !self.blank.iter().any(|id| *id == self.all[*place].id);
        self.places().filter(is_drawn).collect()
    }

    fn sorts_by(&self, place: usize) -> bool {
        self.sort.is_some_and(|order| order.column == place)
    }

    /// Columns of `places` that fit into `width` cells. If it is short, those with the highest `keep` are
    /// dropped first and the one the user sorted by last; columns that still fit beside the others come back. Scrolled
    /// sideways, the first column stays and the next ones follow in order as far as they fit. This choice depends on
    /// the rows only where their texts are short enough for further columns beside all of them. `used` has the text
    /// widths of the longest list so far by place, so that no column comes and goes with a filter.
    pub(super) fn fitting(&self, width: u16, mut places: Vec<usize>, used: &[Cells]) -> Vec<usize> {
        let skip = self.skip.min(places.len().saturating_sub(2));
        if skip > 0 {
            places.drain(1..=skip);
        }
        let name = self.name_of(&places);
        // `named` chooses the width of the column that names the row, from its smallest and greatest width.
        let need = |places: &[usize], named: fn(u16, u16) -> u16| {
            let cells = places.iter().map(|place| {
                let (least, most) = self.all[*place].cells;
                let least = if Some(*place) == name { named(least, most) } else { least };
                match self.heading_of(*place) {
                    (title, true) => least.max(title),
                    _ => least,
                }
            });
            cells.sum::<u16>() + gaps(places.len())
        };
        let sorted = |place: usize| self.chosen && self.sorts_by(place);
        let rank = |place: usize| (!sorted(place), self.all[place].keep, place);
        let mut gone = Vec::new();
        let least = |places: &[usize]| -> fn(u16, u16) -> u16 {
            if places.iter().any(|place| self.all[*place].keep > DETAILS) {
                |least, most| if most >= SENTENCES.0 { least.max(SENTENCES.1) } else { least }
            } else {
                |least, _| least
            }
        };
        while places.len() > 1 && need(&places, least(&places)) > width {
            let worst = if skip > 0 {
                places.len() - 1
            } else {
                (1..places.len()).max_by_key(|at| rank(places[*at])).unwrap_or(1)
            };
            gone.push(places.remove(worst));
        }
        if skip > 0 {
            return places;
        }
        gone.sort_by_key(|place| rank(*place));
        let whole: fn(u16, u16) -> u16 = |least, most| most.min(WHOLE_NAME).max(least);
        let short: fn(u16, u16) -> u16 = |least, _| if least > WHOLE_NAME { least } else { least.min(SHORT_NAME) };
        for (named, rank) in [(short, AMOUNTS), (whole, u8::MAX)] {
            for place in gone.iter().filter(|place| self.all[**place].keep <= rank) {
                let at = places.partition_point(|other| other < place);
                if places.get(at) != Some(place) {
                    places.insert(at, *place);
                    if need(&places, named) > width {
                        places.remove(at);
                    }
                }
            }
        }
        let texts = |place: &usize| {
            let share = self.share(*place, used[*place]);
            let texts = if Some(*place) == name { share.named() } else { share.usual };
            texts.max(self.heading_of(*place).0)
        };
        // A column without any text has nothing to say beside the others.
        for place in gone.into_iter().filter(|place| used[*place].most > 0) {
            let at = places.partition_point(|other| *other < place);
            let all = places.iter().chain([&place]).map(texts).sum::<u16>() + gaps(places.len() + 1);
            if places.get(at) != Some(&place) && all <= width {
                places.insert(at, place);
            }
        }
        places
    }

    /// Columns of `places` that stay beside the full usual texts of the others. A column of details, ranked above
    /// [`DETAILS`], is shown only if it takes no cells from those texts, so that no text gets shorter in a wider
    /// window. Columns the user asked for and those of a file always stay; those that are brought in do not, because
    /// the mark of one row must not take a column from all rows. `used` is that of [`Self::fitting`]. With
    /// `has_preview`, details begin one rank lower, because the preview shows them.
    pub(super) fn beside_texts(&self, width: u16, places: &[usize], used: &[Cells], has_preview: bool) -> Vec<usize> {
        if self.skip > 0 {
            return places.to_vec();
        }
        let name = self.name_of(places);
        let is_detail = |place: usize| {
            let column = &self.all[place];
            let is_chosen = self.shown[place] && !column.shown;
            let asked_for = is_chosen || (self.chosen && self.sorts_by(place));
            column.keep > DETAILS - u8::from(has_preview) && !asked_for && !column.is_of_data() && Some(place) != name
        };
        let mut shares: Vec<(usize, Share<'_>)> =
            places.iter().map(|place| (*place, self.share(*place, used[*place]))).collect();
        shares.sort_by_key(|(place, share)| (is_detail(*place), share.column.keep, *place));
        let mut taken = 0;
        // Once a column has no room, columns of higher ranks are not tried.
        let stay = shares.iter().take_while(|(place, share)| {
            let fits = !is_detail(*place) || taken + share.cells <= width;
            taken += share.wants(Some(*place) == name) + GAP;
            fits
        });
        let mut stay: Vec<usize> = stay.map(|(place, _)| *place).collect();
        stay.sort_unstable();
        stay
    }

    /// Column at `place` with its fewest cells, and what it takes for texts of the widths `used`.
    fn share(&self, place: usize, used: Cells) -> Share<'_> {
        let (column, (title, sorted)) = (&self.all[place], self.heading_of(place));
        let least = column.cells.0.min(title.max(used.most)).max(if sorted { title } else { 0 });
        // A column of drawings needs its minimum for the scale in its heading.
        let least = if column.drawn { column.cells.0 } else { least };
        let whole = title.max(used.whole).max(least);
        // The heading of narrow figures starts in the cells of the heading before it, if other texts need the room.
        let heading = if column.align == Align::Right { 0 } else { title };
        let [usual, most] = [heading.max(used.usual), title.max(used.most)].map(|of| column.cells.1.min(of).max(least));
        // A drawing shows as many days as it has cells.
        let whole = if column.drawn { most } else { whole };
        Share { column, cells: least, usual, most, whole }
    }

    /// Index of the column that names the row: the text column that stays longest.
    pub(super) fn name_of(&self, places: &[usize]) -> Option<usize> {
        let texts = places.iter().copied().filter(|place| self.all[*place].align == Align::Left);
        texts.min_by_key(|place| self.all[*place].keep)
    }

    /// Width of a column's heading, and true if it has the arrow of the sort.
    fn heading_of(&self, place: usize) -> (u16, bool) {
        let sorted = self.stands().is_some_and(|order| order.column == place);
        (text::width(&self.all[place].title) as u16 + if sorted { 2 } else { 0 }, sorted)
    }

    /// Shares `width` cells out among the columns at `places`; `used` has the widths of their texts. Cells left over go
    /// first to the column that names the row until its names fit, then to the others until most rows fit, and last,
    /// beyond their usual limits, to columns whose texts are cut.
    pub(super) fn layout(&self, width: u16, places: &[usize], used: &[Cells]) -> Vec<(&Heading, u16)> {
        let mut shares: Vec<Share<'_>> =
            places.iter().zip(used).map(|(place, used)| self.share(*place, *used)).collect();
        for share in &mut shares {
            share.cells = share.cells.min(width);
        }
        let taken = shares.iter().map(|share| share.cells).sum::<u16>() + gaps(shares.len());
        let mut room = width.saturating_sub(taken);
        let name = self.name_of(places).and_then(|name| places.iter().position(|place| *place == name));
        if let Some(name) = name {
            let name = &mut shares[name];
            if name.column.cells.0 <= WHOLE_NAME {
                let over = taken.saturating_sub(width).min(name.cells.saturating_sub(SHORT_NAME));
                name.cells -= over;
            }
        }
        let usual: fn(&Share<'_>) -> u16 = |share| share.usual;
        let named: fn(&Share<'_>) -> u16 = |share| share.named();
        let most: fn(&Share<'_>) -> u16 = |share| share.most;
        for (first, wants) in [(named, usual), (most, most)] {
            if let Some(name) = name {
                let share = &mut shares[name];
                share.take(first(share), u16::MAX, &mut room);
            }
            // Share the room evenly, round by round, until no column takes more. Columns above the rank of amounts
            // come later, rank by rank, so that none takes cells from a more important one.
            while let Some(rank) = shares.iter().filter(|share| share.cells < wants(share)).map(Share::rank).min() {
                let is_next = |share: &Share<'_>| share.cells < wants(share) && share.rank() == rank;
                let hungry = shares.iter().filter(|share| is_next(share)).count() as u16;
                if room == 0 {
                    break;
                }
                let each = (room / hungry).max(1);
                for share in shares.iter_mut().filter(|share| is_next(share)) {
                    share.take(wants(share), each, &mut room);
                }
            }
        }
        // One endless text would take all cells from texts that lack a few.
        let mut lacking: Vec<&mut Share<'_>> = shares.iter_mut().collect();
        lacking.sort_by_key(|share| share.whole.saturating_sub(share.cells));
        for share in lacking {
            share.take(share.whole, u16::MAX, &mut room);
        }
        shares.into_iter().map(|share| (share.column, share.cells)).collect()
    }
}

/// Column and the cells it gets.
struct Share<'a> {
    column: &'a Heading,
    cells: u16,
    usual: u16,
    most: u16,
    /// Cells of its widest text.
    whole: u16,
}

impl Share<'_> {
    /// Rank of its column when cells are shared out.
    fn rank(&self) -> u8 {
        if self.column.is_of_data() { AMOUNTS } else { self.column.keep.max(AMOUNTS) }
    }

    /// Cells it wants first if it names the row.
    fn named(&self) -> u16 {
        self.most.min(WHOLE_NAME).max(self.usual)
    }

    /// Cells for its usual texts, of sentences for a readable part; `names` is true if it names the row.
    fn wants(&self, names: bool) -> u16 {
        let wants = match names {
            _ if self.column.cells.1 >= SENTENCES.0 => self.usual.min(WHOLE_TEXT.0),
            true => self.named().min(WHOLE_NAME),
            false => self.usual.min(WHOLE_TEXT.1),
        };
        wants.max(self.cells)
    }

    /// Adds cells to the column, out of `room`: at most `most` at once, and up to `wants` in all.
    fn take(&mut self, wants: u16, most: u16, room: &mut u16) {
        let more = wants.saturating_sub(self.cells).min(*room).min(most);
        self.cells += more;
        *room -= more;
    }
}

/// Cells between so many columns.
fn gaps(columns: usize) -> u16 {
    GAP * columns.saturating_sub(1) as u16
}
