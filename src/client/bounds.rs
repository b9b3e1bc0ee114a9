//! Largest size of an answer (R-32): in bytes before it is kept, and in values before it is parsed. A few kilobytes
//! of packed JSON can hold millions of empty values, each of which takes a hundred times its size in memory.

use std::ops::ControlFlow;

use memchr::memchr2;

use crate::api::{Answer, Endpoint, PageRule};
use crate::base::grouped;

/// Most bytes of a page of 200 rows, which takes about 2 MiB if every field is full. Several pages may be in memory
/// at once.
const LIST_BYTES: usize = 8 << 20;
/// Most bytes of one thing, of one report, or of the results of one write.
const RECORD_BYTES: usize = 8 << 20;
/// Most bytes of a file; raw messages may have up to 25 MiB.
const FILE_BYTES: usize = 32 << 20;
const LIST_VALUES: usize = 500_000;
const RECORD_VALUES: usize = 200_000;

/// Limits of the answers of one endpoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub bytes: usize,
    values: usize,
}

impl Bounds {
    pub(super) fn of(endpoint: &Endpoint) -> Self {
        match (endpoint.answer, endpoint.page) {
            (Answer::Stream, _) => Self { bytes: FILE_BYTES, values: RECORD_VALUES },
            (Answer::Json, PageRule::None) => Self { bytes: RECORD_BYTES, values: RECORD_VALUES },
            (Answer::Json, _) => Self { bytes: LIST_BYTES, values: LIST_VALUES },
        }
    }

    /// Checks that a JSON text has no more values than an answer of this endpoint can have.
    pub(super) fn check(&self, json: &[u8]) -> Result<(), String> {
        let mut values = 0;
        let counted = for_each_sign(json, |sign| {
            values += usize::from(matches!(sign, b',' | b'[' | b'{'));
            if values > self.values { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match counted {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(format!("more than {} values", grouped(self.values))),
        }
    }
}

/// Calls `look` with every byte outside of JSON strings.
fn for_each_sign(json: &[u8], mut look: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut at = 0;
    while let Some(sign) = json.get(at) {
        at += 1;
        if *sign == b'"' {
            // The string ends at the next quote that is not escaped.
            while let Some(next) = memchr2(b'"', b'\\', &json[at..]) {
                at += next + 1;
                if json[at - 1] == b'"' {
                    break;
                }
                at = (at + 1).min(json.len());
            }
        } else {
            look(*sign)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(values: usize) -> Bounds {
        Bounds { bytes: 0, values }
    }

    #[test]
    fn json_values_are_counted_without_signs_inside_strings() {
        for (json, values) in [
            ("[0,0,0]", 3),
            (r#"{"a":[{},{}],"b":1}"#, 6),
            (r#"{"a":"[,{,\",[","b":"\\"}"#, 2),
            (r#"["unfinished \"#, 1),
            ("", 0),
        ] {
            assert_eq!(bounds(values).check(json.as_bytes()), Ok(()), "{json}");
            if values > 0 {
                assert!(bounds(values - 1).check(json.as_bytes()).is_err(), "{json}");
            }
        }
    }
}
