//! An opened domain.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::domains::Get;
use crate::client::FailureKind;
use crate::screens::inquiries;
use crate::store::{DomainRow, DomainTab};
use crate::ui::widgets::notice;
use crate::ui::widgets::page::{self, Part};
use crate::ui::widgets::table::Empty;
use crate::ui::{Facts, Look, Role};

use super::super::content::{self, overview, sale, status};
use super::super::state::{Detail, DetailTab, Domains};

pub fn render(screen: &Domains, detail: &Detail, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let world = look.world;
    if detail.page == DetailTab::Inquiries {
        let index = world.store.inquiries();
        let cells = inquiries::Cells::new(index, world.now, world.zone);
        let empty = Empty {
            title: "No inquiries about this domain yet.".to_owned(),
            hint: "New ones appear here automatically.".to_owned(),
        };
        detail.table.render(&cells, &empty, look, area, buf, facts);
        facts.changes(inquiries::changes_at(index, detail.table.visible(), world.now, world.zone));
        return;
    }
    detail.view.render(&parts(screen, detail, look), look, page::column(area), buf, facts);
    let key = world.store.domains().find(detail.name.punycode());
    facts.changes(super::super::columns::changes_at(world.store.domains(), key.as_slice(), world.now, world.zone));
}

fn parts(screen: &Domains, detail: &Detail, look: &Look<'_>) -> Vec<Part> {
    let (world, name) = (look.world, &detail.name);
    let row = screen.current_row(&world);
    let domain = content::known(name, &world);
    let mut parts = match detail.page {
        DetailTab::Overview => {
            let raw = content::raw(name, &world);
            let beside = overview::Beside {
                pending: row.as_ref().and_then(|row| row.pending),
                currency: &screen.currency,
                raw: raw.as_deref(),
            };
            overview::doc(name, domain.as_ref(), &beside, &world).parts
        }
        DetailTab::Sale => {
            let sum = screen.asked.about(name.punycode());
            sale::doc(name, domain.as_ref(), sum, &screen.currency, &world).parts
        }
        DetailTab::Status => status::doc(name, row.as_ref(), screen.results.import_of(name), &world).parts,
        DetailTab::Inquiries => Vec::new(),
    };
    let fresh = world.store.query(&Get { name: name.clone() });
    // The header already says that the program is offline.
    let told = |kind: &FailureKind| *kind == FailureKind::Cancelled || (*kind == FailureKind::Offline && row.is_some());
    if let Some(failure) = fresh.failure.filter(|failure| !told(&failure.kind)) {
        let words = if failure.kind == FailureKind::NotFound {
            not_found(row.as_ref()).to_owned()
        } else {
            let (what, way_on) = notice::failure_words(failure);
            format!("Not refreshed: {what}. {way_on}")
        };
        parts.splice(0..0, [Part::Text(Role::Warn, words), Part::Blank]);
    }
    parts
}

/// What it means that the service does not find it: of a name outside the account it need not tell anything.
fn not_found(row: Option<&DomainRow<'_>>) -> &'static str {
    match row.map(|row| row.on(DomainTab::MyDomains)) {
        Some(true) => {
            "The service finds no domain of this name in the account any more; what is shown is what was known. Its row \
             leaves the list once the lists say so too."
        }
        Some(false) => "No more data: the domain is not in the account.",
        None => "This domain is not in the account.",
    }
}
