//! Inquiries that came while the program did not run, of which the newest page has only some.

use super::walk::{Event, Service, walk};
use super::*;
use crate::api::Page;
use crate::api::inquiries::{InquiryFilter, Order};
use crate::store::index::walk::{Begin, Walk, WalkList, walk_request};

#[test]
fn a_newest_page_above_the_known_rows_is_read_down_to_them() {
    let newest = |filter: InquiryFilter| List { filter, page: Page::new(1, Walk::per_page()) };
    let active = newest(InquiryFilter::default());
    let by_offer = newest(InquiryFilter { order: Order::Offer, ..InquiryFilter::default() });
    for (asked, came, told) in [
        (walk_request(WalkList::All, 1), 250, true),
        (active, 250, true),
        (walk_request(WalkList::All, 1), 90, false),
        (by_offer, 250, false),
    ] {
        let (mut service, mut store) = (Service::with(300), Store::new("test"));
        store.sync_inquiries(Timestamp(0));
        walk(&mut store, &mut service, &[], true);
        store.begin_walk(Walked::Inquiries, Begin::Resume, Timestamp(1));
        walk(&mut store, &mut service, &[], true);
        service.apply(&Event::Insert(came));
        let page = Arc::new(service.page(WalkList::All, 1, true));
        store.note_head(&asked.call(), &page, Timestamp(2));
        store.index.inquiries.absorb(&page.rows, 0);
        let case = format!("{asked:?}, {came} came");
        assert_eq!((store.inquiries().holds_all(), store.walk_waits()), (!told, told), "{case}");
        let pages = walk(&mut store, &mut service, &[], true);
        assert_eq!(pages, if told { vec![1, 2, 3] } else { vec![] }, "{case}");
        assert!(store.inquiries().holds_all(), "{case}");
    }
}
