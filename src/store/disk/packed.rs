//! Texts and figures of a row of inquiries as one blob, which is read back without parsing, with one allocation.

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::store::index::inquiries::{Compact, FIELDS};

/// Number of the blob's layout, raised with every change of it. A blob of another layout is not read; the walk reads
/// the row again.
const LAYOUT: u8 = 1;
/// Bytes of a blob before its texts: layout, bits for the figures present, offer, confirmation time, and the end of
/// each text.
const HEAD: usize = 2 + 8 + 8 + FIELDS * 2;

/// Blob of a row. Its id, time and bits have columns of their own.
pub(super) fn pack(row: &Compact) -> Vec<u8> {
    let (text, ends) = row.parts();
    let mut blob = Vec::with_capacity(HEAD + text.len());
    blob.push(LAYOUT);
    blob.push(u8::from(row.offer.is_some()) | u8::from(row.confirmed_at.is_some()) << 1);
    blob.extend_from_slice(&row.offer.unwrap_or_default().to_le_bytes());
    blob.extend_from_slice(&row.confirmed_at.map_or(0, |at| at.0).to_le_bytes());
    for end in ends {
        blob.extend_from_slice(&end.to_le_bytes());
    }
    blob.extend_from_slice(text.as_bytes());
    blob
}

/// Row of a blob; `None` for a blob of another layout.
pub(super) fn unpack(id: Id<Inquiry>, date: Option<Timestamp>, blob: &[u8]) -> Option<Compact> {
    let (head, text) = blob.split_at_checked(HEAD)?;
    if head[0] != LAYOUT {
        return None;
    }
    let figure = |at: usize| head[at..at + 8].try_into().ok().map(i64::from_le_bytes);
    let offer = (head[1] & 1 != 0).then(|| figure(2)).flatten();
    let confirmed_at = (head[1] & 2 != 0).then(|| figure(10)).flatten().map(Timestamp);
    let mut ends = [0; FIELDS];
    for (end, bytes) in ends.iter_mut().zip(head[18..].chunks_exact(2)) {
        *end = u16::from_le_bytes([bytes[0], bytes[1]]);
    }
    Compact::restore(id, date, offer, confirmed_at, std::str::from_utf8(text).ok()?, ends)
}
