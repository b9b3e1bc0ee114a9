//! Columns of the list and the text of their cells.

use crate::base::{Timestamp, Zone};
use crate::screens::message::words;
use crate::store::index::inquiries::COVER;
use crate::store::lists::mail::{Mail as Known, MailMark};
use crate::store::{MailKey, MailRow};
use crate::ui::widgets::table::{CellText, Column, Exact, Field, RowFlags, Rows, columns_of, field_of};
use crate::ui::{Role, World};

use super::threads::Threads;

/// Function that makes a cell of a message.
type Cell = for<'a> fn(&'a Cells<'_>, MailKey, &'a MailRow) -> CellText<'a>;

/// Fields of the list. The first one always stays, and the subject gets the room left by the others. At 80 columns
/// those with `keep` up to 5 are shown. At 120 columns the preview names the domain, so its column is left out for the
/// subject.
const FIELDS: [Field<Cell>; 9] = [
    (Column::time("age", "age", (6, 8), 1), |cells, _, row| CellText::short_age(row.date, cells.now, cells.zone)),
    (Column::text("from", "from", (16, 24), 3), |cells, _, row| {
        if row.poses && !cells.masked {
            return CellText::new(format!("! {}", row.who), Role::Warn).exact(Exact::text(&*row.from));
        }
        cells.personal(&row.who).exact(cells.personal(&row.from).value())
    }),
    (Column::text("subject", "subject", (25, 120), 2), |cells, key, row| cells.subject(key, row)),
    (Column::text("domain", "domain", (18, 30), 5), |_, _, row| {
        CellText::or_none(domains(row, false)).exact(Exact::text(domains(row, false)))
    }),
    (Column::text("why", "matched", (19, 30), 6).unsorted(), |_, _, row| words::short(&row.labels).into()),
    (Column::figure("files", "files", (1, 5), 4).unsorted(), |_, _, row| {
        match row.attachments.as_deref().map(<[_]>::len) {
            None => "…".into(),
            Some(0) => CellText::default().exact(Exact::Number(0.into())),
            Some(many) => CellText::from(many.to_string()).exact(Exact::Number(many.into())),
        }
    }),
    (Column::text("to", "to", (20, 34), 7).unsorted(), |cells, _, row| cells.personal(&row.to)),
    (Column::text("address", "address", (16, 40), 8).unsorted().hidden(), |cells, _, row| cells.personal(&row.sender)),
    (Column::text("note", "note", (8, 30), 9).unsorted().hidden(), |cells, key, _| {
        cells.mail.mark(key).map_or_else(CellText::default, |mark| mark.note.as_str().into())
    }),
];

/// The columns of the list.
pub const COLUMNS: &[Column] = &columns_of(&FIELDS);

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a> {
    pub mail: &'a Known,
    pub now: Timestamp,
    pub zone: Zone,
    /// True to mask senders and recipients, which are personal data.
    pub masked: bool,
    /// Threads of the messages, if they are grouped.
    pub threads: Option<&'a Threads>,
}

/// Cells of the present rows.
pub fn cells<'a>(world: &World<'a>) -> Cells<'a> {
    Cells {
        mail: world.store.mail(),
        now: world.now,
        zone: world.zone,
        masked: world.store.session().redact,
        threads: None,
    }
}

impl Cells<'_> {
    fn personal<'b>(&self, text: &'b str) -> CellText<'b> {
        if self.masked { COVER.into() } else { CellText::or_none(text) }
    }

    /// Cell of the subject, with the size of its conversation before it, or indented below the conversation's first
    /// message.
    fn subject<'b>(&self, key: MailKey, row: &'b MailRow) -> CellText<'b> {
        let subject = self.personal(&row.subject);
        let Some(threads) = self.threads else { return subject };
        let before = match threads.group(key) {
            Some(group) => format!("({}) ", group.len()),
            None if threads.is_below(key) => "  ".to_owned(),
            None => return subject,
        };
        let tone = subject.tone;
        CellText::new(format!("{before}{}", subject.text), tone)
    }

    /// True when one of the row's messages has the property.
    fn any(&self, key: MailKey, is: fn(Option<&MailMark>) -> bool) -> bool {
        let here = |key: MailKey| is(self.mail.mark(key));
        self.threads.map_or_else(|| here(key), |threads| threads.of_row(key).into_iter().any(here))
    }
}

impl Rows<MailKey> for Cells<'_> {
    fn cell(&self, key: &MailKey, column: &str) -> CellText<'_> {
        match (self.mail.row(*key), field_of(&FIELDS, column)) {
            (Some(row), Some((_, cell))) => cell(self, *key, row),
            (Some(row), None) if column == "punycode" => domains(row, true).into(),
            _ => CellText::default(),
        }
    }

    fn beside(&self, column: &str) -> &'static [&'static str] {
        if column == "domain" { &["punycode"] } else { &[] }
    }

    fn is_bold(&self, column: &str) -> bool {
        column == "from"
    }

    fn flags(&self, key: &MailKey) -> RowFlags {
        RowFlags {
            unread: self.any(*key, |mark| mark.is_none_or(|mark| !mark.read)),
            starred: self.any(*key, |mark| mark.is_some_and(|mark| mark.starred)),
            dim: false,
        }
    }
}

/// Parked domains the message was sent to.
fn domains(row: &MailRow, punycode: bool) -> String {
    let names = row.domains.iter().map(|name| if punycode { name.punycode() } else { name.unicode() });
    names.collect::<Vec<_>>().join(", ")
}
