//! Rows that a line opens, in words, as the page shows them beside the line.

use super::beside::bin;
use super::{Opens, Row, Sources};
use crate::base::{Timestamp, Zone, grouped};
use crate::store::index::inquiries::COVER;
use crate::store::{DomainRow, DomainTab, InquiryRow, Known, Store};

impl Sources {
    /// Rows in words, at most `most`. Rows that the store no longer has are left out.
    pub fn rows(&self, opens: &Opens, store: &Store, most: usize, (now, zone): (Timestamp, Zone)) -> Vec<Row> {
        let index = store.inquiries();
        match opens {
            Opens::Nothing | Opens::Domain(_) => Vec::new(),
            Opens::Inquiries(ids) => {
                ids.iter().filter_map(|id| index.row(*id)).take(most).map(|row| inquiry(&row, (now, zone))).collect()
            }
            Opens::Domains(keys) => {
                let rows = keys.iter().filter_map(|key| store.domains().row(*key));
                rows.take(most).map(|row| self.domain(&row, store)).collect()
            }
            Opens::Said(rows) => rows.iter().take(most).cloned().collect(),
        }
    }

    /// Row of a domain: `acme.com`, `2 asked, best $3,000`, `BIN $900`.
    fn domain(&self, row: &DomainRow<'_>, store: &Store) -> Row {
        let figures = self.asked.figures(row.punycode(), None);
        let lately = match figures.lately {
            Known::Is(many) if many > 0 => Some(format!("{} asked", grouped(many))),
            Known::AtLeast { value, .. } if value > 0 => Some(format!("≥ {} asked", grouped(value))),
            _ => None,
        };
        let best = figures.best.value().filter(|best| best.first().is_some()).map(|best| {
            let words = if figures.best.whole().is_some() { best.words() } else { best.least_words() };
            format!("best {}", if store.session().redact { COVER } else { &words })
        });
        let lacks = || row.on(DomainTab::MyDomains) && row.has_no_bin();
        let figure = bin(row, store).or_else(|| lacks().then(|| "no BIN".to_owned())).unwrap_or_default();
        let about: Vec<String> = lately.into_iter().chain(best).collect();
        Row { name: row.domain_name().unicode().to_owned(), about: about.join(", "), figure, age: String::new() }
    }
}

fn inquiry(row: &InquiryRow<'_>, (now, zone): (Timestamp, Zone)) -> Row {
    let buyer = row.who();
    let figure = row.offer_words();
    let age = row.date().map_or_else(String::new, |at| at.age(now, zone).text);
    Row { name: row.domain().to_owned(), about: buyer.to_owned(), figure, age }
}
