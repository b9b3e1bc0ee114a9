//! Values that a save has changed, in rows of answers that began before it.

use super::*;
use crate::api::Seen;

#[test]
fn an_answer_begun_before_a_save_does_not_bring_the_old_price_back() {
    let sold_at = |bin: u32, sale: bool, state: &str| {
        let values = json!({ "bin_price": bin, "for_sale": sale, "target_price": 70, "accept_offers": "ask" });
        row("a.com", state, values)
    };
    let mut index = index_of(&[sold_at(900, true, "verified")], DomainTab::MyDomains);
    let shown = |index: &DomainIndex| {
        let row = index.find("a.com").and_then(|key| index.row(key)).expect("known");
        (row.bin(), row.for_sale(), row.target(), row.offers(), row.state())
    };
    let before = shown(&index);
    index.sale_saved("a.com", 1);
    index.absorb(Fresh::page(&[sold_at(500, false, "inactive")]), from(Some(DomainTab::MyDomains), 0), NOW);
    let (bin, sale, target, offers, state) = shown(&index);
    assert_eq!((bin, sale, target, offers), (before.0, before.1, before.2, before.3));
    assert_ne!(state, before.4, "what the save does not change is taken");
    index.absorb(Fresh::page(&[sold_at(500, false, "verified")]), from(Some(DomainTab::MyDomains), 1), NOW);
    assert_eq!((shown(&index).0, shown(&index).1), (Seen::Is(500.0), Some(false)), "begun after it");
}
