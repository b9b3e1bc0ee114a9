//! Rows of the page: inquiries and mail, each in its group.

use crate::api::types::{Inquiry, MatchedBy};
use crate::base::Id;
use crate::screens::inquiry::columns;
use crate::screens::inquiry::gist::gist;
use crate::store::index::inquiries::COVER;
use crate::store::{Buyer, MailKey, Mark};
use crate::ui::list::LocalRow;
use crate::ui::widgets::table::{CellText, Column, RowFlags, Rows as _};
use crate::ui::{Role, World};

use super::screen::Group;

/// Columns of all groups. Each group leaves out those its rows have no values for.
pub const COLUMNS: &[Column] = &[
    Column::time("age", "age", (6, 8), 1),
    Column::text("domain", "domain", (14, 34), 2),
    Column::figure("offer", "offer", (9, 13), 3),
    Column::text("who", "from", (16, 34), 4),
    Column::text("status", "status", (16, 19), 5),
    Column { sort: None, ..Column::text("case", "case", (6, 8), 6) },
    Column { sort: None, ..Column::text("words", "what they wrote", (16, 60), 7) },
    Column { sort: None, ..Column::text("tags", "tags", (8, 16), 6).hidden() },
    Column { sort: None, ..Column::text("note", "note", (12, 40), 7).hidden() },
    Column { sort: None, ..Column::text("snooze", "snooze", (16, 21), 6).hidden() },
    Column { sort: None, ..Column::text("remind", "remind", (16, 21), 6).hidden() },
];

/// Inquiry or mail a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    Inquiry(Id<Inquiry>),
    Mail(MailKey),
}

#[derive(Clone, Debug)]
pub struct Row {
    pub what: What,
    group: Group,
    /// Number within its case, from 1, and size of the case.
    case: Option<(usize, usize)>,
    flags: RowFlags,
}

/// Rows of all groups, each group newest first. `near` has the inquiries the service found for this buyer, each with
/// what it matched by.
pub fn of<'a>(
    buyer: &Buyer,
    near: impl Iterator<Item = (Id<Inquiry>, Option<&'a MatchedBy>)>,
    world: &World<'_>,
) -> Vec<Row> {
    let index = world.store.inquiries();
    let inquiry = |id: Id<Inquiry>, group: Group, case: Option<(usize, usize)>| {
        let flags = index.row(id).map_or_else(RowFlags::default, |row| RowFlags {
            unread: row.mark_known(Mark::Read) && !row.read(),
            starred: row.starred(),
            dim: row.hidden() || row.archived(),
        });
        Row { what: What::Inquiry(id), group, case, flags }
    };
    let mail = |key: &MailKey, group: Group| {
        let mark = world.store.mail().mark(*key);
        let unread = mark.is_none_or(|mark| !mark.read);
        let flags = RowFlags { unread, starred: mark.is_some_and(|mark| mark.starred), dim: false };
        Row { what: What::Mail(*key), group, case: None, flags }
    };
    let own = buyer.inquiries.iter().enumerate().map(|(place, id)| {
        let case = buyer.cases.iter().find(|case| case.contains(&place));
        inquiry(*id, Group::Address, case.map(|case| (case.end - place, case.len())))
    });
    let by_ip = |found: &(Id<Inquiry>, Option<&MatchedBy>)| {
        matches!(found.1, Some(MatchedBy::Ip)) && !buyer.inquiries.contains(&found.0)
    };
    let near = near.filter(by_ip).map(|(id, _)| inquiry(id, Group::Ip, None));
    let from_address = buyer.mail.iter().map(|key| mail(key, Group::Mail));
    let of_domain = buyer.of_domain.iter().map(|key| mail(key, Group::Domain));
    own.chain(near).chain(from_address).chain(of_domain).collect()
}

impl LocalRow for Row {
    type Key = What;
    type Tab = Group;

    fn key(&self) -> What {
        self.what
    }

    fn is_in(&self, tab: &Group) -> bool {
        self.group == *tab
    }

    fn cell(&self, column: &str, world: &World<'_>) -> CellText<'_> {
        let (now, zone) = (world.now, world.zone);
        match self.what {
            What::Inquiry(id) => match column {
                "case" => self.case.map_or_else(CellText::none, |(at, of)| format!("{at} of {of}").into()),
                "words" => match world.store.inquiries().row(id) {
                    Some(row) => CellText::new(gist(row.message_start(), row.buyer()).to_owned(), Role::Dim),
                    None => CellText::default(),
                },
                column => {
                    let column = if column == "who" { "buyer" } else { column };
                    columns::Cells::new(world.store.inquiries(), now, zone).cell(&id, column).owned()
                }
            },
            What::Mail(key) => {
                let Some(row) = world.store.mail().row(key) else { return CellText::default() };
                let covered = world.store.session().redact;
                let personal = |text: &str| if covered { COVER.into() } else { CellText::or_none(text.to_owned()) };
                match column {
                    "age" => CellText::short_age(row.date, now, zone),
                    "domain" => {
                        let names: Vec<&str> = row.domains.iter().map(crate::base::DomainName::unicode).collect();
                        CellText::or_none(names.join(", "))
                    }
                    "who" => personal(&row.from),
                    "words" => personal(&row.subject),
                    _ => CellText::none(),
                }
            }
        }
    }

    fn flags(&self) -> RowFlags {
        self.flags
    }
}
