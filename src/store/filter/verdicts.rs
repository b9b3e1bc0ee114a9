//! Combined verdicts of several tests about one row, some of which may be unknown.

/// True when one verdict is true, false when all are false, else `None`: then unknown ones decide.
pub(in crate::store) fn any(verdicts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(false);
    for verdict in verdicts {
        match verdict {
            Some(true) => return verdict,
            Some(false) => {}
            None => known = None,
        }
    }
    known
}
