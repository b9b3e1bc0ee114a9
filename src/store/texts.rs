//! Searching many texts that lie behind one another in one go.

use memchr::memmem::Finder;

/// Calls `hit` with every text that holds the needle, in order, once each. Text `i` lies from `starts[i]` to
/// `starts[i + 1]`; the needle must not be able to reach over an end.
pub fn search(all: &[u8], starts: &[u32], needle: &Finder<'_>, mut hit: impl FnMut(usize)) {
    let (mut from, mut text) = (0, 0);
    while text + 1 < starts.len() {
        let Some(at) = needle.find(&all[from..]) else { return };
        let at = (from + at) as u32;
        // The next hit is mostly near: a few steps before the search by halves.
        let near = (text + 1..starts.len().min(text + 8)).find(|next| starts[*next] > at);
        text = near.map_or_else(|| text + starts[text + 1..].partition_point(|start| *start <= at), |next| next - 1);
        hit(text);
        text += 1;
        if text + 1 >= starts.len() {
            return;
        }
        from = starts[text] as usize;
    }
}
