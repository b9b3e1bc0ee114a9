//! Kinds of exports.

use crate::sandbox::call::Refusal;

/// Kinds of exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Domains,
    Inquiries,
}

impl Kind {
    /// Name of the kind, as the `type` of the documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Domains => "domains",
            Self::Inquiries => "inquiries",
        }
    }

    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        [Self::Domains, Self::Inquiries].into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let message = "The type must be domains or inquiries.";
            Refusal::new(400, "np_parking_api_error_invalid_export_type", message)
        })
    }
}
